"""What a learner may construct with one hit: another goal for each kind of pair."""

from __future__ import annotations

import math

from geometry.dynamics.contact_impulse import LeversFound
from lessons.bodies.bounce_figure import knows_after
from lessons.bodies.bounce_scene import Hit
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import coords, fixed

FAST, STILL, OFF = 1.0, 0.3, 0.1  # least approach speed, greatest spin, least lever arm
NEAR_STOP = 0.1  # m/s
CONE_FRICTION = 0.2  # of the scene that is about the friction cone
CENTRAL = 0.03  # world length: m_eff is then within 1 % of m


def goal_of(moment: Moment[Hit]) -> Challenge | None:
    scene = moment.scene
    if not scene.is_static:
        return _stop(moment)
    if len(scene.b.shape.points) == 1:
        return _back(moment)
    if len(scene.b.shape.points) == 2:
        return _keep(moment)
    if not scene.on_floor:
        return _central(moment)
    if float(scene.before[1].velocity @ scene.contact.normal.direction) > 0.0:
        return _turned_in(moment)
    if scene.asks_cone:
        return _inside_cone(moment)
    return _without_spin(moment) if scene.approach < 0.0 else None


def _stop(moment: Moment[Hit]) -> Challenge:
    scene = moment.scene
    velocity = scene.trace.result.motions[0].velocity
    left = math.hypot(*velocity)
    return Challenge(
        "Choose the mass of B so that the impact stops A.",
        scene.approach < -FAST and left < NEAR_STOP,
        f"A leaves at {coords(velocity)} m/s" if knows_after(moment) else "",
        "A has momentum. B must take just all of it: a heavy B throws A back, a light one lets it go on.",
    )


def _back(moment: Moment[Hit]) -> Challenge:
    scene, side = moment.scene, moment.scene.contact.tangent.direction
    before, after = (float(each[1].velocity @ side) for each in (scene.before, scene.trace.result.motions))
    return Challenge(
        "Let the ball come from one side and bounce back to that side.",
        scene.approach < -FAST and abs(before) > FAST and before * after < -NEAR_STOP,
        f"along A: {fixed(abs(before))} m/s, then {fixed(math.copysign(1.0, before) * after)} m/s"
        if knows_after(moment)
        else "",
        "Friction acts against the slip of the contact point. Spin lets that slip be faster than the ball itself.",
    )


def _keep(moment: Moment[Hit]) -> Challenge:
    scene, n = moment.scene, moment.scene.contact.normal.direction
    end = max(scene.b.world.points, key=lambda each: math.dist(each, scene.contact.point))
    before, after = (float(scene.speed_at(each[1], end) @ n) for each in (scene.before, scene.trace.result.motions))
    return Challenge(
        "Turn the rod so that its far end keeps its velocity along $\\hat n$ in the impact.",
        scene.approach < -FAST and abs(after - before) < NEAR_STOP,
        f"it changes by {fixed(after - before)} m/s" if knows_after(moment) else "",
        "Turned upright, the rod has a shorter lever arm, so the point that keeps its velocity moves out.",
    )


def _central(moment: Moment[Hit]) -> Challenge:
    scene = moment.scene
    return Challenge(
        "Move B so that $m$ in place of $m_{\\mathrm{eff}}$ gives the right impulse.",
        scene.approach < -FAST and abs(scene.lever) < CENTRAL,
        f"effective mass {scene.effective} kg" if moment.has_seen(LeversFound) else "",
        "The effective mass is the whole mass where the impulse passes through the centre.",
    )


def _turned_in(moment: Moment[Hit]) -> Challenge:
    scene = moment.scene
    return Challenge(
        "The centre of B moves away from A. Let the contact point approach A all the same.",
        scene.approach < -STILL,
        f"normal velocity {fixed(scene.approach)} m/s",
        "Spin adds to the velocity of the contact point. Let it turn that point towards A; the centre leaves slowly.",
    )


def _inside_cone(moment: Moment[Hit]) -> Challenge:
    scene, ends = moment.scene, moment.scene.trace.result.motions
    after = scene.contact.tangent.speed(*ends)
    is_kept = abs(scene.friction - CONE_FRICTION) < 0.005 and abs(scene.slip) > FAST
    return Challenge(
        f"Leave $\\mu$ at {fixed(CONE_FRICTION)}. Turn B until friction stops the slip.",
        is_kept and scene.approach < -FAST and abs(after) < NEAR_STOP,
        f"slip after: {fixed(abs(after))} m/s" if knows_after(moment) else "",
        "The normal impulse turns B too. Let that turn move the contact point against the slip, so that "
        "little is left for friction.",
    )


def _without_spin(moment: Moment[Hit]) -> Challenge:
    scene = moment.scene
    spin = scene.trace.result.motions[1].spin
    return Challenge(
        "Set the spin to 0 and let a corner of B hit, so that B leaves without spin.",
        scene.spin == 0.0 and scene.approach < -FAST and abs(scene.lever) > OFF and abs(spin) < STILL,
        f"ω′ = {fixed(spin)}" if knows_after(moment) else "ω′ = ?",
        "The whole impulse must pass through the centre. Friction can tilt it while the point slides: "
        "give B a sideways velocity too.",
    )
