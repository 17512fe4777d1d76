"""The figure of one hit: the bodies with lever arm, impulse and spin; and beside them its numbers as bars."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from geometry import Convex, Vector
from geometry.dynamics.contact_impulse import (
    ApproachFound,
    ContactImpulse,
    FrictionFound,
    LeversFound,
    NormalFound,
    Repeated,
    VelocitiesFound,
)
from geometry.dynamics.step import Impulse
from geometry.shape import boundary
from lessons.bodies import bounce_balls
from lessons.bodies.bounce_approach import draw_approach, draw_arrow
from lessons.bodies.bounce_cone import draw_cone, draw_limits
from lessons.bodies.bounce_letters import IMPULSE, beyond, in_body, on_floor, spin_radius
from lessons.bodies.bounce_scene import MIRRORED, NO_LIMIT, SCALE, Hit, differs
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.text import coords, fixed

BELOW = 0.26  # world length from the contact down to the measured lever arm
CLEAR = 0.22  # from the bodies to the normal


def knows_after(moment: Moment[Hit]) -> bool:
    return moment.has_seen(VelocitiesFound, ContactImpulse)


def now(moment: Moment[Hit]) -> float:
    """The time on the clock; not beyond the impact before its outcome is known."""
    return moment.time if knows_after(moment) else min(moment.time, 0.5)


def impulse_at(moment: Moment[Hit]) -> Impulse | None:
    """The sums that are known at this step."""
    for step in reversed(moment.seen):
        match step:
            case VelocitiesFound() | ContactImpulse():
                return step.impulse
            case Repeated():
                return step.sums[-1]
            case FrictionFound():
                return Impulse(moment.first(NormalFound).normal, step.friction)  # type: ignore[union-attr]
            case NormalFound():
                return Impulse(step.normal, 0.0)
    return None


def draw_world(canvas: Canvas, moment: Moment[Hit]) -> None:
    scene, t = moment.scene, now(moment)
    if scene.on_floor:
        canvas.region(((0.0, 0.0),), ((0.0, 1.0),), Ink.A, 0.14)
        canvas.unbounded((0.0, 0.0), (1.0, 0.0), Ink.A, line=Line.OUTLINE)
        canvas.label("A", on_floor(scene), Ink.A, style=TextStyle.LETTER)
    else:
        a = scene.placed(0, t)
        letter = None if scene.is_static else _beside_line(scene, a)
        marks.shape(canvas, a, Ink.A, "A", numbered=False, letter_at=letter)
    _draw_trail(canvas, moment, t)
    b = scene.placed(1, t)
    marks.shape(canvas, b, Ink.B, "B", numbered=False, letter_at=_letter_of_b(canvas, moment, b, t))
    if shows_fault(moment):
        _draw_faulty(canvas, moment)
    _draw_velocities(canvas, moment, t)
    if t != 0.5:
        return
    _draw_normal(canvas, scene)
    is_end = isinstance(moment.step, ContactImpulse) and not moment.step.is_none and not differs(moment)
    told = LeversFound | NormalFound | VelocitiesFound if scene.is_static else LeversFound
    is_one = is_end and scene.is_static and not scene.friction  # with friction its parts have not one lever arm
    if isinstance(moment.step, told) or is_one:
        _draw_lever(canvas, scene)
    is_new = isinstance(moment.step, VelocitiesFound) and not scene.friction
    if is_new and (rest := untouched_point(scene)) is not None:
        _draw_untouched(canvas, scene, rest)
    impulse = impulse_at(moment)
    is_told = isinstance(moment.step, VelocitiesFound) and not scene.is_static  # there by what it changes
    if impulse is not None and not isinstance(moment.step, ContactImpulse) and not is_told:
        draw_cone(canvas, moment, impulse)
        _draw_impulse(canvas, scene, impulse, Ink.EXAMINED, named=not isinstance(moment.step, FrictionFound))
    if is_one and impulse is not None:  # what has given the spin, quiet
        _draw_impulse(canvas, scene, impulse, Ink.EXAMINED, quiet=True)
    if knows_after(moment) and not differs(moment) and not is_end:
        _draw_leaving(canvas, moment)
    marks.answer(canvas, scene.contact.point)


def _letter_of_b(canvas: Canvas, moment: Moment[Hit], b: Convex, t: float) -> Vector:
    if not moment.scene.is_static:
        return _beside_line(moment.scene, b)
    if len(b.points) == 2:  # a rod has no room for it
        return np.array(max(b.points.tolist(), key=lambda end: end[1]))
    return in_body(canvas, moment, b, t)


def _beside_line(scene: Hit, ball: Convex) -> Vector:
    """Where the letter of a ball is clear of the line through both centres."""
    found: Vector = ball.centroid - 0.7 * ball.radius * scene.contact.tangent.direction
    return found


def shows_fault(moment: Moment[Hit]) -> bool:
    """From the step on that computes the first impulse: before it the faulty rule does the same as the right one."""
    return differs(moment) and moment.has_seen(NormalFound, ContactImpulse)


def faulty_impulse(moment: Moment[Hit]) -> Impulse:
    """Of the rule that is compared; before normal and friction are repeated, what friction without a limit takes."""
    if isinstance(moment.step, FrictionFound) and moment.compare == NO_LIMIT:
        return Impulse(moment.first(NormalFound).normal, moment.step.wanted)  # type: ignore[union-attr]
    found: Impulse = moment.faulty.impulse
    return found


def is_last_of_fault(moment: Moment[Hit]) -> bool:
    """Where both outcomes lie over each other."""
    return shows_fault(moment) and isinstance(moment.step, ContactImpulse) and not moment.step.is_none


def _draw_faulty(canvas: Canvas, moment: Moment[Hit]) -> None:
    """Where the faulty rule lets B be in the end, and its impulse: of one that turns nothing, at the centre."""
    scene, found = moment.scene, moment.faulty
    if not isinstance(moment.step, FrictionFound):  # there it would cover the cone
        wrong = scene.placed(1, 1.0, found.motions)
        marks.ghost(canvas, wrong, Ink.FAULTY, Line.DOTTED)
        top = max(wrong.points.tolist(), key=lambda each: each[1])
        words, end = f"{fixed(scene.time_after, 3)} s later", scene.trace.result.motions
        error = found.speed - scene.contact.normal.speed(*end)
        spin = found.motions[1].spin
        if knows_after(moment) and abs(error) >= 0.005:
            words += f"\n$v_n'$ = **{fixed(found.speed)}** m/s, error **{fixed(abs(error))}**"
        elif knows_after(moment):
            words += f"\n$\\omega'$ = **{fixed(spin)}** rad/s, error **{fixed(abs(spin - end[1].spin))}**"
        at = (top[0], top[1] + wrong.radius)
        canvas.label(words, at, Ink.FAULTY, toward=(0.6, 1.0), style=TextStyle.CAPTION)
    if moment.compare != MIRRORED or not scene.is_static:
        if isinstance(moment.step, ContactImpulse):
            draw_limits(canvas, scene, found.impulse)
        # With friction its parts are told: beside it they stand at friction, and later on in the situation.
        found = faulty_impulse(moment)
        _draw_impulse(canvas, scene, found, Ink.FAULTY, named=moment.compare != NO_LIMIT)
        return
    c, change = scene.pair[1].pose.position, found.motions[1].velocity - scene.before[1].velocity
    canvas.arrow(c, c + SCALE * change, Ink.FAULTY, line=Line.DOTTED)
    words = rf"$\Delta\boldsymbol{{v}}$ = **{fixed(math.hypot(*change))}** m/s"
    canvas.label(words, c + SCALE * change, Ink.FAULTY, toward=(1.0, 0.2))


def _draw_untouched(canvas: Canvas, scene: Hit, rest: Vector) -> None:
    """All points on the line along the normal keep that part of their velocity."""
    n, kept = scene.contact.normal.direction, kept_speed(scene, rest)
    canvas.stroke((rest - 0.5 * n, rest + 0.3 * n), Ink.ANSWER, line=Line.DASHED)
    canvas.arrow(rest, rest + SCALE * kept * n, Ink.ANSWER)
    t, p, c = scene.contact.tangent.direction, scene.contact.point, scene.pair[1].pose.position
    foot, end = (p - BELOW * n + float((each - p) @ t) * t for each in (c, rest))
    side = math.copysign(1.0, float((foot - end) @ t))
    words = rf"$I/(m|\ell\times\hat n|)$ = **{fixed(math.dist(foot, end))}** m"
    measures.measure(canvas, foot, end, Ink.ANSWER, words, side=-side)
    marks.answer(canvas, rest, f"no change along $\\hat n$:\n{fixed(kept)} m/s", toward=n + side * t)


def kept_speed(scene: Hit, point: Vector) -> float:
    """The part along the normal of a point's velocity before the impact."""
    return float(scene.speed_at(scene.before[1], point) @ scene.contact.normal.direction)


