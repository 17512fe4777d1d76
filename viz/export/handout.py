"""Lessons as one HTML file that steps, needs no network, and prints: each step's picture, words, formula, table and
code line, and its question with the answer hidden."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from geometry import Trace
from viz.export.mathml import mathml
from viz.export.svg import figure_svg
from viz.export.tex import n, typeset
from viz.lesson.ink import Ink
from viz.lesson.lesson import Lesson, Moment, Preset
from viz.lesson.page import Page, Table
from viz.lesson.prediction import Choose, Prediction, head_of, right_answer
from viz.lesson.text import plain, runs
from viz.picture.theme import DARK, LIGHT, Theme
from viz.session.clock import seen

SIZE = (880.0, 520.0)  # of a figure, pixels
MOST_STEPS = 40  # of a scene: longer traces are for the window
_HERE = Path(__file__).parent
_FORMULA = 21.0
_TONES = (
    "canvas",
    "panel",
    "raised",
    "rule",
    "grid",
    "text",
    "body",
    "quiet",
    "faint",
    "accent",
    "on_pill",
    "shadow",
)
_LOWERED = re.compile(r"_(\w+)")  # in a formula as a reader would type it
_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")


class Told(NamedTuple):
    """A lesson of a handout."""

    number: str  # "4.4"
    lesson: Lesson[Any]


class Opening(NamedTuple):
    """Where a section begins, and what stands at its head: usually the first step of the lesson's first scene."""

    scene: str = ""  # its name
    step: int = 0
    time: float | None = None  # on the clock, at that step; None: as it is usually seen
    moment: int = 0  # of the lecture, from 1; 0 for no lecture
    note: str = ""
    asks: bool = True

    def id_of(self, lesson: Lesson[Any]) -> str:
        """Of the section: a lecture may have several of one lesson."""
        return f"moment-{self.moment}" if self.moment else lesson.id

    def heading(self, told: Told) -> str:
        before = f"Moment {self.moment}: " if self.moment else ""
        return f"{before}{told.number} {told.lesson.title}".strip()


USUAL = Opening()


class _Steps(NamedTuple):
    """The steps of a scene that are told."""

    scene: str
    trace: Trace[Any, Any]
    steps: range


def handout(lessons: Sequence[Told], title: str, *, scenes: int | None = None) -> str:
    """The HTML document. `scenes`: at most so many of each lesson's; all of them unless told. Raises ValueError for
    no lessons."""
    if not lessons:
        raise ValueError("a handout needs a lesson")
    return document([lesson_html(each, scenes) for each in lessons], [(each, USUAL) for each in lessons], title)


def document(sections: Sequence[str], heads: Sequence[tuple[Told, Opening]], title: str) -> str:
    """The page around the sections of lessons, in their order."""
    style = (_HERE / "handout.css").read_text(encoding="utf-8")
    script = (_HERE / "handout.js").read_text(encoding="utf-8")
    names = [(opening.id_of(told.lesson), escape(opening.heading(told))) for told, opening in heads]
    items = "".join(f'<li><a href="#{name}">{words}</a></li>' for name, words in names)
    about = "Moments" if any(opening.moment for _, opening in heads) else "Lessons"
    listed = f'<nav aria-label="{about}"><ol style="list-style: none">{items}</ol></nav>' if len(names) > 1 else ""
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>\n{_colors()}{style}</style>\n</head>\n<body>",
            f'<header><button id="theme" type="button">dark or light</button><h1>{escape(title)}</h1></header>',
            f"<main>\n{listed}",
            *sections,
            f'</main>\n<footer class="quiet"><p>Made with Separatrix.</p></footer>\n<script>\n{script}</script>',
            "</body>\n</html>\n",
        ]
    )


