"""Lessons as one HTML file that steps, needs no network, and prints: each step's picture, words, formula, table and
code line, and its question with the answer hidden."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from geometry import Trace
from viz.export.mathml import mathml
from viz.export.svg import figure_svg
from viz.export.tex import n, typeset
from viz.lesson.ink import Ink
from viz.lesson.lesson import Lesson, Moment, Preset
from viz.lesson.page import Page, Table
from viz.lesson.prediction import Adjust, Choose, Click, Place, Prediction, Verdict
from viz.lesson.text import plain, runs
from viz.picture.theme import DARK, LIGHT, Theme

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
_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")


class Told(NamedTuple):
    """A lesson of a handout."""

    number: str  # "4.4"
    lesson: Lesson[Any]


def handout(lessons: Sequence[Told], title: str, *, scenes: int | None = None) -> str:
    """The HTML document. `scenes`: at most so many of each lesson's; all of them unless told. Raises ValueError for
    no lessons."""
    if not lessons:
        raise ValueError("a handout needs a lesson")
    return document([lesson_html(each, scenes) for each in lessons], lessons, title)


def document(sections: Sequence[str], lessons: Sequence[Told], title: str) -> str:
    """The page around the sections of lessons, in their order."""
    style = (_HERE / "handout.css").read_text(encoding="utf-8")
    script = (_HERE / "handout.js").read_text(encoding="utf-8")
    names = [(each.lesson.id, escape(f"{each.number} {each.lesson.title}")) for each in lessons]
    items = "".join(f'<li><a href="#{name}">{words}</a></li>' for name, words in names)
    listed = f'<nav aria-label="Lessons"><ol style="list-style: none">{items}</ol></nav>' if len(names) > 1 else ""
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
    told: Told, scenes: int | None = None, *, presets: Mapping[str, Preset[Any]] | None = None, first: int = 0
) -> str:
    """The section of a lesson. `presets`: scenes to tell instead of the lesson's; `first`: the step that is shown at
    first."""
    lesson = told.lesson
    presets = lesson.presets if presets is None else presets
    shown = list(islice(_scenes(lesson, presets), scenes)) or [_first_steps(lesson, presets)]
    options = "".join(f"<option>{escape(name)}</option>" for name, _ in shown)
    heading = escape(f"{told.number} {lesson.title}".strip())
    controls = (
        f'<div class="controls" role="group" aria-label="Steps of {escape(lesson.title)}">'
        f'<select aria-label="Scene">{options}</select><button type="button" aria-label="Step back">←</button>'
        '<input type="range" min="1" value="1" aria-label="Step"><output></output>'
        '<button type="button" aria-label="Step forward">→</button></div>'
    )
    return "\n".join(
        [
            f'<section class="lesson" id="{lesson.id}" data-first="{first}">',
            f"<h2>{heading}</h2>\n<p>{escape(lesson.summary)}</p>\n{controls}",
            *(_scene(lesson, name, presets[name], trace, i) for i, (name, trace) in enumerate(shown)),
            "</section>",
        ]
    )


def _scenes(lesson: Lesson[Any], presets: Mapping[str, Preset[Any]]) -> Iterator[tuple[str, Trace[Any, Any]]]:
    """The names and the traces of the scenes whose traces are short enough."""
    for name, preset in presets.items():
        trace = lesson.run(preset.scene)
        if len(trace) <= MOST_STEPS:
            yield name, trace


def _first_steps(lesson: Lesson[Any], presets: Mapping[str, Preset[Any]]) -> tuple[str, Trace[Any, Any]]:
    """Of a lesson whose traces are all too long: the first scene, of which the first steps are told."""
    name, preset = next(iter(presets.items()))
    return name, lesson.run(preset.scene)


def _scene(lesson: Lesson[Any], name: str, preset: Preset[Any], trace: Trace[Any, Any], number: int) -> str:
    comparison = lesson.comparison(preset.compare)
    faulty = None if comparison is None else comparison.run(preset.scene)
    first = Moment(preset.scene, trace, 0, compare=preset.compare, faulty=faulty)
    steps = "\n".join(
        _step(lesson, first.at(i), f"{lesson.id}-{number}-{i}") for i in range(min(len(trace), MOST_STEPS))
    )
    return f'<div class="scene">\n<h3>{escape(name)}</h3>\n{steps}\n</div>'


def _step(lesson: Lesson[Any], moment: Moment[Any], prefix: str) -> str:
    page = lesson.page(moment)
    said = f"{lesson.title}: {plain(lesson.situation(moment))}"
    number, count = moment.index + 1, len(moment.trace)
    parts = [
        f'<article class="step">\n<h4>Step {number} of {count} · {escape(page.stage)}</h4>',
        *_asked(moment, page),
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
            f"<details><summary>Predict first: {_words(page.prediction.text)}</summary>"
            f"<p>{escape(answer)}</p></details>"
        )


def right_answer(asked: Prediction, scene: Any) -> Verdict:
    """What is said of a right answer."""
    match asked:
        case Click():
            return asked.judge(min(asked.right, key=str))
        case Choose():
            return asked.judge(min(asked.right))
        case Place():
            return asked.judge(asked.right)
        case Adjust():
            return asked.judge(asked.right(scene))


def _named(asked: Prediction) -> str:
    """The right answer itself, where it can be said without the figure."""
    return f"{min(asked.right)}." if isinstance(asked, Choose) else ""


def _words(text: str) -> str:
    """A text with its symbols, as HTML."""
    found = []
    for run in runs(text):
        said = escape(run.plain)
        said = f"<i>{said}</i>" if run.is_formula else said
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
