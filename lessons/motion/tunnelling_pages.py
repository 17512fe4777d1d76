"""What the lesson on tunnelling says at each step: its ideas, sentences, rows and claims."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

from geometry import Outcome, separation
from geometry.time_of_impact.discrete import (
    MomentTested,
)
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import length
from lessons.motion import tunnelling_figure as figure
from lessons.motion.tunnelling_scene import TIMES, Stepped
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import equation, fixed, listed, tint

SAMPLES = (
    "Most programs test a moving body only at **samples**, a time $Δt$ apart: **discrete collision detection**. Over "
    "the whole motion $t$ goes from 0 to 1."
)
SEEN = (
    "The **separation** $s$ is the gap; while A and B overlap, $s$ is minus the depth. The program knows only the "
    "samples. Press Space: A moves."
)
MISSED = "Between two samples $s(t)$ falls below 0 and comes back: A passes through B. This is **tunnelling**."
FOUND = "Had $s(t)$ been below 0 only between two samples, A would have passed through B: **tunnelling**."
WHY = (
    r"From first touch to last, A moves at most $w_A + w_B$, the extents of both bodies along $\boldsymbol{v}$. If "
    "A moves farther in one time step, all samples may miss the overlap."
)
COVERS = (
    r"From first touch to last, A moves $w_A + w_B$, the extents of both bodies along $\boldsymbol{v}$. In one "
    "time step it moves no farther here, so a sample must fall in the overlap."
)
NOTHING = "A can jump over B only if it meets B after a sample and leaves it before the next one."
TURNS = "{what} more than ${bound}$ in one time step ($r$: pivot to farthest point)."
CLOSES = " A touch in between needs a path of $s_{{{k}}} + s_{{{next}}}$ or more."
CONTINUOUS = "**Continuous** detection looks for the time at which $s(t)$ becomes 0: the **time of impact** (TOI)."
ANSWER = (
    "Continuous collision detection (**CCD**) misses no hit, however fast A is, but it costs more. Many engines use "
    "it only for fast bodies or thin walls."
)
AT_ONCE = (
    "Sample 0 finds every overlap at the start. Continuous collision detection (**CCD**) adds nothing there. It "
    "helps where a body can pass between two samples."
)
CAN_TUNNEL = r"\A{w_A} + \B{w_B} < \examined{\|\boldsymbol{v}\|\,\Delta t} \ \Rightarrow\ \text{can tunnel}"
FINDS = r"\ \Rightarrow\ \text{cannot tunnel here}"
COVERED = r"\A{w_A} + \B{w_B} \ge \examined{\|\boldsymbol{v}\|\,\Delta t}"
CUT = r"\overlap{L} < \examined{\|\boldsymbol{v}\|\,\Delta t} \ \Rightarrow\ \text{can tunnel}"
LONG = r"\overlap{L} \ge \examined{\|\boldsymbol{v}\|\,\Delta t}" + FINDS
FREE, SEEN_AT = r"\gap{s(k\,\Delta t)} > 0 \quad \text{at every sample } k", r"\overlap{s(k\,\Delta t)} \le 0"
NEVER = r"\gap{s(t)} > 0 \quad \text{for } 0 \le t \le 1"
FIRST = r"\answer{\text{TOI}} = \min\,\{\,t : s(t) \le 0\,\}"
QUERY = "bilateral advancement"
MISSES = "A's path misses B: $s(t)$ stays above 0, and no number of samples changes the answer."


def apart(scene: Stepped, t: float) -> float:
    """The separation at a time, by another routine than the steps': for claims."""
    return float(separation(*scene.at(t)))


