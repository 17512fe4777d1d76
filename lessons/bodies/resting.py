"""Resting: what warm starting, feature ids, two contact points and slop do for bodies that lie on one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Stepped, Trace, separating_axis
from geometry.dynamics.contacts import BodyContact, ContactsFound
from geometry.dynamics.step import GravityApplied, ImpulseApplied, Pushed, WarmStarted
from geometry.feature import Feature, FeatureRef
from geometry.trace import Grouped, grouped
from lessons.bodies.resting_figure import (
    HEADROOM,
    UNIT,
    carried,
    draw_curves,
    draw_stack,
    frames_at,
    point,
    run_of,
    sums,
    trace_of,
)
from lessons.bodies.resting_scene import (
    BIAS,
    EACH,
    FRAMES,
    G,
    ONE,
    OTHERS,
    RATE,
    SECONDS,
    SLOP,
    Stack,
    column,
    deep,
    dropped,
    found,
    on_floor,
    rounded_stack,
    state,
)
from lessons.bodies.runs import deepest, new_ids
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Point, TextStyle
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_first, at_last, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge, Click, Place, Points, Remark, Verdict
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint

CURVES = "Curves"
NEAR = 0.1  # of what is needed: so near a placed impulse is right
MOST_SUNK = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Time runs: the last step of this lesson."""

    seconds: float


STAGES: Mapping[type, str] = {
    GravityApplied: "Gravity",
    ContactsFound: "Contacts",
    WarmStarted: "Warm start",
    Grouped: "Iterations",
    ImpulseApplied: "Iterations",
    Pushed: "Push",
    Stepped: "Move",
    Played: "Time",
}
IDEAS: Mapping[str, str] = {
    "Gravity": "Gravity gives every body the same downward speed in each frame. At rest the contacts must take all "
    "of it away again.",
    "Contacts": "Each contact point has a **feature id**: the edge and the vertex that make it. The same id as in "
    "the last frame is the same contact.",
    "Warm start": "Begin with the last frame's impulses, found by their ids: a **warm start**. At rest they are "
    "already right.",
    "Iterations": "Each point corrects its own speed $v_n$ and disturbs its neighbours, again and again: "
    "**sequential impulses**. The sum $j$ stays at 0 or more.",
    "Push": "Depth beyond the **slop** is pushed out of the positions, a part in each frame. The slop itself stays, "
    "so the contact stays.",
    "Move": "Move every body by its velocity and its push. Store the sums $j$ by id for the next frame.",
    "Time": "Time runs. A warm start goes on in each frame where the last one ended; without it every frame begins "
    "at 0 again.",
}
FAULTS: Mapping[str, str] = {
    ONE: "With the deepest point alone the body rotates about it. Next another corner is deepest: another id, so "
    "the warm start finds no impulse.",
    BIAS: "A **bias** asks the contact for a speed instead of a push. When the depth is gone the body still has that "
    "speed.",
    EACH: "Here each single impulse is clamped at 0, so the sum never falls. What one iteration gave too much, no "
    "later one takes back.",
    SLOP: "Without slop the push ends the contact, and with it the id. When the body comes down again, the contact "
    "is new and begins at 0.",
}
FORMULAS: Mapping[str, str] = {
    "Gravity": r"\examined{\Delta v}=g\,\Delta t",
    "Warm start": r"\answer{j}\leftarrow \answer{j}_{\mathrm{last\ frame}}",
    "Iterations": r"\answer{j}\leftarrow \max\left(0,\ \answer{j}+\frac{v^*-v_n}{K_n}\right)",
    "Push": r"\mathrm{push}=0.2\,\max(0,\ \overlap{\mathrm{depth}}-\mathrm{slop})",
    "Move": r"x\leftarrow x+v\,\Delta t+\mathrm{push}",
}


class RestingStory(Story):
    columns = ("rules", "floor's $j$", "depth", "energy")
    stages = STAGES

    def page(self, moment: Moment[Stack]) -> Page:
        stage = STAGES[type(moment.step)]
        idea = FAULTS[moment.compare] if moment.compare and stage in ("Iterations", "Time") else IDEAS[stage]
        page = Page(stage, idea, FORMULAS.get(stage, ""), nested="Impulses" if stage == "Iterations" else "")
        page = TOLD[stage](page, moment)
        if moment.parent is not None or moment.compare:
            return page
        if stage == "Contacts":
            return page.asks(most_loaded(moment), situation(moment))
        return page.asks(after_iterations(moment), situation(moment)) if stage == "Warm start" else page

    def draw(self, canvas: Canvas, moment: Moment[Stack]) -> None:
        draw_stack(canvas, moment)


