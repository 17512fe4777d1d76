"""The questions of ear clipping, and what each answer is worth."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, TipTested
from geometry.feature import FeatureKind, FeatureRef
from geometry.polygon import Polygon
from lessons.concave.ear_clipping_state import Triangle, corners, having, judged, on_side, ring_before, vertex
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Remark, Verdict
from viz.lesson.text import listed, tint

ASKED_AGAIN = 3  # ears clipped when the second question comes
BLOCKED = (
    "Click a **convex** vertex that is not an **ear**: its triangle with its two neighbours contains another vertex."
)
EARS = "An **ear** is a convex vertex: its triangle with its two neighbours contains no other vertex. Click one."
NEXT = "After a clip the search goes back one place in the list, but not past its start. Click the ear it finds next."
NO_VERTEX = Verdict(False, "Click one of the vertices.")


def blocking(polygon: Polygon, triangle: Triangle, inside: Sequence[int]) -> str:
    """Which vertices lie where, as the end of a sentence."""
    names = tint(listed([str(k) for k in inside]), Ink.OVERLAP)
    where = "on a side of" if all(on_side(polygon, triangle, k) for k in inside) else "in"
    return f"vertex {names} lies {where}" if len(inside) == 1 else f"vertices {names} lie {where}"


def question(moment: Moment[Any]) -> Click | None:
    """What is asked at this step, if anything is."""
    if isinstance(moment.next, BridgeBuilt):
        return _bridge_question(moment, moment.next) if moment.index == 0 else None
    if not isinstance(moment.step, TipTested):
        return _first_question(moment) if isinstance(moment.next, TipTested) else None
    return None if moment.compare else _next_question(moment, moment.step)


def asked_ring(moment: Moment[Any]) -> list[int]:
    """The ring that the question of this step is about; empty where no ear is asked for."""
    if isinstance(moment.next, BridgeBuilt) or question(moment) is None:
        return []
    ring = ring_before(moment)
    if isinstance(moment.step, TipTested):
        del ring[moment.step.place]
    return ring


def _index(answer: FeatureRef | str) -> int | None:
    is_vertex = isinstance(answer, FeatureRef) and answer.kind is FeatureKind.VERTEX
    return answer.index if isinstance(answer, FeatureRef) and is_vertex else None


def _place(polygon: Polygon, k: int) -> tuple[float, float]:
    x, y = polygon.points[k].tolist()
    return x, y


def _remarks(polygon: Polygon, ring: Sequence[int], asked: int, *, right: bool) -> tuple[Remark, ...]:
    """Beside the diagonal of the vertex's triangle, or at what lies in it."""
    place = ring.index(asked)
    result, inside = judged(polygon, ring, place)
    a, _, c = triangle = corners(ring, place)
    if result is Ear.BLOCKED:
        words = "on the side" if on_side(polygon, triangle, inside[0]) else "in the triangle"
        return tuple(Remark(_place(polygon, k), words, right) for k in inside)
    (ax, ay), (cx, cy) = _place(polygon, a), _place(polygon, c)
    words = {Ear.REFLEX: "outside the outline", Ear.STRAIGHT: "no area"}.get(result, "no vertex inside")
    return (Remark(((ax + cx) / 2.0, (ay + cy) / 2.0), words, right),)


def _because(polygon: Polygon, ring: Sequence[int], asked: int) -> str:
    """What a vertex of the ring is now."""
    place = ring.index(asked)
    result, inside = judged(polygon, ring, place)
    match result:
        case Ear.REFLEX:
            return f"Vertex {asked} is reflex: its triangle does not lie inside the outline."
        case Ear.STRAIGHT:
            return f"Vertex {asked} is straight: its triangle has no area."
        case Ear.BLOCKED:
            return f"Vertex {asked} is convex, but {blocking(polygon, corners(ring, place), inside)} its triangle."
    return f"Vertex {asked} is an ear: it is convex, and no other vertex lies in its triangle."


