"""The canvas that lessons draw on: few verbs, world units, inks named for meaning.

A lesson draws on a `Canvas`; the window's painter and the SVG export both paint a finished one, so
that labels can be placed clear of everything else, and the picture is the same on a screen, in a file and in a
test. Sizes that belong to the eye (widths, dashes, dots, text) are the theme's and do not change with zoom.
In a chart the coordinates are those of its axes, and `pixel` has two parts: `canvas.pixel` along x, `canvas.pixel_y`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.feature import FeatureRef
from geometry.shape import Aabb
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.mark import (
    Area,
    Arrow,
    Coordinates,
    Crowd,
    Dot,
    Feature,
    FeatureMark,
    Field,
    Glow,
    Inset,
    Label,
    Light,
    Mark,
    Pair,
    Region,
    Stroke,
    Symbol,
    Unbounded,
)
from viz.lesson.nearness import distance_to

__all__ = [
    "Area",
    "Arrow",
    "Canvas",
    "Coordinates",
    "Crowd",
    "Dot",
    "Feature",
    "FeatureMark",
    "Field",
    "Glow",
    "Inset",
    "Label",
    "Light",
    "Mark",
    "Pair",
    "Region",
    "Stroke",
    "Symbol",
    "Unbounded",
]

_DIGITS = 6
_OFF_HALF = 0.0127


class Canvas:
    """Takes what a lesson draws and keeps it, in painter's order. `pixel` is the length of one pixel in the pane's
    coordinates (along x; `pixel_y` along y, the same but in a chart): for ticks and offsets of a fixed size."""

    def __init__(self, pixel: float = 0.01, pixel_y: float | None = None) -> None:
        self.pixel = pixel
        self.pixel_y = pixel if pixel_y is None else pixel_y
        self.marks: list[Mark] = []
        self.is_live = False  # whether it is shown again in the next frame: what is dear may be left for that
        self.is_unfinished = False  # whether the next frame would show more
        self.is_pointed_at = True  # else, while something is dragged, features are not marked

    def stroke(
        self, points: ArrayLike, ink: Ink, *, closed: bool = False, line: Line | None = None, opacity: float = 1.0
    ) -> None:
        """A line through points, shape (n, 2)."""
        self.marks.append(Stroke(_many(points), ink, closed, line, opacity))

    def area(self, points: ArrayLike, ink: Ink, *, opacity: float | None = None, hatched: bool = False) -> None:
        """The inside of an outline, shape (n, 2), concave ones too."""
        self.marks.append(Area(_many(points), ink, opacity, hatched))

    def region(self, through: ArrayLike, normals: ArrayLike, ink: Ink, opacity: float = 0.12) -> None:
        """Where the half-planes behind lines meet: a point on each line and its outward normal, both (n, 2)."""
        self.marks.append(Region(_many(through), _many(normals), ink, opacity))

    def light(self, outline: ArrayLike, origin: ArrayLike, toward: ArrayLike, ink: Ink, amount: float = 0.45) -> None:
        """Soft light inside an outline, strongest at the line through `origin` across the vector `toward`, nearly
        nothing at its tip. One such field in a figure."""
        self.marks.append(Light(_many(outline), _one(origin), _one(toward), ink, amount))

    def glow(self, points: ArrayLike, ink: Ink, amount: float = 0.3) -> None:
        """Soft light around a line, shape (n, 2), or around one point, shape (1, 2)."""
        self.marks.append(Glow(_many(points), ink, amount))

    def unbounded(
        self,
        through: ArrayLike,
        direction: ArrayLike,
        ink: Ink,
        *,
        line: Line | None = None,
        one_sided: bool = False,
    ) -> None:
        """The whole line along `direction` (any length but 0) through a point; one-sided: the half-line."""
        self.marks.append(Unbounded(_one(through), _one(direction), ink, line, one_sided))

    def arrow(self, start: ArrayLike, end: ArrayLike, ink: Ink, *, line: Line | None = None) -> None:
        """An arrow at its true length."""
        self.marks.append(Arrow(_one(start), _one(end), ink, line))

    def dot(self, at: ArrayLike, ink: Ink, point: Point = Point.RING) -> None:
        """A point."""
        self.marks.append(Dot(_one(at), ink, point))

    def label(
        self,
        text: str,
        at: ArrayLike,
        ink: Ink,
        *,
        toward: ArrayLike | None = None,
        style: TextStyle = TextStyle.LABEL,
        feature: Feature | None = None,
        leader: bool = False,
        fixed: bool = False,
    ) -> None:
        """Words beside a point, on the side that `toward` says where there is room; without it, on the point."""
        side = None if toward is None else _one(toward)
        self.marks.append(Label(text, _one(at), ink, side, style, feature, leader, fixed))

    def symbol(
        self,
        latex: str,
        at: ArrayLike,
        ink: Ink,
        *,
        toward: ArrayLike | None = None,
        feature: Feature | None = None,
        fixed: bool = False,
    ) -> None:
        """A symbol of the formula at the mark that it measures."""
        self.marks.append(Symbol(latex, _one(at), ink, None if toward is None else _one(toward), feature, fixed))

    def feature(self, points: ArrayLike, feature: Feature, ink: Ink) -> None:
        """A vertex, shape (1, 2), or an edge, shape (2, 2), that can be pointed at and clicked."""
        if self.is_pointed_at:
            self.marks.append(FeatureMark(_many(points), feature, ink))

    def field(self, low: ArrayLike, high: ArrayLike, amounts: NDArray[np.float64], ink: Ink) -> None:
        """A tint for each cell of a grid over a box: amounts in [0, 1], shape (rows, columns), the lowest first."""
        rows = tuple(tuple(row) for row in np.asarray(amounts, dtype=np.float64).tolist())
        self.marks.append(Field(_one(low), _one(high), rows, ink))

    def crowd(
        self,
        ink: Ink,
        *,
        segments: ArrayLike = (),
        triangles: ArrayLike = (),
        line: Line = Line.THIN,
        opacity: float | NDArray[np.float64] = 1.0,
        fill: float | NDArray[np.float64] = 0.2,
        framed: bool = True,
    ) -> None:
        """Thousands of lines, shape (n, 4) or (n, 2, 2), above as many filled triangles, shape (m, 6) or (m, 3, 2),
        in one ink; where there are not thousands use `stroke` and `area`. `opacity` of the lines and `fill` of the
        triangles are one number for all, or one each. Not `framed`: a ground that runs out of the pane on all sides,
        of which the view takes no notice."""
        ends, corners = (np.array(each, dtype=np.float64) for each in (segments, triangles))
        self.marks.append(Crowd(ends.reshape(-1, 4), corners.reshape(-1, 6), ink, line, opacity, fill, framed))

    def inset(
        self, corner: str, size: Pair, title: str, marks: Sequence[Mark], *, at: ArrayLike | None = None
    ) -> None:
        """A small picture of its own (the marks of another canvas) in a corner of the pane, or with that corner of
        its own at a place of the figure; size in pixels."""
        self.marks.append(Inset(corner, size, title, tuple(marks), at=None if at is None else _one(at)))

    def feature_at(self, at: ArrayLike, within: float) -> Feature | None:
        """The nearest feature within a distance of a point; a vertex goes before its edges, and of areas
        around it the smallest before others."""
        place = _one(at)
        marks = [mark for mark in self.marks if isinstance(mark, FeatureMark)]
        found = [(len(mark.points), *distance_to(mark.points, place), i) for i, mark in enumerate(marks)]
        near = min((each for each in found if each[1] <= within), default=None)
        return None if near is None else marks[near[-1]].feature

    def bounds(self, *, words: bool = True) -> Aabb | None:
        """The box around everything that has a place of its own (no regions, unbounded lines, grounds, fields of
        light), the points that words stand at with it or without; None when nothing was drawn."""
        corners: list[Pair] = []
        for mark in self.marks:
            match mark:
                case Stroke() | Area() | FeatureMark():
                    corners.extend(mark.points)
                case Arrow():
                    corners.extend((mark.start, mark.end))
                case Dot():
                    corners.append(mark.at)
                case Crowd(framed=True):
                    places = np.concatenate((mark.segments.reshape(-1, 2), mark.triangles.reshape(-1, 2)))
                    if len(places):
                        corners.extend((_one(places.min(axis=0)), _one(places.max(axis=0))))
                case Label() | Symbol() if words:
                    corners.append(mark.at)
        if not corners:
            return None
        box = np.array(corners)
        return Aabb(box.min(axis=0), box.max(axis=0))

    def transcript(self) -> str:
        """One line a mark, rounded to a millionth of the view or finer: the picture as text, for tests and diffs."""
        decimals = self._decimals()
        return "\n".join(_line(mark, decimals) for mark in self.marks)

    def _decimals(self) -> int:
        """How many are a millionth of what is drawn, but never so many that they are rounding noise: far from the
        origin, or between one machine and another."""
        bounds = self.bounds()
        if bounds is None:
            return _DIGITS
        furthest = max(float(np.abs(bounds.low).max()), float(np.abs(bounds.high).max()))
        size = max(float(bounds.extent.max()), 1e-5 * furthest)
        # By way of text: 0.9999999999999999 is a size of 1.
        return _DIGITS - int(f"{size:.2e}".split("e")[1]) if size > 0.0 else _DIGITS


def _one(value: ArrayLike) -> tuple[float, float]:
    x, y = value.tolist() if isinstance(value, np.ndarray) else np.asarray(value, dtype=np.float64).tolist()
    return x, y


def _many(value: ArrayLike) -> Coordinates:
    if isinstance(value, tuple | list) and value:  # an array of them would only be taken apart again
        if isinstance(value[0], np.ndarray):
            return tuple([_one(each) for each in value])
        return tuple([(float(x), float(y)) for x, y in value])
    rows: NDArray[np.float64] = np.asarray(value, dtype=np.float64)
    return tuple(map(tuple, rows.tolist()))


def _line(mark: Mark, decimals: int) -> str:
    if isinstance(mark, Crowd):
        return _crowd_line(mark, decimals)
    words = ["hot" if isinstance(mark, FeatureMark) else type(mark).__name__.lower()]
    for name, value in zip(mark._fields, mark, strict=True):
        if value is not None and value != _DEFAULTS.get(name):
            words.append(_word(name, value, decimals))
    return " ".join(word for word in words if word)


def _crowd_line(crowd: Crowd, decimals: int) -> str:
    """How many, and where: the mean of their points and of the points' squares tell any other place of them; the
    opacities, where each has its own, are their weights."""
    opacity, fill = (f"{np.mean(each):.6g}" for each in (crowd.opacity, crowd.fill))
    words = [f"crowd {crowd.ink.value} {crowd.line.value} opacity={opacity} fill={fill}"]
    for name, rows, of in (("segments", crowd.segments, crowd.opacity), ("triangles", crowd.triangles, crowd.fill)):
        if len(rows):
            points, weights = rows.reshape(len(rows), -1, 2), of if isinstance(of, np.ndarray) else None
            sums = (np.average((points**k).mean(axis=1), axis=0, weights=weights) for k in (1, 2))
            means = (_pair(*_one(each), decimals) for each in sums)
            words.append(f"{name}={len(rows)} {' '.join(means)}")
    return " ".join(words)


_DEFAULTS = {"opacity": 1.0, "point": Point.RING}  # what most marks have: left out


def _word(name: str, value: Any, decimals: int) -> str:
    match value:
        case Ink() | TextStyle() | Line() | Point():
            return str(value.value).replace(" ", "-")
        case bool():
            return name if value else ""
        case str():
            return repr(value)
        case FeatureRef():
            return f"[{value}]"
        case float() | int():
            return f"{name}={round(value, decimals)}"
        case (float(x), float(y)):
            return _pair(x, y, decimals)
        case ((float(), float()), *_):
            return " ".join(_pair(x, y, decimals) for x, y in value)
        case tuple() if name == "marks":
            return "; ".join(_line(each, decimals) for each in value)
        case tuple():
            return " ".join(_word(name, each, decimals) for each in value)
        case _:
            raise TypeError(f"{name}: {value!r}")


def _pair(x: float, y: float, decimals: int) -> str:
    return f"({_rounded(x, decimals)},{_rounded(y, decimals)})"


def _rounded(x: float, decimals: int) -> str:
    # A hair off half: figures are full of halves of halves, which noise in the last bit would round either way.
    text = f"{round(x + _OFF_HALF * 10.0**-decimals, decimals) + 0.0:.{max(decimals, 0)}f}"  # + 0.0: no negative zero
    return text.rstrip("0").rstrip(".") if decimals > 0 else text
