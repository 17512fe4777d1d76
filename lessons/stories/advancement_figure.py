"""A search in time drawn in the world: the bodies, the gap between them, and all that can close it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, Outcome, Pose, Vector, gjk
from geometry.shape import boundary
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, SweepsMeasured
from geometry.time_of_impact.impact import overlapped
from geometry.vector import left_of
from lessons.stories.advancement_gaps import strip_along
from lessons.stories.advancement_motion import is_seen, turns, velocity
from lessons.stories.grouping import apart, steps_so_far, whole
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import xy
from viz.lesson.text import fixed

BESIDE = 20.0  # pixels between the gap and the arrow of its normal
LEAST_ARROW = 56.0  # pixels: the normal's arrow is half of the gap, but never less than half of this
CLEAR = 48.0  # pixels between earlier poses that are drawn
STEEP = 0.8  # so far down a side points where the number would stand under the gap
SLAB = 92.0  # pixels to either side of the gap
FAINT = 0.35  # of how strong the ends are drawn where more than they is looked at
LEAST_PATH = 48.0  # pixels: a shorter path of a centre is lost among the outlines
MOST_GHOSTS = 4
TINY = 30.0  # pixels: a shorter gap is shown enlarged
LENS = (152.0, 126.0)  # pixels, of what enlarges it
LETTER = (11.0, 16.0)  # pixels: half of the box of a letter
NAME = 20.0  # pixels: a vertex as near to an outline as that has no room for the time beside it
SEEN = 1.5  # gaps, from its middle to the sides of the lens

State = Advanced | InTouch


def states_of(moment: Moment[Any]) -> list[State]:
    """The iterations up to the moment's; at the start the first one, whose gap and bound are shown already."""
    found = [step for step in steps_so_far(moment) if isinstance(step, Advanced | InTouch)]
    return found or [next(iter(apart(whole(moment).trace.steps[1:])))]


def reaching(moment: Moment[Any]) -> State:
    """The iteration so far in whose step the play head stands, or before it."""
    known = states_of(moment)
    return max((each for each in known if each.fraction <= moment.time + 1e-9), key=fraction_of, default=known[0])


def fraction_of(state: State) -> float:
    return state.fraction


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, states = moment.scene, states_of(moment)
    state, is_start = states[-1], isinstance(moment.step, SweepsMeasured)
    is_now = abs(moment.time - state.fraction) <= 1e-9
    if is_start or not is_now:
        ends(canvas, scene, opacity=FAINT if is_start else 1.0)
        if not (is_start and is_seen(canvas, scene)):  # there v shows it
            paths(canvas, scene)
    else:
        earlier(canvas, scene, states[:-1])
    a, b = scene.at(moment.time)
    is_asked = moment.is_open and state.fraction == 0.0
    if is_now and isinstance(state, Advanced) and state.step > 0.0 and not is_start and not is_asked:
        ghost_at(canvas, scene, state.fraction + state.step, "next: ", taken=(a, b))
    centers = scene.sweep_a.at(moment.time).position, scene.sweep_b.at(moment.time).position
    arms = arm_of(a, *centers), arm_of(b, *reversed(centers))
    drawn = [[arm] for arm in arms]
    if is_now and isinstance(state, Advanced) and is_seen(canvas, scene):
        drawn[1] = [*(drawn[1] if scene.sweep_b.turn else ()), -scene.velocity]
    others = around(canvas, scene, states, is_start=is_start) if is_now else []
    found = state if is_now else gjk(a, b)
    is_apart = getattr(found, "normal", None) is not None
    for shape, center, taken, ink in zip((a, b), centers, drawn, (Ink.A, Ink.B), strict=True):
        letter = beside(shape, center, taken)
        stays = is_apart and has_room(shape, letter, canvas.pixel) and not is_crossed(others, letter, canvas.pixel)
        marks.shape(canvas, shape, ink, ink.name, numbered=False, letter_at=letter, letter_stays=stays)
    if not is_now:
        if is_apart:
            later_slab(canvas, moment, found)
            measured(canvas, found, TextStyle.PILL)
        else:
            contact(canvas, overlapped(a, b))
    elif isinstance(state, Advanced):
        if state.iteration == 1 and not is_start and state.bound > 0.0:
            middle = (state.on_a + state.on_b) / 2.0
            slab(canvas, state.normal, middle, strip_along(scene, state.normal, moment.time))
        turns(canvas, scene, state, arms)
        if is_seen(canvas, scene):
            velocity(canvas, scene, centers[1], state, is_told=is_start)
        gap(canvas, state, (a, b), emptiest(scene, (a, b, *others)))
    elif not is_start:
        contact(canvas, whole(moment).trace.result)