def _gravity(page: Page, moment: Moment[Stack]) -> Page:
    scene, step = moment.scene, moment.step
    speed = tint(f"**{fixed(G / RATE)}**", Ink.EXAMINED)
    return page.says(
        f"Each body gets {speed} of downward speed, all together **{fixed(scene.needed)}** of momentum."
    ).claiming(
        Claim("speed", lambda: [m.velocity[1] for m in step.motions[1:]], lambda: [-G / RATE] * len(scene.things))
    )


def _contacts(page: Page, moment: Moment[Stack]) -> Page:
    contacts, known = moment.step.contacts, {name for name, _ in moment.scene.memory.impulses}
    page = page.claiming(Claim("gaps", lambda: [c.separation for c in contacts], lambda: _gaps(moment, contacts)))
    if not contacts:
        return page.says("No body touches another one: there are no contact points.")
    first, many = contacts[0], counted(len(contacts), "contact point")
    a, b = first.id.pair.body_a, first.id.pair.body_b
    made = f"Point 1: {_named(first.id.of_a)} of {_owner(a)}, {_named(first.id.of_b)} of {_owner(b)}."
    return page.says(f"{many}, **{sum(c.id in known for c in contacts)}** with a known id. {made}")


def _gaps(moment: Moment[Stack], contacts: Sequence[BodyContact]) -> list[float]:
    """Of the points of a pair the deepest is as deep as the shapes overlap; the others are told by themselves."""
    shapes = [body.placed[0] for body in moment.scene.bodies]
    found_ones = []
    for c in contacts:
        mine = [each.separation for each in contacts if each.id.pair == c.id.pair]
        whole = separating_axis(shapes[c.id.pair.body_a], shapes[c.id.pair.body_b], early_out=False).separation
        found_ones.append(whole if c.separation == min(mine) else c.separation)
    return found_ones


def _named(feature: Feature) -> str:
    return f"{feature.kind.value} {feature.index}"


def _owner(body: int) -> str:
    return "the floor" if body == 0 else f"body {body}"


def _rows(page: Page, moment: Moment[Stack], cells: Sequence[tuple[str, ...]]) -> Page:
    rules = OTHERS[moment.compare]
    page = page.row(rules.right, *cells[0], ink=Ink.ANSWER, key="right")
    return page.row(rules.wrong, *cells[1], ink=Ink.FAULTY, key="wrong", faulty=True)


def _of_floor(moment: Moment[Stack], which: int) -> tuple[float, float]:
    """What the floor carries by either rule, before the first iteration (0) or after the last one (-1)."""
    right, wrong = (carried(trace_of(moment, is_other=is_other))[which] for is_other in (False, True))
    return right, wrong


def _warm(page: Page, moment: Moment[Stack]) -> Page:
    (right, wrong), scene, step = _of_floor(moment, 0), moment.scene, moment.step
    known = dict(scene.memory.impulses)
    remembered = [known[c.id].normal if c.id in known else 0.0 for c in step.contacts]
    other = tint(f"{OTHERS[moment.compare].wrong}: **{fixed(wrong)}**", Ink.FAULTY)
    page = _rows(page, moment, ((fixed(right), "", ""), (fixed(wrong), "", "")))
    return page.says(f"The floor begins with **{fixed(right)}** of {fixed(scene.needed)}. {other}.").claiming(
        Claim("last frame", lambda: [j.normal for j in step.impulses], lambda: remembered)
    )


def _iterations(page: Page, moment: Moment[Stack]) -> Page:
    step: Any = moment.step.last if isinstance(moment.step, Grouped) else moment.step
    targets = _started(moment).targets
    contact = found(trace_of(moment, is_other=False))[step.contact]
    if not step.is_friction:
        change = (targets[step.contact] - step.speed) / contact.normal.yielding
        page = page.claiming(Claim("j", lambda: step.after, lambda: max(0.0, step.before + change)))
    if moment.parent is not None:
        return _impulse(page, step)
    n, (right, wrong) = moment.scene.iterations, _of_floor(moment, -1)
    page = _rows(page, moment, ((fixed(right), "", ""), (fixed(wrong), "", "")))
    other = tint(f"{OTHERS[moment.compare].wrong}: **{fixed(wrong)}**", Ink.FAULTY)
    after = f"After {counted(n, 'iteration')} the floor gives **{fixed(right)}** of {fixed(moment.scene.needed)}"
    end = sums(trace_of(moment, is_other=False))
    return page.says(f"{after}. {other}.").claiming(
        Claim("sums", lambda: end, lambda: [j.normal for j in moment.scene.right.frame(0).impulses])
    )


