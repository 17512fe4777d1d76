"""Every mark of the canvas, in all themes, as pictures to be looked at: in the window's drawing and as SVG.

    python -m tests.tools.gallery [FOLDER]      (screenshots/ unless given)

The first sheets are drawn after look/axis-by-axis.png, edge-clipping.png and point-query.png; compare them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import fixed, tint
from viz.picture.theme import THEMES, Theme
from viz.picture.view import View

FOLDER = Path(__file__).parents[2] / "screenshots"
SIZE = (896, 592)
Array = np.ndarray[Any, np.dtype[np.float64]]

A = np.array(((-0.95, 1.5), (-2.1, 0.35), (-1.45, -1.3), (0.42, -1.22), (0.66, 0.62)))


def _box(width: float, height: float, x: float, y: float, turn: float) -> Array:
    corners = np.array(((-width, -height), (width, -height), (width, height), (-width, height)))
    cosine, sine = np.cos(turn), np.sin(turn)
    return corners @ np.array(((cosine, sine), (-sine, cosine))) + (x, y)


B = _box(1.12, 0.78, 1.62, 0.12, 0.42)


def _names(canvas: Canvas, outline: Array, ink: Ink, skip: int = -1) -> None:
    """Faint numbers outside the edges, names of vertices inside."""
    middle = outline.mean(axis=0)
    for i, (start, end) in enumerate(zip(outline, np.roll(outline, -1, axis=0), strict=True)):
        side = end - start
        out = np.array((side[1], -side[0])) / np.hypot(*side)
        if i != skip:
            canvas.label(str(i), (start + end) / 2.0, ink, toward=out, style=TextStyle.NUMBER)
        canvas.label(f"v{i}", start, ink, toward=middle - start, style=TextStyle.VERTEX)


def axes(canvas: Canvas) -> None:
    """After look/axis-by-axis.png."""
    start, end = A[3], A[4]
    along = (end - start) / np.hypot(*(end - start))
    normal = np.array((along[1], -along[0]))
    low, high = float((B @ normal).min()), float((A @ normal).max())
    foot = -2.05 * along
    top = 1.75 * along
    canvas.area(
        [normal * low + top, normal * high + top, normal * high + foot, normal * low + foot],
        Ink.OVERLAP,
        opacity=0.13,
    )
    for at in (low, high):
        canvas.stroke([normal * at + top, normal * at + foot], Ink.OVERLAP, line=Line.DASHED)
    for outline, ink in ((A, Ink.A), (B, Ink.B)):
        canvas.area(outline, ink)
        canvas.stroke(outline, ink, closed=True, line=Line.OUTLINE)
    canvas.stroke([normal * -3.1 + foot, normal * 4.2 + foot], Ink.QUIET, line=Line.THIN)
    for outline, ink, aside in ((A, Ink.A, -0.056), (B, Ink.B, 0.056)):
        reach = outline @ normal
        for vertex in (outline[reach.argmin()], outline[reach.argmax()]):
            canvas.stroke([vertex, normal * (vertex @ normal) + foot], ink, line=Line.DASHED)
        ends = [normal * at + foot + aside * along for at in (reach.min(), reach.max())]
        canvas.stroke(ends, ink, line=Line.BAR)
        for vertex in (outline[reach.argmin()], outline[reach.argmax()]):
            canvas.dot(vertex, ink)
    canvas.stroke([start, end], Ink.EXAMINED, line=Line.FEATURE)
    middle = 0.62 * start + 0.38 * end
    canvas.arrow(middle, middle + 40.0 * canvas.pixel * normal, Ink.EXAMINED)
    canvas.symbol(r"\hat n", middle + 40.0 * canvas.pixel * normal, Ink.EXAMINED, toward=(1.0, -0.6))
    canvas.label("edge 3 of A", end, Ink.EXAMINED, toward=(0.5, 2.0), style=TextStyle.BOLD, leader=True)
    canvas.label("A", (-0.75, 0.1), Ink.A, style=TextStyle.LETTER)
    canvas.label("B", (1.72, 0.02), Ink.B, style=TextStyle.LETTER)
    _names(canvas, A, Ink.A, skip=3)
    _names(canvas, B, Ink.B)
    number = tint(f"**{fixed(high - low)}**", Ink.OVERLAP)
    middle = normal * (low + high) / 2.0 + foot - 0.4 * along
    canvas.label(f"overlap {fixed(high - low)}", middle, Ink.OVERLAP, style=TextStyle.PILL)
    canvas.label(rf"$\overlap{{s}}$ = {number}", (2.6, 1.6), Ink.TEXT, toward=(1.0, 0.0))
    canvas.label("axis along n", normal * 4.0 + foot, Ink.QUIET, toward=(-1.0, 1.0), style=TextStyle.CAPTION)


def clipping(canvas: Canvas) -> None:
    """After look/edge-clipping.png."""
    a = _box(1.45, 0.62, 0.05, -0.62, 0.07)
    b = _box(1.34, 0.74, -0.61, 0.36, -0.08)
    u, v = a[2], a[3]
    along = (v - u) / np.hypot(*(v - u))
    normal = np.array((along[1], -along[0]))
    for end, way in ((v, along), (u, -along)):
        canvas.region([end], [-way], Ink.QUIET, 0.13)
    for outline, ink in ((a, Ink.A), (b, Ink.B)):
        canvas.area(outline, ink)
        canvas.stroke(outline, ink, closed=True, line=Line.OUTLINE)
    for end in (u, v):
        canvas.unbounded(end, normal, Ink.TEXT, line=Line.DASHED)
    p, q = b[0], b[1]
    cut = p + (q - p) * (((u - v) @ along + (v - u) @ along + (v - p) @ along) / ((q - p) @ along))
    canvas.stroke([p, cut], Ink.GHOST, line=Line.DOTTED)
    canvas.stroke([cut, q], Ink.B, line=Line.DOUBLE)
    canvas.glow([u, v], Ink.EXAMINED)
    canvas.stroke([u, v], Ink.EXAMINED, line=Line.FEATURE)
    for end, name in ((u, "u"), (v, "v")):
        canvas.dot(end, Ink.EXAMINED)
        canvas.symbol(rf"\boldsymbol{{{name}}}", end, Ink.EXAMINED, toward=(0.3, 1.0))
    middle = 0.55 * u + 0.45 * v
    canvas.arrow(middle, middle + 56.0 * canvas.pixel * normal, Ink.EXAMINED)
    canvas.symbol(r"\hat n", middle + 56.0 * canvas.pixel * normal, Ink.EXAMINED, toward=(1.0, 0.2))
    for at, name in ((cut, "first"), (q, "second")):
        foot = at - normal * float((at - u) @ normal)
        canvas.stroke([foot, at], Ink.OVERLAP, line=Line.MEASURE)
        canvas.dot(at, Ink.ANSWER, Point.ANSWER)
        number = tint(f"**{fixed(float((at - u) @ normal))}**", Ink.OVERLAP)
        words = f"{tint(f'**{name}: kept**', Ink.ANSWER)}\n$\\overlap{{h}}$ = {number}"
        canvas.label(words, at, Ink.QUIET, toward=(1.0, -1.0))
    canvas.dot(p, Ink.GHOST, Point.CROSS)
    canvas.label("cut off", p, Ink.QUIET, toward=(-1.0, -1.0), style=TextStyle.CAPTION)
    canvas.label("reference edge 2", 0.2 * u + 0.8 * v, Ink.EXAMINED, toward=normal)
    canvas.label("incident edge 0", 0.4 * cut + 0.6 * q, Ink.B, toward=-normal)
    canvas.label("A", a.mean(axis=0), Ink.A, style=TextStyle.LETTER)
    canvas.label("B", b.mean(axis=0), Ink.B, style=TextStyle.LETTER)
    wrong = np.array((0.75, 0.05))
    canvas.dot(wrong, Ink.FAULTY, Point.CROSS)
    canvas.label("your second point", wrong, Ink.FAULTY, toward=(1.0, 0.6), style=TextStyle.BOLD)


def field(canvas: Canvas) -> None:
    """After look/point-query.png and opening.png: light, a field of amounts, isolines, an inset."""
    x, y = np.meshgrid(np.linspace(-4.0, 4.0, 121), np.linspace(-2.6, 2.6, 81))
    around = np.hypot(x + 2.2, y) - 0.9
    canvas.field((-4.0, -2.6), (4.0, 2.6), 0.3 * np.exp(-np.abs(around) / 0.8) * (around > 0.0), Ink.GAP)
    canvas.field((-4.0, -2.6), (4.0, 2.6), 0.34 * (1.0 - np.exp(np.minimum(around, 0.0) / 0.5)), Ink.OVERLAP)
    turns = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]
    circle = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    for i in range(1, 6):
        canvas.stroke(
            (0.9 + 0.28 * i) * circle - (2.2, 0.0), Ink.GAP, closed=True, line=Line.THIN, opacity=0.6 - 0.08 * i
        )
    canvas.stroke(0.9 * circle - (2.2, 0.0), Ink.A, closed=True, line=Line.OUTLINE)
    canvas.glow([(-0.9, 1.3), (-1.5, 0.6)], Ink.GAP)
    canvas.stroke([(-0.9, 1.3), (-1.5, 0.6)], Ink.GAP, line=Line.MEASURE)
    canvas.glow([(-0.9, 1.3)], Ink.EXAMINED, 0.6)
    canvas.dot((-0.9, 1.3), Ink.EXAMINED, Point.FILLED)
    canvas.dot((-1.56, 0.62), Ink.ANSWER, Point.ANSWER)
    canvas.symbol(r"\boldsymbol{p}", (-0.9, 1.3), Ink.EXAMINED, toward=(0.2, 1.0))
    canvas.label(rf"$\gap{{d}}$ = {tint('**+0.65**', Ink.GAP)}", (-1.2, 0.95), Ink.TEXT, toward=(1.0, -0.4))
    left = np.array(((0.3, 1.4), (1.0, 1.7), (1.5, 0.2), (0.9, -1.2), (0.2, -0.4)))
    right = np.array(((2.1, 0.6), (3.4, 0.9), (3.3, -0.6), (2.4, -0.9)))
    gap = [(1.5, 3.0), (2.1, 3.0), (2.35, -3.0), (1.3, -3.0)]
    canvas.light(gap, (1.8, 0.0), (0.9, 0.0), Ink.GAP, 0.5)
    canvas.area(left, Ink.A)
    canvas.area(right, Ink.B)
    canvas.stroke(left, Ink.A, closed=True, line=Line.OUTLINE)
    canvas.stroke(right, Ink.B, closed=True, line=Line.OUTLINE)
    canvas.stroke(right + (0.1, -1.2), Ink.B, closed=True, line=Line.START)
    canvas.stroke(right + (-0.1, -1.5), Ink.B, closed=True, line=Line.END)
    small = Canvas()
    small.area(left, Ink.A)
    small.stroke(left, Ink.A, closed=True, line=Line.OUTLINE)
    small.area(right, Ink.B)
    small.stroke(right, Ink.B, closed=True, line=Line.OUTLINE)
    small.label("A", (0.8, 0.3), Ink.A, style=TextStyle.BOLD)
    canvas.inset("bottom left", (228.0, 164.0), "World at t = 0.58", small.marks)


def marks(canvas: Canvas) -> None:
    """One of each: lines, points, letters."""
    inks = [ink for ink in Ink if ink not in (Ink.TEXT, Ink.QUIET)]
    for i, line in enumerate(Line):
        y = 2.3 - 0.28 * i
        canvas.label(line.value, (-3.75, y), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
        for j, ink in enumerate(inks):
            x = -3.0 + 0.62 * j
            canvas.stroke([(x, y - 0.05), (x + 0.24, y + 0.05), (x + 0.48, y)], ink, line=line)
    for i, point in enumerate(Point):
        y = -0.95 - 0.26 * i
        canvas.label(point.value, (-3.75, y), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
        for j, ink in enumerate(inks):
            canvas.dot((-2.8 + 0.62 * j, y), ink, point)
    for i, style in enumerate(TextStyle):
        canvas.label(style.value, (3.45, 2.2 - 0.36 * i), inks[i], style=style, fixed=True)
    canvas.arrow((3.1, -1.0), (3.9, -0.8), Ink.EXAMINED)
    canvas.arrow((3.1, -1.3), (3.9, -1.1), Ink.A, line=Line.FEATURE)
    canvas.unbounded((3.1, -1.7), (1.0, 0.2), Ink.GAP, line=Line.DASHED, one_sided=True)
    canvas.symbol(r"\omega_A", (3.2, -2.0), Ink.A, fixed=True)
    canvas.symbol(r"-\boldsymbol{v}\cdot\hat n", (3.7, -2.3), Ink.EXAMINED, fixed=True)
    canvas.feature([(3.1, -2.5), (3.9, -2.6)], "edge", Ink.B)


def crowd(canvas: Canvas) -> None:
    """Thousands of lines and triangles, and a few single marks below and above them."""
    random = np.random.default_rng(9)
    canvas.area([(-3.6, -2.0), (-0.4, -2.0), (-0.4, 2.0), (-3.6, 2.0)], Ink.A)
    middle = random.uniform((-4.0, -2.4), (4.0, 2.4), (700, 1, 2))
    turn = random.uniform(0.0, 2.0 * np.pi, (700, 1)) + np.arange(3) * (2.0 * np.pi / 3.0)
    corners = middle + 0.07 * np.stack((np.cos(turn), np.sin(turn)), axis=-1)
    sides = np.concatenate((corners, np.roll(corners, -1, axis=1)), axis=-1)
    split = middle[:, 0, 0] < 0.0
    for ink, some in ((Ink.A, split), (Ink.OVERLAP, ~split)):
        canvas.crowd(ink, segments=sides[some], triangles=corners[some])
    canvas.crowd(Ink.EXAMINED, segments=np.concatenate((middle[1:, 0], middle[:-1, 0]), axis=1)[:60], opacity=0.5)
    canvas.dot((0.0, 0.0), Ink.ANSWER)


SHEETS: dict[str, tuple[Callable[[Canvas], None], View]] = {
    "axes": (axes, View((0.4, -0.3), 116.0, SIZE)),
    "clipping": (clipping, View((-0.3, -0.1), 200.0, SIZE)),
    "crowd": (crowd, View((0.0, 0.0), 112.0, SIZE)),
    "field": (field, View((0.0, 0.0), 112.0, SIZE)),
    "marks": (marks, View((0.0, 0.0), 112.0, SIZE)),
}


def drawn(name: str, scale: float = 1.0) -> tuple[Canvas, View]:
    """A sheet and the view that shows it, enlarged."""
    draw, view = SHEETS[name]
    view = View(view.center, view.scale * scale, (view.size[0] * scale, view.size[1] * scale))
    canvas = Canvas(view.pixel * scale)
    draw(canvas)
    return canvas, view


class Board:
    """An off-screen window that holds nothing but one picture at a time."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        import pyglet
        from imgui_bundle import imgui
        from pyglet import gl

        from viz.desktop import latex, look
        from viz.desktop.imgui_layer import ImguiLayer
        from viz.desktop.painter import Painter

        config = gl.Config(  # type: ignore[abstract]
            red_size=8, green_size=8, blue_size=8, alpha_size=8, double_buffer=True, major_version=3, minor_version=3
        )
        self.window = pyglet.window.Window(*size, config=config)
        self.context = imgui.create_context()
        imgui.get_io().set_ini_filename("")
        self.layer = ImguiLayer(self.window)
        self.painter = Painter(look.load_fonts())
        latex.prepare()

    def show(self, canvas: Canvas, view: View, theme: Theme, scale: float = 1.0, highlighted: object = None) -> Any:
        """The picture's pixels, (rows, columns, 3)."""
        import pyglet
        from imgui_bundle import imgui
        from pyglet import gl

        from viz.picture.theme import rgb

        self.painter.scale = scale
        self.layer.new_frame(1.0 / 60.0)
        draw, corner = imgui.get_background_draw_list(), imgui.ImVec2(0.0, 0.0)
        self.painter.paint(draw, canvas, view, corner, theme, highlighted=highlighted)
        imgui.render()
        gl.glClearColor(*rgb(theme.canvas), 1.0)
        self.window.clear()
        self.layer.draw()
        gl.glFinish()
        image = pyglet.image.get_buffer_manager().get_color_buffer().get_image_data()  # type: ignore[no-untyped-call]
        data = image.get_data("RGB", -3 * image.width)
        return np.frombuffer(data, dtype=np.uint8).reshape(image.height, image.width, 3)

    def close(self) -> None:
        from imgui_bundle import imgui

        self.layer.shutdown()
        imgui.destroy_context(self.context)
        self.window.close()


