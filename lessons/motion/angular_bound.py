"""How far a turning body can move: the arc of its farthest vertex, unrolled into a bar."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Trace
from geometry.faulty.angular_bound import FaultyBound, radius_from_the_centroid
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.angular_bound import (
    AngularBound,
    AngularBoundStep,
    ArcMeasured,
    ArcUnrolled,
    ChordTaken,
    TurnTaken,
)
from lessons.motion import angular_bound_asked as asked
from lessons.motion.angular_bound_figure import draw
from lessons.motion.angular_bound_scene import (
    ALIKE,
    AT_FARTHEST,
    CENTROID,
    CHORD,
    GAP,
    Turning,
    instant,
    is_beaten,
    is_exceeded,
    is_one_arc,
    presets,
)
from lessons.motion.angular_bound_wrong import told_wrong
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint
from viz.lesson.times import fraction

STAGES = {
    TurnTaken: "Turn",
    ArcUnrolled: "Unroll",
    ChordTaken: "Chord",
    AngularBound: "Translation",
}
TIMES = np.linspace(0.0, 1.0, 33)

TURN = (
    "To find a time of impact we must know how far a turning body can get in a given time. Each point of A moves on "
    "a circle about the **centre of rotation**."
)
TURN_ROUND = (
    "A is all points within one radius of its **core**. Each point of the core moves on a circle about the **centre "
    "of rotation**."
)
TURN_STILL = (
    "A disc's **core** is its centre. Here that is also the **centre of rotation**: the core stays where it is."
)
RADIANS = r"|\omega|=|\theta|\cdot\frac{\pi}{180^\circ}"
ARC = (
    "A point at the distance $d$ from the centre of rotation moves along an **arc**. Its length is $d$ times the "
    "angle in radians."
)
FARTHEST = (
    "The point that moves farthest is a vertex: no point between two vertices is farther from the centre than the "
    r"farther of the two. That one is $\examined{r}$ away."
)
FARTHEST_ROUND = (
    "The point of the **core** that moves farthest is a vertex of it. Its distance from the centre of rotation is "
    r"$\examined{r}$."
)
UNROLL = (
    r"Unroll the arc of that vertex. No point of A is faster than $\examined{r\,|\omega|}$. A displacement is never "
    r"longer than the path: in a time $t$ the **bound** is $\examined{r\,|\omega|}\,t$."
)
ROUNDED = (
    "A has a disc about each point of its **core**. Turning a disc about its own centre does not change it, so only "
    "the core's points count."
)
LONGER = (
    "The **chord** of the whole turn is never longer than its arc. But chord · $t$ is no bound: on the way the "
    "vertex is farther from its start. So the arc is taken."
)
PASSED = (
    "The **chord** of the whole turn is never longer than its arc. But it is no bound: on the way the vertex is "
    "farther from its start. So the arc is taken."
)
NO_CHORD = "The farthest vertex is the centre of rotation. It stays where it is: arc and **chord** are both 0."
NO_ARC = (
    r"A wall is at the distance $\gap{g}$ in front of A, measured along $\hat n$. The turn adds nothing: "
    r"$\examined{r}$ = 0. A's front advances by at most $\examined{\mu}\,t$."
)
SPEEDS = (
    r"A wall is at the distance $\gap{g}$ in front of A, measured along $\hat n$. Both motions add: A's "
    r"front advances by at most $\examined{\mu}\,t$, so A cannot hit it before $t=\gap{g}/\examined{\mu}$."
)
SPEEDS_ROUND = (
    r"A wall is at the distance $\gap{g}$ in front of A. The core's front advances by at most $\examined{\mu}\,t$, "
    r"and A's front stays one radius ahead of it: no hit before $t=\gap{g}/\examined{\mu}$."
)


class AngularBoundStory(Story):
    """From one vertex' arc to a bound for every point, and for a body that moves as well."""

    columns = ("vertex", "$d$", r"arc $d\,|\omega|$")

    def stage(self, moment: Moment[Any]) -> str:
        return "Arc" if is_one_arc(moment) else STAGES.get(type(moment.step), "Farthest")

    def page(self, moment: Moment[Turning]) -> Page:
        return told_wrong(self.right(moment), moment)

    def right(self, moment: Moment[Turning]) -> Page:
        scene, stage = moment.scene, self.stage(moment)
        match moment.step:
            case TurnTaken():
                turned = fixed(abs(scene.angle))
                says = rf"A turns by $\theta$ = {fixed(scene.turn, 0)}° from $t$ = 0 to $t$ = 1: "
                says += rf"$|\omega|$ = **{turned}** radians per unit of time."
                claim = Claim("ω", lambda: scene.angle, lambda: np.radians(scene.turn))
                idea = TURN_STILL if scene.found.radius == 0.0 else TURN_ROUND if _is_round(scene) else TURN
                return Page(stage, idea, RADIANS).says(says).claiming(claim)
            case ArcMeasured() as arc if is_one_arc(moment):
                return self.arc(moment, arc)
            case ArcUnrolled(_, r, bound):
                formula = r"\lVert\boldsymbol{x}(t_2)-\boldsymbol{x}(t_1)\rVert\le\examined{r\,|\omega|}\,(t_2-t_1)"
                numbers = scene.product(r)
                page = Page(stage, ROUNDED if _is_round(scene) else UNROLL, formula).says(
                    f"{tint(numbers, Ink.EXAMINED)}: no {_point(scene)} moves farther."
                )
                question = None if moment.compare else asked.where_farthest(scene)
                return page.asks(question).claiming(
                    Claim("r|ω|", lambda: bound, lambda: walked(scene).max(), 1e-4),
                    Claim("no point moves farther", lambda: (steps(scene) <= bound / 32 + 1e-9).all(), lambda: True),
                )
            case ChordTaken() as taken:
                return self.chord(moment, taken)
            case AngularBound() as found:
                return self.translation(moment, found)
            case _:
                return self.farthest(moment)

    def arc(self, moment: Moment[Turning], arc: ArcMeasured) -> Page:
        scene = moment.scene
        numbers = scene.product(arc.distance)
        page = Page("Arc", ARC, r"\mathrm{arc}_i=d_i\,|\omega|\,t").says(
            f"v0, until t = 1: {tint(numbers, Ink.EXAMINED)}."
        )
        page = _row(page, scene, arc.index).claiming(
            Claim("arc", lambda: arc.arc, lambda: walked(scene)[arc.index], 1e-4)
        )
        return page.asks(None if moment.compare or moment.parent else asked.which_vertex(scene))

    def farthest(self, moment: Moment[Turning]) -> Page:
        scene, found = moment.scene, moment.scene.found
        r = tint(f"**{fixed(found.radius)}**", Ink.EXAMINED)
        page = Page("Farthest", FARTHEST_ROUND if _is_round(scene) else FARTHEST, r"\examined{r}=\max_i\,d_i").says(
            rf"v{found.furthest}: $\examined{{r}}$ = {r}. The circle of radius $\examined{{r}}$ about the centre of "
            f"rotation contains {'the core' if _is_round(scene) else 'all of A'} at all times."
        )
        for i in range(1 if found.furthest else 0, len(scene.local.points)):
            page = _row(page, scene, i, is_told=True)

        def reach() -> float:
            world = np.vstack([scene.shape_at(t).points for t in TIMES])
            return float(np.hypot(*(world - scene.pivot).T).max())

        return page.claiming(Claim("r", lambda: found.radius, reach))

    def chord(self, moment: Moment[Turning], taken: ChordTaken) -> Page:
        scene, index, t = moment.scene, moment.scene.found.furthest, instant(moment)
        far, allowed = scene.away(t), taken.chord * t

        def away() -> Any:
            path = np.array([scene.shape_at(u).points[index] for u in (*TIMES, taken.fraction, t)])
            return np.hypot(*(path - path[0]).T)

        digits = next((n for n in range(2, 7) if fixed(far, n) != fixed(allowed, n)), 0)
        says = f"Chord **{fixed(taken.chord)}**: no vertex moves."
        if scene.passes_chord:
            says = f"At $t$ = {fixed(t)}, after half a turn, v{index} is **{fixed(far)}** from its start. "
            says += f"The chord of the whole turn is only {fixed(taken.chord)}."
        elif digits:
            says = f"v{index} is **{fixed(far, digits)}** from its start at $t$ = {fixed(t)}: more than "
            says += f"chord · $t$ = {fixed(allowed, digits)}."
        return (
            Page(
                "Chord",
                NO_CHORD if scene.found.radius == 0.0 else PASSED if scene.passes_chord else LONGER,
                r"\lVert\boldsymbol{x}(t)-\boldsymbol{x}(0)\rVert=2\,\examined{r}\,|\sin(\omega\,t/2)|",
            )
            .says(says)
            .claiming(
                Claim("chord", lambda: taken.chord, lambda: away()[len(TIMES) - 1]),
                Claim("greatest", lambda: taken.greatest, lambda: away().max()),
                Claim("at t", lambda: far, lambda: away()[-1]),
                Claim("ahead", lambda: not digits or away()[-1] > away()[len(TIMES) - 1] * t, lambda: True),
            )
        )

    def translation(self, moment: Moment[Turning], found: AngularBound) -> Page:
        scene = moment.scene
        terms = f"{tint('{v}', Ink.TEXT)} + {{w}} = {{mu}}"
        numbers = equation(terms, lambda v, w: v + w, result="mu", v=found.motion, w=found.bound)
        formula = r"\examined{\mu}=\boldsymbol{v}\cdot\hat n+\examined{r\,|\omega|}"

        def is_behind() -> bool:
            points = np.array([scene.shape_at(t, moves=True).points[:, 0] for t in TIMES])
            return bool((points - points[0] <= found.total + 1e-9).all())

        def ahead() -> float:
            return float(
                scene.shape_at(scene.hit or 0.0, moves=True).points[:, 0].max() - scene.local.points[:, 0].max()
            )

        says = tint(rf"$\mu$ = {numbers}", Ink.EXAMINED)
        if scene.safe == 1.0:
            says += f", not more than {tint(fixed(GAP), Ink.GAP)}: no hit until $t$ = 1."
        else:
            quotient = (
                f"{tint(fixed(GAP), Ink.GAP)} / {tint(fixed(found.total), Ink.EXAMINED)} = {scene.told(scene.safe)}"
            )
            says += f". No hit before $t$ = {quotient}. In fact A "
            says += (
                f"never hits: its front advances {fixed(scene.front(1.0))}."
                if scene.hit is None
                else f"hits at $t$ = {fixed(scene.hit)}."
            )
        return (
            Page("Translation", NO_ARC if not found.radius else SPEEDS_ROUND if _is_round(scene) else SPEEDS, formula)
            .says(says)
            .claiming(
                Claim("μ", lambda: found.total, lambda: scene.speed + walked(scene).max(), 1e-4),
                Claim("no point passes", is_behind, lambda: True),
                Claim("front", lambda: scene.front(1.0) <= found.total + 1e-9, lambda: True),
                Claim("hit", lambda: scene.hit is None or abs(ahead() - scene.pivot[0] - GAP) < 1e-3, lambda: True),
                Claim("no hit before", lambda: (scene.hit or 1.0) > scene.safe - 0.001, lambda: True),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        draw(canvas, moment)


def _row(page: Page, scene: Turning, i: int, *, is_told: bool = False) -> Page:
    """A vertex' distance and arc; of the farthest tinted, where it is told which one that is."""
    d = math.hypot(*scene.local.points[i])
    is_far = is_told and d >= scene.found.radius * (1.0 - ALIKE)
    cells = tint(fixed(d), Ink.EXAMINED) if is_far else fixed(d), fixed(d * abs(scene.angle))
    name = f"v{i}" if len(scene.local.points) > 1 else "centre"
    return page.row(name, *cells, ink=Ink.A, feature=FeatureRef("A", FeatureKind.VERTEX, i), key=f"v{i}")


def _is_round(scene: Turning) -> bool:
    return scene.a.shape.radius > 0.0


def _point(scene: Turning) -> str:
    """What the bound holds for: a rim around a core looks the same however it is turned, and may go farther."""
    return "point of A's core" if _is_round(scene) else "point of A"


def walked(scene: Turning) -> Any:
    """The way of each vertex, by many short straight pieces."""
    return steps(scene, 2049).sum(axis=0)


def steps(scene: Turning, count: int = 33) -> Any:
    """How far each vertex moves from one time to the next, by the turn alone."""
    a = scene.angle * np.linspace(0.0, 1.0, count)[:, None]
    x, y = scene.local.points.T
    path = np.stack((x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)))
    return np.hypot(*np.diff(path, axis=1))


class AngularBoundLesson(Lesson[Turning]):
    id = "angular-bound"
    title = "How far can a turning body move?"
    source = "Collision detection for dummies"
    summary = "No point of a turning polygon moves farther than the arc of its farthest vertex: r times the angle."
    terms = ("centre of rotation", "arc", "chord", "bound")
    builds_on = ("support-point",)
    story = AngularBoundStory()
    scenes = presets()
    compare = (
        Comparison(
            CENTROID,
            lambda scene: _as_told(scene, radius_from_the_centroid(scene.local, scene.sweep)),
            lambda moment: is_exceeded(moment.faulty),
            "*Collision detection for dummies* measures r from the origin of the shape",
        ),
        Comparison(
            CHORD,
            lambda scene: _as_told(scene, scene.chord),
            lambda moment: is_exceeded(moment.faulty),
        ),
    )

    def run(self, scene: Turning) -> Trace[AngularBoundStep, AngularBound]:
        return scene.trace

    def clock(self, moment: Moment[Turning]) -> Clock:
        """A turns, and each step opens at the instant that it speaks of; the arc unrolls when its stage is entered.
        The last one stops at the wall, and is seen near until then: its bound of the whole turn is many times as
        long as A."""
        unrolls = isinstance(moment.step, ArcUnrolled)
        told = None if unrolls else fraction()
        ticks = tuple(instant(moment.at(i)) for i in range(len(moment.trace)))
        if not isinstance(moment.step, AngularBound):
            return Clock(1.2 if unrolls else 3.0, ticks=ticks, plays_on_entry=unrolls, told=told)
        hit = moment.scene.hit
        return Clock(3.0, impact=hit, ticks=ticks, told=moment.scene.clock_told, near=max(ticks[-1], hit or 0.0))

    def shows_controls(self, moment: Moment[Turning]) -> bool | Collection[str]:
        """Only the last step's A is translated."""
        return isinstance(moment.step, AngularBound) or ("turn",)

    def table(self, moment: Moment[Turning], pages: Sequence[Page] | None = None) -> Table | None:
        """Of the rows that come at one step the farthest vertex' is the one that it tells."""
        table, is_all = super().table(moment, pages), self.story.stage(moment) == "Farthest"
        if table is not None and len(moment.scene.local.points) == 1:  # a disc has no vertex
            return replace(table, columns=("core point", *table.columns[1:]))
        return replace(table, current=frozenset((moment.scene.found.furthest,))) if table and is_all else table

    def situation(self, moment: Moment[Turning]) -> str:
        scene, found, faulty = moment.scene, moment.scene.found, moment.faulty
        if isinstance(faulty, FaultyBound) and is_beaten(moment):
            return tint(self._beaten(moment, faulty), Ink.FAULTY)
        if isinstance(moment.step, AngularBound):
            return self._before_the_wall(scene, moment.time)
        if isinstance(moment.step, ArcUnrolled | ChordTaken):
            bound = tint(f"**{fixed(found.bound)}**", Ink.EXAMINED)
            return f"In this turn no {_point(scene)} moves farther than {bound}."
        return f"A turns by {fixed(scene.turn, 0)}° about its centre of rotation."

    def _before_the_wall(self, scene: Turning, t: float) -> str:
        """How far A's front may have come, for as long as that proves something and A moves."""
        bound = tint(f"**{fixed(scene.found.total * t)}**", Ink.EXAMINED)
        gap = tint(f"**{fixed(GAP)}**", Ink.GAP)
        if scene.hit is not None and t > scene.hit:
            return f"A hit the wall at $t$ = {fixed(scene.hit)}: its motion ends there."
        if t > scene.safe:
            at = f"At $t$ = {scene.told(t)} the bound is {bound}, more than the gap {gap}"
            return f"{at}: a hit is no longer ruled out."
        return (
            rf"Until $t$ = {scene.told(t)}, A's front advances along $\hat n$ by at most {bound}. The gap is {gap}."
        )

    def _beaten(self, moment: Moment[Turning], faulty: FaultyBound) -> str:
        """Where the faulty bound is exceeded: by A's front in the last step, by a vertex of a turn alone else."""
        scene, index = moment.scene, moment.scene.found.furthest
        if not isinstance(moment.step, AngularBound):
            told = f"Bound with {moment.compare}: {fixed(faulty.allowed)} at t = {fixed(faulty.fraction)}, "
            return f"{told}but v{index} is {fixed(faulty.moved)} from its start."
        less = scene.speed + faulty.bound
        if (t := scene.overtaken(faulty.bound)) is not None:
            told = f"Bound with {moment.compare}: {fixed(less * t)} at t = {fixed(t)}, "
            return f"{told}but A's front has advanced {fixed(scene.front(t))}."
        alone = f"By the turn alone, v{index} exceeds its bound by {fixed(faulty.error)}"
        return (
            f"Along $\\hat n$ the front stays within {fixed(less)}, by luck. {alone} at t = {fixed(faulty.fraction)}."
        )

    def challenge(self, moment: Moment[Turning]) -> Challenge | None:
        """Asked where r is known."""
        is_known = moment.parent is not None or moment.index >= AT_FARTHEST
        has_wall = isinstance(moment.step, AngularBound)
        return asked.challenge(moment.scene, has_wall=has_wall) if is_known else None


def _as_told(scene: Turning, faulty: FaultyBound) -> FaultyBound:
    """At the time as it is printed: so a reader who computes with it gets the same distances."""
    t = round(faulty.fraction, 2)
    return replace(faulty, fraction=t, allowed=faulty.bound * t, moved=scene.away(t))
