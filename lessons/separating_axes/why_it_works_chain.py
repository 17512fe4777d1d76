"""The proof as a chain of five statements, each shown as soon as a step has given it."""

from __future__ import annotations

from typing import Any

from geometry.minkowski.origin_test import DifferenceFound, NormalsTraced, PointsSubtracted, WallsMeasured
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment

CHAIN = Axes((0.0, 1.0), (1.0, 5.0))
APART = (
    "A and B are apart",
    "so the origin is outside A − B",
    "so it is in front of an edge of A − B",
    "that edge comes from an edge of A or of B",
    "so an edge normal of A or B shows the gap",
)
SHARED = (
    "A and B share a point",
    "so the origin is in A − B",
    "so it is in front of no edge of A − B",
    "A − B’s edges come from those of A and B",
    "so no edge normal of A or B shows a gap",
)


def links(moment: Moment[Any]) -> tuple[str, ...]:
    """The statements that are known so far."""
    whole = APART if moment.trace.result.apart else SHARED
    match moment.step:
        case PointsSubtracted():
            return whole[:1]
        case DifferenceFound():
            return whole[: 1 if moment.is_open else 2]
        case WallsMeasured():
            return whole[:3]
        case NormalsTraced():
            return whole[:4]
        case _:
            return whole


def draw_chain(canvas: Canvas, moment: Moment[Any]) -> None:
    """One below the other, the newest in bold."""
    known = links(moment)
    canvas.stroke(((0.0, len(APART)), (0.0, len(APART) + 1 - len(known))), Ink.CONSTRUCTION, line=Line.THIN)
    for i, words in enumerate(known):
        at = (0.0, len(APART) - i)
        canvas.dot(at, Ink.TEXT, Point.FILLED)
        ink = (Ink.GAP if moment.trace.result.apart else Ink.OVERLAP) if i == len(APART) - 1 else Ink.TEXT
        style = TextStyle.BOLD if i == len(known) - 1 else TextStyle.LABEL
        canvas.label(words, (14.0 * canvas.pixel, at[1]), ink, toward=(1.0, 0.0), style=style, fixed=True)
