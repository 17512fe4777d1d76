"""What is asked of a motion before the methods answer: which of them report the truth, how many substeps find a short
impact, how many cannot miss one, where B ends as seen from A, where the linear cast stops B, which of the last
four see a turn, and how far a step is safe."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from geometry import Outcome, separation
from geometry.time_of_impact.comparison import MethodAsked, MotionMethod, Verdict
from geometry.vector import Vector
from lessons.motion import all_methods_figure as figure
from lessons.motion import all_methods_now as now_figure
from lessons.motion.all_methods_scene import CASTS, MOST_STEPS, NAMES, Compared
from viz.lesson import prediction
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Adjust, Challenge, Choose, Place, Points, Prediction, Remark
from viz.lesson.text import fixed

FIRST_STEPS = 8  # substeps that miss the impact where more of them are asked for
NEAR = 0.05  # of the time: a placed point as near as this to the right one is right
CLOSE = 0.1  # of B's size: so is one in the plane
NONE, THE_CASTS, ADVANCEMENTS, ALL = "none", "the casts", "the advancements", "all four"
WISHES = {  # of the linear cast, and how B is to turn for it
    Verdict.LATE: ("is **late**: A and B overlap when it stops", "Let B turn a long arm towards A."),
    Verdict.EARLY: ("is **early**: A and B are apart when it stops", "Let B turn its near arm away from A."),
    Verdict.IMAGINED: ("reports a **false positive**: A and B do not meet", "Let B turn out of A's way."),
    Verdict.MISSED: ("reports no hit, but A and B meet: a **missed hit**", "Let B turn an arm into A as it passes."),
}
LATER = tuple(method for method in MotionMethod if method is not MotionMethod.END_ONLY)


def question(scene: Compared, step: MethodAsked) -> Prediction | None:
    """What is asked at a method's step."""
    match step.method:
        case MotionMethod.END_ONLY:
            return _which_tell_the_truth(scene)
        case MotionMethod.SUB_STEPS:
            if now_figure.asks_step(scene):
                return None
            return _where_seen_from_a(scene) or _how_many_steps(scene) or _how_many_are_sure(scene)
        case MotionMethod.RAY:
            return _who_sees_the_turn(scene) or _where_the_cast_stops(scene)
        case MotionMethod.CONSERVATIVE:
            return _how_far_is_safe(scene)
    return None


def _which_tell_the_truth(scene: Compared) -> Adjust | None:
    """Where nothing meets, and a turn that the casts leave out has them report a hit."""
    if not figure.is_marked(scene):
        return None
    text = "A and B do not meet. In the figure click every later method that will report **no hit**, then check."
    right = tuple(NAMES[method] for method in LATER if _tells_the_truth(scene, method))
    return Adjust(text, _judge_marks, lambda now: now.with_field("marked", right), "marked")


def _tells_the_truth(scene: Compared, method: MotionMethod) -> bool:
    return scene.of(method).fraction is None


def _judge_marks(scene: Compared) -> prediction.Verdict:
    wrong = [m for m in LATER if (NAMES[m] in scene.marked) is not _tells_the_truth(scene, m)]
    cast = fixed(scene.of(MotionMethod.LINEAR_CAST).fraction or 0.0)
    if not wrong:
        told = (
            f"Without its turn B would touch A at t = {cast}: a **false positive**. Tests and rays are right by luck."
        )
        return prediction.Verdict(True, told, draw=partial(_draw_marks, scene, ()))
    if not scene.marked:
        return prediction.Verdict(False, "Click at least one cell.", "Nothing chosen", counts=False)
    method = wrong[0]
    asked = scene.of(method)
    if method in CASTS:
        told = f"The {figure.named(method)} moves B without its turn: moved like this, B touches A at t = {cast}."
    elif method is MotionMethod.RAY:
        told = "The ray is the path of B's centre alone. It passes A by."
    elif method is MotionMethod.SUB_STEPS:
        told = f"None of the {asked.count} tests finds an overlap: there is none."
    else:
        told = f"{NAMES[method]} advancement takes the turn into account: it reports the truth on every motion."
    if asked.fraction is not None and method not in CASTS:
        told = f"{NAMES[method]} reports a hit at t = {fixed(asked.fraction)}."
    head = f"{NAMES[method]} reports {'no hit' if asked.fraction is None else 'a hit'}"
    return prediction.Verdict(False, told, head, draw=partial(_draw_marks, scene, (method,)))


def _draw_marks(scene: Compared, wrong: tuple[MotionMethod, ...], canvas: Canvas, pane: str) -> None:
    if pane == "board":
        right = () if wrong else tuple(method for method in LATER if _tells_the_truth(scene, method))
        figure.judged_cells(canvas, scene, right, wrong)


