"""Your routine in the picture: a check step by step, its smallest failing scene beside the right answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from geometry.counterexample.pairs import facing, flipped
from geometry.counterexample.statement import Conventions
from lessons.labs.checking.words import conventions_told
from lessons.labs.your_code_asked import prediction
from lessons.labs.your_code_cause import CAUSES, fault_of
from lessons.labs.your_code_check import EXAMPLES, Checked, Frame
from lessons.labs.your_code_panes import (
    answer_at,
    by_failures,
    card_head,
    draw_card,
    draw_world,
    row_told,
    scene_at,
    shows_scene,
    world_head,
)
from lessons.labs.your_code_property import claims_of, formula_of
from lessons.labs.your_code_reading import SEVERAL, decimals_told, doer, owner, told, vertices
from lessons.labs.your_code_routines import ENOUGH, Routine, Routines
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_source import draw_source, source_head
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
from lessons.labs.your_code_words import fixed_or_whole, mine_told, shapes_told, wrong_told
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Layout, Lesson, Moment, Pane, Preset, above, at_first, beside
from viz.lesson.page import Claim, Page, Table, table_of
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, counted

IDEAS = {
    Stage.BEGIN: (
        "The app checks a routine: it looks for a scene on which the answer is wrong. The first line of the code is "
        "its **signature**: name and arguments."
    ),
    Stage.CONVENTION: (
        "Routines differ in **conventions**, such as the sign of y. The answers to simple scenes, where the right "
        "one is certain, tell those of this routine."
    ),
    Stage.FOUND: (
        "The first failing scene is a **counter-example**. Its many numbers hide the reason, so it is made simpler."
    ),
    Stage.FEWER: (
        "**Shrinking**: a vertex is removed, and the routine run again. If it still fails, the vertex stays "
        "removed; if not, it comes back."
    ),
    Stage.ROUND: (
        "Each number is replaced by a simpler one (0, 1, −1, 2 …), the whole scene moved, as long as the routine "
        "still fails. Then it can be computed by hand."
    ),
    Stage.STEPS: (
        "Step in (↓) to see the call line by line, with its values. Points among the values are drawn with their "
        "names."
    ),
}
CALL = (
    "Each step is a yield of your routine, or else a line. Points and segments among the values are drawn with "
    "their names."
)
FAULTY_LINE = (
    "The faulty **line** is pink; step in (↓) to run the call line by line. The command separatrix "
    "check mine.py --open shows a file of yours so."
)
COLUMNS = {
    Stage.BEGIN: ("for a routine of your own, in a terminal",),
    Stage.CONVENTION: ("question", "read as"),
    Stage.SEARCH: ("family", "tried", "failed"),
    Stage.FOUND: ("scene", "decimals", "vertices"),
    Stage.FEWER: ("scene", "decimals", "vertices"),
    Stage.ROUND: ("scene", "decimals", "vertices"),
    Stage.FAILURE: ("answer", "on this scene"),
    Stage.ANSWER: ("answer", "on this scene"),
    Stage.STEPS: ("line", "name", "value"),
}
MOST_FAMILIES = 6  # rows of kinds of scenes


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
                return _begin(page, is_open=bool(self.lesson.trouble))
            case Spoken():
                return _spoken(page, checked)
            case Tried() as tried:
                return _searched(page, checked, tried)
            case Shrunk() as shrunk:
                return _shrunk(page, routine, moment, shrunk)
            case Compared() as compared:
                return _compared(page, moment, compared, routine)
            case Walked() as walked:
                return _walked(page, moment, walked, routine)
        raise TypeError(moment.step)

    def draw(self, canvas: Canvas, moment: Moment[Asked]) -> None:
        draw_world(self.lesson.routine_of, canvas, moment)

    def line_ink(self, moment: Moment[Asked]) -> Ink:
        step = moment.step
        return Ink.FAULTY if isinstance(step, Compared) and step.why is not None else Ink.EXAMINED


def stage_of(moment: Moment[Asked]) -> Stage:
    stage: Stage = Stage.STEPS if moment.parent is not None else moment.step.stage
    return stage


def _begin(page: Page, *, is_open: bool) -> Page:
    """`is_open`: a file, of which nothing can be shown yet."""
    page = page.row("separatrix check --template mtv > mine.py")
    page = page.row("separatrix check mine.py --open")
    if is_open:
        return page.says(
            "Your file is not shown yet. Until it is, see how the check finds the one bug of this example, mtv."
        )
    return page.says(
        "No file is open. This example routine, mtv, has one bug: step on to see how the check finds it."
    )


def _spoken(page: Page, checked: Checked) -> Page:
    for row in checked.rows:
        page = page.row(*row_told(checked, row))
    if checked.contradiction:
        none_right = re.fullmatch(r"Of (\d+) clear scenes at most 0 answers are right, .*", checked.contradiction)
        if none_right is not None:
            return page.says(f"Of its answers to {none_right[1]} simple scenes not one is right, in any convention.")
        return page.says(checked.contradiction)
    told_all = conventions_told(checked.asks, checked.conventions)
    if not told_all:
        return page.says("Its answers have no conventions: all routines have to agree.")
    return page.says(f"Conventions found: **{told_all}**. All later checks use them.")


def _searched(page: Page, checked: Checked, tried: Tried) -> Page:
    rows = [(family, count, checked.failed.get(family, 0)) for family, count in by_failures(checked)]
    if len(rows) > MOST_FAMILIES + 1:
        rest = rows[MOST_FAMILIES:]
        rows[MOST_FAMILIES:] = [(f"{len(rest)} others", sum(row[1] for row in rest), sum(row[2] for row in rest))]
    for family, count, failed in (*rows, ("all", checked.scenes, checked.failures)):
        page = page.row(family, f"{count:,}", str(failed), faulty=failed > 0)
    first = f", first in “{tried.family}”" if tried.failures else ""
    kinds = ", ".join(list(checked.tried)[:4])
    page = replace(
        page, idea=f"Scenes of many kinds are tried ({kinds} …). A **property** must hold for each answer."
    )
    page = page.says(f"{tried.scenes:,} scenes: **{counted(tried.failures, 'failure')}**{first}.")
    return page.claiming(
        Claim("scenes", lambda: tried.scenes, lambda: sum(checked.tried.values())),
        Claim("failures", lambda: tried.failures, lambda: sum(checked.failed.values())),
    )


def _shrunk(page: Page, routine: Routine, moment: Moment[Asked], shrunk: Shrunk) -> Page:
    checked = routine.checked
    first, here = checked.frames[0], shrunk.frame
    decimals = str(min(shrunk.decimals, 16))
    page = page.row(here.name, decimals, str(shrunk.vertices or "–"), key=here.name)
    if here is first:
        counted_so = f"with {vertices(first.vertices)}" if first.vertices else "as the search met it"
        page = page.says(f"Found: a failing scene {counted_so}.")
    else:
        page = page.says(_simpler(shrunk, first))
    if here is checked.frames[-1] and moment.scene.arguments == routine.scene.arguments:
        asked = prediction(moment, fault_of(moment.scene, found_of(moment), routine.subject.text))
        return page.asks(asked, shapes_told(moment.scene))
    return page


def _simpler(shrunk: Shrunk, first: Frame) -> str:
    """What a step of shrinking has made of the scene."""
    if shrunk.stage is Stage.FEWER:
        gone = first.vertices - shrunk.vertices
        return f"From {vertices(first.vertices)} to **{shrunk.vertices}**: without the other {gone} it still fails."
    low, high = shrunk.frame.span
    kind = decimals_told(shrunk.decimals) if shrunk.decimals else "whole numbers"
    return f"All numbers are {kind} now, from **{fixed_or_whole(low)}** to **{fixed_or_whole(high)}**."


def _walked(page: Page, moment: Moment[Asked], walked: Walked, routine: Routine) -> Page:
    found, name = found_of(moment), moment.trace.function
    says = f"One call of {name} on this scene: {counted(walked.steps, 'step')}."
    if is_endless(found):
        says = f"{name} does not return: it was stopped. {counted(walked.steps, 'step')} of the call are kept."
    fault = fault_of(moment.scene, found, routine.subject.text)
    says = says if fault is None else f"{fault.why}"
    idea = page.idea if fault is None else FAULTY_LINE
    page = Page(page.stage, idea, nested="the call, line by line").says(says)
    page = page.claiming(Claim("steps", lambda: walked.steps, lambda: len(walked.call)))
    return _both(page, moment, found, routine.checked.conventions)


def _compared(page: Page, moment: Moment[Asked], compared: Compared, routine: Routine) -> Page:
    scene = moment.scene
    why = compared.why
    if why is None and routine.checked.failures and scene.arguments == routine.scene.arguments:
        why = in_words(routine.checked.sentence)  # it fails now and then: what the check has seen of it
    page = Page(
        page.stage, in_words(scene.asks.property), formula_of(scene, compared.right), claims_of(scene, compared)
    )
    return _both(page, moment, compared, routine.checked.conventions).says(
        why or f"{doer(scene)} is right on this scene."
    )


def _both(page: Page, moment: Moment[Asked], found: Compared, spoken: Conventions) -> Page:
    """Yours and the right answer, as rows."""
    mine = mine_told(moment.scene, found) or "no answer"
    is_wrong = found.why is not None
    if moment.scene.question == "mtv" and found.yours is not None:
        came = facing(flipped(found.yours, spoken), spoken)
        if came != tuple(found.yours):
            page = page.row("as returned", coords(came))
    page = page.row(owner(moment.scene), mine, ink=Ink.FAULTY if is_wrong else Ink.ANSWER, faulty=is_wrong)
    right = "a right one" if moment.scene.question in SEVERAL else "right"
    page = page.row(right, told(moment.scene, found.right), ink=Ink.ANSWER)
    return page


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
                margin=0.03,
            )
            for i in (1, 2, 3)
        )
        headed = partial(world_head, self.routine_of)
        held = partial(shows_scene, self.routine_of)
        world = Pane("world", "The scene", self.story.draw, is_world=True, share=0.57, headed=headed, held=held)
        return above(beside(world, self.source_pane, share=0.76), beside(*cards, share=0.24))

    @cached_property
    def source_pane(self) -> Pane:
        def draw(canvas: Canvas, moment: Moment[Asked]) -> None:
            draw_source(canvas, self.routine_of(moment.scene), moment)

        def headed(moment: Moment[Asked]) -> tuple[str, str]:
            return source_head(self.routine_of(moment.scene), moment)

        return Pane("source", "The routine", draw, share=0.43, headed=headed, margin=0.03, is_to_scale=False)

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
        shown = answer_at(self.routine_of, moment)
        if shown is None:
            return shapes_told(scene_at(self.routine_of, moment))
        if shown is not found and shown.why is not None:
            return wrong_told(scene_at(self.routine_of, moment), shown)
        if found.is_old:
            return f"{doer(moment.scene)} has not answered for this scene yet."
        if found.why is None:
            return f"{doer(moment.scene)} is right here."
        return wrong_told(moment.scene, found)

    def challenge(self, moment: Moment[Asked]) -> Challenge | None:
        routine = self.routine_of(moment.scene)
        checked = routine.checked
        if not checked.failures and routine not in self.own:
            return None
        now = f"{counted(checked.failures, 'failure')} in {checked.scenes:,} scenes"
        if isinstance(moment.step, NoFile | Spoken):
            now = "not yet searched"
        goal = f"Fix it: no failure in {ENOUGH:,} scenes."
        if routine not in self.own:
            goal = f"Write it without the bug, in a file of your own: no failure in {ENOUGH:,} scenes."
        cause = CAUSES.get(routine.name)
        hint = "Read the line with these values." if cause is None else cause.hint
        reached = not checked.failures and checked.scenes >= ENOUGH
        return Challenge(goal, reached, now, hint)

    def shows_controls(self, moment: Moment[Asked]) -> bool:
        """A slider beside the scene that it sets."""
        return shows_scene(self.routine_of, moment)

    def table(self, moment: Moment[Asked], pages: Sequence[Page] | None = None) -> Table | None:
        """The rows of this stage, with its own columns."""
        pages = self.pages(moment) if pages is None else pages
        here = stage_of(moment)
        mine = [pages[i] for i in range(moment.index + 1) if COLUMNS[stage_of(moment.at(i))] == COLUMNS[here]]
        if here in (Stage.STEPS, Stage.FAILURE, Stage.ANSWER):
            mine = mine[-1:]
        columns = COLUMNS[Stage.ANSWER if isinstance(moment.step, Walked) else here]
        return table_of(columns, mine, len(mine) - 1)


def own_scenes(routine: Routine) -> Mapping[str, Asked]:
    """What the file that is open is shown on: its smallest failing scene."""
    where = routine.checked.family or "no failure"
    return {f"{routine.checked.problem}: {where}": routine.scene}
