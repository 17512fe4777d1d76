"""All methods on one motion: what each sees of it, when it stops, and what it costs."""

from __future__ import annotations

from functools import partial
from typing import Any

from geometry import Outcome, Trace, point, separation
from geometry.time_of_impact.comparison import (
    ComparisonStep,
    MethodAsked,
    MethodsCompared,
    MotionMethod,
)
from geometry.time_of_impact.comparison import (
    Verdict as Worth,
)
from geometry.vector import SMALLEST_LENGTH, Vector, length
from lessons.motion import all_methods_figure as figure
from lessons.motion.all_methods_scene import NAMES, Compared, presets
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Layout, Lesson, Moment, Pane, above
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge, Choose, Place, Points, Prediction, Remark, Verdict
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint
from viz.lesson.times import fraction

CAST = list(MotionMethod).index(MotionMethod.LINEAR_CAST)  # its step
NEAR = 0.05  # of the time: a placed point as near as this to the right one is right
YES, NO = "yes", "no"
NONE, CASTS, ADVANCEMENTS, ALL = "none", "the casts", "the advancements", "all four"
NUMBERS = ("None", "One", "Two", "Three", "Four", "Five", "Six")

IDEAS = {
    MotionMethod.END_ONLY: (
        "Test at the start and at the end only: enough for slow bodies. **Cost** of a test: m vertices on n normals, "
        "and the reverse."
    ),
    MotionMethod.SUB_STEPS: (
        "Test at n equal **substeps**. Each costs a whole test, an impact is found late by up to one substep, and a "
        "short impact can still be missed."
    ),
    MotionMethod.RAY: (
        "Cast a **ray** from B's centre against A. It sees the whole path, but neither the size of B nor its turn."
    ),
    MotionMethod.LINEAR_CAST: (
        "The **linear cast** moves the whole shape, and is exact while nothing turns. It moves B as if B did not "
        "turn: the yellow outline."
    ),
    MotionMethod.GJK_RAY_CAST: (
        "The **GJK ray cast** gives the same answer from support points, without A − B. That pays for shapes with "
        "many vertices."
    ),
    MotionMethod.CONSERVATIVE: (
        "**Conservative advancement** takes turns into account. Every step is safe, so it is never late: it stops at "
        "a small gap, the target $s_0$."
    ),
    MotionMethod.BILATERAL: (
        "**Bilateral advancement** sees turns too. It asks for fewer distances, but many values of the gap on an "
        "axis: these cost more than they save on few vertices."
    ),
}
UNTURNED = r"\mathrm{dist}(\A{A},\ \B{B}-t\,\examined{\boldsymbol{v}})=0"
DOWN = r"\gap{s(t)}\approx s_0"
FORMULAS = {
    MotionMethod.END_ONLY: r"t\in\{0,\ 1\}",
    MotionMethod.SUB_STEPS: r"t=k/n,\quad k=0,\ 1,\ \dots,\ n",
    MotionMethod.RAY: r"\examined{\boldsymbol{x}}(t)=\examined{\boldsymbol{c}_B}-t\,\examined{\boldsymbol{v}}",
    MotionMethod.LINEAR_CAST: UNTURNED,
    MotionMethod.GJK_RAY_CAST: UNTURNED,
    MotionMethod.CONSERVATIVE: DOWN,
    MotionMethod.BILATERAL: DOWN,
}
COMPARED = (
    "Nothing turns: a **cast**. Something turns: an **advancement**. Slow bodies: a test. Points: a ray. Any other "
    "choice can be right too, but only **by luck**."
)