def _how_many_steps(scene: Compared) -> Adjust | None:
    """Where eight substeps miss a short impact, and more of them find it."""
    if scene.trace.result.truth.outcome is not Outcome.HIT:
        return None
    if scene.finds(FIRST_STEPS) is not None or scene.finds(MOST_STEPS) is None:
        return None
    text = "With n = 8 the impact lies between two tests. Raise n until a test finds it, then check."
    return Adjust(text, _judge_steps, _with_enough, "sub_steps", "Task")


def _with_enough(scene: Compared) -> Compared:
    """With the least number of substeps beyond the first that finds the impact."""
    enough = next(n for n in range(FIRST_STEPS + 1, MOST_STEPS + 1) if scene.finds(n) is not None)
    return scene.with_field("sub_steps", float(enough))


def _judge_steps(scene: Compared) -> prediction.Verdict:
    n, asked = scene.count, scene.of(MotionMethod.SUB_STEPS)
    found = scene.finds(n)
    if found is None:
        told = f"All {n + 1} tests miss it: cost {asked.cost}, and nothing is found."
        return prediction.Verdict(False, told, f"n = {n} misses the impact")
    told = f"Test {found + 1} of {n + 1}, at t = {found}/{n}, finds it, for {asked.cost} dot products."
    missing = [k for k in range(FIRST_STEPS, MOST_STEPS + 1) if k != n and scene.finds(k) is None]
    if missing:
        told += f" By luck: with n = {missing[-1]} it is missed{' again' if missing[-1] > n else ''}."
    return prediction.Verdict(True, told)


def _overlapping(scene: Compared) -> tuple[float, float] | None:
    """From when to when A and B overlap, where they meet and are apart again at the end."""
    times, gaps = scene.gaps
    inside = np.flatnonzero(gaps <= 0.0)
    if not len(inside) or inside[0] == 0 or inside[-1] == len(gaps) - 1 or np.ptp(inside) != len(inside) - 1:
        return None
    ends = (inside[0] - 1, inside[0]), (inside[-1] + 1, inside[-1])
    first, last = (float(np.interp(0.0, gaps[[i, j]][::-1], times[[i, j]][::-1])) for i, j in ends)
    return first, last


def _how_many_are_sure(scene: Compared) -> Adjust | None:
    """Where eight substeps find a short overlap: how few would do without luck."""
    span = _overlapping(scene)
    if span is None or scene.finds(FIRST_STEPS) is None:
        return None
    lasts = span[1] - span[0]
    need = math.ceil(1.0 / lasts)
    if need in (1, FIRST_STEPS) or need > MOST_STEPS:
        return None
    text = (
        f"The overlap lasts from t = {fixed(span[0], 3)} to {fixed(span[1], 3)}. "
        "Set the least n that **cannot** miss an overlap of this length."
    )
    return Adjust(
        text,
        partial(_judge_sure, need, lasts),
        lambda now: now.with_field("sub_steps", float(need)),
        "sub_steps",
        "Task",
    )


def _judge_sure(need: int, lasts: float, scene: Compared) -> prediction.Verdict:
    n = scene.count
    apart = f"1/{n} = {fixed(1.0 / n, 3)}"
    if n > need:
        told = f"Tests {apart} apart: closer than an overlap of {fixed(lasts, 3)} needs. Fewer will do."
        return prediction.Verdict(False, told, "Too many")
    if n < need:
        found = "is missed" if scene.finds(n) is None else "is found by luck"
        told = f"Tests {apart} apart can step over an overlap of {fixed(lasts, 3)}. With n = {n} it {found}."
        return prediction.Verdict(False, told, "Too few")
    told = f"Tests {apart} apart cannot step over an overlap of {fixed(lasts, 3)}."
    missing = [k for k in range(2, need) if scene.finds(k) is None]
    if missing:
        told += f" With fewer a hit is luck: n = {missing[-1]} misses it."
    return prediction.Verdict(True, told)


def _where_seen_from_a(scene: Compared) -> Place | None:
    """Where both move: the end of the ray that comes next."""
    end = scene.b_end.pose.position
    if not now_figure.asks_place(scene, scene.of(MotionMethod.SUB_STEPS)):
        return None
    right = end - scene.sweep_a.motion
    return Place(
        "Seen from A, A stands still. Drag the ring to where A sees the centre of B at t = 1.",
        partial(_judge_seen_from_a, scene),
        start=((float(end[0]), float(end[1])),),
        right=((float(right[0]), float(right[1])),),
        pane="now",
        names=("centre of B",),
    )


