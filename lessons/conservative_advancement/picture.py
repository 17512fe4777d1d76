"""The search in time: the world, Minkowski space and the curve of the gap, all at one iteration."""

from __future__ import annotations

from geometry import Outcome, Pose
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, SweepsMeasured
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import length
from lessons.conservative_advancement.listing import Ending, listing
from lessons.conservative_advancement.scene import Advancing
from lessons.first_edition import advancement_picture, gjk_picture, marks, sweep_picture
from lessons.first_edition.nested_gjk import gjk_moment
from lessons.first_edition.sweep_captions import clock, gap
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def poses(moment: Moment[Advancing]) -> tuple[Pose, Pose, float]:
    """Where the bodies stand at this moment, and when: in a nested one as at the iteration that it belongs to."""
    step = moment.step if moment.parent is None else moment.parent.step
    if isinstance(step, Advanced | InTouch):
        return step.pose_a, step.pose_b, step.fraction
    t = step.fraction if isinstance(step, TimeOfImpact) else 0.0
    return moment.scene.sweep_a.at(t), moment.scene.sweep_b.at(t), t


def draw(canvas: Canvas, moment: Moment[Advancing]) -> None:
    scene = moment.scene
    pose_a, pose_b, fraction = poses(moment)
    if moment.parent is not None:
        sweep_picture.ends(canvas, scene, fraction)
        gjk_picture.draw(canvas, gjk_moment(moment, pose_a, pose_b))
        return
    advancement_picture.ghosts(canvas, scene, advancement_picture.states_until(moment))
    a, b = scene.a.shape.at(pose_a), scene.b.shape.at(pose_b)
    advancement_picture.standing(canvas, scene, a, b, fraction)
    match moment.step:
        case SweepsMeasured() as measured:
            _turning(canvas, scene, measured)
        case Advanced() as state:
            words = gap(state.separation)
            advancement_picture.gap(canvas, state.on_a, state.on_b, state.normal, state.separation, words)
        case TimeOfImpact(_, _, separation, normal, on_a, on_b) if separation is not None:
            assert on_a is not None
            assert on_b is not None
            assert normal is not None
            hit = moment.step.outcome is Outcome.HIT
            words = "contact" if hit else gap(separation, moment.trace.steps[0].lengths.rounding)
            advancement_picture.gap(canvas, on_a, on_b, normal, separation, words)


def _turning(canvas: Canvas, scene: Advancing, measured: SweepsMeasured) -> None:
    """From the centre of rotation to the furthest vertex, of each body that turns."""
    for body, turn, radius, ink in (
        (scene.a, measured.turn_a, measured.radius_a, Ink.PROJECTOR_A),
        (scene.b, measured.turn_b, measured.radius_b, Ink.PROJECTOR_B),
    ):
        far = max(body.world.points, key=lambda p, center=body.pose.position: length(p - center))  # type: ignore[misc]
        if turn != 0.0 and radius > 0.0:
            canvas.stroke((body.pose.position, far), Ink.REFERENCE)
            canvas.dot(body.pose.position, ink)
            canvas.label(f"r = {amount(radius)}", far, Ink.REFERENCE, toward=far - body.pose.position)


def draw_difference(canvas: Canvas, moment: Moment[Advancing]) -> None:
    scene = moment.scene
    pose_a, pose_b, _ = poses(moment)
    if moment.parent is not None:
        gjk_picture.draw_space(canvas, gjk_moment(moment, pose_a, pose_b))
        return
    a, b = scene.a.shape.at(pose_a), scene.b.shape.at(pose_b)
    advancement_picture.difference(canvas, scene, advancement_picture.states_until(moment), a, b)
    match moment.step:
        case Advanced() as state:
            advancement_picture.way_to_origin(canvas, state.normal, state.separation, gap(state.separation))
        case TimeOfImpact(_, _, separation, normal) if separation is not None and normal is not None:
            words = gap(separation, moment.trace.steps[0].lengths.rounding)
            advancement_picture.way_to_origin(canvas, normal, separation, words)


def draw_curve(canvas: Canvas, moment: Moment[Advancing]) -> None:
    scene, top = moment.scene, moment if moment.parent is None else moment.parent
    sweep_picture.separation_curve(canvas, scene)
    states = advancement_picture.states_until(moment)
    advancement_picture.visits(canvas, scene, states)
    match top.step:
        case Advanced() as state if not state.hit:
            advancement_picture.bound_line(canvas, scene, state)
        case TimeOfImpact() as answer if answer.outcome in (Outcome.HIT, Outcome.FAILED):
            assert answer.separation is not None
            if answer.outcome is Outcome.HIT:
                advancement_picture.contact_on_curve(canvas, scene, answer.fraction, answer.separation)
    if scene.listing:
        _listing(canvas, scene)


def _listing(canvas: Canvas, scene: Advancing) -> None:
    """The times that the article's listing visits, below the axis; those that it comes back to once."""
    found, wide = listing(scene), scene.graph.wide
    level = 0.5 * scene.graph.low if scene.graph.low < 0.0 else -0.1 * scene.graph.high
    path = [(t * wide, level) for t in found.times]
    if len(path) > 1:
        canvas.stroke(path, Ink.FAULTY)
    for at in dict.fromkeys(path):
        canvas.dot(at, Ink.FAULTY)
    ways = {Ending.HIT: "contact", Ending.MISS: "no contact", Ending.NEVER: "to and fro for ever"}
    last = ", ".join(clock(t) for t in found.times[-3:])
    words = f"the listing: {last}: {ways[found.ending]}"
    canvas.label(words, path[-1], Ink.FAULTY, toward=marks.RIGHT if path[-1][0] < 0.5 * wide else -marks.RIGHT)