class AllMethodsStory(Story):
    """One method a step, and all of them at the end."""

    columns = ("method", "$t$", "$s(t)$", "cost")

    def stage(self, moment: Moment[Any]) -> str:
        return NAMES[moment.step.method] if isinstance(moment.step, MethodAsked) else "Comparison"

    def page(self, moment: Moment[Compared]) -> Page:
        scene, step = moment.scene, moment.step
        if isinstance(step, MethodsCompared):
            return self._compared(scene)
        page = Page(NAMES[step.method], IDEAS[step.method], FORMULAS[step.method])
        page = page.says(said(scene, step)).claiming(*claims(scene, step))
        t, s = ("—", "—") if step.fraction is None else (fixed(step.fraction), fixed(step.gap, sign=step.gap > 0.005))
        cells: tuple[str, ...] = (NAMES[step.method], t, s, str(step.cost))
        is_wrong = step.verdict is not Worth.RIGHT
        if figure.worth(scene, step) == figure.BY_LUCK:
            cells = cells[0], *(tint(cell, Ink.QUIET) for cell in cells[1:])
        page = page.row(*cells, feature=figure.feature(step.method), faulty=is_wrong)
        return page.asks(question(scene) if step.method is MotionMethod.RAY else None)

    def _compared(self, scene: Compared) -> Page:
        right = scene.right
        safe = [each for each in right if scene.is_safe(each.method)]
        lucky = len(right) - len(safe)
        says = f"**{_count(len(right))}** {'is' if len(right) == 1 else 'are'} right"
        says += f", {NUMBERS[lucky].lower()} by luck." if lucky else "."
        if safe:
            least = min(each.cost for each in safe)
            cheapest = [f"**{NAMES[each.method]}**" for each in safe if each.cost == least]
            why = "the cheapest that sees all of it" if len(cheapest) == 1 else "the cheapest safe ones"
            says += f" {kind_of(scene)}: use {' or '.join(cheapest)}, {why} ({least})."
        page = Page("Comparison", COMPARED).says(says)
        return page.claiming(Claim("right", lambda: all(is_right(scene, each) for each in right), lambda: True))

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        figure.draw_board(canvas, moment)


def _count(right: int) -> str:
    return "All seven" if right == 7 else f"{NUMBERS[right]} of seven"


def kind_of(scene: Compared) -> str:
    """What the methods have to see of this motion."""
    turning = [name for name, sweep in (("A", scene.sweep_a), ("B", scene.sweep_b)) if sweep.turn]
    if turning:
        return f"{' and '.join(turning)} turn{'s' if len(turning) == 1 else ''}"
    return "Nothing turns" if scene.velocity.any() else "Nothing moves"


def said(scene: Compared, step: MethodAsked) -> str:
    """The answer, what it is worth, and what it took."""
    told = {
        Worth.RIGHT: "right: there the gap is closed",
        Worth.LATE: f"late: A and B overlap by {fixed(-step.gap)}" if step.gap <= 0.0 else "late: B is past A",
        Worth.EARLY: f"early: A and B are still {fixed(step.gap)} apart",
        Worth.MISSED: "an impact is missed",
        Worth.IMAGINED: f"a false hit: A and B are {fixed(step.gap)} apart",
        Worth.UNKNOWN: "not known",
    }[step.verdict]
    is_advancement = step.method in (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL)
    if step.verdict is Worth.RIGHT and figure.worth(scene, step) == figure.BY_LUCK:
        told = figure.BY_LUCK
    elif step.verdict is Worth.RIGHT and step.fraction is None:
        told = "right"
    elif step.verdict is Worth.RIGHT and step.outcome is Outcome.HIT and is_advancement:
        told = f"right: the gap is down to $s_0$ = {fixed(scene.target, 4)}"
    time = "" if step.fraction is None else fixed(step.fraction)
    if time and step.method is MotionMethod.SUB_STEPS:
        time = f"{round((step.fraction or 0.0) * scene.count)}/{scene.count} = **{time}**"
    elif time:
        time = f"**{time}**"
    when = f"t = {time}, " if time else "No impact reported: "
    return f"{when}{tint(told, figure.ink_of(step))}. Work: {work(scene, step)} dot products."


