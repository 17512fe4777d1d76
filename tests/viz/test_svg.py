"""SVG pictures: valid, complete, and drawn by another program to the right pixels."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree

import cairosvg
import numpy as np
import pytest
from PIL import Image

from tests.viz.stand_in import Countdown
from viz.export.svg import lesson_svg, svg
from viz.lesson.canvas import Recording
from viz.lesson.ink import Ink, TextStyle
from viz.picture.framing import frame
from viz.picture.theme import DARK, LIGHT, rgb
from viz.picture.view import View
from viz.session.player import Player

VIEW = View(center=(0.0, 0.0), scale=50.0, size=(400.0, 300.0))


def pixels(recording: Recording) -> np.ndarray:
    body = svg(recording, VIEW, DARK)
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">'
        f'<rect width="400" height="300" fill="{DARK.canvas}"/>{body}</svg>'
    )
    drawn = cairosvg.svg2png(text.encode(), background_color=DARK.canvas)
    return np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"), dtype=float) / 255.0


def test_marks_land_on_the_right_pixels() -> None:
    recording = Recording(VIEW.pixel)
    recording.stroke([(-3.0, 1.0), (3.0, 1.0)], Ink.SHADOW_A)
    recording.area([(-3, -2), (-1, -2), (-1, -1), (-3, -1)], Ink.A)
    recording.arrow((0.0, -2.0), (2.0, -2.0), Ink.RESULT)
    recording.unbounded((0.0, 2.5), (1.0, 0.0), Ink.GAP)
    image = pixels(recording)
    assert image[100, 200] == pytest.approx(rgb(DARK.style(Ink.SHADOW_A).color), abs=0.02)
    ground, blue = np.array(rgb(DARK.canvas)), np.array(rgb(DARK.style(Ink.A).color))
    fill = DARK.style(Ink.A).fill
    assert image[225, 100] == pytest.approx(ground * (1.0 - fill) + blue * fill, abs=0.02)
    assert image[250, 296] == pytest.approx(rgb(DARK.style(Ink.RESULT).color), abs=0.05)
    for x in (2, 397):  # from edge to edge
        assert image[24:27, x].max(axis=0) == pytest.approx(rgb(DARK.style(Ink.GAP).color), abs=0.1)
    assert image[5, 5] == pytest.approx(ground, abs=0.01)


def test_words_are_escaped() -> None:
    recording = Recording(VIEW.pixel)
    recording.label("a < b & c", (0, 0), Ink.TEXT, toward=(1, 0))
    recording.label("gap", (1, 1), Ink.GAP, toward=(1, 0), style=TextStyle.PILL)
    root = ElementTree.fromstring(f"<svg>{svg(recording, VIEW, LIGHT)}</svg>")
    assert {"a < b & c", "gap"} <= {text.text for text in root.iter("text")}


@pytest.mark.parametrize("latex", [r"\hat n", r"\vec p"])
def test_symbols_are_letters_with_their_accents(latex: str) -> None:
    recording = Recording(VIEW.pixel)
    recording.symbol(latex, (0, 0), Ink.REFERENCE)
    root = ElementTree.fromstring(f"<svg>{svg(recording, VIEW, DARK)}</svg>")
    assert [t.text for t in root.iter("text")] == [latex[-1]]
    assert len(list(root.iter("path"))) == 1


def test_a_symbol_that_cannot_be_drawn_is_refused() -> None:
    recording = Recording(VIEW.pixel)
    recording.symbol(r"\frac{a}{b}", (0, 0), Ink.REFERENCE)
    with pytest.raises(ValueError, match="frac"):
        svg(recording, VIEW, DARK)


def test_a_lesson_s_picture_is_of_the_size_asked_for() -> None:
    player = Player(Countdown())
    root = ElementTree.fromstring(lesson_svg(player.lesson, player.moment, LIGHT, (640.0, 480.0)))
    assert (root.get("width"), root.get("height")) == ("640", "480")
    said = [text for text in root.itertext() if text.strip()]
    assert "Step 1 of 5 · Many" in said
    assert lesson_svg(player.lesson, player.moment, DARK, (64.0, 64.0))  # too small to be of use, but no crash


def test_the_frame_holds_every_step_with_its_handles() -> None:
    player = Player(Countdown())
    view = frame(player.lesson.panes()[0][0], player.moment, (800.0, 600.0))
    bounds = view.bounds()
    for at in ((-3.0, 1.0), (4.0, 1.0), (-1.0, -0.5)):
        assert (bounds.low < at).all()
        assert (bounds.high > at).all()
