"""What is asked about reference and incident edge, and what an answer is worth in the figure."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

import numpy as np

from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.shape import boundary
from geometry.vector import Vector, dot
from lessons.contact.reference_and_incident_scene import Jitter, Posed, changes
from lessons.stories.clip_state import outer_edge, shape_of, steps_of
from lessons.stories.reference import edge_ref, other_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.prediction import Choose, Click, Draw, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import fixed

CLEAR = 0.02  # of the numbers that are compared: less cannot be told by eye
NEAR = 0.02  # less deep than the deepest point: good enough
WIDE, HIGH = 1.0, 0.4  # of the curve of leads, in the pane beside the world
ALMOST = 0.06  # of the height of that curve: near enough
NONE = "none"
DOTS = "−1", "0", "+1"


def every_edge(moment: Moment[Any]) -> dict[FeatureRef, EdgeMeasured]:
    steps = (s for step in moment.trace for s in steps_of(step))
    return {edge_ref(s): s for s in steps if isinstance(s, EdgeMeasured)}


def best_of_each(moment: Moment[Any]) -> list[EdgeMeasured]:
    """The edge of the greatest separation of A, and of B."""
    every = every_edge(moment).values()
    return [max((m for m in every if m.owner is owner), key=lambda m: m.separation) for owner in (Owner.A, Owner.B)]


class Kind(Enum):
    """What is special about a pair of bodies: each has questions of its own."""

    FIRST = "nothing"
    OWNED_BY_B = "B owns the reference edge"
    TIED = "two edges of one body compete"
    LEANING = "an edge of A competes with one of B"
    NEIGHBOUR = "a triangle: two edges beside its deepest vertex, and one that nobody would choose"
    PARALLEL = "parallel edges"
    ROUNDED = "a rounded body"


def kind_of(moment: Moment[Any]) -> Kind | None:
    """None where the bodies are apart."""
    reference, incident, scene = moment.first(ReferenceEdge), moment.first(IncidentEdge), moment.scene
    if reference is None or incident is None:
        return None
    if scene.a.world.radius + scene.b.world.radius:
        return Kind.ROUNDED
    if incident.dot <= -1.0 + 1e-9:
        return Kind.PARALLEL
    if scene.may_change:
        old = scene.frames[0].kept
        return Kind.LEANING if old is not None and scene.rival[0] is not old[0] else Kind.TIED
    if reference.owner is Owner.B:
        return Kind.OWNED_BY_B
    return Kind.NEIGHBOUR if len(incident.dots) == 3 else Kind.FIRST


def question(moment: Moment[Any]) -> Prediction | None:
    """What is asked at a step."""
    kind, last = kind_of(moment), steps_of(moment.step)[-1]
    if kind is None or moment.compare:
        return None
    match last:
        case Posed():
            return least_deep(moment) if kind is Kind.FIRST else None
        case EdgeMeasured(owner=Owner.A):
            if kind is Kind.OWNED_BY_B:
                return better_of_b(moment)
            return deepest_point(moment) if kind is Kind.ROUNDED else None
        case ReferenceEdge():
            if kind is Kind.PARALLEL:
                return opposite(moment)
            return most_opposed(moment) if kind in (Kind.FIRST, Kind.NEIGHBOUR) else None
        case Jitter():
            return how_often(moment) if kind is Kind.LEANING else least_margin(moment) if kind is Kind.TIED else None
    return None


def least_deep(moment: Moment[Any]) -> Click:
    """Behind which edge does the other body lie least deep?"""
    edges = every_edge(moment)
    most = max(m.separation for m in edges.values())
    right = frozenset(name for name, m in edges.items() if m.separation >= most - CLEAR)
    rest = [m.separation for name, m in edges.items() if name not in right]

    def judge(answer: FeatureRef | str) -> Verdict:
        m = edges.get(answer) if isinstance(answer, FeatureRef) else None
        if m is None:
            return Verdict(False, "Click an edge, not a vertex.", "Not an edge")
        deep, is_right = fixed(-m.separation), answer in right
        draw, remarks = _shown(moment, m, is_right=is_right)
        if is_right:
            tied = " and ".join(str(name) for name in sorted(right - {answer}, key=str))
            because = f"{deep} is the least of the {len(edges)} depths, so no move out of the overlap is shorter"
            more = f" The next depth is {fixed(-max(rest))}." if rest else ""
            because += f"; {tied} has it, too." if tied else f".{more}"
            return Verdict(True, because, remarks=remarks, draw=draw)
        because = (
            f"Vertex {m.deepest} of {other_of(m.owner).value} lies {deep} deep behind this edge: moving "
            f"{other_of(m.owner).value} out through it takes {deep}. A shorter move ends the overlap, too."
        )
        return Verdict(False, because, "Not the least", remarks, draw=draw)

    return Click("Behind which edge does the other body lie least deep? Click it.", judge, right)


def _shown(moment: Moment[Any], m: EdgeMeasured, *, is_right: bool) -> tuple[Draw, tuple[Remark, ...]]:
    """The depth behind an edge that was clicked, told where it is measured from."""
    foot, edge = feet(moment, m)[0], m.end - m.start
    x, y = m.start + min(max(dot(foot - m.start, edge) / dot(edge, edge), 0.0), 1.0) * edge
    remark = Remark((float(x), float(y)), f"{fixed(-m.separation)} deep", is_right)
    return partial(draw_depth, moment, m, Ink.ANSWER if is_right else Ink.FAULTY), (remark,)


def better_of_b(moment: Moment[Any]) -> Click:
    """Whether an edge of B is better than the best one of A, and which."""
    edges = {name: m for name, m in every_edge(moment).items() if m.owner is Owner.B}
    best = best_of_each(moment)[0].separation
    right = frozenset(name for name, m in edges.items() if m.separation > best)

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer == NONE:
            return Verdict(False, "There is one: look for an edge of B behind which A lies less deep.", "Not none")
        m = edges.get(answer) if isinstance(answer, FeatureRef) else None
        if m is None:
            return Verdict(False, "Click an edge of B, or choose “none”.", "An edge of B")
        is_right, deep = answer in right, fixed(-m.separation)
        because = f"A lies {deep} deep behind this edge, {'less' if is_right else 'more'} than {fixed(-best)}"
        because += ": either body may own the reference edge." if is_right else "."
        draw, remarks = _shown(moment, m, is_right=is_right)
        return Verdict(is_right, because, "" if is_right else "Deeper", remarks, draw=draw)

    text = f"Of A's edges the least depth is {fixed(-best)}. Has an edge of B less? Click it, or choose “none”."
    return Click(text, judge, right, (NONE,))


def deepest_point(moment: Moment[Any]) -> Place:
    """Where a rounded body lies deepest behind the other one's best edge: on an arc, not at a vertex."""
    best = max(best_of_each(moment), key=lambda m: shape_of(moment, other_of(m.owner)).radius)
    other = shape_of(moment, other_of(best.owner))
    _, low = feet(moment, best)
    rim = boundary(other, 0.002)
    line: Points = tuple((float(x), float(y)) for x, y in (*rim, rim[0]))
    name, edge = other_of(best.owner).value, f"edge {best.edge} of {best.owner.value}"

    def judge(points: Points) -> Verdict:
        (p,) = points
        short = dot(np.subtract(p, low), best.normal)
        if short <= NEAR:
            because = (
                f"From vertex {best.deepest} of {name} go $r$ = {fixed(other.radius)} against the normal of {edge}."
            )
            return Verdict(True, because, remarks=(Remark(p, "deepest", True),), draw=draw)
        height = dot(np.subtract(p, best.start), best.normal)
        where = f"{fixed(abs(height))} {'behind' if height < 0.0 else 'in front of'} {edge}"
        because = f"This point lies {where}. Another point of {name} lies deeper."
        return Verdict(False, because, "Not the deepest", (Remark(p, "not the deepest"),))

    draw = partial(draw_depth, moment, best, Ink.ANSWER)
    start = max(line, key=lambda p: dot(np.array(p), best.normal))
    text = f"Drag the ring to the point of {name} that lies deepest behind {edge}."
    return Place(text, judge, (start,), ((float(low[0]), float(low[1])),), "world", (line,))


