"""The impulse of one contact: which way a body bounces, and why it turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Trace, box, capsule, circle, convex
from geometry.dynamics.contact_impulse import ApproachFound, ContactImpulse, FrictionFound, NormalFound, Repeated
from geometry.faulty.contact_impulse import (
    FaultyImpulse,
    friction_without_limit,
    impulse_while_parting,
    mirrored_velocity,
    no_lever_arm,
)
from lessons.bodies.bounce_chart import axes, draw_chart
from lessons.bodies.bounce_figure import faulty_impulse, knows_after, now, shows_fault
from lessons.bodies.bounce_goals import CONE_FRICTION, goal_of
from lessons.bodies.bounce_scene import MIRRORED, NO_LIMIT, SCALE, Hit, differs
from lessons.bodies.bounce_story import BounceStory
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, at_last, beside
from viz.lesson.page import Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, Body, at
from viz.lesson.text import coords, fixed, tint

NO_LEVER, PARTING = "whole mass", "impulse while separating"


def _run(rule: Callable[..., FaultyImpulse], scene: Hit) -> FaultyImpulse:
    return rule(scene.pair, scene.contact, restitution=scene.restitution, friction=scene.friction)


def fault(moment: Moment[Hit]) -> str:
    """What a faulty rule makes of the impact, and what is wrong with it."""
    wrong, right = moment.faulty, moment.scene.trace.result
    taken = faulty_impulse(moment)
    repeats = "after the repeats " if moment.has_seen(Repeated) else ""
    told = {
        NO_LEVER: f"with $m$ for $m_{{\\mathrm{{eff}}}}$, $j_n$ is {fixed(wrong.impulse.normal)} N s"
        + (
            f", and kinetic energy {'grows' if wrong.kinetic > right.kinetic_before else 'goes'} from "
            f"{fixed(right.kinetic_before)} J to {fixed(wrong.kinetic)} J."
            if isinstance(moment.step, ContactImpulse)
            else f" instead of {fixed(right.impulse.normal)} N s."
        ),
        MIRRORED: f"the spin stays {fixed(wrong.motions[1].spin)} instead of {fixed(right.motions[1].spin)}. "
        "An impulse whose line misses the centre changes the spin.",
        PARTING: f"an impulse of {fixed(wrong.impulse.normal)} N s pulls B back, "
        f"into A at {fixed(-wrong.speed)} m/s. A contact cannot pull.",
        NO_LIMIT: f"{repeats}friction takes {fixed(abs(taken.friction))} N s. Its limit $\\mu j_n$ is "
        f"{fixed(moment.scene.friction)} · {fixed(taken.normal)} = "
        f"{fixed(moment.scene.friction * taken.normal)} N s.",
    }
    return tint(f"{moment.compare.capitalize()}: {told[moment.compare]}", Ink.FAULTY)


def _headed(moment: Moment[Hit]) -> tuple[str, str]:
    """When this is, and what weighs how much."""
    time, (a, b) = now(moment), moment.scene.pair
    event = "contact" if moment.scene.approach >= 0.0 else "impact"  # who separates hits nothing
    when = f"{'At' if time == 0.5 else 'Before' if time < 0.5 else 'After'} the {event}"
    if moment.scene.spin and isinstance(moment.step, ApproachFound):
        return when, f"centre to contact: {coords(moment.scene.contact.arm_b)} m"
    if moment.scene.is_static:
        return when, f"m = {fixed(b.mass)} kg, I = {fixed(b.inertia, 4)} kg m²"
    return when, f"masses: A {fixed(a.mass)} kg, B {fixed(b.mass)} kg"


def is_at_impact(moment: Moment[Hit]) -> bool:
    """When the handles lie at B."""
    return now(moment) == 0.5


def _seconds(scene: Hit, is_known: bool, time: float) -> str:
    """The time from the impact; not beyond it before its outcome is known."""
    return f"{fixed(scene.seconds_at(time if is_known else min(time, 0.5)), 3)} s"


def _last(table: Table) -> frozenset[int]:
    """The row that a step is about."""
    return frozenset((len(table.rows) - 1,))


class Bounce(Lesson[Hit]):
    id = "bounce"
    title = "The impulse of one contact"
    source = "SAT explained"
    summary = (
        "One impulse at the contact point: approach speed, lever arm, restitution and friction decide the bounce."
    )
    terms = ("impulse", "lever arm", "effective mass", "restitution", "friction cone", "normal velocity")
    builds_on = ("contact-info", "mass")
    presents = 0
    story = BounceStory()
    compare = (
        Comparison(NO_LEVER, partial(_run, no_lever_arm), differs),
        Comparison(MIRRORED, partial(_run, mirrored_velocity), differs),
        Comparison(PARTING, partial(_run, impulse_while_parting), differs),
        Comparison(NO_LIMIT, partial(_run, friction_without_limit), differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "", self.story.draw, is_world=True, share=0.65, headed=_headed, held=is_at_impact),
            Pane("numbers", "", draw_chart, share=0.35, axes=axes),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Hit | Preset[Hit]]:
        crate, rod = box(1.2, 0.8), capsule((-0.75, 0.0), (0.75, 0.0), 0.08)
        post, wedge = Body(capsule((0.0, -0.9), (0.0, 0.0), 0.12)), convex(((-0.6, -0.4), (0.7, -0.35), (0.1, 0.7)))
        return {
            "Corner first": _hit(at(crate, 0.3196, 0.7, 30.0), (0.0, -5.0), spin=-2.0),
            "Ball whose slip stops": _hit(at(circle(0.5), 0.0, 0.5), (6.0, -4.0), restitution=0.6, friction=0.5),
            "Rod, hit at its end": _hit(at(rod, 0.6, 0.6, 39.6), (0.0, -4.0), mass=2.0),
            "Two balls": _hit(
                at(circle(0.85), 1.45, 0.0),
                (-1.0, 0.0),
                restitution=0.6,
                mass=3.0,
                a=at(circle(0.6), 0.0, 0.0),
                mass_a=1.0,
                speed_a=4.0,
            ),
            "Hit off centre": Preset(_hit(at(crate, 0.5, 0.6), (0.0, -4.0), a=post), NO_LEVER, at_first(NormalFound)),
            "Already separating": Preset(_hit(at(wedge, 0.0, 0.5, 40.0), (1.0, 3.0), spin=-2.0), PARTING, at_last),
            "Box that skids": Preset(
                _hit(at(box(0.9, 1.1), 0.0, 0.7, -20.0), (4.4, -4.0), friction=CONE_FRICTION, asks_cone=True),
                opens_at=at_first(NormalFound),
            ),
        }

    def run(self, scene: Hit) -> Trace[Any, ContactImpulse]:
        return scene.trace

    def clock(self, moment: Moment[Hit]) -> Clock:
        impact = None if knows_after(moment) else 0.5
        return Clock(
            2.4, impact, (0.5,) * len(moment.trace), told=partial(_seconds, moment.scene, knows_after(moment))
        )

    def table(self, moment: Moment[Hit], pages: Sequence[Page] | None = None) -> Table | None:
        """Without the column of what is not known yet."""
        found = super().table(moment, pages)
        if found is None:
            return None
        if knows_after(moment):  # without what has neither a before nor an after
            rows = tuple(each for each in found.rows if len(each[1].cells) > 2)
            found = replace(found, rows=rows)
            return replace(found, current=_last(found))
        rows = tuple(each for each in found.rows if each[1].key not in self._passed(moment))
        found = replace(found, rows=rows)
        return Table(("quantity", "value"), rows, _last(found))

    @staticmethod
    def _passed(moment: Moment[Hit]) -> tuple[str, ...]:
        """Rows that give their place to the velocity: four fit, and what is asked begins with it."""
        if not moment.scene.is_static or not moment.has_seen(NormalFound):
            return ()
        return ("spin", "v_n", "m_eff") if moment.has_seen(FrictionFound) else ("spin",)

    def situation(self, moment: Moment[Hit]) -> str:
        if shows_fault(moment):
            return fault(moment)
        scene, end = moment.scene, moment.scene.trace.result.motions
        is_after = knows_after(moment) and moment.time >= 0.5
        if now(moment) < 0.5 and scene.approach < -0.005:
            soon = fixed(-scene.approach)
            return f"B will hit A: at the contact point the approach speed is then **{soon}** m/s."
        speed, spin = (scene.contact.normal.speed(*end), end[1].spin) if is_after else (scene.approach, 0.0)
        leaves = "separates from" if now(moment) <= 0.5 else "separated from"
        way = "keeps touching" if abs(speed) < 0.005 else "approaches" if speed < 0.0 else leaves
        turn = "" if abs(spin) < 0.005 else f" B turns {'clockwise' if spin < 0.0 else 'counter-clockwise'}."
        fast = "" if abs(speed) < 0.005 else f" at **{fixed(abs(speed))}** m/s"
        return f"At the contact B {way} A{fast}.{turn}"

    def challenge(self, moment: Moment[Hit]) -> Challenge | None:
        return goal_of(moment)


def _hit(b: Body, velocity: tuple[float, float], **more: Any) -> Hit:
    return Hit(b, Arrow((0.0, 0.0), SCALE * np.array(velocity)), **more)
