"""A body on a floor, its contact points on a ruler below it, and what becomes of it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.contact.manifold_points import Manifold
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import Convex, boundary
from geometry.vector import XY, Vector
from lessons.contact.released import SetDown, turned_about
from lessons.stories.common import lines_outside
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.screen import pitch
from viz.lesson.text import fixed

BELOW = 0.4  # a floor: its ruler
TICK = 0.04
APART, ROW = 0.3, 0.17  # two places on the ruler: room for their numbers; else the next row
WIDE = 0.26  # two places on the ruler: room for their names
NAMED, NUMBER = 0.17, 0.34  # how far below a place its name and its number stand
EXAGGERATED = 16.0  # times: the tilt of a box that rocks
BESIDE, SEEN = 0.1, 0.05  # of a box that rocks: how deep it is, and when this is seen
CROSSED = 0.1  # a tick so near a dashed line has no number
LEANS = 0.05  # of a unit normal: the part along the floor of one that no longer holds up
PARTS = 76.0  # pixels: a normal that is split
ASIDE = 0.3  # from the far end of the floor: the name of its edge
ASIDE_N, CLEAR = 0.14, 0.1  # from the end of the floor: the contact normal; of room beside and above B
PUSH = 49.0  # pixels: a force as great as B's weight
LEVER = 0.3  # opacity of the arm by which the weight turns B
MINUS = "−"
COPIES = 10  # of a body on its way: room for it


def drops(moment: Moment[Any]) -> bool:
    """Whether the faulty rule loses contact points here."""
    pose: SetDown = moment.scene.pose
    return pose.is_upright and isinstance(moment.faulty, SetDown) and len(moment.faulty.places) < len(pose.places)


def on_the_right(moment: Moment[Any]) -> SetDown:
    """The other way that B lies on A; compared with a rule that loses contact points, the same B on what it keeps."""
    found: SetDown = moment.faulty if drops(moment) else moment.scene.other
    return found


def lasts(moment: Moment[Any]) -> float:
    """Seconds that are shown in both views."""
    left: SetDown = moment.scene.pose
    right = on_the_right(moment)
    return min(left.released.lasts, 1.0 if right is moment.faulty else right.released.lasts)


def draw_pose(canvas: Canvas, moment: Moment[Any], *, is_other: bool) -> None:
    pose: SetDown = on_the_right(moment) if is_other else moment.scene.pose
    is_faulty = is_other and pose is moment.faulty
    stage = type(moment.step).__name__
    is_free = stage == "LetGo"
    if is_free:  # before it nothing is let go: no time step is taken
        moment = replace(moment, time=moment.time * lasts(moment))
    knows_points = moment.latest(Manifold) is not None and bool(pose.found.points)
    _frame(canvas, moment)
    _body(canvas, pose.a, Ink.A, "A", is_other=is_other)
    has_normal = stage != "Posed" and pose.found.points and pose.found.reference is not None
    if has_normal and (pose.is_upright or stage not in ("Balanced", "LetGo")):
        _normal(canvas, pose)
    now = SetDown(pose.a, pose.released.at(moment.time), pose.rule) if is_free and moment.time else pose
    if not is_other and stage != "Posed" and pose.found.points and pose.found.reference is not None:
        _names(canvas, pose, now.b, with_points=knows_points)
    if knows_points and pose.is_upright:
        _ruler(canvas, moment.scene.pose if is_faulty else pose, now, knows_centre=stage in ("Balanced", "LetGo"))
    if not is_free:
        _sunk(canvas, moment, pose, is_other=is_other)
    if is_free:
        _free(canvas, moment, pose)
    else:
        _body(canvas, pose.b, Ink.B, "B", is_other=is_other)
    if stage == "Posed" or (stage in ("Balanced", "LetGo") and pose.is_upright):
        _weight(canvas, now.b.centroid, "weight" if stage == "Posed" else "")
    if knows_points:
        canvas.dot(now.b.centroid, Ink.TEXT)
        canvas.symbol("c", now.b.centroid, Ink.TEXT, toward=(-1.0, 0.6))
        for p in pose.found.points if not is_free else ():
            marks.answer(canvas, p.point)
            if stage == "Manifold" and pose.is_upright and not is_faulty:
                canvas.symbol(f"p_{pose.name_of(p)}", p.point, Ink.ANSWER, toward=(0.8, -1.0))
    if stage in ("Balanced", "LetGo") and pose.found.points and not pose.is_upright:
        _lean(canvas, moment, pose, is_free=is_free)
    if is_faulty and knows_points:
        _faulty(canvas, moment, is_free=is_free)


def _sunk(canvas: Canvas, moment: Moment[Any], pose: SetDown, *, is_other: bool) -> None:
    """How deep B lies in A: the area that they share, and the number that the words tell."""
    points, stage = pose.found.points, type(moment.step).__name__
    if not points:
        return
    starts = np.concatenate([shape.edges[:, 0] for shape in (pose.a, pose.b)])
    canvas.region(starts, np.concatenate((pose.a.normals, pose.b.normals)), Ink.OVERLAP, 0.7)
    s = fixed(pose.found.separation)
    if stage == "Posed":
        low = points[0].point if len(points) == 1 else np.mean([p.on_b for p in points], axis=0)
        canvas.label(f"**{s.lstrip(MINUS)}**", low, Ink.OVERLAP, toward=(0.0, -1.0))
    elif stage == "Manifold" and len(points) == 1 and not is_other:
        canvas.label(f"$s_1$ = {s}", points[0].point, Ink.OVERLAP, toward=(-1.0, -0.7))
    elif stage == "Manifold" and len(points) == 2 and not (is_other or moment.compare):
        left, right = sorted(points, key=lambda p: pose.along(p.point))
        first, second = fixed(left.separation), fixed(right.separation)
        words = f"$s_1$ = $s_2$ = {s}" if first == second else f"$s_1$ = {first}, $s_2$ = {second}"
        at, way = 0.65 * left.point + 0.35 * right.point, (0.0, -1.0)
        if abs(pose.places[1] - pose.places[0]) < 3.0 * APART:  # no room between their names
            at, way = left.point, (-1.0, -0.7)
        canvas.label(words, at, Ink.OVERLAP, toward=way)


def _weight(canvas: Canvas, c: Vector, name: str) -> None:
    """What pulls the body down, at its centre of mass; named before there is a term for this."""
    end = c - (0.0, PUSH * canvas.pixel)
    canvas.arrow(c, end, Ink.TEXT)
    if name:
        canvas.dot(c, Ink.TEXT)
        canvas.label(name, 0.5 * (c + end), Ink.TEXT, toward=(-1.0, 0.0))


def _body(canvas: Canvas, shape: Convex, ink: Ink, name: str, *, is_other: bool) -> None:
    """In the other view nothing can be pointed at: nothing there is asked about."""
    marks.shape(canvas, shape, ink, "" if is_other else name, numbered=False)
    if is_other:
        canvas.label(name, shape.centroid, ink, style=TextStyle.LETTER)


def _names(canvas: Canvas, pose: SetDown, b: Convex, *, with_points: bool) -> None:
    """Of the features that the words and the table name, and of no other: the edge, where x begins, and what made
    the contact points, where B is now."""
    reference, inks, shapes = pose.reference, {"A": Ink.A, "B": Ink.B}, {"A": pose.a, "B": b}
    owner, edge = reference.owner.value, reference.edge
    part = 1.0 - ASIDE / reference.length if pose.is_upright else 0.5
    start, end = sorted(shapes[owner].edges[edge], key=lambda p: float(p[0]))
    feature = FeatureRef(owner, FeatureKind.EDGE, edge)
    inward = np.negative(shapes[owner].normals[edge])
    at = start + part * (end - start)
    canvas.label(f"edge {edge}", at, inks[owner], toward=inward, style=TextStyle.CAPTION, feature=feature)
    if not with_points:
        return
    named = {(name, p.id[k].kind, p.id[k].index) for p in pose.found.points for k, name in enumerate("AB")}
    if pose.is_upright:
        named.add((owner, FeatureKind.VERTEX, pose.left_end))
    for name, kind, index in sorted(named - {(owner, FeatureKind.EDGE, edge)}, key=str):
        shape, feature = shapes[name], FeatureRef(name, kind, index)
        if kind is FeatureKind.VERTEX:
            at, words = shape.points[index], f"v{index}"
        else:
            at, words = shape.edges[index].mean(axis=0), f"edge {index}"
        canvas.label(words, at, inks[name], toward=shape.centroid - at, style=TextStyle.CAPTION, feature=feature)


def _normal(canvas: Canvas, pose: SetDown) -> None:
    """The reference edge as the floor, and the contact normal clear of B."""
    reference, n = pose.reference, pose.found.normal
    ends = np.array((reference.start, reference.end))
    marks.highlight_edge(canvas, ends)
    if not pose.is_upright:
        unit_arrow(canvas, pose.found.points[0].point, n)
        return
    left, right = ends[:, 0].min() + ASIDE_N, ends[:, 0].max() - ASIDE_N
    unit_arrow(canvas, (left if left < pose.b.points[:, 0].min() - CLEAR else right, ends[0, 1]), n)


def _lean(canvas: Canvas, moment: Moment[Any], pose: SetDown, *, is_free: bool) -> None:
    """The leaning push while there is one; when B has left A that of the start, faint, and it says so."""
    pushes = pose.released.pushes(moment.time) if is_free else []
    if is_free and not pushes:
        _parts(canvas, pose.found.points[0].point, pose.found.normal, is_past=True)
        canvas.label("at t = 0", pose.found.points[0].point, Ink.QUIET, toward=(-1.0, -1.0))
        return
    for point, way in pushes or [(pose.found.points[0].point, pose.found.normal)]:
        _parts(canvas, point, way)


def _parts(canvas: Canvas, p: Vector, normal: Vector, *, is_past: bool = False) -> None:
    """A leaning normal, and its parts to the side, which nothing balances, and straight up."""
    n, line = PARTS * canvas.pixel * normal, Line.END if is_past else None
    for part, ink in (((n[0], 0.0), Ink.OVERLAP), ((0.0, n[1]), Ink.EXAMINED)):
        canvas.arrow(p, p + part, ink, line=(line or Line.DASHED) if ink is Ink.EXAMINED else None)
        canvas.stroke((p + part, p + n), Ink.EXAMINED, line=line or Line.THIN)
    canvas.arrow(p, p + n, Ink.EXAMINED, line=line)
    canvas.symbol(r"\hat n", p + n, Ink.EXAMINED, toward=n)


def _frame(canvas: Canvas, moment: Moment[Any]) -> None:
    """Nothing to be seen: both views reach as far, so that they have one scale and their floors stand level."""
    both = (moment.scene.pose, moment.scene.other)
    shapes = [shape for each in both for shape in (each.a, each.b)]
    if type(moment.step).__name__ == "LetGo":
        shapes += [each.released.at(lasts(moment) * k / COPIES) for each in both for k in range(COPIES + 1)]
    xs, ys = zip(*(p for shape in shapes for p in shape.points_xy), strict=True)
    floor = min(y for _, y in both[0].a.points_xy)
    if moment.latest(Manifold) is not None:
        ys = (*ys, floor - BELOW - 0.3 - ROW)
    low, high = (min(xs), min(ys) - CLEAR), (max(xs), max(ys) + CLEAR)
    canvas.stroke((low, high), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)


def title_ink(moment: Moment[Any]) -> Ink | None:
    """Of the other view's title: that of a faulty rule, where one is followed there."""
    return Ink.FAULTY if on_the_right(moment) is moment.faulty else None