def opposite(moment: Moment[Any]) -> Choose:
    """The dot product of two normals that point against each other."""
    right, across, same = DOTS
    reasons = {
        right: "Parallel edges that face each other have opposite normals: $\\hat m_j$ = $-\\hat n$, so $d$ = −1.",
        across: "0 is the dot product of normals at 90°: such an edge is perpendicular to the reference edge.",
        same: "+1 is the dot product of equal normals: such an edge faces the same way as the reference edge.",
    }
    heads = {right: ""}
    text = "An edge is parallel to the reference edge and faces it. What is its dot product $d$?"
    return Choose(
        text,
        lambda answer: Verdict(answer == right, reasons[answer], heads.get(answer, "Not this one")),
        (same, across, right),
        frozenset((right,)),
    )


def highest(moment: Moment[Any]) -> float:
    """The lead at the top of the curve."""
    scene = moment.scene
    return max(1.4 * float(scene.epsilon), 1.1 * max(map(abs, scene.ahead), default=0.0), 1e-12)


def leads(moment: Moment[Any]) -> Points:
    """The curve of how far the rival edge is ahead in each frame, as it is drawn beside the world."""
    ahead, top = moment.scene.ahead, highest(moment)
    return tuple((WIDE * k / (len(ahead) - 1), HIGH * lead / top) for k, lead in enumerate(ahead))


