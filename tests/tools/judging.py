"""What a judge of a lesson gets (pictures of the whole window, and every word), in a folder.

    python -m tests.tools.judging LESSON [FOLDER] [--scenes 1,4,25]      (screenshots/LESSON unless given)

Scene 1 at its first, middle and last step, in dark and light, at two sizes; every other scene at three steps; each
comparison; the first prediction answered wrongly and rightly; presenting; time passing, where there is a clock. All
predictions are skipped in the pictures of the middle and last steps. `--scenes`: only these besides the first, of a
collection that has dozens; their words too.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lessons import CURRICULUM
from tests.lessons.second_edition import moments_of
from viz.lesson.curriculum import by_id
from viz.lesson.lesson import Lesson, Moment
from viz.lesson.prediction import Adjust, Choose, Click, Place, Prediction
from viz.lesson.text import plain

if TYPE_CHECKING:
    from viz.desktop.session import Session
    from viz.desktop.window import Desktop

FOLDER = Path(__file__).parents[2] / "screenshots"
SIZES = ((1280, 720), (1920, 1080))
MOVING = 6  # scenes that are searched for one that moves


def main(lesson_id: str, folder: Path | None = None, scenes: Collection[int] = ()) -> None:
    """`scenes`: by their numbers; none for all of them."""
    from viz.desktop import display

    display.prepare(headless=True)
    from viz.picture.theme import THEMES

    entries = by_id(CURRICULUM)
    lesson = entries[lesson_id].lesson
    folder = FOLDER / lesson_id if folder is None else folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "words.md").write_text("\n".join(words(lesson, scenes)) + "\n", encoding="utf-8")
    for size in SIZES:
        for theme in ("dark", "light"):
            window = _window(lesson, size)
            window.apply_theme(THEMES[theme], 1.0)
            for name, step in _steps(lesson, 0):
                _show(window, 0, step)
                window.save_picture(str(folder / f"scene1-{name}-{theme}-{size[1]}.png"))
            window.close()
    window = _window(lesson, SIZES[0])
    for number in (i for i in range(1, len(lesson.presets)) if not scenes or i + 1 in scenes):
        for name, step in _steps(lesson, number):
            _show(window, number, step)
            window.save_picture(str(folder / f"scene{number + 1}-{name}.png"))
    _comparisons(window, lesson, folder)
    _answers(window, folder)
    _moving(window, folder)
    window.close()
    window = _window(lesson, SIZES[0])  # in which nothing has been answered: what a class sees while it is told
    _show(window, 0, _steps(lesson, 0)[1][1])
    window.session.presenting = True
    window.settle(4)
    window.save_picture(str(folder / "present.png"))
    window.close()


def _window(lesson: Lesson[Any], size: tuple[int, int]) -> Desktop:
    from viz.desktop.window import Desktop

    window = Desktop(CURRICULUM, lesson, size)
    window.session.reduced_motion = True
    return window


def _show(window: Desktop, scene: int, step: int) -> None:
    """A scene at a step: at the first the prediction waits, at later ones it is skipped."""
    session = window.session
    session.preset(scene)
    _enter(window, step)
    if step and session.task.is_open:
        session.task.skip()
    window.settle(12)


def _enter(window: Desktop, step: int) -> None:
    """Come to a step from the first: one at which the scene opens, at rest, shows what it plays on entry, too."""
    window.session.player.go(0)
    window.session.follow()
    window.session.player.go(step)


def _steps(lesson: Lesson[Any], scene: int) -> list[tuple[str, int]]:
    """First, middle and last step of a scene."""
    count = len(lesson.run(list(lesson.presets.values())[scene].scene))
    return [("first", 0), ("middle", (count - 1) // 2), ("last", count - 1)]


def _comparisons(window: Desktop, lesson: Lesson[Any], folder: Path) -> None:
    """Each comparison at the last step of the scene that opens with it, else of the first on which it differs."""
    session = window.session
    for i, comparison in enumerate(lesson.compare, start=1):
        scenes = enumerate(lesson.presets.values())
        for number, preset in sorted(scenes, key=lambda each: each[1].compare != comparison.name):
            trace = lesson.run(preset.scene)
            moment = Moment(preset.scene, trace, len(trace) - 1, compare=comparison.name)
            try:
                moment = Moment(
                    preset.scene, trace, moment.index, compare=comparison.name, faulty=comparison.run(preset.scene)
                )
            except ValueError:
                continue
            if comparison.differs(moment):
                session.preset(number)
                session.compare_with(comparison.name)
                _enter(window, len(trace) - 1)
                window.settle(5)
                window.save_picture(str(folder / f"compare{i}-scene{number + 1}.png"))
                break
        session.compare_with("")


def _answers(window: Desktop, folder: Path) -> None:
    """The first prediction of scene 1: answered wrongly once, then rightly."""
    session = window.session
    session.preset(0)
    while session.task.prediction is None and not session.player.moment.is_last:
        session.player.forward()
    asked = session.task.prediction
    if asked is None:
        return
    for name, wrong in (("wrong", True), ("right", False)):
        session.reset()
        while session.task.prediction is None:
            session.player.forward()
        window.settle(2)
        _give(window, asked, wrong=wrong)
        window.settle(5)
        window.save_picture(str(folder / f"answered-{name}.png"))
    session.reset()


def _give(window: Desktop, asked: Prediction, *, wrong: bool) -> None:
    """Answer an open prediction."""
    session, task = window.session, window.session.task
    match asked:
        case Choose():
            right = sorted(asked.right)[0]
            task.give(next(o for o in asked.options if o not in asked.right) if wrong else right)
        case Click():
            features = [each for each in _features(session.lesson, session.moment()) if task.wants(each)]
            others = [each for each in features if not asked.judge(each).right]
            task.give(others[0] if wrong and others else min(asked.right, key=str))
        case Place():
            for i, point in enumerate(() if wrong else asked.right):
                task.move(i, point)
            session.check()
        case Adjust():
            if not wrong:
                session.change(asked.right(session.player.scene))
            session.check()


def _features(lesson: Lesson[Any], moment: Moment[Any]) -> list[Any]:
    """What can be clicked in the figure."""
    from viz.lesson.canvas import Canvas, FeatureMark

    found: list[Any] = []
    for pane in lesson.panes:
        canvas = Canvas(0.01)
        pane.draw(canvas, moment)
        found += [mark.feature for mark in canvas.marks if isinstance(mark, FeatureMark)]
    return list(dict.fromkeys(found))


def _goes_to_clock(session: Session, number: int) -> bool:
    session.preset(number)
    for index in reversed(range(len(session.player.trace))):
        session.player.go(index)
        if session.task.is_open:
            session.task.skip()
        if session.plays_time:
            return True
    return False


def _moving(window: Desktop, folder: Path) -> None:
    """Four pictures of a play, of the first of a few scenes with a clock, at its last step that has one."""
    session = window.session
    if not any(_goes_to_clock(session, number) for number in range(min(len(session.lesson.presets), MOVING))):
        return
    for i, time in enumerate((0.0, 0.33, 0.67, 1.0), start=1):
        session.clock.scrub(time)
        window.settle(5)
        window.save_picture(str(folder / f"motion{i}.png"))


def words(lesson: Lesson[Any], scenes: Collection[int] = ()) -> Iterator[str]:
    """Every word of scene 1 in order, and of each other scene what it adds at its first and last step, and where it
    asks."""
    yield f"# {lesson.title}\n\n{lesson.summary}\n\nTerms: {', '.join(lesson.terms)}"
    for number, (name, preset) in enumerate(lesson.presets.items(), start=1):
        if scenes and number > 1 and number not in scenes:
            continue
        trace = lesson.run(preset.scene)
        yield f"\n## Scene {number}: {name}" + (f" (compares with “{preset.compare}”)" if preset.compare else "")
        before: tuple[str, ...] = ()
        moments = moments_of(lesson, preset.scene)  # where stepping puts their clocks
        ends, asked = (
            {0, len(trace) - 1},
            {each.index for each in moments if lesson.page(each).prediction is not None},
        )
        kept = range(len(trace)) if number == 1 else sorted(ends | asked)
        for index in kept:
            moment = moments[index]
            page = lesson.page(moment)
            shown = (page.idea, page.formula)
            yield f"\n### Step {index + 1} of {len(trace)}: {page.stage}"
            if shown != before:
                yield f"Idea: {plain(page.idea)}\n\nFormula: `{page.formula}`"
            before = shown
            yield f"\nStep: {plain(page.sentence)}\n\nSituation: {plain(lesson.situation(moment))}"
            table = lesson.table(moment)
            if table is not None and table.rows:
                yield "Newest table row: " + " | ".join(plain(cell) for cell in table.rows[-1][1].cells)
            if page.prediction is not None:
                yield from _asked(lesson, moment, page.prediction, page.known)
        challenge = lesson.challenge(moments[-1])
        if challenge is not None and number == 1:
            text, now, hint = map(plain, (challenge.text, challenge.now, challenge.hint))
            yield f"\nChallenge: {text} — now: {now} — hint: {hint}"
    for comparison in lesson.compare:
        yield f"\nComparison: “{comparison.name}” {plain(comparison.credit)}"


def _asked(lesson: Lesson[Any], moment: Moment[Any], asked: Prediction, known: str) -> Iterator[str]:
    """A prediction with some of its feedback."""
    yield f"\nPREDICTION: {plain(asked.text)}\n\nSituation while it is open: {plain(known)}"
    verdicts: list[tuple[str, Any]] = []
    match asked:
        case Click():
            given = [*(each for each in _features(lesson, moment) if asked.wants(each)), *asked.buttons]
            verdicts = [(str(each), asked.judge(each)) for each in given]
        case Choose():
            verdicts = [(each, asked.judge(each)) for each in asked.options]
        case Place():
            verdicts = [("as it lies at first", asked.judge(asked.start)), ("right", asked.judge(asked.right))]
        case Adjust():
            verdicts = [
                ("as it stands", asked.judge(moment.scene)),
                ("right", asked.judge(asked.right(moment.scene))),
            ]
    for given, verdict in verdicts:
        note = "; ".join(plain(f"{r.words} {r.note}".strip()) for r in verdict.remarks)
        mark = "right" if verdict.right else "wrong"
        yield f"- {given}: {mark}. {plain(verdict.head)} {plain(verdict.because)} [in the figure: {note}]"


if __name__ == "__main__":
    told = argparse.ArgumentParser(prog="python -m tests.tools.judging")
    told.add_argument("lesson")
    told.add_argument("folder", type=Path, nargs="?")
    told.add_argument("--scenes", default="", help="numbers with commas between them")
    given = told.parse_args()
    main(given.lesson, given.folder, {int(each) for each in given.scenes.split(",") if each})