def samples(scene: Stepped) -> Page:
    n, tested = scene.count, scene.tested
    page = Page("Samples", SAMPLES, r"\Delta t = \frac{1}{n}").claiming(
        Claim(
            "samples are 1 / n apart",
            lambda: [step.fraction for step in tested],
            lambda: [k * (1.0 / n) for k in range(len(tested))],
        ),
        Claim(
            "s at each sample",
            lambda: [step.separation for step in tested],
            lambda: [apart(scene, k / n) for k in range(len(tested))],
            1e-6,
        ),
    )
    if scene.sweep_b.motion.any():
        moves = (
            r" B moves too: $\boldsymbol{v} = \boldsymbol{v}_A - \boldsymbol{v}_B$ is A's velocity as seen from B."
        )
    elif scene.lengths is not None:
        moves = f" A moves at speed $\\|\\boldsymbol{{v}}\\|$ = {tint(fixed(scene.speed), Ink.EXAMINED)}."
    else:
        moves = f" A moves by {fixed(scene.speed)}." if scene.widths.travel else ""
    if scene.sweep_a.turn:
        moves = moves[:-1] + f"{' and' if moves else ' A'} turns by {abs(math.degrees(scene.sweep_a.turn)):.0f}°."
    steps = f"$n$ = **{n}** time step{'s' if n > 1 else ''} of $Δt$ = {fixed(1.0 / n)}: **{n + 1}** samples."
    return replace(page, nested="samples").says(steps + moves)


def rows(page: Page, tested: list[MomentTested]) -> Page:
    for step in tested:
        s, ink = step.separation, separation_ink(step.separation)
        cells = str(step.step), fixed(step.fraction), tint(fixed(s, sign=s > 0.0), ink)
        result = "overlap" if step.overlapped else "apart"
        page = page.row(*cells, result, ink=ink, feature=figure.sample(step.step), key=cells[0])
    return page


def seen_page(scene: Stepped) -> Page:
    """What the samples show: all of them a gap, or the last one an overlap."""
    found, (*before, last) = scene.found, (each.fraction for each in scene.tested)
    page = Page("Seen", SEEN, FREE if found is None else SEEN_AT).claiming(
        Claim("the last sample that is tested", lambda: apart(scene, last) <= 1e-6, lambda: found is not None),
        Claim("and those before", lambda: all(apart(scene, t) > -1e-6 for t in before), lambda: True),
    )
    return rows(page, scene.tested).says(seen(scene))


def one_sample(step: MomentTested) -> str:
    s = tint(f"**{fixed(abs(step.separation))}**", separation_ink(step.separation))
    found = f"an overlap of {s}" if step.overlapped else f"a gap of {s}"
    return f"Sample {step.step} at $t$ = {fixed(step.fraction)} shows {found}."


def seen(scene: Stepped) -> str:
    tested = scene.tested
    if scene.found is not None:
        return f"{one_sample(tested[-1])[:-1]}: found. The program stops A there."
    if len(tested) > 5:
        return f"Not one of the {len(tested)} samples shows an overlap: no collision is reported."
    gaps = listed([tint(fixed(step.separation), Ink.GAP) for step in tested])
    return f"The samples show gaps of {gaps}: no collision is reported."


def between(scene: Stepped) -> Page:
    curve, spans = scene.dips, scene.dips.overlaps
    ends = [t for span in spans for t in span if 0.0 < t < 1.0]
    page = Page("Between", MISSED if curve.unseen else FOUND, _below(scene)).claiming(
        Claim(
            "below 0 in the middle of what is marked",
            lambda: [apart(scene, (start + end) / 2.0) <= 1e-6 for start, end in spans],
            lambda: [True] * len(spans),
        ),
        Claim("0 at its ends", lambda: [apart(scene, t) for t in ends], lambda: [0.0] * len(ends), 1e-6),
        Claim(
            "the least is no more than any",
            lambda: [curve.least <= apart(scene, t) + 1e-6 for t in TIMES[::12].tolist()],
            lambda: [True] * 9,
        ),
        Claim("and is reached", lambda: curve.least, lambda: apart(scene, curve.fraction), 1e-6),
    )
    if not spans:
        gap = tint(f"**{fixed(curve.least)}**", Ink.GAP)
        return page.says(f"The gap stays above 0. It is least at $t$ = {fixed(curve.fraction)}: {gap}.")
    if curve.unseen:
        start, end = curve.unseen[0]
        depth = tint(f"**{fixed(-curve.least)}**", Ink.OVERLAP)
        return page.says(f"Overlap from $t$ = {fixed(start)} to {fixed(end)}, {depth} deep. No sample falls in it.")
    if not scene.found:
        return page.says("A and B overlap already at the start, where sample 0 finds it.")
    late = equation(
        "The overlap begins at $t$ = {b}. Sample {k} finds it at $t$ = {a}, **{result}** later.",
        lambda a, b: a - b,
        a=scene.found,
        b=spans[0][0],
    )
    return page.says(late.replace("{k}", str(scene.tested[-1].step)))