def ends(canvas: Canvas, scene: Any, *, opacity: float = 1.0) -> None:
    """Where the bodies end, dashed."""
    for body, end, ink in ((scene.a, scene.a_end, Ink.A), (scene.b, scene.b_end, Ink.B)):
        if moves(body, end):
            marks.ghost(canvas, body.world, ink, Line.START)
            marks.ghost(canvas, end.world, ink, Line.END, opacity=opacity)
            other = scene.b_end if ink is Ink.A else scene.a_end
            far = np.hypot(*(end.world.points - other.world.centroid).T)
            free = end.world.points[int(far.argmax())]
            away = free - end.world.centroid
            canvas.label("$t$ = 1", free, ink, toward=away, style=TextStyle.CAPTION)


def paths(canvas: Canvas, scene: Any) -> None:
    """Which way the bodies' centres go, where it is far enough to be told from the outlines."""
    for body, end, ink in ((scene.a, scene.a_end, Ink.A), (scene.b, scene.b_end, Ink.B)):
        path = xy(body.pose.position), xy(end.pose.position)
        if math.dist(*path) > LEAST_PATH * canvas.pixel:
            canvas.arrow(*path, ink, line=Line.THIN)


def earlier(canvas: Canvas, scene: Any, states: list[State]) -> None:
    """The poses of iterations before this one, as far as they can be told apart."""
    for state in reversed(told_apart(states, canvas.pixel)):
        shape, ink = mover(scene, state.pose_a, state.pose_b)
        marks.ghost(canvas, shape, ink, Line.START)


def told_apart(states: list[State], pixel: float) -> list[State]:
    """The last few that do not stand nearly where the one before stands."""
    shown: list[State] = []
    for state in states:
        if not shown or is_clear(state, shown[-1], CLEAR * pixel):
            shown.append(state)
    return shown[-MOST_GHOSTS:]


def is_clear(one: State, other: State, least: float) -> bool:
    """Whether a body of size 1 stands elsewhere by so much."""
    pairs = (one.pose_a, other.pose_a), (one.pose_b, other.pose_b)
    return any(math.dist(p.position, q.position) + abs(p.angle - q.angle) > least for p, q in pairs)


def ghost_at(
    canvas: Canvas, scene: Any, t: float, words: str = "", ink: Ink | None = None, taken: Sequence[Convex] = ()
) -> None:
    """Where the moving body will be, or would wrongly be, dotted, with the time on a side that is not close to a
    body."""
    shape, own = mover(scene, scene.sweep_a.at(t), scene.sweep_b.at(t))
    marks.ghost(canvas, shape, ink or own, Line.DOTTED)
    away = shape.centroid - scene.sweep_a.at(t).position if own is Ink.B else np.array((0.0, -1.0))
    side = left_of(away) if left_of(away)[1] < 0.0 else -left_of(away)
    if is_crossed(taken, outermost(shape, side), canvas.pixel, NAME):
        side = -side
    text = f"{words}$t$ = {fixed(t, 3)}"
    canvas.label(text, outermost(shape, side), ink or own, toward=side, style=TextStyle.CAPTION, leader=True)


def mover(scene: Any, pose_a: Pose, pose_b: Pose) -> tuple[Convex, Ink]:
    """The body whose motion is drawn: B, unless only A moves."""
    if moves(scene.b, scene.b_end) or not moves(scene.a, scene.a_end):
        return scene.b.shape.at(pose_b), Ink.B
    return scene.a.shape.at(pose_a), Ink.A


def moves(start: Any, end: Any) -> bool:
    """Whether a body is anywhere else at the end, or has turned."""
    p, q = start.pose, end.pose
    return p.angle != q.angle or bool((p.position != q.position).any())


def rotates(scene: Any) -> bool:
    """Whether one of the bodies does, on its way."""
    return bool(scene.sweep_a.turn or scene.sweep_b.turn)


def outermost(shape: Convex, way: Vector) -> Vector:
    """The vertex that lies farthest that way."""
    vertex: Vector = shape.points[int((shape.points @ way).argmax())]
    return vertex


