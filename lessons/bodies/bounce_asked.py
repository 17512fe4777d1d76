"""What the impact asks: the velocity after it, the point of a rod that it leaves alone, and how large friction is."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from geometry import Vector
from geometry.dynamics.contact_impulse import ContactImpulse, FrictionFound, NormalFound
from lessons.bodies.bounce_figure import draw_after, draw_change, kept_speed, untouched_point
from lessons.bodies.bounce_letters import IMPULSE
from lessons.bodies.bounce_scene import SCALE, Hit
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import equation, fixed

NEAR_SPEED = 0.4  # m/s that a drawn velocity may be off
NEAR = 0.06  # world length that a placed point may be off
NEAR_IMPULSE = 0.25  # N s that a placed tip may be off


def before_velocities(moment: Moment[Hit]) -> Prediction | None:
    """Asked at the last step before the new velocities."""
    scene = moment.scene
    if len(scene.b.shape.points) == 2:
        return untouched(scene)
    if scene.is_static and (abs(scene.lever) < 0.05 or scene.friction or not scene.on_floor):
        return None  # other scenes ask something else
    c, after = scene.tail(1), scene.trace.result.motions[1].velocity
    if math.hypot(*(after - scene.before[1].velocity)) < 2.0 * NEAR_SPEED:
        return None
    return Place(
        "Draw the velocity of B’s centre after the impact: drag the tip of $\\boldsymbol{v}'$."
        if scene.is_static
        else "Both balls get the same impulse in opposite directions. Drag the tip of B’s new velocity.",
        partial(_judge_velocity, scene),
        start=(xy(c + SCALE * scene.before[1].velocity),),  # on v: to be moved
        right=(xy(c + SCALE * after),),
        pane="world",
        names=("$\\boldsymbol{v}'$",),
    )


def _judge_velocity(scene: Hit, points: Points) -> Verdict:
    found: ContactImpulse = scene.trace.result
    body, n, t = scene.pair[1], scene.contact.normal.direction, scene.contact.tangent.direction
    c, v = scene.tail(1), scene.before[1].velocity
    drawn = (np.array(points[0]) - c) / SCALE
    right = found.motions[1].velocity
    true = partial(_sum, scene, xy(c))
    false = partial(_arrow, xy(c), points[0], Ink.FAULTY)
    j, m = found.impulse.normal, body.mass
    if math.hypot(*(drawn - right)) <= NEAR_SPEED:
        sides = equation("{v} + {j}/{m} = {result}", lambda v, j, m: v + j / m, v=float(v @ n), j=j, m=m)
        told = f"The impulse adds $j/m$. Along $\\hat n$: {sides} m/s."
        turn = scene.contact.normal.speed(*found.motions) - float(right @ n)
        if scene.is_static and float(right @ n) < 0.0 < turn:
            told = f"{sides}: the centre goes on towards A. The spin adds {fixed(turn)} at the contact."
        seen = Remark(xy(c + SCALE * right), "", True)
        return Verdict(True, told, remarks=(seen,), draw=true)
    needed, change = m * float((drawn - v) @ n), float((drawn - right) @ t)
    is_none = abs(needed) < NEAR_SPEED * m
    remark = Remark(points[0], "your v′: no impulse" if is_none else f"({fixed(drawn[0])}, {fixed(drawn[1])})")
    if scene.is_static and (guess := _likely(scene, drawn, needed)):
        head, why = guess
        return Verdict(False, why, head, (remark,), draw=false)
    if abs(change) > abs(float((drawn - right) @ n)):
        why = f"Perpendicular to $\\hat n$ yours is off by {fixed(abs(change))} m/s: only friction acts that way."
        return Verdict(False, why, "Off to the side", (remark,), draw=false)
    why = f"Along $\\hat n$ your arrow changes $\\boldsymbol{{v}}$ by {fixed(needed / m)} m/s. "
    why += f"That takes an impulse of {fixed(needed)}; $j_n$ is {fixed(j)}."
    if is_none:
        why = f"Along $\\hat n$ your arrow is still {fixed(float(drawn @ n))}: the impulse is missing."
        return Verdict(False, why, "Velocity after the impact: no impulse yet", (remark,), draw=false)
    return Verdict(
        False, why, f"Velocity after the impact: too {'much' if needed > j else 'little'}", (remark,), draw=false
    )


def _likely(scene: Hit, drawn: Vector, needed: float) -> tuple[str, str] | None:
    """What was meant by a wrong velocity: the mirror image, or the contact point's; head and reason of the nearer."""
    n, v, found = scene.contact.normal.direction, scene.before[1].velocity, scene.trace.result
    right, speed = found.motions[1].velocity, scene.contact.normal.speed(*found.motions)
    mirrored = v - (1.0 + scene.restitution) * float(v @ n) * n
    point = right + (speed - float(right @ n)) * n  # of the same sideways part
    off, other = (math.hypot(*(drawn - each)) for each in (mirrored, point))
    if min(off, other) > 1.5 * NEAR_SPEED or math.hypot(*(point - right)) <= NEAR_SPEED:
        return None
    if off <= other:
        why = f"A mirrored velocity takes an impulse of {fixed(needed)}. B also turns: "
        return "That is the mirror image", why + f"$j_n$ = {fixed(found.impulse.normal)} is enough."
    why = f"{fixed(speed)} m/s along $\\hat n$ is the contact point’s. The new spin gives "
    return (
        "That is the contact point",
        why + f"{fixed(speed - float(right @ n))} of it; the centre has only the rest.",
    )


