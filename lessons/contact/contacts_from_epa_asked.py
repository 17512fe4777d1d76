"""What contacts from EPA ask: where the witness point is in the next frame, and whose normal EPA's is."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.vector import cross
from lessons.contact.contacts_from_epa_figure import jumps
from lessons.contact.contacts_from_epa_scene import Frame, Turned
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import angle_arc, unit_arrow
from viz.lesson.prediction import Challenge, Click, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.15  # world length that the witness point may be off
LEAST = 0.6  # length of an edge that can be asked about
PARALLEL = 0.5  # degrees
LONG = 3.3  # times its shorter side: a box with a long edge, whose point jumps far
LEAST_TURN = 1e-6  # of two levers: they turn B the same way
EQUAL = 1e-6  # of dot products
LEVEL = 0.01  # of a unit normal: it is along an axis of the world


def next_witness(moment: Moment[Turned]) -> Place | None:
    """Where B's witness point will be: the next frame is not drawn yet, so tilt and turn must be compared. It is the
    end of an edge of B where the edge behind which it lies is A's, in both frames the same one."""
    scene = moment.scene
    now, chosen = scene.now.chosen, scene.then.chosen
    if now is None or chosen is None or abs(scene.turn) < 0.5 or chosen.reference.owner is Owner.B:
        return None
    start, end = scene.now.b.edge(chosen.of_b.edge)
    if now.of_a.edge != chosen.of_a.edge or math.dist(start, end) < LEAST:
        return None
    if abs(tilt_of(scene) + scene.turn) < PARALLEL:  # then every point is as deep
        return None
    right = scene.now.b.points[int(np.hypot(*(scene.then.b.points - scene.then.found.on_b).T).argmin())]
    told = f"B turns by {fixed(scene.turn, 1)}° about its centre."
    text = f"{told} Drag the ring to the point of B that is its witness point then."
    judge = partial(_judge_witness, scene, right)
    middle = 0.5 * (start + end) + 0.08 * (end - start)
    along = ((xy(start), xy(end)),)
    return Place(text, judge, (xy(middle),), (xy(right),), "world", along, draw=partial(_draw_turn, scene))


def tilt_of(scene: Turned) -> float:
    """Of the edge of B that is asked about, against A's edge in this frame: degrees, counter-clockwise."""
    assert scene.then.chosen is not None
    return _tilt(scene, scene.then.chosen.of_b.edge)


def is_other_end(scene: Turned) -> bool:
    """Whether EPA's point jumps from one end of B's edge to the other."""
    chosen = scene.now.chosen
    return chosen is not None and scene.jump > 0.5 * math.dist(chosen.of_b.start, chosen.of_b.end)


def goal(scene: Turned, one: tuple[Vector, Vector] | None = None) -> Challenge | None:
    """What is to be built: of a box on a box where the clip jumps as well; of other shapes, what the edges decide; of
    the one contact of the faulty rule, which way it turns B."""
    now, then = scene.now.chosen, scene.then.chosen
    if now is None or then is None:
        return None
    counts = len(scene.now.points), len(scene.then.points)
    told = f"contact points: {counts[0]} and {counts[1]}"
    if one is not None:
        turns = [frame.turns_by(p) for frame, p in zip((scene.now, scene.then), one, strict=True)]
        is_one_way = turns[0] * turns[1] > LEAST_TURN
        return Challenge(
            "Keep two contact points in each frame, but let the one contact turn B the **same** way in both.",
            counts == (2, 2) and is_one_way,
            told if counts != (2, 2) else "the same way" if is_one_way else "one way, then the other",
            "Slide B along A until its centre is past the end of A.",
        )
    if len(scene.now.b.points) > 4:
        return Challenge(
            "Let the clip keep **two** contact points in both frames, on the same two edges.",
            scene.keeps_edges and counts == (2, 2),
            told if counts != (2, 2) else "other edges",
            "The edges of both that face each other have to be nearly parallel.",
        )
    owners = now.reference.owner, then.reference.owner
    if not _is_box(scene.a.world):
        return Challenge(
            "Let the reference edge be **B's** in this frame and **A's** in the next.",
            owners == (Owner.B, Owner.A),
            f"{owners[0].value}'s, then {owners[1].value}'s",
            r"It is the edge behind which the other shape lies less deep. Tilt B, so that its end dips into A.",
        )
    sides = [math.hypot(u - x, v - y) for (x, y), (u, v) in scene.now.b.edges_xy]
    if max(sides) < LONG * min(sides):
        return Challenge(
            "Make the clip keep **two** contact points in this frame and **one** in the next.",
            counts == (2, 1),
            told,
            "Tilt B so far that its higher end is just behind the edge of A. The turn lifts it out.",
        )
    if not is_other_end(scene):
        told = "jump, not to the other end" if jumps(scene) else "no jump"
    return Challenge(
        "Make EPA's witness point jump to the other end, with one contact point in each frame.",
        is_other_end(scene) and counts == (1, 1),
        told,
        "Raise B until its higher end leaves A. In the next frame its other end must be the higher one.",
    )


