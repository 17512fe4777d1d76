"""All that a page says, as plain lines of one fact each. What the golden record holds of a lesson's words is decided
here, and here alone."""

from __future__ import annotations

import hashlib
import math
import random
import re
from collections.abc import Iterator
from typing import Any

from tests.lessons.edits import other_value
from tests.lessons.second_edition import answers_of
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Lesson, Moment, Pane
from viz.lesson.prediction import Adjust, Choose, Click, Draw, Place, Points, Prediction, Remark, Verdict
from viz.lesson.text import Run, runs

PIXEL, PIXEL_Y = 0.01, 0.02  # length of one: most scenes are about 5 units wide; a chart has another one along y


def drawn(pane: Pane, moment: Moment[Any]) -> Canvas:
    """A pane's picture, always at one scale."""
    canvas = Canvas(PIXEL, PIXEL_Y if pane.axes is not None else None)
    pane.draw(canvas, moment)
    return canvas


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def asides(lesson: Lesson[Any], moment: Moment[Any]) -> list[str]:
    """What is said once a stage: the idea and its formula."""
    page = lesson.page(moment)
    return [f"{kind}: {visible(text)}" for kind, text in (("idea", page.idea), ("formula", page.formula)) if text]


def told(lesson: Lesson[Any], moment: Moment[Any]) -> list[str]:
    """What is said of this step."""
    page = lesson.page(moment)
    lines = [f"says: {visible(page.sentence)}", f"situation: {visible(lesson.situation(moment))}"]
    lines += [f"claims: {claim.what}" for claim in page.claims]
    lines += _rows(lesson, moment)
    if page.prediction is not None:
        lines += [f"known: {visible(page.known)}", *_prediction(lesson, moment, page.prediction)]
    challenge = lesson.challenge(moment) if moment.parent is None else None
    if challenge is not None:
        lines.append(f"challenge: {visible(challenge.text)}  now: {visible(challenge.now)}")
        lines.append(f"  hint: {visible(challenge.hint)}")
    if moment.time:
        lines.append(f"time: {moment.time:.6f}")
    return lines


def _rows(lesson: Lesson[Any], moment: Moment[Any]) -> Iterator[str]:
    table = lesson.table(moment)
    if table is None:
        return
    yield f"columns: {' | '.join(map(visible, table.columns))}"
    for place, (step, row) in enumerate(table.rows):
        about = [
            f"step {step + 1}",
            *([row.ink.value] if row.ink else []),
            *([str(row.feature)] if row.feature else []),
        ]
        about += [each for each in (row.mark, "faulty" if row.faulty else "") if each]
        about += ["current"] if place in table.current else []
        yield f"row: {' | '.join(map(visible, row.cells))}  ({', '.join(map(visible, about))})"


def _prediction(lesson: Lesson[Any], moment: Moment[Any], asked: Prediction) -> Iterator[str]:
    yield f"predict: {visible(asked.text)}"

    def judged(answer: str, verdict: Verdict) -> Iterator[str]:
        yield from _verdict(answer, verdict)
        if verdict.draw is not None:
            yield f"    draws: {digest(_added(lesson, moment, verdict.draw))[:6]}"

    match asked:
        case Click():
            for answer in sorted(answers_of(lesson, moment, asked), key=str):
                yield from judged(str(answer), asked.judge(answer))
        case Choose():
            for option in asked.options:
                yield from judged(option, asked.judge(option))
        case Place():
            yield from judged(_places(asked.right), asked.judge(asked.right))
            yield from judged(f"start {_places(asked.start)}", asked.judge(asked.start))
            for name, part in (("halfway", 0.5), ("beyond", -0.4)):
                yield from judged(name, asked.judge(_toward(asked, part)))
            yield f"  right as near as {_farthest(asked):.4f}"
        case Adjust():
            yield from judged("shown", asked.judge(asked.right(moment.scene)))
            yield from judged("as it is", asked.judge(moment.scene))
            for k in range(3):
                other = other_value(moment.scene, asked.field, random.Random(f"{asked.text} {k}"))
                yield from judged(f"other {k + 1}", asked.judge(other))


def _toward(asked: Place, part: float) -> Points:
    """A part of the way from where the points belong to where they start."""
    ways = zip(asked.right, asked.start, strict=True)
    return tuple((x + part * (u - x), y + part * (v - y)) for (x, y), (u, v) in ways)


def _farthest(asked: Place) -> float:
    """How far from where they belong, on the way to where they start, all points still count as right."""
    farthest = 0.0
    for distance in (0.001 * 1.1**k for k in range(75)):
        ways = [(x, y, u - x, v - y) for (x, y), (u, v) in zip(asked.right, asked.start, strict=True)]
        parts = [(x, y, u, v, min(distance / max(math.hypot(u, v), 1e-9), 1.0)) for x, y, u, v in ways]
        if asked.judge(tuple((x + part * u, y + part * v) for x, y, u, v, part in parts)).right:
            farthest = distance
    return farthest


def _verdict(answer: str, verdict: Verdict) -> Iterator[str]:
    worth = "right" if verdict.right else "wrong"
    yield f"  {worth}: {visible(answer)}: {visible(' / '.join(filter(None, (verdict.head, verdict.because))))}"
    yield from (f"    remark: {_remark(remark)}" for remark in verdict.remarks)


def _added(lesson: Lesson[Any], moment: Moment[Any], draw: Draw) -> str:
    """What an answer adds to the pictures."""
    added = []
    for pane in lesson.panes:
        canvas = drawn(pane, moment)
        count = len(canvas.marks)
        draw(canvas, pane.name)
        del canvas.marks[:count]
        added.append(canvas.transcript())
    return "\n".join(added)


def _remark(remark: Remark) -> str:
    words = visible(re.sub(r"\s+", " ", f"{remark.words} {remark.note}".strip()))
    return f"{_places((remark.at,))} {'right' if remark.right else 'wrong'} {words}"


def _places(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"({x + 0.0:.4f},{y + 0.0:.4f})" for x, y in points)


def visible(text: str) -> str:
    """The text on one line, its tints written out: `[0.35|penetration]`."""
    return re.sub(r"\s*\n\s*", " ¶ ", "".join(_written(run) for run in runs(text)))


def _written(run: Run) -> str:
    text = f"${run.text}$" if run.is_formula else run.text
    text = f"**{text}**" if run.bold else text
    return text if run.ink is None else f"[{text}|{run.ink.value}]"
