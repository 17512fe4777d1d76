"""The funnel of a generic routine: each kind with its support function, and the one routine that asks it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Convex, box
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import KINDS, BodiesPaired, GenericCounted, KindAdded, StoredFirst, kind_of
from geometry.shape import boundary
from lessons.pairs.dispatch_call import draw_call, shows_call
from lessons.pairs.dispatch_charts import draw_body_pairs
from lessons.pairs.dispatch_counts import kinds_in, name_of, outside
from lessons.pairs.dispatch_figure import Array, is_cell_asked, kind_outlines, many
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment

TOWARD = np.array((math.cos(0.5), math.sin(0.5)))  # where the support points are sought
SIZE = 1.7  # of a kind's picture, over that in a cell
ARROW = 0.5  # length of the direction that is asked
LEADS = (1.0, 1.5, 1.9, 2.3)  # from a kind, on its own height, to the place where all meet, and to the routine
BOX = (2.8, 1.5)  # of the routine, at least so wide
NAMED = 90.0  # pixels of its name with air: on a wall the box is wider
ROUND = 0.14  # at its corners


def draw_generic(canvas: Canvas, moment: Moment[Any]) -> None:
    """The funnel; while a pair routine is called its call; of bodies how their pairs grow."""
    if isinstance(moment.step, BodiesPaired):
        draw_body_pairs(canvas, moment)
    elif shows_call(moment):
        draw_call(canvas, moment)
    elif is_pair_asked(moment):
        _asked_about(canvas, moment)
    else:
        _funnel(canvas, moment)


def is_pair_asked(moment: Moment[Any]) -> bool:
    """Whether the cell of the pair is asked for: then the pair has the place of the funnel, also while the answer is
    told, which speaks of A and B. Not while rows still come: the funnel grows with them."""
    return not moment.compare and moment.time == 1.0 and is_cell_asked(moment)


def _asked_about(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B with their kinds, in the frame of the funnel."""
    pair = moment.scene.a.world, moment.scene.b.world
    both = np.concatenate([boundary(each, 0.01) for each in pair])
    middle, most = np.array((2.5, (1.0 - moment.scene.kinds) / 2.0)), moment.scene.kinds
    canvas.stroke(((0.0, 0.4), (0.0, 0.6 - most), (5.1, 0.6 - most)), Ink.TEXT, line=Line.THIN, opacity=0.0)
    scale = 0.8 * float((np.array((5.1, most - 1.0)) / np.ptp(both, axis=0)).min())
    shift = middle - scale * (both.min(axis=0) + both.max(axis=0)) / 2.0
    for each, ink, letter, way in zip(pair, (Ink.A, Ink.B), "AB", (-1.0, 1.0), strict=True):
        shown = Convex(scale * each.points + shift, scale * each.radius)
        marks.shape(canvas, shown, ink)
        aside = shown.centroid - middle
        canvas.label(letter, shown.centroid + 0.4 * aside, ink, style=TextStyle.LETTER)
        end = shown.points[(way * shown.points[:, 1]).argmax()] + (0.0, way * shown.radius)
        canvas.label(name_of(kind_of(each)), end, ink, toward=(0.0, way), style=TextStyle.LABEL)


@lru_cache(maxsize=16)
def _kinds(which: tuple[int, ...]) -> tuple[Array, Array]:
    """Pictures of some kinds below each other, by their places in the order of the table."""
    return many(SIZE * kind_outlines()[kind] - (0.0, float(i)) for i, kind in enumerate(which))


@lru_cache(maxsize=16)
def _support(kind: int) -> Array:
    """The support point of a kind's picture, around its middle."""
    outline = SIZE * kind_outlines()[kind]
    found: Array = outline[(outline @ TOWARD).argmax()]
    return found


@lru_cache(maxsize=16)
def _routine(middle: float, width: float) -> Array:
    """The outline of the routine, at a height."""
    sharp = box(width - 2.0 * ROUND, BOX[1] - 2.0 * ROUND).points + (LEADS[-1] + width / 2.0, middle)
    return boundary(Convex(sharp, ROUND), 0.002)


def _lead(row: int, middle: float) -> Array:
    """The line from a kind to the place where the lines of all meet."""
    return np.array(((LEADS[0], -float(row)), (LEADS[1], -float(row)), (LEADS[2], middle)))


def _funnel(canvas: Canvas, moment: Moment[Any]) -> None:
    """Each kind with its support point, and the one routine that asks for it."""
    step, stored, more = moment.step, moment.latest(StoredFirst), outside(moment)
    asked = isinstance(step, StoredFirst | TurnedRound) and stored is not None and not stored.in_table
    kinds, most = KINDS[: kinds_in(moment)], moment.scene.kinds + len(more)
    lit = {kinds[-1]} if isinstance(step, KindAdded) else set()
    if stored is not None:
        kinds = (*kinds, *more)
        lit = {stored.first, stored.second} if asked or isinstance(step, GenericCounted) else lit
    middle = -(most - 1) / 2.0
    canvas.stroke(((0.0, 0.4), (0.0, 0.6 - most)), Ink.TEXT, line=Line.THIN, opacity=0.0)  # keeps the frame
    places = tuple(KINDS.index(kind) for kind in kinds)
    segments, triangles = _kinds(places)
    canvas.crowd(Ink.TEXT, segments=segments, triangles=triangles, fill=0.1)
    quiet = [_lead(i, middle) for i, kind in enumerate(kinds) if kind not in lit]
    canvas.crowd(Ink.QUIET, segments=[pair for lead in quiet for pair in (lead[:2], lead[1:])])
    for i, kind in enumerate(kinds):
        point = _support(places[i]) - (0.0, float(i))
        if kind in lit:
            canvas.stroke(_lead(i, middle), Ink.EXAMINED, line=Line.MEASURE)
        canvas.arrow(point, point + ARROW * TOWARD, Ink.EXAMINED if kind in lit else Ink.QUIET)
        canvas.dot(point, Ink.ANSWER, Point.SMALL)
    for i in range(len(kinds), moment.scene.kinds):  # those to come
        outline = SIZE * kind_outlines()[i] - (0.0, float(i))
        canvas.stroke(outline, Ink.GHOST, closed=True, line=Line.DOTTED, opacity=0.4)
    ink = Ink.EXAMINED if lit else Ink.QUIET
    canvas.stroke(((LEADS[2], middle), (LEADS[3], middle)), ink, line=Line.MEASURE if lit else Line.THIN)
    width = max(BOX[0], NAMED * canvas.pixel)
    outline = _routine(middle, width)
    canvas.area(outline, Ink.EXAMINED if asked else Ink.TEXT, opacity=0.12)
    canvas.stroke(outline, Ink.EXAMINED if asked else Ink.TEXT, closed=True, line=Line.OUTLINE)
    _name(canvas, LEADS[3] + width / 2.0, middle, isinstance(step, GenericCounted))


def _name(canvas: Canvas, x: float, y: float, is_told: bool) -> None:
    """Of the routine, in its outline."""
    name, under = ("GJK, EPA", "of chapter 4") if is_told else ("1 routine", "any convex pair")
    has_room = 100.0 * canvas.pixel < BOX[0]  # for both lines
    canvas.label(name, (x, y + 0.25 * has_room), Ink.TEXT, style=TextStyle.BOLD, fixed=True)
    if has_room:
        canvas.label(under, (x, y - 0.3), Ink.TEXT, style=TextStyle.CAPTION, fixed=True)