def work(scene: Compared, step: MethodAsked) -> str:
    """How a cost comes about, from the numbers of vertices n and m."""
    n, m = len(scene.a.shape.points), len(scene.b.shape.points)
    took = counted(step.count, step.unit).replace("querys", "queries")
    match step.method:
        case MotionMethod.END_ONLY | MotionMethod.SUB_STEPS:
            return f"{took} · 2 · {n} · {m} = {step.cost}"
        case MotionMethod.RAY:
            return f"2 · {took} = {step.cost}"
        case MotionMethod.LINEAR_CAST:
            return f"A − B, 3 · ({n} + {m}) = {step.cost}"
        case MotionMethod.GJK_RAY_CAST | MotionMethod.CONSERVATIVE:
            return f"{took}, {step.cost // (n + m)} · ({n} + {m}) = {step.cost}"
    return f"{took}, {step.cost}"


def is_right(scene: Compared, asked: MethodAsked) -> bool:
    """By the gap over the whole motion alone: 0 at the answer's time, and never less before it."""
    size, (times, gaps) = scene.a.shape.size + scene.b.shape.size, scene.gaps
    if gaps[0] < 0.02 * size:  # in contact at the start, or nearly
        return bool(gaps[0] > -1e-9) or asked.fraction is not None
    before = gaps if asked.fraction is None else gaps[times < asked.fraction]
    return bool(before.min() > -0.02 * size) and (asked.fraction is None or abs(asked.gap) < 0.02 * size)


def claims(scene: Compared, step: MethodAsked) -> tuple[Claim, ...]:
    """That the formula gives this time, and that the gap then is as said."""
    t = step.fraction
    gap = Claim("s(t)", lambda: step.gap, lambda: separation(*scene.at(1.0 if t is None else t)), 1e-6)
    if t is None:
        return gap, Claim(
            "no t", lambda: step.verdict is Worth.UNKNOWN or none_meets(scene, step.method), lambda: True
        )
    match step.method:
        case MotionMethod.END_ONLY:
            formula = Claim("t in {0, 1}", lambda: t in (0.0, 1.0), lambda: True)
        case MotionMethod.SUB_STEPS:
            formula = Claim("t n", lambda: t * scene.count, lambda: round(t * scene.count))
        case MotionMethod.RAY:
            at = scene.b.pose.position - t * scene.velocity
            formula = Claim("x(t) on A", lambda: separation(scene.a.world, point(at)) <= 1e-6, lambda: True)
        case MotionMethod.LINEAR_CAST | MotionMethod.GJK_RAY_CAST:
            formula = Claim("s, without turns", lambda: separation(*scene.slid(t)) <= 1e-6, lambda: True)
        case _:
            size = scene.a.shape.size + scene.b.shape.size
            formula = Claim("s at the target", lambda: separation(*scene.at(t)) <= 0.02 * size, lambda: True)
    return gap, formula


def none_meets(scene: Compared, method: MotionMethod) -> bool:
    """Whether at no time that the method looks at what it moves is in A."""
    times, gaps = scene.gaps
    match method:
        case MotionMethod.END_ONLY | MotionMethod.SUB_STEPS:
            count = 1 if method is MotionMethod.END_ONLY else scene.count
            return min(separation(*scene.at(k / count)) for k in range(count + 1)) > -1e-9
        case MotionMethod.RAY if length(scene.velocity) <= SMALLEST_LENGTH:
            return True  # a ray needs a direction
        case MotionMethod.RAY:
            path = (scene.b.pose.position - t * scene.velocity for t in times)
            return min(separation(scene.a.world, point(at)) for at in path) > -1e-6
        case MotionMethod.LINEAR_CAST | MotionMethod.GJK_RAY_CAST:
            return min(separation(*scene.slid(t)) for t in times[::4]) > -1e-6
    return bool(gaps.min() > -1e-9)


