"""What a canvas records: marks in painter's order, each with its place in the pane's coordinates and its ink."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry.feature import FeatureRef
from viz.lesson.ink import Ink, Line, Point, TextStyle

Pair = tuple[float, float]
Coordinates = tuple[Pair, ...]
Feature = FeatureRef | str  # or a name, of what no shape has


class Stroke(NamedTuple):
    """A line through the points, closed or not. Without `line` in the ink's own style."""

    points: Coordinates
    ink: Ink
    closed: bool
    line: Line | None = None
    opacity: float = 1.0


class Area(NamedTuple):
    """The filled inside of a closed outline, concave ones too. Without `opacity` as the ink's theme fills shapes, B's
    hatched; with it plainly tinted."""

    points: Coordinates
    ink: Ink
    opacity: float | None = None
    hatched: bool = False


class Region(NamedTuple):
    """Where all of some half-planes meet, as far as the view reaches: a half-plane, a slab, a wedge, a Voronoi
    region. Each half-plane lies behind a line: through a point, with an outward normal."""

    through: Coordinates
    normals: Coordinates
    ink: Ink
    opacity: float


class Light(NamedTuple):
    """Soft light on an outline's inside: the ink's amount is greatest at the line through `origin` across `toward`
    and falls off exponentially along `toward`, to a twentieth at its tip."""

    points: Coordinates
    origin: Pair
    toward: Pair
    ink: Ink
    amount: float


class Glow(NamedTuple):
    """Soft light around a line or a point."""

    points: Coordinates
    ink: Ink
    amount: float


class Unbounded(NamedTuple):
    """The whole line through a point (or, one-sided, the half-line that starts there): it reaches across the view."""

    through: Pair
    direction: Pair
    ink: Ink
    line: Line | None = None
    one_sided: bool = False


class Arrow(NamedTuple):
    start: Pair
    end: Pair
    ink: Ink
    line: Line | None = None


class Dot(NamedTuple):
    """A point."""

    at: Pair
    ink: Ink
    point: Point = Point.RING


class Label(NamedTuple):
    """Words (tints, bold and formulas in them allowed) beside a point: on the side that `toward` says, if there is
    room. Without `toward`, on it. `fixed`: exactly there, in the middle of its place, whatever it covers."""

    text: str
    at: Pair
    ink: Ink
    toward: Pair | None
    style: TextStyle
    feature: Feature | None = None
    leader: bool = False  # a thin line leads to the point where the label has to stand off
    fixed: bool = False


class Symbol(NamedTuple):
    """A LaTeX symbol beside a point; `feature`: what it stands for, if that can be pointed at."""

    latex: str
    at: Pair
    ink: Ink
    toward: Pair | None
    feature: Feature | None = None
    fixed: bool = False


class FeatureMark(NamedTuple):
    """A vertex or an edge that can be pointed at and clicked: invisible until it is highlighted, anywhere."""

    points: Coordinates
    feature: Feature
    ink: Ink


class Field(NamedTuple):
    """A tint computed for each cell of a grid over a box: amounts in [0, 1], rows from the bottom, of the ink."""

    low: Pair
    high: Pair
    amounts: tuple[tuple[float, ...], ...]
    ink: Ink


class Inset(NamedTuple):
    """A small picture in a rounded box in a corner of the pane ("top left" … "bottom right"), sizes in pixels, fitted
    to what it holds. With `at` that corner of the box stands at a place of the figure, which it is a part of: its
    words are as large as the figure's."""

    corner: str
    size: Pair
    title: str
    marks: tuple[Mark, ...]
    ink: Ink = Ink.QUIET  # of its frame and title
    at: Pair | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Crowd:
    """Thousands of lines and triangles of one ink, as arrays: drawn at once, in its place among the marks. It cannot
    be pointed at, and labels may lie on it."""

    segments: NDArray[np.float64]  # (n, 4): x, y of one end, x, y of the other
    triangles: NDArray[np.float64]  # (m, 6): three corners each
    ink: Ink
    line: Line
    opacity: float | NDArray[np.float64]  # of the lines: of all, or (n,) one each
    fill: float | NDArray[np.float64]  # opacity of the triangles: of all, or (m,) one each
    framed: bool = True  # whether the view makes room for it; else it may run out of the pane


Mark = (
    Stroke
    | Area
    | Region
    | Light
    | Glow
    | Unbounded
    | Arrow
    | Dot
    | Label
    | Symbol
    | FeatureMark
    | Field
    | Inset
    | Crowd
)
