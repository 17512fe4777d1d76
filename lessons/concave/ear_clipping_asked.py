"""The questions of ear clipping, and what each answer is worth."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, TipTested
from geometry.feature import FeatureKind, FeatureRef
from geometry.polygon import Polygon
from lessons.concave.ear_clipping_state import (
    NAMED,
    Triangle,
    clipped,
    corners,
    having,
    is_crowd,
    judged,
    on_side,
    ring_before,
    vertex,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Draw, Remark, Verdict
from viz.lesson.text import listed, tint

ASKED_AGAIN = 3  # ears clipped when the second question comes
BLOCKED = "Click a convex vertex that is no **ear**: another vertex lies in or on its triangle with its neighbours."
EARS = "Click an **ear**: a convex vertex with no other vertex in its triangle or on a side of it."
NEXT = "After a clip the search goes back one place in the list, but not past its start. Click the next ear."
NO_VERTEX = Verdict(False, "Click one of the vertices.")


def blocking(polygon: Polygon, triangle: Triangle, inside: Sequence[int]) -> str:
    """Which vertices lie where, as the end of a sentence."""
    names = tint(listed([str(k) for k in inside]), Ink.OVERLAP)
    if len(inside) > NAMED:
        return f"{tint(str(len(inside)), Ink.OVERLAP)} vertices lie in"
    where = "on a side of" if all(on_side(polygon, triangle, k) for k in inside) else "in"
    return f"vertex {names} lies {where}" if len(inside) == 1 else f"vertices {names} lie {where}"


def question(moment: Moment[Any]) -> Click | None:
    """What is asked at this step, if anything is."""
    if is_crowd(moment):
        return None
    if isinstance(moment.next, BridgeBuilt):
        return _bridge_question(moment, moment.next) if moment.index == 0 else None
    if not isinstance(moment.step, TipTested):
        return _first_question(moment) if isinstance(moment.next, TipTested) else None
    return None if moment.compare else _next_question(moment, moment.step)


def known(moment: Moment[Any]) -> str:
    """What is known before the answer of a question."""
    step, rings = moment.step, moment.scene.outline.rings
    if isinstance(step, TipTested):
        clips = len(clipped(moment)) + 1
        rest = [v for place, v in enumerate(ring_before(moment)) if place != step.place]
        return (
            f"{clips} ears are clipped, the last at vertex {step.tip}. The list is then {', '.join(map(str, rest))}."
        )
    if isinstance(step, BridgeBuilt):
        return f"One ring of {len(step.ring)} vertices is left; the ends of a bridge come twice."
    own = f"The outline has {len(rings[0])} vertices"
    if len(rings) == 1:
        return f"{own}."
    which = "its hole" if len(rings) == 2 else f"its {len(rings) - 1} holes"
    return f"{own} and {which} {sum(map(len, rings[1:]))}."


def asked_ring(moment: Moment[Any]) -> list[int]:
    """The ring that the question of this step is about; empty where no ear is asked for."""
    if isinstance(moment.next, BridgeBuilt) or question(moment) is None:
        return []
    ring, clip = ring_before(moment), _asked_clip(moment)
    if clip is not None:
        del ring[clip.place]
    return ring


def _asked_clip(moment: Moment[Any]) -> TipTested | None:
    """The ear whose clip the question looks beyond: this step's, or the first one where no convex vertex is blocked
    (each of them is an ear there, and easily found)."""
    if isinstance(moment.step, TipTested):
        return moment.step
    if having(moment.scene.polygon, ring_before(moment), Ear.BLOCKED):
        return None
    ears = [s for s in moment.trace.steps[moment.index :] if isinstance(s, TipTested) and s.is_ear]
    return ears[0] if len(ears) > 1 else None


def _index(answer: FeatureRef | str) -> int | None:
    is_vertex = isinstance(answer, FeatureRef) and answer.kind is FeatureKind.VERTEX
    return answer.index if isinstance(answer, FeatureRef) and is_vertex else None


def _place(polygon: Polygon, k: int) -> tuple[float, float]:
    x, y = polygon.points[k].tolist()
    return x, y


def _remarks(polygon: Polygon, ring: Sequence[int], asked: int, *, right: bool) -> tuple[Remark, ...]:
    """What the vertex is, beside it."""
    result = judged(polygon, ring, ring.index(asked))[0]
    words = {Ear.EAR: "an ear", Ear.BLOCKED: "not an ear"}.get(result, result.value)
    return (Remark(_place(polygon, asked), words, right),)


def _shown(polygon: Polygon, ring: Sequence[int], asked: int, *, right: bool) -> Draw:
    """The triangle of the vertex that was clicked, and what lies in it."""
    place = ring.index(asked)
    triangle, inside = corners(ring, place), judged(polygon, ring, place)[1]

    def draw(canvas: Canvas, _: str) -> None:
        canvas.area(polygon.points[list(triangle)], Ink.ANSWER if right else Ink.FAULTY, opacity=0.16)
        for k in inside:
            canvas.glow((polygon.points[k],), Ink.OVERLAP, 0.6)
            canvas.dot(polygon.points[k], Ink.OVERLAP, Point.FILLED)
            words = "on its side" if on_side(polygon, triangle, k) else "inside"
            canvas.label(words, polygon.points[k], Ink.OVERLAP, toward=(1.0, -1.0), style=TextStyle.BOLD)

    return draw


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
    return f"Vertex {asked} is an ear: it is convex, and no other vertex lies in its triangle or on a side."


def _first_question(moment: Moment[Any]) -> Click | None:
    """Before the first candidate: a convex vertex that is no ear; where there is none, an ear."""
    polygon, ring = moment.scene.polygon, ring_before(moment)
    blocked, ears = having(polygon, ring, Ear.BLOCKED), having(polygon, ring, Ear.EAR)
    wanted = blocked or ears
    first = _asked_clip(moment)
    if first is not None:
        return _ear_after(moment, first, is_first=True)

    def judge(answer: FeatureRef | str) -> Verdict:
        index = _index(answer)
        if index is None or index not in ring:
            return NO_VERTEX
        right = index in wanted
        because = _because(polygon, ring, index)
        if right and not blocked:
            because = f"Vertex {index} is one of {len(ears)} ears: convex, and its triangle is empty."
        if blocked and not right:
            because += " Find a convex vertex that is not an ear."
        head = "" if right else "Not an ear" if not blocked else "It is an ear" if index in ears else "Not convex"
        remarks, draw = _remarks(polygon, ring, index, right=right), _shown(polygon, ring, index, right=right)
        return Verdict(right, because, head, remarks, draw=draw)

    return Click(BLOCKED if blocked else EARS, judge, frozenset(map(vertex, wanted)))


def _next_question(moment: Moment[Any], step: TipTested) -> Click | None:
    """After the third ear: which one the search finds next."""
    done = len(moment.trace.result.ring) - step.left + 1
    return _ear_after(moment, step, is_first=False) if step.is_ear and done == ASKED_AGAIN else None


def _ear_after(moment: Moment[Any], step: TipTested, *, is_first: bool) -> Click | None:
    """Which ear the search finds after the one of a step."""
    steps = moment.trace.steps
    later = [s for s in steps[steps.index(step) + 1 :] if isinstance(s, TipTested)]
    coming = next((s.tip for s in later if s.is_ear), None)
    if coming is None:
        return None
    polygon, before = moment.scene.polygon, ring_before(moment)
    ring = before[: step.place] + before[step.place + 1 :]
    start = later[0].tip
    text = (
        f"Vertex **{step.tip}**, an **ear** (convex, its triangle empty), is clipped. Search on from vertex "
        f"{start}: click the next ear."
    )

    def judge(answer: FeatureRef | str) -> Verdict:
        index = _index(answer)
        if index is None:
            return NO_VERTEX
        if index not in ring:
            remark = Remark(_place(polygon, index), "clipped")
            return Verdict(False, f"Vertex {index} is already clipped.", "Clipped", (remark,))
        right = index == coming
        remarks, draw = _remarks(polygon, ring, index, right=right), _shown(polygon, ring, index, right=right)
        if right:
            because = f"The search goes on at vertex {start}, and vertex {index} is the first ear that it meets."
            if judged(polygon, before, before.index(index))[0] in (Ear.REFLEX, Ear.STRAIGHT):
                because = (
                    f"Without vertex {step.tip}, vertex {index} is convex, and no other vertex lies in its triangle "
                    "or on a side."
                )
            return Verdict(True, because, "", remarks, draw=draw)
        if index in having(polygon, ring, Ear.EAR):
            because = (
                f"Vertex {index} is an ear too, but the search goes on at vertex {start} and meets another one first."
            )
            return Verdict(False, because, "Too late", (Remark(_place(polygon, index), "an ear, later"),), draw=draw)
        return Verdict(False, _because(polygon, ring, index), "Not an ear", remarks, draw=draw)

    return Click(text if is_first else NEXT, judge, frozenset((vertex(coming),)))


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
    """Before the first bridge: where the search builds it, or, with a vertex in its way, where it may end."""
    polygon, m = moment.scene.polygon, built.hole_vertex
    outline = polygon.ordered[0]
    seen = frozenset(v for v in outline if sees(polygon, m, v)) | {built.ring_vertex}
    by_ray = built.ring_vertex == built.end and not built.blockers
    wanted = frozenset((built.ring_vertex,)) if by_ray else seen

    def draw(canvas: Canvas, _: str) -> None:
        canvas.stroke((polygon.points[m], built.met), Ink.EXAMINED, line=Line.DASHED)
        canvas.stroke(polygon.points[list(built.met_edge)], Ink.EXAMINED, line=Line.MEASURE)

    shown = draw if by_ray else None

    def judge(answer: FeatureRef | str) -> Verdict:
        index = _index(answer)
        if index is None:
            return NO_VERTEX
        here = _place(polygon, index)
        if index not in outline:
            because = f"A bridge joins vertex {m} to the outline: click one of the outline's vertices."
            return Verdict(False, because, "Not the outline", (Remark(here, "of the hole"),))
        if index in wanted:
            rest = "it is the right end of the edge that the ray meets."
            because = f"Vertex {m} sees vertex {index}; {rest if by_ray else 'a bridge can lie there.'}"
            return Verdict(True, because, "", (Remark(here, f"seen from {m}", True),), draw=shown)
        if index not in seen:
            because = f"The segment from vertex {m} to vertex {index} meets another edge: no bridge can lie there."
            return Verdict(False, because, "Not seen", (Remark(here, f"hidden from {m}"),))
        why = "it is not an end of the edge that the ray meets"
        if index in built.met_edge:
            why = "it is the left end of the edge that the ray meets"
        because = f"Vertex {m} sees vertex {index}, but {why}."
        return Verdict(False, because, "Not this end", (Remark(here, "not this end"),), draw=shown)

    text = f"Click a vertex of the outline that vertex **{m}** of the hole sees: a bridge can end there."
    if by_ray:
        text = (
            f"Click where the bridge goes: to the right end of the edge that the ray from **{m}** to the right meets."
        )
    return Click(text, judge, frozenset(map(vertex, wanted)))
