"""A card's scene with both answers, the coordinates that a reader needs, what the shrinking has done to it, and the
mistake itself."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from geometry import Vector, boundary
from lessons.labs.cards.card import Asked, Card, Trouble
from lessons.labs.cards.parts import (
    BODIES,
    XY,
    Arguments,
    Kind,
    Part,
    Ring,
    convex_of,
    corners,
    decimals,
    extent,
    middle,
    numbers,
)
from lessons.labs.cards.reading import names_at_fault
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.marks import SMOOTH, pill, shape
from viz.lesson.text import counted, fixed, listed, sentence

NAMED = 8  # vertices of a shape that are told
POINTS = ("nearest", "closest", "there", "now")  # names of the routines' own that are points of the scene
ROUNDING = 1e-9
DIRECTED_AT, ARROW = 0.7, 9.0  # of an edge: where the arrow along it stands, and half of its length in pixels
SCALED = 1.15  # larger by so much: rounding alone does not do that
MOST_EARLIER = 1.5  # the side of both states together, beside that of the later one
DASH, MOST_DASHES = 11.0, 400  # pixels from a dash to the next, and dashes of a line


def draw_scene(
    canvas: Canvas, card: Card, arguments: Arguments, asked: Asked, *, has_coordinates: bool = True
) -> None:
    """The parts with their coordinates; both answers where they differ, else the one that both give."""
    told: set[XY] = set()
    for part, value in zip(card.parts, arguments, strict=True):
        _part(canvas, card, part, value, arguments)
        if has_coordinates:
            _coordinates(canvas, part, value, told)
    both = ((asked.right, Ink.ANSWER), (asked.faulty, Ink.FAULTY))
    for answer, ink in both if asked.differs else both[:1]:
        before = len(canvas.marks)
        if not isinstance(answer, Trouble):
            card.answers.draw(canvas, card.parts, arguments, answer, ink)
        if isinstance(answer, Trouble) or (asked.differs and len(canvas.marks) == before):  # no shape of its own
            at, way = _beside(card, arguments, up=ink is Ink.ANSWER)
            pill(canvas, at, card.said(answer), ink, toward=way, leader=True)


def draw_mistake(canvas: Canvas, card: Card, arguments: Arguments, asked: Asked) -> None:
    """What the faulty routine has looked at: an axis with its intervals, or the points among its values."""
    if card.answers.why is not None and not isinstance(asked.faulty, Trouble):
        card.answers.why(canvas, card.parts, arguments, asked.right, asked.faulty)
    names = names_at_fault(card, arguments)
    _arm(canvas, names.get("corner"), names.get("arm"))
    for name in POINTS:
        at = names.get(name)
        if isinstance(at, tuple):
            canvas.dot(at, Ink.EXAMINED, Point.FILLED)
            canvas.label(name, at, Ink.EXAMINED, toward=(-1.0, -0.6), style=TextStyle.BOLD, leader=True)
            of = names.get("centre", names.get("corner"))
            if name == "nearest" and isinstance(of, tuple) and of != at:
                (x, y), (u, v) = at, of
                canvas.stroke((at, of), Ink.EXAMINED, line=Line.DASHED)
                half = (x + u) / 2.0, (y + v) / 2.0
                canvas.label(
                    fixed(math.dist(at, of)), half, Ink.EXAMINED, toward=(v - y, x - u), style=TextStyle.BOLD
                )


def _arm(canvas: Canvas, corner: Any, arm: Any) -> None:
    """Where the last arm leads from its corner: subtracted in white, added in pink."""
    if not isinstance(corner, tuple) or not isinstance(arm, tuple):
        return
    for sign, words, ink in ((-1.0, "corner − arm", Ink.ANSWER), (1.0, "corner + arm", Ink.FAULTY)):
        way = sign * arm[0], sign * arm[1]
        end = corner[0] + way[0], corner[1] + way[1]
        canvas.arrow(corner, end, ink)
        canvas.dot(end, ink, Point.FILLED)
        canvas.label(words, end, ink, toward=way, style=TextStyle.BOLD, leader=True)


def is_earlier_drawn(card: Card, before: Arguments, after: Arguments) -> bool:
    """Whether the state before stands beside what has become of it at one scale, and neither is small."""
    both, was, now = (
        extent(parts, values)
        for parts, values in (
            ((*card.parts, *card.parts), (*before, *after)), (card.parts, before), (card.parts, after),
        )
    )  # fmt: skip
    return both <= MOST_EARLIER * now and now <= SCALED * was


def draw_earlier(canvas: Canvas, card: Card, arguments: Arguments) -> None:
    """The outlines of the state before."""
    for part, value in zip(card.parts, arguments, strict=True):
        if part.kind in BODIES:
            ring = boundary(convex_of(part.kind, value), SMOOTH * canvas.pixel)
        elif part.kind in (Kind.OUTLINE, Kind.SEGMENT):
            ring = np.array(value)
        else:
            continue
        most = max(MOST_DASHES // len(ring), 1)
        dashes = [
            each
            for ends in zip(ring, np.roll(ring, -1, axis=0), strict=True)
            for each in _dashed(canvas, *ends, most)
        ]
        canvas.crowd(part.ink, segments=dashes, line=Line.START, opacity=0.7)


def _dashed(canvas: Canvas, start: Vector, end: Vector, most: int) -> Iterator[tuple[float, ...]]:
    """The dashes of a line, as the theme's are; seen from very near only the first of them."""
    whole, step = math.dist(start, end), DASH * canvas.pixel
    for k in range(min(math.ceil(whole / step), most)):
        low, high = (min(each * step / whole, 1.0) for each in (k, k + 0.55))
        yield (*(start + low * (end - start)).tolist(), *(start + high * (end - start)).tolist())