def untouched_point(scene: Hit) -> Vector | None:
    """The point of a rod that keeps its velocity along the normal; None for what is no rod, or off it."""
    ends, c, n = scene.b.world.points, scene.pair[1].pose.position, scene.contact.normal.direction
    if len(ends) != 2:
        return None
    along = (ends[1] - ends[0]) / math.dist(*ends.tolist())
    levers = scene.lever * float(along[0] * n[1] - along[1] * n[0])
    if abs(levers) < 0.05:
        return None
    s = -scene.pair[1].inertia / (scene.mass * levers)
    found: Vector = c + s * along
    return found if abs(s) <= 0.45 * math.dist(*ends.tolist()) else None


def _draw_trail(canvas: Canvas, moment: Moment[Hit], t: float) -> None:
    """The way to the impact, and, once it is known, the way on."""
    scene, moving = moment.scene, (1,) if moment.scene.is_static else (0, 1)
    for i in moving:
        ink = (Ink.A, Ink.B)[i]
        if t < 0.5 or isinstance(moment.step, ApproachFound):
            marks.sweep(canvas, [boundary(scene.placed(i, k / 28.0), 0.01) for k in range(14)], ink)
            marks.ghost(canvas, scene.placed(i, 0.0), ink, Line.START)
        if t != 0.5:
            marks.ghost(canvas, scene.placed(i, 0.5), ink, Line.START)
        if t >= 0.5 and knows_after(moment):
            for k in (3,) if differs(moment) else (1, 2, 3):  # compared: only that of the faulty one's time
                part = 1.0 if differs(moment) else 0.75 - 0.16 * k
                ghost = scene.placed(i, 0.5 + k / 6.0)
                marks.ghost(canvas, ghost, Ink.ANSWER, opacity=part)
                if differs(moment) and i == 1:
                    x, y = max(ghost.points.tolist())
                    at = (x + ghost.radius, y)
                    canvas.label("correct", at, Ink.ANSWER, toward=(1.0, 0.0), style=TextStyle.CAPTION)


