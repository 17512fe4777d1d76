"""The command line: open a lesson, list them, draw one to a file. The only file that joins lessons and desktop."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lessons
from lessons import CURRICULUM
from viz.arguments import check_parser, export_parser, handout_parser, lecture_parser, open_parser
from viz.export.animation import SUFFIXES, save_animation
from viz.export.handout import Told, document, lesson_html
from viz.export.svg import lesson_svg
from viz.export.table import table_csv
from viz.files.lecture_file import Lecture, read_lecture
from viz.files.scene_file import SUFFIX, SavedScene, from_code, from_json, is_code, opened, saved, scene_number
from viz.lesson.conventions import points_told
from viz.lesson.lesson import Lesson, Preset
from viz.picture.theme import THEMES
from viz.session.player import Player

if TYPE_CHECKING:
    from lessons.labs.checking.result import Report
    from viz.desktop.window import Desktop

ENTRIES = {entry.id: entry for chapter in CURRICULUM for entry in chapter.lessons}
LECTURES = sorted((Path(lessons.__file__).parent / "lectures").glob("*.toml"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, 2 after one sentence on standard error, or 128 and the
    number of the signal that has ended it."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if words and words[0] == "list":
            argparse.ArgumentParser("separatrix list", description="List the lessons.").parse_args(words[1:])
            return _list()
        if words and words[0] == "check":
            return _check(check_parser().parse_args(words[1:]))
        if words and words[0] == "handout":
            return _handout(handout_parser().parse_args(words[1:]))
        if words and words[0] == "lecture":
            return _lecture(lecture_parser().parse_args(words[1:]))
        if words and words[0] == "export":
            return _export(export_parser().parse_args(words[1:]))
        return _open(open_parser().parse_args(words))
    except (ValueError, OSError) as error:
        print(f"separatrix: {error}", file=sys.stderr)
        return 2


def find_lesson(name: str) -> Lesson[Any]:
    """The lesson with this id. Raises ValueError that suggests the nearest name."""
    if name in ENTRIES:
        return ENTRIES[name].lesson
    near = difflib.get_close_matches(name, ENTRIES, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}?" if near else "separatrix list names them all."
    raise ValueError(f"there is no lesson {name!r}: {hint}")


def _list() -> int:
    widest = max(map(len, ENTRIES))
    for chapter in CURRICULUM:
        print(f"{chapter.number} {chapter.title}")
        for entry in chapter.lessons:
            print(f"  {entry.id:{widest}}  {entry.lesson.summary}")
    return 0


def _open(options: argparse.Namespace) -> int:
    wanted, found = _wanted(options)
    return _run(wanted, options.theme, lambda desktop: None if found is None else desktop.session.take_up(found))


def _run(lesson: Lesson[Any] | None, theme: str | None, begin: Callable[[Desktop], object]) -> int:
    """Open the window, begin, and let it run."""
    from viz.desktop import display  # only a window needs what this imports

    try:
        display.prepare()
    except display.NoDisplayError as reason:
        print(f"separatrix: {reason}", file=sys.stderr)
        return 2
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, lesson, settings=display.settings_file())
    if theme is not None:
        desktop.session.choose_theme(THEMES[theme])
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

        Watching(desktop, own.lesson, own.news)

    try:
        return _run(own.lesson, None, begin)
    finally:
        own.close()


def _lecture(options: argparse.Namespace) -> int:
    if options.list:
        for path in LECTURES:
            print(f"{path.stem:18}  {_read_lecture(path).title}")
        return 0
    if options.lecture is None:
        raise ValueError("which lecture? Name a TOML file, or one of separatrix lecture --list")
    shipped = {path.stem: path for path in LECTURES}
    lecture = _read_lecture(shipped.get(options.lecture, Path(options.lecture)))
    if options.check:
        print(f"{lecture.title}: {len(lecture.moments)} moments")
        return 0

    def begin(desktop: Desktop) -> None:
        from viz.desktop.lecturing import Lecturing

        Lecturing(desktop.session, lecture)

    return _run(find_lesson(lecture.moments[0].shown.lesson), options.theme, begin)


def _read_lecture(path: Path) -> Lecture:
    try:
        return read_lecture(path.read_text(encoding="utf-8"), find_lesson, path.parent)
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is no lecture file: it is not UTF-8 text") from None
    except ValueError as reason:
        raise ValueError(f"{path}: {reason}") from None


def _handout(options: argparse.Namespace) -> int:
    if options.output.suffix.lower() != ".html":
        raise ValueError(f"the file must end in .html, not {options.output.suffix or 'nothing'!r}")
    if options.scenes is not None and options.scenes < 1:
        raise ValueError(f"--scenes must be 1 or more, not {options.scenes}")
    every = [(c.number, i, e.id) for c in CURRICULUM for i, e in enumerate(c.lessons, start=1)]
    chapters = {str(c.number): f"Chapter {c.number}: {c.title}" for c in CURRICULUM}
    scenes = options.scenes
    if options.what == "all":
        chosen, title = every, "Separatrix: 2-D collision detection"
        scenes = scenes or 1  # all scenes of all lessons would be more than a browser likes to open
    elif options.what in chapters:
        chosen, title = [each for each in every if str(each[0]) == options.what], chapters[options.what]
    else:
        lesson = find_lesson(options.what)
        chosen, title = [each for each in every if each[2] == lesson.id], lesson.title
    from concurrent.futures import ProcessPoolExecutor  # only here: the window starts without it

    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(chosen))) as pool:
        waiting = [pool.submit(_section, *each, scenes) for each in chosen]
        sections = []
        for done, each in enumerate(waiting, start=1):
            sections.append(each.result())
            if sys.stderr.isatty():
                print(f"\r{done} of {len(waiting)} lessons", end="" if done < len(waiting) else "\n", file=sys.stderr)
    told = [Told(f"{number}.{place}", ENTRIES[name].lesson) for number, place, name in chosen]
    options.output.write_text(document(sections, told, title), encoding="utf-8")
    return 0


def _section(chapter: int, place: int, name: str, scenes: int | None) -> str:
    """The part of a handout that tells one lesson: in a process of its own."""
    return lesson_html(Told(f"{chapter}.{place}", ENTRIES[name].lesson), scenes)


def _wanted(options: argparse.Namespace) -> tuple[Lesson[Any] | None, SavedScene | None]:
    """The lesson to open, and the scene in it where one is asked for; None for what was looked at last."""
    if options.lesson is not None and (is_saved(options.lesson) or options.scene or options.step is not None):
        return _chosen(options)
    if options.scene is not None or options.step is not None:
        raise ValueError("--scene and --step need a lesson")
    return (None if options.lesson is None else find_lesson(options.lesson)), None


def _chosen(options: argparse.Namespace) -> tuple[Lesson[Any], SavedScene]:
    """A lesson's scene at a step, or that of a file or a code. Raises ValueError that says what there is."""
    if is_saved(options.lesson):
        if options.scene is not None:
            raise ValueError("--scene is for a lesson: a file or a code tells its scene itself")
        lesson, found, steps = _read_scene(options.lesson)
    else:
        lesson = find_lesson(options.lesson)
        name, preset = list(lesson.presets.items())[scene_number(lesson, options.scene or "1")]
        found, steps = saved(lesson, name, preset.scene, compare=preset.compare), len(lesson.run(preset.scene))
    step = min(found.step, steps) if options.step is None else options.step
    if not 1 <= step <= steps:
        raise ValueError(f"this scene of {lesson.id} has steps 1 to {steps}, not {step}")
    return lesson, replace(found, step=step)