def _is_box(shape: Convex) -> bool:
    """Whether its sides are as long as those across from them."""
    sides = [math.hypot(u - x, v - y) for (x, y), (u, v) in shape.edges_xy]
    return len(sides) == 4 and all(abs(sides[k] - sides[k + 2]) < EQUAL for k in (0, 1))


def _tilt(scene: Turned, edge: int) -> float:
    outward, n = scene.now.b.normals[edge], scene.now.found.normal
    return math.degrees(math.atan2(cross(-n, outward), float(-n @ outward)))


def tilt_told(scene: Turned) -> str:
    """What is known when it is asked."""
    chosen = scene.then.chosen
    if chosen is None:
        return "In the next frame B is turned."
    between, own = _between(scene), f"edge {chosen.of_a.edge} of A"
    if between is not None:
        _, edges, (first, second) = between
        both = f"edges {edges[0]} and {edges[1]} of B are tilted by {fixed(first, 1)}° and {fixed(second, 1)}°"
        return f"In this frame {both} against {own}."
    edge, tilt = f"edge {chosen.of_b.edge} of B is", tilt_of(scene)
    if abs(tilt) < 0.05:
        return f"In this frame {edge} parallel to {own}."
    way = "clockwise" if tilt < 0.0 else "counter-clockwise"
    return f"In this frame {edge} tilted by {fixed(tilt, 1)}° ({way}) against {own}."


def _between(scene: Turned) -> tuple[int, tuple[int, int], tuple[float, float]] | None:
    """Where another edge of B is the support edge in the next frame: the vertex that it shares with this frame's,
    both edges, and how they are tilted in this frame."""
    now, then = scene.now.chosen, scene.then.chosen
    assert now is not None
    assert then is not None
    count, (i, j) = len(scene.now.b.points), sorted((now.of_b.edge, then.of_b.edge))
    if (j - i) % count not in (1, count - 1):
        return None
    if j - i != 1:  # the last edge and the first
        i, j = j, i
    if max(math.dist(f.b.points[j], f.found.on_b) for f in (scene.now, scene.then)) > EQUAL:
        return None
    return j, (i, j), (_tilt(scene, i), _tilt(scene, j))


def _draw_turn(scene: Turned, canvas: Canvas, pane: str) -> None:
    """How far, and which way, B will turn about its centre, not to scale; how its edge is tilted now."""
    if pane == "world":
        _draw_tilt(scene, canvas)
        _name_edge(scene, canvas)
        half = math.copysign(0.9, scene.turn)
        words = f"turns by {fixed(scene.turn, 1)}°"
        ends = 0.5 * math.pi - half, 0.5 * math.pi + half
        canvas.dot(scene.now.b.centroid, Ink.INTERFACE, Point.SMALL)
        angle_arc(canvas, scene.now.b.centroid, *ends, Ink.INTERFACE, words, radius=24.0, arrow=True)


def _name_edge(scene: Turned, canvas: Canvas) -> None:
    """A's edge of which it is told how B's is tilted: outside of B, away from the witness point."""
    assert scene.then.chosen is not None
    edge = scene.then.chosen.of_a.edge
    start, end = scene.a.world.edge(edge)
    free = [p for part in (0.07, 0.93) if not scene.now.b.contains(p := (1.0 - part) * start + part * end)]
    if free:
        at = max(free, key=partial(math.dist, scene.now.found.on_a))
        canvas.label(f"edge {edge}", at, Ink.A, toward=scene.a.world.normals[edge], style=TextStyle.CAPTION)