def _draw_normal(canvas: Canvas, scene: Hit) -> None:
    """Beside the bodies, where it covers nothing."""
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    shapes = [scene.pair[1].placed[0]] + ([] if scene.on_floor else [scene.pair[0].placed[0]])
    off = max(float(((s.points - p) @ t).max()) + s.radius for s in shapes) + CLEAR
    measures.unit_arrow(canvas, p + off * t + 0.02 * n, n, r"\hat n", Ink.TEXT)


def _draw_velocities(canvas: Canvas, moment: Moment[Hit], t: float) -> None:
    """Of the centres; of the contact point where it is examined; after the impact in white."""
    scene = moment.scene
    known = knows_after(moment) and t >= 0.5
    for i in (0, 1):
        if scene.pair[i].is_static:
            continue
        c, motion, ink = scene.tail(i, t), scene.before[i], (Ink.A, Ink.B)[i]
        draw = partial(bounce_balls.draw_before, canvas, scene, i, c)
        if scene.is_static:
            draw = partial(_before, canvas, c, motion.velocity, ink)
        # The slip is the velocity in use at friction; in a comparison the numbers stand in the table.
        is_past = t == 0.5 and (isinstance(moment.step, FrictionFound) or is_last_of_fault(moment))
        if is_past:
            draw(known=True, told=False)
            continue
        if t <= 0.5 and not (known and scene.approach >= 0.0):  # without an impulse v' is v
            draw(known=known, told=impulse_at(moment) is not None)
        if known and isinstance(moment.step, VelocitiesFound) and t == 0.5:
            draw_change(canvas, scene, i)
        if known and not scene.is_static:
            bounce_balls.draw_after(canvas, scene, i, c)
        elif known:
            after = scene.trace.result.motions[i]
            draw_after(canvas, c, after.velocity)
            _draw_spin(canvas, c, after.spin, Ink.ANSWER, r"\omega'")
        else:
            _draw_spin(canvas, c, motion.spin, ink, r"\omega")
        canvas.dot(scene.centre(i, t), ink)
    if t != 0.5:
        return
    if isinstance(moment.step, ApproachFound) and scene.is_static:
        draw_approach(canvas, scene)


