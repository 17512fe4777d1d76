"""One step as a file of any kind that needs no display, with the words that stand beside it; and all steps of lessons
in a folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from geometry.conventions import Conventions
from viz.export.handout import MOST_STEPS
from viz.export.sheet import pdf, png
from viz.export.svg import figure_svg, lesson_svg
from viz.export.table import table_csv
from viz.files.whole import write_whole
from viz.lesson.conventions import OURS, points_told
from viz.lesson.lesson import Lesson, Moment
from viz.lesson.text import plain
from viz.picture.theme import Theme
from viz.session.clock import seen
from viz.session.player import Player

SUFFIXES = (".svg", ".pdf", ".png", ".csv", ".txt")
CAPTION = ".caption.txt"  # in the place of a picture's suffix
_MOST_TOLD = 12  # situations in the alt text of a film


@dataclass(frozen=True)
class Look:
    """How a step is drawn."""

    theme: Theme
    size: tuple[float, float] = (1280.0, 720.0)
    figure: bool = False  # the figure alone, without title, formula and words
    scale: int = 1  # of a PNG: pixels for each of `size`
    transparent: bool = False  # nothing behind the figure
    conventions: Conventions = OURS  # in which its numbers are told


def still(lesson: Lesson[Any], moment: Moment[Any], suffix: str, look: Look) -> bytes:
    """The contents of a file of one of SUFFIXES. Raises ValueError for another one, for a step without a table
    (.csv), and where a library is missing (.pdf, .png)."""
    if suffix == ".csv":
        return table_csv(lesson, moment).encode()
    if suffix == ".txt":
        shapes = [(handle.name or name, body.world) for name, handle, body in moment.scene.bodies()]
        return points_told(shapes, look.conventions).encode()
    svg = _svg(lesson, moment, look)
    match suffix:
        case ".svg":
            return svg.encode()
        case ".pdf":
            return pdf(svg)
        case ".png":
            return png(svg, look.scale)
    raise ValueError(f"a step is drawn to {', '.join(SUFFIXES)}, not to {suffix or 'nothing'!r}")


def _svg(lesson: Lesson[Any], moment: Moment[Any], look: Look) -> str:
    if look.figure:
        drawn = figure_svg(lesson, moment, look.theme, look.size, alt(lesson, moment), "figure")
    else:
        drawn = lesson_svg(lesson, moment, look.theme, look.size, look.conventions)
    ground = f'<rect width="100%" height="100%" fill="{look.theme.canvas}"/>'
    return drawn.replace(ground, "", 1) if look.transparent else drawn


def alt(lesson: Lesson[Any], moment: Moment[Any]) -> str:
    """What the figure shows, for those who do not see it."""
    return f"{lesson.title}: {plain(lesson.situation(moment))}"


def caption(lesson: Lesson[Any], moment: Moment[Any]) -> str:
    """Two paragraphs to stand beside a picture: its caption, and its alt text."""
    page = lesson.page(moment)
    place = f"{lesson.title}, step {moment.index + 1} of {len(moment.trace)} ({page.stage})."
    told = " ".join(plain(each) for each in (page.sentence, lesson.situation(moment)) if each)
    return f"Caption: {place} {told}\n\nAlt text: {alt(lesson, moment)}\n"


def film_caption(lesson: Lesson[Any], moment: Moment[Any], *, motion: bool) -> str:
    """The same of a film: of the motion at a step, or of all steps of its trace."""
    if motion:
        moments = [replace(moment, time=time) for time in (0.0, 1.0)]
        place = f"step {moment.index + 1} of {len(moment.trace)} ({lesson.page(moment).stage}), as time passes"
    else:
        moments = [seen(lesson, moment.at(i)) for i in range(len(moment.trace))]
        stages = ", ".join(dict.fromkeys(lesson.stage_names(moment)))
        place = f"its {len(moments)} steps one after the other ({stages})"
    told = list(dict.fromkeys(plain(lesson.situation(each)) for each in moments))
    shown = told if len(told) <= _MOST_TOLD else [*told[: _MOST_TOLD - 1], "…", told[-1]]
    return f"Caption: {lesson.title}, {place}. {told[-1]}\n\nAlt text: {lesson.title}: {' '.join(shown)}\n"


def every_step(
    lesson: Lesson[Any], scene: int, folder: Path, suffix: str, look: Look, *, captions: bool = False
) -> int:
    """Writes every step of a scene, by its number from 0, into a folder of the lesson's name, and returns how many
    files those are; of a long trace the first steps. A step that has no table has no .csv."""
    player = Player(lesson, list(lesson.presets.values())[scene])
    written = 0
    for index in range(min(len(player.trace), MOST_STEPS)):
        moment = seen(lesson, player.moment_at(index))
        path = folder / lesson.id / f"scene-{scene + 1}-step-{index + 1:02}{suffix}"
        if suffix == ".csv" and lesson.table(moment) is None:
            continue
        write_whole(path, still(lesson, moment, suffix, look))
        if captions:
            write_whole(path.with_suffix(CAPTION), caption(lesson, moment))
        written += 1
    return written