def _below(scene: Stepped) -> str:
    """When the separation is below 0, as a formula."""
    if not scene.dips.overlaps:
        return NEVER if scene.impact is None else ""
    start, end = scene.dips.overlaps[0]
    return rf"\overlap{{s(t)}} < 0 \quad \text{{for }} {fixed(start)} < t < {fixed(end)}"


def extents(scene: Stepped) -> tuple[float, float, float]:
    """Both extents along the motion and the length of a step, from the vertices at the start."""
    vx, vy = scene.velocity.tolist()
    speed = math.hypot(vx, vy)
    found = []
    for body in (scene.a, scene.b):
        along = [(x * vx + y * vy) / speed for x, y in body.world.points.tolist()]
        found.append(max(along) - min(along) + 2.0 * body.shape.radius)
    return found[0], found[1], speed / scene.count


def nothing(scene: Stepped) -> str:
    """Why there is nothing to jump over."""
    if not scene.widths.travel:
        return "Nothing moves, so nothing can be jumped over."
    return MISSES if scene.found is None else "A and B overlap already at the start: sample 0 is enough."


def _by_chance(scene: Stepped) -> str:
    """Of a body that can be jumped over and is found all the same: from which starts it would be missed."""
    if not scene.found or not scene.impact:
        return ""
    missed = missed_starts(scene) if scene.is_broad else None
    return f". Found by chance: {missed or 'from another start'}, A jumps over B."


def missed_starts(scene: Stepped) -> str:
    """From which starts beside that of the scene, on the same line, no sample falls in the overlap: the first touch
    just after a sample, the last just before the next one."""
    widths, first = scene.widths, (scene.impact or 0.0) * scene.widths.travel
    sample = math.ceil(first / widths.step - 1e-9) * widths.step
    low = sample - first
    high = low + widths.step - widths.width_a - widths.width_b
    if sample + widths.step <= widths.travel + 1e-9:  # after which A has passed B
        return f"starting {fixed(low)} to {fixed(high)} farther back"
    return f"starting {fixed(widths.step - high)} to {fixed(widths.step - low)} farther on"


