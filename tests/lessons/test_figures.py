"""The figure of every lesson of the second edition, at the size it has in a window of 1280 x 720: what is drawn fills
its pane at every stage, and no words lie on lines, points, letters, each other or the title."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from tests.lessons.roboto import text_width
from tests.lessons.second_edition import SCENES, Told, name_of
from viz.lesson.canvas import Area, Canvas, Crowd, Stroke
from viz.lesson.ink import TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Symbol
from viz.lesson.page import stages
from viz.picture.collisions import collisions
from viz.picture.framing import filled_part, frame
from viz.picture.label_places import Text
from viz.picture.labels import HEAD, place_labels
from viz.picture.layout import Place, lay_out
from viz.picture.pixels import Box, in_pixels
from viz.picture.sizes import FORMULA_SIZE, PILL_PADDING, SYMBOL_SIZE
from viz.picture.theme import FACES
from viz.picture.view import View

FIGURE = (896.0, 592.0)
TIMES = (0.0, 0.25, 0.5, 0.75, 1.0)
FILLED = 0.75
each = pytest.mark.parametrize("told", SCENES, ids=name_of)


def measure(mark: Text) -> tuple[float, float]:
    """Width and height of a label as the window letters it."""
    if isinstance(mark, Symbol):
        letters = re.sub(r"\\[a-zA-Z]+|[{}_^ ]", "", mark.latex)
        return SYMBOL_SIZE * (0.6 * max(len(letters), 1) + 0.2), 1.15 * SYMBOL_SIZE
    face, lines = FACES[mark.style], mark.text.split("\n")
    across, down = PILL_PADDING if mark.style is TextStyle.PILL else (2.0, 0.0)
    bold = "**" if face.weight == "bold" else ""
    wide = max(text_width(f"{bold}{line}{bold}", face.size) for line in lines)
    tall = sum(face.size * (FORMULA_SIZE * 1.2 if "$" in line else 1.17) for line in lines)
    return wide + 2.0 * across, tall + 2.0 * down


class Shown(NamedTuple):
    """A stage in a pane: its view, what each of its steps draws, and what is drawn at all times of its clock."""

    name: str
    place: Place
    view: View
    canvases: list[Canvas]
    at_all_times: list[Canvas]


@functools.cache
def pictures(told: Told) -> list[Shown]:
    """Every stage in every pane."""
    moments = told.moments()
    found = []
    for stage, steps in stages(told.lesson.stage_names(moments[0])):
        times = () if told.lesson.clock(moments[steps[0]]) is None else TIMES
        for place in lay_out(told.lesson.layout_at(moments[steps[0]]), *FIGURE).places:
            size = (place.width, place.height)
            view = frame(place.pane, moments[steps[0]], size, steps=steps, times=times)
            canvases = [drawn(place, moments[i], view) for i in steps]
            others = [drawn(place, replace(moments[i], time=t), view) for i in steps for t in times]
            found.append(Shown(f"{stage}, {place.pane.name}", place, view, canvases, canvases + others))
    return found


def drawn(place: Place, moment: Moment[Any], view: View) -> Canvas:
    canvas = Canvas(view.pixel, view.pixel_y)
    place.pane.draw(canvas, moment)
    return canvas


@each
def test_what_a_stage_draws_fills_its_panes(told: Told) -> None:
    short = {}
    for shown in pictures(told):
        marks = [mark for canvas in shown.at_all_times for mark in canvas.marks]
        is_empty = all(canvas.bounds() is None for canvas in shown.at_all_times)
        if not is_empty and shown.place.pane.axes is None and filled_part(shown.view, marks) < FILLED:
            short[shown.name] = round(filled_part(shown.view, marks), 2)
    assert not short


def reserved(title: str) -> Iterator[Box]:
    if title:
        yield (16.0, 10.0, 24.0 + text_width(title, 13.0), HEAD)


@each
def test_words_are_clear_of_everything(told: Told) -> None:
    found = set()
    for shown in pictures(told):
        size, view = (shown.place.width, shown.place.height), shown.view
        taken = tuple(reserved(shown.place.pane.title))
        for canvas in shown.canvases:
            pixels = in_pixels(canvas.marks, view)
            placed, _ = place_labels(canvas.marks, view, measure, reserved=lambda taken=taken: taken, pixels=pixels)
            for collision in collisions(placed, canvas.marks, pixels, size, taken):
                found.add(f"{shown.name}: {collision.text} on {collision.on}")
    assert not found


MOST_NUMBERS = 400_000  # of a picture; a crowd of thousands may have them at any zoom


@pytest.mark.parametrize("pixel", [1e-7, 1e4], ids=["from very near", "from very far"])
@each
def test_a_picture_stays_small_at_any_zoom(told: Told, pixel: float) -> None:
    """The wheel zooms a million times in and out: neither dashes nor ticks may be counted by pixels alone."""
    moments = told.moments()
    for moment in (moments[0], moments[len(moments) // 2], moments[-1]):
        for pane in told.lesson.panes:
            near, usual = Canvas(pixel), Canvas(0.01)
            for canvas in (near, usual):
                pane.draw(canvas, moment)
            assert numbers_of(near) < max(MOST_NUMBERS, 3 * numbers_of(usual)), pane.name


def numbers_of(canvas: Canvas) -> int:
    """How many coordinates a picture has, roughly."""
    crowds = sum(mark.segments.size + mark.triangles.size for mark in canvas.marks if isinstance(mark, Crowd))
    points = sum(2 * len(mark.points) for mark in canvas.marks if isinstance(mark, Stroke | Area))
    return crowds + points + 4 * len(canvas.marks)