def question(scene: Compared) -> Prediction | None:
    """What the linear cast says of a motion with a turn."""
    cast = scene.of(MotionMethod.LINEAR_CAST)
    seen = all(scene.of(m).verdict is Worth.RIGHT for m in (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL))
    if scene.sweep_b.turn and not scene.sweep_a.turn and cast.verdict is Worth.MISSED and seen:
        text = "A and B meet, as B turns. Which of the four methods to come will see it?"
        return Choose(text, partial(_judge_seen, scene), (NONE, CASTS, ADVANCEMENTS, ALL), frozenset((ADVANCEMENTS,)))
    if (
        not scene.turns
        or cast.outcome is not Outcome.HIT
        or cast.verdict is Worth.RIGHT
        or scene.sweep_a.motion.any()
    ):
        return None
    if cast.verdict is Worth.IMAGINED:
        text = "The linear cast moves B without its turn. Will it report an impact?"
        return Choose(text, partial(_judge_hit, scene), (YES, NO), frozenset((YES,)))
    start, way = _cast_from(scene), scene.sweep_b.motion
    path = tuple((float(x), float(y)) for x, y in (start, start + way))
    right = start + (cast.fraction or 0.0) * way
    text = "The linear cast moves B **without its turn**. In its cell, drag B's centre to where the cast stops it."
    return Place(
        text,
        partial(_judge_stop, scene),
        start=(path[1],),
        right=((float(right[0]), float(right[1])),),
        pane="board",
        along=(path,),
        names=("centre of B",),
    )


def _cast_from(scene: Compared) -> Vector:
    """B's centre at the start, in the cell of the linear cast."""
    return scene.b.pose.position + figure.cell_of(scene, MotionMethod.LINEAR_CAST)


def _judge_stop(scene: Compared, points: Points) -> Verdict:
    cast, start, way = scene.of(MotionMethod.LINEAR_CAST), _cast_from(scene), scene.sweep_b.motion
    stop = cast.fraction or 0.0
    t = float((points[0] - start) @ way / (way @ way))
    gap = separation(*scene.slid(t))
    right = abs(t - stop) <= NEAR
    draw = partial(_draw_slid, scene, stop if right else t, right)
    if right:
        told = f"Without its turn B touches A at t = {fixed(stop)}. With its turn it is still {fixed(cast.gap)} away."
        if cast.gap <= 0.0:
            deep = fixed(-cast.gap)
            told = f"Without its turn B touches A at t = {fixed(stop)}. With its turn it is {deep} deep in A."
        x, y = (start + stop * way).tolist()
        return Verdict(True, told, remarks=(Remark((x, y), f"t = {fixed(stop)}", right=True),), draw=draw)
    if gap > 0.0:
        told = f"At t = {fixed(t)} B as it is at the start, not turned, is still {fixed(gap)} away from A."
        return Verdict(False, told, "Too early", (Remark(points[0], f"gap {fixed(gap)}"),), draw=draw)
    told = f"At t = {fixed(t)} B, not turned, is {fixed(-gap)} deep in A. It keeps the angle that it has at t = 0."
    return Verdict(False, told, "Too late", (Remark(points[0], f"{fixed(-gap)} deep"),), draw=draw)