def _first_question(moment: Moment[Any]) -> Click:
    """Before the first candidate: a convex vertex that is no ear; where there is none, an ear."""
    polygon, ring = moment.scene.polygon, ring_before(moment)
    blocked, ears = having(polygon, ring, Ear.BLOCKED), having(polygon, ring, Ear.EAR)
    wanted = blocked or ears

    def judge(answer: FeatureRef | str) -> Verdict:
        index = _index(answer)
        if index is None or index not in ring:
            return NO_VERTEX
        right = index in wanted
        because = _because(polygon, ring, index)
        if right and not blocked:
            because = f"Vertex {index} is one of {len(ears)} ears: convex, and its triangle is empty."
        head = "" if right else "Not an ear" if not blocked else "It is an ear" if index in ears else "Not convex"
        return Verdict(right, because, head, _remarks(polygon, ring, index, right=right))

    return Click(BLOCKED if blocked else EARS, judge, frozenset(map(vertex, wanted)))


def _next_question(moment: Moment[Any], step: TipTested) -> Click | None:
    """After the third ear: which one the search finds next."""
    done = sum(isinstance(each, TipTested) and each.is_ear for each in moment.seen)
    later = [s for s in moment.trace.steps[moment.index + 1 :] if isinstance(s, TipTested)]
    coming = next((s.tip for s in later if s.is_ear), None)
    if done != ASKED_AGAIN or not step.is_ear or coming is None:
        return None
    polygon, before = moment.scene.polygon, ring_before(moment)
    ring = before[: step.place] + before[step.place + 1 :]
    start = later[0].tip

    def judge(answer: FeatureRef | str) -> Verdict:
        index = _index(answer)
        if index is None:
            return NO_VERTEX
        if index not in ring:
            when = "the one that is clipped now" if index == step.tip else "clipped already"
            return Verdict(
                False, f"Vertex {index} is {when}.", "Clipped", (Remark(_place(polygon, index), "clipped"),)
            )
        right = index == coming
        remarks = _remarks(polygon, ring, index, right=right)
        if right:
            was = judged(polygon, before, before.index(index))[0]
            now = "" if was in (Ear.EAR, Ear.BLOCKED) else f", convex without {step.tip}"
            because = f"The search goes on at vertex {start}. Vertex {index} is the first ear there{now}."
            return Verdict(True, because, "", remarks)
        if index in having(polygon, ring, Ear.EAR):
            because = (
                f"Vertex {index} is an ear too, but the search goes on at vertex {start} and meets another one first."
            )
            return Verdict(False, because, "Too late", (Remark(_place(polygon, index), "an ear, later"),))
        return Verdict(False, _because(polygon, ring, index), "Not an ear", remarks)

    return Click(NEXT, judge, frozenset((vertex(coming),)))


def sees(polygon: Polygon, m: int, v: int) -> bool:
    """Whether the segment between two vertices meets no edge but at its own ends."""
    turn = polygon.exact.turn
    for order in polygon.ordered:
        for i, j in itertools.pairwise((*order, order[0])):
            if {i, j} & {m, v}:
                continue
            if turn(m, v, i) * turn(m, v, j) <= 0 and turn(i, j, m) * turn(i, j, v) <= 0:
                return False
    return True


def _bridge_question(moment: Moment[Any], built: BridgeBuilt) -> Click:
    """Before the first bridge: which vertices of the outline it may end at."""
    polygon, m = moment.scene.polygon, built.hole_vertex
    outline = polygon.ordered[0]
    wanted = frozenset(v for v in outline if sees(polygon, m, v)) | {built.ring_vertex}

    def judge(answer: FeatureRef | str) -> Verdict:
        index = _index(answer)
        if index is None:
            return NO_VERTEX
        here = _place(polygon, index)
        if index not in outline:
            because = f"A bridge joins vertex {m} to the outline: click one of the outline's vertices."
            return Verdict(False, because, "Not the outline", (Remark(here, "of the hole"),))
        if index in wanted:
            taken = (
                "; the search takes it" if index == built.ring_vertex else f"; the search takes {built.ring_vertex}"
            )
            return Verdict(
                True, f"Vertex {m} sees vertex {index}{taken}.", "", (Remark(here, f"seen from {m}", True),)
            )
        because = f"The segment from vertex {m} to vertex {index} meets another edge: no bridge can lie there."
        return Verdict(False, because, "Not seen", (Remark(here, f"hidden from {m}"),))

    text = (
        f"A hole must be joined to the outline. Click a vertex of the outline that vertex **{m}** of the hole sees."
    )
    return Click(text, judge, frozenset(map(vertex, wanted)))
