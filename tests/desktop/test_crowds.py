"""Thousands of lines and triangles at once: as single marks would be painted, whole, clipped and in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.tools.gallery import Board
from viz.desktop.crowds import ribbons
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.picture.clipping import clip_segment
from viz.picture.motion import blend, morph
from viz.picture.theme import DARK, THEMES
from viz.picture.view import View

VIEW = View((0.0, 0.0), 50.0, (400.0, 300.0))


@pytest.fixture(scope="module")
def board(off_screen: None) -> Iterator[Board]:
    board = Board((448, 296))
    yield board
    board.close()


def lines(count: int, seed: int = 7) -> np.ndarray:
    random = np.random.default_rng(seed)
    start = random.uniform((-4.2, -2.8), (4.2, 2.8), (count, 2))
    return np.hstack((start, start + random.normal(0.0, 0.6, (count, 2))))


def singly(segments: np.ndarray, ink: Ink, line: Line) -> Canvas:
    canvas = Canvas(VIEW.pixel)
    for x, y, u, v in segments:
        canvas.stroke([(x, y), (u, v)], ink, line=line)
    return canvas


def crowd(segments: np.ndarray, ink: Ink, line: Line, **more: Any) -> Canvas:
    canvas = Canvas(VIEW.pixel)
    canvas.crowd(ink, segments=segments, line=line, **more)
    return canvas


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_its_lines_look_like_single_ones(board: Board, theme: Any, scale: float) -> None:
    segments = lines(40)
    ours = board.show(crowd(segments, Ink.GAP, Line.THIN), VIEW, theme, scale=scale).astype(float)
    theirs = board.show(singly(segments, Ink.GAP, Line.THIN), VIEW, theme, scale=scale).astype(float)
    ground = board.show(Canvas(VIEW.pixel), VIEW, theme, scale=scale).astype(float)
    covered = np.abs(theirs - ground).sum()
    assert np.abs(ours - ground).sum() == pytest.approx(covered, rel=0.04)
    assert np.abs(ours - theirs).sum() < 0.25 * covered  # at their rims and ends alone
    assert np.median(np.abs(ours - theirs)[np.abs(theirs - ground) > 60.0]) < 12.0


def test_more_than_sixteen_bits_can_count_are_all_there(board: Board) -> None:
    """20,000 quads are 80,000 vertices: the last ones stand where they should."""
    many = np.tile((-3.9, -2.9, -3.8, -2.9), (20_000, 1))
    many[-1] = (-3.0, 1.0, 3.0, 1.0)
    canvas = crowd(many, Ink.GAP, Line.OUTLINE)
    canvas.stroke([(-3.0, -1.0), (3.0, -1.0)], Ink.GAP, line=Line.OUTLINE)  # what follows is drawn as ever
    image = board.show(canvas, VIEW, DARK).astype(float)
    assert np.abs(image[100, 60:340] - image[200, 60:340]).max() < 40.0
    assert image[100, 200, 1] > 120.0


def test_triangles_are_filled_below_the_lines(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    square = [(-2, -2, 2, -2, 2, 2), (-2, -2, 2, 2, -2, 2)]
    canvas.crowd(Ink.A, triangles=square, segments=[(-3.0, 0.0, 3.0, 0.0)], line=Line.FEATURE, fill=0.5)
    image = board.show(canvas, VIEW, DARK).astype(float)
    plain = Canvas(VIEW.pixel)
    plain.area([(-2, -2), (2, -2), (2, 2), (-2, 2)], Ink.A, opacity=0.5)
    assert np.abs(image - board.show(plain, VIEW, DARK).astype(float))[60:140, 110:290].max() < 2.0
    assert image[150, 200] == pytest.approx(image[150, 70], abs=2.0), "the line is above the fill"


def test_it_keeps_its_place_among_the_marks(board: Board) -> None:
    for first, last, color in ((Ink.GAP, Ink.OVERLAP, Ink.OVERLAP), (Ink.OVERLAP, Ink.GAP, Ink.GAP)):
        canvas = Canvas(VIEW.pixel)
        for ink in (first, last):
            if ink is Ink.GAP:
                canvas.crowd(ink, segments=[(-3.0, 0.0, 3.0, 0.0)], line=Line.BAR)
            else:
                canvas.stroke([(-3.0, 0.0), (3.0, 0.0)], ink, line=Line.BAR)
        wanted = singly(np.array([(-3.0, 0.0, 3.0, 0.0)]), color, Line.BAR)
        seen, alone = (board.show(each, VIEW, DARK)[150, 200].astype(float) for each in (canvas, wanted))
        assert seen == pytest.approx(alone, abs=3.0)


def test_faint_ones_are_faint(board: Board) -> None:
    segments = np.array([(-3.0, 0.0, 3.0, 0.0)])
    full, half, none = (
        board.show(crowd(segments, Ink.GAP, Line.BAR, opacity=o), VIEW, DARK)[150, 200].astype(float)
        for o in (1.0, 0.5, 0.0)
    )
    assert half == pytest.approx(0.5 * (full + none), abs=3.0)


def test_each_has_its_own_opacity(board: Board) -> None:
    """The first line and the first triangle lie outside the canvas: the others keep theirs."""
    tall = np.array([(x, -2.0, x, 2.0) for x in (-9000.0, -3.0, -2.0, -1.0)])
    tips = np.array([(x, -2.0, x + 1.0, -2.0, x, 2.0) for x in (9000.0, 0.0, 1.0, 2.0)])
    parts = np.array((1.0, 0.2, 0.6, 1.0))
    many, single = Canvas(VIEW.pixel), Canvas(VIEW.pixel)
    many.crowd(Ink.GAP, segments=tall, triangles=tips, line=Line.BAR, opacity=parts, fill=parts)
    for line, tip, part in zip(tall, tips, parts.tolist(), strict=True):
        single.crowd(Ink.GAP, segments=[line], triangles=[tip], line=Line.BAR, opacity=part, fill=part)
    seen, wanted, ground = (board.show(each, VIEW, DARK).astype(float) for each in (many, single, Canvas(VIEW.pixel)))
    assert np.abs(seen - wanted).max() <= 1.0
    tones = np.abs(seen - ground).sum(axis=2)
    for places in ([50, 100, 150], [210, 260, 310]):
        assert (np.diff(tones[150, places]) > 20.0).all()


def test_only_what_is_near_the_canvas_is_drawn() -> None:
    from viz.desktop.crowds import seen

    random = np.random.default_rng(3)
    ends = random.normal(0.0, 1.0, (2000, 2, 2)) * 10.0 ** random.uniform(1.0, 6.0, (2000, 1, 1))
    ends[:200, 1, 0] = ends[:200, 0, 0]  # upright ones
    kept, which = seen(ends, (400.0, 300.0))
    for line, own in zip(kept, ends[which], strict=True):  # each is a part of the one that it is said to be
        way = (own[1] - own[0]) / np.hypot(*(own[1] - own[0]))
        assert np.abs((line - own[0]) @ (-way[1], way[0])).max() < 1e-6
    found = {tuple(np.round(line, 3).ravel()) for line in kept}
    for a, b in ends.tolist():
        wanted = clip_segment(tuple(a), tuple(b), (-8.0, -8.0), (408.0, 308.0))
        if wanted is not None:
            assert any(np.allclose(line, np.ravel(wanted), rtol=0.0, atol=0.01) for line in found), (
                f"{a} to {b} is seen"
            )
    lines = np.array(sorted(found)).reshape(-1, 2)
    assert ((lines > (-8.01, -8.01)) & (lines < (408.01, 308.01))).all()


def test_it_has_bounds_and_a_transcript() -> None:
    canvas = Canvas()
    canvas.crowd(Ink.A, segments=[(0, 1, 2, 3)], triangles=[(0, 0, 5, 0, 0, -4)])
    box = canvas.bounds()
    assert box is not None
    assert (box.low.tolist(), box.high.tolist()) == ([0.0, -4.0], [5.0, 3.0])
    other = Canvas()
    other.crowd(Ink.A, segments=[(0, 1, 2.01, 3)], triangles=[(0, 0, 5, 0, 0, -4)])
    assert canvas.transcript() != other.transcript()
    assert "segments=1" in canvas.transcript()
    assert "triangles=1" in canvas.transcript()
    for fading in ((0.2, 0.4), (0.4, 0.2), (0.2, 0.4)):
        other.crowd(Ink.A, segments=[(0, 0, 1, 0), (0, 0, 0, 1)], opacity=np.array(fading))
    assert len(set(other.transcript().splitlines()[1:])) == 2
    empty = Canvas()
    empty.crowd(Ink.A)
    assert empty.bounds() is None


def test_motion_takes_it_along() -> None:
    before, after = Canvas(), Canvas()
    for canvas, x in ((before, 0.0), (after, 1.0)):
        canvas.crowd(Ink.A, segments=[(x, 0, x, 1)])
    for way in (blend, morph):
        marks, opacities = way(before.marks, after.marks, 0.5)
        assert [each.ink for each in marks] == [Ink.A]  # type: ignore[union-attr]
        assert opacities == [1.0]


def test_lines_that_go_on_as_the_next_do_not_cover_it_twice() -> None:
    """In a fine curve what both cover would be brighter: a bead at every joint."""
    turn = np.linspace(0.0, 1.0, 12)
    arc = 40.0 * np.stack((np.cos(turn), np.sin(turn)), axis=1)
    quads = ribbons(np.stack((arc[:-1], arc[1:]), axis=1), 2.0, 0.7)
    lengths = np.hypot(*(quads[:, 1] - quads[:, 0]).T)
    own = np.hypot(*(arc[1:] - arc[:-1]).T)
    assert (lengths - own)[1:-1].max() < 0.2
    assert (lengths - own)[0] > 0.7, "its free end is as long as ever"
    corner = np.array((((0.0, 0.0), (9.0, 0.0)), ((9.0, 0.0), (9.0, 9.0))))
    sharp = ribbons(corner, 2.0, 0.7)
    assert np.hypot(*(sharp[0, 1] - sharp[0, 0])) == pytest.approx(9.0 + 2 * 0.7), "a corner leaves no notch"
