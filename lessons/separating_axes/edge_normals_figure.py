"""The figure of edge normals: an edge hinged at its start like a door, and the same outline listed both ways."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Vector
from geometry.faulty.edge_normals import FaultyNormals
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import centroid, signed_area
from geometry.sat.edge_normals import Compared, EdgeTaken, Normalised, QuarterTurned, Side, SidesTested, WindingFound
from geometry.vector import Points, following
from lessons.separating_axes.edge_normals_checks import swung
from lessons.separating_axes.edge_normals_pushes import draw_box, draw_faulty, draw_pushes, out_side
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.screen import scaled
from viz.lesson.text import fixed, tint

HINT = 0.16  # of an edge: how long a perpendicular is before it is told
BESIDE = 72.0  # pixels from a normal to the middle of what is told of its side, at least
ROW = 22.0  # pixels between two rows of words
FAN = 7.5  # degrees between two ghosts of the door
AXES = (120.0, 104.0)  # pixels, of the inset that shows the ways of x and y
HEAD = 9.0  # pixels, of the arrow head that shows the order of the list


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """The outline with its order, and of the chosen edge what this step finds."""
    scene, step = moment.scene, moment.step
    picture = scene.mirrored(scene.listed)
    edge, count = scene.chosen, len(picture)
    start, end = picture[edge], picture[(edge + 1) % count]
    side = out_side(moment)
    out = None if side is None else scene.mirrored(side.of(scene.e))
    if isinstance(step, SidesTested) and out is None:
        canvas.unbounded(start, end - start, Ink.EXAMINED, line=Line.DASHED)
    if isinstance(step, SidesTested) and out is not None:
        far, deep = 4.0 * (end - start), 2.0 * out
        field = (start - far, end + far, end + far + deep, start - far + deep)
        canvas.light(field, start, 0.9 * out, Ink.EXAMINED, 0.22)
        canvas.unbounded(start, end - start, Ink.EXAMINED, line=Line.DASHED)
        e, n = end - start, out / math.hypot(*out)
        far = max(0.3 * math.hypot(*e), BESIDE * canvas.pixel)  # beside the normal, on the side that has no fan
        inside = start + 0.5 * e - far * e / math.hypot(*e) + max(0.32 * math.hypot(*out), 60.0 * canvas.pixel) * n
        for row, told in enumerate((f"in front of edge {edge}:", "**no vertex**")):
            at = inside - (0.0, ROW * row * canvas.pixel)
            canvas.label(told, at, Ink.EXAMINED, fixed=True)
    if isinstance(step, Compared) and out is not None:
        draw_box(canvas, moment, start, out / math.hypot(*out))
    if scene.axis == "down":
        _axes(canvas)
    _outline(canvas, moment, picture)
    lit = Ink.CONSTRUCTION if moment.is_open else Ink.EXAMINED  # a question is about another edge
    if not moment.is_open:
        canvas.glow((start, end), lit)
    canvas.arrow(start, end, lit, line=Line.FEATURE)
    if isinstance(step, Compared) and out is not None:
        canvas.label(str(edge), start + 0.65 * (end - start), Ink.EXAMINED, toward=out, style=TextStyle.BOLD)
        draw_pushes(canvas, moment, start, end, out / math.hypot(*out))
    elif not moment.is_open:
        canvas.symbol(r"\boldsymbol e", start + 0.85 * (end - start), lit, toward=_out(picture, edge))
        near = start + 0.25 * (end - start)
        canvas.label(str(edge), near, lit, toward=_out(picture, edge), style=TextStyle.BOLD)
    if isinstance(step, EdgeTaken):
        _hints(canvas, start, end)
    elif not isinstance(step, Compared):
        _doors(canvas, moment, start, end)
    if isinstance(step, Normalised):
        _unit(canvas, (start + end) / 2.0, scene.mirrored(step.normal))
    if isinstance(moment.faulty, FaultyNormals):
        draw_faulty(canvas, moment, picture)


def _outline(canvas: Canvas, moment: Moment[Any], picture: Points) -> None:
    """A, the order of its list as arrow heads, its vertices with their coordinates or products."""
    scene, step = moment.scene, moment.step
    canvas.area(picture, Ink.A)
    canvas.stroke(picture, Ink.A, closed=True, line=Line.OUTLINE)
    canvas.label("A", centroid(picture), Ink.A, style=TextStyle.LETTER)
    along = None
    if isinstance(step, SidesTested):
        along = step.along_left if step.outward is Side.LEFT else step.along_right
    for i, (p, q) in enumerate(zip(picture, following(picture), strict=True)):
        canvas.feature((p, q), FeatureRef("A", FeatureKind.EDGE, i), Ink.A)
        canvas.feature((p,), FeatureRef("A", FeatureKind.VERTEX, i), Ink.A)
        canvas.dot(p, Ink.A)
        if i != scene.chosen:
            if not (isinstance(step, WindingFound) and _asks(moment) and i == (scene.chosen + 1) % len(picture)):
                _order(canvas, p, q)  # the question, also once answered, turns that one round
            canvas.label(str(i), p + 0.3 * (q - p), Ink.A, toward=_out(picture, i), style=TextStyle.NUMBER)
        if along is not None:
            words = f": {tint(fixed(along[i]), Ink.EXAMINED)}"
        elif isinstance(step, Compared):
            words = ""
        else:
            x, y = scene.listed[i].tolist()
            words = f"({fixed(x)}, {fixed(y)})"
        away = p - centroid(picture)
        apart = "" if words.startswith(":") else " "
        canvas.label(rf"$\boldsymbol{{a}}_{i}${apart}{words}".strip(), p, Ink.A, toward=away)


def _asks(moment: Moment[Any]) -> bool:
    return moment.scene.is_convex and not moment.compare


def _order(canvas: Canvas, p: Vector, q: Vector) -> None:
    """An arrow head at the middle of an edge: the way that the list runs."""
    dx, dy = scaled(canvas, q - p, HEAD)
    x, y = ((p + q) / 2.0).tolist()
    canvas.arrow((x - dx, y - dy), (x + dx, y + dy), Ink.A, line=Line.OUTLINE)


def _hints(canvas: Canvas, start: Vector, end: Vector) -> None:
    """What is asked: a perpendicular to either side, short, each perhaps the one that points out."""
    middle, e = (start + end) / 2.0, HINT * (end - start)
    for way in (swung(e, math.pi / 2.0), swung(e, -math.pi / 2.0)):
        canvas.arrow(middle, middle + way, Ink.QUIET, line=Line.MEASURE)
        canvas.label("out?", middle + way, Ink.QUIET, toward=way)
        measures.right_angle(canvas, middle, e, way, Ink.QUIET)


def _doors(canvas: Canvas, moment: Moment[Any], start: Vector, end: Vector) -> None:
    """The edge swung about its start to both sides, a quarter turn when the clock has run. Then both turns stand at
    its middle, with the fan of its half; the one that points out is bright once that is known."""
    scene, swings = moment.scene, isinstance(moment.step, QuarterTurned)
    hinge, e = start if swings else (start + end) / 2.0, end - start
    out, known = out_side(moment), moment.latest(WindingFound) is not None
    degrees = 90.0 * moment.time if swings else 90.0
    turn, reach = math.radians(degrees), 1.0 if swings else 0.5
    base = math.atan2(e[1], e[0])
    for side in Side:
        # With y down the picture is mirrored: left(e) is what a turn to the right looks like.
        way = 1.0 if (side is Side.LEFT) == (scene.axis == "up") else -1.0
        is_out = out is side
        length = 0.5 if isinstance(moment.step, SidesTested) else 1.0  # so that the one that points in ends in A
        quiet = isinstance(moment.step, Normalised) or moment.is_open or (known and moment.faulty is not None)
        is_lit = (is_out or out is None) and not moment.is_open and not isinstance(moment.step, Normalised)
        ink = Ink.EXAMINED if is_lit else Ink.CONSTRUCTION
        tip = hinge + length * swung(e, way * turn)
        if (quiet or known) and not is_out:
            continue
        if not quiet and not known and moment.faulty is None:
            rays = [reach * swung(e, way * math.radians(k * FAN)) for k in range(1, math.ceil(degrees / FAN))]
            canvas.crowd(ink, segments=[(hinge + 0.12 * ray, hinge + ray) for ray in rays], opacity=0.25)
            radius = reach * math.hypot(*e) / canvas.pixel
            words = f"{fixed(degrees, 0)}°"
            measures.angle_arc(canvas, hinge, base, base + way * turn, ink, words, radius=radius, line=Line.DASHED)
        canvas.arrow(hinge, tip, ink, line=Line.FEATURE if is_out and not quiet else Line.MEASURE)
        canvas.feature((hinge, tip), FeatureRef(f"{side.value}(e)", FeatureKind.PART), Ink.EXAMINED)
        if turn > 0.0:
            name = rf"\mathrm{{{side.value}}}(\boldsymbol e)"
            canvas.symbol(name, hinge + 0.75 * (tip - hinge), ink, toward=-e)
        if degrees == 90.0 and not quiet:
            measures.right_angle(canvas, hinge, e, tip - hinge, ink)
    canvas.dot(hinge, Ink.A if moment.is_open else Ink.EXAMINED)


def _unit(canvas: Canvas, hinge: Vector, n: Vector) -> None:
    """The unit normal at its true length, on the circle of radius 1: on the turn that was divided."""
    marks.circle(canvas, hinge, 1.0, Ink.CONSTRUCTION, Line.DASHED)
    canvas.arrow(hinge, hinge + n, Ink.EXAMINED, line=Line.FEATURE)
    side = np.array((-n[1], n[0]))
    canvas.symbol(r"\hat n", hinge + 0.85 * n, Ink.EXAMINED, toward=-side)
    canvas.label("length 1", hinge + 0.6 * n, Ink.EXAMINED, toward=side)


def _axes(canvas: Canvas) -> None:
    """The way of x, and of y, which counts down."""
    small = Canvas(0.05)
    for name, tip in (("x", (1.0, 0.0)), ("y", (0.0, -1.0))):
        small.arrow((0.0, 0.0), tip, Ink.TEXT)
        small.symbol(name, tip, Ink.TEXT, toward=tip)
    canvas.inset("bottom left", AXES, "y axis points down", small.marks)


def draw_list(canvas: Canvas, moment: Moment[Any], *, is_reversed: bool) -> None:
    """The outline as it is listed now, or the other way round, with the names that its vertices have now: its order,
    the chosen edge, and from the winding on the rule right(e) at every edge. Both views have the same frame."""
    scene = moment.scene
    turn = -1 if is_reversed else 1
    points, names = scene.listed[::turn], list(range(len(scene.listed)))[::turn]
    picture, found = scene.mirrored(points), moment.latest(WindingFound)
    canvas.area(picture, Ink.A)
    canvas.stroke(picture, Ink.A, closed=True, line=Line.OUTLINE)
    centre, size = centroid(picture), 0.24 * float(np.ptp(picture, axis=0).max())
    tips, rights = [], []
    for name, p, q in zip(names, picture, following(picture), strict=True):
        is_chosen = scene.chosen == ((name - 1) % len(names) if is_reversed else name)
        if is_chosen and not moment.is_open:
            canvas.arrow(p, q, Ink.EXAMINED, line=Line.MEASURE)
        else:
            _order(canvas, p, q)
        canvas.label(rf"$\boldsymbol{{a}}_{name}$", p, Ink.A, toward=p - centre)
        e = scene.mirrored(q - p)
        right = scene.mirrored((e[1], -e[0])) / math.hypot(*e)
        at = p + (0.38 if is_reversed else 0.62) * (q - p)
        inward = -right if signed_area(points) > 0.0 else right
        far = min(size, 0.46 * _chord(picture, at, inward))
        tips.append(at - far * inward)
        rights.append((at, at + far * right))
    is_known = found is not None and not moment.is_open  # the question is where one of them points
    if is_known:
        for at, tip in rights:
            canvas.arrow(at, tip, Ink.EXAMINED)
    box = np.vstack((picture, tips))
    # What is clear at both corners keeps the frame, whichever way the arrows go.
    canvas.stroke((box.min(axis=0), box.max(axis=0)), Ink.A, line=Line.THIN, opacity=0.0)
    _caption(canvas, scene, points, names, box, is_known=is_known)


def _caption(canvas: Canvas, scene: Any, points: Points, names: list[int], box: Points, *, is_known: bool) -> None:
    """The order of a list; then its signed area, and where right(e) points."""
    area = signed_area(points)
    looks = "counter-clockwise" if signed_area(scene.mirrored(points)) > 0.0 else "clockwise"
    rows = []
    if not is_known:
        rows.append("order " + " → ".join(rf"$\boldsymbol{{a}}_{name}$" for name in names))
    else:
        rows.append(f"$S$ = **{fixed(area)}**: {'looks ' if scene.axis == 'down' else ''}{looks}")
        rows.append(f"right(e): **{'outward' if area > 0.0 else 'inward'}** on every edge")
    x, low = float((box[:, 0].min() + box[:, 0].max()) / 2.0), float(box[:, 1].min())
    for row, words in enumerate(rows):
        canvas.label(words, (x, low - (22.0 + 18.0 * row) * canvas.pixel), Ink.TEXT, fixed=True)


def _chord(picture: Points, at: Vector, way: Vector) -> float:
    """How far an outline reaches from a point of its border along an inward unit vector."""
    found = math.inf
    for p, q in zip(picture, following(picture), strict=True):
        e = q - p
        turn = float(way[0] * e[1] - way[1] * e[0])
        if abs(turn) > 1e-9:
            t = float((p - at)[0] * e[1] - (p - at)[1] * e[0]) / turn
            found = min(found, t) if t > 1e-6 else found
    return found


def _out(picture: Points, edge: int) -> Vector:
    """Away from the outline, at an edge."""
    p, q = picture[edge], picture[(edge + 1) % len(picture)]
    way: Vector = (p + q) / 2.0 - centroid(picture)
    return way
