"""The outline of the Minkowski difference as it is laid: n̂ rotates once, and where it is normal to an edge, this edge
plus the support point of the other shape is a face."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import SumEdge, SumVertex
from geometry.vector import length
from lessons.minkowski.minkowski_difference_asked import moves_of
from lessons.minkowski.minkowski_difference_scene import difference_named
from lessons.stories.outlines import Part, ascend, direction, draw_laid, laid_before, outward, parts
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import counted, fixed, tint

N = r"\hat{\mathbf n}"
NORMAL = r"$\examined{\hat n}$"
SORT = (
    "Move each edge of A and −B by the other shape’s support point along the edge’s normal: this is a face of A − B. "
    "Sorted by **direction** θ, the faces form the outline."
)
BESIDE = 0.78  # of an edge: there n̂ stands, clear of the edge's name
SHORT = 30.0  # pixels: of n̂ on A and −B
TERMS = 0.65  # opacity of A and −B behind their difference
ORIGIN = (0.0, 0.0)
MACRO = {Ink.A: r"\A", Ink.B: r"\B"}
TURNING = 0.5  # of the time of an edge: n̂ rotates to it, then the edge flies


class Laying(NamedTuple):
    """What happens at a time of a step: which part of an edge is laid, and where n̂ points meanwhile."""

    newest: tuple[Part, ...]  # all that this step lays
    place: int  # of the one that is laid now
    normal: Vector
    flown: float  # part of the way from its shape


class Carried(NamedTuple):
    """A part of a face, at home the edge of one shape, and the vertex of the other one that carries it there."""

    part: Part
    ink: Ink  # of the vertex
    number: int
    vertex: Vector  # of A or of −B

    @property
    def name(self) -> str:
        return named(self.ink, self.number)


def named(ink: Ink, number: int) -> str:
    """A vertex of A or of −B, as a symbol."""
    return rf"\boldsymbol{{a}}_{{{number}}}" if ink is Ink.A else rf"-\boldsymbol{{b}}_{{{number}}}"


def carried(scene: Any, edge: SumEdge, start: SumVertex) -> Iterator[Carried]:
    """The parts of a face that starts at a vertex. Of a merged one A's edge comes first, so its end carries B's."""
    a, b = scene.a.world.points, scene.b.world.points
    of_a = start.of_a if edge.of_a is None else (edge.of_a + 1) % len(a)
    for part in parts(edge, a):
        if part.ink is Ink.A:
            yield Carried(part, Ink.B, start.of_b, -b[start.of_b])
        else:
            yield Carried(part, Ink.A, of_a, a[of_a])


def laying(moment: Moment[Any]) -> Laying:
    scene, step = moment.scene, moment.step
    a, before = scene.a.world.points, laid_before(scene.trace, step)
    newest = tuple(part for edge in step.laid[before:] for part in parts(edge, a))
    index = min(int(moment.time * len(newest)), len(newest) - 1)
    earlier = newest[index - 1] if index else step.laid[before - 1] if before else None
    start = 0.0 if earlier is None else direction(earlier)
    turn = (direction(newest[index]) - start) % 360.0
    part = min((moment.time * len(newest) - index) / TURNING, 1.0)
    theta = math.radians(start + part * (turn if turn < 359.9 else 0.0))
    flown = min(moment.time * len(newest) - index, 1.0)
    return Laying(newest, index, np.array((math.sin(theta), -math.cos(theta))), flown)


def is_closed(moment: Moment[Any]) -> bool:
    return len(moment.step.laid) == len(moment.scene.figure.edges)


def sort_page(page: Page, moment: Moment[Any]) -> Page:
    scene, laid = moment.scene, moment.step.laid
    page = _rows(Page(page.stage, SORT, _ends(moment)).says(_says(moment)), moment)
    if is_closed(moment):
        around = sum(length(q - p) for shape in (scene.a.world, scene.b.world) for p, q in shape.edges)
        return page.claiming(
            Claim("lengths", lambda: sum(length(edge.end - edge.start) for edge in laid), lambda: around)
        )
    thetas, at = [direction(edge) for edge in laid], len(laid)
    a, b = scene.a.world.points, scene.b.world.points
    first, second = (scene.figure.vertices[k % len(scene.figure.vertices)] for k in (at - 1, at))
    return page.claiming(
        Claim("ascending", lambda: ascend(thetas), lambda: True),
        Claim("start", lambda: laid[-1].start, lambda: a[first.of_a] - b[first.of_b]),
        Claim("end", lambda: laid[-1].end, lambda: a[second.of_a] - b[second.of_b]),
    )


def _rows(page: Page, moment: Moment[Any]) -> Page:
    """The newest faces, and by which vertices their edges are carried."""
    scene, laid = moment.scene, moment.step.laid
    for k in range(laid_before(scene.trace, moment.step), len(laid)):
        found = list(carried(scene, laid[k], scene.figure.vertices[k]))
        edges = " ".join(tint(each.part.name, each.part.ink) for each in found)
        by = ", ".join(rf"${MACRO[each.ink]}{{{each.name}}}$" for each in found)
        page = page.row(edges, by, f"{fixed(direction(laid[k]), 0)}°")
    return page


def _ends(moment: Moment[Any]) -> str:
    """Both ends of the newest face, as differences of vertices."""
    vertices, n = moment.scene.figure.vertices, len(moment.step.laid)
    if is_closed(moment):
        return rf"\boldsymbol w_{{{n}}}=\boldsymbol w_0"
    told = (rf"\boldsymbol w_{{{k}}}={_difference(vertices[k % len(vertices)])}" for k in (n - 1, n))
    return r",\qquad ".join(told)


def _difference(vertex: SumVertex) -> str:
    return difference_named(vertex.of_a, vertex.of_b).replace("$", "")


def _says(moment: Moment[Any]) -> str:
    scene, step = moment.scene, moment.step
    edge, n, given = step.edge, len(step.laid), len(scene.a.world.edges) + len(scene.b.world.edges)
    if is_closed(moment):
        merge = " and" if given == n else ". As parallel edges merge, it"
        return f"The {given} edges, in the order of θ, sum to 0: the outline closes{merge} has {counted(n, 'face')}."
    of_a, of_b = tint(f"A{edge.of_a}", Ink.A), tint(f"B{edge.of_b}", Ink.B)
    turned = f"{fixed(direction(edge), 0)}°"
    if edge.of_a is not None and edge.of_b is not None:
        merged = "They merge into one face; its length is the sum of both."
        return f"{of_a} and {of_b} are parallel, θ = {turned}. {merged}"
    (found,) = carried(scene, edge, scene.figure.vertices[n - 1])
    what = f"{of_a} of A" if edge.of_b is None else f"{of_b} of −B"
    by = rf"${MACRO[found.ink]}{{{found.name}}}$"
    comes = f"The least θ is {turned}: {what}."
    if n > 1:
        comes = f"The next larger θ is {turned}: {what}."
    other = "−B" if found.ink is Ink.B else "A"
    return f"{comes} Along its normal {NORMAL} the support point of {other} is {by}: add it to both ends."


def draw_in_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The newest edge on its shape, with the vertices that the formula names."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    moves = moves_of(scene)
    for shape, by in ((a, moves.of_a), (b, moves.of_b)):  # room for the move that is asked about
        if by.any():
            canvas.stroke(shape.points + by, Ink.B, line=Line.THIN, opacity=0.0)
    if is_closed(moment):
        return
    vertices: dict[tuple[Ink, int], None] = {}
    for part, ink, number, _ in carried(scene, step.edge, scene.figure.vertices[len(step.laid) - 1]):
        shape = a if part.ink is Ink.A else b
        feature = FeatureRef(part.ink.name, FeatureKind.EDGE, part.number)
        marks.highlight_edge(canvas, np.array(shape.edge(part.number)), part.ink, feature=feature)
        following = (part.number + 1) % len(shape.points)
        vertices |= dict.fromkeys(((part.ink, part.number), (part.ink, following), (ink, number)))
    for ink, i in vertices:
        shape = a if ink is Ink.A else b
        canvas.dot(shape.points[i], ink)
        name = rf"\boldsymbol {ink.name.lower()}_{{{i}}}"
        canvas.symbol(name, shape.points[i], ink, toward=shape.points[i] - shape.centroid)


def draw_in_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and −B where their points are vectors, the edges that are laid, and n̂."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, Convex(-scene.b.world.points)
    for shape, ink, name, away in ((a, Ink.A, "A", np.array((-0.4, 1.0))), (b, Ink.B, "−B", np.array((-1.0, 0.1)))):
        marks.ghost(canvas, shape, ink, Line.END, opacity=TERMS)
        if not is_closed(moment):
            canvas.label(name, _most(shape, away), ink, toward=away, style=TextStyle.BOLD)
    homes = {Ink.A: a.points, Ink.B: b.points}
    closed, at_rest = is_closed(moment), moment.time == 1.0
    if closed and at_rest and len(scene.figure.points) > 2:
        canvas.area(scene.figure.points, Ink.QUIET, opacity=0.1)
    before = len(step.laid) if closed and at_rest else laid_before(scene.trace, step)
    draw_laid(canvas, step.laid, before, a.points, lambda part: homes[part.ink][part.number], moment.time)
    moves = moves_of(scene)
    for corner in (scene.figure.points.min(axis=0), scene.figure.points.max(axis=0)):  # room for what is asked
        room = corner + moves.of_a - moves.of_b
        canvas.stroke((room, room), Ink.QUIET, line=Line.THIN, opacity=0.0)
    _vertices(canvas, moment)
    if not (closed and at_rest):
        _farthest(canvas, moment, {Ink.A: a, Ink.B: b})


def _most(shape: Convex, along: Vector) -> Vector:
    """The vertex that lies farthest along a direction."""
    vertex: Vector = shape.points[int((shape.points @ along).argmax())]
    return vertex


def _vertices(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the outline starts, the lowest vertex of A less the highest of B; and the ends of the newest edge."""
    scene, laid = moment.scene, moment.step.laid
    first, count = scene.figure.vertices[0], len(laid)
    canvas.dot(first.point, Ink.QUIET)
    out = first.point - scene.figure.points.mean(axis=0)
    name = r"\boldsymbol w_0"
    closed = rf"\boldsymbol w_{{{count}}}=" if is_closed(moment) and moment.time == 1.0 else ""
    canvas.symbol(closed + name, first.point, Ink.TEXT, toward=out)
    if is_closed(moment) or moment.time < 1.0:
        return
    for k, at in ((count - 1, laid[-1].start), (count, laid[-1].end)):
        canvas.dot(at, Ink.QUIET)
        if k:
            canvas.symbol(rf"\boldsymbol w_{{{k}}}", at, Ink.TEXT, toward=at - scene.figure.points.mean(axis=0))