def _started(moment: Moment[Stack]) -> WarmStarted:
    return next(step for step in trace_of(moment, is_other=False) if isinstance(step, WarmStarted))


def _impulse(page: Page, step: ImpulseApplied) -> Page:
    name, speed = ("friction", "v_t") if step.is_friction else ("$j$", "v_n")
    return page.says(
        f"Iteration {step.iteration + 1}, point {step.contact + 1}: ${speed}$ = {fixed(step.speed, 4)}, "
        f"{name} from {fixed(step.before, 4)} to **{fixed(step.after, 4)}**."
    )


def _push(page: Page, moment: Moment[Stack]) -> Page:
    scene, contacts = moment.scene, found(moment.trace)
    depth = max((-c.separation for c in contacts), default=0.0)
    wanted = scene.rules.share * max(0.0, depth - scene.slop)
    number = tint(f"**{fixed(max(depth, 0.0), 3)}**", Ink.OVERLAP)
    told = f"pushed by {fixed(wanted, 3)}" if wanted >= 5e-4 else "no more than the slop, so not pushed"
    page = page.says(f"The deepest point is {number} deep: {told}. The slop is {fixed(scene.slop, 3)}.")
    deep_by = max((-each for each in _gaps(moment, contacts)), default=0.0)
    return page.claiming(Claim("depth", lambda: depth, lambda: deep_by))


def _move(page: Page, moment: Moment[Stack]) -> Page:
    scene, step = moment.scene, moment.step
    other = scene.other(moment.compare).frame(0)
    pushed = next(each for each in moment.trace if isinstance(each, Pushed))
    ends = [
        before.pose.position + after.velocity / RATE + push.velocity
        for before, after, push in zip(scene.bodies[1:], step.bodies[1:], pushed.moves[1:], strict=True)
    ]
    return _measured(page, moment, step, other).says(
        f"Kinetic energy **{_energy(step.kinetic)}** J. "
        + tint(f"{OTHERS[moment.compare].wrong}: **{_energy(other.kinetic)}** J", Ink.FAULTY)
        + "."
    ).claiming(Claim("x", lambda: [b.pose.position for b in step.bodies[1:]], lambda: ends))  # fmt: skip


def _energy(value: float) -> str:
    return fixed(value, 4 if value < 0.1 else 2)


def _measured(page: Page, moment: Moment[Stack], *frames: Stepped) -> Page:
    return _rows(
        page,
        moment,
        [
            (fixed(sum(each.impulses[i].normal for i in on_floor(each.contacts))), fixed(deepest(each), 3),
             _energy(each.kinetic))
            for each in frames
        ],
    )  # fmt: skip


def _time(page: Page, moment: Moment[Stack]) -> Page:
    k = frames_at(moment)
    runs = [run_of(moment, is_other=is_other) for is_other in (False, True)]
    energies = [state(run, k).kinetic for run in runs]
    page = page.claiming(Claim("energy", lambda: energies, lambda: [_kinetic(run.bodies(k)) for run in runs]))
    if k == 0:
        return page.says("Press Space: both stacks run for three seconds from the same start.")
    page = _measured(page, moment, *(run.frame(k - 1) for run in runs))
    right, wrong = (state(run, k) for run in runs)
    ids = new_ids(runs[1].frames(k))
    lost = f" Its ids change {counted(ids, 'time')}." if moment.compare in (ONE, SLOP) else ""
    rules = OTHERS[moment.compare]
    return page.says(f"{rules.right}: {right.told}. " + tint(f"{rules.wrong}: {wrong.told}", Ink.FAULTY) + f".{lost}")


def _kinetic(bodies: Sequence[Any]) -> float:
    return sum(0.5 * b.mass * float(b.velocity @ b.velocity) + 0.5 * b.inertia * b.spin**2 for b in bodies[1:])


