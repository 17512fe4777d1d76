"""Your routine in the picture: a check step by step, its smallest failing scene beside the right answer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from geometry.counterexample.pairs import state
from geometry.counterexample.truth import pair_of
from lessons.labs.checking.words import conventions_told
from lessons.labs.your_code_asked import prediction
from lessons.labs.your_code_check import EXAMPLES, Checked
from lessons.labs.your_code_panes import by_failures, card_head, draw_card, draw_world, row_told, scene_at, world_head
from lessons.labs.your_code_property import claims_of, formula_of
from lessons.labs.your_code_reading import NOTHING, SEVERAL, apart, told, vertices
from lessons.labs.your_code_routines import ENOUGH, Routine, Routines
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import (
    Compared,
    NoFile,
    Shrunk,
    Spoken,
    Stage,
    Tried,
    Walked,
    found_of,
    in_words,
    is_endless,
    shown,
    trace_of,
    values_of,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Layout, Lesson, Moment, Pane, Preset, above, at_first, beside
from viz.lesson.page import Claim, Page, Table, table_of
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint

IDEAS = {
    Stage.BEGIN: (
        "Write a routine, and see the **smallest** scene on which it is wrong. Begin with a template (below); it "
        "tells the signature, signs and units."
    ),
    Stage.CONVENTION: (
        "The check first finds your **conventions**: direction of normals, sign of y, whether touching counts. It "
        "uses simple scenes whose answer is certain."
    ),
    Stage.SHRINK: (
        "**Shrinking**: fewer vertices, rounder numbers, as long as it still fails. A small scene can be computed by "
        "hand."
    ),
    Stage.STEPS: (
        "Step in (↓) to see the call line by line, with its values. Points among the values are drawn under their "
        "names."
    ),
}
CALL = (
    "Each step is a yield of your routine, or else a line. Points and segments among the values are drawn under "
    "their names."
)
COLUMNS = {
    Stage.BEGIN: ("in a terminal",),
    Stage.CONVENTION: ("question", "read as"),
    Stage.SEARCH: ("family", "tried", "failed"),
    Stage.SHRINK: ("scene", "vertices", "decimals"),
    Stage.FAILURE: ("answer", "on this scene"),
    Stage.ANSWER: ("answer", "on this scene"),
    Stage.STEPS: ("line", "name", "value"),
}


class YourCodeStory(Story):
    """A check told in the order of its work; a call by its own lines."""

    columns = ("answer", "on this scene")  # the lesson's own table has those of its stage

    def __init__(self, lesson: YourCode) -> None:
        self.lesson = lesson

    def stage(self, moment: Moment[Asked]) -> str:
        return str(stage_of(moment).value)

    def page(self, moment: Moment[Asked]) -> Page:
        page = Page(self.stage(moment), IDEAS.get(stage_of(moment), ""))
        if moment.parent is not None:
            return _line(moment, replace(page, idea=CALL), self.lesson.routine_of(moment.scene).subject.text)
        routine = self.lesson.routine_of(moment.scene)
        checked = routine.checked
        match moment.step:
            case NoFile():
                return _begin(page)
            case Spoken():
                return _spoken(page, checked)
            case Tried() as tried:
                return _searched(page, checked, tried)
            case Shrunk() as shrunk:
                return _shrunk(page, routine, moment, shrunk)
            case Compared() as compared:
                return _compared(page, moment, compared, routine)
            case Walked() as walked:
                return _walked(page, moment, walked)
        raise TypeError(moment.step)

    def draw(self, canvas: Canvas, moment: Moment[Asked]) -> None:
        draw_world(self.lesson.routine_of, canvas, moment)

    def line_ink(self, moment: Moment[Asked]) -> Ink:
        step = moment.step
        return Ink.FAULTY if isinstance(step, Compared) and step.why is not None else Ink.EXAMINED


def stage_of(moment: Moment[Asked]) -> Stage:
    stage: Stage = Stage.STEPS if moment.parent is not None else moment.step.stage
    return stage


def _begin(page: Page) -> Page:
    page = page.row("separatrix check --template mtv > mine.py")
    page = page.row("separatrix check mine.py --open")
    return page.says("No file is open: this is an example with one bug. Step on to see it found.")


def _spoken(page: Page, checked: Checked) -> Page:
    for row in checked.rows:
        page = page.row(*row_told(checked, row))
    if checked.contradiction:
        return page.says(checked.contradiction)
    told_all = conventions_told(checked.asks, checked.conventions)
    if not told_all:
        return page.says("Nothing in its answers is a matter of convention.")
    return page.says(f"Conventions found: **{told_all}**. All later checks use them.")


def _searched(page: Page, checked: Checked, tried: Tried) -> Page:
    for family, count in by_failures(checked):
        failed = checked.failed.get(family, 0)
        page = page.row(family, str(count), str(failed), faulty=failed > 0)
    first = f", first in “{tried.family}”" if tried.failures else ""
    kinds = ", ".join(list(checked.tried)[:6])
    page = replace(
        page, idea=f"Scenes of every kind ({kinds} …). A **property** is a condition that each right answer fulfils."
    )
    page = page.says(f"{tried.scenes:,} scenes: **{counted(tried.failures, 'failure')}**{first}.")
    return page.claiming(
        Claim("scenes", lambda: tried.scenes, lambda: sum(checked.tried.values())),
        Claim("failures", lambda: tried.failures, lambda: sum(checked.failed.values())),
    )


def _shrunk(page: Page, routine: Routine, moment: Moment[Asked], shrunk: Shrunk) -> Page:
    checked = routine.checked
    first, here = checked.frames[0], shrunk.frame
    page = page.row(here.name, str(shrunk.vertices or "–"), str(shrunk.decimals), key=here.name)
    if here is first:
        counted_so = f"with {vertices(first.vertices)}" if first.vertices else "as the search met it"
        page = page.says(f"Found: a scene {counted_so}.")
    else:
        numbers = f"coordinates with {_decimals(shrunk.decimals)}" if shrunk.decimals else "whole numbers"
        fewer = f"From {vertices(first.vertices)} to **{shrunk.vertices}**; " if first.vertices else "Now "
        page = page.says(f"{fewer}{numbers}.")
    if here is checked.frames[-1] and moment.scene.arguments == routine.scene.arguments:
        return page.asks(prediction(moment), shapes_told(moment.scene))
    return page


def _walked(page: Page, moment: Moment[Asked], walked: Walked) -> Page:
    found, name = found_of(moment), moment.trace.function
    says = f"One call of {name} on this scene: {counted(walked.steps, 'step')}."
    if is_endless(found):
        says = f"{name} does not return: it was stopped. {counted(walked.steps, 'step')} of the call are kept."
    page = Page(page.stage, page.idea, nested="the call, line by line").says(says)
    page = page.claiming(Claim("steps", lambda: walked.steps, lambda: len(walked.call)))
    return _both(page, moment, found)


def _decimals(count: int) -> str:
    return "none" if not count else "many decimals" if count > 6 else counted(count, "decimal")


def _compared(page: Page, moment: Moment[Asked], compared: Compared, routine: Routine) -> Page:
    scene = moment.scene
    why = compared.why
    if why is None and routine.checked.failures and scene.arguments == routine.scene.arguments:
        why = in_words(routine.checked.sentence)  # it fails now and then: what the check has seen of it
    page = Page(
        page.stage, in_words(scene.asks.property), formula_of(scene, compared.right), claims_of(scene, compared)
    )
    return _both(page, moment, compared).says(why or "Your answer is right on this scene.")


def _both(page: Page, moment: Moment[Asked], found: Compared) -> Page:
    """Yours and the right answer, as rows."""
    mine = mine_told(moment, found) or "no answer"
    page = page.row("yours", mine, ink=Ink.FAULTY, faulty=found.why is not None)
    right = "a right one" if moment.scene.problem in SEVERAL else "right"
    return page.row(right, told(moment.scene, found.right), ink=Ink.ANSWER)


def mine_told(moment: Moment[Asked], found: Compared) -> str:
    """The routine's answer as a table has it; of one that cannot be read what came; empty for none."""
    is_read = found.yours is not None or (found.said == "nothing" and moment.scene.problem in NOTHING)
    return told(moment.scene, found.yours) if is_read else found.said


