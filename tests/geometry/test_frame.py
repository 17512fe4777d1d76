"""One frame of an engine: each stage's pairs against a slower way, its end against a step without a broadphase."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from geometry import Aabb, Convex, separating_axis
from geometry.dynamics.body import RigidBody, rigid_body, static_body
from geometry.dynamics.contacts import ContactsFound
from geometry.dynamics.rules import StepRules
from geometry.dynamics.step import Stepped, rigid_step
from geometry.engine.frame import BoxesPut, BoxesTested, CandidatesFound, ShapesTested, Solved, frame
from geometry.faulty.pipeline import boxes_as_the_answer, cell_of_the_centre
from geometry.shape import box, hull, regular_polygon


def crowd(seed: int, n: int = 30, still: int = 3) -> list[RigidBody]:
    draw = random.Random(seed)
    found = []
    for i in range(n):
        at = (draw.uniform(0.0, 4.0), draw.uniform(0.0, 4.0))
        core = regular_polygon(draw.randint(3, 6), draw.uniform(0.2, 0.5), at, draw.uniform(0.0, 6.0))
        shape = Convex(core.points, draw.choice((0.0, 0.1)))
        way = (draw.uniform(-2.0, 2.0), draw.uniform(-2.0, 2.0))
        found.append(static_body(shape) if i < still else rigid_body(shape, velocity=way))
    return found


def meets(a: Aabb, b: Aabb) -> bool:
    return bool((a.low <= b.high).all() and (b.low <= a.high).all())


@pytest.mark.parametrize("seed", range(5))
def test_each_stage_keeps_what_it_must(seed: int) -> None:
    bodies = crowd(seed)
    steps: Any = frame.trace(bodies, 0.7).steps
    boxes, candidates, tested, shapes, found, solved, _ = steps
    kinds = (BoxesPut, CandidatesFound, BoxesTested, ShapesTested, ContactsFound, Solved, Stepped)
    assert tuple(map(type, steps)) == kinds
    cells = []
    for each in boxes.boxes:
        low, high = np.floor(each.low / 0.7), np.floor(each.high / 0.7)
        cells.append({*itertools.product(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))})
    pairs = [(i, j) for i, j in itertools.combinations(range(30), 2) if j >= 3]
    assert candidates.pairs == tuple((i, j) for i, j in pairs if cells[i] & cells[j])
    meet = [(i, j) for i, j in pairs if meets(boxes.boxes[i], boxes.boxes[j])]
    assert tested.pairs == tuple(meet)
    apart = {(i, j): separating_axis(bodies[i].placed[0], bodies[j].placed[0]).separation > 0.0 for i, j in meet}
    assert shapes.pairs == tuple(pair for pair in meet if not apart[pair])
    assert shapes.rejected == tuple(pair for pair in meet if apart[pair])
    assert {(c.id.pair.body_a, c.id.pair.body_b) for c in found.contacts} == {*shapes.pairs}
    assert solved.applied == 10 * len(found.contacts)


@pytest.mark.parametrize("seed", range(5))
def test_its_end_is_that_of_a_step_that_looks_at_all_pairs(seed: int) -> None:
    bodies, rules = crowd(seed), StepRules(gravity=(0.0, -3.0))
    with_pairs, without = frame(bodies, 0.7, rules=rules), rigid_step(bodies, rules=rules)
    for a, b in zip(with_pairs.bodies, without.bodies, strict=True):
        assert a.pose.position.tolist() == b.pose.position.tolist()
        assert (a.velocity.tolist(), a.spin) == (b.velocity.tolist(), b.spin)


def test_approach_is_the_fastest_along_a_normal() -> None:
    bodies = [rigid_body(box(1, 1), velocity=(1.5, 9.0)), rigid_body(box(1, 1, (0.9, 0.0)), velocity=(-1.0, 9.0))]
    solved = next(s for s in frame.trace(bodies, 1.0, rules=StepRules(gravity=(0, 0))) if isinstance(s, Solved))
    assert solved.approach(solved.before) == pytest.approx(2.5)
    assert solved.approach(solved.after) == pytest.approx(0.0, abs=1e-9)
    alone = next(s for s in frame.trace(bodies[:1], 1.0) if isinstance(s, Solved))
    assert alone.approach(alone.before) == 0.0


def test_bodies_of_several_pieces_are_refused() -> None:
    with pytest.raises(ValueError, match="one piece each"):
        frame([static_body([box(1, 1), box(1, 1, (2, 0))])], 1.0)


def test_faulty_frames() -> None:
    shapes = [hull(((0, 0), (1, 0), (0, 1))), hull(((1, 1), (1, 0.5), (0.5, 1))), box(0.5, 0.5, (1.2, 0.9))]
    boxes = boxes_as_the_answer(shapes)
    assert boxes.reported == ((0, 1), (0, 2), (1, 2))
    assert (boxes.missed, boxes.false) == ((), ((0, 1), (0, 2)))
    lost = cell_of_the_centre(shapes, 1.0)  # the centres of boxes 1 and 2 lie in cells 0 and 1
    assert (lost.reported, lost.missed, lost.false) == ((), ((1, 2),), ())
    assert lost.kept == (1, 1), "boxes 0 and 1 share cell (0, 0)"
    assert cell_of_the_centre(shapes, 4.0).reported == ((1, 2),)
    assert cell_of_the_centre(shapes, 4.0).kept == (3, 3)
    assert boxes.kept == ()
    assert boxes_as_the_answer(shapes[:1]).reported == ()