def least_margin(moment: Moment[Any]) -> Place | None:
    """The least epsilon with which the first frame's edge stays, where the rival is ahead of it in some frame."""
    scene, top = moment.scene, highest(moment)
    first, most = scene.frames[0].kept, max(scene.ahead, default=0.0)
    if first is None or most <= 0.0:
        return None
    old, new = (f"{owner.value}{edge}" for owner, edge in (first, scene.rival))
    peak, lead = scene.ahead.index(most) + 1, fixed(most, 4)

    def judge(points: Points) -> Verdict:
        epsilon = top * points[0][1] / HIGH
        above = next((k for k, each in enumerate(scene.ahead) if each > epsilon), None)
        is_near = abs(epsilon - most) <= ALMOST * top
        draw = partial(_draw_margin, points[0][1], is_right=is_near)
        if is_near:
            because = (
                f"{new} leads most in frame {peak}, by {lead}. Where the lead is negative, {old} is ahead anyway."
            )
            return Verdict(True, because, draw=draw)
        if above is not None:
            because = f"In frame {above + 1} {new} leads by {fixed(scene.ahead[above], 4)}, more than this $ε$."
            remarks = (Remark(points[0], "too small"),)
            return Verdict(False, f"{because} The edge changes.", "Too small", remarks, draw=draw)
        because = f"{old} stays, but no lead of {new} comes near this $ε$. A lead below 0 changes nothing."
        return Verdict(False, because, "Too large", (Remark(points[0], "too large"),), draw=draw)

    text = f"{old} stays unless {new} leads by more than $ε$. Drag the ring to the least $ε$ that keeps {old}."
    line = ((0.0, 0.0), (0.0, HIGH))
    return Place(text, judge, (line[0],), ((0.0, HIGH * most / top),), "compared", (line,), ("ε",))


def _draw_margin(y: float, canvas: Canvas, pane: str, *, is_right: bool) -> None:
    if pane == "compared":
        canvas.stroke(((0.0, y), (WIDE, y)), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED)


