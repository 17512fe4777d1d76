"""A search in time, iteration by iteration: ghosts in the world, differences in Minkowski space, and points, bounds
and steps on the curve of the gap. For every lesson whose search measures the gap at one time after another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from geometry import Convex, Vector, minkowski_difference
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch
from geometry.vector import left_of, length
from lessons.first_edition import difference_picture, marks, sweep_picture
from lessons.first_edition.difference import operands_of, solid
from lessons.first_edition.difference_picture import ORIGIN
from lessons.first_edition.sweep_captions import clock
from lessons.first_edition.sweeps import TwoSweeps
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment

State = Advanced | InTouch
APART = 14.0  # pixels that two ghosts have to differ by, so that both are drawn
MOST_GHOSTS = 5  # differences shown behind the present one: the first of them, which differ most


def feature(state: State) -> str:
    """The name of an iteration, in the figure, the curve and the table."""
    return f"iteration {state.iteration}"


@lru_cache(maxsize=256)  # three views draw the same iterations
def shapes(scene: TwoSweeps, state: State) -> tuple[Convex, Convex]:
    """A and B as they stand at an iteration."""
    return _placed(scene.a.shape, scene.b.shape, state)


@lru_cache(maxsize=256)  # the panes of one moment all ask for the same ones
def _placed(a: Convex, b: Convex, state: State) -> tuple[Convex, Convex]:
    return a.at(state.pose_a), b.at(state.pose_b)


def told_apart(states: Sequence[State], scene: TwoSweeps, reach: float) -> list[State]:
    """Those of the states, from the last back, that differ visibly from the one kept before; not the last itself."""
    kept = list(states[-1:])
    for state in reversed(states[:-1]):
        if max(_moved(scene, state, kept[-1])) > reach:
            kept.append(state)
    return kept[1:]


def _moved(scene: TwoSweeps, one: State, other: State) -> tuple[float, float]:
    """How far the bodies are from one state to another, arcs included."""
    ways = []
    for shape, p, q in (
        (scene.a.shape, one.pose_a, other.pose_a),
        (scene.b.shape, one.pose_b, other.pose_b),
    ):
        ways.append(length(p.position - q.position) + shape.max_coordinate * abs(p.angle - q.angle))
    return ways[0], ways[1]


def ghosts(canvas: Canvas, scene: TwoSweeps, states: Sequence[State]) -> None:
    """The outlines of the iterations before the last of `states`; pointing at one lights it everywhere."""
    drawn = told_apart(states, scene, APART * canvas.pixel)
    moving = [i for i, way in enumerate(sweep_picture.ways_of(scene)) if way.moves]
    for state in states:
        at = shapes(scene, state)
        for i in moving:
            if state in drawn:
                marks.ghost(canvas, at[i], (Ink.PROJECTOR_A, Ink.PROJECTOR_B)[i])
            outline = at[i].points.tolist()
            canvas.feature([*outline, outline[0]], feature(state), Ink.REFERENCE)


def standing(canvas: Canvas, scene: TwoSweeps, a: Convex, b: Convex, fraction: float) -> None:
    """Both shapes where they stand at a time, the ends of their ways as outlines."""
    sweep_picture.ends(canvas, scene, fraction)
    marks.shape(canvas, a, Ink.A, "A")
    marks.shape(canvas, b, Ink.B, "B")
    sweep_picture.at_time(canvas, scene)


def gap(canvas: Canvas, on_a: Vector, on_b: Vector, normal: Vector, separation: float, words: str) -> None:
    """What is between the nearest points, with the normal."""
    ink = separation_ink(separation)
    canvas.stroke((on_a, on_b), ink)
    canvas.dot(on_a, ink)
    canvas.dot(on_b, ink)
    canvas.feature((on_a, on_b), "gap", ink)
    marks.normal_arrow(canvas, on_a, normal, "normal", 44.0)
    canvas.label(words, (on_a + on_b) / 2.0, ink, toward=left_of(normal))


def difference(canvas: Canvas, scene: TwoSweeps, states: Sequence[State], a: Convex, b: Convex) -> None:
    """A − B as it is now, its edges in the inks of their shapes; those of earlier iterations as ghosts. An iteration
    that looks like a later one lights the outline of that."""
    now = figure = minkowski_difference(a, b)
    drawn = told_apart(states, scene, APART * canvas.pixel)[-MOST_GHOSTS:]
    for state in reversed(states):
        if state in drawn:
            figure = minkowski_difference(*shapes(scene, state))
            if figure.radius > 0.0:
                marks.ghost(canvas, solid(figure), Ink.PAST)
            else:
                canvas.stroke(figure.points, Ink.PAST, closed=len(figure.points) > 2)
        outline = figure.points.tolist()
        canvas.feature([*outline, outline[0]], feature(state), Ink.REFERENCE)
    difference_picture.outline(canvas, operands_of(a, b), now)
    difference_picture.origin(canvas)


def way_to_origin(canvas: Canvas, normal: Vector, separation: float, words: str) -> None:
    """The gap in Minkowski space: from the nearest point of the difference to the origin, along the normal."""
    nearest, ink = -separation * normal, separation_ink(separation)
    canvas.stroke((nearest, ORIGIN), ink)
    canvas.dot(nearest, ink)
    canvas.feature((nearest, ORIGIN), "gap", ink)
    canvas.label(words, nearest / 2.0, ink, toward=left_of(normal))


def visits(canvas: Canvas, scene: TwoSweeps, states: Sequence[State], *, with_bounds: bool = True) -> None:
    """Where on the curve the iterations are, the last one marked, and the bounds that led on from each."""
    wide = scene.graph.wide
    for state in states:
        if isinstance(state, InTouch):
            continue
        at = (state.fraction * wide, state.separation)
        canvas.feature((at, (at[0], 0.0)), feature(state), Ink.REFERENCE)
        if state is states[-1]:
            canvas.dot(at, Ink.RESULT)
        else:
            canvas.dot(at, Ink.GAP)
            if with_bounds:
                canvas.stroke((at, _landing(state, wide)), Ink.GHOST)
            if state.fraction > 0.0:
                canvas.stroke((at, (at[0], 0.0)), Ink.GHOST)


def _landing(state: Advanced, wide: float) -> tuple[float, float]:
    """Where the line of the bound is left: at the end of the step, or of the interval."""
    if state.step > 0.0:
        return (state.fraction + state.step) * wide, state.separation - state.step * state.bound
    if state.hit:
        return state.fraction * wide, state.separation
    return wide, state.least_at_end


def contact_on_curve(canvas: Canvas, scene: TwoSweeps, fraction: float, separation: float) -> None:
    """The time of impact."""
    at = (fraction * scene.graph.wide, max(separation, scene.graph.low))
    canvas.dot(at, Ink.OVERLAP)
    canvas.label(f"contact at t = {clock(fraction)}", at, Ink.OVERLAP, toward=(0.5, 1.0))


def states_until(moment: Moment[Any]) -> list[State]:
    """The iterations up to the moment looked at, of the outermost trace."""
    while moment.parent is not None:
        moment = moment.parent
    return [step for step in moment.trace.steps[: moment.index + 1] if isinstance(step, Advanced | InTouch)]
