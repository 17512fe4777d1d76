"""The canvas that lessons draw on: few verbs, world units, inks named for meaning.

A lesson draws on a `Recording`; the window's painter and the SVG export both paint a finished recording, so
that labels can be placed clear of everything else, and the picture is the same on a screen, in a file and in a
test. Sizes that belong to the eye (widths, dashes, dots, text) are the theme's and do not change with zoom.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry import Aabb
from viz.lesson.ink import Ink, TextStyle

Coordinates = tuple[tuple[float, float], ...]

# Of a transcript: the decimals of a picture 1 to 10 in size, and by how much of the last one rounding is shifted.
_DIGITS = 6
_OFF_HALF = 0.0127


class Stroke(NamedTuple):
    """A line through the points, closed or not."""

    points: Coordinates
    ink: Ink
    closed: bool


class Area(NamedTuple):
    """The filled inside of a closed outline, concave ones too."""

    points: Coordinates
    ink: Ink


class Unbounded(NamedTuple):
    """The whole line through a point: it reaches across the view."""

    through: tuple[float, float]
    direction: tuple[float, float]
    ink: Ink


class Arrow(NamedTuple):
    start: tuple[float, float]
    end: tuple[float, float]
    ink: Ink


class Dot(NamedTuple):
    """A point, as a ring of the theme's size."""

    at: tuple[float, float]
    ink: Ink


class Label(NamedTuple):
    """Words beside a point: on the side that `toward` says, if there is room. Without `toward`, on it."""

    text: str
    at: tuple[float, float]
    ink: Ink
    toward: tuple[float, float] | None
    style: TextStyle


class Symbol(NamedTuple):
    """A LaTeX symbol beside a point; `feature`: the name of what it stands for, if that can be pointed at."""

    latex: str
    at: tuple[float, float]
    ink: Ink
    toward: tuple[float, float] | None
    feature: str | None = None


class Hot(NamedTuple):
    """A named feature, a vertex or an edge: invisible until something of that name is pointed at, anywhere."""

    points: Coordinates
    name: str
    ink: Ink


Mark = Stroke | Area | Unbounded | Arrow | Dot | Label | Symbol | Hot


class Canvas(Protocol):
    """What a lesson may draw. `pixel` is the world length of one pixel: for ticks and offsets of a fixed size."""

    @property
    def pixel(self) -> float: ...
    def stroke(self, points: ArrayLike, ink: Ink, *, closed: bool = False) -> None: ...
    def area(self, points: ArrayLike, ink: Ink) -> None: ...
    def unbounded(self, through: ArrayLike, direction: ArrayLike, ink: Ink) -> None: ...
    def arrow(self, start: ArrayLike, end: ArrayLike, ink: Ink) -> None: ...
    def dot(self, at: ArrayLike, ink: Ink) -> None: ...
    def label(
        self,
        text: str,
        at: ArrayLike,
        ink: Ink,
        *,
        toward: ArrayLike | None = None,
        style: TextStyle = TextStyle.LABEL,
    ) -> None: ...
    def symbol(
        self, latex: str, at: ArrayLike, ink: Ink, *, toward: ArrayLike | None = None, feature: str | None = None
    ) -> None: ...
    def hot(self, points: ArrayLike, name: str, ink: Ink) -> None: ...


class Recording:
    """A canvas that keeps what was drawn, in painter's order."""

    def __init__(self, pixel: float = 0.01) -> None:
        self.pixel = pixel
        self.marks: list[Mark] = []

    def stroke(self, points: ArrayLike, ink: Ink, *, closed: bool = False) -> None:
        self.marks.append(Stroke(_many(points), ink, closed))

    def area(self, points: ArrayLike, ink: Ink) -> None:
        self.marks.append(Area(_many(points), ink))

    def unbounded(self, through: ArrayLike, direction: ArrayLike, ink: Ink) -> None:
        self.marks.append(Unbounded(_one(through), _one(direction), ink))

    def arrow(self, start: ArrayLike, end: ArrayLike, ink: Ink) -> None:
        self.marks.append(Arrow(_one(start), _one(end), ink))

    def dot(self, at: ArrayLike, ink: Ink) -> None:
        self.marks.append(Dot(_one(at), ink))

    def label(
        self,
        text: str,
        at: ArrayLike,
        ink: Ink,
        *,
        toward: ArrayLike | None = None,
        style: TextStyle = TextStyle.LABEL,
    ) -> None:
        self.marks.append(Label(text, _one(at), ink, None if toward is None else _one(toward), style))

    def symbol(
        self, latex: str, at: ArrayLike, ink: Ink, *, toward: ArrayLike | None = None, feature: str | None = None
    ) -> None:
        self.marks.append(Symbol(latex, _one(at), ink, None if toward is None else _one(toward), feature))

    def hot(self, points: ArrayLike, name: str, ink: Ink) -> None:
        self.marks.append(Hot(_many(points), name, ink))

    def feature_at(self, at: ArrayLike, reach: float) -> str | None:
        """The name of the nearest feature within `reach` (world units) of a point; a vertex goes before its edges."""
        place = _one(at)
        hot = [mark for mark in self.marks if isinstance(mark, Hot)]
        near = [(len(m.points), d, m.name) for m in hot if (d := _distance(m.points, place)) <= reach]
        return min(near)[2] if near else None

    def bounds(self) -> Aabb | None:
        """The box around everything but unbounded lines; None when nothing was drawn."""
        corners: list[tuple[float, float]] = []
        for mark in self.marks:
            match mark:
                case Stroke() | Area() | Hot():
                    corners.extend(mark.points)
                case Arrow():
                    corners.extend((mark.start, mark.end))
                case Dot() | Label() | Symbol():
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


def _distance(path: Coordinates, at: tuple[float, float]) -> float:
    """From a point to a path, or to the one point that it is."""
    if len(path) == 1:
        return math.dist(path[0], at)
    nearest = math.inf
    for (x, y), (x2, y2) in itertools.pairwise(path):
        dx, dy = x2 - x, y2 - y
        squared = dx * dx + dy * dy
        t = 0.0 if squared == 0.0 else min(max(((at[0] - x) * dx + (at[1] - y) * dy) / squared, 0.0), 1.0)
        nearest = min(nearest, math.hypot(at[0] - x - t * dx, at[1] - y - t * dy))
    return nearest


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
    words = [type(mark).__name__.lower()]
    for name, value in zip(mark._fields, mark, strict=True):
        match value:
            case Ink() | TextStyle():
                words.append(value.value.replace(" ", "-"))
            case str():
                words.append(repr(value))
            case bool():
                words.extend([name] if value else [])
            case None:
                pass
            case (float(x), float(y)):
                words.append(_pair(x, y, decimals))
            case _:
                words.append(" ".join(_pair(x, y, decimals) for x, y in mark.points))  # type: ignore[union-attr]
    return " ".join(words)


def _pair(x: float, y: float, decimals: int) -> str:
    return f"({_rounded(x, decimals)},{_rounded(y, decimals)})"


def _rounded(x: float, decimals: int) -> str:
    # A hair off half: figures are full of halves of halves, which noise in the last bit would round either way.
    text = f"{round(x + _OFF_HALF * 10.0**-decimals, decimals) + 0.0:.{max(decimals, 0)}f}"  # + 0.0: no negative zero
    return text.rstrip("0").rstrip(".") if decimals > 0 else text