def beside(shape: Convex, center: Vector, taken: list[Vector]) -> Vector:
    """Where a letter stands: halfway to the vertices on the other side than what is drawn from the centre; of two
    things halfway to the vertex that is farthest aside from both."""
    arms = shape.points - center
    if len(taken) == 1:
        arms = arms[arms @ taken[0] < 0.0]
        return np.asarray(center + 0.5 * arms.mean(axis=0) if len(arms) else center)
    lengths = np.hypot(arms[:, 0], arms[:, 1])
    aside = [arms @ way / lengths / math.hypot(*way) for way in taken]
    return np.asarray(center + 0.5 * arms[int(np.maximum(*aside).argmin())])


def has_room(shape: Convex, at: Vector, pixel: float) -> bool:
    """Whether the box of a letter lies inside, as seen from every edge."""
    edges = shape.edges
    ways, away = edges[:, 1] - edges[:, 0], at - edges[:, 0]
    inside = ways[:, 0] * away[:, 1] - ways[:, 1] * away[:, 0]
    return bool((inside >= np.abs(ways[:, ::-1]) @ LETTER * pixel).all())


def is_crossed(shapes: Sequence[Convex], at: Vector, pixel: float, off: float = LETTER[0]) -> bool:
    """Whether an outline of a ghost goes through a letter, or comes as near as `off` pixels."""
    for edges in (shape.edges for shape in shapes if len(shape.points) > 1):
        ways = edges[:, 1] - edges[:, 0]
        part = ((at - edges[:, 0]) * ways).sum(axis=1) / (ways * ways).sum(axis=1)
        near = edges[:, 0] + np.clip(part, 0.0, 1.0)[:, None] * ways
        if float(np.hypot(*(near - at).T).min()) < off * pixel:
            return True
    return False


def arm_of(shape: Convex, center: Vector, other: Vector) -> Vector:
    """From a body's centre of rotation to its farthest vertex; of several to the one farthest from the other body."""
    arms = shape.points - center
    far = np.hypot(arms[:, 0], arms[:, 1])
    arm: Vector = arms[int(np.where(far >= far.max() - 1e-9, arms @ (center - other), -np.inf).argmax())]
    return arm


def gap(canvas: Canvas, state: Advanced, shapes: tuple[Convex, Convex], corner: str) -> None:
    """The gap between the nearest points, its number on one side and its normal on the other; enlarged in a
    corner where it is too small for them."""
    canvas.glow((state.on_a, state.on_b), Ink.GAP)
    if state.separation >= TINY * canvas.pixel:
        measured(canvas, state, TextStyle.PILL)
        normal_arrow(canvas, state)
        return
    measures.measure(canvas, state.on_a, state.on_b, Ink.GAP)
    half = np.array((SEEN * state.separation, SEEN * state.separation * LENS[1] / LENS[0]))
    small, middle = Canvas(2.0 * half[0] / LENS[0]), (state.on_a + state.on_b) / 2.0
    box = (*xy(middle - half), *xy(middle + half))
    for shape, ink in zip(shapes, (Ink.A, Ink.B), strict=True):
        inside = within(boundary(shape, small.pixel).tolist(), box)
        small.area(inside, ink)
        for p, q in itertools.pairwise((*inside, *inside[:1])):
            if not any(p[i % 2] == q[i % 2] == side for i, side in enumerate(box)):
                small.stroke((p, q), ink, line=Line.OUTLINE)
    measured(small, state, TextStyle.BOLD)
    normal_arrow(small, state)
    canvas.inset(corner, LENS, "The gap, enlarged", small.marks)


def later_slab(canvas: Canvas, moment: Moment[Any], found: Any) -> None:
    """Within the step of an iteration what is left of its strip: along the same normal, and less than the gap."""
    state, t = reaching(moment), moment.time
    if isinstance(state, Advanced) and state.bound > 0.0 and t <= state.fraction + state.step:
        strip = strip_along(moment.scene, state.normal, t)
        slab(canvas, state.normal, (found.on_a + found.on_b) / 2.0, strip, f" = {fixed(strip[1] - strip[0], 3)}")