def lesson_html(
    told: Told,
    scenes: int | None = None,
    *,
    presets: Mapping[str, Preset[Any]] | None = None,
    opening: Opening = USUAL,
) -> str:
    """The section of a lesson. `presets`: scenes to tell instead of the lesson's."""
    lesson = told.lesson
    presets = lesson.presets if presets is None else presets
    shown = _shown(lesson, presets, opening, scenes)
    first = [each.scene for each in shown].index(opening.scene or shown[0].scene)
    options = "".join(f"<option>{escape(each.scene)}</option>" for each in shown)
    controls = (
        f'<div class="controls" role="group" aria-label="Steps of {escape(lesson.title)}">'
        f'<select aria-label="Scene">{options}</select><button type="button" aria-label="Step back">←</button>'
        '<input type="range" min="1" value="1" aria-label="Step"><output></output>'
        '<button type="button" aria-label="Step forward">→</button></div>'
    )
    name = opening.id_of(lesson)
    note = "".join(f"<p>{escape(part)}</p>" for part in opening.note.split("\n\n") if part)
    begins = f'data-scene="{first}" data-first="{opening.step - shown[first].steps.start}"'
    return "\n".join(
        [
            f'<section class="lesson{" moment" * bool(opening.moment)}" id="{name}" {begins}>',
            f"<h2>{escape(opening.heading(told))}</h2>\n<p>{escape(lesson.summary)}</p>",
            *([f'<aside class="note">{note}</aside>'] if note else []),
            controls,
            *(
                _scene(lesson, presets[each.scene], each, f"{name}-{i}", opening if i == first else None)
                for i, each in enumerate(shown)
            ),
            "</section>",
        ]
    )