def _turning(scene: Stepped) -> Page:
    """How far a point of a body that turns moves at most in one time step, against the gaps at two samples."""
    turns, moves, most = scene.turning, scene.widths.travel / scene.count, scene.farthest
    bound = [r"\examined{\|\boldsymbol{v}\|\,\Delta t}"] if moves else []
    products, values = ["{v}"] if moves else [], {"v": moves} if moves else {}
    for each in turns:
        own = "" if len(turns) == 1 else f"_{each.name}"
        bound.append(rf"\examined{{r{own}}}\,\{each.name}{{|\Delta\theta{own}|}}")
        products.append(f"{{r{each.name}}} · {{q{each.name}}}")
        values |= {f"r{each.name}": each.radius, f"q{each.name}": each.angle}
    path = equation(
        " + ".join(products) + " = **{result}**",
        lambda **v: v.get("v", 0.0) + sum(v[f"r{each.name}"] * v[f"q{each.name}"] for each in turns),
        decimals=2,
        result="result",
        **values,
    )
    gaps = scene.gaps_beside
    what = f"No point of {turns[0].name} moves" if len(turns) == 1 else "The gap does not change by"
    page = Page("Why", TURNS.replace("{what}", what).replace("{bound}", " + ".join(bound))).claiming(
        Claim("the radius of each farthest point", lambda: [t.radius for t in turns], lambda: _radii(scene)),
        Claim(
            "the separation changes no faster than that",
            lambda: [abs(b.separation - a.separation) <= most + 1e-6 for a, b in pairwise(scene.tested)],
            lambda: [True] * (len(scene.tested) - 1),
        ),
    )
    opened = f"The path is at most {path}"
    if gaps is None:
        return page.says(opened + ".")
    k, (first, second) = gaps
    page = replace(page, idea=page.idea + CLOSES.format(k=k, next=k + 1))
    sign, result = (r"\le", "not excluded") if first + second <= most else (">", "no touch")
    formula = (
        rf"\gap{{s_{{{k}}}}} + \gap{{s_{{{k + 1}}}}} {sign} {' + '.join(bound)} \ \Rightarrow\ \text{{{result}}}"
    )
    page = replace(page, formula=formula).claiming(
        Claim("both gaps", lambda: (first, second), lambda: [apart(scene, i / scene.count) for i in (k, k + 1)], 1e-6)
    )
    total = equation("{a} + {b} = **{result}**", lambda a, b: a + b, a=first, b=second)
    result = "no touch" if sign == ">" else "a touch may be"
    return page.says(f"{opened}. $s_{{{k}}} + s_{{{k + 1}}}$ = {total}: {result} between these samples.")


def _radii(scene: Stepped) -> list[float]:
    """How far each body that turns reaches from its pivot, from its vertices in the world."""
    both = (scene.a, scene.a_end), (scene.b, scene.b_end)
    turned = [start for start, end in both if start.pose.angle != end.pose.angle]
    return [
        max(float(length(at - body.pose.position)) for at in body.world.points) + body.world.radius for body in turned
    ]


def why(scene: Stepped) -> Page:
    widths, way = scene.widths, scene.overlap_length
    if widths.turns:
        return _turning(scene)
    if scene.lengths is None or scene.found == 0.0:
        return Page("Why", NOTHING).says(nothing(scene))
    page = Page("Why", WHY, CAN_TUNNEL).claiming(
        Claim("extents and step", lambda: (widths.width_a, widths.width_b, widths.step), lambda: extents(scene)),
        Claim("can tunnel", lambda: widths.can_tunnel, lambda: sum(extents(scene)[:2]) < extents(scene)[2]),
        Claim("no overlap is longer", lambda: (way or 0.0) <= sum(extents(scene)[:2]) + 1e-6, lambda: True),
    )
    total = equation("{a} + {b} = **{result}**", lambda a, b: a + b, a=widths.width_a, b=widths.width_b)
    step = tint(f"**{fixed(widths.step)}**", Ink.EXAMINED)
    if widths.can_tunnel:
        return page.says(f"{total} is less than {step}{_by_chance(scene) or ': A can jump over B.'}")
    if way is None:
        said = f"{total} is not less than {step}, and the motion ends in the overlap: it is found."
        return replace(page, formula=COVERED).says(said)
    if scene.is_broad:
        said = f"{total} is not less than {step}: on this line A cannot pass B unseen."
        return replace(page, idea=COVERS, formula=COVERED + FINDS).says(said)
    both, shown = fixed(widths.width_a + widths.width_b), tint(f"**{fixed(way)}**", Ink.OVERLAP)
    cut = f"A meets a corner of B: $L$ = {shown}, not {both}. In one time step A moves {step}"
    if way < widths.step:
        return replace(page, formula=CUT).says(f"{cut}, so it can jump over B.")
    return replace(page, formula=LONG).says(f"{cut}: a sample falls in it.")


