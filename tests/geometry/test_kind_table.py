"""The table of kinds: what counts as which kind, the order that a pair is stored in, and both counts."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest

from geometry import Convex, Pose, box, capsule, circle, collide, regular_polygon, rounded, separation
from geometry.faulty.kind_table import not_reversed
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import KINDS, BodiesPaired, GenericCounted, Kind, KindAdded, StoredFirst, kind_of
from geometry.primitives.kind_table import kind_table as table

SHAPES = {
    Kind.CIRCLE: circle(0.8),
    Kind.AABB: box(1.4, 1.0),
    Kind.OBB: box(1.4, 1.0).at(Pose(np.zeros(2), 0.4)),
    Kind.POLYGON: regular_polygon(5, 0.8),
    Kind.CAPSULE: capsule((-0.5, 0.1), (0.5, -0.1), 0.4),
    Kind.ROUNDED: rounded(regular_polygon(3, 0.7), 0.2),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_shape_has_its_kind_wherever_it_stands(kind: Kind) -> None:
    assert kind_of(SHAPES[kind]) is kind is kind_of(SHAPES[kind].moved((3.0, -2.0)))
    quarter = SHAPES[kind].at(Pose(np.zeros(2), np.pi / 2.0))
    assert kind_of(quarter) is kind
    assert kind_of(box(1.0, 1.0).at(Pose(np.zeros(2), 1e-6))) is Kind.OBB


@pytest.mark.parametrize(("first", "second"), list(product(KINDS, KINDS)))
def test_a_pair_is_answered_alike_in_either_order(first: Kind, second: Kind) -> None:
    a, b = SHAPES[first], SHAPES[second].moved((1.1, 0.35))
    trace = table.trace(4, 5, a, b)
    stored = next(step for step in trace if isinstance(step, StoredFirst))
    places = KINDS.index(first), KINDS.index(second)
    assert stored.swapped == (places[0] < places[1]) == any(isinstance(step, TurnedRound) for step in trace)
    assert (KINDS.index(stored.first), KINDS.index(stored.second)) == (max(places), min(places))
    assert stored.in_table == (max(places) < 4)
    n, s = trace.result.contact.normal, trace.result.contact.separation
    assert s == pytest.approx(separation(a, b)) == pytest.approx(collide(a, b).separation)
    assert separation(a, b.moved(-s * n)) == pytest.approx(0.0, abs=1e-9)
    wrong = not_reversed(a, b)
    assert wrong.normal @ n == pytest.approx(-1.0 if stored.swapped else 1.0)
    assert wrong.separation == pytest.approx(separation(a, b.moved(-s * n * (-1.0 if stored.swapped else 1.0))))


def test_pushed_apart_nothing_is_pushed_where_nothing_overlaps() -> None:
    found = not_reversed(SHAPES[Kind.CIRCLE], SHAPES[Kind.AABB].moved((5.0, 0.0)))
    assert not found.move.any()


@pytest.mark.parametrize(("kinds", "bodies"), [(2, 2), (3, 10), (6, 50), (6, 0)])
def test_both_counts(kinds: int, bodies: int) -> None:
    steps = table.trace(kinds, bodies, circle(1.0), circle(1.0).moved((1.0, 0.0))).steps
    added = [step for step in steps if isinstance(step, KindAdded)]
    assert [step.kind for step in added] == list(KINDS[1:kinds])
    for step in added:
        assert step.routines == len(list(combinations_with_replacement(range(step.kinds), 2)))
    counted = next(step for step in steps if isinstance(step, GenericCounted))
    assert (counted.kinds, counted.routines, counted.generic) == (kinds, added[-1].routines, kinds + 1)
    last = steps[-1]
    assert isinstance(last, BodiesPaired)
    assert (last.bodies, last.pairs) == (bodies, len(list(combinations(range(bodies), 2))))
    assert last.routines == added[-1].routines


@pytest.mark.parametrize("kinds", [1, 7])
def test_other_numbers_of_kinds_are_refused(kinds: int) -> None:
    with pytest.raises(ValueError, match="kinds must be 2 to 6"):
        table(kinds, 3, circle(1.0), circle(1.0))


def test_only_shapes_have_a_kind() -> None:
    with pytest.raises(ValueError, match="kind_of"):
        kind_of(Pose())  # type: ignore[arg-type]
    assert isinstance(SHAPES[Kind.CIRCLE], Convex)
