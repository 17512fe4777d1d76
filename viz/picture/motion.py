"""Eased motion between two pictures: what is in both moves, what is new fades in, what is gone is gone.

Motion shows which mark became which; it lasts too short to be waited for (PEDAGOGY, 18).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from viz.lesson.canvas import Area, Arrow, Dot, Hot, Label, Mark, Stroke, Symbol, Unbounded

SECONDS = 0.18


def eased(fraction: float) -> float:
    """Smooth start and end (the cubic 3 t^2 - 2 t^3), clamped to [0, 1]."""
    t = min(max(fraction, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


def blend(old: Sequence[Mark], new: Sequence[Mark], t: float) -> tuple[list[Mark], list[float]]:
    """The marks of `new`, each on its way from its partner in `old`, and the opacity of each.

    Partners are marks of one kind, ink and size, taken in order. At t = 1 the result is `new` itself.
    """
    waiting: dict[Any, list[Mark]] = defaultdict(list)
    for mark in reversed(old):
        waiting[_kind(mark)].append(mark)
    marks: list[Mark] = []
    opacities: list[float] = []
    for mark in new:
        partners = waiting[_kind(mark)]
        if partners:
            marks.append(_between(partners.pop(), mark, t))
            opacities.append(1.0)
        else:
            marks.append(mark)
            opacities.append(t)
    return marks, opacities


def _kind(mark: Mark) -> tuple[object, ...]:
    match mark:
        case Stroke(points, ink, closed):
            return Stroke, ink, closed, len(points)
        case Area(points, ink):
            return Area, ink, len(points)
        case Label(_, _, ink, _, style):
            return Label, ink, style
        case Hot(points, name):
            return Hot, name, len(points)
        case _:
            return type(mark), mark.ink


def _between(old: Any, new: Any, t: float) -> Mark:
    """`new` with its places a part `t` of the way from those of `old`."""

    def mix(p: tuple[float, float], q: tuple[float, float]) -> tuple[float, float]:
        return (1.0 - t) * p[0] + t * q[0], (1.0 - t) * p[1] + t * q[1]

    result: Mark = new
    match new:
        case Stroke() | Area() | Hot():
            result = new._replace(points=tuple(map(mix, old.points, new.points)))
        case Arrow():
            result = new._replace(start=mix(old.start, new.start), end=mix(old.end, new.end))
        case Unbounded():
            (x, y), (u, v) = old.direction, new.direction
            way = mix((-x, -y) if x * u + y * v < 0.0 else (x, y), (u, v))  # the shorter turn: a line has no front
            result = new._replace(
                through=mix(old.through, new.through), direction=new.direction if way == (0.0, 0.0) else way
            )
        case Dot() | Label() | Symbol():
            result = new._replace(at=mix(old.at, new.at))
    return result
