"""A canvas' marks as SVG elements, with no display: what the window paints, in the same styles and places."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from viz.export import letters
from viz.export.elements import filled, glow, path_data, png, stroked
from viz.export.points import point
from viz.export.tex import n
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Line
from viz.lesson.mark import (
    Area,
    Arrow,
    Crowd,
    Dot,
    FeatureMark,
    Field,
    Glow,
    Inset,
    Label,
    Light,
    Mark,
    Region,
    Stroke,
    Symbol,
    Unbounded,
)
from viz.picture.arrow_head import arrow_head
from viz.picture.clipping import clip_segment
from viz.picture.hatch import hatch_lines
from viz.picture.labels import place_labels
from viz.picture.pixels import Path, in_pixels, inset_box, inset_scale
from viz.picture.sizes import (
    DOUBLE_CORE,
    GLOW_REACH,
    HATCH_OPACITY,
    HATCH_WIDTH,
    INSET_EDGE,
    INSET_MARGIN,
    INSET_ROUNDING,
    INSET_TITLE,
    MARKER_OPACITY,
    MARKER_WIDTH,
)
from viz.picture.theme import Style, Theme, rgb
from viz.picture.view import View

_LIGHT_REACH, _LIGHT_STOPS = 1.8, 12


def figure(canvas: Canvas, view: View, theme: Theme, *, scale: float = 1.0, name: str = "figure") -> str:
    """The elements of a figure, to stand inside an `<svg>` or `<g>` whose origin is the view's top left. `scale`: of
    lines, points and letters; `name` tells its gradients from those of other figures in the same file."""
    return _Figure(view, theme, scale, name).drawn(canvas.marks)


class _Figure:
    def __init__(self, view: View, theme: Theme, scale: float, name: str) -> None:
        self.view, self.theme, self.scale, self.name = view, theme, scale, name
        self.bold = scale * theme.line_factor  # of points and arrow heads
        self.gradients = 0

    def drawn(self, marks: Sequence[Mark]) -> str:
        pixels = in_pixels(marks, self.view)
        paths = pixels.paths(0.0, 0.0)
        light = next((i for i, mark in enumerate(marks) if isinstance(mark, Light)), len(marks))
        elements: list[str] = []
        covered = False
        for i, (mark, path) in enumerate(zip(marks, paths, strict=True)):
            if i > light and not covered and _is_shape(mark):  # shapes before light hide it
                covered = True
                shapes = [path for mark, path in zip(marks[i:], paths[i:], strict=True) if _is_shape(mark)]
                elements.extend(filled(path, self.theme.canvas) for path in shapes)
            elements.append(self._mark(mark, path))
        insets = [mark for mark in marks if isinstance(mark, Inset)]
        placed, _ = place_labels(
            marks,
            self.view,
            lambda mark: letters.measure(mark, self.theme, self.scale),
            reserved=lambda: [inset_box(each, self.view, self.scale) for each in insets],
            scale=self.scale,
        )
        for label in placed:
            if label.leader is not None:
                elements.append(
                    self._path(list(label.leader), self.theme.line(label.mark.ink, Line.THIN), closed=False)
                )
            elements.append(letters.label(label, self.theme, self.scale))
        elements.extend(self._inset(i, each) for i, each in enumerate(insets))
        return "\n".join(filter(None, elements))

    def _mark(self, mark: Mark, path: Path) -> str:
        theme = self.theme
        match mark:
            case Stroke():
                return self._path(path, theme.style(mark.ink, mark.line).faded(mark.opacity), closed=mark.closed)
            case Area():
                return self._area(mark, path)
            case Region():
                return filled(path, theme.color(mark.ink), mark.opacity) if len(path) > 2 else ""
            case Light():
                return self._light(mark, path)
            case Glow():
                return glow(path, theme.glow(mark.ink), GLOW_REACH * self.scale, mark.amount * theme.glow_factor)
            case Unbounded():
                ends = self._across(path, one_sided=mark.one_sided)
                return "" if ends is None else self._path(ends, theme.style(mark.ink, mark.line), closed=False)
            case Arrow():
                return self._arrow(path, theme.style(mark.ink, mark.line))
            case Dot():
                return point(path[0], mark.ink, mark.point, theme, self.scale)
            case Crowd():
                return self._crowd(mark)
            case Field():
                return self._field(mark, path)
            case Label() | Symbol() | FeatureMark() | Inset():
                return ""  # placed last, above everything, or seen only where it is pointed at

    def _path(self, points: Path, style: Style, *, closed: bool) -> str:
        along, width = path_data(points, closed=closed), style.width * self.scale
        cap = "butt" if style.is_cut or style.dash is not None else "round"
        drawn = ""
        if style.marker is not None:
            drawn = stroked(along, style.marker, MARKER_WIDTH * self.bold, MARKER_OPACITY * style.opacity, cap)
        dash = None if style.dash is None else (style.dash[0] * self.scale, style.dash[1] * self.scale)
        drawn += stroked(along, style.color, width, style.opacity, cap, dash)
        if style.double:
            drawn += stroked(along, self.theme.canvas, DOUBLE_CORE * width, style.opacity, "butt")
        return drawn

    def _area(self, mark: Area, path: Path) -> str:
        style = self.theme.style(mark.ink)
        if len(path) < 3:
            return ""
        fill = filled(path, style.color, style.fill if mark.opacity is None else mark.opacity)
        if not (mark.hatched or (style.hatched and mark.opacity is None)):
            return fill
        lines = hatch_lines(path, self.theme.hatch_spacing * self.scale)
        along = "".join(f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}" for x1, y1, x2, y2 in lines)
        return fill + stroked(along, style.color, HATCH_WIDTH * self.bold, HATCH_OPACITY, "butt") if along else fill

    def _crowd(self, mark: Crowd) -> str:
        """A path of all the triangles, and one of all the lines, that have one opacity."""
        style, color, drawn = self.theme.line(mark.ink, mark.line), self.theme.color(mark.ink), ""
        for fill, three in self._by_opacity(mark.triangles.reshape(-1, 3, 2), mark.fill):
            drawn += f'<path d="{three}" fill="{color}" fill-opacity="{fill:g}"/>'
        for opacity, two in self._by_opacity(mark.segments.reshape(-1, 2, 2), mark.opacity):
            drawn += stroked(two, style.color, style.width * self.scale, style.opacity * opacity, "round")
        return drawn

    def _by_opacity(
        self, shapes: NDArray[np.float64], of: float | NDArray[np.float64]
    ) -> Iterator[tuple[float, str]]:
        """Shapes (n, k, 2) of the world as data of a path, those of one opacity together."""
        opacities = np.broadcast_to(of, len(shapes))
        for opacity in np.unique(opacities):
            pixels = self.view.to_screen(shapes[opacities == opacity].reshape(-1, 2)).reshape(-1, *shapes.shape[1:])
            yield float(opacity), "".join(path_data(each, closed=len(each) > 2) for each in pixels.tolist())

    def _light(self, mark: Light, path: Path) -> str:
        """A gradient along the way, the same to both sides of the line that it begins at."""
        outline, ((x, y), (x2, y2)) = path[:-2], path[-2:]
        self.gradients += 1
        name = f"{self.name}-light-{self.gradients}"
        dx, dy = _LIGHT_REACH * (x2 - x), _LIGHT_REACH * (y2 - y)
        color = self.theme.color(mark.ink)
        left = 20.0**-_LIGHT_REACH
        stops = []
        for i in range(-_LIGHT_STOPS, _LIGHT_STOPS + 1):
            amount = (20.0 ** (-abs(i) / _LIGHT_STOPS * _LIGHT_REACH) - left) / (1.0 - left)
            offset = 0.5 + 0.5 * i / _LIGHT_STOPS
            opacity = f'stop-opacity="{mark.amount * amount:.4f}"'
            stops.append(f'<stop offset="{offset:.4f}" stop-color="{color}" {opacity}/>')
        ends = f'x1="{n(x - dx)}" y1="{n(y - dy)}" x2="{n(x + dx)}" y2="{n(y + dy)}"'
        falling = (
            f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" {ends}>{"".join(stops)}</linearGradient>'
        )
        return f'{falling}<path d="{path_data(outline, closed=True)}" fill="url(#{name})"/>'

    def _across(self, path: Path, *, one_sided: bool) -> Path | None:
        """The part of an unbounded line that the view shows, in pixels."""
        (x, y), (x2, y2) = path
        if (size := math.dist((x, y), (x2, y2))) == 0.0:  # so far away that its two points are one
            return None
        reach = 2.0 * sum(self.view.size) + abs(x) + abs(y)
        dx, dy = reach * (x2 - x) / size, reach * (y2 - y) / size
        start = (x, y) if one_sided else (x - dx, y - dy)
        far = (self.view.size[0] + 4.0, self.view.size[1] + 4.0)
        seen = clip_segment(start, (x + dx, y + dy), (-4.0, -4.0), far)
        return None if seen is None else list(seen)

    def _arrow(self, path: Path, style: Style) -> str:
        start, end = path
        head = arrow_head(start, end, style.width * self.scale, self.bold)
        if head is None:
            return ""
        neck, left, right = head
        inside = (neck[0] + 0.2 * (end[0] - neck[0]), neck[1] + 0.2 * (end[1] - neck[1]))
        shaft = self._path([start, inside], style, closed=False)
        return shaft + filled([end, left, right], style.color, style.opacity)

    def _field(self, mark: Field, path: Path) -> str:
        """A picture of the amounts, as PNG."""
        if not mark.amounts or not mark.amounts[0]:
            return ""
        (x, y2), (x2, y) = path
        amounts = np.array(mark.amounts[::-1], dtype=np.float64).clip(0.0, 1.0)
        image = np.empty((*amounts.shape, 4), dtype=np.uint8)
        image[..., :3] = [round(255.0 * part) for part in rgb(self.theme.color(mark.ink))]
        image[..., 3] = (255.0 * amounts).round()
        data = base64.b64encode(png(image)).decode("ascii")
        box = f'x="{n(x)}" y="{n(y)}" width="{n(x2 - x)}" height="{n(y2 - y)}"'
        return f'<image {box} preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'

    def _inset(self, number: int, inset: Inset) -> str:
        """A rounded box with a title, its marks fitted to the room below."""
        x, y, right, bottom = inset_box(inset, self.view, self.scale)
        width, height = right - x, bottom - y
        edge, head = INSET_EDGE * self.scale, INSET_TITLE * self.scale if inset.title else 0.0
        box = f'width="{n(width)}" height="{n(height)}" rx="{n(INSET_ROUNDING * self.scale)}"'
        drawn = f'<rect {box} fill="{self.theme.canvas}" stroke="{self.theme.rule}"/>'
        size = 12.5 * self.scale
        title = letters.pieces(inset.title, size, self.theme, self.theme.quiet)
        drawn += letters.line(title, 0.75 * edge, edge + 0.4 * size, size, self.theme, self.theme.quiet)
        canvas = Canvas()
        canvas.marks = list(inset.marks)
        if (bounds := canvas.bounds()) is not None:
            view = View(size=(width, height - head)).fitted(bounds, INSET_MARGIN * self.scale)
            inner = figure(
                canvas, view, self.theme, scale=inset_scale(inset) * self.scale, name=f"{self.name}-{number}"
            )
            drawn += f'<g transform="translate(0 {n(head)})">{inner}</g>'
        return f'<g transform="translate({n(x)} {n(y)})">{drawn}</g>'


def _is_shape(mark: Mark) -> bool:
    return isinstance(mark, Area) and mark.opacity is None
