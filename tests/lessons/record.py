"""The golden record: what each lesson says and draws, step by step, as text that is kept and read like code.

`python -m tests.tools.golden` renews it.

Words stand in full (`reading`), ideas and formulas once a stage. A picture stands as the digest of its transcript and
its marks counted by ink; at one step a lesson (the middle one of the first preset) the transcript itself follows.
Pictures are drawn at one fixed scale, so that the record does not change with the way the window frames them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

from tests.lessons import reading
from tests.lessons.reading import visible
from tests.lessons.second_edition import LESSONS, moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Moment
from viz.lesson.scene import Handle, Scene

EXPECTED = Path(__file__).parent / "expected"
MOST_RECORDED = 9  # scenes of a lesson; of more as many, evenly
PIXEL, PIXEL_Y = 0.01, 0.02  # length of one: most scenes are about 5 units wide; a chart has another one along y


def expected(lesson: str) -> Path:
    """Where the record of a lesson is kept."""
    return EXPECTED / f"{lesson}.txt"


def record(lesson: str, every_picture: bool = False) -> str:
    """The record of a lesson as it is now; on demand with the transcripts of all pictures, to find what has moved."""
    return _Record(next(each for each in LESSONS if each.id == lesson), every_picture).text()


class _Record:
    """The record of one lesson, in the making."""

    def __init__(self, lesson: Any, every_picture: bool) -> None:
        self.lesson = lesson
        self.every_picture = every_picture
        self.asides: dict[str, list[list[str]]] = {}  # by stage: each that was met, in order

    def text(self) -> str:
        lesson = self.lesson
        scenes = list(lesson.presets.items())
        if len(scenes) > MOST_RECORDED:  # cards: each has tests of its own
            scenes = scenes[:: -(-len(scenes) // MOST_RECORDED)]
        steps = [
            line for number, (name, scene) in enumerate(scenes) for line in self.preset(name, scene, full=number == 0)
        ]
        head = [f"{lesson.id}: {lesson.title}", f"source: {lesson.source}", f"summary: {lesson.summary}"]
        head += [f"terms: {', '.join(lesson.terms)}", f"builds on: {', '.join(lesson.builds_on)}"]
        head += [f"compare with: {each.name} ({each.credit})" for each in lesson.compare]
        stages = [
            line
            for stage, met in self.asides.items()
            for number, lines in enumerate(met)
            for line in ("", f"stage {_stage(stage, number)}", *_indented(lines))
        ]
        return "\n".join(line.rstrip() for line in (*head, *stages, *steps)) + "\n"

    def preset(self, title: str, preset: Any, full: bool) -> Iterator[str]:
        """Every step of a preset; `full`: the middle one's picture as its transcript."""
        scene: Scene = preset.scene
        yield from ("", f"=== {title} ===")
        for name, control, value in scene.controls():
            if not isinstance(control, Handle):
                declared = tuple(each for each in astuple(control) if each is not False)  # is_log of the few that are
                yield f"{type(control).__name__.lower()} {name}: {declared} = {value!r}"
        moments = moments_of(self.lesson, scene, preset.compare)
        if preset.compare:
            yield f"compared with {preset.compare}, opens at step {preset.opens_at(moments[0].trace) + 1}"
        for moment in moments:
            yield from self.step(moment, self.every_picture or (full and moment.index == (len(moments) - 1) // 2))
        for comparison in self.lesson.compare:
            yield from self.compared(moments_of(self.lesson, scene, comparison.name)[-1])
        if moments[0].trace.refusal is not None:
            yield f"refused: {moments[0].trace.refusal}"
        yield from self.nested(moments)

    def compared(self, moment: Moment[Any]) -> Iterator[str]:
        """The last step with a comparison switched on."""
        differs = self.lesson.comparison(moment.compare).differs(moment)
        yield f"with {moment.compare}: {'differs' if differs else 'the same answer'}"
        yield from _indented([f"situation: {visible(self.lesson.situation(moment))}", *self.pictures(moment, False)])

    def step(self, moment: Moment[Any], full: bool) -> Iterator[str]:
        stage = self.lesson.page(moment).stage
        aside, met = reading.asides(self.lesson, moment), self.asides.setdefault(stage, [])
        if aside not in met:
            met.append(aside)
        path = "".join(f"{above.index + 1} > {below.field} > " for above, below in _path(moment))
        yield f"step {path}{moment.index + 1} · {_stage(stage, met.index(aside))}"
        yield from _indented([*reading.told(self.lesson, moment), *self.pictures(moment, full)])

    def pictures(self, moment: Moment[Any], full: bool) -> Iterator[str]:
        for pane in self.lesson.panes:
            canvas = Canvas(PIXEL, PIXEL_Y if pane.axes is not None else None)
            pane.draw(canvas, moment)
            transcript = canvas.transcript()
            digest = hashlib.sha256(transcript.encode()).hexdigest()[:10]
            inks = Counter(mark.ink.value for mark in canvas.marks)
            counts = ", ".join(f"{ink} {count}" for ink, count in sorted(inks.items()))
            head, _ = pane.head(moment)
            title = f" '{visible(head)}'" if head else ""
            yield f"picture {pane.name}{title}: {digest}, {counts}"
            if full:
                yield from _indented(transcript.splitlines())

    def nested(self, moments: list[Moment[Any]]) -> Iterator[str]:
        """The first, middle and last step of the traces that can be stepped into at one step, the middle one of those
        that have any; and likewise of theirs."""
        if not (above := [moment for moment in moments if moment.trace.children(moment.index)]):
            return
        parent = above[(len(above) - 1) // 2]
        for field, trace in parent.trace.children(parent.index):
            inner = [
                Moment(parent.scene, trace, i, parent, field, parent.time, parent.compare, parent.faulty)
                for i in range(len(trace))
            ]
            for index in sorted({0, (len(inner) - 1) // 2, len(inner) - 1}):
                yield from self.step(inner[index], self.every_picture)
            yield from self.nested(inner)


def _path(moment: Moment[Any]) -> list[tuple[Moment[Any], Moment[Any]]]:
    """The moments that were stepped into on the way to this one, outermost first, each with the one within."""
    return [] if moment.parent is None else [*_path(moment.parent), (moment.parent, moment)]


def _stage(name: str, number: int) -> str:
    """A stage, and which of the things that are said of it where there are several."""
    return name if number == 0 else f"{name} ({number + 1})"


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