def _sum(scene: Hit, start: Pair, canvas: Canvas, pane: str) -> None:
    """The velocity after the impact, and what the impulse adds to that before it."""
    if pane == "world":
        draw_change(canvas, scene, 1)
        draw_after(canvas, start, scene.trace.result.motions[1].velocity)


def _arrow(start: Pair, end: Pair, ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.arrow(start, end, ink)


def untouched(scene: Hit) -> Place | None:
    """The point of the rod whose speed along the normal the impact does not change."""
    right = untouched_point(scene) if not scene.friction else None
    if right is None:
        return None
    ends = scene.b.world.points
    return Place(
        "One point of the rod keeps its velocity along $\\hat n$ in the impact. Drag the ring to it.",
        partial(_judge_untouched, scene, xy(right)),
        start=(xy(scene.pair[1].pose.position),),
        right=(xy(right),),
        pane="world",
        along=((xy(ends[0]), xy(ends[1])),),
        names=("no change",),
    )


def _judge_untouched(scene: Hit, right: Pair, points: Points) -> Verdict:
    body, n, j = scene.pair[1], scene.contact.normal.direction, scene.trace.result.impulse.normal
    x, y = np.array(points[0]) - body.pose.position
    lever = float(x * n[1] - y * n[0])
    push, turn = j / body.mass, j * scene.lever / body.inertia * lever
    if math.dist(points[0], right) <= NEAR:
        why = f"Here the turn takes {fixed(push)} m/s away, just what $j/m$ gives."
        return Verdict(
            True, why, remarks=(Remark(right, f"stays {fixed(kept_speed(scene, np.array(right)))} along n̂", True),)
        )
    sign = "−" if turn < 0.0 else "+"
    sides = f"{fixed(push)} {sign} {fixed(abs(turn))} = {fixed(push + turn)}"
    why = f"Here $j/m$ adds {fixed(push)} m/s and the new spin {fixed(turn)} m/s: {sides}, not 0."
    return Verdict(False, why, "It changes here", (Remark(points[0], f"changes by {fixed(push + turn)}"),))


def how_much_friction(moment: Moment[Hit]) -> Choose | None:
    """Of a disc, for which friction does not change v_n."""
    scene, found = moment.scene, moment.step
    if not scene.friction or abs(scene.lever) > 1e-9 or not isinstance(found, NormalFound):
        return None
    slip = abs(scene.slip)
    stop, most, naive = slip / scene.contact.tangent.yielding, scene.friction * found.normal, slip * scene.mass
    values = (stop, most, naive)
    options = tuple(f"{fixed(x)} N s" for x in values)
    if len(set(options)) < 3:
        return None
    right = options[0] if stop <= most else options[1]
    why = {
        options[0]: f"It would stop the slip, {fixed(slip)} m/s, but the cone ends at $\\mu j_n$ = {fixed(most)}.",
        options[1]: f"So much is allowed, but {fixed(stop)} already stops the slip. More would turn it around.",
        options[2]: f"That is $m$ times the slip. Friction also turns B, so {fixed(stop)} would stop the slip.",
    }

    start = scene.contact.point + IMPULSE * found.normal * scene.contact.normal.direction
    way = -math.copysign(1.0, scene.slip) * scene.contact.tangent.direction

    def judge(given: str) -> Verdict:
        is_right, size = given == right, values[options.index(given)]
        tip = xy(start + IMPULSE * size * way)
        seen = partial(_arrow, xy(start), tip, Ink.ANSWER if is_right else Ink.FAULTY)
        if not is_right:
            rim = xy(start + IMPULSE * most * way)
            remark = Remark(rim, "the cone ends here") if size > most else Remark(tip, "turns the slip around")
            return Verdict(False, why[given], "Friction stops the slip, if it may", (remark,), draw=seen)
        told = f"{fixed(stop)} stops the slip, {fixed(most)} is allowed: friction gives the smaller one."
        return Verdict(True, told, remarks=(Remark(tip, f"{fixed(size)} N s", True),), draw=seen)

    return Choose(
        f"The slip is {fixed(slip)} m/s, $\\mu$ is {fixed(scene.friction)}. How large is the friction impulse?",
        judge,
        tuple(sorted(options, key=lambda each: float(each.split()[0]))),
        frozenset((right,)),
    )


def where_friction_ends(moment: Moment[Hit]) -> Place | None:
    """The tip of the impulse after friction, of a body that the normal impulse has turned."""
    scene, found, friction = moment.scene, moment.step, moment.first(FrictionFound)
    if friction is None or abs(friction.friction) < 2.0 * NEAR_IMPULSE:
        return None
    n, t = scene.contact.normal.direction, scene.contact.tangent.direction
    start = scene.contact.point + IMPULSE * found.normal * n
    reach = 1.25 * IMPULSE * max(abs(friction.wanted), friction.limit)
    return Place(
        f"The contact point slips, and $\\mu$ is {fixed(scene.friction)}. "
        "Drag the tip of the impulse to where friction takes it.",
        partial(_judge_friction, scene, friction, xy(start)),
        start=(xy(start),),
        right=(xy(start + IMPULSE * friction.friction * t),),
        pane="world",
        along=((xy(start - reach * t), xy(start + reach * t)),),
    )


def _judge_friction(scene: Hit, found: FrictionFound, start: Pair, points: Points) -> Verdict:
    t, normal = scene.contact.tangent.direction, found.limit / scene.friction
    given = float((np.array(points[0]) - start) @ t) / IMPULSE
    side = math.copysign(1.0, found.friction)
    seen = partial(_arrow, xy(scene.contact.point), points[0], Ink.FAULTY)
    if abs(given - found.friction) <= NEAR_IMPULSE:
        ends = "it sticks" if abs(found.wanted) <= found.limit else "it still slides"
        stop, limit = fixed(abs(found.wanted)), fixed(found.limit)
        told = f"{stop} N s would stop the slip. The cone allows $\\mu j_n$ = {limit} N s: {ends}."
        seen = partial(_arrow, xy(scene.contact.point), points[0], Ink.ANSWER)
        return Verdict(True, told, remarks=(Remark(points[0], f"{fixed(abs(found.friction))} N s", True),), draw=seen)
    if given * side < NEAR_IMPULSE:
        words = "no friction" if abs(given) < NEAR_IMPULSE else "along the slip"
        why = f"The contact point slips {'left' if side * t[0] > 0.0 else 'right'}. Friction acts against the slip."
        return Verdict(False, why, "Friction acts against the slip", (Remark(points[0], words),), draw=seen)
    if abs(given) > found.limit:
        why = f"Friction gives at most $\\mu$ times $j_n$, {fixed(normal)} N s. Yours is {fixed(abs(given))} N s."
        return Verdict(False, why, "Outside the friction cone", (Remark(points[0], "outside the cone"),), draw=seen)
    why = f"Yours is {fixed(abs(given))} N s. Friction gives all that it may as long as the point still slips."
    return Verdict(False, why, "Friction can give more", (Remark(points[0], "still slips"),), draw=seen)
