"""Many pairs at once: each answer is the scalar function's, pair by pair, feature included."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from geometry import (
    Convex,
    Distances,
    Outcome,
    Pose,
    Separations,
    Shapes,
    box,
    capsule,
    circle,
    convex,
    gjk,
    gjk_distances,
    minimum_translation,
    minimum_translations,
    overlapping,
    overlaps,
    regular_polygon,
    rounded,
    segment,
    separating_axis,
    separations,
)
from geometry.batch.separation import EDGE_OF_A, EDGE_OF_B, NO_EDGE
from geometry.feature import FeatureKind, FeatureRef
from geometry.tolerance import rounding, skipping
from tests.geometry.awkward import AWKWARD
from tests.geometry.strategies import random_pairs, random_shape, scaled

Pairs = list[tuple[Convex, Convex]]


def random_crowd(seed: int, n: int = 1500) -> Pairs:
    return [(a, b) for a, b, _ in random_pairs(seed, n)]


def parallel_pairs() -> Pairs:
    """Edges that face each other, in parallel up to rounding, side by side with little in common."""
    random = np.random.default_rng(11)
    pairs = []
    for _ in range(300):
        turn = random.uniform(0.0, math.tau)
        along, gap = random.uniform(-3.0, 3.0), random.choice((1e-13, 0.0, 0.3, -0.2))
        at = Pose((0.0, 0.0), turn).place(np.array((along, 1.0 + gap)))
        pairs.append((box(2.0, 1.0, (0, 0), turn), box(random.uniform(0.1, 5.0), 1.0, at, turn)))
    return pairs


def far_pairs() -> Pairs:
    """The same pairs tiny, huge, and far from the origin (where the shapes can be)."""
    pairs = []
    for a, b in random_crowd(12, 60):
        pairs += [(scaled(a, 2.0**k), scaled(b, 2.0**k)) for k in (-200, 200)]
        pairs += [(a.moved((1e7, -3e6)), b.moved((1e7, -3e6)))]
    return pairs


CROWDS: dict[str, Callable[[], Pairs]] = {
    "random": lambda: random_crowd(1),
    "awkward": lambda: [(case.a, case.b) for case in AWKWARD],
    "awkward, B with A": lambda: [(case.b, case.a) for case in AWKWARD],
    "parallel": parallel_pairs,
    "far": far_pairs,
    "hexagons": lambda: [
        (regular_polygon(6, 1.0), regular_polygon(6, 1.0, (2.0 * math.cos(t), 1.9 * math.sin(t)), 0.3 * t))
        for t in np.linspace(0.0, math.tau, 200)
    ],
    "circles": lambda: [(circle(1), circle(2, (x, 0))) for x in (0.0, 1e-200, 1e-16, 0.5, 3.0, 9.0)],
    "one pair": lambda: [(box(1, 1), circle(1, (3, 0)))],
}
each_crowd = pytest.mark.parametrize("crowd", CROWDS)


def packed(pairs: Pairs) -> tuple[Shapes, Shapes]:
    return Shapes.of([a for a, _ in pairs]), Shapes.of([b for _, b in pairs])


def facing(found: Separations, k: int) -> FeatureRef | None:
    if found.owner[k] == NO_EDGE:
        assert found.edge[k] == -1
        return None
    return FeatureRef("AB"[found.owner[k]], FeatureKind.EDGE, int(found.edge[k]))


@each_crowd
def test_separations_are_those_of_the_scalar_function(crowd: str) -> None:
    pairs = CROWDS[crowd]()
    with np.errstate(all="raise", under="ignore"):
        found = separations(*packed(pairs))
    for k, (a, b) in enumerate(pairs):
        known = separating_axis(a, b, early_out=False)
        tie = 4.0 * rounding(a, b) + skipping(a, b)
        assert abs(found.separation[k] - known.separation) <= tie, (k, a, b)
        assert found.tolerance[k] == rounding(a, b)
        assert found.overlapped[k] == (known.outcome is Outcome.OVERLAPPED), (k, a, b)
        best = sorted(test.separation for test in known.tests)
        is_tied = len(best) > 1 and best[-2] >= best[-1] - tie
        if is_tied or abs(known.separation + a.radius + b.radius) <= tie:
            continue  # another axis is as good, or the closest points are so near that their line is noise
        normal = (found.normal_x[k], found.normal_y[k])
        assert normal == pytest.approx(known.normal, abs=1e-9), (k, a, b)
        assert facing(found, k) == known.facing, (k, a, b)


@pytest.mark.parametrize("crowd", ["random", "hexagons", "parallel"])
def test_where_axes_tie_the_same_edge_is_named(crowd: str) -> None:
    """Ties are decided alike: all but a few pairs, where three axes are tied by less and by more than rounding."""
    pairs = CROWDS[crowd]()
    found = separations(*packed(pairs))
    others = sum(facing(found, k) != separating_axis(a, b, early_out=False).facing for k, (a, b) in enumerate(pairs))
    assert others <= 0.01 * len(pairs)


@each_crowd
def test_overlap_and_minimum_translation(crowd: str) -> None:
    pairs = CROWDS[crowd]()
    a, b = packed(pairs)
    found, flags = minimum_translations(a, b), overlapping(a, b)
    for k, (one, other) in enumerate(pairs):
        known = minimum_translation(one, other)
        assert flags[k] == found.overlapped[k] == overlaps(one, other) == (known.outcome is Outcome.OVERLAPPED)
        if known.translation is None:
            assert (found.x[k], found.y[k]) == (0.0, 0.0)
            continue
        depth = math.hypot(found.x[k], found.y[k])
        assert depth == pytest.approx(
            max(0.0, -known.found.separation), abs=4.0 * rounding(one, other) + skipping(one, other)
        )
        moved = Convex(other.points + (found.x[k], found.y[k]), other.radius)
        after = separating_axis(one, moved, early_out=False).separation
        assert abs(after) <= 16.0 * rounding(one, other) + 2.0 * skipping(one, other) or known.found.separation > 0.0


@each_crowd
def test_gjk_distances_are_those_of_the_scalar_function(crowd: str) -> None:
    pairs = CROWDS[crowd]()
    with np.errstate(all="raise", under="ignore"):
        found = gjk_distances(*packed(pairs))
    assert not found.failed.any()
    for k, (a, b) in enumerate(pairs):
        known, tie = gjk(a, b), 4.0 * rounding(a, b)
        assert abs(found.distance[k] - known.distance) <= tie, (k, a, b)
        assert abs(found.core_distance[k] - known.core_distance) <= tie
        assert found.overlapped[k] == (known.outcome is Outcome.OVERLAPPED)
        assert found.in_contact[k] == (known.normal is None)
        if known.normal is None:
            assert not found.normal[:, k].any()
            continue
        assert found.normal[:, k] == pytest.approx(known.normal, abs=1e-8)
        apart = found.on_b[:, k] - found.on_a[:, k]  # parallel edges have many nearest points
        gap = known.core_distance - a.radius - b.radius
        assert apart == pytest.approx(gap * found.normal[:, k], abs=1e-8 * max(1.0, a.size, b.size))


def test_gjk_takes_the_same_rounds() -> None:
    pairs = random_crowd(1)
    found = gjk_distances(*packed(pairs))
    assert found.iterations.tolist() == [gjk(a, b).iterations for a, b in pairs]


def test_gjk_and_separations_agree_where_cores_are_apart() -> None:
    pairs = random_crowd(4, 3000)
    a, b = packed(pairs)
    by_axes, by_gjk = separations(a, b), gjk_distances(a, b)
    apart = ~by_gjk.in_contact
    assert apart.sum() > 1000
    difference = by_axes.separation - (by_gjk.core_distance - a.radius - b.radius)
    assert np.abs(difference[apart]).max() < 1e-12


def test_gjk_at_its_cap() -> None:
    pairs = random_crowd(5, 200)
    found = gjk_distances(*packed(pairs), cap=1)
    for k, (a, b) in enumerate(pairs):
        known = gjk(a, b, cap=1)
        assert found.failed[k] == (known.outcome is Outcome.FAILED)
        assert found.core_distance[k] == pytest.approx(known.core_distance, abs=4.0 * rounding(a, b))
    assert 0 < found.failed.sum() < 200
    assert (found.iterations == 1).all()
    with pytest.raises(ValueError, match="iteration cap"):
        gjk_distances(*packed(pairs), cap=0)


def test_swapping_the_shapes_turns_the_normal() -> None:
    a, b = packed(random_crowd(6, 800))
    there, back = separations(a, b), separations(b, a)
    assert there.separation == pytest.approx(back.separation, abs=1e-12)
    tied = np.abs(there.normal_x + back.normal_x) + np.abs(there.normal_y + back.normal_y) > 1e-9
    assert tied.mean() < 0.02
    assert {EDGE_OF_A, EDGE_OF_B, NO_EDGE} == set(there.owner.tolist())


def test_an_answer_does_not_depend_on_its_neighbours() -> None:
    """Neither on the padding to the largest of a pack, nor on where the chunks end."""
    pairs = random_crowd(7, 2500)
    a, b = packed(pairs)
    whole, steps = separations(a, b), gjk_distances(a, b)
    for k in range(0, 2500, 97):
        one_a, one_b = Shapes.of([pairs[k][0]]), Shapes.of([pairs[k][1]])
        alone, step = separations(one_a, one_b), gjk_distances(one_a, one_b)
        for name in ("separation", "normal_x", "normal_y", "owner", "edge", "tolerance"):
            assert getattr(alone, name)[0] == getattr(whole, name)[k]
        assert step.distance[0] == steps.distance[k]


def test_packing_keeps_every_shape() -> None:
    shapes = [a for a, _ in random_crowd(8, 90)]
    pack = Shapes.of(shapes)
    assert len(pack) == 90
    assert repr(pack) == "Shapes(90 of up to 12 vertices)"
    for i, shape in enumerate(shapes):
        assert pack.shape(i).points.tobytes() == shape.points.tobytes()
        n = len(shape.normals)
        assert np.stack((pack.normal_x[:n, i], pack.normal_y[:n, i]), axis=1) == pytest.approx(
            shape.normals, abs=1e-15
        )
        assert pack.bounds[:, i].tolist() == [*shape.bounds().low, *shape.bounds().high]
        assert pack.max_coordinate[i] == shape.max_coordinate


def test_placing_is_that_of_each_shape() -> None:
    random = np.random.default_rng(9)
    shapes = [random_shape(random, kind) for kind in ("box", "circle", "capsule", "rounded polygon", "triangle") * 20]
    x, y, angle = random.uniform(-9, 9, 100), random.uniform(-9, 9, 100), random.uniform(-7, 7, 100)
    placed = Shapes.of(shapes).at(x, y, angle)
    for i, shape in enumerate(shapes):
        known = shape.at(Pose((x[i], y[i]), angle[i]))
        assert placed.shape(i).points == pytest.approx(known.points, abs=1e-13)
        n = len(known.normals)
        assert placed.normal_x[:n, i] == pytest.approx(known.normals[:, 0], abs=1e-10)
        assert placed.normal_y[:n, i] == pytest.approx(known.normals[:, 1], abs=1e-10)  # short edges
        assert placed.bounds[:, i] == pytest.approx([*known.bounds().low, *known.bounds().high], abs=1e-13)


def test_pairs_are_taken_by_index() -> None:
    shapes = [box(1, 1), circle(1, (1.2, 0)), capsule((3, 0), (4, 0), 0.2), segment((0, 2), (1, 2))]
    pack = Shapes.of(shapes)
    assert pack.bounds.shape == (4, 4)  # worked out once, and taken along
    first, second = np.triu_indices(4, 1)
    found = separations(pack.take(first), pack.take(second))
    for k, (i, j) in enumerate(zip(first, second, strict=True)):
        known = separating_axis(shapes[i], shapes[j], early_out=False).separation
        assert found.separation[k] == pytest.approx(known, abs=1e-14)
    assert len(pack.take([])) == 0
    for bad in ([4], [-1], [0.5], [[0]], ["a"]):
        with pytest.raises(ValueError, match="indices must"):
            pack.take(bad)


def test_no_shapes_and_no_pairs() -> None:
    nothing = Shapes.of([])
    assert len(nothing) == 0
    assert len(separations(nothing, nothing).separation) == 0
    assert len(overlapping(nothing, nothing)) == 0
    assert len(minimum_translations(nothing, nothing).x) == 0
    assert len(gjk_distances(nothing, nothing).distance) == 0
    assert nothing.at([], [], []).bounds.shape == (4, 0)


def test_bad_input_is_refused() -> None:
    one, two = Shapes.of([box(1, 1)]), Shapes.of([box(1, 1), circle(1)])
    with pytest.raises(ValueError, match="shape 1 is of type int"):
        Shapes.of([box(1, 1), 3])  # type: ignore[list-item]
    for routine in (separations, overlapping, minimum_translations, gjk_distances):
        with pytest.raises(ValueError, match="as many shapes A as B, not 1 and 2"):
            routine(one, two)
        with pytest.raises(ValueError, match="takes two Shapes, not Shapes and Convex"):
            routine(one, box(1, 1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"y must be finite .* number 1 is not"):
        two.at([0, 0], [0, math.nan], [0, 0])
    with pytest.raises(ValueError, match="angle must be 2 numbers"):
        two.at([0, 0], [0, 0], [0, 0, 0])
    with pytest.raises(ValueError, match="shape 0 is too far from the origin for its size"):
        two.at([1e17, 0], [0, 0], [0, 0])
    assert two.at(0, [0, 1e17], 0).x[0, 1] == 0.0  # a circle can be anywhere


def test_answers_are_sealed() -> None:
    a, b = packed([(rounded(convex(((0, 0), (2, 0), (1, 2))), 0.1), box(1, 1))])
    found, steps = separations(a, b), gjk_distances(a, b)
    assert isinstance(steps, Distances)
    for row in (found.separation, found.owner, found.edge, found.tolerance, steps.distance, steps.on_a, a.x, b.count):
        assert not row.flags.writeable
