"""Eased motion between two pictures. From step to step (`blend`) what is in both moves, what is new fades in, what is
gone is gone: too short to be waited for. A `morph` tells something by the way itself: it is longer, can be scrubbed,
and turns outlines into outlines of other shapes.

Both give the marks of a moment and the opacity of each; with less motion wanted, the caller shows the new picture.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from viz.lesson.mark import (
    Area,
    Arrow,
    Coordinates,
    Crowd,
    Dot,
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

SECONDS = 0.2  # from step to step
_FEWEST = 64  # points of an outline that turns into one with another number of them
_NO_DIGITS = str.maketrans("", "", "0123456789")


def eased(fraction: float) -> float:
    """Smooth start and end (the cubic 3 t^2 - 2 t^3), clamped to [0, 1]."""
    t = min(max(fraction, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


def blend(old: Sequence[Mark], new: Sequence[Mark], t: float) -> tuple[list[Mark], list[float]]:
    """The marks of `new`, each on its way from its partner in `old`, and the opacity of each.

    Partners are marks of one kind, ink and size, taken in order; labels those of the same words, numbers apart, and
    features those of the same feature. At t = 1 the result is `new` itself.
    """
    waiting = _waiting(old, _kind)
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


def morph(old: Sequence[Mark], new: Sequence[Mark], t: float) -> tuple[list[Mark], list[float]]:
    """A picture a part `t` of the way from one to another, and the opacity of each of its marks: outlines flow into
    outlines of the same ink, whatever their shape; what has no partner fades, out in the first half and in in the
    second. At t = 0 and 1 the pictures themselves."""
    if t <= 0.0:
        return list(old), [1.0] * len(old)
    if t >= 1.0:
        return list(new), [1.0] * len(new)
    waiting = _waiting(old, _role)
    pairs = [(partners.pop() if (partners := waiting[_role(mark)]) else None, mark) for mark in new]
    leaving = {id(mark) for partners in waiting.values() for mark in partners}
    gone = [mark for mark in old if id(mark) in leaving] if t < 0.5 else []
    marks = [*gone, *(mark if partner is None else _flowing(partner, mark, t) for partner, mark in pairs)]
    arriving = max(0.0, 2.0 * t - 1.0)
    opacities = [1.0 - 2.0 * t] * len(gone) + [arriving if partner is None else 1.0 for partner, _ in pairs]
    return marks, opacities


def _waiting(old: Sequence[Mark], key: Callable[[Mark], object]) -> dict[Any, list[Mark]]:
    found: dict[Any, list[Mark]] = defaultdict(list)
    for mark in reversed(old):
        found[key(mark)].append(mark)
    return found


def _role(mark: Mark) -> tuple[object, ...]:
    """What a mark's partner in a morph has to share with it."""
    match mark:
        case Stroke():
            return Stroke, mark.ink, mark.closed, mark.line
        case Area():
            return Area, mark.ink, mark.opacity is None
        case _:
            return _kind(mark)


def _kind(mark: Mark) -> tuple[object, ...]:
    """What a mark's partner has to share with it from step to step."""
    match mark:
        case Stroke():
            return Stroke, mark.ink, mark.closed, mark.line, len(mark.points)
        case Area():
            return Area, mark.ink, mark.opacity is None, len(mark.points)
        case Glow() | Light():
            return type(mark), mark.ink, len(mark.points)
        case Region():
            return Region, mark.ink, len(mark.through)
        case Label():
            return Label, mark.ink, mark.style, mark.feature, mark.text.translate(_NO_DIGITS)
        case Symbol():
            return Symbol, mark.ink, mark.latex
        case FeatureMark():
            return FeatureMark, mark.feature, len(mark.points)
        case Arrow():
            return Arrow, mark.ink, mark.line
        case Dot():
            return Dot, mark.ink, mark.point
        case Unbounded():
            return Unbounded, mark.ink, mark.line, mark.one_sided
        case Field():
            return Field, mark.ink, len(mark.amounts), len(mark.amounts[0])
        case Inset():
            return Inset, mark.corner, mark.title
        case Crowd():
            return Crowd, mark.ink, mark.line


def _mix(p: Pair, q: Pair, t: float) -> Pair:
    return (1.0 - t) * p[0] + t * q[0], (1.0 - t) * p[1] + t * q[1]


