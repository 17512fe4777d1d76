"""The command line: open a lesson, list them, give a lecture, write pictures and handouts."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lessons import CURRICULUM
from lessons.reference import reference
from viz.arguments import (
    check_parser,
    export_parser,
    glossary_parser,
    handout_parser,
    lecture_parser,
    list_parser,
    open_parser,
    review_parser,
    why_parser,
)
from viz.asked import asked, explained, listed, require_chapters
from viz.choosing import (
    ENTRIES,
    LECTURES,
    checked_lecture,
    chosen_scene,
    find_lecture,
    find_lesson,
    is_saved,
    lecture_path,
)
from viz.files.lecture_lines import FaultyLecture
from viz.files.scene_file import SUFFIX, SavedScene
from viz.lesson.curriculum import titles
from viz.lesson.lesson import Lesson
from viz.picture.theme import THEMES
from viz.terminal import write_any_letter
from viz.writing import write_handout, write_pictures

if TYPE_CHECKING:
    from lessons.labs.checking.result import Report
    from viz.desktop.window import Desktop


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, 1 where what was to be checked is wrong, 2 after one sentence on
    standard error, or 128 and the number of the signal that has ended it."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    write_any_letter()
    parser, act = open_parser, _open
    if words and words[0] in _COMMANDS:
        parser, act = _COMMANDS[words.pop(0)]
    try:
        status = act(parser().parse_args(words))
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # separatrix list | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the interpreter complains as it ends
        return 0
    except OSError as error:
        told = error if error.filename is None else f"{error.filename}: {error.strerror}"
        print(f"separatrix: {told}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"separatrix: {error}", file=sys.stderr)
        return 2


def _list(options: argparse.Namespace) -> int:
    widest = max(map(len, ENTRIES))
    for chapter in CURRICULUM:
        print(f"{chapter.number} {chapter.title}")
        for entry in chapter.lessons:
            print(f"  {entry.id:{widest}}  {entry.lesson.summary}")
    return 0


def _glossary(options: argparse.Namespace) -> int:
    print(explained(reference().glossary, " ".join(options.term), titles(CURRICULUM).__getitem__))
    return 0


def _why(options: argparse.Namespace) -> int:
    every = reference().questions
    found = asked(every, " ".join(options.words))
    print(listed(found, every, titles(CURRICULUM).__getitem__))
    if len(found) > 1 or options.list:
        return 0

    def begin(desktop: Desktop) -> None:
        from viz.desktop.study import open_question

        open_question(desktop.session, found[0])

    return _run(find_lesson(found[0].lesson), options.theme, begin)


def _review(options: argparse.Namespace) -> int:
    require_chapters(CURRICULUM, options.chapters)

    def begin(desktop: Desktop) -> None:
        from viz.desktop.reviewing import begin_review

        begin_review(desktop.session, options.chapters, options.count, options.seed)

    return _run(None, options.theme, begin)


def _open(options: argparse.Namespace) -> int:
    wanted, found = _wanted(options)

    def begin(desktop: Desktop) -> None:
        if found is not None:
            desktop.session.take_up(found)
        if options.lesson is not None and options.lesson.endswith(SUFFIX):
            desktop.filing.took(Path(options.lesson))

    return _run(wanted, options.theme, begin)


def _run(lesson: Lesson[Any] | None, theme: str | None, begin: Callable[[Desktop], object]) -> int:
    """Open the window, begin, and let it run. Raises ValueError where there is no display."""
    from viz.desktop import display  # only a window needs what this imports

    display.prepare()
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, lesson, settings=display.settings_file(), reference=reference())
    if theme is not None:
        desktop.remembering.wear(THEMES[theme])
    begin(desktop)
    ended = desktop.run()
    return 128 + ended if ended else 0


def _check(options: argparse.Namespace) -> int:
    from lessons.labs.checking.command import check  # only here: the window starts without it

    report = check(options)
    if report is None:
        return 0
    return _follow(report) if options.open else report.status


def _follow(report: Report) -> int:
    """Show the file that was checked, and follow it. It is the only one that runs: a scene never names another."""
    from lessons.labs.your_code import YourCode
    from lessons.labs.your_code_open import OwnFile

    own = OwnFile(YourCode, report)
    ENTRIES[own.lesson.id].put(own.lesson)  # before the window looks at what was left the last time

    def begin(desktop: Desktop) -> None:
        from viz.desktop.watching import Watching

        Watching(desktop, own.lesson, own)

    try:
        return _run(own.lesson, None, begin)
    finally:
        own.close()


def _lecture(options: argparse.Namespace) -> int:
    if options.list:
        for name in LECTURES:
            print(f"{name:18}  {find_lecture(name).title}")
        return 0
    if options.lecture is None:
        raise ValueError("which lecture? Name a TOML file, or one of separatrix lecture --list")
    if options.check:
        return _check_lecture(options.lecture)
    lecture = find_lecture(options.lecture)

    def begin(desktop: Desktop) -> None:
        from viz.desktop.lecturing import Lecturing

        if options.notes == "terminal":
            Lecturing(desktop.session, lecture)
            return
        from viz.desktop.notes_pipe import NotesPipe

        notes = NotesPipe(desktop.loop.wake)
        desktop.closing.append(notes.close)
        notes.lecturing = Lecturing(desktop.session, lecture, notes.tell)

    return _run(find_lesson(lecture.moments[0].shown.lesson), options.theme, begin)


def _check_lecture(named: str) -> int:
    """Tell every fault of a lecture, a line each; the exit status is 1 where there is one."""
    try:
        lecture = checked_lecture(named)
    except FaultyLecture as faulty:
        for fault in faulty.faults:
            print(f"{lecture_path(named)}: {fault}")
        return 1
    print(f"{lecture.title}: {len(lecture.moments)} moments")
    return 0


def _wanted(options: argparse.Namespace) -> tuple[Lesson[Any] | None, SavedScene | None]:
    """The lesson to open, and the scene in it where one is asked for; None for what was looked at last."""
    if options.lesson is not None and (is_saved(options.lesson) or options.scene or options.step is not None):
        return chosen_scene(options)
    if options.scene is not None or options.step is not None:
        raise ValueError("--scene and --step need a lesson")
    return (None if options.lesson is None else find_lesson(options.lesson)), None


_COMMANDS = {
    "list": (list_parser, _list),
    "glossary": (glossary_parser, _glossary),
    "why": (why_parser, _why),
    "review": (review_parser, _review),
    "lecture": (lecture_parser, _lecture),
    "check": (check_parser, _check),
    "handout": (handout_parser, write_handout),
    "export": (export_parser, write_pictures),
}

if __name__ == "__main__":
    sys.exit(main())
