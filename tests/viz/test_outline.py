"""Outlines that are held as they were listed: either way round, hollow, with holes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geometry.outline import signed_area
from viz.lesson.grip import Grip, Part, placed_grips
from viz.lesson.ink import Ink
from viz.lesson.outline import Outline
from viz.lesson.scene import Scene, handle
from viz.session.grips import dragged, pick, turned
from viz.session.history import Entry, History

LETTER = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 2.0), (3.0, 2.0), (3.0, 3.0), (0.0, 3.0))  # a C
HOLE = ((0.2, 0.2), (0.2, 0.8), (0.8, 0.8), (0.8, 0.2))
PIXEL = 0.01
places = st.tuples(*[st.floats(-4.0, 4.0)] * 2).map(np.array)


@dataclass(frozen=True, eq=False)
class Drawn(Scene):
    outline: Outline = handle(Ink.A, "A")


SCENE = Drawn(Outline(LETTER, HOLE))


def test_every_vertex_of_every_ring_can_be_held() -> None:
    grips = [placed.grip for placed in placed_grips(SCENE, PIXEL)]
    assert grips == [Grip("outline", Part.WHOLE), *(Grip("outline", Part.VERTEX, i) for i in range(12))]
    for placed in placed_grips(SCENE, PIXEL):
        if placed.grip.part is Part.VERTEX:
            assert pick(SCENE, placed.at + (0.05, 0.05), PIXEL) == placed.grip


@given(at=places)
def test_inside_is_what_shapely_calls_so(at: np.ndarray) -> None:
    point, shape = shapely.Point(at), shapely.Polygon(LETTER, [HOLE])
    if shape.boundary.distance(point) > 1e-9:
        assert SCENE.outline.contains(at) is shape.contains(point)


def test_a_press_in_the_hollow_and_in_the_hole_holds_nothing() -> None:
    assert pick(SCENE, np.array((2.0, 0.5)), PIXEL) == Grip("outline", Part.WHOLE)
    assert pick(SCENE, np.array((2.0, 1.5)), PIXEL) is None
    assert pick(SCENE, np.array((0.5, 0.5)), PIXEL) is None


@given(start=places, now=places)
def test_dragging_moves_all_rings_or_one_vertex(start: np.ndarray, now: np.ndarray) -> None:
    moved = dragged(SCENE, Grip("outline", Part.WHOLE), start, now)
    for before, after in zip(SCENE.outline.rings, moved.outline.rings, strict=True):  # type: ignore[attr-defined]
        assert after == pytest.approx(before + now - start)
    bent = dragged(SCENE, Grip("outline", Part.VERTEX, 9), start, now).outline  # type: ignore[attr-defined]
    assert bent.rings[0].tolist() == SCENE.outline.rings[0].tolist()
    assert bent.rings[1][1] == pytest.approx(SCENE.outline.rings[1][1] + now - start)
    assert bent.rings[1][[0, 2, 3]].tolist() == SCENE.outline.rings[1][[0, 2, 3]].tolist()


@pytest.mark.parametrize("ring", [LETTER, LETTER[::-1]])
def test_turning_keeps_middle_area_and_the_way_round(ring: tuple[tuple[float, float], ...]) -> None:
    scene = Drawn(Outline(ring))
    after = turned(scene, Grip("outline", Part.VERTEX, 2), 0.7).outline  # type: ignore[attr-defined]
    assert after.middle == pytest.approx(scene.outline.middle)
    assert signed_area(after.points) == pytest.approx(signed_area(scene.outline.points))
    before = scene.outline.points[2] - scene.outline.middle
    spoke = after.points[2] - after.middle
    assert math.atan2(before[0] * spoke[1] - before[1] * spoke[0], float(before @ spoke)) == pytest.approx(0.7)


def test_vertices_come_and_go_in_their_own_ring() -> None:
    more = SCENE.outline.with_vertex_added(11)
    assert [len(ring) for ring in more.rings] == [8, 5]
    assert more.rings[1][4].tolist() == [0.5, 0.2], "the last edge of the hole runs back to its first vertex"
    assert more.with_vertex_removed(12).rings[1].tolist() == SCENE.outline.rings[1].tolist()
    with pytest.raises(ValueError, match="three vertices"):
        Outline(LETTER[:3]).with_vertex_removed(0)


@pytest.mark.parametrize("ring", [LETTER[:2], (1.0, 2.0, 3.0), ((0, 0), (1, 0), (math.nan, 1)), [[0, 0, 0]] * 3])
def test_what_is_no_ring_is_refused(ring: object) -> None:
    with pytest.raises(ValueError, match="at least 3 finite points"):
        Outline(ring)  # type: ignore[arg-type]


def test_a_ring_without_area_has_a_middle_all_the_same() -> None:
    assert Outline(((0.0, 0.0), (1.0, 1.0), (2.0, 2.0))).middle == pytest.approx((1.0, 1.0))
    bow = Outline(((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0001)))
    assert (bow.middle >= 0.0).all()
    assert (bow.middle <= 1.001).all()


def test_edits_of_an_outline_are_undone() -> None:
    history, after = History(), dragged(SCENE, Grip("outline", Part.VERTEX, 0), np.zeros(2), np.ones(2))
    history.record(Entry(SCENE))
    found = history.undo(Entry(after))
    assert found is not None
    assert found.scene is SCENE


def test_an_outline_that_is_moved_keeps_its_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dragged as a whole, an outline of 200 vertices was cut anew in every frame."""
    from geometry.concave import convex_decomposition as room

    first = Outline(LETTER, HOLE)
    cut = first.polygon.decomposition
    monkeypatch.setattr(room, "convex_decomposition", None)  # nobody asks again
    moved = first.moved((0.1, 0.2)).moved((1.0, -3.0))
    assert moved.unmoved is first
    assert moved.polygon.decomposition is cut
    assert np.array_equal(moved.polygon.points, moved.vertices)
    for piece, before in zip(moved.polygon.pieces, first.polygon.pieces, strict=True):
        assert piece.points == pytest.approx(before.points + (1.1, -2.8))


def test_reshaped_or_turned_it_is_cut_anew() -> None:
    moved = Outline(LETTER).moved((1.0, 1.0))
    for other in (moved.turned(0.3), moved.with_vertex(0, (0.5, 0.5)), moved.with_vertex_added(0)):
        assert other.unmoved is other
