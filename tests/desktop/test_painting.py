"""Marks as the window paints them: at the right pixels, in the right colours, in every theme."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.tools.gallery import SHEETS, Board, drawn
from viz.export.svg import svg
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.picture.theme import DARK, LIGHT, THEMES, rgb
from viz.picture.view import View

if TYPE_CHECKING:
    from viz.picture.theme import Theme

VIEW = View((0.0, 0.0), 50.0, (400.0, 300.0))
GROUND = 255.0 * np.array(rgb(DARK.canvas))


@pytest.fixture(scope="module")
def board(off_screen: None) -> Iterator[Board]:
    board = Board((448, 296))
    yield board
    board.close()


def show(board: Board, canvas: Canvas, theme: Theme = DARK, **more: Any) -> Any:
    return board.show(canvas, VIEW, theme, **more).astype(float)


def share(pixel: Any, ink: Ink, theme: Theme = DARK) -> float:
    """How much of an ink is mixed into the ground at a pixel."""
    ground, color = 255.0 * np.array(rgb(theme.canvas)), 255.0 * np.array(rgb(theme.color(ink)))
    return float((pixel - ground) @ (color - ground) / ((color - ground) @ (color - ground)))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_of_the_gallery_is_drawn(board: Board, name: str, theme: Theme) -> None:
    pixels = board.show(*drawn(name, 0.5), theme, 0.5)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 200
    assert pixels[2, 2].tolist() == pytest.approx([255.0 * c for c in rgb(theme.canvas)], abs=26.0)


def test_a_long_dashed_line_has_dashes_all_along(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.stroke([(-4.0, 0.0), (4.0, 0.0)], Ink.ANSWER, line=Line.DASHED)
    row = show(board, canvas)[149:152, :400].max(axis=(0, 2))
    bright = row > 90.0
    starts = np.flatnonzero(bright[1:] & ~bright[:-1])
    on, off = DARK.line(Ink.ANSWER, Line.DASHED).dash or (0.0, 0.0)
    assert len(starts) == pytest.approx(400.0 / (on + off), abs=1.5)
    assert np.diff(starts) == pytest.approx(on + off, abs=1.3)
    assert bright.mean() == pytest.approx(on / (on + off), abs=0.12)


def test_lines_are_as_broad_as_they_are_loud(board: Board) -> None:
    for line, width in ((Line.OUTLINE, 2.2), (Line.FEATURE, 4.5), (Line.BAR, 8.0)):
        canvas = Canvas(VIEW.pixel)
        canvas.stroke([(-3.0, 0.0), (3.0, 0.0)], Ink.GAP, line=line)
        for scale in (1.0, 1.5):
            column = show(board, canvas, scale=scale)[130:170, 200]
            assert sum(share(pixel, Ink.GAP) for pixel in column) == pytest.approx(scale * width, abs=0.35)


def test_a_marker_pen_lies_under_the_core(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.stroke([(-3.0, 0.0), (3.0, 0.0)], Ink.EXAMINED, line=Line.FEATURE)
    column = show(board, canvas, LIGHT)[140:161, 200]
    assert column[10] == pytest.approx([255.0 * c for c in rgb(LIGHT.color(Ink.EXAMINED))], abs=12.0)
    assert column[6] == pytest.approx([255.0 * c for c in rgb(LIGHT.marker or "")], abs=42.0)


def test_an_incident_edge_is_double(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.stroke([(-3.0, 0.0), (3.0, 0.0)], Ink.B, line=Line.DOUBLE)
    column = [share(pixel, Ink.B) for pixel in show(board, canvas)[140:161, 200]]
    peaks = [i for i in range(1, 20) if column[i] > 0.7 and column[i] >= max(column[i - 1], column[i + 1])]
    assert min(column[peaks[0] : peaks[-1]]) < 0.2


@pytest.mark.parametrize("turned", [False, True])
def test_areas_are_filled_whichever_way_they_run(board: Board, turned: bool) -> None:
    corners = [(-2.0, -2.0), (2.0, -2.0), (0.0, 0.0), (2.0, 2.0), (-2.0, 2.0)]
    canvas = Canvas(VIEW.pixel)
    canvas.area(corners[::-1] if turned else corners, Ink.A)
    image = show(board, canvas)
    assert share(image[150, 150], Ink.A) == pytest.approx(DARK.style(Ink.A).fill, abs=0.02)
    assert share(image[150, 260], Ink.A) == pytest.approx(0.0, abs=0.02)  # in the notch


def test_a_region_reaches_to_the_rim_and_ends_at_its_lines(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.region([(-1.0, 0.0), (1.0, 0.0)], [(-1.0, 0.0), (1.0, 0.0)], Ink.EXAMINED, 0.5)
    image = show(board, canvas)
    for y in (1, 150, 294):
        assert [share(image[y, x], Ink.EXAMINED) for x in (100, 200, 300)] == pytest.approx([0.0, 0.5, 0.0], abs=0.03)


@pytest.mark.parametrize("way", [(3.0, 0.0), (0.0, 2.0), (2.0, 2.0)])
def test_light_falls_off_along_its_way(board: Board, way: tuple[float, float]) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.light([(-4.0, -3.0), (4.0, -3.0), (4.0, 3.0), (-4.0, 3.0)], (0.0, 0.0), way, Ink.GAP, 0.5)
    image = show(board, canvas)
    for part, amount in ((0.0, 0.5), (0.5, 0.5 / 20.0**0.5), (1.0, 0.025)):
        x, y = VIEW.to_screen((part * way[0], part * way[1]))
        assert share(image[round(y), round(x)], Ink.GAP) == pytest.approx(amount, abs=0.04)


def test_glow_fades_around_lines_and_points(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.glow([(-3.0, 1.0), (3.0, 1.0)], Ink.GAP, 0.6)
    canvas.glow([(0.0, -2.0)], Ink.GAP, 0.6)
    image = show(board, canvas)
    for x, y in ((200, 100), (200, 250)):
        found = [share(image[y - d, x], Ink.GAP) for d in (0, 5, 10, 20)]
        assert found[0] == pytest.approx(0.55, abs=0.08)
        assert found == sorted(found, reverse=True)
        assert found[-1] == pytest.approx(0.0, abs=0.02)


@pytest.mark.parametrize("length", [6.0, 0.015])
def test_a_curve_of_many_points_to_a_pixel_glows(board: Board, length: float) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.glow([(x, 1.0) for x in np.linspace(-0.5 * length, 0.5 * length, 2000).tolist()], Ink.GAP, 0.6)
    image = show(board, canvas)
    assert [share(image[100 - d, 200], Ink.GAP) for d in (0, 20)] == pytest.approx([0.55, 0.0], abs=0.08)


@pytest.mark.parametrize(("columns", "between"), [(4, 0.0), (80, 0.5)])
def test_cells_of_a_field_are_squares_only_where_they_are_large(board: Board, columns: int, between: float) -> None:
    canvas = Canvas(VIEW.pixel)
    amounts = np.tile((np.arange(columns) >= columns // 2).astype(float), (2, 1))
    canvas.field((-4.0, -3.0), (4.0, 3.0), amounts, Ink.OVERLAP)
    image = show(board, canvas)
    assert share(image[150, 100], Ink.OVERLAP) == pytest.approx(0.0, abs=0.02)
    assert share(image[150, 300], Ink.OVERLAP) == pytest.approx(1.0, abs=0.02)
    assert (abs(share(image[150, 198], Ink.OVERLAP) - between) < 0.35) == (columns == 80 or between == 0.0)


def test_shapes_hide_the_light_behind_them(board: Board) -> None:
    corners = [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)]
    canvas = Canvas(VIEW.pixel)
    canvas.light([(-4.0, -3.0), (4.0, -3.0), (4.0, 3.0), (-4.0, 3.0)], (0.0, 0.0), (0.0, 30.0), Ink.GAP, 0.5)
    canvas.area(corners, Ink.A)
    assert share(show(board, canvas)[150, 200], Ink.A) == pytest.approx(DARK.style(Ink.A).fill, abs=0.02)


def test_points_look_as_they_mean(board: Board) -> None:
    found = {}
    for point in Point:
        canvas = Canvas(VIEW.pixel)
        canvas.stroke([(-1.0, 0.0), (1.0, 0.0)], Ink.GAP, line=Line.BAR)
        canvas.dot((0.0, 0.0), Ink.ANSWER, point)
        found[point] = show(board, canvas)[150, 200]
    white = [255.0, 255.0, 255.0]
    for point in (Point.FILLED, Point.ANSWER, Point.SMALL, Point.CROSS):
        assert found[point] == pytest.approx(white, abs=2.0)
    for point in (Point.RING, Point.DIAMOND):
        assert found[point] == pytest.approx(GROUND, abs=2.0)  # the ground inside
    assert share(found[Point.HOLLOW], Ink.GAP) == pytest.approx(1.0, abs=0.05)  # what it stands on


def test_letters_stand_on_their_own_ground(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.area([(-4.0, -3.0), (4.0, -3.0), (4.0, 3.0), (-4.0, 3.0)], Ink.GAP, opacity=1.0)
    canvas.label("word", (-2.0, 0.0), Ink.ANSWER, style=TextStyle.BOLD, fixed=True)
    canvas.symbol(r"\hat n", (2.0, 0.0), Ink.ANSWER, fixed=True)
    image = show(board, canvas)
    for left in (80, 285):
        part = image[135:165, left : left + 40].reshape(-1, 3)
        assert np.abs(part - GROUND).max(axis=1).min() < 70.0  # dark around the letters, on green
        assert part.min(axis=1).max() > 200.0  # the letters themselves are white


def test_a_highlighted_feature_glows(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.feature([(-2.0, 0.0), (2.0, 0.0)], "edge 2 of A", Ink.A)
    assert share(show(board, canvas)[150, 200], Ink.A) == pytest.approx(0.0, abs=0.02)
    image = show(board, canvas, highlighted="edge 2 of A")
    assert share(image[150, 200], Ink.A) == pytest.approx(1.0, abs=0.05)
    assert 0.1 < share(image[143, 200], Ink.A) < 0.8


def test_formulas_are_as_large_as_they_are_shown_and_in_their_colours(board: Board) -> None:
    from viz.desktop import latex
    from viz.desktop.look import packed

    small, large = (latex.formula("a + b", em, packed(DARK.text)) for em in (12.0, 24.0))
    assert large.width == pytest.approx(2.0 * small.width, rel=0.12)
    tinted, _ = latex._render(DARK.tex(r"\gap{s}"), 40.0, packed(DARK.text), None, 1.0)
    solid = tinted[tinted[..., 3] > 250][:, :3]
    assert len(solid)
    assert (np.abs(solid - 255.0 * np.array(rgb(DARK.color(Ink.GAP)))).max(axis=1) < 8.0).all()


def test_a_formula_that_is_too_wide_gets_two_rows(board: Board) -> None:
    from viz.desktop import latex

    tex = r"x = (p - u) \cdot t \qquad h = (p - u) \cdot n"
    assert len(latex.rows(tex, 1000.0)) == 1
    first, second = latex.rows(tex, 200.0)
    assert (first.em, second.em) == (15.0, 15.0)
    assert "h" not in first.tex
    assert "h" in second.tex
    broken = latex.rows(r"a = b \\ c = d + e + f", 60.0)
    assert [row.tex.strip() for row in broken] == ["a = b", "c = d + e + f"]
    assert len(latex.rows("aaaaaaaaaaaaaaaaaaaaaaa", 60.0)) == 1


def test_pictures_are_bounded(board: Board) -> None:
    """Of those that stand among the letters and of those that have textures of their own."""
    from imgui_bundle import imgui
    from pyglet import gl

    from viz.desktop import textures

    def image() -> Any:
        return np.full((2, 2, 4), 255, dtype=np.uint8)

    a_frame = 40
    for i in range(textures.MOST + 50):
        if i % a_frame == 0:
            board.layer.new_frame(1.0 / 60.0)
        textures.texture(("test", i), image, None)
        textures.picture(("test", i), image)
        if i % a_frame == a_frame - 1:
            imgui.render()
    imgui.render()
    assert gl.current_context is not None
    assert len(textures._kept[gl.current_context.object_space]) == textures.MOST
    placed = list(textures._placed[imgui.get_current_context()])
    assert placed[-1] == ("test", textures.MOST + 49)
    recent = a_frame * (textures.STAYS - 1)  # what the last frames asked for is there, however much it is
    assert placed.index(("test", textures.MOST + 50 - recent)) >= 0
    assert textures.MOST_PICTURES <= len(placed) <= recent + a_frame
    first = textures.texture("same", image, source := object())
    assert textures.texture("same", image, source) is first
    assert textures.texture("same", image, object()) is not first


def test_a_picture_among_the_letters_is_the_one_that_was_made(board: Board) -> None:
    """After the letters' texture has grown: in its place, rim to rim, and none of its neighbours."""
    from imgui_bundle import imgui

    from viz.desktop import textures

    def image(i: int) -> Any:
        return np.full((20 + i % 7, 50 + i % 11, 4), (7 * i % 256, 13 * i % 256, 29 * i % 256, 255), dtype=np.uint8)

    board.layer.new_frame(1.0 / 60.0)
    for i in range(120):
        textures.picture(("many", i), lambda i=i: image(i))  # type: ignore[misc]
    page = imgui.get_io().fonts.tex_data
    pixels = page.get_pixels_array().reshape(page.height, page.width, 4)
    for i in range(120):
        shown = textures.picture(("many", i), lambda: None)  # type: ignore[arg-type, return-value]
        left, top = (round(each * size) for each, size in zip(shown.at(0, 0), (page.width, page.height), strict=True))
        right, low = (
            round(each * size) for each, size in zip(shown.at(1, 1), (page.width, page.height), strict=True)
        )
        assert (pixels[top - 1 : low + 1, left - 1 : right + 1] == image(i)[0, 0]).all()
        assert (low - top, right - left) == image(i).shape[:2]
    imgui.render()


def test_the_fill_under_a_curve_is_even(board: Board) -> None:
    from viz.lesson.charts import curve

    canvas = Canvas(VIEW.pixel)
    xs = np.linspace(-3.0, 3.0, 361)
    curve(canvas, xs, -1.0 - np.abs(np.sin(2.0 * xs)))
    pixels = show(board, canvas)
    inside = pixels[155:195, 60:340].reshape(-1, 3)  # from just below the zero line to above the curve's tops
    assert share(inside[0], Ink.OVERLAP) == pytest.approx(0.24, abs=0.02)
    assert np.ptp(inside, axis=0).max() <= 1.0, "triangles show"


def test_an_unbounded_line_so_far_away_that_its_points_are_one_is_not_drawn(board: Board) -> None:
    canvas = Canvas(VIEW.pixel)
    before = show(board, canvas)
    canvas.unbounded((1e20, 1e20), (1.0, 0.5), Ink.ANSWER)
    assert np.array_equal(show(board, canvas), before)
    assert svg(canvas, VIEW, DARK, name="x") == ""
