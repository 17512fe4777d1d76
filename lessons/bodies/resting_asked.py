"""What is asked of bodies at rest: an impulse after a few iterations, the point that carries most, a lower stack."""

from __future__ import annotations

from geometry import Stepped
from geometry.feature import FeatureRef
from lessons.bodies.resting_chart import reach, top_of
from lessons.bodies.resting_figure import carried, done, point, trace_of
from lessons.bodies.resting_scene import Stack, found, on_floor
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge, Click, Place, Points, Remark, Verdict
from viz.lesson.text import counted, fixed

CURVES = "Curves"  # the pane
NEAR = 0.1  # of what is needed: so near a placed impulse is right
MANY, MOST_LOW, FEW, ENOUGH = (
    5,
    3,
    4,
    0.85,
)  # the challenge: boxes, those on the floor, iterations, part of the weight


def after_iterations(moment: Moment[Stack]) -> Place | None:
    """What the floor carries without a warm start; of a stack that is at rest, and far from done."""
    scene, start = moment.scene, carried(trace_of(moment, is_other=False))[0]
    values, top = carried(trace_of(moment, is_other=True)), top_of(moment)
    x = scene.iterations / reach(scene)
    if done(moment) != 1 or scene.iterations == 1:  # after the first one, which is seen
        return None
    if abs(start - scene.needed) > NEAR * scene.needed or values[-1] > 0.6 * scene.needed:
        return None

    def judge(points: Points) -> Verdict:
        ((_, y),) = points
        placed = y * top
        if abs(placed - values[-1]) <= NEAR * scene.needed:
            share = fixed(100.0 * values[-1] / scene.needed, 0)
            return Verdict(
                True,
                f"**{fixed(values[-1])}**, {share} %: an iteration passes only a part of a weight on, and by "
                "one body only.",
                remarks=(Remark((x, values[-1] / top), fixed(values[-1]), True),),
            )
        more, first = counted(scene.iterations - 1, "more iteration"), fixed(values[1])
        why = (
            f"**{fixed(placed)}** is too much. The first iteration gave {first}, and each later one adds less: it "
            "passes only a part of the weights above on."
            if placed > values[-1]
            else f"**{fixed(placed)}** is too little. The first iteration gave {first}; {more} add a part of the "
            "weights above."
        )
        head = "Too much for so few iterations" if placed > values[-1] else "Too little"
        return Verdict(False, why, head, (Remark((x, y), f"{fixed(placed)}: {head.split(' for')[0].lower()}"),))

    text = (
        f"Without warm start: drag the point to the floor's impulse after {counted(scene.iterations, 'iteration')}."
    )
    return Place(text, judge, ((x, scene.needed / top),), ((x, values[-1] / top),), CURVES, (((x, 0.0), (x, 1.0)),))


def most_loaded(moment: Moment[Stack]) -> Click | None:
    """The point with the greatest impulse, where one stands out."""
    scene, contacts = moment.scene, moment.step.contacts
    known = dict(scene.memory.impulses)
    loads = [known[c.id].normal if c.id in known else 0.0 for c in contacts]
    order = sorted(range(len(loads)), key=lambda i: -loads[i])
    if not scene.is_column or len(order) < 3 or loads[order[0]] < 1.15 * loads[order[1]]:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in map(point, order):
            return Verdict(False, "Click a contact point.", "A contact point")
        i, is_right = answer.index, answer.index == order[0]
        (x, y), above = contacts[i].point, len(scene.things) + 1 - contacts[i].id.pair.body_b
        carries = f"Point {i + 1} carries **{fixed(loads[i])}** N·s: {above} of {len(scene.things)} are above it"
        because = (
            f"{carries}, and most of their weight is on its side."
            if is_right
            else f"{carries}, and the pair shares their weight. Look for most of a larger weight."
        )
        remark = Remark((float(x), float(y)), fixed(loads[i]), is_right)
        return Verdict(is_right, because, "" if is_right else f"Not point {i + 1}", (remark,))

    text = "Which contact point carries most while all bodies rest? Click it."
    return Click(text, judge, frozenset((point(order[0]),)))


def restacked(moment: Moment[Stack]) -> Challenge | None:
    """Of the five boxes: fewer levels need fewer iterations."""
    scene = moment.scene
    if not scene.is_goal or moment.compare:
        return None
    trace = scene.first(scene.other(""))
    contacts = found(trace)
    low = len({contacts[i].id.pair.body_b for i in on_floor(contacts)})
    share = carried(trace)[-1] / scene.needed
    is_told = done(moment) == scene.iterations or moment.has_seen(Stepped)  # before that a prediction asks for it
    return Challenge(
        f"Restack all {MANY} boxes, at most {MOST_LOW} on the floor: {FEW} iterations reach {100 * ENOUGH:.0f} % "
        "**without** warm start.",
        len(scene.things) == MANY and low <= MOST_LOW and share >= ENOUGH and scene.iterations <= FEW,
        f"now {100.0 * share:.0f} %, {low} box{'' if low == 1 else 'es'} on the floor" if is_told else "",
        "One iteration passes only a part of a weight on, and by one body only. Build low and wide.",
    )
