"""The last picture of edge normals: a box over the edge, its depth along both ways of the normal, and where a push by
that depth carries it; and what the faulty rules take for normals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Interval, Vector
from geometry.faulty.edge_normals import FaultyNormals
from geometry.outline import centroid, part_in_front
from geometry.sat.edge_normals import Compared, Normalised, Side, SidesTested, WindingFound
from geometry.vector import Points, following
from viz.lesson import measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.screen import scaled
from viz.lesson.text import fixed

ARROW = 46.0  # pixels, of a rule's normal at each edge
FROM_CENTRE = "from the centre"
NOT_CHECKED = "winding not checked"
NORMAL_AT = 0.9  # of the edge: where both ways of the normal begin in the last picture
ASIDE = 0.25  # of the edge: where the unchecked turn of the chosen edge is drawn, clear of its doors


def out_side(moment: Moment[Any]) -> Side | None:
    """Which quarter turn is known to point out by now: from the vertices, or else from the winding."""
    found, tested = moment.latest(WindingFound), moment.latest(SidesTested)
    known: Side | None = tested.outward if tested is not None else None
    return found.outward if found is not None else known


def misses(moment: Moment[Any]) -> bool:
    """Whether the ray from the centre is compared and is not perpendicular to the chosen edge."""
    return moment.compare == FROM_CENTRE and moment.faulty.errors[moment.scene.chosen] > 1e-9


def points_inward(moment: Moment[Any]) -> bool:
    """Whether the rule that does not check the winding takes the wrong turn of the chosen edge."""
    return moment.compare == NOT_CHECKED and bool(moment.faulty.errors[moment.scene.chosen] > 1e-9)


def still_deep(moment: Moment[Any]) -> float:
    """How far behind the edge's line the box stays when the push goes along the ray from the centre."""
    return float(-moment.step.front * (1.0 - math.cos(moment.faulty.errors[moment.scene.chosen])))


def draw_box(canvas: Canvas, moment: Moment[Any], start: Vector, n: Vector) -> None:
    """The box over the edge, and how deep it lies behind the edge's line."""
    other, level = moment.scene.mirrored(moment.scene.box.points), float(start @ n)
    projections.slab(canvas, n, Interval(level + moment.step.front, level), Ink.OVERLAP)
    canvas.area(other, Ink.B)
    canvas.stroke(other, Ink.B, closed=True, line=Line.OUTLINE)
    canvas.label("B", other.mean(axis=0), Ink.B, style=TextStyle.LETTER)


def draw_pushes(canvas: Canvas, moment: Moment[Any], start: Vector, end: Vector, n: Vector) -> None:
    """How deep the box's deepest vertex lies along the normal, and the box where a push by that depth carries it;
    beside it the push of a faulty rule: along the opposite normal, or along the ray."""
    scene, found = moment.scene, moment.step
    other = scene.mirrored(scene.box.points)
    if misses(moment):
        ray, way = scene.mirrored(moment.faulty.normals[scene.chosen]), (end - start) / math.hypot(*(end - start))
        _pushed(canvas, other, -found.front * n, Ink.B, rf"{fixed(-found.front)} along $\hat n$", n + way)
        told = f"along the ray: still **{fixed(still_deep(moment))}** deep"
        ghost = other - found.front * ray
        canvas.area(part_in_front(ghost, start, -n), Ink.FAULTY, opacity=0.6)
        _pushed(canvas, other, -found.front * ray, Ink.FAULTY, told, n - way)
        return
    _pushed(canvas, other, -found.front * n, Ink.B, r"pushed along $\hat n$", n)
    _depth(canvas, other, start, end, n, -found.front)
    at = start + NORMAL_AT * (end - start)
    measures.unit_arrow(canvas, at, n, r"\hat n", Ink.EXAMINED)
    if points_inward(moment):
        _pushed(canvas, other, found.front_inward * n, Ink.FAULTY, r"pushed along $-\hat n$", -n)
        _depth(canvas, other, start, end, -n, -found.front_inward, is_wrong=True)
        measures.unit_arrow(canvas, at, -n, r"-\hat n", Ink.FAULTY)


def _pushed(canvas: Canvas, other: Points, push: Vector, ink: Ink, words: str, toward: Vector) -> None:
    """The box carried along, and what carried it, at the corner or side that lies farthest along `toward`."""
    is_wrong, pushed = ink is Ink.FAULTY, other + push
    canvas.stroke(pushed, ink, closed=True, line=Line.DOTTED if is_wrong else Line.END)
    far = pushed @ toward
    at = pushed[far >= far.max() - 1e-6].mean(axis=0)
    canvas.label(words, at, ink, toward=toward)


def _depth(
    canvas: Canvas, other: Points, start: Vector, end: Vector, n: Vector, depth: float, *, is_wrong: bool = False
) -> None:
    """The measure of a depth, from the edge's line to the level of the deepest vertex, beside the box."""
    ink, way = Ink.FAULTY if is_wrong else Ink.OVERLAP, (end - start) / math.hypot(*(end - start))
    far = float((other @ way).max()) + (44.0 if is_wrong else 22.0) * canvas.pixel
    j = deepest_along(other, n)
    deepest = other[j]
    foot = float(start @ n) * n + far * way
    canvas.stroke((deepest, foot - depth * n), ink, line=Line.DASHED)
    canvas.dot(deepest, ink)
    canvas.label(rf"$\boldsymbol{{b}}_{j}$", deepest, ink, toward=way - n)
    measures.measure(canvas, foot, foot - depth * n, ink)
    canvas.label(f"**{fixed(depth)}**", foot - 0.5 * depth * n, ink, toward=-way if is_wrong else way)