def head(moment: Moment[Any], *, is_other: bool) -> tuple[str, str]:
    """How B lies on A, or which rule is followed, and what becomes of it."""
    pose = on_the_right(moment) if is_other else moment.scene.pose
    if not pose.found.points:
        return "", ""
    stage = type(moment.step).__name__
    where = f"On {pose.lies_on}" + " at the start" * (stage == "LetGo")
    if pose is moment.faulty:
        where = "Deepest point only"
    if moment.latest(Manifold) is None:
        return where, "Does B stand?"
    many = "two contact points" if len(pose.found.points) == 2 else "one contact point"
    if stage == "LetGo":
        fate = _fate(moment, pose)
        return where, f"B {fate}" if fate.startswith("turned") else f"{many}: B {fate}"
    return where, f"{many}: B {pose.becomes}" if stage == "Balanced" else many


def _fate(moment: Moment[Any], pose: SetDown) -> str:
    """What has become of a body that was let go."""
    time = moment.time * lasts(moment)
    if pose is moment.faulty:
        return f"rocks by up to {fixed(pose.released.tilt)}° (dotted: × {EXAGGERATED:.0f})"
    if landing := pose.released.told_landing(time):
        return landing
    turned = f", turned by {pose.released.told_turn(time).split()[0]}" if pose.is_upright and not pose.stands else ""
    return pose.becomes + turned


