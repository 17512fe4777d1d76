"""What is said of each method on a motion: its idea and formula, what its answer is worth, what it costs."""

from __future__ import annotations

from geometry import Outcome
from geometry.time_of_impact.comparison import MethodAsked, MotionMethod, Verdict
from lessons.motion import all_methods_figure as figure
from lessons.motion.all_methods_costs import cheapest, safe
from lessons.motion.all_methods_scene import ADVANCEMENTS, CASTS, Compared
from viz.lesson.text import counted, fixed, tint

NUMBERS = ("None", "One", "Two", "Three", "Four", "Five", "Six")
IDEAS = {
    MotionMethod.END_ONLY: (
        "Seven methods look for one impact. The first tests only start and end. **Cost** counts dot products: each "
        "tells how far a vertex lies along a direction."
    ),
    MotionMethod.SUB_STEPS: (
        "Test A and B after each of n equal **substeps**. The impact is found up to one substep late. A short "
        "overlap can still be missed."
    ),
    MotionMethod.RAY: (
        "Cast a **ray** from B's centre. Seen from A the centre moves by $-t\\,\\boldsymbol{v}$, with "
        "$\\boldsymbol{v} = \\boldsymbol{v}_A - \\boldsymbol{v}_B$. The ray sees neither B's size nor its turn."
    ),
    MotionMethod.LINEAR_CAST: (
        "The **linear cast** moves the whole shape, but without its turn. It is exact if nothing turns. If not, it "
        "can be early or late, miss a hit, or report a **false positive**."
    ),
    MotionMethod.GJK_RAY_CAST: (
        "The **GJK ray cast** leaves out the turn too. Each step closes the gap $\\gap{g}$ along $\\hat n$. It needs "
        "only support points: each takes a dot product with every vertex."
    ),
    MotionMethod.CONSERVATIVE: (
        "**Conservative advancement** takes $\\mu$, a bound of the closing speed, turns included: no step passes the "
        "impact. It stops at $s_0$, a small **target gap**."
    ),
    MotionMethod.BILATERAL: (
        "**Bilateral advancement** picks one axis and finds when the gap $\\gap{g}$ along it first closes to $s_0$. "
        "It jumps to that time, or to an earlier one if A and B could meet before."
    ),
}
UNTURNED = r"\mathrm{dist}(\A{A},\ \B{B}-t\,\examined{\boldsymbol{v}})=0"
STEP = r"t\leftarrow t+\frac"
FORMULAS = {
    MotionMethod.END_ONLY: r"t\in\{0,\ 1\}",
    MotionMethod.SUB_STEPS: r"t=k/n,\quad k=0,\ 1,\ \dots,\ n",
    MotionMethod.RAY: r"\examined{\boldsymbol{x}}(t)=\examined{\boldsymbol{c}_B}-t\,\examined{\boldsymbol{v}}",
    MotionMethod.LINEAR_CAST: UNTURNED,
    MotionMethod.GJK_RAY_CAST: STEP + r"{\gap{g}}{\examined{\boldsymbol{v}}\cdot\hat n}",
    MotionMethod.CONSERVATIVE: STEP + r"{\gap{s(t)}-s_0}{\examined{\mu}},\quad\text{until } \gap{s(t)}\approx s_0",
    MotionMethod.BILATERAL: r"\gap{g(t)}=s_0\ \text{ along an axis,}\quad\text{until } \gap{s(t)}\approx s_0",
}
COMPARED = (
    "If nothing turns, use a **cast**. Else use an **advancement**: it is right on all motions, up to its "
    "tolerance. Tests and rays can be right **by luck**."
)
USED = {
    MotionMethod.END_ONLY: "a test at the end",
    MotionMethod.SUB_STEPS: "substeps",
    MotionMethod.RAY: "a ray",
    MotionMethod.LINEAR_CAST: "a linear cast",
    MotionMethod.GJK_RAY_CAST: "a GJK ray cast",
    MotionMethod.CONSERVATIVE: "conservative advancement",
    MotionMethod.BILATERAL: "bilateral advancement",
}
TOGETHER = {
    frozenset(CASTS): "a linear or a GJK ray cast",
    frozenset(ADVANCEMENTS): "either advancement",
}


def count_told(right: int) -> str:
    return "All seven" if right == 7 else f"{NUMBERS[right]} of seven"


def compared_told(scene: Compared) -> str:
    """How many are right by luck, and the cheapest of those that cannot fail on a motion like this."""
    found, lucky = safe(scene), len(scene.right) - len(safe(scene))
    says = f"{NUMBERS[lucky]} {'is' if lucky == 1 else 'are'} right by luck. " if lucky else ""
    if not found:
        return f"{says}{kind_of(scene)}."
    best = cheapest(scene)
    methods = [each.method for each in best]
    named = TOGETHER.get(frozenset(methods)) or " or ".join(USED[method] for method in methods)
    begins = f"{says}Here **{named}**" if lucky else f"{kind_of(scene)}: here **{named}**"
    told = f"{begins} ({best[0].cost}) is the cheapest that is always right"
    if methods != [MotionMethod.BILATERAL]:
        return f"{told}."
    jumps, steps = (scene.of(method).count for method in (MotionMethod.BILATERAL, MotionMethod.CONSERVATIVE))
    return f"{told}: {counted(jumps, 'query')}, not {steps}." if jumps < steps else f"{told}."


def kind_of(scene: Compared) -> str:
    """What the methods have to see of this motion."""
    turning = [name for name, sweep in (("A", scene.sweep_a), ("B", scene.sweep_b)) if sweep.turn]
    if turning:
        return f"{' and '.join(turning)} turn{'s' if len(turning) == 1 else ''}"
    return "Nothing turns" if scene.velocity.any() else "Nothing moves"


def said(scene: Compared, step: MethodAsked) -> str:
    """The answer, what it is worth, and what it took."""
    by = figure.worth(scene, step)
    told = {
        Verdict.RIGHT: "right: there the gap is closed",
        Verdict.LATE: f"{by}: A and B overlap by {fixed(-step.gap)}" if step.gap <= 0.0 else f"{by}: B is past A",
        Verdict.EARLY: f"{by}: the gap is {fixed(step.gap)}",
        Verdict.MISSED: "a missed hit",
        Verdict.IMAGINED: f"a false positive: the gap is {fixed(step.gap)}",
        Verdict.UNKNOWN: "not known",
    }[step.verdict]
    if step.verdict is Verdict.RIGHT and figure.worth(scene, step) == figure.BY_LUCK:
        told = figure.BY_LUCK
    elif step.verdict is Verdict.RIGHT and step.fraction is None:
        told = "right"
    elif step.verdict is Verdict.RIGHT and step.outcome is Outcome.HIT and step.method in ADVANCEMENTS:
        is_first = step.method is MotionMethod.CONSERVATIVE  # the other one stops at the same
        gap = f"right: gap {fixed(step.gap, 4)}"
        told = f"{gap}, $s_0$ = {target_told(scene)}" if is_first else gap
    time = "" if step.fraction is None else fixed(step.fraction)
    if time and step.method is MotionMethod.SUB_STEPS:
        time = f"{round((step.fraction or 0.0) * scene.count)}/{scene.count} = **{time}**"
    elif time:
        time = f"**{time}**"
    when = f"t = {time}, " if time else "No impact reported: "
    return f"{when}{tint(told, figure.ink_of(step))}. Cost **{step.cost}**."


def target_told(scene: Compared) -> str:
    """The gap that both advancements stop at, and how far off it may be."""
    return f"{fixed(scene.lengths.target, 4)} ± {fixed(scene.lengths.tolerance, 4)}"