def _draw_tilt(scene: Turned, canvas: Canvas) -> None:
    """From a line parallel to A's edge to B's edge: both start at the deeper end."""
    tilt = tilt_of(scene)
    assert scene.then.chosen is not None
    if abs(tilt) < PARALLEL or _between(scene) is not None:
        return
    n = scene.now.found.normal
    start, end = sorted(scene.now.b.edge(scene.then.chosen.of_b.edge), key=lambda p: float(p @ n))
    along = end - start - float((end - start) @ n) * n
    flat, radius = math.atan2(along[1], along[0]), min(max(12.0 / abs(math.radians(tilt)), 60.0), 170.0)
    reach = (radius + 24.0) * canvas.pixel * along / math.hypot(*along)
    canvas.stroke((start, start + reach), Ink.CONSTRUCTION, line=Line.DASHED)
    angle_arc(canvas, start, flat, flat + math.radians(tilt), Ink.INTERFACE, radius=radius, arrow=True)
    canvas.label(f"tilt {fixed(tilt, 1)}°", start + reach, Ink.INTERFACE, toward=-n)


def _judge_witness(scene: Turned, right: Vector, points: Points) -> Verdict:
    frame, at = scene.then, np.array(points[0])
    assert frame.chosen is not None
    (u, v), (start, end) = (b.edge(frame.chosen.of_b.edge) for b in (scene.now.b, frame.b))
    then = start + float((at - u) @ (v - u)) / float((v - u) @ (v - u)) * (end - start)  # where the point comes to
    is_right = math.dist(at, right) <= NEAR
    if is_right:
        then = frame.found.on_b
    deep = -frame.found.separation - float((then - frame.found.on_b) @ frame.found.normal)
    told = f"{fixed(deep)} deep" if deep >= 0.0 else f"{fixed(-deep)} outside"
    draw = partial(_draw_depth, frame, at, then, is_right)
    if is_right:
        remark = Remark(xy(at), f"then {told}", right=True)
        return Verdict(True, _right_because(scene, told), remarks=(remark,), draw=draw)
    because = _wrong_because(scene, at)
    return Verdict(False, because, f"After the turn B is {told} here", (Remark(xy(at), f"then {told}"),), draw=draw)


def _tilts(scene: Turned) -> tuple[float, str]:
    """The tilt in this frame, and the change to that of the next one in words."""
    tilt = tilt_of(scene)
    return tilt, f"the tilt goes from {fixed(tilt, 1)}° to {fixed(tilt + scene.turn, 1)}°"


def _right_because(scene: Turned, told: str) -> str:
    tilt, change = _tilts(scene)
    if abs(tilt) < PARALLEL:
        return f"All of this edge is equally deep now. At {fixed(tilt + scene.turn, 1)}° only this end is, {told}."
    between = _between(scene)
    if between is not None:
        after = [fixed(each + scene.turn, 1) for each in between[2]]
        return f"B's deepest point stays so, {told}: its edges then are tilted by {after[0]}° and {after[1]}°."
    which = "The same end" if scene.jump < 2.0 * NEAR else "The other end"
    return f"{which} of B is its deepest point then, {told}: {change}."


def _wrong_because(scene: Turned, at: Vector) -> str:
    tilt, change = _tilts(scene)
    if abs(tilt) < PARALLEL:
        return (
            f"All of this edge is equally deep now. At a tilt of {fixed(tilt + scene.turn, 1)}° one end is deepest."
        )
    between = _between(scene)
    if between is not None:
        after = [fixed(each + scene.turn, 1) for each in between[2]]
        return f"Along a tilted edge one end is deepest. The tilts then are {after[0]}° and {after[1]}°."
    if math.dist(at, scene.now.found.on_b) <= 2.0 * NEAR <= scene.jump:
        return f"It is the deepest in this frame. But {change}, and this end rises."
    return f"Of a tilted edge one end is deepest. The sign of the tilt says which end. Here {change}."


