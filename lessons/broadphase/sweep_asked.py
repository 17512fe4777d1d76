"""What sweep and prune asks: what the next box is compared with, where a box is out of the sweep's way, and which
ends change their order."""

from __future__ import annotations

import itertools
import math

from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.sweep_and_prune import Began
from geometry.feature import FeatureRef
from lessons.broadphase.boxes import center, corners
from lessons.broadphase.sweep_state import Ground, Swept, changed, order_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Choose, Click, Prediction, Remark, Verdict
from viz.lesson.text import fixed, listed

MANY = 50  # boxes of a crowd whose count can be foreseen


def asked(moment: Moment[Swept]) -> Prediction | None:
    """One at most: few boxes, the right rule, the first place that fits."""
    if moment.compare:
        return None
    if moment.scene.is_crowd:
        return axis_question(moment)
    if isinstance(moment.step, CandidatePairs):
        return order_question(moment)
    if isinstance(moment.step, Began) and isinstance(moment.next, CandidatePairs):
        return aside_question(moment)
    return active_question(moment)


def active_question(moment: Moment[Swept]) -> Click | None:
    """Before the first box at whose beginning one box has ended and another has not."""
    steps = [step for step in moment.trace if isinstance(step, Began)]
    pairs = list(itertools.pairwise(steps))[2:]
    now = next((b for a, b in pairs if a.active and b.active and len(b.active) <= len(a.active)), None)
    if now is None or moment.next is not now:
        return None
    scene, k = moment.scene, moment.scene.k
    name, active, ground = scene.names[now.id], frozenset(now.active), Ground(scene, k)
    rows = {i: ground.row(place) for place, i in enumerate(order_of(moment.trace[0].ends))}

    def judge(answer: FeatureRef | str) -> Verdict:
        i = scene.index(answer)
        if i is None:
            return Verdict(False, "Click a box, or its interval.", "Not a box")
        begin, end, at = scene.boxes[i][k], scene.boxes[i][k + 2], center(scene.boxes[i])
        if i in active:
            when = "after" if end > now.at else "exactly where"
            because = f"{scene.names[i]} ends at {fixed(end)}, {when} {name} begins at {fixed(now.at)}: it is active."
            return Verdict(True, because, remarks=(Remark(at, "active", True),))
        because = (
            f"{scene.names[i]} ended at {fixed(end)}, before {name} begins at {fixed(now.at)}: it is not active."
        )
        words = f"ended at {fixed(end)}"
        if i == now.id:
            because, words = f"{name} is the new box itself. Click a box that is active where it begins.", "new box"
        elif end >= now.at:
            because = f"{scene.names[i]} begins at {fixed(begin)}, after {name}: the line has not reached it yet."
            words = f"begins at {fixed(begin)}"

        def draw(canvas: Canvas, pane: str) -> None:
            canvas.stroke((ground.at(now.at, rows[i]), ground.at(now.at, rows[now.id])), Ink.FAULTY, line=Line.DOTTED)
            low, high = (end, now.at) if end < now.at else (now.at, max(begin, now.at))
            canvas.stroke((ground.at(low, rows[i]), ground.at(high, rows[i])), Ink.FAULTY, line=Line.DOTTED)

        side = ground.at(end if end < now.at else begin, rows[i])
        return Verdict(False, because, "Not compared", (Remark(side, words),), draw=draw)

    right = frozenset(scene.feature(i) for i in active)
    return Click(f"{name} begins next. Click a box that {name} will be compared with.", judge, right)


def aside_question(moment: Moment[Swept]) -> Adjust | None:
    """After a sweep that compared every pair, for nothing: one box to be dragged out of the sweep's way."""
    scene, k, every = moment.scene, moment.scene.k, moment.trace.result
    n = scene.count
    if every.pairs or every.tested < n * (n - 1) // 2 or n < 4:
        return None
    i = min(range(n), key=lambda i: scene.boxes[i][k + 2] - scene.boxes[i][k])
    name, field = scene.names[i], f"box_{scene.names[i].lower()}"

    def met(now: Swept) -> list[int]:
        own = now.boxes[i]
        return [j for j, b in enumerate(now.boxes) if j != i and b[k] <= own[k + 2] and own[k] <= b[k + 2]]

    def judge(now: Swept) -> Verdict:
        others, own = met(now), now.boxes[i]
        run = f"from {fixed(own[k])} to {fixed(own[k + 2])}"
        if not others:
            because = f"Along {now.axis} it reaches {run}, where no other box is. Its {now.other} does not matter."
            return Verdict(True, because, remarks=(Remark(center(own), "alone here", True),))
        names = listed([now.names[j] for j in others])
        because = f"Along {now.axis} it reaches {run}, as parts of {names} do. Its {now.other} does not matter."

        def draw(canvas: Canvas, pane: str) -> None:
            for j in others:
                canvas.stroke(corners(now.boxes[j]), Ink.FAULTY, closed=True, line=Line.DOTTED)

        words = f"compared with {len(others)}"
        return Verdict(False, because, "Still compared", (Remark(center(own), words),), draw=draw)

    def right(now: Swept) -> Swept:
        sides = now.boxes[i]
        by = max(b[k + 2] for j, b in enumerate(now.boxes) if j != i) + 0.2 - sides[k]
        dx, dy = (by, 0.0) if k == 0 else (0.0, by)
        return now.with_box(i, (sides[0] + dx, sides[1] + dy, sides[2] + dx, sides[3] + dy))

    text = f"No two boxes overlap. Drag {name} to where the sweep compares it with no other box."
    return Adjust(text, judge, right, field)


