"""What the command line writes: handouts, pictures of steps, of all steps, and of whole lessons."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from lessons import CURRICULUM
from viz.choosing import ENTRIES, LECTURES, chosen_scene, find_lecture, find_lesson
from viz.export.animation import SUFFIXES, save_animation
from viz.export.handout import USUAL, Opening, Told, document, lesson_html
from viz.export.sheet import SCALES
from viz.export.still import CAPTION, Look, caption, every_step, film_caption, still
from viz.export.still import SUFFIXES as STILLS
from viz.files.lecture_file import Lecture
from viz.files.scene_file import SavedScene, opened, saved
from viz.files.whole import whole
from viz.lesson.lesson import Lesson, Preset
from viz.picture.theme import THEMES
from viz.session.clock import seen
from viz.session.player import Player

T = TypeVar("T")
P = TypeVar("P")
_BAR = 30  # letters of the bar that tells how far it is
DRAWN = (".svg", ".pdf", ".png")  # what is drawn of the figure without a window


class Section(NamedTuple):
    """A lesson of a handout, by its name: it is told in a process of its own."""

    number: str  # "4.4"
    name: str
    opening: Opening = USUAL
    shown: SavedScene | None = None  # the scene at which a moment of a lecture begins


def write_handout(options: argparse.Namespace) -> int:
    if options.output.suffix.lower() != ".html":
        raise ValueError(f"the file must end in .html, not {options.output.suffix or 'nothing'!r}")
    if options.scenes is not None and options.scenes < 1:
        raise ValueError(f"--scenes must be 1 or more, not {options.scenes}")
    is_lecture = options.what in LECTURES or options.what.endswith(".toml")
    if is_lecture:
        sections, title = lecture_sections(find_lecture(options.what))
    else:
        sections, title = lesson_sections(options.what)
    # All scenes of all lessons would be more than a browser likes to open; a moment of a lecture shows one.
    tell = partial(_section, scenes=options.scenes or (1 if is_lecture or options.what == "all" else None))
    heads = [(Told(each.number, ENTRIES[each.name].lesson), each.opening) for each in sections]
    text = document(_side_by_side(tell, sections, "sections"), heads, title)
    with whole(options.output) as draft:
        draft.write_text(text, encoding="utf-8")
    return 0


def lesson_sections(named: str) -> tuple[list[Section], str]:
    """The lessons that "all", a chapter's number or a lesson's id stand for, and their title. Raises ValueError for
    anything else."""
    every = [(chapter.number, Section(number, e.id)) for chapter in CURRICULUM for number, e in chapter.numbered()]
    chapters = {str(c.number): f"Chapter {c.number}: {c.title}" for c in CURRICULUM}
    if named == "all":
        return [section for _, section in every], "Separatrix: 2-D collision detection"
    if named in chapters:
        return [section for number, section in every if str(number) == named], chapters[named]
    lesson = find_lesson(named)
    return [section for _, section in every if section.name == lesson.id], lesson.title


def lecture_sections(lecture: Lecture) -> tuple[list[Section], str]:
    """The moments of a lecture: each begins at its own scene and step."""
    numbers = {section.name: section.number for section in lesson_sections("all")[0]}
    sections = []
    for i, moment in enumerate(lecture.moments, start=1):
        shown, note = moment.shown, moment.note if moment.note_in_handout else ""
        opening = Opening(_scene_name(shown), shown.step - 1, shown.time, i, note, moment.asks)
        sections.append(Section(numbers[shown.lesson], shown.lesson, opening, shown))
    return sections, lecture.title


def _scene_name(shown: SavedScene) -> str:
    """Of a moment's scene: that of the lesson's own, unless it was changed since."""
    lesson = find_lesson(shown.lesson)
    preset = lesson.presets.get(shown.scene)
    if preset is not None:
        usual = saved(lesson, shown.scene, preset.scene, compare=preset.compare)
        if (usual.fields, usual.compare) == (shown.fields, shown.compare):
            return shown.scene
    return f"{shown.scene}, as in the lecture"


def _side_by_side(tell: Callable[[P], T], parts: Sequence[P], named: str) -> list[T]:
    """Each part in a process of its own, as many at once as there are cores; a terminal sees how far it is."""
    from concurrent.futures import ProcessPoolExecutor  # only here: the window starts without it

    told = []
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(parts))) as pool:
        for done, each in enumerate(pool.map(tell, parts), start=1):
            told.append(each)
            if sys.stderr.isatty():
                bar = "#" * (done * _BAR // len(parts))
                ending = "" if done < len(parts) else "\n"
                print(f"\r[{bar:{_BAR}}] {done} of {len(parts)} {named}", end=ending, file=sys.stderr, flush=True)
    return told


def _section(section: Section, scenes: int | None) -> str:
    """The part of a handout that tells one lesson, or one moment of a lecture."""
    lesson, opening, shown = ENTRIES[section.name].lesson, section.opening, section.shown
    presets = dict(lesson.presets)
    if shown is not None and opening.scene not in presets:
        presets = {opening.scene: Preset(opened(shown, lesson).scene, shown.compare)} | presets
    return lesson_html(Told(section.number, lesson), scenes, presets=presets, opening=opening)


def write_pictures(options: argparse.Namespace) -> int:
    """One file, or a folder of them where the path says so: it ends in a slash, or is a folder."""
    output = Path(options.output)
    if options.scale not in (None, *SCALES):
        raise ValueError(f"--scale is {SCALES[0]} to {SCALES[-1]}, not {options.scale}")
    look = Look(
        THEMES[options.theme],
        options.size,
        options.figure,
        options.scale or 1,
        options.transparent,
        options.conventions,
    )
    if options.output.endswith(("/", os.sep)) or output.is_dir():
        return _write_folder(options, output, look)
    if options.format is not None:
        raise ValueError("--format is for a folder (-o FOLDER/): a file tells its format by its name")
    lesson, found = chosen_scene(options)
    suffix = output.suffix.lower()
    is_window = suffix == ".png" and not options.figure
    if (look.scale > 1 or look.transparent) and (is_window or suffix not in DRAWN):
        raise ValueError(
            "--scale and --transparent are for a picture of the figure: .svg, .pdf, or .png with --figure"
        )
    player = Player(lesson, Preset(opened(found, lesson).scene, found.compare))
    player.go(found.step - 1)
    moment = seen(lesson, player.moment, found.time)
    if is_window or suffix in SUFFIXES:
        _write_window(lesson, found, options, output)
    elif suffix in STILLS:
        with whole(output) as draft:
            draft.write_bytes(still(lesson, moment, suffix, look))
    else:
        raise ValueError(
            "the file must end in .svg, .pdf (the figure), .png (the window), .gif, .apng, .webp, .mp4 (all steps, "
            f"or a motion), .csv (the table) or .txt (the shapes' points), not {suffix or 'nothing'!r}"
        )
    if options.caption:
        is_film = suffix in SUFFIXES
        told = film_caption(lesson, moment, motion=options.motion) if is_film else caption(lesson, moment)
        with whole(output.with_suffix(CAPTION)) as draft:
            draft.write_text(told, encoding="utf-8")
    return 0


def _write_folder(options: argparse.Namespace, folder: Path, look: Look) -> int:
    if options.scene is not None or options.step is not None or options.motion:
        raise ValueError("a folder gets every step of every scene: --scene, --step and --motion are for one file")
    suffix = f".{options.format or 'svg'}"
    tell = partial(_every_step, folder=folder, suffix=suffix, look=look, captions=options.caption)
    names = [section.name for section in lesson_sections(options.lesson)[0]]
    scenes = [(name, number) for name in names for number in range(len(ENTRIES[name].lesson.presets))]
    written = sum(_side_by_side(tell, scenes, "scenes"))
    print(f"{written} files in {folder}")
    return 0


def _every_step(scene: tuple[str, int], folder: Path, suffix: str, look: Look, captions: bool) -> int:
    return every_step(ENTRIES[scene[0]].lesson, scene[1], folder, suffix, look, captions=captions)


def _write_window(lesson: Lesson[Any], found: SavedScene, options: argparse.Namespace, output: Path) -> None:
    from viz.desktop import display

    off_screen = display.draws_off_screen()
    display.prepare(headless=off_screen)
    from viz.desktop.filming import film_motion, film_steps
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, lesson, options.size, hidden=not off_screen)
    desktop.apply_theme(THEMES[options.theme], 1.0)
    desktop.session.conventions = options.conventions
    desktop.session.reduced_motion = True  # the step itself, not the way to it
    is_still = output.suffix.lower() == ".png"
    desktop.session.asks = is_still  # in a film an open question would hide what is to be seen
    desktop.session.take_up(found)
    if is_still:
        desktop.settle(16)  # the pictures of the scenes come one a frame
        desktop.save_picture(str(output))
    else:
        film = film_motion if options.motion else film_steps
        save_animation(list(film(desktop, figure=options.figure)), output)
    desktop.close()