def is_saved(named: str) -> bool:
    """Whether the command line names a scene's file or code rather than a lesson."""
    return is_code(named) or named.endswith(SUFFIX)


def _read_scene(named: str) -> tuple[Lesson[Any], SavedScene, int]:
    """The scene of a code or of a file, which its lesson takes, and its number of steps."""
    try:
        found = from_code(named) if is_code(named) else from_json(Path(named).read_text(encoding="utf-8"))
        lesson = find_lesson(found.lesson)
        return lesson, found, len(opened(found, lesson).trace)  # before a window is made
    except ValueError as reason:
        raise ValueError(str(reason) if is_code(named) else f"{named}: {reason}") from None


def _export(options: argparse.Namespace) -> int:
    lesson, found = _chosen(options)
    suffix = options.output.suffix.lower()
    if suffix in (".svg", ".csv", ".txt"):
        player = Player(lesson, Preset(opened(found, lesson).scene, found.compare))
        player.go(found.step - 1)
        moment, theme = player.moment, THEMES[options.theme]
        if suffix == ".txt":
            shapes = [(handle.name or name, body.world) for name, handle, body in moment.scene.bodies()]
            told = points_told(shapes, options.conventions)
        elif suffix == ".csv":
            told = table_csv(lesson, moment)
        else:
            told = lesson_svg(lesson, moment, theme, options.size, options.conventions)
        options.output.write_text(told, encoding="utf-8")
    elif suffix in (".png", *SUFFIXES):
        _export_window(lesson, found, options)
    else:
        raise ValueError(
            "the file must end in .svg (the figure), .png (the window), .gif, .apng, .webp (all steps, or a motion) "
            f"or .csv (the table), .txt (the shapes' points), not {suffix or 'nothing'!r}"
        )
    return 0


def _export_window(lesson: Lesson[Any], found: SavedScene, options: argparse.Namespace) -> None:
    from viz.desktop import display

    off_screen = display.draws_off_screen()
    try:
        display.prepare(headless=off_screen)
    except display.NoDisplayError as reason:
        raise ValueError(str(reason)) from reason
    from viz.desktop.filming import film_motion, film_steps
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, lesson, options.size, hidden=not off_screen)
    desktop.apply_theme(THEMES[options.theme], 1.0)
    desktop.session.conventions = options.conventions
    desktop.session.reduced_motion = True  # the step itself, not the way to it
    is_still = options.output.suffix.lower() == ".png"
    desktop.session.asks = is_still  # in a film an open question would hide what is to be seen
    desktop.session.take_up(found)
    if is_still:
        desktop.settle(16)  # the pictures of the scenes come one a frame
        desktop.save_picture(str(options.output))
    else:
        film = film_motion if options.motion else film_steps
        save_animation(list(film(desktop, figure=options.figure)), options.output)
    desktop.close()


if __name__ == "__main__":
    sys.exit(main())