def _draw_slid(scene: Compared, t: float, right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "board":
        figure.slid_ghost(canvas, scene, t, Ink.ANSWER if right else Ink.FAULTY)


def _judge_seen(scene: Compared, answer: str) -> Verdict:
    last = scene.of(MotionMethod.BILATERAL)
    if answer == ADVANCEMENTS:
        told = f"Both look at the turn and stop at t = {fixed(last.fraction or 0.0)}. The casts move B without it."
        at = scene.b.pose.position + figure.cell_of(scene, MotionMethod.BILATERAL)
        return Verdict(True, told, remarks=(Remark((float(at[0]), float(at[1])), "sees the turn", right=True),))
    told = "Both casts move B without its turn: like that it never comes to A, so they report no hit."
    head, method, words = "Not the casts", MotionMethod.LINEAR_CAST, "not turned: no hit"
    if answer == NONE:
        told = "The advancements step by a bound of all motion, the turn included: they cannot pass the impact."
        head, method, words = "Two do", MotionMethod.CONSERVATIVE, "sees the turn"
    at = scene.b.pose.position + figure.cell_of(scene, method)
    return Verdict(False, told, head, remarks=(Remark((float(at[0]), float(at[1])), words),))


def _judge_hit(scene: Compared, answer: str) -> Verdict:
    cast = scene.of(MotionMethod.LINEAR_CAST)
    t = fixed(cast.fraction or 0.0)
    draw = partial(_draw_slid, scene, cast.fraction or 0.0, answer == YES)
    if answer == YES:
        told = (
            f"Yes, at t = {t}: without its turn B would hit A there. Really B turns out of the way, a **false hit**."
        )
        return Verdict(True, told, draw=draw)
    told = f"B does turn out of the way, but the cast does not see that: its B touches A at t = {t}."
    return Verdict(False, told, "It does", draw=draw)


class AllMethods(Lesson[Compared]):
    id = "all-methods"
    title = "All methods on one motion"
    source = "Collision detection for dummies"
    summary = "Discrete steps, a ray, casts and advancements on one motion: what each sees, and what it costs."
    terms = ("false hit", "missed impact", "cost")
    builds_on = ("tunnelling", "linear-cast", "gjk-ray-cast", "conservative-advancement", "bilateral-advancement")
    story = AllMethodsStory()
    scenes = presets()
    presents = 0

    def run(self, scene: Compared) -> Trace[ComparisonStep, MethodsCompared]:
        return scene.trace

    @property
    def layout(self) -> Layout:
        return above(
            Pane("board", "", figure.draw_board, is_world=True, share=0.63, margin=0.006),
            Pane(
                "curve",
                "True gap s(t) over the time t, and where each method stops",
                figure.draw_curve,
                axes=figure.axes_of,
                share=0.37,
                follows_time=True,
            ),
        )

    def shows_controls(self, moment: Moment[Compared]) -> bool:
        """At the end all seven rows are seen."""
        return not isinstance(moment.step, MethodsCompared)

    def clock(self, moment: Moment[Compared]) -> Clock:
        """Each body stops by itself."""
        return Clock(3.0, ticks=(1.0,) * len(moment.trace), told=fraction())

    def situation(self, moment: Moment[Compared]) -> str:
        scene, truth = moment.scene, moment.scene.trace.result.truth
        match truth.outcome:
            case Outcome.HIT:
                stand = f"A and B meet at t = **{fixed(truth.fraction)}**."
            case Outcome.OVERLAPPED:
                stand = "A and B are in contact at the start."
            case Outcome.FAILED:
                return "The search for the impact was ended by its cap."
            case _:
                stand = "A and B do not meet."
        if not isinstance(moment.step, MethodsCompared):
            return stand
        right = len(scene.right)
        what = "this time" if truth.outcome is Outcome.HIT else "this"
        return f"{stand} {_count(right)} methods {'reports' if right == 1 else 'report'} {what}."

    def challenge(self, moment: Moment[Compared]) -> Challenge:
        cast, truth = moment.scene.of(MotionMethod.LINEAR_CAST), moment.scene.trace.result.truth
        said_ = "no hit" if cast.fraction is None else f"t = {fixed(cast.fraction)}"
        true = f"impact {fixed(truth.fraction)}" if truth.outcome is Outcome.HIT else "no impact"
        is_known = moment.index >= CAST or question(moment.scene) is None  # what is asked is not told here
        return Challenge(
            "Find a motion on which the linear cast is **late**: A and B overlap when it stops.",
            cast.verdict is Worth.LATE and cast.gap < -0.05,
            f"cast: {said_}, {true}" if is_known else true,
            "Let B turn a long arm towards A.",
        )