TOLD: Mapping[str, Any] = {
    "Gravity": _gravity,
    "Contacts": _contacts,
    "Warm start": _warm,
    "Iterations": _iterations,
    "Push": _push,
    "Move": _move,
    "Time": _time,
}


def situation(moment: Moment[Stack]) -> str:
    scene = moment.scene
    if not isinstance(moment.step, Played):
        many = "One body weighs" if len(scene.things) == 1 else f"{len(scene.things)} bodies together weigh"
        return f"{many} {fixed(scene.needed * RATE)} N: {fixed(scene.needed)} N·s in each frame of 1/{RATE} s."
    k = frames_at(moment)
    right, wrong = (state(run_of(moment, is_other=is_other), k) for is_other in (False, True))
    return (
        f"After {fixed(k / RATE)} s: deepest penetration {tint(fixed(right.deepest, 3), Ink.OVERLAP)} at the left, "
        f"{tint(fixed(wrong.deepest, 3), Ink.OVERLAP)} at the right."
    )


# Predictions.


def after_iterations(moment: Moment[Stack]) -> Place | None:
    """What the floor carries without a warm start; of a stack that is at rest, and far from done."""
    scene, (start, _) = moment.scene, _of_floor(moment, 0)
    values, top = carried(trace_of(moment, is_other=True)), HEADROOM * scene.needed
    if abs(start - scene.needed) > NEAR * scene.needed or values[-1] > 0.6 * scene.needed:
        return None

    def judge(points: Points) -> Verdict:
        ((_, y),) = points
        placed = y * top
        if abs(placed - values[-1]) <= NEAR * scene.needed:
            share = fixed(100.0 * values[-1] / scene.needed, 0)
            return Verdict(
                True,
                f"After {counted(scene.iterations, 'iteration')} the floor gives **{fixed(values[-1])}**, {share} %: "
                "news of the weight above travels slowly.",
                remarks=(Remark((1.0, values[-1] / top), fixed(values[-1]), True),),
            )
        alone = scene.bodies[1].mass * G / RATE
        why = (
            f"**{fixed(placed)}** is too much. A contact corrects only its own two bodies. In the first iteration "
            "the floor does not feel the upper bodies yet."
            if placed > values[-1]
            else f"**{fixed(placed)}** is too little. The lowest body alone brings {fixed(alone)} in this frame, and "
            "each iteration adds a part of those above."
        )
        head = "Too much for so few iterations" if placed > values[-1] else "Too little"
        return Verdict(False, why, head, (Remark((1.0, y), fixed(placed)),))

    text = f"Without warm start: drag the point to the floor's impulse after {counted(scene.iterations, 'iteration')}."
    path = ((1.0, 0.0), (1.0, 1.0 / HEADROOM))
    return Place(text, judge, (path[1],), ((1.0, values[-1] / top),), CURVES, (path,))


def most_loaded(moment: Moment[Stack]) -> Click | None:
    """The point with the greatest impulse, where one stands out."""
    scene, contacts = moment.scene, moment.step.contacts
    known = dict(scene.memory.impulses)
    loads = [known[c.id].normal if c.id in known else 0.0 for c in contacts]
    order = sorted(range(len(loads)), key=lambda i: -loads[i])
    if len(order) < 3 or loads[order[0]] < 1.15 * loads[order[1]]:
        return None
    best = order[0]

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer != point(answer.index) or answer.index >= len(contacts):
            return Verdict(False, "Click a contact point.", "A contact point")
        i = answer.index
        c = contacts[i]
        at = (float(c.point[0]), float(c.point[1]))
        if i == best:
            because = f"Point {i + 1} carries **{fixed(loads[i])}** N·s: all bodies above it press on it, and most lie on its side."
            return Verdict(True, because, remarks=(Remark(at, fixed(loads[i]), True),))
        lower = c.id.pair.body_a == contacts[best].id.pair.body_a
        why = (
            "The centre of mass of all that lies above is nearer to the other point of this pair."
            if lower
            else f"Body {c.id.pair.body_a} itself does not press on point {i + 1}: only the bodies above it do."
        )
        words = f"Point {i + 1} carries {fixed(loads[i])} N·s. {why}"
        return Verdict(False, words, f"Not point {i + 1}", (Remark(at, fixed(loads[i])),))

    text = "Which contact point carries most while all bodies rest? Click it."
    return Click(text, judge, frozenset((point(best),)))


