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

from tests.lessons.pages import LESSONS, PRESETS, Preset
from tests.lessons.reading import asides, told, visible
from viz.lesson.canvas import Recording
from viz.lesson.first_edition import Lesson, Moment
from viz.lesson.scene import Handle

EXPECTED = Path(__file__).parent / "expected"
PIXEL = 0.01  # world length of one: most scenes are about 5 units wide


def expected(lesson: str) -> Path:
    """Where the record of a lesson is kept."""
    return EXPECTED / f"{lesson}.txt"


def record(lesson: str, every_picture: bool = False) -> str:
    """The record of a lesson as it is now; on demand with the transcripts of all pictures, to find what has moved."""
    return _Record(next(each for each in LESSONS if each.id == lesson), every_picture).text()


class _Record:
    """The record of one lesson, in the making."""

    def __init__(self, lesson: Lesson[Any], every_picture: bool) -> None:
        self.lesson = lesson
        self.every_picture = every_picture
        self.asides: dict[str, list[list[str]]] = {}  # by stage: each that was met, in order

    def text(self) -> str:
        lesson = self.lesson
        presets = [page for page in PRESETS if page.lesson is lesson]
        steps = [line for page in presets for line in self.preset(page, full=page is presets[0])]
        head = [f"{lesson.id}: {lesson.title}", f"source: {lesson.source}", f"summary: {lesson.summary}"]
        stages = [
            line
            for stage, met in self.asides.items()
            for number, lines in enumerate(met)
            for line in ("", f"stage {_stage(stage, number)}", *_indented(lines))
        ]
        return "\n".join(line.rstrip() for line in (*head, *stages, *steps)) + "\n"

    def preset(self, page: Preset, full: bool) -> Iterator[str]:
        """Every step of a preset; `full`: the middle one's picture as its transcript."""
        yield from ("", f"=== {page.name} ===")
        for name, control, value in page.scene.controls():
            if not isinstance(control, Handle):
                yield f"{type(control).__name__.lower()} {name}: {astuple(control)} = {value!r}"
        moments = page.moments()
        for moment in moments:
            yield from self.step(moment, self.every_picture or (full and moment.index == (len(moments) - 1) // 2))
        if moments[0].trace.refusal is not None:
            yield f"refused: {moments[0].trace.refusal}"
        yield from self.nested(moments)

    def step(self, moment: Moment[Any], full: bool) -> Iterator[str]:
        stage = self.lesson.stage(moment.step)
        aside, met = asides(self.lesson, moment), self.asides.setdefault(stage, [])
        if aside not in met:
            met.append(aside)
        path = "".join(f"{above.index + 1} > {below.field} > " for above, below in _path(moment))
        yield f"step {path}{moment.index + 1} · {_stage(stage, met.index(aside))}"
        yield from _indented([*told(self.lesson, moment), *self.pictures(moment, full)])

    def pictures(self, moment: Moment[Any], full: bool) -> Iterator[str]:
        for row in self.lesson.panes():
            for pane in row:
                recording = Recording(PIXEL)
                pane.draw(recording, moment)
                transcript = recording.transcript()
                digest = hashlib.sha256(transcript.encode()).hexdigest()[:10]
                inks = Counter(mark.ink.value for mark in recording.marks)
                counts = ", ".join(f"{ink} {count}" for ink, count in sorted(inks.items()))
                title = f" '{visible(pane.title)}'" if pane.title else ""
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
            inner = [Moment(parent.scene, trace, i, parent, field) for i in range(len(trace))]
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