def how_often(moment: Moment[Any]) -> Choose | None:
    """How often the edge changes with hysteresis, where it does."""
    scene = moment.scene
    kept = [frame.kept for frame in scene.frames]
    many, without = changes(kept), changes([frame.greatest for frame in scene.frames])
    change = next((k for k, edge in enumerate(kept) if edge != kept[0]), 0)
    if change == 0 or kept[0] is None or kept[change] != scene.rival:
        return None
    options = sorted({0, 1, 2, many, without})
    old, new = (f"{owner.value}{edge}" for owner, edge in (kept[0], kept[change]))
    led = f"In frame {change + 1} {new} leads by {fixed(scene.ahead[change], 4)}, more than $ε$"
    stays = f"Now {new} is the old edge: it stays unless {old} leads by more than $ε$."

    def judge(answer: str) -> Verdict:
        given = options[[_times(each) for each in options].index(answer)]
        if given < many:
            return Verdict(False, f"{led}: the edge changes.", "More often")
        if given > many:
            return Verdict(False, f"{led}. {stays}", "Not so often")
        return Verdict(True, f"{led}. After that {old} would have to lead by more than $ε$.")

    text = "To take over, an edge must lead by more than $ε$. How many times does the edge change?"
    return Choose(text, judge, tuple(map(_times, options)), frozenset((_times(many),)))


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def draw_depth(moment: Moment[Any], m: EdgeMeasured, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The depth of the deepest vertex behind an edge, whose line goes on where the vertex is beside it."""
    if pane == "world":
        foot, low = feet(moment, m)
        draw_line_to(canvas, m, foot)
        measure(canvas, foot, low, ink, line=Line.DOTTED if ink is Ink.FAULTY else Line.MEASURE)


def draw_line_to(canvas: Canvas, m: EdgeMeasured, foot: Vector) -> None:
    """The line of an edge as far as to a foot beyond its ends: from it the height is measured."""
    edge = m.end - m.start
    part = dot(foot - m.start, edge) / dot(edge, edge)
    if not 0.0 <= part <= 1.0:
        canvas.stroke((m.start if part < 0.0 else m.end, foot), Ink.CONSTRUCTION, line=Line.DASHED)


def feet(moment: Moment[Any], m: EdgeMeasured) -> tuple[Any, Any]:
    """The lowest point of the other body, and its foot on the edge's line: the foot first."""
    other = shape_of(moment, other_of(m.owner))
    low = other.points[m.deepest] - other.radius * m.normal
    return low - dot(low - m.start, m.normal) * m.normal, low


def most_opposed(moment: Moment[Any]) -> Click | None:
    """Which edge faces the reference edge?"""
    reference, incident = moment.first(ReferenceEdge), moment.first(IncidentEdge)
    if reference is None or incident is None:
        return None
    least, second = sorted(incident.dots)[:2]
    if second - least < CLEAR:
        return None
    name = incident.owner.value
    text = f"Which edge of {name} faces the reference edge most directly? Click it."
    if kind_of(moment) is Kind.NEIGHBOUR:
        text = f"Two edges meet at the deepest vertex of {name}, v{incident.deep}. Click the incident edge."
    return Click(text, _judge_incident(moment, reference, incident), frozenset((edge_ref(incident),)))


def _judge_incident(
    moment: Moment[Any], reference: ReferenceEdge, incident: IncidentEdge
) -> Callable[[FeatureRef | str], Verdict]:
    owner, deepest = incident.owner.value, incident.deep

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer.kind is not FeatureKind.EDGE or answer.owner != owner:
            return Verdict(
                False, f"Click an edge of {owner}: the reference edge is the other body's.", f"An edge of {owner}"
            )
        d, k = incident.dots[answer.index], answer.index
        off = f"{fixed(math.degrees(math.acos(min(max(-d, -1.0), 1.0))), 0)}°"
        is_right = k == incident.edge
        draw = partial(_draw_normal, moment, k, reference, Ink.ANSWER if is_right else Ink.FAULTY)
        start, end, _ = outer_edge(shape_of(moment, incident.owner), k)
        x, y = (start + end) / 2.0
        remarks = (Remark((float(x), float(y)), f"{off} from −n̂", is_right),)
        if is_right:
            because = f"Its outward normal is {off} from $-\\hat n$; no other edge's is nearer."
            return Verdict(True, because, remarks=remarks, draw=draw)
        if d > 1e-9:
            because = (
                f"Its outward normal is {off} from $-\\hat n$. The dot product {fixed(d, sign=True)} is positive: "
                "this edge faces away from the reference edge."
            )
            return Verdict(False, because, "It faces away", remarks, draw=draw)
        both = (
            f"Edge {k} also meets the deepest vertex, but its"
            if deepest in (k, (k + 1) % len(incident.dots))
            else "Its"
        )
        because = f"{both} outward normal is {off} from $-\\hat n$. Another edge's normal is nearer to $-\\hat n$."
        return Verdict(False, because, "Not the nearest", remarks, draw=draw)

    return judge


def _draw_normal(
    moment: Moment[Any], edge: int, reference: ReferenceEdge, ink: Ink, canvas: Canvas, pane: str
) -> None:
    """An edge's normal beside the direction straight against the reference normal."""
    if pane == "world":
        start, end, normal = outer_edge(shape_of(moment, other_of(reference.owner)), edge)
        middle = (start + end) / 2.0
        unit_arrow(canvas, middle, -reference.normal, r"-\hat n")
        unit_arrow(canvas, middle, normal, "", ink)