def _judge_seen_from_a(scene: Compared, points: Points) -> prediction.Verdict:
    by, way, near = scene.sweep_a.motion, scene.sweep_b.motion, CLOSE * scene.b.shape.size
    start, end = scene.b.pose.position, scene.b_end.pose.position
    at = np.array(points[0])
    if math.dist(at, start - scene.velocity) <= near:
        told = f"B moves by {_pair(way)}, A by {_pair(by)}. Seen from A, B moves by −v = {_pair(-scene.velocity)}."
        return prediction.Verdict(True, told, draw=partial(_draw_from_a, scene))
    told = f"A moves by {_pair(by)}. Seen from A, B moves by its own displacement less that of A: v_B − v_A."
    if math.dist(at, end) <= near:
        told = f"This is B's end as the world sees it. A moves by {_pair(by)}: subtract that from B's displacement."
    remark = Remark(points[0], "not seen from A")
    return prediction.Verdict(False, told, "Not from A", (remark,), draw=partial(_draw_way, start, at))


def _pair(way: Vector) -> str:
    return f"({fixed(float(way[0]))}, {fixed(float(way[1]))})"


def _draw_way(start: Vector, at: Vector, canvas: Canvas, pane: str) -> None:
    """The way of B that a wrong answer stands for."""
    if pane == "now":
        canvas.arrow(start, at, Ink.FAULTY, line=Line.DOTTED)


def _draw_from_a(scene: Compared, canvas: Canvas, pane: str) -> None:
    if pane == "now":
        start = scene.b.pose.position
        canvas.arrow(start, start - scene.velocity, Ink.ANSWER, line=Line.MEASURE)


def _who_sees_the_turn(scene: Compared) -> Choose | None:
    """Where a turn alone brings B to A."""
    cast = scene.of(MotionMethod.LINEAR_CAST)
    seen = all(scene.of(m).verdict is Verdict.RIGHT for m in (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL))
    if scene.sweep_b.turn and not scene.sweep_a.turn and cast.verdict is Verdict.MISSED and seen:
        text = "A and B meet, as B turns. Which of the four methods to come will see it?"
        options = (NONE, THE_CASTS, ADVANCEMENTS, ALL)
        return Choose(text, partial(_judge_seen, scene), options, frozenset((ADVANCEMENTS,)))
    return None


def _judge_seen(scene: Compared, answer: str) -> prediction.Verdict:
    last = scene.of(MotionMethod.BILATERAL)
    if answer == ADVANCEMENTS:
        told = f"Both look at the turn and stop at t = {fixed(last.fraction or 0.0)}. The casts move B without it."
        return prediction.Verdict(True, told, draw=partial(now_figure.draw_impact, scene))
    if answer == NONE:
        told = "The advancements step by a bound of all motion, the turn included: they cannot pass the impact."
        return prediction.Verdict(False, told, "Two do")
    told = "Both casts move B without its turn. Moved like this B never comes to A: they report no hit."
    (x, y) = scene.b.pose.position.tolist()
    return prediction.Verdict(False, told, "Not the casts", (Remark((x, y), "not turned: no hit"),))


def _where_the_cast_stops(scene: Compared) -> Place | None:
    """Where B turns on its way to a body at rest."""
    cast = scene.of(MotionMethod.LINEAR_CAST)
    if not now_figure.asks_place(scene, scene.of(MotionMethod.RAY)):
        return None
    text = "The linear cast comes next: it moves B **without its turn**. Drag B's centre to where this cast stops it."
    return _on_its_way(scene, text, _judge_stop, cast.fraction or 0.0)


def _on_its_way(
    scene: Compared, text: str, judge: Callable[[Compared, Points], prediction.Verdict], t: float
) -> Place:
    """B's centre, to be dragged along its path to where it is at a time."""
    start, way = scene.b.pose.position, scene.sweep_b.motion
    first, last, right = ((float(x), float(y)) for x, y in (start, start + way, start + t * way))
    return Place(
        text,
        partial(judge, scene),
        start=(last,),
        right=(right,),
        pane="now",
        along=((first, last),),
        names=("centre of B",),
    )


def _when(scene: Compared, points: Points) -> float:
    """The time at which B's centre comes to where it was placed on its path."""
    start, way = scene.b.pose.position, scene.sweep_b.motion
    return float(np.clip((points[0] - start) @ way / (way @ way), 0.0, 1.0))