def _beside(card: Card, arguments: Arguments, *, up: bool) -> tuple[XY, XY]:
    """Above or below the last body, which an answer is about."""
    at = max((i for i, part in enumerate(card.parts) if part.kind in BODIES), default=0)
    part, value = card.parts[at], arguments[at]
    x, y = middle(part.kind, value)
    if part.kind in BODIES:
        bounds = convex_of(part.kind, value).bounds()
        y = float((bounds.high if up else bounds.low)[1])
    return (x, y), (0.0, 1.0 if up else -1.0)


def _part(canvas: Canvas, card: Card, part: Part, value: Any, arguments: Arguments) -> None:
    match part.kind:
        case kind if kind in BODIES:
            shape(canvas, convex_of(kind, value), part.ink, part.name.upper(), numbered=False)
            if kind is Kind.CIRCLE:
                canvas.dot(value[0], part.ink, Point.SMALL)
        case Kind.OUTLINE:
            canvas.area(value, part.ink)
            canvas.stroke(value, part.ink, closed=True, line=Line.OUTLINE)
            if part.is_directed:
                _directed(canvas, value, part.ink)
        case Kind.POINT:
            canvas.dot(value, part.ink, Point.FILLED)
        case Kind.SEGMENT:
            canvas.stroke(value, part.ink, line=Line.OUTLINE)
        case Kind.RAY:
            canvas.unbounded(value[0], value[1], part.ink, line=Line.DASHED, one_sided=True)
            canvas.arrow(value[0], (value[0][0] + value[1][0], value[0][1] + value[1][1]), part.ink)
        case Kind.VELOCITY:
            at = next(i for i, each in enumerate(card.parts) if each.name == part.of)
            x, y = middle(card.parts[at].kind, arguments[at])
            if any(value):
                end = x + value[0], y + value[1]
                canvas.arrow((x, y), end, part.ink)
                canvas.label(f"v ({_short(value[0])}, {_short(value[1])})", end, part.ink, toward=value)


def _directed(canvas: Canvas, ring: Ring, ink: Ink) -> None:
    """Which way round the vertices are listed: an arrow on each edge, off its middle, where its normal may stand."""
    for (x, y), (u, v) in zip(ring, (*ring[1:], ring[0]), strict=True):
        size = math.hypot(u - x, v - y)
        low, high = (DIRECTED_AT + each * canvas.pixel / size for each in (-ARROW, ARROW))
        start, end = ((x + t * (u - x), y + t * (v - y)) for t in (low, high))
        canvas.arrow(start, end, ink, line=Line.FEATURE)


