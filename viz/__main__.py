"""The command line: open a lesson, list them, draw one to a file. The only file that joins lessons and desktop."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lessons import CURRICULUM
from viz.export.svg import lesson_svg
from viz.files.scene_file import SUFFIX, SavedScene, from_code, from_json, is_code, opened, saved
from viz.lesson.lesson import Lesson, Preset
from viz.picture.theme import THEMES
from viz.session.player import Player

ENTRIES = {entry.id: entry for chapter in CURRICULUM for entry in chapter.lessons}
_USAGE = """separatrix [LESSON | FILE | CODE] [--scene N|NAME] [--step K] [--theme T]
       separatrix list
       separatrix export LESSON|FILE|CODE [--scene N|NAME] [--step K] -o FILE.svg|FILE.png"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, 2 after one sentence on standard error, or 128 and the
    number of the signal that has ended it."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if words and words[0] == "list":
            argparse.ArgumentParser("separatrix list", description="List the lessons.").parse_args(words[1:])
            return _list()
        if words and words[0] == "export":
            return _export(_export_parser().parse_args(words[1:]))
        return _open(_open_parser().parse_args(words))
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


def _open_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix",
        usage=_USAGE,
        description="See 2-D collision detection: drag and turn shapes, and step through the real algorithms.",
    )
    parser.add_argument(
        "lesson",
        nargs="?",
        metavar="LESSON",
        help="id of the lesson to open (see: separatrix list), a scene file, or a scene's code",
    )
    parser.add_argument("--scene", metavar="N|NAME", help="which of the lesson's scenes, from 1, or its name")
    parser.add_argument("--step", type=int, metavar="K", help="which step, from 1")
    parser.add_argument("--theme", choices=sorted(THEMES), help="for this time")
    parser.add_argument("--version", action="version", version=f"separatrix {version('separatrix')}")
    return parser


def _export_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "separatrix export",
        description="Draw one step of a lesson to a file: the figure as SVG, or the whole window as PNG. "
        "On Linux neither needs a display; elsewhere a PNG is drawn in a window that stays hidden.",
    )
    parser.add_argument("lesson", metavar="LESSON", help="a lesson's id, a scene file, or a scene's code")
    parser.add_argument(
        "--step", type=int, metavar="K", help="which step, from 1 (default: the first, or the file's)"
    )
    parser.add_argument("--scene", metavar="N|NAME", help="which of the lesson's scenes (default: the first)")
    parser.add_argument("--theme", choices=sorted(THEMES), default="dark")
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH", help="default: 1280x720")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 64 <= int(width) <= 8192 and 64 <= int(height) <= 8192):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size like 1280x720 (64 to 8192 each way)")
    return int(width), int(height)


def _list() -> int:
    widest = max(map(len, ENTRIES))
    for chapter in CURRICULUM:
        print(f"{chapter.number} {chapter.title}")
        for entry in chapter.lessons:
            print(f"  {entry.id:{widest}}  {entry.lesson.summary}")
    return 0


def _open(options: argparse.Namespace) -> int:
    wanted, found = _wanted(options)
    from viz.desktop import display  # only a window needs what this imports

    try:
        display.prepare()
    except display.NoDisplayError as reason:
        print(f"separatrix: {reason}", file=sys.stderr)
        return 2
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, wanted, settings=display.settings_file())
    if options.theme is not None:
        desktop.session.choose_theme(THEMES[options.theme])
    if found is not None:
        desktop.session.take_up(found)
    ended = desktop.run()
    return 128 + ended if ended else 0


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
        found = _read_scene(options.lesson)
        lesson = find_lesson(found.lesson)
    else:
        lesson = find_lesson(options.lesson)
        name, preset = list(lesson.presets.items())[scene_number(lesson, options.scene or "1")]
        found = saved(lesson, name, preset.scene, compare=preset.compare)
    steps = len(lesson.run(opened(found, lesson)[0]))
    step = min(found.step, steps) if options.step is None else options.step
    if not 1 <= step <= steps:
        raise ValueError(f"this scene of {lesson.id} has steps 1 to {steps}, not {step}")
    return lesson, replace(found, step=step)


def is_saved(named: str) -> bool:
    """Whether the command line names a scene's file or code rather than a lesson."""
    return is_code(named) or named.endswith(SUFFIX)


def _read_scene(named: str) -> SavedScene:
    """The scene of a code or of a file, which its lesson takes. Raises ValueError, or OSError."""
    try:
        found = from_code(named) if is_code(named) else from_json(Path(named).read_text(encoding="utf-8"))
        opened(found, find_lesson(found.lesson))  # before a window is made
    except ValueError as reason:
        raise ValueError(str(reason) if is_code(named) else f"{named}: {reason}") from None
    return found


def scene_number(lesson: Lesson[Any], wanted: str) -> int:
    """A scene of a lesson by its number from 1 or its name, counted from 0. Raises ValueError that names them."""
    names = list(lesson.presets)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    near = [i for i, name in enumerate(names) if name.casefold() == wanted.casefold()]
    if not near:
        raise ValueError(f"{lesson.id} has scenes 1 to {len(names)} ({', '.join(names)}), not {wanted!r}")
    return near[0]


def _export(options: argparse.Namespace) -> int:
    lesson, found = _chosen(options)
    scene, _ = opened(found, lesson)
    player = Player(lesson, Preset(scene, found.compare))
    player.go(found.step - 1)
    match options.output.suffix.lower():
        case ".svg":
            picture = lesson_svg(ENTRIES[lesson.id].lesson, player.moment, THEMES[options.theme], options.size)
            options.output.write_text(picture, encoding="utf-8")
        case ".png":
            _export_window(lesson, found, options)
        case other:
            raise ValueError(
                f"the file must end in .svg (the figure) or .png (the window), not {other or 'nothing'!r}"
            )
    return 0


def _export_window(lesson: Lesson[Any], found: SavedScene, options: argparse.Namespace) -> None:
    from viz.desktop import display

    off_screen = display.draws_off_screen()
    try:
        display.prepare(headless=off_screen)
    except display.NoDisplayError as reason:
        raise ValueError(str(reason)) from reason
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, lesson, options.size, hidden=not off_screen)
    desktop.apply_theme(THEMES[options.theme], 1.0)
    desktop.session.reduced_motion = True  # the step itself, not the way to it
    desktop.session.take_up(found)
    desktop.settle(16)  # the pictures of the scenes come one a frame
    desktop.save_picture(str(options.output))
    desktop.close()


if __name__ == "__main__":
    sys.exit(main())
