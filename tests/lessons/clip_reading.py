"""What tests of edge clipping read: its words, marks, and the reference edge found once more, from the vertices
alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from lessons.contact import dropped_figure
from lessons.contact.clip_scenes import Clipping
from lessons.contact.edge_clipping import EdgeClipping
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Arrow, Canvas, Dot, Label, Stroke
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import plain

LESSON = EdgeClipping()
OVERHANG, DISCARDED, FLAT, B_OWNS, BOTH = list(LESSON.presets)[:5]
WALL, ROUNDED, TOUCHING = list(LESSON.presets)[5:]
CONTACTS = {  # x and h of every contact point, in the order of x
    OVERHANG: [(0.00, -0.32), (1.70, -0.50)],
    DISCARDED: [(2.60, -0.25)],
    FLAT: [(0.40, 0.07), (2.60, -0.04)],
    B_OWNS: [(0.90, -0.40), (2.60, -0.13)],
    BOTH: [(0.00, -0.30), (1.70, -0.30)],
    WALL: [(2.00, -0.30)],
    ROUNDED: [(0.00, -0.28), (1.20, -0.45)],
    TOUCHING: [(0.00, 0.00), (0.80, 0.00)],
}
STAGES = {
    OVERHANG: ["Edges", "Plane of u", "Cut at u", "Plane of v", "Height", "Contacts", "Let go"],
    BOTH: ["Edges", "Plane of u", "Cut at u", "Plane of v", "Cut at v", "Height", "Contacts", "Let go"],
    DISCARDED: ["Edges", "Plane of u", "Plane of v", "Height", "Contacts", "Let go"],
}


class Edge(NamedTuple):
    """The reference edge: of all edges that with the greatest least height of the other shape."""

    owner: str
    u: np.ndarray
    v: np.ndarray
    t: np.ndarray
    n: np.ndarray

    def x(self, p: Any) -> float:
        return float(np.dot(np.subtract(p, self.u), self.t))

    def h(self, p: Any) -> float:
        return float(np.dot(np.subtract(p, self.u), self.n))

    def at(self, x: float, h: float) -> np.ndarray:
        return self.u + x * self.t + h * self.n

    @property
    def length(self) -> float:
        return math.dist(self.u, self.v)


def edges_of(shape: Any, owner: str) -> list[Edge]:
    found = []
    for p, q in zip(shape.points, np.roll(shape.points, -1, axis=0), strict=True):
        t = (q - p) / math.dist(p, q)
        n = np.array((t[1], -t[0]))
        found.append(Edge(owner, p + shape.radius * n, q + shape.radius * n, t, n))
    return found


def reference(scene: Clipping) -> Edge:
    a, b = scene.a.world, scene.b.world
    sees = [(e, b) for e in edges_of(a, "A")] + [(e, a) for e in edges_of(b, "B")]
    depths = [min(e.h(p) for p in other.points) - other.radius for e, other in sees]
    return sees[int(np.argmax(np.round(depths, 9)))][0]


def incident(scene: Clipping) -> Edge:
    """The other shape's edge that faces the reference edge most."""
    edge = reference(scene)
    other = edges_of(scene.b.world, "B") if edge.owner == "A" else edges_of(scene.a.world, "A")
    return min(other, key=lambda each: float(np.dot(each.n, edge.n)))


def moments(name: str, compare: str = "") -> list[Moment[Any]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def stage(name: str, wanted: str, compare: str = "") -> Moment[Any]:
    return next(m for m in moments(name, compare) if LESSON.page(m).stage == wanted)


def page(name: str, wanted: str) -> Page:
    return LESSON.page(stage(name, wanted))


def said(name: str, wanted: str) -> str:
    return plain(page(name, wanted).sentence)


def stands(name: str, wanted: str) -> str:
    return plain(LESSON.situation(stage(name, wanted)))


def world(moment: Moment[Any], pixel: float = 0.01) -> Canvas:
    """The shapes."""
    canvas = Canvas(pixel)
    LESSON.panes[0].draw(canvas, moment)
    return canvas


def first_view(moment: Moment[Any], time: float = 0.0) -> Canvas:
    """What is let go under the rule to compare with."""
    return _drawn(dropped_figure.draw_first, moment, time)


def second_view(moment: Moment[Any], time: float = 0.0) -> Canvas:
    return _drawn(dropped_figure.draw_second, moment, time)


def tilts(moment: Moment[Any], time: float = 0.0) -> Canvas:
    """The chart of both."""
    return _drawn(dropped_figure.draw_chart, moment, time)


def _drawn(draw: Callable[[Canvas, Moment[Any]], None], moment: Moment[Any], time: float) -> Canvas:
    canvas = Canvas(0.01)
    draw(canvas, replace(moment, time=time))
    return canvas


def rows(moment: Moment[Any]) -> list[list[str]]:
    table = LESSON.table(moment)
    assert table is not None
    return [[plain(cell) for cell in row.cells] for _, row in table.rows]


def labels(canvas: Canvas, ink: Ink) -> dict[str, tuple[float, float]]:
    return {plain(m.text): m.at for m in canvas.marks if isinstance(m, Label) and m.ink is ink}


def strokes(canvas: Canvas, ink: Ink, line: Line) -> list[np.ndarray]:
    return [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and (m.ink, m.line) == (ink, line)]


def dots(canvas: Canvas, ink: Ink, point: Point) -> list[tuple[float, float]]:
    return [m.at for m in canvas.marks if isinstance(m, Dot) and (m.ink, m.point) == (ink, point)]


def arrows(canvas: Canvas, ink: Ink) -> list[Arrow]:
    return [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink]


def near(expected: Any, found: Any, tolerance: float = 1e-6) -> bool:
    return bool(np.allclose(np.array(expected), np.array(found), atol=tolerance))
