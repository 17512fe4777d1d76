"""Below the chosen pair: its contact enlarged, or its contact info as a list."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry.contact.manifold_points import ManifoldPoint
from geometry.shape import Convex, boundary
from geometry.vector import Vector
from lessons.contact.contact_info_scene import Known
from lessons.stories.advancement_figure import within
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

LENS = (270.0, 212.0)  # pixels, of what is enlarged
NAMES = (110.0, 100.0)  # pixels of it, for its title and for the names around what it shows
SEEN = 45.0  # pixels: the names at the ends of a shorter separation crowd
THIN = 4e-5  # world length of a pixel: nothing is enlarged further
LARGER = 1.25  # times: less is not worth a lens
INNER = (238.0, 160.0)  # pixels of a list of that size
VALUE = 98.0  # pixels from its left side to the values


def is_narrow(canvas: Canvas, known: Known) -> bool:
    """Whether the points of a separation lie so near to each other that their names need a lens."""
    return 0.005 <= abs(known.separation) < SEEN * canvas.pixel


def _in_lens(canvas: Canvas, known: Known) -> list[int]:
    """The contact points that a lens shows: both, where it is larger than the figure, else the deepest one, where
    that is small; none where the figure has room for the names."""
    points = known.points
    if len(points) > 1 and THIN < _scale_of([at for p in points for at in (p.on_a, p.on_b)]) < canvas.pixel / LARGER:
        return [0, 1]
    deepest = min(range(len(points)), key=lambda k: points[k].separation, default=None)
    return [deepest] if deepest is not None and is_narrow(canvas, known) else []


def _scale_of(places: Sequence[Vector]) -> float:
    """How long a pixel is in a lens that holds these places with their names."""
    room = np.subtract(LENS, NAMES)
    return float((np.ptp(places, axis=0) / room).max())


def draw_points(canvas: Canvas, scene: Any, middle: Vector) -> None:
    """The contact points, each midway between the ends of the separation that the table has; their names, in the
    lens where they would crowd."""
    known = scene.known
    shown, count = _in_lens(canvas, known), len(known.points)
    for k, p in enumerate(known.points):
        _draw_ends(canvas, p, k, count, is_named=not shown)
        marks.answer(canvas, p.point)
        canvas.symbol(f"p_{k + 1}", p.point, Ink.ANSWER, toward=p.point - middle)
    if not shown:
        return
    points = [known.points[k] for k in shown]
    small = enlarged(scene, [at for p in points for at in (p.on_a, p.on_b)], scene.cell.b)
    for k, p in zip(shown, points, strict=True):
        _draw_ends(small, p, k, count, is_named=True)
        small.dot(p.point, Ink.ANSWER)
        small.symbol(f"p_{k + 1}", p.point, Ink.ANSWER, toward=(known.normal[1], -known.normal[0]))
    canvas.inset("bottom right", LENS, "The overlap, enlarged", small.marks)


def _draw_ends(canvas: Canvas, point: ManifoldPoint, k: int, count: int, *, is_named: bool) -> None:
    """A separation of the table, and its ends on A and on B."""
    measure(canvas, point.on_a, point.on_b, separation_ink(point.separation))
    for at, other, ink in ((point.on_a, point.on_b, Ink.A), (point.on_b, point.on_a, Ink.B)):
        canvas.dot(at, ink, Point.RING if is_named else Point.SMALL)
        if is_named:
            own = f"p_{{{ink.name},{k + 1}}}" if count > 1 else f"p_{ink.name}"
            canvas.symbol(own, at, ink, toward=at - other)


def draw_measured(canvas: Canvas, scene: Any, *, tells_s: bool = False) -> None:
    """From A's surface to B's, along the normal; enlarged where it is short."""
    known = scene.known
    if not is_narrow(canvas, known):
        _name_measured(canvas, known, tells_s=tells_s)
        return
    measure(canvas, known.on_a, known.on_b, separation_ink(known.separation))
    small = enlarged(scene, (known.on_a, known.on_b), scene.cell.b)
    _name_measured(small, known, tells_s=tells_s)
    canvas.inset("bottom right", LENS, f"The {'gap' if known.separation > 0.0 else 'overlap'}, enlarged", small.marks)


def enlarged(scene: Any, places: Sequence[Vector], b: Convex) -> Canvas:
    """What a lens shows of A and B around some places, the latter where it is now."""
    low, high = np.min(places, axis=0), np.max(places, axis=0)
    small = Canvas(_scale_of(places))
    middle, half = (low + high) / 2.0, 0.5 * small.pixel * np.subtract(LENS, (16.0, 40.0))
    box = (*xy(middle - half), *xy(middle + half))
    for shape, ink in ((scene.cell.a, Ink.A), (b, Ink.B)):
        inside = within(boundary(shape, 0.15 * small.pixel).tolist(), box)
        if len(inside) < 3:
            continue
        small.area(inside, ink)
        for p, q in itertools.pairwise((*inside, *inside[:1])):
            if not any(p[i % 2] == q[i % 2] == side for i, side in enumerate(box)):
                small.stroke((p, q), ink, line=Line.OUTLINE)
    return small


def _name_measured(canvas: Canvas, known: Known, *, tells_s: bool) -> None:
    ink, n = separation_ink(known.separation), known.normal
    measure(canvas, known.on_a, known.on_b, ink)
    for at, own, symbol, side in ((known.on_a, Ink.A, "p_A", 1.0), (known.on_b, Ink.B, "p_B", -1.0)):
        canvas.dot(at, own)
        canvas.symbol(symbol, at, own, toward=side * math.copysign(1.0, -known.separation) * n)
    if tells_s:
        middle = (known.on_a + known.on_b) / 2.0
        canvas.label(f"$s$ = {fixed(known.separation)}", middle, ink, toward=(-n[1], n[0]), leader=True)


def draw_list(canvas: Canvas, moment: Moment[Any]) -> None:
    """The contact info of the pair, of one form for all of them; while one of its parts is asked, only the form."""
    scene, known = moment.scene, moment.scene.known
    kept = scene.unflipped.get((scene.row, scene.column)) if moment.compare else None
    way, ink = (known.normal, Ink.EXAMINED) if kept is None else (kept.normal, Ink.FAULTY)
    points = r",\;".join(f"p_{k}" for k in range(1, len(known.points) + 1)) or r"\mathrm{none}"
    rows = (
        ("normal", rf"\hat n={coords(way)}", ink),
        ("separation", f"s={fixed(known.separation)}", separation_ink(known.separation)),
        ("contact points", points, Ink.ANSWER if known.points else Ink.QUIET),
    )
    is_asked = moment.is_open and type(moment.step).__name__ in ("Seen", "RoutineChosen")
    small, (width, height) = Canvas(1.0), INNER
    for x, y in ((0.0, 0.0), (width, height)):  # the marks are as large as they say
        small.stroke(((x, y), (x, y)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    for i, (name, told, own) in enumerate(rows):
        y = height * (1.0 - (i + 0.5) / len(rows))
        small.label(name, (0.0, y), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.TITLE, fixed=True)
        told, own = ("?", Ink.INTERFACE) if is_asked else (told.replace("−", "-"), own)
        small.symbol(told, (VALUE, y), own, toward=(1.0, 0.0), fixed=True)
        if i:
            line = ((0.0, y + height / 6.0), (width, y + height / 6.0))
            small.stroke(line, Ink.CONSTRUCTION, line=Line.THIN, opacity=0.5)
    canvas.inset("bottom right", LENS, "The contact info of this pair", small.marks)