def _mixed(p: Coordinates, q: Coordinates, t: float) -> Coordinates:
    return tuple([_mix(a, b, t) for a, b in zip(p, q, strict=True)])


def _between(old: Any, new: Any, t: float) -> Mark:
    """`new` with its places a part `t` of the way from those of `old`."""
    if t >= 1.0:
        result: Mark = new
        return result
    match new:
        case Stroke():
            opacity = (1.0 - t) * old.opacity + t * new.opacity
            return new._replace(points=_mixed(old.points, new.points, t), opacity=opacity)
        case Area():
            opacity = None if new.opacity is None else (1.0 - t) * old.opacity + t * new.opacity
            return new._replace(points=_mixed(old.points, new.points, t), opacity=opacity)
        case Glow() | FeatureMark():
            return new._replace(points=_mixed(old.points, new.points, t))
        case Region():
            normals = tuple([_turned(p, q, t) for p, q in zip(old.normals, new.normals, strict=True)])
            return new._replace(through=_mixed(old.through, new.through, t), normals=normals)
        case Light():
            points = _mixed(old.points, new.points, t)
            toward = _turned(old.toward, new.toward, t)
            return new._replace(points=points, origin=_mix(old.origin, new.origin, t), toward=toward)
        case Arrow():
            return new._replace(start=_mix(old.start, new.start, t), end=_mix(old.end, new.end, t))
        case Unbounded():
            (x, y), (u, v) = old.direction, new.direction
            back = not new.one_sided and x * u + y * v < 0.0
            way = _turned((-x, -y) if back else (x, y), (u, v), t)  # the shorter turn: a line has no front
            return new._replace(through=_mix(old.through, new.through, t), direction=way)
        case Dot() | Label() | Symbol():
            return new._replace(at=_mix(old.at, new.at, t))
        case Field():
            amounts = tuple([_row(p, q, t) for p, q in zip(old.amounts, new.amounts, strict=True)])
            return new._replace(low=_mix(old.low, new.low, t), high=_mix(old.high, new.high, t), amounts=amounts)
        case _:  # an inset stays where it is, a crowd moves by its own clock
            return new  # type: ignore[no-any-return]


def _turned(old: Pair, new: Pair, t: float) -> Pair:
    """A direction on its way; the new one where the way leads through none."""
    way = _mix(old, new, t)
    return new if math.hypot(*way) < 1e-9 * math.hypot(*new) else way


def _row(old: tuple[float, ...], new: tuple[float, ...], t: float) -> tuple[float, ...]:
    return tuple([(1.0 - t) * p + t * q for p, q in zip(old, new, strict=True)])


def _flowing(old: Any, new: Any, t: float) -> Mark:
    """`_between` for a morph: outlines and lines may have different numbers of points."""
    if isinstance(new, Stroke | Area) and len(old.points) != len(new.points):
        closed = isinstance(new, Area) or new.closed
        count = max(_FEWEST, len(old.points), len(new.points))
        first, last = (_spread(points, count, closed=closed) for points in (old.points, new.points))
        if closed:
            last = _aligned(first, last)
        return _between(old._replace(points=first), new._replace(points=last), t)
    return _between(old, new, t)


def _spread(points: Coordinates, count: int, *, closed: bool) -> Coordinates:
    """So many points along a line or outline, evenly by its length; its ends stay ends."""
    path = np.array((*points, points[0]) if closed else points)
    steps = np.hypot(*np.diff(path, axis=0).T) if len(path) > 1 else np.zeros(0)
    along = np.concatenate(((0.0,), np.cumsum(steps)))
    at = np.linspace(0.0, along[-1], count, endpoint=not closed)
    return tuple(zip(*(np.interp(at, along, path[:, axis]).tolist() for axis in (0, 1)), strict=True))


def _aligned(first: Coordinates, last: Coordinates) -> Coordinates:
    """An outline begun at the point that makes the way from another one shortest, as seen from their middles."""
    p, q = np.array(first), np.array(last)
    p, q = p - p.mean(axis=0), q - q.mean(axis=0)
    # The best turn has the greatest sum of dot products: a correlation of complex numbers.
    u, v = p[:, 0] + 1j * p[:, 1], q[:, 0] + 1j * q[:, 1]
    fit = np.fft.ifft(np.conj(np.fft.fft(u)) * np.fft.fft(v)).real
    shift = int(fit.argmax())
    return (*last[shift:], *last[:shift])