def _judge_stop(scene: Compared, points: Points) -> prediction.Verdict:
    cast, start, way = scene.of(MotionMethod.LINEAR_CAST), scene.b.pose.position, scene.sweep_b.motion
    stop, t = cast.fraction or 0.0, _when(scene, points)
    gap = separation(*scene.slid(t))
    right = abs(t - stop) <= NEAR
    draw = partial(_draw_slid, scene, stop if right else t, right)
    if right:
        told = f"Without its turn B touches A at t = {fixed(stop)}. With its turn it is still {fixed(cast.gap)} away."
        if cast.gap <= 0.0:
            deep = fixed(-cast.gap)
            told = f"Without its turn B touches A at t = {fixed(stop)}. With its turn it is {deep} deep in A."
        x, y = (start + stop * way).tolist()
        return prediction.Verdict(True, told, remarks=(Remark((x, y), f"t = {fixed(stop)}", right=True),), draw=draw)
    if gap > 0.0:
        told = f"B, not turned, is still {fixed(gap)} away from A at t = {fixed(t)}."
        remark = Remark(points[0], f"gap {fixed(gap)}")
        return prediction.Verdict(False, told, "Too early", (remark,), draw=draw)
    told = f"B, not turned, is {fixed(-gap)} deep in A at t = {fixed(t)}. It keeps the angle that it has at t = 0."
    return prediction.Verdict(False, told, "Too late", (Remark(points[0], f"{fixed(-gap)} deep"),), draw=draw)


def _draw_slid(scene: Compared, t: float, right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "now":
        now_figure.slid_ghost(canvas, scene, t, is_right=right)


def _how_far_is_safe(scene: Compared) -> Place | None:
    """Where B closes in so much more slowly than its bound that the steps are short: where the first of them ends."""
    if not now_figure.asks_step(scene):
        return None
    first = scene.first_step
    text = f"At t = 0 the gap is s = {fixed(first.separation)}, and μ = {fixed(first.bound)}. "
    return _on_its_way(scene, f"{text}Drag B's centre to where the first step ends.", _judge_step, first.step)


def _judge_step(scene: Compared, points: Points) -> prediction.Verdict:
    first, t = scene.first_step, _when(scene, points)
    is_right = abs(t - first.step) <= NEAR
    draw = partial(now_figure.draw_step, scene, first.step if is_right else t, is_right)
    count = scene.of(MotionMethod.CONSERVATIVE).count
    if is_right:
        told = f"($s-s_0$) / μ = {fixed(first.step)}. B closes in far more slowly than μ: {count} queries are needed."
        return prediction.Verdict(True, told, draw=draw)
    could, s = (
        f"At speed μ the gap could close by {fixed(t * first.bound)} until t = {fixed(t)}",
        fixed(first.separation),
    )
    told, head = f"{could}, less than the gap of {s}: a longer step is safe.", "Too short"
    if t > first.step:
        told, head = f"{could}, more than the gap of {s}: this step is not safe.", "Too far"
    return prediction.Verdict(False, told, head, draw=draw)


def goal(scene: Compared) -> Challenge:
    """A motion on which a cast is wrong in the way that the scene aims at; where no turn can make it so, one on which
    a ray misses what it hits."""
    cast, truth = scene.of(MotionMethod.LINEAR_CAST), scene.trace.result.truth
    said = "no hit" if cast.fraction is None else f"t = {fixed(cast.fraction)}"
    true = f"impact {fixed(truth.fraction)}" if truth.outcome is Outcome.HIT else "no impact"
    if len(scene.b.shape.points) == 1 and not scene.sweep_a.turn:
        return _past_the_ray(scene, said)
    if scene.aim is None:
        return _between_the_ends(scene)
    wish, hint = WISHES[scene.aim]
    is_seen = scene.aim not in (Verdict.LATE, Verdict.EARLY) or abs(cast.gap) > 0.05
    text = f"Drag and turn the end of B until the linear cast {wish}."
    return Challenge(text, cast.verdict is scene.aim and is_seen, f"cast: {said}, {true}", hint)


def _between_the_ends(scene: Compared) -> Challenge:
    """A body that comes into A and leaves it again, and stays in it for longer than a substep."""
    end, steps = ("no hit" if scene.of(method).fraction is None else "a hit"
                  for method in (MotionMethod.END_ONLY, MotionMethod.SUB_STEPS))  # fmt: skip
    return Challenge(
        f"Drag and turn the end of B until {FIRST_STEPS} substeps find the impact, but the end test misses it.",
        (end, steps, scene.count) == ("no hit", "a hit", FIRST_STEPS),
        f"end: {end}, n = {scene.count}: {steps}",
        "Let B stay in A for longer than 1/8, and leave it before t = 1.",
    )


def _past_the_ray(scene: Compared, said: str) -> Challenge:
    """Of a circle: its centre passes A, its rim does not."""
    ray, cast = scene.of(MotionMethod.RAY), scene.of(MotionMethod.LINEAR_CAST)
    seen = "no hit" if ray.fraction is None else f"t = {fixed(ray.fraction)}"
    return Challenge(
        "Drag B's end until the **ray** misses A, but the linear cast is right: it hits A.",
        ray.verdict is Verdict.MISSED and cast.verdict is Verdict.RIGHT,
        f"ray: {seen}, cast: {said}",
        "Let the centre of B pass A, but not its rim.",
    )