def draw_change(canvas: Canvas, scene: Hit, index: int) -> None:
    """What the impulse adds to a velocity, in the scale of velocities: beside it where both lie on one line; of two
    balls on the line through their centres."""
    start, end = SCALE * scene.before[index].velocity, SCALE * scene.trace.result.motions[index].velocity
    way, c = end - start, scene.centre(index, 0.5)
    n, side = scene.contact.normal.direction, scene.contact.tangent.direction
    low = c + start if scene.is_static else c + float(start @ n) * n
    if scene.is_static and abs(float(start[0] * way[1] - start[1] * way[0])) < 1e-9:
        low = low - 14.0 * canvas.pixel * side
    canvas.arrow(low, low + way, Ink.EXAMINED)
    mass = "m" if scene.is_static else "m_" + "AB"[index]
    sign = "-" if index == 0 else ""
    symbol = rf"{sign}\boldsymbol j/{mass}"
    place = low + (0.4 if scene.is_static else 0.72) * way
    canvas.symbol(symbol, place, Ink.EXAMINED, toward=-side)


def _draw_leaving(canvas: Canvas, moment: Moment[Hit]) -> None:
    """How the contact point of B leaves, along the normal: beside the impulse, where that is drawn."""
    scene, speed = moment.scene, moment.scene.contact.normal.speed(*moment.scene.trace.result.motions)
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    side = -math.copysign(1.0, float((scene.pair[1].pose.position - p) @ t)) * t
    start = p + (0.0 if moment.scene.approach >= 0.0 else 16.0 * canvas.pixel * side)
    if not scene.is_static or SCALE * abs(speed) < 6.0 * canvas.pixel or abs(scene.lever) < 0.005:
        return
    canvas.arrow(start, start + SCALE * speed * n, Ink.ANSWER)
    canvas.label(f"$v_n'$ = **{fixed(speed)}**", start + SCALE * speed * n, Ink.ANSWER, toward=side)


def draw_after(canvas: Canvas, start: Vector | Pair, velocity: Vector) -> None:
    """The velocity of a centre after the impact; its numbers stand in the table."""
    way, c = SCALE * velocity, np.array(start)
    draw_arrow(canvas, c, way, Ink.ANSWER, "")
    if math.hypot(*way) > 6.0 * canvas.pixel:
        right = way[1] >= 0.0  # of one that points down the middle: there the lever arm does not end
        canvas.symbol(
            r"\boldsymbol v'", c + (1.0 if right else 0.5) * way, Ink.ANSWER, toward=(abs(way[1]), -abs(way[0]))
        )


