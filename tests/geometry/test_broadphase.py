"""All five structures by one protocol: the pairs, queries and casts of each are those of the definition."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

import geometry
from geometry import (
    Aabb,
    AabbTree,
    AllPairs,
    Broadphase,
    Convex,
    Outcome,
    Quadtree,
    Ray,
    SweepAndPrune,
    UniformGrid,
    aabb_tree,
    all_pairs,
    box,
    circle,
    circle_cast,
    linear_cast,
    point,
    quadtree,
    ray_cast,
    rectangle,
    sweep_and_prune,
    uniform_grid,
)
from tests.geometry.crowds import (
    BOXES,
    STRUCTURES,
    UNIT,
    aabb,
    crowd,
    eight_boxes,
    pairs_by_definition,
    random_box,
    scaled_box,
)
from tests.geometry.strategies import random_shape

every_structure = pytest.mark.parametrize("name", STRUCTURES)


def life(seed: int, structures: dict[str, Broadphase], changes: int, *, factor: float = 1.0, by: float = 0.0) -> int:
    """One random life of a crowd: insertions, moves and removals, all structures together. The pairs are compared
    now and then; the number of comparisons is returned."""
    draw = random.Random(seed)
    kind, compared = draw.choice(BOXES), 0
    boxes: dict[int, Aabb] = {}
    for change in range(changes):
        act = draw.random()
        if not boxes or act < 0.4:
            body = draw.choice([i for i in range(-3, 60) if i not in boxes] or [max(boxes) + 1])
            boxes[body] = scaled_box(random_box(draw, kind), factor, by)
            for structure in structures.values():
                structure.insert(body, boxes[body])
        elif act < 0.85:
            body = draw.choice(sorted(boxes))
            near = scaled_box(random_box(draw, kind), factor, by)
            if draw.random() < 0.5:  # a little, as things move in a frame; it may shrink or grow, too
                shift = factor * draw.uniform(-0.2, 0.2)
                grow = factor * draw.uniform(0.0, 0.1)
                near = Aabb(boxes[body].low + shift, boxes[body].high + shift + grow)
            boxes[body] = near
            for structure in structures.values():
                structure.move(body, near)
        else:
            body = draw.choice(sorted(boxes))
            del boxes[body]
            for structure in structures.values():
                structure.remove(body)
        if change % 7 == 0 or change == changes - 1:
            known = pairs_by_definition(boxes)
            compared += 1
            for name, structure in structures.items():
                assert structure.pairs().pairs == known, (name, seed, change, kind)
                assert len(structure) == len(boxes)
    return compared


def made() -> dict[str, Broadphase]:
    return {name: make() for name, make in STRUCTURES.items()}


@pytest.mark.parametrize("seed", range(60))
def test_the_pairs_are_those_of_the_definition_through_moves_and_removals(seed: int) -> None:
    assert life(seed, made(), 45) == 8


@pytest.mark.parametrize(("factor", "by"), [(1e-12, 0.0), (1e-70, 0.0), (1.0, 1e9), (1.0, 1e17), (1e60, 0.0)])
@pytest.mark.parametrize("seed", range(3))
def test_tiny_huge_and_far_crowds(seed: int, factor: float, by: float) -> None:
    structures = {name: each for name, each in made().items() if not name.startswith("grid")}
    structures["grid"] = UniformGrid(0.5 * factor)
    life(seed, structures, 40, factor=factor, by=by)


@pytest.mark.parametrize("kind", ["even", "heap", "column", "huge"])
def test_the_pairs_are_shapelys(kind: str) -> None:
    boxes = crowd(kind)
    outlines = [shapely.box(*each.low, *each.high) for each in boxes]
    a, b = shapely.STRtree(outlines).query(outlines, predicate="intersects")
    known = sorted((int(i), int(j)) for i, j in zip(a, b, strict=True) if i < j)
    for make in STRUCTURES.values():
        structure = make()
        for i, each in enumerate(boxes):
            structure.insert(i, each)
        assert list(structure.pairs().pairs) == known


WHOLE: dict[str, Callable[[list[Aabb]], Any]] = {
    "all_pairs": lambda boxes: (all_pairs, (boxes,), {}),
    "uniform_grid": lambda boxes: (uniform_grid, (boxes, 0.5), {}),
    "quadtree": lambda boxes: (quadtree, (boxes, UNIT), {}),
    "quadtree, leaves": lambda boxes: (quadtree, (boxes, UNIT), {"keep": geometry.Keep.LEAVES, "capacity": 2}),
    "sweep_and_prune": lambda boxes: (sweep_and_prune, (boxes,), {}),
    "sweep_and_prune, y": lambda boxes: (sweep_and_prune, (boxes, 1), {}),
    "aabb_tree": lambda boxes: (aabb_tree, (boxes,), {"margin": 0.1}),
}


@pytest.mark.parametrize("name", WHOLE)
def test_a_call_is_its_trace(name: str) -> None:
    for boxes in ([], eight_boxes()[:1], eight_boxes(), crowd("even", 60), crowd("heap", 40)):
        algorithm, given_, named = WHOLE[name](boxes)
        plain, trace = algorithm(*given_, **named), algorithm.trace(*given_, **named)
        assert (plain.pairs, plain.tested) == (trace.result.pairs, trace.result.tested)
        assert plain.pairs == pairs_by_definition(dict(enumerate(boxes)))
        assert trace[-1] is trace.result
        assert all(line[0].function == algorithm.__name__ for line in trace.lines)


@every_structure
def test_the_methods_are_steppable_and_only_read(name: str) -> None:
    structure = STRUCTURES[name]()
    for i, each in enumerate(crowd("even", 40)):
        trace = structure.insert.trace(i, each)
        assert trace.result is None
        assert len(trace) > 0
    for _ in range(2):  # a trace of what only reads changes nothing
        assert structure.pairs.trace().result.pairs == structure.pairs().pairs
        asked = aabb(1.0, 1.0, 3.0, 2.0)
        assert structure.query.trace(asked).result.ids == structure.query(asked).ids
        cast, again = structure.cast(point((0, 0)), (9, 7), None), structure.cast.trace(point((0, 0)), (9, 7), None)
        assert (cast.id, cast.fraction) == (again.result.id, again.result.fraction)
    assert len(structure.move.trace(3, aabb(0, 0, 1, 1))) > 0
    assert len(structure.remove.trace(3)) > 0
    assert 3 not in structure
    assert len(structure) == 39


@every_structure
@pytest.mark.parametrize("kind", BOXES)
def test_the_order_of_insertion_does_not_matter(name: str, kind: str) -> None:
    draw = random.Random(5)
    boxes = {i: random_box(draw, kind) for i in range(30)}
    forward, backward = STRUCTURES[name](), STRUCTURES[name]()
    for i in boxes:
        forward.insert(i, boxes[i])
    for i in reversed(boxes):
        backward.insert(i, boxes[i])
    assert forward.pairs().pairs == backward.pairs().pairs
    asked = random_box(draw, "even")
    assert forward.query(asked).ids == backward.query(asked).ids


def meets(a: Aabb, b: Aabb) -> bool:
    return bool((a.low <= b.high).all() and (b.low <= a.high).all())


@every_structure
def test_queries_are_those_of_the_definition(name: str) -> None:
    draw = random.Random(6)
    for kind in BOXES:
        structure = STRUCTURES[name]()
        boxes = {3 * i: random_box(draw, kind) for i in range(40)}
        for i, each in boxes.items():
            structure.insert(i, each)
        huge = scaled_box(UNIT, 1e30, -5e30)
        for asked in [random_box(draw, draw.choice(BOXES)) for _ in range(15)] + [huge, aabb(50, 50, 51, 51)]:
            known = [
                i for i, each in boxes.items() if (each.low <= asked.high).all() and (asked.low <= each.high).all()
            ]
            found = structure.query(asked)
            assert list(found.ids) == known
            assert found.tested >= len(known)


def casts(draw: random.Random) -> tuple[Aabb | Convex, tuple[float, float]]:
    """What is cast, and where to; now and then along an axis, along a border of the lattice, or nowhere."""
    at = (draw.uniform(-3.0, 13.0), draw.uniform(-3.0, 13.0))
    by = draw.choice(
        ((draw.gauss(0, 9), draw.gauss(0, 9)), (draw.gauss(0, 9), 0.0), (0.0, draw.gauss(0, 9)), (0.0, 0.0))
    )
    if draw.random() < 0.4:
        at = (draw.randrange(-4, 24) / 2.0, draw.randrange(-4, 24) / 2.0)
    return draw.choice((point(at), circle(0.3, at), box(1.0, 0.5, at, 0.3), aabb(*at, at[0] + 0.5, at[1] + 0.5))), by


@every_structure
def test_casts_are_those_of_all_pairs(name: str) -> None:
    draw = random.Random(7)
    hits = 0
    for kind in BOXES:
        structure, plain = STRUCTURES[name](), AllPairs()
        for i in range(40):
            each = random_box(draw, kind)
            structure.insert(i, each)
            plain.insert(i, each)
        for _ in range(25):
            start, by = casts(draw)
            found, known = structure.cast(start, by, None), plain.cast(start, by)
            assert (found.id, found.fraction) == (known.id, known.fraction)
            hits += known.outcome is Outcome.HIT
    assert hits > 20


def met_by_shape(moving: Convex, by: np.ndarray, each: Convex) -> float | None:
    found = linear_cast(moving, by, each)
    return None if found.outcome is Outcome.SEPARATED else found.fraction


@every_structure
def test_exact_casts_of_rays_circles_and_shapes(name: str) -> None:
    """Through the structure the same body is met, at the same fraction, as by asking every body."""
    random_ = np.random.default_rng(8)
    shapes = [random_shape(random_, kind, 6.0) for kind in ("circle", "box", "triangle", "capsule") * 8]
    structure = STRUCTURES[name]()
    for i, each in enumerate(shapes):
        structure.insert(i, each.bounds())
    outcomes = set()
    for _ in range(15):
        at, by = random_.uniform(-12.0, 12.0, 2), random_.uniform(-25.0, 25.0, 2)
        ray, moving = Ray(at, by), box(0.6, 0.3).moved(at)
        ways: dict[str, tuple[Convex, Callable[[Convex], float | None]]] = {
            "ray": (point(at), lambda each, ray=ray: ray_cast(each, ray).fraction),
            "circle": (circle(0.4, at), lambda each, ray=ray: circle_cast(each, ray, 0.4).fraction),
            "shape": (moving, lambda each, moving=moving, by=by: met_by_shape(moving, by, each)),
        }
        for what, (start, exact) in ways.items():
            fractions = {i: exact(each) for i, each in enumerate(shapes)}
            met = sorted((fraction, i) for i, fraction in fractions.items() if fraction is not None)
            found = structure.cast(start, by, fractions.get)
            assert (found.fraction, found.id) == (met[0] if met else (None, None)), what
            outcomes.add(found.outcome)
    assert outcomes == set(Outcome) - {Outcome.FAILED}


def test_a_disc_that_passes_a_box_by_less_than_its_radius_hits_it() -> None:
    for make in STRUCTURES.values():
        structure = make()
        structure.insert(0, aabb(3, 1, 4, 2))
        assert structure.cast(point((0, 0.8)), (8, 0), None).outcome is Outcome.SEPARATED
        hit = structure.cast(circle(0.3, (0, 0.8)), (8, 0), None)
        assert hit.fraction == pytest.approx((3 - 0.3) / 8)
        assert hit.id == 0


@every_structure
def test_a_graze_within_rounding_is_a_hit(name: str) -> None:
    """0.7 + 0.1 is less than 0.8 by rounding. Touching is contact: the disc meets the box, as `circle_cast` says."""
    shape = rectangle((3.0, 0.8), (4.0, 2.0))
    assert shape.bounds().low[1] > 0.7 + 0.1
    structure = STRUCTURES[name]()
    structure.insert(0, shape.bounds())
    exact = circle_cast(shape, Ray((0, 0.7), (8, 0)), 0.1)
    assert exact.outcome is Outcome.HIT
    assert structure.cast(circle(0.1, (0, 0.7)), (8, 0), None).outcome is Outcome.HIT
    assert structure.cast(circle(0.1, (0, 0.7)), (8, 0), lambda _: exact.fraction).fraction == exact.fraction
    assert structure.cast(circle(0.1, (0, 0.7 - 1e-9)), (8, 0), None).outcome is Outcome.SEPARATED


@every_structure
def test_boxes_that_only_touch_are_a_pair(name: str) -> None:
    structure = STRUCTURES[name]()
    structure.insert(1, aabb(1, 1, 2, 2))
    for other, is_met in ((aabb(2, 1, 3, 2), True), (aabb(2, 2, 3, 3), True), (aabb(0, 0, 1, 1), True)):
        structure.insert(0, other)
        assert structure.pairs().pairs == (((0, 1),) if is_met else ())
        assert structure.query(other).ids == (0, 1)
        structure.remove(0)
    structure.insert(0, aabb(np.nextafter(2, 3), 1, 3, 2))
    assert structure.pairs().pairs == ()
    structure.insert(9, aabb(5, 5, 5, 5))  # a point
    structure.insert(8, aabb(5, 5, 5, 5))
    assert structure.pairs().pairs == ((8, 9),)


@given(st.lists(st.tuples(*(st.integers(-6, 6),) * 2, *(st.integers(0, 5),) * 2), max_size=12))
def test_any_small_crowd_on_a_lattice(given_: list[tuple[int, int, int, int]]) -> None:
    boxes = [aabb(x, y, x + w, y + h) for x, y, w, h in given_]
    known = pairs_by_definition(dict(enumerate(boxes)))
    assert all_pairs(boxes).pairs == known
    assert uniform_grid(boxes, 2.0).pairs == known
    assert quadtree(boxes, UNIT, capacity=1, depth=3).pairs == known
    assert quadtree(boxes, UNIT, capacity=1, depth=3, keep=geometry.Keep.LEAVES).pairs == known
    assert sweep_and_prune(boxes).pairs == known
    assert aabb_tree(boxes, margin=0.5).pairs == known


@every_structure
def test_empty_and_emptied(name: str) -> None:
    structure = STRUCTURES[name]()
    for _ in range(2):
        assert structure.pairs().pairs == ()
        assert structure.query(UNIT).ids == ()
        nothing = structure.cast(point((0, 0)), (5, 5), None)
        assert (nothing.id, nothing.fraction, nothing.outcome) == (None, None, Outcome.SEPARATED)
        for i, each in enumerate(eight_boxes()):
            structure.insert(i, each)
        assert structure.pairs().pairs == ((0, 1), (2, 3), (4, 5))
        for i in (3, 0, 7, 5, 1, 2, 6, 4):
            structure.remove(i)


NAN, INF = float("nan"), float("inf")
BAD_BOXES: dict[str, tuple[object, str]] = {
    "no box": ((0, 0, 1, 1), "must be an Aabb, not of type tuple"),
    "too large": (aabb(0, 0, 1, 1e300), "must lie within .*high corner"),
    "too far out": (aabb(-1e300, 0, 1, 1), "must lie within .*low corner"),
}


@every_structure
@pytest.mark.parametrize("fault", BAD_BOXES)
def test_bad_boxes_are_refused_and_change_nothing(name: str, fault: str) -> None:
    structure = STRUCTURES[name]()
    for i, each in enumerate(eight_boxes()):
        structure.insert(i, each)
    bad, reason = BAD_BOXES[fault]
    for refused in (lambda: structure.insert(8, bad), lambda: structure.move(3, bad)):
        with pytest.raises(ValueError, match=f"body [83] .*{reason}"):
            refused()
    with pytest.raises(ValueError, match=reason):
        structure.query(bad)
    with pytest.raises(ValueError, match=reason):
        structure.cast(bad, (1, 0), None)
    with pytest.raises(ValueError, match="translation must be"):
        structure.cast(point((0, 0)), (NAN, 0), None)
    assert structure.pairs().pairs == ((0, 1), (2, 3), (4, 5))
    assert len(structure) == 8


@every_structure
def test_bad_ids_are_refused(name: str) -> None:
    structure = STRUCTURES[name]()
    structure.insert(np.int64(4), aabb(0, 0, 1, 1))  # type: ignore[arg-type]
    assert 4 in structure
    with pytest.raises(ValueError, match="body 4 is in already"):
        structure.insert(4, aabb(0, 0, 1, 1))
    for ask in (lambda: structure.move(5, UNIT), lambda: structure.remove(5), lambda: structure.box(5)):
        with pytest.raises(ValueError, match="body 5 is not in"):
            ask()
    for bad in (True, 1.0, "a", None):
        with pytest.raises(ValueError, match="must be a whole number"):
            structure.insert(bad, UNIT)  # type: ignore[arg-type]
    assert structure.box(4).high.tolist() == [1, 1]


BAD_SETTINGS: dict[str, tuple[Callable[[], object], str]] = {
    "cell size 0": (lambda: UniformGrid(0.0), "cell size must be > 0"),
    "cell size NaN": (lambda: UniformGrid(NAN), "cell size must be finite"),
    "flat area": (lambda: Quadtree(aabb(0, 0, 1, 0)), "must have a width and a height"),
    "no area": (lambda: Quadtree(None), "must be an Aabb"),  # type: ignore[arg-type]
    "capacity 0": (lambda: Quadtree(UNIT, capacity=0), "capacity must be a whole number of at least 1"),
    "depth below 0": (lambda: Quadtree(UNIT, depth=-1), "depth limit must be a whole number"),
    "depth without end": (lambda: Quadtree(UNIT, depth=99), "depth limit must be a whole number"),
    "keep": (lambda: Quadtree(UNIT, keep="leaves"), "keep must be one of"),  # type: ignore[arg-type]
    "axis 2": (lambda: SweepAndPrune(2), "axis must be 0 for x, 1 for y"),
    "axis True": (lambda: SweepAndPrune(True), "axis must be 0 for x, 1 for y"),
    "margin below 0": (lambda: AabbTree(-0.1), "margin must be >= 0"),
    "margin infinite": (lambda: AabbTree(INF), "margin must be finite"),
}


@pytest.mark.parametrize("fault", BAD_SETTINGS)
def test_bad_settings_are_refused(fault: str) -> None:
    make, reason = BAD_SETTINGS[fault]
    with pytest.raises(ValueError, match=reason):
        make()
