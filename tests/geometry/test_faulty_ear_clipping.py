"""The slips, and where each of them shows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Polygon, ear_clipping
from geometry.faulty.ear_clipping import Slip, ear_clipping_with
from tests.geometry.outlines import CAVE_WALL, COMB, L_SHAPE, SQUARE, STAR

ANGLE = np.arange(1500) * math.tau / 1500
LOBES = (1 + 0.2 * np.cos(7 * ANGLE))[:, None] * np.stack((np.cos(ANGLE), np.sin(ANGLE)), axis=1)
DIAGONAL = [(0, 0), (4, 0), (4, 4), (2, 2), (0, 4)]
RUN = [(2, 0), (4, 0), (4, 4), (0, 4), (0, 0)]
TRIANGLE = [(0, 0), (4, 0), (0, 3)]


@pytest.mark.parametrize("outline", [CAVE_WALL, COMB, L_SHAPE, SQUARE, STAR.tolist(), DIAGONAL, RUN, TRIANGLE])
def test_without_a_slip_it_is_the_right_one(outline: list[tuple[float, float]]) -> None:
    found = ear_clipping_with(Slip.NONE, np.array(outline))
    assert found.triangles == ear_clipping(Polygon(outline)).triangles
    assert found.error <= 1e-12
    assert found.has_ended


@pytest.mark.parametrize(
    ("slip", "outline", "triangles", "covered"),
    [
        (Slip.NO_INSIDE_TEST, CAVE_WALL, 14, 38.88),
        (Slip.NO_INSIDE_TEST, L_SHAPE, 4, 9.0),
        (Slip.NO_INSIDE_TEST, STAR.tolist(), 8, 5.29),  # it shows nothing here
        (Slip.WRONG_SIGN, CAVE_WALL, 8, 11.43),
        (Slip.WINDING, SQUARE[::-1], 1, 8.0),  # of 16, as SAT explained's listing
        (Slip.TRIANGLE_REFUSED, TRIANGLE, 0, 0.0),
        (Slip.CAP, LOBES.tolist(), 1002, 2.59),  # of 1498, 3.20
        (Slip.HALF_OPEN, DIAGONAL, 3, 12.0),
        (Slip.STRAIGHT_EARS, RUN, 3, 16.0),
        (Slip.OWN_VERTICES, SQUARE, 1, 8.0),
    ],
)
def test_what_a_slip_costs(slip: Slip, outline: list[tuple[float, float]], triangles: int, covered: float) -> None:
    found = ear_clipping_with(slip, np.array(outline))
    assert len(found.triangles) == triangles
    assert found.covered == pytest.approx(covered, abs=0.005)


def test_empty_triangles() -> None:
    assert ear_clipping_with(Slip.HALF_OPEN, np.array(DIAGONAL)).empty == 1
    assert ear_clipping_with(Slip.STRAIGHT_EARS, np.array(RUN)).empty == 1
    assert ear_clipping_with(Slip.NONE, np.array(RUN)).empty == 0


def test_a_loop_that_stalls_is_cut_off() -> None:
    for slip, outline in ((Slip.WINDING, SQUARE[::-1]), (Slip.OWN_VERTICES, CAVE_WALL), (Slip.WRONG_SIGN, SQUARE)):
        found = ear_clipping_with(slip, np.array(outline))
        assert not found.has_ended
        assert found.idle_passes == 1000
    assert ear_clipping_with(Slip.CAP, LOBES).idle_passes == 0


def test_every_slip_shows_somewhere() -> None:
    outlines = [CAVE_WALL, L_SHAPE, SQUARE[::-1], TRIANGLE, LOBES, DIAGONAL, RUN]
    for slip in Slip:
        found = [ear_clipping_with(slip, np.array(outline)) for outline in outlines]
        shows = any(f.error > 1e-9 or f.empty or not f.has_ended for f in found)
        assert shows == (slip is not Slip.NONE)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="at least 3 vertices, not 2"):
        ear_clipping_with(Slip.NONE, np.array(SQUARE[:2]))