def order_question(moment: Moment[Swept]) -> Click | None:
    """Before the next frame of few boxes: a box whose end changes places with another one's."""
    scene, k = moment.scene, moment.scene.k
    swaps = changed(moment.trace[0].ends, moment.trace[-1].ends)
    if not (0 < len(swaps) <= 2 and moment.trace.result.pairs):
        return None
    involved = {i: (a, b) for a, b in swaps for i in (a[1], b[1])}

    def judge(answer: FeatureRef | str) -> Verdict:
        i = scene.index(answer)
        if i is None:
            return Verdict(False, "Click a box.", "Not a box")
        at, old, new = center(scene.boxes[i]), scene.boxes[i], scene.later[i]
        if i in involved:
            said = [
                f"{'the end' if side else 'the beginning'} of {scene.names[j]} from "
                f"{fixed(scene.boxes[j][k + 2 * side])} to {fixed(scene.later[j][k + 2 * side])}"
                for side, j in involved[i]
            ]
            remark = Remark(at, "changes the order", True)
            first = said[0].replace(" from ", " moves from ")
            return Verdict(True, f"{first[0].upper()}{first[1:]}, {said[1]}: they swap.", remarks=(remark,))
        because = (
            f"{scene.names[i]} moves from {fixed(old[k])} … {fixed(old[k + 2])} to {fixed(new[k])} … "
            f"{fixed(new[k + 2])} along {scene.axis}: its ends pass no other end."
        )

        def draw(canvas: Canvas, pane: str) -> None:
            canvas.stroke(corners(new), Ink.FAULTY, closed=True, line=Line.DOTTED)

        return Verdict(False, because, "Same order", (Remark(at, "passes no end"),), draw=draw)

    text = (
        f"The arrows lead to the next frame. Click a box with an end that will pass another end along {scene.axis}."
    )
    return Click(text, judge, frozenset(scene.feature(i) for i in involved))


def axis_question(moment: Moment[Swept]) -> Choose | None:
    """Before the other axis of a crowd that is plainly wider than high: how many comparisons it needs."""
    scene, every = moment.scene, moment.trace.result
    left, bottom, right, top = scene.around
    ratio = (right - left) / (top - bottom)
    if scene.k or not isinstance(moment.next, CandidatePairs) or ratio < 1.5 or scene.count < MANY:
        return None
    values = {f"about {round(every.tested * r, -2):,.0f}": r for r in (1.0 / ratio, 1.0, ratio, ratio * ratio)}
    best = min(values, key=lambda each: abs(math.log(values[each] * every.tested / scene.elsewhere)))
    y = (bottom + top) / 2.0
    crossed = [each for each in scene.boxes if each[1] <= y <= each[3]]

    def draw(canvas: Canvas, pane: str) -> None:
        canvas.stroke(((left, y), (right, y)), Ink.FAULTY, line=Line.DOTTED)
        for each in crossed:
            canvas.stroke(corners(each), Ink.FAULTY, closed=True, line=Line.DOTTED)

    def judge(answer: str) -> Verdict:
        because = (
            f"Its line is {fixed(ratio, 1)} times as long, so more boxes are active at once: "
            f"{scene.elsewhere:,} comparisons."
        )
        if answer == best:
            return Verdict(True, because)
        because = (
            f"The line of a sweep along y is {fixed(ratio, 1)} times as long: half way up it crosses {len(crossed)} "
            "boxes. More are active at each beginning."
        )
        return Verdict(False, because, "Fewer" if values[answer] > ratio else "More", draw=draw)

    text = (
        f"The crowd is {fixed(ratio, 1)} times as wide as high, and needs {every.tested:,} comparisons along x. "
        "How many along y?"
    )
    return Choose(text, judge, tuple(values), frozenset((best,)))
