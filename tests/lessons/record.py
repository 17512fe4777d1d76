"""The golden record: what each lesson says and draws, step by step, as text that is kept and read like code.

`python -m tests.tools.golden` renews it.

Words stand in full (`reading`), ideas and formulas once a stage. A picture stands as the digest of its transcript and
its marks counted by ink; at one step a lesson (the middle one of the first preset) the transcript itself follows.
Pictures are drawn at one fixed scale, so that the record does not change with the way the window frames them.

What else can be on the screen stands as one digest a step, of its words and pictures: while the question is open, at
other times of the clock, with each comparison switched on, and after a few edits of each scene (`edits`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

from tests.lessons import reading
from tests.lessons.edits import edited
from tests.lessons.reading import digest, drawn, visible
from tests.lessons.second_edition import LESSONS, moments_of
from viz.lesson.lesson import Clock, Group, Layout, Moment, Pane, panes_of
from viz.lesson.scene import Handle, Scene

EXPECTED = Path(__file__).parent / "expected"
MOST_RECORDED = 9  # scenes of a lesson; of more as many, evenly
SIX = ("axis-by-axis", "two-shadows", "gjk", "edge-clipping", "tunnelling", "conservative-advancement")
EDITS = {True: 20, False: 5}  # of a lesson, of the six that random changes are tried on (`tests.tools.mutants`) more
MOST_STEPS = {True: 9, False: 1}  # of an edited scene, and with a comparison; of more as many, evenly
DEAR = ("all-pairs", "grid", "broadphase-bench", "pipeline", "resting")  # a second for every edit: none
TIMES = (0.31, 0.77)  # of the clock, between the times of the steps


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
        self.is_pilot = lesson.id in SIX
        self.every_picture = every_picture
        self.asides: dict[str, list[list[str]]] = {}  # by stage: each that was met, in order
        self.clock = ""  # as it was told last

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
        head += [f"panes: {_laid_out(lesson.layout)}", f"presented: {_laid_out(lesson.presented)}"]
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
            if self.lesson.id not in DEAR:
                yield from _indented(list(self.variants(moment)))
        for comparison in self.lesson.compare:
            compared = moments_of(self.lesson, scene, comparison.name)
            yield from self.compared(compared[-1])
            if self.lesson.id not in DEAR:
                yield f"  its steps: {self.digests(self.some(compared))}"
        if moments[0].trace.refusal is not None:
            yield f"refused: {moments[0].trace.refusal}"
        yield from self.nested(moments)
        edits = 0 if self.lesson.id in DEAR else EDITS[self.is_pilot]
        for k in range(-(-edits // min(len(self.lesson.presets), MOST_RECORDED))):
            yield from self.edited(scene, random.Random(f"{self.lesson.id}, {title}, {k}"))

    def variants(self, moment: Moment[Any]) -> Iterator[str]:
        """The same step while its question is open, and at other times; what can be done at it."""
        if self.lesson.page(moment).prediction is not None:
            yield f"asked: {self.digests([replace(moment, is_open=True)])}"
        clock = self.lesson.clock(moment)
        if clock is not None:
            if (told := f"clock: {_clock(clock)}") != self.clock:
                self.clock = told
                yield told
            times = TIMES[: 1 + self.is_pilot]
            yield f"at other times: {self.digests([replace(moment, time=time) for time in times])}"

    def edited(self, scene: Scene, chance: random.Random) -> Iterator[str]:
        """The steps after an edit, without a comparison or with one, at other times than usual."""
        names, scene = edited(scene, chance)
        compare = chance.choice(("", *(each.name for each in self.lesson.compare)))
        try:
            moments = moments_of(self.lesson, scene, compare)
        except ValueError as refusal:
            yield f"edited, {names}: {refusal}"
            return
        moments = [
            replace(each, is_open=chance.random() < 0.2, time=(each.time + chance.random()) / 2.0)
            if chance.random() < 0.3
            else each
            for each in self.some(moments)
        ]
        yield f"edited, {names}{compare and f', with {compare}'}: {self.digests(moments)}"

    def some(self, moments: list[Moment[Any]]) -> list[Moment[Any]]:
        """As many of them as are looked at, evenly: of one the middle one."""
        wide = -(-len(moments) // MOST_STEPS[self.is_pilot])
        return moments[wide // 2 :: wide]

    def digests(self, moments: Sequence[Moment[Any]]) -> str:
        """Of all that is said and drawn at each of these moments."""
        return " ".join(map(self.digest, moments))

    def digest(self, moment: Moment[Any]) -> str:
        lines = [*reading.asides(self.lesson, moment), *reading.told(self.lesson, moment)]
        for pane in panes_of(self.lesson.layout_at(moment)):
            lines += [_around(pane, moment), drawn(pane, moment).transcript()]
        text = "\n".join(lines)
        return f"\n{text}\n" if self.every_picture else digest(text)[:6]

    def compared(self, moment: Moment[Any]) -> Iterator[str]:
        """The last step with a comparison switched on."""
        differs = self.lesson.comparison(moment.compare).differs(moment)
        yield f"with {moment.compare}: {'differs' if differs else 'the same answer'}"
        yield from _indented([f"situation: {visible(self.lesson.situation(moment))}", *self.pictures(moment, False)])

    def step(self, moment: Moment[Any], full: bool) -> Iterator[str]:
        stage, layout = self.lesson.page(moment).stage, self.lesson.layout_at(moment)
        aside, met = reading.asides(self.lesson, moment), self.asides.setdefault(stage, [])
        if aside not in met:
            met.append(aside)
        path = "".join(f"{above.index + 1} > {below.field} > " for above, below in _path(moment))
        yield f"step {path}{moment.index + 1} · {_stage(stage, met.index(aside))}"
        if layout is not self.lesson.layout:
            yield f"  panes: {_laid_out(layout)}"
        if (shown := self.lesson.shows_controls(moment)) is not True:
            yield f"  controls: {', '.join(shown) if shown else 'none'}"
        yield from _indented([*reading.told(self.lesson, moment), *self.pictures(moment, full)])

    def pictures(self, moment: Moment[Any], full: bool) -> Iterator[str]:
        shown = {pane.name: pane for pane in panes_of(self.lesson.layout_at(moment))}
        for pane in self.lesson.panes:
            canvas = drawn(pane, moment)
            transcript = canvas.transcript()
            inks = Counter(mark.ink.value for mark in canvas.marks)
            counts = ", ".join(f"{ink} {count}" for ink, count in sorted(inks.items()))
            around = _around(shown[pane.name], moment) if pane.name in shown else "hidden"
            yield f"picture {pane.name}{around and f' {around}'}: {digest(transcript)}, {counts}"
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


def _around(pane: Pane, moment: Moment[Any]) -> str:
    """What stands around a picture: its title and note, and the ranges of a chart."""
    title, note = pane.head(moment)
    ink = pane.ink(moment) if callable(pane.ink) else pane.ink
    parts = [f"'{visible(title)}'"] if title else []
    parts += [f"note '{visible(note)}'"] if note else []
    parts += [f"in {ink.value}"] if ink else []
    if pane.axes is not None:
        axes = pane.axes(moment)
        ends = " ".join(f"{_rounded(low)}…{_rounded(high)}" for low, high in (axes.x, axes.y))
        parts.append(f"over {ends} {visible(f'{axes.x_label} {axes.y_label}').strip()}".rstrip())
    parts += ["not held"] if pane.is_world and not pane.is_held(moment) else []
    idle = pane.idle(moment)
    return " ".join([*parts, *([f"idle {', '.join(sorted(idle))}"] if idle else [])])


def _rounded(x: float) -> str:
    return f"{round(x + 1.27e-6, 4) + 0.0:g}"  # a hair off half, as in transcripts


def _laid_out(layout: Layout) -> str:
    if isinstance(layout, Group):
        parts = (" | " if layout.is_row else " / ").join(map(_laid_out, layout.parts))
        return f"({parts}) {layout.share:g}"
    margin = "" if layout.margin is None else f" margin {layout.margin:g}"
    return f"{layout.name} {layout.share:g}{margin}{' follows time' if layout.follows_time else ''}"


def _clock(clock: Clock) -> str:
    impact = "" if clock.impact is None else f", impact {_rounded(clock.impact)}"
    ticks = " ".join(map(_rounded, clock.ticks))
    told = "" if clock.told is None else f", told {visible(clock.told(0.37))}"
    flags = [name for name in ("plays_on_entry", "plays_each_step", "starts_over") if getattr(clock, name)]
    near = "" if clock.near == 1.0 else f", near {_rounded(clock.near)}"
    return f"{clock.seconds:g} s{impact}, ticks {ticks}{near}{told} {' '.join(flags)}".rstrip()


def _path(moment: Moment[Any]) -> list[tuple[Moment[Any], Moment[Any]]]:
    """The moments that were stepped into on the way to this one, outermost first, each with the one within."""
    return [] if moment.parent is None else [*_path(moment.parent), (moment.parent, moment)]


def _stage(name: str, number: int) -> str:
    """A stage, and which of the things that are said of it where there are several."""
    return name if number == 0 else f"{name} ({number + 1})"


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