def _shown(
    lesson: Lesson[Any], presets: Mapping[str, Preset[Any]], opening: Opening, most: int | None
) -> list[_Steps]:
    """The scenes that are told: those whose traces are short enough, and the one at which the section begins. Of that
    one, and of the first where all are too long, the steps about the opening one are told."""
    own: _Steps | None = None
    found: list[_Steps] = []
    for name, preset in presets.items():
        if most is not None and len(found) >= most and (own is not None or not opening.scene):
            break
        trace = lesson.run(preset.scene)
        each = _Steps(name, trace, range(min(len(trace), MOST_STEPS)))
        if name == opening.scene:
            start = max(min(opening.step - MOST_STEPS // 2, len(trace) - MOST_STEPS), 0)
            own = each._replace(steps=range(start, min(start + MOST_STEPS, len(trace))))
            found.append(own)
        elif len(trace) <= MOST_STEPS:
            found.append(each)
    if not found:
        return _shown(lesson, presets, opening._replace(scene=next(iter(presets))), most)
    if own is not None and most is not None and found.index(own) >= most:
        return [*found[: most - 1], own]
    return found[:most]


def _scene(lesson: Lesson[Any], preset: Preset[Any], told: _Steps, prefix: str, opening: Opening | None) -> str:
    """`opening`: of the section, where it begins in this scene."""
    comparison = lesson.comparison(preset.compare)
    faulty = None if comparison is None else comparison.run(preset.scene)
    first = Moment(preset.scene, told.trace, 0, compare=preset.compare, faulty=faulty)
    steps, opens = [], USUAL if opening is None else opening
    for i in told.steps:
        is_own = opens.moment > 0 and i == opens.step
        moment = _looked_at(lesson, first.at(i), opens.time if is_own else None, asks=opens.asks)
        steps.append(_step(lesson, moment, f"{prefix}-{i}", is_own=is_own, asks=opens.asks))
    own = " own" * (opens.moment > 0)
    return "\n".join([f'<div class="scene{own}">\n<h3>{escape(told.scene)}</h3>', *steps, "</div>"])


def _looked_at(lesson: Lesson[Any], moment: Moment[Any], time: float | None, *, asks: bool) -> Moment[Any]:
    """A step at rest, at the time that a lecture tells, or where it asks before anything has moved."""
    is_before = time is None and asks and lesson.page(moment).prediction is not None
    return moment if is_before else seen(lesson, moment, time)


def _step(lesson: Lesson[Any], moment: Moment[Any], prefix: str, *, is_own: bool, asks: bool) -> str:
    """`is_own`: a moment of a lecture begins here; on paper it is the moment's only one."""
    page = lesson.page(moment)
    said = f"{lesson.title}: {plain(lesson.situation(moment))}"
    number, count = moment.index + 1, len(moment.trace)
    parts = [
        f'<article class="step{" own" * is_own}">\n<h4>Step {number} of {count} · {escape(page.stage)}</h4>',
        *(_asked(moment, page) if asks else ()),
        f"<figure>{_themed(figure_svg(lesson, moment, DARK, SIZE, said, prefix))}</figure>",
        _formula(page),
        f"<p>{_words(page.idea)}</p>" if page.idea else "",
        f"<p>{_words(page.sentence)}</p>" if page.sentence else "",
        f"<p><strong>{_words(lesson.situation(moment))}</strong></p>",
        _table(lesson.table(moment)),
        _code(moment),
        "</article>",
    ]
    return "\n".join(part for part in parts if part)


def _asked(moment: Moment[Any], page: Page) -> Iterator[str]:
    if page.prediction is not None:
        verdict = right_answer(page.prediction, moment.scene)
        answer = " ".join(plain(text) for text in (_named(page.prediction), verdict.because) if text)
        yield (
            f"<details><summary>{head_of(page.prediction)} first: {_words(page.prediction.text)}</summary>"
            f"<p>{escape(answer)}</p></details>"
        )


def _named(asked: Prediction) -> str:
    """The right answer itself, where it can be said without the figure."""
    return f"{min(asked.right)}." if isinstance(asked, Choose) else ""


def _words(text: str) -> str:
    """A text with its symbols, as HTML."""
    found = []
    for run in runs(text):
        said = escape(run.plain)
        if run.is_formula:
            said = "<i>" + _LOWERED.sub(r"<sub>\1</sub>", said) + "</i>"
        said = f"<b>{said}</b>" if run.bold else said
        found.append(said if run.ink is None else f'<span style="color: var(--{_name(run.ink)})">{said}</span>')
    return "".join(found)


def _formula(page: Page) -> str:
    """Drawn, with MathML, or its text, for those who do not see it."""
    if not page.formula:
        return ""
    said = escape(plain(f"${page.formula}$"))
    try:
        formula = typeset(DARK.tex(page.formula), _FORMULA, DARK.text)
    except ValueError:
        return f'<p class="formula"><i>{said}</i></p>'
    wide, high = formula.width + 4.0, formula.up + formula.down + 4.0
    box = f'width="{n(wide)}" height="{n(high)}" viewBox="0 0 {n(wide)} {n(high)}"'
    heard = mathml(page.formula)
    told = f'role="img" aria-label="{said}"' if heard is None else 'aria-hidden="true"'
    drawn = f"<svg {told} {box}>{formula.at(2.0, formula.up + 2.0)}</svg>"
    spoken = "" if heard is None else f'<span class="heard">{heard}</span>'
    return f'<p class="formula">{spoken}{_themed(drawn)}</p>'


def _table(table: Table | None) -> str:
    if table is None:
        return ""
    head = "".join(f'<th scope="col">{_words(name)}</th>' for name in table.columns)
    rows = []
    for i, (_, row) in enumerate(table.rows):
        kinds = [kind for kind, holds in (("now", i in table.current), ("faulty", row.faulty)) if holds]
        marked = f' class="{" ".join(kinds)}"' if kinds else ""
        rows.append(f"<tr{marked}>{''.join(f'<td>{_words(cell)}</td>' for cell in row.cells)}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _code(moment: Moment[Any]) -> str:
    """The line of the source that made this step."""
    line = moment.trace.line(moment.index)
    text = linecache.getline(line.file, line.line).strip()
    return f"<p><code>{escape(line.function)}: {escape(text)}</code></p>" if text else ""


def _name(ink: Ink) -> str:
    """Of a colour in the style sheet."""
    return ink.name.lower().replace("_", "-")


def _values(theme: Theme) -> dict[str, str]:
    tones = {name.replace("_", "-"): str(getattr(theme, name)) for name in _TONES}
    return tones | {_name(ink): color for ink, color in theme.colors.items()}


def _colors() -> str:
    """Both themes as variables: the reader's choice, else the system's; on paper the light one."""
    sets = {}
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        values = "".join(f" --{key}: {color};" for key, color in _values(theme).items())
        sets[name] = f"{{ --is-dark: {int(name == 'dark')};{values} }}"
    return (
        f":root {sets['light']}\n:root[data-theme=dark] {sets['dark']}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {sets['dark']} }}\n"
        f"@media print {{ :root, :root:not([data-theme=light]), :root[data-theme=dark] {sets['light']} }}\n"
    )


_OF_COLOR = {color.lower(): name for name, color in reversed(_values(DARK).items())}


def _themed(svg: str) -> str:
    """A picture of the dark theme whose colours are variables."""
    return _HEX.sub(_variable, svg)


def _variable(found: re.Match[str]) -> str:
    name = _OF_COLOR.get(found[0].lower())
    return found[0] if name is None else f"var(--{name})"