def _coordinates(canvas: Canvas, part: Part, value: Any, told: set[XY]) -> None:
    """Of each vertex, but not twice at one place; a circle and a point tell more than where they are."""
    points = corners(part.kind, value)
    if len(points) > NAMED:
        return
    mx, my = (sum(each[i] for each in points) / max(len(points), 1) for i in (0, 1))
    for x, y in points:
        if (x, y) in told and part.kind not in (Kind.CIRCLE, Kind.POINT):
            continue
        told.add((x, y))
        words = f"({_short(x)}, {_short(y)})"
        if part.kind is Kind.CIRCLE:
            words = f"{words}, r {_short(value[1])}"
        elif part.kind is Kind.POINT:
            words = f"{part.name} {words}"
        way = (x - mx, y - my) if abs(x - mx) + abs(y - my) > ROUNDING else (0.0, -1.0)
        canvas.label(words, (x, y), part.ink, toward=way, style=TextStyle.CAPTION)


def _short(x: float) -> str:
    """As few decimals as it has, two at most."""
    return next(fixed(x, d) for d in (0, 1, 2) if round(x, d) == x or d == 2)


# What a step of the shrinking has done, told from the scenes before and after it.


def changes_told(card: Card, before: Arguments, after: Arguments) -> str:
    """What the two states differ in, in sentences: "A lost 2 vertices. All numbers are whole now, up to 9." """
    triples = tuple(zip(card.parts, before, after, strict=True))
    words = [each for each in (_lost(triples), _rounded(before, after) or _changed(before, after)) if each]
    return " ".join(f"{sentence(each)}." for each in words) if words else "The scene has moved."


def _rounded(before: Arguments, after: Arguments) -> str:
    """What the numbers have become, where they have fewer decimals: on the way they may have been scaled, rounded and
    changed one by one."""
    were, are = decimals(before), decimals(after)
    if are >= were:
        return ""
    told = "are whole" if are == 0 else f"have {counted(are, 'decimal')}"
    return f"all numbers {told} now, up to {_short(max(map(abs, numbers(after))))}"


def _changed(before: Arguments, after: Arguments) -> str:
    """The number that changed, or the largest of those before and after."""
    one, other = tuple(numbers(before)), tuple(numbers(after))
    if len(one) == len(other):
        pairs = [(x, y) for x, y in zip(one, other, strict=True) if _short(x) != _short(y)]
        if len(pairs) == 1:
            return f"{_short(pairs[0][0])} became {_short(pairs[0][1])}"
        if not pairs:
            return ""
        words = f"{len(pairs)} of {len(one)} numbers changed"
    else:
        words = "numbers changed"
    x, y = (max(map(abs, each)) for each in (one, other))
    if _short(x) != _short(y):
        return f"{words}, the largest absolute value from {_short(x)} to {_short(y)}"
    x, y = (math.fsum(map(abs, each)) for each in (one, other))
    return f"{words}, the sum of absolute values from {_short(x)} to {_short(y)}" if _short(x) != _short(y) else words


def _lost(triples: tuple[tuple[Part, Any, Any], ...]) -> str:
    rings = [each for each in triples if each[0].kind in (Kind.POLYGON, Kind.OUTLINE)]
    counts = {told_name(part.name): len(p) - len(q) for part, p, q in rings if len(p) > len(q)}
    told = {name: "a vertex" if count == 1 else f"{count} vertices" for name, count in counts.items()}
    if len(told) > 1 and len(set(told.values())) == 1:
        return f"{listed(list(told))} lost {next(iter(told.values()))} each"
    return " and ".join(f"{name} lost {words}" for name, words in told.items())


def told_name(name: str) -> str:
    """A part of the scene in a sentence."""
    if name in ("a", "b", "c"):
        return name.upper()
    return {"p": "p", "v": "the motion of A", "v2": "the motion of B"}.get(name, f"the {name}")


def place_told(name: str) -> str:
    """What of a moving part the map of failures moves to the middle of a cell (see `middle` of the parts)."""
    return {"p": "p", "ray": "the ray's start", "wall": "the wall's middle"}.get(name, f"{told_name(name)}'s centre")