def continuous(scene: Stepped, impact: TimeOfImpact) -> Page:
    page = Page("Continuous", CONTINUOUS, r"\gap{s(\answer{t})} = 0", nested=QUERY)
    if impact.outcome is Outcome.OVERLAPPED:
        page = Page("Continuous", CONTINUOUS, nested=QUERY).claiming(
            Claim("s at the start", lambda: apart(scene, 0.0) <= 1e-6, lambda: True)
        )
        return page.says("A and B overlap already at the start, so their time of impact is $t$ = 0.")
    if impact.outcome is not Outcome.HIT:
        page = page.claiming(Claim("no root", lambda: scene.dips.least > -0.005, lambda: True))
        return page.says("The gap never becomes 0: there is no impact.")
    t, gap = impact.fraction, scene.s(0.0)
    page = page.claiming(Claim("s at the TOI, as shown", lambda: apart(scene, t), lambda: 0.0, 0.005))
    answer = tint(f"$t$ = {fixed(t)}", Ink.ANSWER)
    if not scene.is_head_on:
        return page.says(f"The gap {tint(fixed(gap), Ink.GAP)} becomes 0 for the first time at {answer}.")
    speed = scene.widths.travel
    page = Page(
        "Continuous",
        CONTINUOUS,
        r"\answer{t} = \frac{\gap{s(0)}}{\examined{\|\boldsymbol{v}\|}}",
        page.claims,
        nested=QUERY,
    )
    page = page.claiming(Claim("time = gap / speed", lambda: gap / math.hypot(*scene.velocity), lambda: t, 0.005))
    whole = equation("{a} / {b} = **{result}**", lambda a, b: a / b, a=gap, b=speed)
    return page.says(
        f"A moves straight at B, so the gap shrinks at the speed $\\|\\boldsymbol{{v}}\\|$: $t$ = {whole}."
    )


def answer(moment: Moment[Any]) -> Page:
    scene: Stepped = moment.scene
    found, impact, touch = scene.found, scene.impact, scene.verdict.continuous
    page = Page("Answer", ANSWER)
    if impact is not None:
        earlier = tuple(t for t in TIMES.tolist() if t < impact - 0.005)
        page = Page("Answer", ANSWER, FIRST).claiming(
            Claim("s at the TOI", lambda: apart(scene, impact) <= 0.005, lambda: True),
            Claim("and before it", lambda: all(apart(scene, t) > -1e-6 for t in earlier[::8]), lambda: True),
        )
    if impact is None:
        page = Page("Answer", ANSWER, NEVER).claiming(
            Claim("above 0", lambda: all(apart(scene, t) > -0.005 for t in TIMES[::8].tolist()), lambda: True)
        )
        page = page.row("TOI", "–", "", "no touch", key="TOI")
        if moment.faulty is not None and moment.faulty.is_hit:
            return page.says(
                "The box around A's motion overlaps that of B, but A and B never touch: a **false positive**."
            )
        return page.says("Sampled: no overlap seen. Continuous: no impact. Both are right.")
    toi = tint(f"$t$ = {fixed(impact)}", Ink.ANSWER)
    result = "overlap" if touch.outcome is Outcome.OVERLAPPED else "touch"
    page = page.row(
        "TOI", tint(fixed(impact), Ink.ANSWER), fixed(touch.separation or 0.0), result, ink=Ink.ANSWER, key="TOI"
    )
    if found is None:
        on = "flies" if scene.widths.travel else "turns"
        return page.says(f"Sampled: {tint('**missed**', Ink.FAULTY)}, A {on} on. Continuous: A is stopped at {toi}.")
    if not found:
        page = replace(page, idea=AT_ONCE)
        return page.says("Sampled and continuous: $t$ = 0.00. Samples are enough here, and cheaper.")
    words = "Sampled: A stops at $t$ = {a}, **{result}** late. Continuous: A stops at $t$ = {b}."
    return page.says(equation(words, lambda a, b: a - b, a=found, b=impact))
