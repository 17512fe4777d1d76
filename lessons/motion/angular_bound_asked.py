"""What the angular bound asks: which vertex moves farthest, where it is farthest from its start, where r is least."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache, partial

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.vector import Points
from lessons.motion.angular_bound_scene import ALIKE, GAP, Turning
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Challenge, Click, Place, Remark, Verdict
from viz.lesson.prediction import Points as Places
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = math.radians(12.0)  # of the arc: a placed point as near as this to the right one is right
TOLD = 0  # the vertex whose arc the figure tells already
LEAST = 1.02  # times the least r
SLOW = 0.3  # v · n̂ at least, in the goal before the wall


def which_vertex(scene: Turning) -> Click | None:
    """Which vertex moves farthest; None where all do alike."""
    d = [math.hypot(*p) for p in scene.local.points]
    far = frozenset(FeatureRef("A", FeatureKind.VERTEX, i) for i in range(len(d)) if d[i] >= max(d) * (1.0 - ALIKE))
    if len(far) == len(d) or scene.angle == 0.0:
        return None
    return Click("Click the vertex that moves farthest during this turn.", partial(_judge_vertex, scene), far,
                 kinds=frozenset((FeatureKind.VERTEX,)))  # fmt: skip


def _judge_vertex(scene: Turning, answer: FeatureRef | str) -> Verdict:
    points, middle = scene.local.points, scene.local.centroid
    index = answer.index if isinstance(answer, FeatureRef) and answer.kind is FeatureKind.VERTEX else 0
    d, r = math.hypot(*points[index]), scene.found.radius
    draw = partial(_draw_distance, scene, index)
    if not isinstance(answer, FeatureRef) or answer.kind is not FeatureKind.VERTEX:
        return Verdict(False, "Click a vertex: every point of an edge lies between two of them.", "Not a vertex")
    if d >= r * (1.0 - ALIKE):
        told = f"v{index} is {fixed(d)} from the centre of rotation, and no vertex is farther. "
        told += f"Its arc: {scene.product(d)}."
        return Verdict(True, told, draw=draw)
    off = [math.dist(p, middle) for p in points]
    arc = f"its arc is {fixed(d * abs(scene.angle))}"
    told = f"v{index} is only {fixed(d)} from the centre of rotation: {arc}. Another vertex is farther from it."
    if min(off) >= max(off) * (1.0 - ALIKE):
        told = "All vertices are equally far from the centroid. But A turns about the ringed point: "
        told += f"v{index} is {fixed(d)} away, another vertex {fixed(r)}."
    elif off[index] >= max(off) * (1.0 - ALIKE):
        told = f"v{index} is farthest from the centroid. But A turns about the ringed point, {fixed(d)} away: {arc}."
    return Verdict(False, told, "Another vertex moves farther", draw=draw)


def _draw_distance(scene: Turning, index: int, canvas: Canvas, pane: str) -> None:
    place = scene.shape_at(1.0).points[index]
    ink = Ink.ANSWER if math.hypot(*scene.local.points[index]) >= scene.found.radius * (1.0 - ALIKE) else Ink.FAULTY
    canvas.stroke((scene.pivot, place), ink, line=Line.MEASURE if ink is Ink.ANSWER else Line.DOTTED)
    arc = marks.circle_points(
        canvas, scene.pivot, math.hypot(*scene.local.points[index]), scene.direction(index), scene.angle
    )
    if ink is Ink.ANSWER or index != TOLD:  # the figure has that of v0 already
        canvas.stroke(arc, ink, line=Line.FEATURE if ink is Ink.ANSWER else Line.DOTTED)
    canvas.dot(place, ink)
    d = math.dist(scene.pivot, place)
    x, y = place - scene.pivot
    if index != TOLD:  # its name is there
        canvas.label(f"$d_{index}$ = {fixed(d)}", (scene.pivot + place) / 2.0, ink, toward=(-y, x))


def where_farthest(scene: Turning) -> Place | None:
    """Where on its arc the farthest vertex is farthest from its start: asked of more than half a turn, up to one."""
    if not math.pi + NEAR < abs(scene.angle) <= math.tau or scene.found.radius == 0.0:
        return None
    a = scene.start_angle + scene.angle * np.linspace(0.0, 1.0, 97)
    places = scene.pivot + scene.found.radius * np.stack((np.cos(a), np.sin(a)), axis=1)
    path = tuple((x, y) for x, y in places.tolist())
    text = f"Drag the ring along the arc to where v{scene.found.furthest} is farthest from its start."
    return Place(text, partial(_judge_place, scene), start=(path[24],), right=(xy(scene.on_arc(scene.half)),),
                 pane="world", along=(path,))  # fmt: skip


def _judge_place(scene: Turning, points: Places) -> Verdict:
    (x, y) = points[0]
    a = math.atan2(y - scene.pivot[1], x - scene.pivot[0])
    turned = math.copysign(1.0, scene.angle) * (a - scene.start_angle) % math.tau
    s, most = 2.0 * scene.found.radius * math.sin(turned / 2.0), fixed(2.0 * scene.found.radius)
    draw = partial(_draw_chord, scene, (x, y))
    if abs(turned - math.pi) <= NEAR:
        told = f"After half a turn its start is across the circle, 2r = {most} away. Then it comes closer."
        across = xy(scene.on_arc(scene.half))
        remarks = (Remark(across, f"2r = {most}", right=True),)
        return Verdict(True, told, remarks=remarks, draw=partial(_draw_chord, scene, across, ink=Ink.ANSWER))
    if turned < math.pi:
        told = f"Here it is {fixed(s)} from its start, and the distance still grows: compare the straight lines."
        return Verdict(False, told, "Farther on", (Remark((x, y), f"{fixed(s)}, still growing"),), draw=draw)
    told = f"Here it is {fixed(s)} from its start: the arc has got longer, but the vertex is coming back."
    return Verdict(False, told, "Too far", (Remark((x, y), f"{fixed(s)}, coming back"),), draw=draw)


def _draw_chord(scene: Turning, at: tuple[float, float], canvas: Canvas, pane: str, *, ink: Ink = Ink.FAULTY) -> None:
    canvas.stroke((xy(scene.on_arc(0.0)), at), ink, line=Line.DOTTED if ink is Ink.FAULTY else Line.MEASURE)


def challenge(scene: Turning, *, has_wall: bool = False) -> Challenge | None:
    """The centre of the smallest circle around all vertices. How small it is is told to who has found it. Before the
    wall a motion is asked for that the bound cannot prove free of a hit. Of a rounded body a turn whose bound proves
    that it meets no wall."""
    if len(scene.local.points) == 1:
        return None
    if scene.a.shape.radius > 0.0:
        if not has_wall:  # μ is not known before
            return None
        mu = scene.found.total
        return Challenge(
            r"Let A turn by more than 90°, so that $\mu$ still proves that it does not hit the wall up to $t$ = 1.",
            abs(scene.turn) > 90.0 and mu <= GAP,
            f"{fixed(abs(scene.turn), 0)}°, μ = {fixed(mu)}",
            rf"$\mu$ has to be at most the gap {fixed(GAP)}. Which centre of rotation makes $r$ small?",
        )
    if has_wall:
        return _never(scene)
    r, least = scene.found.radius, least_radius(tuple(map(tuple, scene.a.shape.points.tolist())))
    reached = r <= LEAST * least
    return Challenge(
        "Drag the centre of rotation to where $r$, its distance from the farthest vertex, is least.",
        reached,
        f"r = {fixed(r)}" + (f", the least is {fixed(least)}" if reached else ""),
        "The dashed circle of stage Farthest holds all vertices. Which circle around them is the smallest?",
    )


def _never(scene: Turning) -> Challenge:
    """A motion without a hit that the bound does not prove: it takes the whole arc, wherever that leads."""
    is_free, is_proved = scene.hit is None, scene.found.total <= GAP
    told = "never hits" if is_free else f"hits at t = {fixed(scene.hit or 0.0)}"
    return Challenge(
        rf"Let A turn clockwise by 90° or more, with $\boldsymbol{{v}}\cdot\hat n$ ≥ {fixed(SLOW)}, and never hit, "
        r"although $\mu$ is more than $g$.",
        is_free and not is_proved and scene.turn <= -90.0 and scene.speed >= SLOW - 1e-9,
        f"{fixed(scene.turn, 0)}°, {told}",
        r"$\mu$ counts the whole arc, as if all of it led along $\hat n$. Where does this turn lead the tip?",
    )


@lru_cache(maxsize=8)
def least_radius(points: tuple[tuple[float, float], ...]) -> float:
    """Of all circles that hold the points: one through two of them as a diameter, or through three."""
    p = np.array(points)
    centres = [(a + b) / 2.0 for a, b in itertools.combinations(p, 2)]
    for a, b, c in itertools.combinations(p, 3):
        u, v = b - a, c - a
        across = 2.0 * float(u[0] * v[1] - u[1] * v[0])
        if across:
            centres.append(a + np.array((v[1] * (u @ u) - u[1] * (v @ v), u[0] * (v @ v) - v[0] * (u @ u))) / across)
    return min(_reach(p, centre) for centre in centres)


def _reach(points: Points, centre: Points) -> float:
    return float(np.hypot(*(points - centre).T).max())