def deepest_along(other: Points, n: Vector) -> int:
    """Which vertex of the box has the least along n."""
    return int((other @ n).argmin())


def draw_faulty(canvas: Canvas, moment: Moment[Any], picture: Points) -> None:
    """The normals of a faulty rule at every edge, dotted; from the centre with the line that it takes."""
    found, scene = moment.faulty, moment.scene
    centre = centroid(picture)
    from_centre = moment.compare == FROM_CENTRE
    if from_centre:
        canvas.dot(centre, Ink.FAULTY)
        canvas.label("centroid", centre, Ink.FAULTY, toward=(-1.0, 0.3))
    for i, (p, q) in enumerate(zip(picture, following(picture), strict=True)):
        is_chosen = i == scene.chosen
        if isinstance(moment.step, Compared) and is_chosen is not from_centre:
            continue  # the last picture has the chosen edge's normals already; from the centre only its ray matters
        part = ASIDE if is_chosen and not from_centre else 0.5
        at = p + part * (q - p)
        step = scaled(canvas, scene.mirrored(found.normals[i]), ARROW)
        tip = (at[0] + step[0], at[1] + step[1])
        canvas.stroke((centre if from_centre else at, tip), Ink.FAULTY, line=Line.DOTTED)
        canvas.arrow((tip[0] - 0.2 * step[0], tip[1] - 0.2 * step[1]), tip, Ink.FAULTY)
        if is_chosen:
            words = _fault_words(moment)
            if words:  # beyond a ray's tip, else beside the normal
                place, toward = (tip, step) if from_centre else (at + 0.45 * np.array(step), q - p)
                canvas.label(words, place, Ink.FAULTY, toward=toward, style=TextStyle.BOLD)
            if from_centre and found.errors[i] > 1e-9 and out_side(moment) is not None:
                _angle(canvas, moment, at, (q - p), step)


def _angle(canvas: Canvas, moment: Moment[Any], at: Vector, e: Vector, step: Any) -> None:
    """Between the true normal and the ray from the centroid; the normal itself where nothing else draws it there."""
    scene, side = moment.scene, out_side(moment)
    assert side is not None
    out = scene.mirrored(side.of(scene.mirrored(e)))
    base, ray = math.atan2(out[1], out[0]), math.atan2(step[1], step[0])
    turn = (ray - base + math.pi) % math.tau - math.pi
    is_last, has_door = isinstance(moment.step, Compared), isinstance(moment.step, Normalised | SidesTested)
    words = f"{fixed(abs(math.degrees(turn)), 0)}°" if is_last else ""
    measures.angle_arc(canvas, at, base, base + turn, Ink.FAULTY, words, radius=30.0)
    if not has_door:
        measures.unit_arrow(canvas, at, out, r"\hat n" if is_last else "", Ink.EXAMINED)


def _fault_words(moment: Moment[Any]) -> str:
    """At the faulty normal of the chosen edge; no error before the outward side is known."""
    errors, edge = moment.faulty.errors, moment.scene.chosen
    if out_side(moment) is None:
        return "" if moment.compare == FROM_CENTRE else "taken as outward"
    if isinstance(moment.step, Compared):
        return ""  # there the arc has the angle, and the pushes say what it does
    wrong = sum(error > 1e-9 for error in errors)
    if wrong == 0:
        return "no error here"
    if moment.compare == FROM_CENTRE:
        return f"error {fixed(math.degrees(errors[edge]), 0)}°"
    return f"{wrong} of {len(errors)} point inward"


def fault_told(moment: Moment[Any]) -> str:
    """What the faulty rule takes for a normal, and how wrong that is here; at last what its push makes of it."""
    faulty, edge, step = moment.faulty, moment.scene.chosen, moment.step
    assert isinstance(faulty, FaultyNormals)
    errors, is_known = faulty.errors, out_side(moment) is not None
    if moment.compare == FROM_CENTRE:
        if not is_known:
            return "This routine takes the rays from the **centroid** through the middles of the edges for normals."
        if errors[edge] < 1e-9:
            return f"The ray from the centroid through the middle of edge {edge} is perpendicular to it: no error."
        error = f"{fixed(math.degrees(errors[edge]), 0)}°"
        return f"The ray from the centroid through the middle of edge {edge} misses the normal by **{error}**."
    if not is_known:
        return "This routine takes right(e) on every edge, whatever the order of the list."
    wrong = sum(error > 1e-9 for error in errors)
    if wrong and isinstance(step, Compared):
        by = fixed(-step.front_inward)
        count = f"{wrong} of {len(errors)} normals"
        return f"This routine takes $-\\hat n$ and pushes B by **{by}** into A: {count} point inward."
    return f"This routine always takes right(e): **{wrong}** of {len(errors)} normals point inward."
