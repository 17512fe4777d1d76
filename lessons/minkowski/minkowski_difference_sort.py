"""The outline of the Minkowski difference as it is laid: n̂ rotates once, and an edge that is farthest along it is
the next face."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Vector, support
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import SumEdge
from geometry.vector import left_of, length
from lessons.minkowski.minkowski_difference_asked import SHIFT
from lessons.minkowski.minkowski_difference_scene import difference_named
from lessons.stories.outlines import Part, ascend, direction, draw_laid, outward, parts
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import counted, tint

N = r"\hat{\mathbf n}"
NORMAL = r"$\examined{\hat n}$"
SORT = (
    f"Where {NORMAL} is normal to an edge, the points of A and −B farthest along {NORMAL} add up to a face of A − B. "
    f"{NORMAL} rotates once and meets every edge, sorted by **direction** θ."
)
BESIDE = 0.78  # of an edge: there n̂ stands, clear of the edge's name
SHORT = 30.0  # pixels: of n̂ on A and −B
TURNING = 0.5  # of the time of an edge: n̂ rotates to it, then the edge flies


class Laying(NamedTuple):
    """What happens at a time of a step: which part of an edge is laid, and where n̂ points meanwhile."""

    newest: tuple[Part, ...]  # all that this step lays
    place: int  # of the one that is laid now
    normal: Vector


def laying(moment: Moment[Any]) -> Laying:
    scene, step = moment.scene, moment.step
    a, before = scene.a.world.points, scene.laid_before(step)
    newest = tuple(part for edge in step.laid[before:] for part in parts(edge, a))
    index = min(int(moment.time * len(newest)), len(newest) - 1)
    earlier = newest[index - 1] if index else step.laid[before - 1] if before else None
    start = 0.0 if earlier is None else direction(earlier)
    turn = (direction(newest[index]) - start) % 360.0
    part = min((moment.time * len(newest) - index) / TURNING, 1.0)
    theta = math.radians(start + part * (turn if turn < 359.9 else 0.0))
    return Laying(newest, index, np.array((math.sin(theta), -math.cos(theta))))


def is_closed(moment: Moment[Any]) -> bool:
    return len(moment.step.laid) == len(moment.scene.figure.edges)


def sort_page(page: Page, moment: Moment[Any]) -> Page:
    scene, step = moment.scene, moment.step
    laid, page = step.laid, Page(page.stage, SORT, _sum(moment)).says(_says(moment))
    if is_closed(moment):
        around = sum(length(q - p) for shape in (scene.a.world, scene.b.world) for p, q in shape.edges)
        return page.claiming(
            Claim("lengths", lambda: sum(length(edge.end - edge.start) for edge in laid), lambda: around)
        )
    thetas = [direction(edge) for edge in laid]
    moved = sum((sign * (q - p) for _, p, q, sign in _differences(scene, step.edge)), np.zeros(2))
    return page.claiming(
        Claim("ascending", lambda: ascend(thetas), lambda: True),
        Claim("w", lambda: step.edge.end, lambda: step.edge.start + moved),
    )


def _differences(scene: Any, edge: SumEdge) -> Iterator[tuple[str, Vector, Vector, float]]:
    """Of each shape that gives a part of an edge: its vertices as a symbol, as places, and with which sign they are
    added."""
    for shape, number, macro, letter, sign in (
        (scene.a.world, edge.of_a, r"\A", "a", 1.0),
        (scene.b.world, edge.of_b, r"\B", "b", -1.0),
    ):
        if number is not None:
            after = (number + 1) % len(shape.points)
            first, second = (after, number) if sign > 0.0 else (number, after)
            symbol = rf"{macro}{{\boldsymbol {letter}_{{{first}}}-\boldsymbol {letter}_{{{second}}}}}"
            yield symbol, shape.points[number], shape.points[after], sign


def _sum(moment: Moment[Any]) -> str:
    """The vertex after the newest edge, as the sum of the one before and the edge."""
    n = len(moment.step.laid)
    if is_closed(moment):
        return rf"\boldsymbol w_{{{n}}}=\boldsymbol w_0"
    more = "".join(rf"+({symbol})" for symbol, *_ in _differences(moment.scene, moment.step.edge))
    return rf"\boldsymbol w_{{{n}}}=\boldsymbol w_{{{n - 1}}}{more}"


def _says(moment: Moment[Any]) -> str:
    scene, step = moment.scene, moment.step
    edge, given = step.edge, len(scene.a.world.edges) + len(scene.b.world.edges)
    if is_closed(moment):
        merge = "Parallel ones merge: " if given > len(step.laid) else ""
        return f"The {given} edges sum to 0, so the outline closes. {merge}{counted(len(step.laid), 'face')}."
    of_a, of_b = tint(f"edge {edge.of_a} of A", Ink.A), tint(f"edge {edge.of_b} of −B", Ink.B)
    if edge.of_a is not None and edge.of_b is not None:
        return f"Farthest along {NORMAL}: {of_a} and {of_b}. They are parallel, and merge into one face."
    start = scene.figure.vertices[len(step.laid) - 1]
    other, number = (r"\B{-\boldsymbol{b}", start.of_b) if edge.of_b is None else (r"\A{\boldsymbol{a}", start.of_a)
    what, order = of_a if edge.of_b is None else of_b, "the first" if len(step.laid) == 1 else "the next"
    return f"Farthest along {NORMAL}: {what} and ${other}_{{{number}}}}}$. Their sum is {order} face."


def draw_in_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The newest edge on its shape, with the vertices that the formula names."""
    a, b = moment.scene.a.world, moment.scene.b.world
    canvas.stroke(b.points + SHIFT, Ink.B, line=Line.THIN, opacity=0.0)  # room for the move that is asked about
    if is_closed(moment):
        return
    for part in parts(moment.step.edge, a.points):
        shape = a if part.ink is Ink.A else b
        ends = np.array(shape.edge(part.number))
        feature = FeatureRef(part.ink.name, FeatureKind.EDGE, part.number)
        marks.highlight_edge(canvas, ends, part.ink, feature=feature)
        for i, at in zip((part.number, (part.number + 1) % len(shape.points)), ends, strict=True):
            canvas.dot(at, part.ink)
            canvas.symbol(rf"\boldsymbol {part.ink.name.lower()}_{{{i}}}", at, part.ink, toward=at - shape.centroid)