def _differs(moment: Moment[Stack]) -> bool:
    """Whether the first frame or the end is another one."""
    right, other = moment.scene.right, moment.scene.other(moment.compare)
    mine, its = right.frame(0), other.frame(0)
    if len(mine.contacts) != len(its.contacts) or abs(mine.kinetic - its.kinetic) > 1e-3:
        return True
    ends = ([b.pose.position for b in run.bodies(FRAMES)[1:]] for run in (right, other))
    apart = np.subtract(*ends)
    return bool(np.abs(apart).max() > 0.01)


class Resting(Lesson[Stack]):
    id = "resting"
    title = "Resting"
    source = "Rounding collider corners"
    summary = "What keeps a stack up: impulses that are iterated, known again by their ids, and begun warm."
    terms = ("sequential impulses", "iteration", "accumulated impulse", "warm start", "feature id", "slop")
    builds_on = ("edge-clipping", "rounded-manifold")
    frames_stages = False
    tells_time = True
    story = RestingStory()

    @cached_property
    def compare(self) -> tuple[Comparison[Stack], ...]:  # type: ignore[override]
        credit = {ONE: "Error 2 of *Shapes and collision*, error 11 of *Rounding collider corners*"}
        return tuple(
            Comparison(name, lambda scene, name=name: scene.other(name), _differs, credit.get(name, ""))
            for name in OTHERS
            if name
        )

    @cached_property
    def layout(self) -> Layout:
        return above(self.presented, Pane(CURVES, "", draw_curves, axes=lambda moment: UNIT, share=0.4, follows_time=True))

    @cached_property
    def presented(self) -> Layout:  # type: ignore[override]
        return beside(
            Pane("right", "", self.story.draw, is_world=True),
            Pane("other", "", partial(draw_stack, is_other=True)),
            share=0.6,
        )

    @cached_property
    def scenes(self) -> Mapping[str, Stack | Preset[Stack]]:
        boxes = column(((1.0, 1.0),) * 5, (0.02, -0.02, 0.02, -0.02, 0.02), is_goal=True)
        books = column(((2.0, 0.5),) * 4, (0.0, 0.5, 0.9, 1.15), high=2.0)
        two = column(((1.8, 1.0),) * 2, (0.1, -0.1), iterations=10, high=2.0)
        three = column(((1.6, 0.8), (1.3, 0.8), (1.6, 0.8)), (0.03, -0.03, 0.1), high=2.4)
        return {
            "Five boxes": boxes,
            "Overhang": books,
            "Rounded shapes": rounded_stack(),
            "One contact point": Preset(two, ONE, at_first(ContactsFound)),
            "Deep in the floor": Preset(deep(), BIAS, at_first(Grouped)),
            "A box drops": Preset(dropped(), EACH, at_last),
            "No slop": Preset(three, SLOP, at_last),
        }

    def run(self, scene: Stack) -> Trace[Any, Stepped]:
        """The first frame, its impulses as one step, and the time after it."""
        trace = scene.first(scene.right)
        at = [i for i, step in enumerate(trace) if isinstance(step, ImpulseApplied)]
        if at:
            trace = grouped(trace, [range(at[0], at[-1] + 1)])
        return replace(trace, steps=(*trace.steps, Played(SECONDS)), lines=(*trace.lines, trace.lines[-1]))

    def clock(self, moment: Moment[Stack]) -> Clock | None:
        if not isinstance(moment.step, Played):
            return None
        ticks = (*(0.0,) * (len(moment.trace) - 1), 1.0)
        return Clock(2.0 * SECONDS, ticks=ticks, plays_on_entry=True, starts_over=True)

    def situation(self, moment: Moment[Stack]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[Stack]) -> Challenge | None:
        """Of the five boxes, judged when they have run to the end."""
        scene = moment.scene
        if not scene.is_goal or moment.compare:
            return None
        k = frames_at(moment) if isinstance(moment.step, Played) else 0
        sunk = state(scene.other(""), k).sunk
        stands = max(float(b.pose.position[1]) for b in scene.bodies[1:]) > scene.high - 0.7
        return Challenge(
            f"Let the right stack of five stand for {SECONDS:.0f} s **without** a warm start: no box sinks by {fixed(MOST_SUNK)}.",
            k == FRAMES and stands and sunk < MOST_SUNK,
            f"{fixed(k / RATE)} s: sunk by {fixed(sunk)}",
            "More iterations. How many frames of work does a warm start save?",
        )
