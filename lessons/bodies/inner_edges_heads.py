"""Titles of the views: whose contacts each one has, and what comes of them."""

from __future__ import annotations

from lessons.bodies import inner_edges_now as state
from lessons.bodies.inner_edges_ideas import differs
from lessons.bodies.inner_edges_lens import follows
from lessons.bodies.inner_edges_now import COMPARED, DEPTH, HIT, OFTEN, RUNS
from lessons.bodies.inner_edges_scene import SKIPPED, UPWARD, Slide
from lessons.bodies.runs import Run
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed, sentence


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
    return "With neighbours", _course(moment, moment.scene.right, "the tiles know each other")


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
    trips = "trips" if moment.compare and run is moment.faulty else "trips at the seam"
    return f"{'hits the step' if scene.raised else trips}: {first} → {then} m/s"


def enlarged(moment: Moment[Slide]) -> tuple[str, str]:
    """When the corner is where it is shown."""
    if state.is_solving(moment):
        return f"The impulses of frame {moment.scene.frames + 1}, tile by tile", ""
    moment = state.outer(moment)
    if moment.index == DEPTH:
        return f"The {'lowest point' if moment.scene.is_round else 'corner'} at the start, enlarged", ""
    if follows(moment):
        return f"The seam in frame {state.reached(moment)}: {state.rule_of(moment)}", ""
    rule = ", with neighbours" if moment.index >= COMPARED else ""
    if moment.index == RUNS and (state.leaning(moment) or state.own_side(moment)):
        rule = f": {moment.compare}"
    return f"The {'seam' if moment.scene.is_round else 'corner'} after frame {moment.scene.frames}{rule}", ""


def chart(moment: Moment[Slide]) -> tuple[str, str]:
    return ("Starts that trip" if state.outer(moment).index == OFTEN else "Velocity along the floor, m/s"), ""