def slab(canvas: Canvas, normal: Vector, middle: Vector, strip: Pair, words: str = "") -> None:
    """The strip across a normal that holds neither body: at an iteration its width is the gap, later no more."""
    across = SLAB * canvas.pixel * left_of(normal)
    low, high = (middle + (end - float(middle @ normal)) * normal for end in strip)
    sides = [(end - across, end + across) for end in (low, high)]
    canvas.area((*sides[0], *reversed(sides[1])), Ink.EXAMINED, opacity=0.08)
    for side in sides:
        canvas.stroke(side, Ink.EXAMINED, line=Line.DASHED, opacity=0.6)
    end = high + across if across @ upper_side(normal) > 0.0 else high - across
    told = rf"along $\hat n${words}" if words else r"separation along $\hat n$"
    canvas.label(told, end, Ink.EXAMINED, toward=upper_side(normal), style=TextStyle.CAPTION)


def measured(canvas: Canvas, found: Any, style: TextStyle) -> None:
    """The gap of an iteration, or what GJK finds, as a length with its number."""
    measures.measure(canvas, found.on_a, found.on_b, Ink.GAP)
    words, middle = f"s = {fixed(found.separation, 3)}", (found.on_a + found.on_b) / 2.0
    canvas.label(words, middle, Ink.GAP, toward=upper_side(found.normal), style=style)


def upper_side(normal: Vector) -> Vector:
    """The side of the gap where its number stands: left of the normal, or right of it where left is below."""
    left: Vector = left_of(normal)
    return left if left[1] >= -STEEP else -left


def normal_arrow(canvas: Canvas, state: Advanced) -> None:
    start = state.on_a - BESIDE * canvas.pixel * upper_side(state.normal)
    at_most = max(state.separation, LEAST_ARROW * canvas.pixel)
    measures.unit_arrow(canvas, start, state.normal, "", at_most=at_most)
    half = min(measures.UNIT_ARROW * canvas.pixel, at_most / 2.0) / 2.0
    away = -upper_side(state.normal)  # the free side: a leader before the letter reads as a minus
    canvas.symbol(r"\hat n", start + half * state.normal, Ink.EXAMINED, toward=away)


def within(points: list[list[float]], box: tuple[float, ...]) -> list[Pair]:
    """The part of a convex outline inside a box (left, low, right, high): cut at one side after the other."""
    inside = [(x, y) for x, y in points]
    for i, side in enumerate(box):
        axis = i % 2
        left: list[Pair] = []
        for p, q in itertools.pairwise((*inside[-1:], *inside)):
            before, after = (p[axis] - side, q[axis] - side) if i < 2 else (side - p[axis], side - q[axis])
            if before * after < 0.0:
                part = before / (before - after)
                cut = [p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])]
                cut[axis] = side
                left.append((cut[0], cut[1]))
            if after >= 0.0:
                left.append(q)
        inside = left
    return inside


def emptiest(scene: Any, shapes: Sequence[Convex]) -> str:
    """The corner of what the view holds that is farthest from what is drawn; at the upper left is the title."""
    held = np.vstack([body.world.points for _, _, body in scene.bodies()])
    (left, low), (right, high) = held.min(axis=0), held.max(axis=0)
    corners = {"bottom left": (left, low), "bottom right": (right, low), "top right": (right, high)}
    taken = np.vstack([shape.points for shape in shapes])
    return max(corners, key=lambda name: float(np.hypot(*(taken - corners[name]).T).min()))


def around(canvas: Canvas, scene: Any, states: list[State], *, is_start: bool) -> list[Convex]:
    """What else is drawn of the body that moves: at the start its end, later where it was and where it goes next."""
    if is_start:
        return [scene.a_end.world, scene.b_end.world]
    poses = [(each.pose_a, each.pose_b) for each in told_apart(states[:-1], canvas.pixel)]
    after = states[-1].fraction + getattr(states[-1], "step", 0.0)
    return [mover(scene, *each)[0] for each in (*poses, (scene.sweep_a.at(after), scene.sweep_b.at(after)))]


def contact(canvas: Canvas, found: Any) -> None:
    """How deep bodies overlap that were never apart, or where they touch."""
    if found.outcome is Outcome.OVERLAPPED and found.separation < -1e-9:
        measures.measure(canvas, found.on_a, found.on_b, Ink.OVERLAP)
        middle = (found.on_a + found.on_b) / 2.0
        marks.pill(
            canvas, middle, f"overlap {fixed(-found.separation, 3)}", Ink.OVERLAP, toward=left_of(found.normal)
        )
    elif found.outcome is Outcome.OVERLAPPED:
        marks.answer(canvas, found.on_a, "contact")