def _draw_depth(frame: Frame, start: Vector, at: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """Where the point comes to, and from there to the line of A's surface, along the normal. B only where it is the
    right one: else it may be tried again."""
    if pane == "world":
        deep = -frame.found.separation - float((at - frame.found.on_b) @ frame.found.normal)
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        if is_right:
            marks.ghost(canvas, frame.b, ink, Line.END)
        canvas.stroke((start, at), ink, line=Line.DASHED)
        canvas.stroke((at, at + deep * frame.found.normal), ink, line=Line.MEASURE)
        canvas.dot(at, ink)


def normal_s_edge(moment: Moment[Any]) -> Click | None:
    """The edge of A or B that EPA's normal is perpendicular to; not asked where one edge is level, and tells it."""
    scene = moment.scene
    chosen, n = scene.now.chosen, scene.now.found.normal
    if chosen is None or min(abs(float(x)) for x in n) < LEVEL:
        return None
    own = {"A": scene.a.world, "B": scene.b.world}
    dots = {
        FeatureRef(name, FeatureKind.EDGE, i): float(normal @ n) * sign
        for name, sign in (("A", 1.0), ("B", -1.0))
        for i, normal in enumerate(own[name].normals)
    }
    right = frozenset(edge for edge, dot in dots.items() if dot > 1.0 - EQUAL)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in dots:
            return Verdict(False, "Click an edge of A or of B, in this frame.", "No edge")
        shape, is_right = own[answer.owner], answer in right
        middle = shape.edges[answer.index].mean(axis=0)
        off = math.degrees(math.acos(min(max(dots[answer], -1.0), 1.0)))
        draw = partial(_draw_normals, middle, shape.normals[answer.index], n, is_right)
        remark = Remark(xy(middle), "perpendicular" if is_right else f"{fixed(off, 1)}° off", right=is_right)
        way = "along" if answer.owner == "A" else "against"
        if is_right:
            because = f"Its normal points exactly {way} $\\hat n_{{AB}}$: EPA's face of A − B is this edge."
            return Verdict(True, because, remarks=(remark,), features=right, draw=draw)
        goal = "" if answer.owner == "A" else "−"
        because = f"The angle between its normal and {goal}$\\hat n_{{AB}}$ is {fixed(off, 1)}°. "
        because += "EPA's normal is that of another edge."
        return Verdict(False, because, "Another normal", (remark,), draw=draw)

    return (
        Click("EPA's nearest face comes from an edge of A or of B. Click this edge in the upper view.", judge, right)
        if right
        else None
    )


def _draw_normals(at: Vector, normal: Vector, n: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        unit_arrow(canvas, at, normal, "", Ink.ANSWER if is_right else Ink.FAULTY)


def next_contacts(moment: Moment[Any]) -> Place | None:
    """Both contact points of the next frame, on its incident edge, where it clips the edges of this one."""
    scene, then = moment.scene, moment.scene.then
    chosen = then.chosen
    if chosen is None or not scene.keeps_edges or len(scene.now.points) != 2 or len(then.points) != 2:
        return None
    ruler, ends = chosen.reference, (chosen.incident.start, chosen.incident.end)
    right = sorted(then.drawn, key=ruler.along)
    if math.dist(*right) < LEAST:
        return None
    start = tuple(xy((1.0 - part) * right[0] + part * right[1]) for part in (0.4, 0.6))
    places, line = tuple(xy(p) for p in right), tuple(xy(p) for p in ends)
    text = "The next frame is clipped as well. Drag the rings to its two contact points."
    return Place(text, partial(_judge_contacts, scene, places), start, places, "next", (line, line))


def _judge_contacts(scene: Turned, right: Points, points: Points) -> Verdict:
    ruler = scene.ruler(scene.then)
    assert ruler is not None
    remarks = tuple(
        Remark(p, "not an end") for p, q in zip(sorted(points, key=ruler.along_xy), right, strict=True)
        if math.dist(p, q) > NEAR
    )  # fmt: skip
    if remarks:
        because = (
            "Clip again: keep the part of the incident edge between the side planes and behind the reference edge. "
        )
        because += "Its ends are the contact points."
        return Verdict(False, because, f"Placed: {2 - len(remarks)} of 2", remarks)
    because = "Both frames clip the same two edges, so the points stay near their places. EPA gives only one point."
    return Verdict(True, because, remarks=tuple(Remark(p, "", right=True) for p in right))