def _line(moment: Moment[Asked], page: Page, source: str) -> Page:
    """What has changed since the step before: at a yield by the lines up to it, at a line by the one before it."""
    here, line = values_of(moment.step), moment.step.line
    earlier = moment.trace.steps[moment.index - 1] if moment.index else None
    before = {} if earlier is None else values_of(earlier)
    fresh = [name for name, value in here.items() if repr(before.get(name)) != repr(value)]
    is_yield = any("yield" in row for row in source.splitlines()[line - 1 : line])
    by = line if is_yield or earlier is None else earlier.line
    for name in fresh[-8:]:
        page = page.row(str(by), name, shown(here[name]))
    says = f"Line {by}: {fresh[-1]} = {shown(here[fresh[-1]])}." if fresh and by else ""
    after = "" if is_yield else f" Line {line} is next." if fresh else f"Line {line} is next."
    return page.says(f"{says}{after}" or f"Line {line}.").claiming(
        Claim("line", lambda: line, lambda: moment.trace.line(moment.index).line)
    )


def shapes_told(scene: Asked) -> str:
    """A statement about the scene that gives no answer away."""
    if scene.problem in ("mtv", "closest_points", "manifold", "minkowski_difference"):
        known = state(pair_of(*scene.given))
        return f"{known[0].upper()}{known[1:]}."
    count = sum(len(each.value) for each in scene.outlines)
    having = f" with {vertices(count)}" if count else ""
    return f"The routine {scene.problem} is asked about a scene{having}."


