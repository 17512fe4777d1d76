"""What is told of a frame of bodies at rest, stage by stage, by the right rules and by the others."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from geometry import Stepped, Trace, separating_axis
from geometry.dynamics.body import RigidBody
from geometry.dynamics.contacts import BodyContact
from geometry.dynamics.step import ImpulseApplied, Pushed, WarmStarted
from geometry.feature import Feature
from lessons.bodies.impulse_told import excess, impulse_page, sum_claim
from lessons.bodies.resting_asked import after_iterations, most_loaded
from lessons.bodies.resting_chart import ITERATIONS_NAMED
from lessons.bodies.resting_figure import (
    CLEAR,
    carried,
    done,
    draw_stack,
    frames_at,
    highest,
    run_of,
    sums,
    trace_of,
)
from lessons.bodies.resting_scene import (
    BIAS,
    EACH,
    LEANS,
    ONE,
    ORDER,
    OTHERS,
    RATE,
    SLOP,
    G,
    Stack,
    State,
    found,
    on_floor,
    state,
)
from lessons.bodies.resting_words import FAULTS, FIRST, FORMULAS, IDEAS, STAGES, WRONG, Played
from lessons.bodies.runs import deepest, new_ids
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import (
    Moment,
)
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint


class RestingStory(Story):
    columns = ("method", "floor Σ$j$, N·s", "depth", "energy, J")
    stages = STAGES

    def stage(self, moment: Moment[Stack]) -> str:
        if moment.parent is not None:
            return FIRST if moment.step.iteration == 0 else "Iterations"
        name = STAGES[type(moment.step)]
        return FIRST if name == "Iterations" and done(moment) == 1 else name

    def page(self, moment: Moment[Stack]) -> Page:
        stage = self.stage(moment)
        is_fault = stage in FAULTS.get(moment.compare, ("", ()))[1]
        idea = FAULTS[moment.compare][0] if is_fault else IDEAS[stage]
        page = Page(stage, idea, FORMULAS.get(stage, ""), nested="Impulses" if stage in (FIRST, "Iterations") else "")
        page = TOLD[stage](page, moment)
        if moment.parent is not None or moment.compare:
            return page
        if stage == "Contacts":
            return page.asks(most_loaded(moment), situation(moment))
        return page.asks(after_iterations(moment), situation(moment)) if stage == FIRST else page

    def draw(self, canvas: Canvas, moment: Moment[Stack]) -> None:
        draw_stack(canvas, moment)


def _gravity(page: Page, moment: Moment[Stack]) -> Page:
    scene, step = moment.scene, moment.step
    speed = tint(f"**{fixed(G / RATE)}**", Ink.EXAMINED)
    mass = fixed(sum(body.mass for body in scene.rigid[1:]))
    return page.says(
        f"Each body gains {G:g} / {RATE} = {speed} m/s downward. Together: {mass} kg · "
        f"{G:g} / {RATE} = **{fixed(scene.needed)}** N·s."
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
    shapes = [body.placed[0] for body in moment.scene.rigid]
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
    taken = "A box was just taken off the top. " if scene.taken else ""
    return page.says(f"{taken}The floor begins with **{fixed(right)}** of {fixed(scene.needed)}. {other}.").claiming(
        Claim("last frame", lambda: [j.normal for j in step.impulses], lambda: remembered)
    )


def _iterations(page: Page, moment: Moment[Stack]) -> Page:
    trace = trace_of(moment, is_other=False)
    if moment.parent is not None:
        return impulse_page(page.stage, _started(trace), moment.step)
    n = done(moment)
    given = [carried(trace_of(moment, is_other=is_other)) for is_other in (False, True)]
    right, wrong = (each[n] for each in given)
    page = _rows(page, moment, ((fixed(right), "", ""), (fixed(wrong), "", "")))
    name = OTHERS[moment.compare].wrong
    other = tint(f"{name}: **{fixed(wrong)}**", Ink.FAULTY)
    after = f"After {counted(n, 'iteration')} the floor gives **{fixed(right)}** of {fixed(moment.scene.needed)}"
    if not moment.compare and n == 1 and (told := _first_told(moment)):
        sum_told = tint(f"**{fixed(wrong)}**", Ink.FAULTY)
        return page.says(f"{told} All points of the floor: {sum_told} of {fixed(moment.scene.needed)}.").claiming(
            *_first_claims(trace)
        )
    if not moment.compare and 2 <= n <= ITERATIONS_NAMED:
        grows = ", ".join(fixed(each) for each in given[1][1:n])
        other = tint(f"{name}: {grows}, **{fixed(wrong)}**", Ink.FAULTY)
    impulses = [step for step in trace if isinstance(step, ImpulseApplied)]
    claims = [sum_claim(_started(trace), step) for step in impulses if not step.is_friction]
    if moment.compare in WRONG:
        page = replace(page, formula=WRONG[moment.compare]).claiming(*_wrong_claims(moment))
    if moment.compare == BIAS:
        depth, slop = max((-c.separation for c in found(trace)), default=0.0), moment.scene.slop
        asked = f"0.2 · ({fixed(depth, 3)} − {fixed(slop, 3)}) · {RATE} = **{fixed(0.2 * (depth - slop) * RATE)}**"
        after = f"$v^*$ = {asked if depth > slop + 1e-9 else '0: nothing is deeper than the slop'}"
        other = tint(f"The floor gives **{fixed(wrong)}**, not {fixed(right)}", Ink.FAULTY)
    if moment.compare == ORDER:
        after, other = _of_all_points(moment, n)
    if moment.compare == EACH and not any(s.after < s.before - 1e-9 for s in impulses if not s.is_friction):
        other += ", nothing to take back yet"
    return page.says(f"{after}. {other}.").claiming(
        *claims[-4:],
        Claim("all", lambda: sums(trace), lambda: [j.normal for j in moment.scene.right.frame(0).impulses]),
    )


def _of_all_points(moment: Moment[Stack], n: int) -> tuple[str, str]:
    """What all points give together in either order, without a warm start, and at rest."""
    scene = moment.scene
    first, last = (_after(scene.first(scene.other(name)), n) for name in ("", ORDER))
    other = tint(f"Last point first: **{fixed(last)}**", Ink.FAULTY)
    at_rest = fixed(sum(sums(trace_of(moment, is_other=False), 0)))
    after = f"All points after {counted(n, 'iteration')}, no warm start: first point first **{fixed(first)}**"
    return after, f"{other}. At rest: {at_rest}"


def _after(trace: Trace[Any, Stepped], n: int) -> float:
    """The normal impulses of all points after n iterations."""
    return sum(sums(trace, sum(isinstance(s, ImpulseApplied) and s.iteration < n for s in trace)))


def _first_told(moment: Moment[Stack]) -> str:
    """The very first impulse without a warm start, in numbers."""
    trace = trace_of(moment, is_other=True)
    step = next((s for s in trace if isinstance(s, ImpulseApplied) and not s.is_friction), None)
    if step is None or step.after <= 0.0:
        return ""
    k = found(trace)[step.contact].normal.yielding
    speed = tint(fixed(-excess(_started(trace), step), 3), Ink.EXAMINED)
    made = f"Warm start off, point {step.contact + 1}: $j$ = {speed} / {fixed(k, 2)} = **{fixed(step.after, 3)}**."
    return made


def _first_claims(trace: Trace[Any, Stepped]) -> Iterator[Claim]:
    for step in trace:
        if isinstance(step, ImpulseApplied) and not step.is_friction and step.iteration == 0:
            yield sum_claim(_started(trace), step)


def _started(trace: Trace[Any, Stepped]) -> WarmStarted:
    return next(each for each in trace if isinstance(each, WarmStarted))


def _wrong_claims(moment: Moment[Stack]) -> Iterator[Claim]:
    """Each change of a sum by the faulty rule."""
    scene, trace = moment.scene, trace_of(moment, is_other=True)
    contacts = found(trace)
    for step in [each for each in trace if isinstance(each, ImpulseApplied) and not each.is_friction][-4:]:
        c = contacts[step.contact]
        wanted = -c.separation * RATE if c.separation > 0.0 else 0.0
        if moment.compare == BIAS:
            wanted = max(wanted, 0.2 * (-c.separation - scene.slop) * RATE) if c.separation <= 0.0 else wanted
        change = (wanted - step.speed) / c.normal.yielding
        after = step.before + max(0.0, change) if moment.compare == EACH else max(0.0, step.before + change)
        yield _equal("wrong j", step.after, after)


def _equal(what: str, left: float, right: float) -> Claim:
    return Claim(what, lambda: left, lambda: right)


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
        for before, after, push in zip(scene.rigid[1:], step.bodies[1:], pushed.moves[1:], strict=True)
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
        start = ["–", fixed(max((-c.separation for c in found(moment.trace)), default=0.0), 3), _energy(0.0)]
        page = _rows(page, moment, (tuple(start), tuple(start)))
        return page.says("Press Space: both stacks run for two seconds from the same start.")
    page = _measured(page, moment, *(run.frame(k - 1) for run in runs))
    right, wrong = (state(run, k) for run in runs)
    ids = new_ids(runs[1].frames(k))
    lost = f" Its ids changed {counted(ids, 'time')}." if moment.compare in (ONE, SLOP) else ""
    rules, its = OTHERS[moment.compare], wrong.told
    if moment.compare == BIAS and (thrown := highest(runs[1], k)[1]) > CLEAR:
        its += f", after a throw {fixed(thrown)} high"
    if not moment.compare and not wrong.fell and not wrong.rests:
        page = replace(page, idea=IDEAS["leans" if wrong.lean > LEANS else "sinks"])
        gives = sum(runs[1].frame(k - 1).impulses[i].normal for i in on_floor(runs[1].frame(k - 1).contacts))
        lost = tint(f" Its floor gives **{fixed(gives)}** of {fixed(moment.scene.needed)}.", Ink.FAULTY)
    elif not moment.compare and wrong.fell:
        page = replace(page, idea=IDEAS["leans"])
    return page.says(f"{rules.right}: {right.told}. " + tint(f"{rules.wrong}: {its}", Ink.FAULTY) + f".{lost}")


def _kinetic(bodies: Sequence[RigidBody]) -> float:
    return sum((0.5 * b.mass * float(b.velocity @ b.velocity) + 0.5 * b.inertia * b.spin**2 for b in bodies[1:]), 0.0)


TOLD: Mapping[str, Callable[[Page, Moment[Stack]], Page]] = {
    "Gravity": _gravity,
    "Contacts": _contacts,
    "Warm start": _warm,
    FIRST: _iterations,
    "Iterations": _iterations,
    "Push": _push,
    "Move": _move,
    "Time": _time,
}


def _stands(now: State) -> str:
    return "is at rest" if now.rests else "still moves"


def situation(moment: Moment[Stack]) -> str:
    scene = moment.scene
    if (n := done(moment)) and not isinstance(moment.step, Played):
        right, wrong = (carried(trace_of(moment, is_other=is_other))[n] for is_other in (False, True))
        gives = f"the floor gives {fixed(right)} at the left, {tint(fixed(wrong), Ink.FAULTY)} at the right"
        return f"After {counted(n, 'iteration')} {gives}; {fixed(scene.needed)} is needed at rest."
    if not isinstance(moment.step, Played):
        many = "One body weighs" if len(scene.things) == 1 else f"{len(scene.things)} bodies together weigh"
        return f"{many} {fixed(scene.needed * RATE)} N: {fixed(scene.needed)} N·s in each frame of 1/{RATE} s."
    k = frames_at(moment)
    now, its = (state(run_of(moment, is_other=is_other), k) for is_other in (False, True))
    if its.fell and not now.fell:
        far = tint(f"{fixed(its.sunk)} lower", Ink.OVERLAP)
        return (
            f"After {fixed(k / RATE)} s the left stack {_stands(now)}; body {its.lowest} of the right one is {far}."
        )
    if moment.compare == BIAS and (thrown := highest(run_of(moment, is_other=True), k)[1]) > CLEAR:
        high = tint(f"{fixed(thrown)} above the floor", Ink.FAULTY)
        return f"After {fixed(k / RATE)} s the left stack {_stands(now)}; body 1 of the right one was thrown {high}."
    if its.sunk > 0.02 and k:
        lean = f"{math.degrees(its.lean):.0f}°"
        leans = f" The greatest lean is {tint(lean, Ink.FAULTY)}." if its.lean > LEANS else ""
        low = f"body {its.lowest} of the right one is {tint(f'{fixed(its.sunk)} lower', Ink.OVERLAP)}"
        return f"After {fixed(k / RATE)} s the left stack {_stands(now)}; {low}.{leans}"
    if not its.rests and k:
        has = tint(f"{_energy(its.kinetic)} J", Ink.FAULTY)
        return (
            f"After {fixed(k / RATE)} s the left stack {_stands(now)}; the right one has a kinetic energy of {has}."
        )
    return (
        f"After {fixed(k / RATE)} s: deepest penetration {tint(fixed(now.deepest, 3), Ink.OVERLAP)} at the left, "
        f"{tint(fixed(its.deepest, 3), Ink.OVERLAP)} at the right."
    )
