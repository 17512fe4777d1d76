"""One push a piece, against one push for the whole."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Convex, Polygon, box, polygon_separation, polygon_translation
from geometry.faulty.concave_pushes import deepest_pair_only, one_push_a_piece
from tests.geometry.outlines import L_SHAPE, STAR, U_SHAPE


def triangles(polygon: Polygon) -> list[Convex]:
    return [Convex(polygon.points[list(triangle)]) for triangle in polygon.triangulation.triangles]


def test_box_on_a_star() -> None:
    """The lesson's preset: eight pushes, 2.9 times as far as needed."""
    star, body = Polygon(STAR), box(0.8, 0.8, (-0.5, 0.5))
    found = one_push_a_piece(triangles(star), [body])
    assert found.has_ended
    assert len(found.pushes) == 8
    assert found.moved == pytest.approx((1.94, -1.02), abs=0.005)
    least = -polygon_separation(star, body)
    assert math.hypot(*found.moved) / least == pytest.approx(2.9, abs=0.05)
    assert polygon_separation(star, body.moved(found.moved)) >= -1e-9


def test_between_two_walls_it_never_ends() -> None:
    """Erratum S2.19: a box 2.2 wide over a slot 2 wide."""
    shape, body = Polygon(U_SHAPE), box(2.2, 1, (2, 2.6))
    found = one_push_a_piece(shape.pieces, [body])
    assert not found.has_ended
    assert found.rounds == 60
    assert polygon_translation(shape, body).translation == pytest.approx((0.0, 0.9))


def test_it_is_never_shorter_than_the_push_of_the_whole() -> None:
    random = np.random.default_rng(6)
    star = Polygon(STAR)
    far = 0
    for _ in range(80):
        body = box(0.8, 0.8, random.uniform(-1.5, 1.5, 2), float(random.uniform(0, 7)))
        least = polygon_separation(star, body)
        found = one_push_a_piece(triangles(star), [body])
        if least >= -1e-9:
            assert found.pushes == ()
        elif found.has_ended:
            assert math.hypot(*found.moved) >= -least - 1e-9
            assert found.length >= math.hypot(*found.moved) - 1e-9
            far += math.hypot(*found.moved) > -1.5 * least
    assert far > 3


def test_the_deepest_pair_is_not_enough() -> None:
    shape, body = Polygon(L_SHAPE), box(0.6, 0.6, (1.2, 1.2))
    found = deepest_pair_only(shape.pieces, [body])
    assert len(found.pushes) == 1
    assert polygon_separation(shape, body.moved(found.moved)) < -0.05
    assert deepest_pair_only(shape.pieces, [body.moved((5, 5))]).pushes == ()


@pytest.mark.parametrize("routine", [one_push_a_piece, deepest_pair_only])
def test_refusals(routine: object) -> None:
    with pytest.raises(ValueError, match="a piece each at least"):
        routine([], [box(1, 1)])  # type: ignore[operator]


def test_the_pushes_can_be_stepped() -> None:
    """One step a push, and the answer at last; in turn out of either leg."""
    shape, body = Polygon(U_SHAPE), box(2.2, 1, (2, 2.6))
    trace = one_push_a_piece.trace(shape.pieces, [body], 3)
    *pushes, answer = trace
    assert answer is trace.result
    assert answer.pushes == tuple(pushes)
    assert [each.of_a for each in pushes] == [1, 2] * 3
    assert [each.round for each in pushes] == [1, 1, 2, 2, 3, 3]
    assert [float(each.push[0]) for each in pushes] == pytest.approx([0.1, -0.2, 0.2, -0.2, 0.2, -0.2])
    assert pushes[-1].moved == pytest.approx(sum(each.push for each in pushes))
    with pytest.raises(ValueError, match="at least one round"):
        one_push_a_piece(shape.pieces, [body], 0)
