"""SVG pictures: valid, complete, and drawn by another program to the right pixels."""

from __future__ import annotations

import io
import itertools
import re
import xml.etree.ElementTree as ElementTree

import cairosvg
import numpy as np
import pytest
from PIL import Image

from tests.tools.gallery import SHEETS, svg_of
from tests.viz.counting import Counting
from viz.choosing import find_lesson
from viz.export.svg import lesson_svg, svg
from viz.export.tex import typeset
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment, Pane
from viz.lesson.mark import Inset
from viz.picture.framing import frame
from viz.picture.pixels import inset_box
from viz.picture.sizes import PANE_TITLE
from viz.picture.theme import DARK, LIGHT, THEMES, rgb
from viz.picture.view import View
from viz.session.player import Player

VIEW = View(center=(0.0, 0.0), scale=50.0, size=(400.0, 300.0))


def pixels(recording: Canvas) -> np.ndarray:
    body = svg(recording, VIEW, DARK)
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">'
        f'<rect width="400" height="300" fill="{DARK.canvas}"/>{body}</svg>'
    )
    drawn = cairosvg.svg2png(text.encode(), background_color=DARK.canvas)
    return np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"), dtype=float) / 255.0


def test_marks_land_on_the_right_pixels() -> None:
    recording = Canvas(VIEW.pixel)
    recording.stroke([(-3.0, 1.0), (3.0, 1.0)], Ink.A, line=Line.BAR)
    recording.area([(-3, -2), (-1, -2), (-1, -1), (-3, -1)], Ink.A)
    recording.arrow((0.0, -2.0), (2.0, -2.0), Ink.ANSWER)
    recording.unbounded((0.0, 2.5), (1.0, 0.0), Ink.GAP)
    image = pixels(recording)
    assert image[100, 200] == pytest.approx(rgb(DARK.style(Ink.A).color), abs=0.02)
    ground, blue = np.array(rgb(DARK.canvas)), np.array(rgb(DARK.style(Ink.A).color))
    fill = DARK.style(Ink.A).fill
    assert image[225, 100] == pytest.approx(ground * (1.0 - fill) + blue * fill, abs=0.02)
    assert image[250, 296] == pytest.approx(rgb(DARK.style(Ink.ANSWER).color), abs=0.05)
    for x in (2, 397):  # from edge to edge
        assert image[24:27, x].max(axis=0) == pytest.approx(rgb(DARK.style(Ink.GAP).color), abs=0.1)
    assert image[5, 5] == pytest.approx(ground, abs=0.01)


def test_words_are_escaped() -> None:
    recording = Canvas(VIEW.pixel)
    recording.label("a < b & c", (0, 0), Ink.TEXT, toward=(1, 0))
    recording.label("gap", (1, 1), Ink.GAP, toward=(1, 0), style=TextStyle.PILL)
    root = ElementTree.fromstring(f"<svg>{svg(recording, VIEW, LIGHT)}</svg>")
    assert {"a < b & c", "gap"} <= {text.text for text in root.iter("text")}


@pytest.mark.parametrize(
    ("latex", "letters", "lines"),
    [
        (r"\hat n", ["𝑛"], 1),
        (r"\hat{\mathbf n}", ["𝒏"], 1),
        (r"\vec p", ["𝑝"], 1),
        (r"\omega_A", ["𝜔", "𝐴"], 0),
        (r"h^2 \le \frac{\gap{s}}{|\boldsymbol v|}", ["ℎ", "2", "≤", "𝑠", "|", "𝒗", "|"], 1),
        (r"\sqrt{\max(a, b)}", ["max", "(", "𝑎", ",", "𝑏", ")"], 1),
        (r"\text{keep if } x", ["keep if ", "𝑥"], 0),
    ],
)
def test_formulas_are_set(latex: str, letters: list[str], lines: int) -> None:
    recording = Canvas(VIEW.pixel)
    recording.symbol(latex, (0, 0), Ink.EXAMINED)
    root = ElementTree.fromstring(f"<svg>{svg(recording, VIEW, DARK)}</svg>")
    assert [t.text for t in root.iter("text")][-len(letters) :] == letters
    assert len(list(root.iter("path"))) == 2 * lines  # each with its ground


def test_an_index_may_be_a_command_with_its_argument() -> None:
    with_braces, without = (typeset(latex, 20.0, DARK.text) for latex in (r"o_{\mathrm{top}}", r"o_\mathrm{top}"))
    assert without == with_braces
    assert typeset(r"x_\hat{n}", 20.0, DARK.text) == typeset(r"x_{\hat{n}}", 20.0, DARK.text)