def _farthest(canvas: Canvas, moment: Moment[Any], homes: Mapping[Ink, Convex]) -> None:
    """n̂, and how the support point along it carries an edge from its shape towards its face; at rest with names."""
    scene, step, now = moment.scene, moment.step, laying(moment)
    at_rest = moment.time == 1.0
    laid = [
        each
        for k in range(laid_before(scene.trace, step), len(step.laid))
        for each in carried(scene, step.laid[k], scene.figure.vertices[k])
    ]
    if at_rest:
        edge = step.edge
        measures.unit_arrow(canvas, edge.start + BESIDE * (edge.end - edge.start), outward(edge), N)
    else:
        measures.unit_arrow(canvas, now.newest[now.place].start, now.normal, N)
        for ink, shape in homes.items():
            canvas.dot(_most(shape, now.normal), ink)
    shown = laid if at_rest else laid[now.place : now.place + 1]
    for each in shown:
        home = homes[each.part.ink].edge(each.part.number)
        starts: Sequence[Vector] = home
        if len(shown) == 1:
            canvas.arrow(ORIGIN, each.vertex, each.ink, line=Line.MEASURE)
        else:  # of a merged face what carries its two ends
            starts = home[:1] if each.part.ink is Ink.A else home[1:]
        for start in starts if now.flown > 0.0 else ():
            canvas.arrow(start, start + now.flown * each.vertex, each.ink, line=Line.THIN)
        canvas.stroke(home, each.part.ink, line=Line.FEATURE)
    if at_rest:
        _names(canvas, laid, homes, SHORT * canvas.pixel * outward(step.edge))


def _names(canvas: Canvas, laid: Sequence[Carried], homes: Mapping[Ink, Convex], normal: Vector) -> None:
    """Of the newest edges at home and of what carries them, each vertex once; n̂ at what is farthest along it."""
    known: dict[tuple[Ink, int], None] = {}
    for part, ink, number, vertex in laid:
        points = homes[part.ink].points
        following = (part.number + 1) % len(points)
        middle = (points[part.number] + points[following]) / 2.0
        at = vertex if len(laid) == 1 else middle
        canvas.arrow(at, at + normal, Ink.EXAMINED, line=Line.THIN)
        known |= dict.fromkeys(((part.ink, part.number), (part.ink, following), (ink, number)))
    for ink, number in known:
        at = homes[ink].points[number]
        canvas.dot(at, ink)
        canvas.symbol(named(ink, number), at, ink, toward=at - homes[ink].centroid)
