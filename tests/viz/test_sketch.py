"""Outlines drawn by hand: a trembling hand, one that ends beyond where it began, and what is refused."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from geometry import box
from geometry.outline import signed_area
from viz.lesson.outline import Outline
from viz.lesson.scene import Body, at
from viz.session.sketch import ConcaveOutline, Remedy, Sketch

PIXEL = 0.01
BODY = at(box(1.0, 1.0), 3.0, 2.0, 30.0)


def drawn(*corners: tuple[float, float], tremor: float = 0.0, over: float = 0.0) -> Sketch:
    """A line around corners, which runs on beyond its beginning by a part of the first side."""
    sketch, noise = Sketch("a"), np.random.default_rng(7)
    ring = [*corners, corners[0]]
    for start, end in itertools.pairwise(ring):
        for share in np.linspace(0.0, 1.0, 60):
            x, y = np.array(start) + share * (np.array(end) - start) + noise.uniform(-tremor, tremor, 2)
            sketch.add((x, y), PIXEL)
    for share in np.linspace(0.0, over, 20):
        x, y = np.array(ring[0]) + share * (np.array(ring[1]) - ring[0]) + (0.5 * tremor, -0.7 * tremor)
        sketch.add((x, y), PIXEL)
    return sketch


SQUARE = (0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)


def test_a_body_takes_the_outline_where_it_was_drawn() -> None:
    body = drawn(*SQUARE, tremor=0.02, over=0.2).instead_of(BODY, PIXEL)
    assert isinstance(body, Body)
    assert len(body.shape.points) in range(4, 8)
    assert abs(signed_area(body.world.points)) == pytest.approx(4.0, rel=0.05)
    assert body.pose.position == pytest.approx((1.0, 1.0), abs=0.05)
    assert body.shape.radius == 0.0


@pytest.mark.parametrize("corners", [SQUARE, SQUARE[::-1]])
def test_either_way_round(corners: tuple[tuple[float, float], ...]) -> None:
    body = drawn(*corners).instead_of(BODY, PIXEL)
    assert isinstance(body, Body)
    assert len(body.shape.points) == 4
    assert signed_area(body.world.points) == pytest.approx(4.0, rel=1e-2)
    outline = drawn(*corners).instead_of(Outline(SQUARE), PIXEL)
    assert isinstance(outline, Outline)
    sign = 1.0 if corners is SQUARE else -1.0
    assert signed_area(outline.points) == pytest.approx(4.0 * sign, rel=1e-2), "an outline is listed as it was drawn"


def test_a_hollow_line_becomes_an_outline_and_no_body() -> None:
    corner = drawn((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0))
    with pytest.raises(ConcaveOutline, match="concave") as refused:
        corner.instead_of(BODY, PIXEL)
    ring = refused.value.ring
    for remedy, area in ((Remedy.HULL, 3.5), (Remedy.PIECE, 1.5)):
        assert signed_area(remedy.instead_of(BODY, ring).world.points) == pytest.approx(area, rel=2e-2)
        assert signed_area(remedy.outline(ring[::-1])) == pytest.approx(area, rel=2e-2)
    outline = corner.instead_of(Outline(SQUARE), PIXEL)
    assert isinstance(outline, Outline)
    assert len(outline.points) == 6
    assert signed_area(outline.points) == pytest.approx(3.0, rel=1e-2)


def test_a_line_that_crosses_itself_is_refused_with_its_edges() -> None:
    with pytest.raises(ValueError, match=r"not taken: .*cross"):
        drawn((0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)).instead_of(Outline(SQUARE), PIXEL)


@pytest.mark.parametrize("points", [[], [(0.0, 0.0)], [(0.0, 0.0), (0.01, 0.0), (0.02, 0.01)]])
def test_a_click_is_no_outline(points: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="once around"):
        Sketch("a", points).instead_of(BODY, PIXEL)


def test_a_straight_line_bounds_nothing() -> None:
    with pytest.raises(ValueError, match="not taken"):
        drawn((0.0, 0.0), (2.0, 0.0)).instead_of(BODY, PIXEL)


def test_what_runs_on_beyond_the_beginning_is_cut_off() -> None:
    for over in (0.0, 0.1, 0.3):
        outline = drawn(*SQUARE, tremor=0.01, over=over).instead_of(Outline(SQUARE), PIXEL)
        assert isinstance(outline, Outline)
        assert len(outline.points) in range(4, 7)