def test_the_sign_of_a_root_stands_before_what_its_bar_spans() -> None:
    under, root = typeset("x^2", 20.0, DARK.text), typeset(r"\sqrt{x^2}", 20.0, DARK.text)
    sign, inner = root.elements
    places = [tuple(map(float, each.split())) for each in re.findall(r"[ML]([-\d. ]+)", sign)]
    xs, (start, _) = [x for x, _ in places], map(float, re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", inner)[0])
    assert xs == sorted(xs)
    assert xs[0] > 0.0
    assert places[-1][1] == places[-2][1] < -under.up, "the bar lies above it"
    assert xs[-2] < start < start + under.width < xs[-1] < root.width


@pytest.mark.parametrize("latex", [r"\begin{matrix}", r"\frac{a}", r"{a"])
def test_a_formula_that_cannot_be_set_is_refused(latex: str) -> None:
    with pytest.raises(ValueError, match=r"formula"):
        typeset(latex, 20.0, DARK.text)


def test_a_formula_s_colours_are_its_inks() -> None:
    formula = typeset(DARK.tex(r"\gap{s} = x"), 20.0, DARK.text)
    root = ElementTree.fromstring(f"<svg>{formula.at(0.0, 0.0)}</svg>")
    assert [t.get("fill") for t in root.iter("text")] == [DARK.color(Ink.GAP), DARK.text, DARK.text]


def test_every_mark_of_the_gallery_can_be_drawn() -> None:
    for name, theme in itertools.product(SHEETS, THEMES.values()):
        text = svg_of(name, theme)
        root = ElementTree.fromstring(text)
        assert "nan" not in text
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(set(ids)) == len(ids)


def test_a_crowd_is_two_paths() -> None:
    recording = Canvas(VIEW.pixel)
    square = [(-3, -2, -1, -2, -1, 0), (-3, -2, -1, 0, -3, 0)]
    recording.crowd(Ink.A, triangles=square, fill=0.5, segments=[(1, -2, 3, -2), (1, 1, 3, 1)], line=Line.BAR)
    image = pixels(recording)
    ground, blue = np.array(rgb(DARK.canvas)), np.array(rgb(DARK.color(Ink.A)))
    assert image[200, 100] == pytest.approx(0.5 * (ground + blue), abs=0.02)
    for row in (250, 100):
        assert image[row, 300] == pytest.approx(blue, abs=0.02)
    assert image[175, 300] == pytest.approx(ground, abs=0.02)
    assert svg(recording, VIEW, DARK).count("<path") == 2


def test_a_crowd_with_opacities_is_a_path_for_each() -> None:
    recording = Canvas(VIEW.pixel)
    bars, parts = [(x, -2, x, 2) for x in (-3, -2, -1, 0)], np.array((0.3, 1.0, 0.3, 0.6))
    tips = [(x, -2, x + 0.8, -2, x, 2) for x in (1, 2)]
    recording.crowd(Ink.A, segments=bars, opacity=parts, triangles=tips, fill=parts[:2], line=Line.BAR)
    assert svg(recording, VIEW, DARK).count("<path") == 5
    image = pixels(recording)
    ground, blue = np.array(rgb(DARK.canvas)), np.array(rgb(DARK.color(Ink.A)))
    for x, part in zip((-3.0, -2.0, -1.0, 0.0, 1.2, 2.2), (*parts, *parts[:2]), strict=True):
        column, row = VIEW.to_screen((x, -1.0)).round().astype(int).tolist()
        assert image[row, column] == pytest.approx(ground + part * (blue - ground), abs=0.02)


def test_light_falls_off_and_a_field_is_a_picture() -> None:
    recording = Canvas(VIEW.pixel)
    recording.light([(-4, -3), (4, -3), (4, 0), (-4, 0)], (-4, -2), (8, 0), Ink.GAP, 0.5)
    recording.field((-4, 1), (4, 3), np.array([[0.0, 0.0, 1.0, 1.0]]), Ink.OVERLAP)
    image = pixels(recording)
    ground, green = np.array(rgb(DARK.canvas)), np.array(rgb(DARK.color(Ink.GAP)))
    amounts = [
        float((image[250, x] - ground) @ (green - ground) / ((green - ground) @ (green - ground)))
        for x in range(0, 400, 40)
    ]
    assert amounts[0] == pytest.approx(0.5, abs=0.03)
    assert amounts == sorted(amounts, reverse=True)
    assert image[50, 300] == pytest.approx(rgb(DARK.color(Ink.OVERLAP)), abs=0.02)
    assert image[50, 100] == pytest.approx(ground, abs=0.02)


def test_shapes_hide_the_light_behind_them() -> None:
    recording = Canvas(VIEW.pixel)
    recording.light([(-4, -3), (4, -3), (4, 3), (-4, 3)], (0, 0), (0, 30), Ink.GAP, 0.5)
    recording.area([(-2, -2), (2, -2), (2, 2), (-2, 2)], Ink.A)
    alone = Canvas(VIEW.pixel)
    alone.area([(-2, -2), (2, -2), (2, 2), (-2, 2)], Ink.A)
    assert pixels(recording)[150, 200] == pytest.approx(pixels(alone)[150, 200], abs=0.01)


def test_an_inset_stands_in_its_corner_or_at_its_place() -> None:
    """That corner of it: the frame's own line, and nothing on the other side."""
    small = Canvas(1.0)
    small.area(((0, 0), (10, 0), (10, 10), (0, 10)), Ink.A, opacity=1.0)
    ground = np.array(rgb(DARK.canvas))
    for at, corner, inside, outside in (
        (None, "top right", (332, 40), (270, 40)),
        ((1.0, 2.0), "top right", (200, 80), (260, 80)),
        ((1.0, 2.0), "bottom left", (300, 20), (200, 80)),
    ):
        recording = Canvas(VIEW.pixel)
        recording.inset(corner, (100.0, 60.0), "", small.marks, at=at)
        image = pixels(recording)
        assert image[inside[1], inside[0]] == pytest.approx(rgb(DARK.style(Ink.A).color), abs=0.02)
        assert image[outside[1], outside[0]] == pytest.approx(ground, abs=0.01)


def test_a_high_inset_leaves_a_low_pane_its_title() -> None:
    def top(height: float, view: View = VIEW) -> float:
        return inset_box(Inset("bottom left", (100.0, height), "", ()), view, 1.0)[1]

    assert top(290.0) == PANE_TITLE
    assert top(80.0) == 300.0 - 12.0 - 80.0
    assert top(290.0, View(size=(60.0, 40.0))) < 28.0, "never upside down"


def test_a_lesson_s_picture_is_of_the_size_asked_for() -> None:
    player = Player(Counting())
    root = ElementTree.fromstring(lesson_svg(player.lesson, player.moment, LIGHT, (640.0, 480.0)))
    assert (root.get("width"), root.get("height")) == ("640", "480")
    said = [text for text in root.itertext() if text.strip()]
    assert "Step 1 of 5 · Many" in said
    assert lesson_svg(player.lesson, player.moment, DARK, (64.0, 64.0))  # too small to be of use, but no crash


def test_the_frame_holds_every_step_with_its_handles() -> None:
    player = Player(Counting())
    view = frame(player.lesson.panes[0], player.moment, (800.0, 600.0))
    bounds = view.bounds()
    for at in ((-3.0, 1.0), (4.0, 1.0), (-1.0, -0.5)):
        assert (bounds.low < at).all()
        assert (bounds.high > at).all()


def test_a_pane_s_title_follows_the_step_where_the_lesson_asks_for_it() -> None:
    class Headed(Counting):
        @property
        def layout(self) -> Pane:
            return Pane(
                "world", "World", self.story.draw, is_world=True,
                headed=lambda moment: (f"{moment.step.left} left", "then none"),
            )  # fmt: skip

    player = Player(Headed())
    for _ in range(2):
        left = player.moment.step.left
        said = list(ElementTree.fromstring(lesson_svg(player.lesson, player.moment, DARK, (640.0, 480.0))).itertext())
        assert f"{left} left" in said
        assert "World" not in said
        player.forward()
    assert Pane("world", "World", Headed().story.draw, note="quiet").head(player.moment) == ("World", "quiet")


def test_words_before_others_and_in_a_capsule_keep_their_measured_width() -> None:
    """A reader may have none of the fonts: a number must not leave its capsule, white on white."""
    canvas = Canvas(0.01)
    canvas.label("s = −1.25", (0, 0), Ink.OVERLAP, style=TextStyle.PILL)
    canvas.label(r"axis $\hat n$", (1, 1), Ink.QUIET)
    canvas.label("alone", (-1, 1), Ink.QUIET)
    drawn = svg(canvas, View((0.0, 0.0), 100.0, (800.0, 600.0)), LIGHT, name="x")
    root = ElementTree.fromstring(f"<svg>{drawn}</svg>")
    words = {text.text: text.get("textLength") for text in root.iter("text")}
    pill = next(float(each.get("width", "0")) for each in reversed(list(root.iter("rect"))) if each.get("rx"))
    assert 0.6 * pill < float(words["s = −1.25"] or 0.0) < pill
    assert words["axis "] is not None
    assert words["alone"] is None


def test_a_step_has_the_views_that_it_shows_in_the_window() -> None:
    lesson = find_lesson("inner-edges")
    scene = next(iter(lesson.presets.values())).scene
    start = Moment(scene, lesson.run(scene), 0)
    for index, panes in ((0, ["wrong", "right", "chart"]), (1, ["wrong", "right", "corner"])):
        drawn_page = lesson_svg(lesson, start.at(index), THEMES["dark"])
        assert re.findall(r'<clipPath id="(\w+)">', drawn_page) == panes


@pytest.mark.parametrize(
    ("name", "gridded"),
    [("dispatch", ["world"]), ("two-shadows", ["world"]), ("circle-obb", ["world", "local"])],
)
def test_a_grid_stands_only_behind_what_is_drawn_to_scale(name: str, gridded: list[str]) -> None:
    """Not behind a table, a diagram, or a chart, which has lines of its own."""
    player = Player(find_lesson(name))
    player.go(len(player.trace) - 1)
    root = ElementTree.fromstring(lesson_svg(player.lesson, player.moment, DARK, (896.0, 592.0)))
    panes = [each for each in root.iter() if each.tag.endswith("}g") and "clip-path" in each.attrib]
    names = [re.sub(r"url\(#(.*)\)", r"\1", each.attrib["clip-path"]) for each in panes]
    found = [n for n, each in zip(names, panes, strict=True) if any(p.get("stroke") == DARK.grid for p in each)]
    assert len(names) > 1
    assert found == gridded
