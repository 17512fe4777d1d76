"""How far a turning body can move: the arc of its farthest vertex, unrolled into a bar."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Trace
from geometry.faulty.angular_bound import FaultyBound, chord_of_the_turn, radius_from_the_centroid
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
from lessons.motion.angular_bound_scene import ALIKE, CENTROID, CHORD, Turning, is_one_arc, presets
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment
from viz.lesson.page import Claim, Page
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
FOUND = 2  # the step at which r is found: what is asked before it is not told
TIMES = np.linspace(0.0, 1.0, 33)

TURN = (
    "A body turns about its **centre of rotation**. Each of its points moves on a circle of its own about that point."
)
RADIANS = r"|\omega|=\mathrm{degrees}\cdot\frac{\pi}{180}"
ARC = (
    "A point at the distance $d$ from the centre of rotation moves along an **arc**. Its length is $d$ times the "
    "angle in radians."
)
FARTHEST = (
    "The point that moves farthest is a vertex: a point between two vertices is never farther from the centre than "
    r"the farther of the two. Its distance is $\examined{r}$."
)
FARTHEST_ROUND = (
    "A rim lies around the **core**, here drawn in. The point of the core that moves farthest is a vertex of it: its "
    r"distance from the centre of rotation is $\examined{r}$."
)
UNROLL = (
    r"Unroll that arc: a bar of length $\examined{r\,|\omega|}$. In no part of the motion does a point of A move "
    "farther than this **bound** says."
)
ROUNDED = (
    "The rim is a circle about each vertex of the **core**. Turning a circle about its own centre does not change "
    "it, so only the core's vertices count."
)
LONGER = (
    "The **chord** from start to end is shorter than the arc. After more than half a turn it is no bound: on the way "
    "the vertex was farther from its start."
)
SHORTER = (
    "The **chord** from start to end is shorter than the arc, and up to half a turn it is a bound too. But after a "
    "full turn it is 0, so a search takes the arc."
)
SPEEDS = (
    r"If the centre moves with $\boldsymbol{v}$, both speeds add: no point of A advances along $\hat n$ by more than "
    r"$\examined{\mu}\,t$. It is loose for a long turn, so a search takes **short steps**."
)


class AngularBoundStory(Story):
    """From one vertex' arc to a bound for every point, and for a body that moves as well."""

    columns = ("vertex", "$d$", r"arc $d\,|\omega|$")

    def stage(self, moment: Moment[Any]) -> str:
        return "Arc" if is_one_arc(moment) else STAGES.get(type(moment.step), "Farthest")

    def page(self, moment: Moment[Turning]) -> Page:
        scene, stage = moment.scene, self.stage(moment)
        match moment.step:
            case TurnTaken():
                turned = fixed(abs(scene.angle))
                says = rf"Until t = 1 A turns by {fixed(scene.turn, 0)}°: in radians $|\omega|$ = **{turned}**."
                claim = Claim("ω", lambda: scene.angle, lambda: np.radians(scene.turn))
                return Page(stage, TURN, RADIANS).says(says).claiming(claim)
            case ArcMeasured() as arc if is_one_arc(moment):
                return self.arc(moment, arc)
            case ArcUnrolled(_, r, bound):
                formula = r"\lVert\boldsymbol{x}(t_2)-\boldsymbol{x}(t_1)\rVert\le\examined{r\,|\omega|}\,(t_2-t_1)"
                numbers = _product(r, scene)
                page = Page(stage, ROUNDED if scene.a.shape.radius > 0.0 else UNROLL, formula).says(
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
        numbers = _product(arc.distance, scene)
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
        is_round = scene.a.shape.radius > 0.0
        page = Page("Farthest", FARTHEST_ROUND if is_round else FARTHEST, r"\examined{r}=\max_i\,d_i").says(
            rf"v{found.furthest}: $\examined{{r}}$ = {r}. The dashed circle holds all of A's vertices at all times."
        )
        for i in range(1, len(scene.local.points)):
            page = _row(page, scene, i)

        def reach() -> float:
            world = np.vstack([scene.shape_at(t).points for t in TIMES])
            return float(np.hypot(*(world - scene.pivot).T).max())

        return page.claiming(Claim("r", lambda: found.radius, reach))

    def chord(self, moment: Moment[Turning], taken: ChordTaken) -> Page:
        scene, index = moment.scene, moment.scene.found.furthest

        def away() -> Any:
            path = np.array([scene.shape_at(t).points[index] for t in (*TIMES, taken.fraction)])
            return np.hypot(*(path - path[0]).T)

        says = f"Chord **{fixed(taken.chord)}**: up to half a turn no distance from the start is greater."
        is_longer = abs(scene.angle) > math.pi and taken.greatest > 0.0
        if is_longer:
            at = f"after half a turn, at t = {fixed(taken.fraction)}, v{index} was **{fixed(taken.greatest)}** away"
            says = f"Chord **{fixed(taken.chord)}**, but {at}."
        page = Page("Chord", LONGER if is_longer else SHORTER, r"\mathrm{chord}=2\,\examined{r}\,|\sin(\omega/2)|")
        return page.says(says).claiming(
            Claim("chord", lambda: taken.chord, lambda: away()[len(TIMES) - 1]),
            Claim("greatest", lambda: taken.greatest, lambda: away().max()),
        )

    def translation(self, moment: Moment[Turning], found: AngularBound) -> Page:
        scene = moment.scene
        numbers = equation("{v} + {w} = {mu}", lambda v, w: v + w, result="mu", v=found.motion, w=found.bound)
        is_round = scene.a.shape.radius > 0.0
        formula = r"\examined{\mu}=\boldsymbol{v}\cdot\hat n+\examined{r\,|\omega|}"

        def is_behind() -> bool:
            points = np.array([scene.shape_at(t, moves=True).points[:, 0] for t in TIMES])
            return bool((points - points[0] <= found.total + 1e-9).all())

        says = f"{tint(numbers, Ink.EXAMINED)}: A cannot pass this line before $t$ = 1. Until "
        says += f"$t$ = 0.1 it is {fixed(0.1 * found.total)}, the front came {fixed(scene.front(0.1))}."
        return (
            Page("Translation", SPEEDS.replace("point of A", "point of A's outline") if is_round else SPEEDS, formula)
            .says(says)
            .claiming(
                Claim("μ", lambda: found.total, lambda: scene.speed + walked(scene).max(), 1e-4),
                Claim("no point passes", is_behind, lambda: True),
                Claim("front", lambda: scene.front(1.0) <= found.total + 1e-9, lambda: True),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        draw(canvas, moment)


def _row(page: Page, scene: Turning, i: int) -> Page:
    d = math.hypot(*scene.local.points[i])
    is_far = d >= scene.found.radius * (1.0 - ALIKE) and len(page.rows) > 0
    cells = tint(fixed(d), Ink.EXAMINED) if is_far else fixed(d), fixed(d * abs(scene.angle))
    return page.row(f"v{i}", *cells, ink=Ink.A, feature=FeatureRef("A", FeatureKind.VERTEX, i))


def _product(d: float, scene: Turning) -> str:
    """The factors with a digit more than the result: so it is that of the shown ones."""
    return f"{fixed(d, 3)} · {fixed(abs(scene.angle), 3)} = {fixed(d * abs(scene.angle))}"


def _point(scene: Turning) -> str:
    """What the bound holds for: a rim around a core looks the same however it is turned, and may go farther."""
    return "point of A's core" if scene.a.shape.radius > 0.0 else "point of A"


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
            lambda moment: _is_exceeded(moment.faulty),
            "*Collision detection for dummies* measures r from the origin of the shape",
        ),
        Comparison(
            CHORD,
            lambda scene: _as_told(scene, chord_of_the_turn(scene.local, scene.sweep)),
            lambda moment: _is_exceeded(moment.faulty),
        ),
    )

    def run(self, scene: Turning) -> Trace[AngularBoundStep, AngularBound]:
        return scene.trace

    def clock(self, moment: Moment[Turning]) -> Clock:
        """A turns; the arc unrolls when its stage is entered."""
        unrolls = isinstance(moment.step, ArcUnrolled)
        told = None if unrolls else fraction()
        return Clock(1.2 if unrolls else 3.0, ticks=(1.0,) * len(moment.trace), plays_on_entry=unrolls, told=told)

    def situation(self, moment: Moment[Turning]) -> str:
        scene, found, faulty = moment.scene, moment.scene.found, moment.faulty
        if isinstance(faulty, FaultyBound) and _is_exceeded(faulty):
            if isinstance(moment.step, AngularBound):
                less, came = scene.speed + faulty.bound, scene.front(1.0)
                told = f"Bound with {moment.compare} until t = 1: {fixed(less)}"
                if came > less:
                    return tint(f"{told}, but A's front goes {fixed(came - less)} beyond.", Ink.FAULTY)
                alone = f"By the turn alone v{found.furthest} goes {fixed(faulty.error)} beyond."
                return tint(f"{told}, kept by luck. {alone}", Ink.FAULTY)
            told = f"Bound with {moment.compare}: {fixed(faulty.allowed)} at t = {fixed(faulty.fraction)}, "
            told += f"but v{found.furthest} is {fixed(faulty.moved)} from its start."
            return tint(told, Ink.FAULTY)
        if isinstance(moment.step, AngularBound):
            bound = tint(f"**{fixed(found.total)}**", Ink.EXAMINED)
            whole = "A's outline" if scene.a.shape.radius > 0.0 else "A"
            return rf"Until $t$ = 1 {whole} advances along $\hat n$ by at most {bound}."
        if isinstance(moment.step, ArcUnrolled | ChordTaken):
            bound = tint(f"**{fixed(found.bound)}**", Ink.EXAMINED)
            return f"By this turn no {_point(scene)} moves farther than {bound}."
        return f"A turns by {fixed(scene.turn, 0)}° about its centre of rotation."

    def challenge(self, moment: Moment[Turning]) -> Challenge | None:
        return asked.challenge(moment.scene, is_known=moment.parent is not None or moment.index >= FOUND)


def _as_told(scene: Turning, faulty: FaultyBound) -> FaultyBound:
    """At the time as it is printed: so a reader who computes with it gets the same distances."""
    t, w = round(faulty.fraction, 2), abs(scene.angle)
    is_chord = faulty.allowed == faulty.bound and faulty.fraction < 1.0
    moved = 2.0 * scene.found.radius * math.sin(w * t / 2.0)
    return replace(faulty, fraction=t, allowed=faulty.bound if is_chord else faulty.bound * t, moved=moved)


def _is_exceeded(faulty: FaultyBound) -> bool:
    return faulty.error > 1e-9