def main(folder: Path = FOLDER) -> None:
    from PIL import Image

    from viz.desktop import display

    display.prepare(headless=True)
    folder.mkdir(exist_ok=True)
    for scale in (1.0, 1.25):
        board = Board((round(SIZE[0] * scale), round(SIZE[1] * scale)))
        for name in SHEETS:
            for theme in THEMES.values():
                pixels = board.show(*drawn(name, scale), theme, scale, "edge")
                suffix = "" if scale == 1.0 else f"-{scale:g}"
                Image.fromarray(pixels).save(folder / f"gallery-{name}-{theme.name}{suffix}.png")
        board.close()
    for name in SHEETS:
        for theme in THEMES.values():
            (folder / f"gallery-{name}-{theme.name}.svg").write_text(svg_of(name, theme), encoding="utf-8")


def svg_of(name: str, theme: Theme) -> str:
    """A sheet as an SVG document."""
    from viz.export.figure import figure

    canvas, view = drawn(name)
    box = f'width="{SIZE[0]}" height="{SIZE[1]}"'
    ground = f'<rect {box} fill="{theme.canvas}"/>'
    fonts = 'font-family="Roboto, sans-serif"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {fonts}>{ground}{figure(canvas, view, theme)}</svg>'


if __name__ == "__main__":
    main(*(Path(each) for each in sys.argv[1:]))
