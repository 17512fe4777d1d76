"""The shapes in the world: at both ends of what is left of the interval, and at a guess in between."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from geometry import Outcome, Pose
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, RootTried
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.separation_function import AxisFrame, SeparationFunction, separation_function
from geometry.vector import left_of
from lessons.bilateral_advancement.scene import Rooted
from lessons.first_edition import advancement_picture, gjk_picture, marks, sweep_picture
from lessons.first_edition.nested_gjk import gjk_moment
from lessons.first_edition.sweep_captions import gap
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment

FRAMES = {AxisFrame.WORLD: "axis stays at rest", AxisFrame.A: "axis turns with A", AxisFrame.B: "axis turns with B"}


def top(moment: Moment[Any]) -> Moment[Any]:
    return moment if moment.parent is None else moment.parent


def chosen(moment: Moment[Rooted]) -> AxisChosen | None:
    """The axis in use at this moment."""
    outer = top(moment)
    for step in reversed(outer.trace.steps[: outer.index + 1]):
        if isinstance(step, Advanced | InTouch | TimeOfImpact):
            return None
        if isinstance(step, AxisChosen):
            return step
    return None


@lru_cache(maxsize=2)  # the world and the curve ask for the same one
def function_of(scene: Rooted, axis: AxisChosen) -> SeparationFunction:
    """The gap along the axis as a function of time."""
    return separation_function(*scene.sweeps, axis.state.fraction, axis.query.result)


def states_until(moment: Moment[Rooted]) -> list[Advanced | InTouch]:
    """The iterations so far: one distance query each."""
    outer = top(moment)
    seen = outer.trace.steps[: outer.index + 1]
    return [
        s.state if isinstance(s, AxisChosen) else s for s in seen if isinstance(s, AxisChosen | Advanced | InTouch)
    ]


def poses(moment: Moment[Rooted]) -> tuple[Pose, Pose, float]:
    """Where the bodies stand: at t1 of this iteration, or as the answer has them."""
    states, step = states_until(moment), top(moment).step
    if isinstance(step, TimeOfImpact) or not states:
        t = step.fraction if isinstance(step, TimeOfImpact) else 0.0
        return moment.scene.sweep_a.at(t), moment.scene.sweep_b.at(t), t
    return states[-1].pose_a, states[-1].pose_b, states[-1].fraction


def draw(canvas: Canvas, moment: Moment[Rooted]) -> None:
    scene = moment.scene
    pose_a, pose_b, fraction = poses(moment)
    if moment.parent is not None:
        sweep_picture.ends(canvas, scene, fraction)
        gjk_picture.draw(canvas, gjk_moment(moment, pose_a, pose_b))
        return
    advancement_picture.ghosts(canvas, scene, states_until(moment))
    a, b = scene.a.shape.at(pose_a), scene.b.shape.at(pose_b)
    advancement_picture.standing(canvas, scene, a, b, fraction)
    match moment.step:
        case AxisChosen(state=state, frame=frame):
            words = f"{gap(state.separation)}, {FRAMES[frame]}"
            advancement_picture.gap(canvas, state.on_a, state.on_b, state.normal, state.separation, words)
            canvas.unbounded(state.on_a, state.normal, Ink.AXIS)
        case DeepestFound(last=last):
            _pair(canvas, moment, last.fraction, last.index_a, last.index_b, "t2")
        case RootTried() as tried:
            _pair(canvas, moment, tried.fraction, tried.index_a, tried.index_b, "the guess")
        case Advanced() as state:
            advancement_picture.gap(
                canvas, state.on_a, state.on_b, state.normal, state.separation, gap(state.separation)
            )
        case TimeOfImpact(outcome, _, separation, normal, on_a, on_b) if separation is not None:
            assert on_a is not None
            assert on_b is not None
            assert normal is not None
            words = gap(separation, moment.trace.steps[0].lengths.rounding)
            words = "contact" if outcome is Outcome.HIT else words
            advancement_picture.gap(canvas, on_a, on_b, normal, separation, words)


def _pair(canvas: Canvas, moment: Moment[Rooted], fraction: float, index_a: int, index_b: int, word: str) -> None:
    """Both shapes at another time, the vertices looked at, and the lines across the axis through them."""
    axis = chosen(moment)
    assert axis is not None
    n = function_of(moment.scene, axis).direction(fraction)
    a, b = moment.scene.at(fraction)
    for shape, index, ink, letter, side in ((a, index_a, Ink.LANDED_A, "A", -n), (b, index_b, Ink.LANDED_B, "B", n)):
        marks.ghost(canvas, shape, ink)
        edge = shape.points[index] - side * shape.radius
        canvas.unbounded(edge, left_of(n), Ink.AXIS)
        canvas.dot(edge, Ink.INCIDENT)
        canvas.label(f"vertex {index} of {letter}, at {word}", edge, Ink.INCIDENT, toward=side)
