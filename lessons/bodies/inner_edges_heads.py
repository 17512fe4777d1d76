"""Titles of the views: whose contacts each one has, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lessons.bodies import inner_edges_now as state
from lessons.bodies.inner_edges_ideas import differs
from lessons.bodies.inner_edges_now import COMPARED, HIT, OFTEN, RUNS, TRIP
from lessons.bodies.inner_edges_scene import SKIPPED, UPWARD, Slide
from lessons.bodies.runs import Run
from viz.lesson.ink import Ink
from viz.lesson.lesson import Layout, Moment, Pane, above, beside
from viz.lesson.text import fixed, sentence

CORNER = 1.5  # times the width of the runs beside it
CURVE_UNDER = 1.5  # times the height of the curve: both runs


def ink(moment: Moment[Slide]) -> Ink | None:
    """Of the first view's name: pink where what comes of its rule is wrong."""
    return Ink.FAULTY if state.is_faulty(state.outer(moment)) else None


def is_start(moment: Moment[Slide]) -> bool:
    """The body and its velocity are held where they start."""
    return state.frames_at(state.outer(moment)) < 1e-6


def rule(moment: Moment[Slide]) -> tuple[str, str]:
    """Whose contacts the first view has, and what comes of them."""
    moment = state.outer(moment)
    before = {UPWARD: "drops normals beyond 45°", SKIPPED: "tries no inner edge"}.get(
        moment.compare, "each tile is tested alone"
    )
    return sentence(moment.compare) or "Tile by tile", _course(moment, state.wrong_run(moment), before)


def neighbours(moment: Moment[Slide]) -> tuple[str, str]:
    moment = state.outer(moment)
    return "With neighbours", _course(moment, moment.scene.right, "the tiles are linked")


def _course(moment: Moment[Slide], run: Run, before: str) -> str:
    """What the body has done until now, once it has been seen."""
    scene, now = moment.scene, state.reached(moment)
    if moment.index < HIT or now <= scene.frames:
        return before
    if moment.compare == UPWARD and scene.raised and run is moment.faulty and differs(moment):
        return "ends on top of tile 2" if now == scene.count else "enters tile 2"
    first, then = fixed(scene.speed), fixed(run.bodies(now)[1].velocity[0])
    if first == then:
        return f"glides on at {first} m/s"
    trips = "is slowed" if scene.is_round else "trips"
    trips = trips if moment.compare and run is moment.faulty else f"{trips} at the seam"
    return f"{'hits the step' if scene.raised else trips}: {first} → {then}"


def enlarged(moment: Moment[Slide]) -> tuple[str, str]:
    """When the corner is where it is shown."""
    if state.is_solving(moment):
        return f"The impulses of frame {moment.scene.frames + 1}, tile by tile", ""
    moment = state.outer(moment)
    place, frames = "seam" if moment.scene.is_round else "corner", moment.scene.frames
    if moment.index == OFTEN:
        return f"Where frame {frames} may end", ""
    rule = ", with neighbours" if moment.index >= COMPARED else ""
    return f"The {place} after frame {frames}{rule}", ""


def chart(moment: Moment[Slide]) -> tuple[str, str]:
    if state.outer(moment).index != OFTEN:
        return "Velocity along the floor, m/s", ""
    return f"Starts that {'are slowed' if moment.scene.is_round else 'trip'}", ""


def layout_of(panes: Sequence[Pane], moment: Moment[Slide]) -> Layout:
    """Both runs over their curve at the first and the last step; between them the enlarged corner has the most room,
    over the curve where that is the subject."""
    wrong, right, corner, curve = panes
    index = state.outer(moment).index
    if index in (TRIP, RUNS):
        return above(beside(wrong, right, share=CURVE_UNDER), curve)
    if state.is_solving(moment):
        return beside(above(wrong, curve), replace(corner, share=CORNER))
    runs = above(wrong, right)
    if index == OFTEN:
        return beside(runs, above(corner, curve, share=CORNER))
    return beside(runs, replace(corner, share=CORNER))