def draw_in_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and −B where their points are vectors, the edges that are laid, and n̂."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, Convex(-scene.b.world.points)
    for shape, ink, name, away in ((a, Ink.A, "A", np.array((-0.4, 1.0))), (b, Ink.B, "−B", np.array((-1.0, 0.1)))):
        marks.ghost(canvas, shape, ink, Line.START, opacity=0.7)
        if not is_closed(moment):
            canvas.label(name, support(Convex(shape.points), away).point, ink, toward=away, style=TextStyle.BOLD)
    homes = {Ink.A: a.points, Ink.B: b.points}
    closed, at_rest = is_closed(moment), moment.time == 1.0
    if closed and at_rest and len(scene.figure.points) > 2:
        canvas.area(scene.figure.points, Ink.QUIET, opacity=0.1)
    before = len(step.laid) if closed and at_rest else scene.laid_before(step)
    draw_laid(canvas, step.laid, before, a.points, lambda part: homes[part.ink][part.number], moment.time)
    for corner in (scene.figure.points.min(axis=0), scene.figure.points.max(axis=0)):  # room for what is asked
        canvas.stroke((corner - SHIFT, corner - SHIFT), Ink.QUIET, line=Line.THIN, opacity=0.0)
    _vertices(canvas, moment)
    if not (closed and at_rest):
        _farthest(canvas, moment, a, b)


def _vertices(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the outline starts, the lowest vertex of A less the highest of B; and the ends of the newest edge."""
    scene, laid = moment.scene, moment.step.laid
    first, count = scene.figure.vertices[0], len(laid)
    canvas.dot(first.point, Ink.QUIET)
    out = first.point - scene.figure.points.mean(axis=0)
    name = r"\boldsymbol w_0"
    if count == 1 and count < len(scene.figure.edges):
        named = difference_named(first.of_a, first.of_b).replace("$", "")
        canvas.label(f"${name}={named}$", first.point, Ink.TEXT, toward=(-0.4, -1.0))
    else:
        closed = rf"\boldsymbol w_{{{count}}}=" if is_closed(moment) and moment.time == 1.0 else ""
        canvas.symbol(closed + name, first.point, Ink.TEXT, toward=out)
    if is_closed(moment) or moment.time < 1.0:
        return
    for k, at in ((count - 1, laid[-1].start), (count, laid[-1].end)):
        canvas.dot(at, Ink.QUIET)
        if k:
            canvas.symbol(rf"\boldsymbol w_{{{k}}}", at, Ink.TEXT, toward=at - scene.figure.points.mean(axis=0))


def _farthest(canvas: Canvas, moment: Moment[Any], a: Convex, b: Convex) -> None:
    """n̂ at the newest edge, and what is farthest along it on A and −B; while it rotates, at the last vertex."""
    now = laying(moment)
    part, n = now.newest[now.place], now.normal
    if moment.time < 1.0:
        measures.unit_arrow(canvas, part.start, n, N)
        for shape, ink in ((a, Ink.A), (b, Ink.B)):
            canvas.dot(support(Convex(shape.points), n).point, ink)
        return
    edge = moment.step.edge
    measures.unit_arrow(canvas, edge.start + BESIDE * (edge.end - edge.start), outward(edge), N)
    start = moment.scene.figure.vertices[len(moment.step.laid) - 1]
    for shape, ink, number, vertex in ((a, Ink.A, edge.of_a, start.of_a), (b, Ink.B, edge.of_b, start.of_b)):
        if number is not None:
            canvas.stroke(shape.edge(number), ink, line=Line.OUTLINE)
            middle = np.array(shape.edge(number)).mean(axis=0)
        else:
            middle = shape.points[vertex]
            canvas.dot(middle, ink)
            name = rf"{'-' if ink is Ink.B else ''}\boldsymbol {ink.name.lower()}_{{{vertex}}}"
            canvas.symbol(name, middle, ink, toward=left_of(outward(edge)))
        canvas.arrow(middle, middle + SHORT * canvas.pixel * outward(edge), Ink.EXAMINED, line=Line.THIN)