def _before(canvas: Canvas, c: Vector, velocity: Vector, ink: Ink, *, known: bool, told: bool) -> None:
    """The velocity of a centre before the impact, from the impulse on with its numbers; after it only dashed."""
    symbol = r"\boldsymbol v"
    if not known and told:
        draw_arrow(canvas, c, SCALE * velocity, ink, "")
        side = (velocity[1], -velocity[0])
        canvas.label(f"${symbol}$ = **{coords(velocity)}**", c + SCALE * velocity, ink, toward=side)
    elif not known:
        draw_arrow(canvas, c, SCALE * velocity, ink, symbol)
    elif SCALE * math.hypot(*velocity) > 6.0 * canvas.pixel:
        end = c + SCALE * velocity
        canvas.arrow(c, end, ink, line=Line.DASHED)
        canvas.label(f"${symbol}$ before", end, ink, toward=(velocity[1], -velocity[0]), style=TextStyle.CAPTION)


def _draw_spin(canvas: Canvas, c: Vector, spin: float, ink: Ink, symbol: str) -> None:
    if abs(spin) < 0.005:
        return
    ends = (math.radians(78.0), math.radians(-42.0))
    start, end = ends if spin < 0.0 else ends[::-1]
    radius = spin_radius(canvas)
    measures.angle_arc(canvas, c, start, end, ink, radius=radius, arrow=True, line=Line.CURVE)
    size, way = radius * canvas.pixel, math.radians(18.0)
    at = (c[0] + size * math.cos(way), c[1] + size * math.sin(way))
    canvas.label(f"${symbol}$ = **{fixed(spin)}**", at, ink, toward=(1.0, 0.2))


def _draw_lever(canvas: Canvas, scene: Hit) -> None:
    """The distance of the centre from the line of the impulse."""
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    for body in scene.pair[0 if not scene.is_static else 1 :]:
        canvas.stroke((body.pose.position, p), Ink.TEXT, line=Line.DASHED)
    if abs(scene.lever) < 0.01 or not scene.is_static:
        return
    c = scene.pair[1].pose.position
    middle = 0.5 * (c + p)
    canvas.symbol(r"\ell", middle, Ink.TEXT, toward=(p[1] - c[1], c[0] - p[0]))
    low = p - BELOW * n
    foot = low + float((c - p) @ t) * t
    canvas.stroke((c, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    words = rf"$|\ell\times\hat n|$ = **{scene.arm}** m"
    start, end = (low, foot) if float((foot - low) @ t) < 0.0 else (foot, low)
    measures.measure(canvas, start, end, Ink.EXAMINED, words, side=-1.0)


def _draw_impulse(
    canvas: Canvas, scene: Hit, impulse: Impulse, ink: Ink, *, named: bool = True, quiet: bool = False
) -> None:
    """On B; where A moves the opposite one on A."""
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    whole = IMPULSE * (impulse.normal * n + impulse.friction * t)
    if math.hypot(*whole) < 1e-6:
        return
    if ink is Ink.EXAMINED and not quiet:
        canvas.glow((p, p + whole), ink)
    canvas.arrow(p, p + whole, ink, line=Line.DOTTED if ink is Ink.FAULTY else None if quiet else Line.FEATURE)
    if not scene.is_static:
        canvas.arrow(p, p - whole, ink, line=Line.FEATURE)
        canvas.symbol("-j_n", p - whole, ink, toward=-t)
    if not named:
        return
    size = math.hypot(impulse.normal, impulse.friction)
    name = "j" if impulse.friction else "j_n"
    canvas.label(
        f"${name}$ = **{fixed(size if impulse.friction else impulse.normal)}**",
        p + whole,
        ink,
        toward=beyond(canvas, scene, p + whole) if scene.is_static else -t,
    )