class YourCode(Lesson[Asked]):
    id = "your-code"
    title = "Your routine in the picture"
    source = "This app"
    summary = "Check a routine of your own: the smallest scene on which it is wrong, beside the right answer."
    terms = ("property", "counter-example", "shrinking", "signature", "convention")
    builds_on = ("minimum-translation",)
    presents = 0
    story: Story

    def __init__(self, own: Sequence[Routine] = (), trouble: str = "") -> None:
        """`own`: the checked routines of the file that is open. `trouble`: what is wrong with it now."""
        self.own, self.trouble = tuple(own), trouble
        self.story = YourCodeStory(self)

    @cached_property
    def routines(self) -> Routines:
        return Routines(self.own)

    def routine_of(self, scene: Asked) -> Routine:
        return self.routines.of(scene)

    @cached_property
    def layout(self) -> Layout:
        cards = (
            Pane(
                f"card {i}",
                "scene",
                partial(draw_card, self.routine_of, i - 1),
                headed=partial(card_head, self.routine_of, i - 1),
            )
            for i in (1, 2, 3)
        )
        headed = partial(world_head, self.routine_of)
        world = Pane("world", "The scene", self.story.draw, is_world=True, share=0.76, headed=headed)
        return above(world, beside(*cards, share=0.24))

    @cached_property
    def scenes(self) -> Mapping[str, Asked | Preset[Asked]]:
        found: dict[str, Asked | Preset[Asked]] = {}
        for routine in self.own:
            for name, scene in own_scenes(routine).items():
                found[name] = Preset(scene, opens_at=at_first(Compared))
        for each in EXAMPLES:
            found[each.name] = self.routines.named[each.stem].scene
        return dict(list(found.items())[:9])

    def run(self, scene: Asked) -> Any:
        routine = self.routine_of(scene)
        return trace_of(scene, routine.checked, routine.asking, begins=routine.begins)

    def situation(self, moment: Moment[Asked]) -> str:
        if self.trouble:
            return self.trouble
        found = found_of(moment)
        while moment.parent is not None:
            moment = moment.parent
        if stage_of(moment) not in (Stage.FAILURE, Stage.ANSWER, Stage.STEPS):
            return shapes_told(scene_at(self.routine_of, moment))
        if found.is_old:
            return "Your routine has not answered for this scene yet."
        if found.why is None:
            return "Your answer is right here."
        return wrong_told(moment, found)

    def challenge(self, moment: Moment[Asked]) -> Challenge | None:
        routine = self.routine_of(moment.scene)
        checked = routine.checked
        if not checked.failures and routine not in self.own:
            return None
        now = f"{counted(checked.failures, 'failure')} in {checked.scenes:,} scenes"
        reached = not checked.failures and checked.scenes >= ENOUGH
        return Challenge(
            f"Fix it: no failure in {ENOUGH:,} scenes.", reached, now, "Read the line with these values."
        )

    def table(self, moment: Moment[Asked], pages: Sequence[Page] | None = None) -> Table | None:
        """The rows of this stage, with its own columns."""
        pages = self.pages(moment) if pages is None else pages
        here = stage_of(moment)
        mine = [pages[i] for i in range(moment.index + 1) if stage_of(moment.at(i)) is here]
        if here is Stage.STEPS:
            mine = mine[-1:]
        columns = COLUMNS[Stage.ANSWER if isinstance(moment.step, Walked) else here]
        return table_of(columns, mine, len(mine) - 1)


def wrong_told(moment: Moment[Asked], found: Compared) -> str:
    """What was answered and what is right, or how far they are apart."""
    scene = moment.scene
    far = apart(scene, found.yours, found.right)
    if far is None:
        mine, right = mine_told(moment, found), told(scene, found.right)
        if mine == right:
            return f"Your answer is {tint('**wrong**', Ink.FAULTY)} here."
        what = f"answers {mine}" if mine else "does not return" if is_endless(found) else "gives no answer"
        is_right = f"a right answer is the point {right}" if scene.problem == "support" else f"right is {right}"
        return f"Your routine {tint(what, Ink.FAULTY)}; {is_right}."
    if scene.problem == "closest_points":
        mine, right = (fixed(math.dist(*pair)) for pair in (found.yours, found.right))
        return f"Your points are {tint(f'**{mine}**', Ink.FAULTY)} apart; the distance is **{right}**."
    right = "a right one" if scene.problem in SEVERAL else "the right one"
    as_what = " as vectors" if scene.problem == "mtv" else ""
    return f"Your answer and {right} differ by {tint(f'**{fixed(far)}**', Ink.FAULTY)}{as_what}."


def own_scenes(routine: Routine) -> Mapping[str, Asked]:
    """What the file that is open is shown on: its smallest failing scene."""
    where = routine.checked.family or "no failure"
    return {f"{routine.checked.problem}: {where}": routine.scene}