def _ruler(canvas: Canvas, pose: SetDown, now: SetDown, *, knows_centre: bool) -> None:
    """x along the reference edge, below the floor: the contact points, and the centre of mass between them or not.
    The points that a body on its way has are not those that were named."""
    length, centre = pose.reference.length, pose.along(now.b.centroid)
    is_held = abs(now.found.normal[0]) <= LEANS
    places = sorted(pose.along(p.point) for p in now.found.points) if is_held else []
    y = float(pose.a.points[:, 1].min()) - BELOW

    def at(x: float) -> tuple[float, float]:
        return pose.on_edge(x)[0], y

    end = at(length + 0.1)
    canvas.arrow(at(0.0), end, Ink.QUIET, line=Line.THIN)
    canvas.symbol("x", end, Ink.QUIET, toward=np.subtract(end, at(0.0)))
    for k in range(0, math.floor(length) + 1, pitch(length)):
        (x, _) = at(float(k))
        canvas.stroke(((x, y - TICK), (x, y + TICK)), Ink.QUIET, line=Line.THIN)
        is_told = knows_centre and bool(places) and abs(k - _missing(places, centre)) < APART
        if not is_told and all(abs(k - crossed) > CROSSED for crossed in (*places, centre)):
            canvas.label(str(k), (x, y + 0.16), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    has_moved = not {fixed(x) for x in places} <= {fixed(x) for x in pose.places}  # the table tells where it was
    named = sorted((*places, centre) if knows_centre else places)
    is_crowded = bool(np.min(np.diff(named), initial=math.inf) < WIDE)
    if knows_centre:
        floor = pose.on_edge(0.0)[1]
        _balance(canvas, [at(x) for x in places], at(centre), now.b.centroid, floor, stays=not is_crowded)
    low_row = y - NUMBER - ROW * any(abs(x - centre) < APART for x in places)
    for x, row in (*((x, y - NUMBER) for x in places), *([(centre, low_row)] if knows_centre else [])):
        canvas.label(fixed(x), (at(x)[0], row), Ink.TEXT, style=TextStyle.CAPTION, fixed=True)
    for k, x in enumerate(places, start=1):
        canvas.stroke((pose.on_edge(x), at(x)), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.dot(at(x), Ink.ANSWER, Point.FILLED)
        number = k if len(places) >= len(pose.places) else pose.name_of(now.found.points[0])
        _named_below(canvas, f"x_{number}" + "(t)" * has_moved, at(x), Ink.ANSWER, stays=not is_crowded)


def _missing(places: list[float], centre: float) -> float:
    """Where the length stands by which the centre of mass lies beside the points; far off if between them."""
    nearest = min(places, key=lambda x: abs(x - centre))
    return math.inf if places[0] <= centre <= places[-1] else 0.5 * (nearest + centre)


def _balance(canvas: Canvas, points: list[XY], centre: XY, mass: Vector, floor: float, *, stays: bool) -> None:
    """The piece of the ruler between the contact points if the centre of mass lies over it, else what is missing;
    there the arm by which the weight turns B is seen on the floor too."""
    xs = [x for x, _ in points]
    if points:
        stands = min(xs) <= centre[0] <= max(xs)
        nearest = min(points, key=lambda p: abs(p[0] - centre[0]))
        span = (points[0], points[-1]) if stands else (nearest, centre)
        canvas.stroke(span, Ink.GAP if stands else Ink.OVERLAP, line=Line.BAR)
        if not stands:
            middle = 0.5 * (nearest[0] + centre[0]), centre[1]
            canvas.label(fixed(abs(nearest[0] - centre[0])), middle, Ink.OVERLAP, toward=(0.0, 1.0))
            (low, high), (left, right) = (floor, float(mass[1])), sorted((nearest[0], centre[0]))
            canvas.area(((left, low), (right, low), (right, high), (left, high)), Ink.OVERLAP, opacity=LEVER)
    canvas.stroke((tuple(mass), centre), Ink.TEXT, line=Line.DASHED)
    canvas.dot(centre, Ink.TEXT)
    _named_below(canvas, "x_c", centre, Ink.TEXT, stays=stays)


def _named_below(canvas: Canvas, name: str, at: XY, ink: Ink, *, stays: bool) -> None:
    """The name of a place on the ruler, straight below it; where two are close, where there is room."""
    if stays:
        canvas.symbol(name, (at[0], at[1] - NAMED), ink, fixed=True)
    else:
        canvas.symbol(name, at, ink, toward=(0.0, -1.0))


def _free(canvas: Canvas, moment: Moment[Any], pose: SetDown) -> None:
    """The body at the clock's time, where it came from, and the pushes on it."""
    run = pose.released
    now = run.at(moment.time)
    if not pose.stands and pose is not moment.faulty and moment.time:
        _way(canvas, pose, moment.time, now)
    else:
        marks.ghost(canvas, run.body, Ink.B, Line.START)
    marks.shape(canvas, now, Ink.B, "B", numbered=False)
    for point, way, part in run.forces(moment.time) if pose.is_upright and pose is not moment.faulty else ():
        tip = point - 9.0 * canvas.pixel * way
        canvas.arrow(tip - part * PUSH * canvas.pixel * way, tip, Ink.ANSWER)
        marks.answer(canvas, point)


def _way(canvas: Canvas, pose: SetDown, time: float, now: Convex) -> None:
    """Where it was at the start, outside of where it is now, and the path of its highest corner with the angle of
    the turn; of a body that slides, of its centre of mass."""
    start = pose.released.body
    for x, y, u, v in lines_outside(start.edges.reshape(-1, 4), boundary(now, canvas.pixel)):
        canvas.stroke(((x, y), (u, v)), Ink.B, line=Line.END)
    high = int(start.points[:, 1].argmax())
    poses = [pose.released.at(time * k / COPIES) for k in range(COPIES + 1)]
    path = [each.points[high] if pose.is_upright else each.centroid for each in poses]
    canvas.stroke(path[:-1], Ink.B, line=Line.THIN)
    canvas.arrow(path[-2], path[-1], Ink.B, line=Line.THIN)
    canvas.label("at the start", start.points[high], Ink.B, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    turn = pose.released.told_turn(time).split()[0]
    if pose.is_upright and turn != "0°":
        middle = path[len(path) // 2]
        canvas.label(turn, middle, Ink.B, toward=middle - pose.found.points[0].point, style=TextStyle.BOLD)


def _faulty(canvas: Canvas, moment: Moment[Any], *, is_free: bool) -> None:
    """The one point of the faulty rule; let go, the box that rocks on it."""
    faulty: SetDown = moment.faulty
    if not is_free:
        kept = faulty.found.points[0].id
        for p in moment.scene.pose.found.points:
            if p.id == kept:
                canvas.label("the only point", p.point, Ink.FAULTY, toward=(0.0, -1.0))
            else:
                marks.circle(canvas, p.point, 12.0 * canvas.pixel, Ink.FAULTY, Line.DOTTED)
                canvas.label("dropped", p.point, Ink.FAULTY, toward=(0.0, -1.0))
        return
    run = faulty.released
    now, angle = run.at(moment.time), math.radians(run.turned_at(moment.time))
    low = min(now.points, key=lambda p: float(p[1]))
    rocking = turned_about(now, low, (EXAGGERATED - 1.0) * angle)
    marks.ghost(canvas, rocking, Ink.FAULTY, Line.DOTTED)
    high = max(rocking.points, key=lambda p: float(p[1]))
    canvas.label(f"tilt × {EXAGGERATED:.0f}", high, Ink.FAULTY, toward=(0.0, 1.0))
    side = math.copysign(BESIDE, float(low[0] - now.centroid[0]))
    floor = float(faulty.a.points[:, 1].max())
    if (deep := floor - float(low[1])) > SEEN:
        beside = float(low[0]) + side
        measure(canvas, (beside, floor), (beside, low[1]), Ink.FAULTY, fixed(deep), side=math.copysign(1.0, side))
    for _, way in run.pushes(moment.time)[:1]:  # at the corner that is down
        canvas.arrow(low - (PUSH + 9.0) * canvas.pixel * way, low - 9.0 * canvas.pixel * way, Ink.FAULTY)
