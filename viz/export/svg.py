"""Pictures as SVG, with no display: the same recording, placed by the same label placement, as on the screen."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from viz.lesson.canvas import Area, Arrow, Dot, Hot, Label, Mark, Recording, Stroke, Symbol, Unbounded
from viz.lesson.first_edition import Lesson, Moment
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.text import plain, runs
from viz.picture.arrow_head import arrow_head
from viz.picture.clipping import clip_segment
from viz.picture.framing import frame
from viz.picture.grid import grid_lines
from viz.picture.labels import PlacedLabel, Text, place_labels
from viz.picture.layout import lay_out_panes
from viz.picture.text_width import BOLD, text_width
from viz.picture.theme import Style, Theme
from viz.picture.view import View

BODY, TITLE, SMALL = 13.5, 20.0, 12.0
_SIZES = {TextStyle.LABEL: SMALL + 1.0, TextStyle.LETTER: 22.0, TextStyle.PILL: BODY}
_PADDING = {TextStyle.LABEL: (3.0, 1.0), TextStyle.LETTER: (3.0, 1.0), TextStyle.PILL: (10.0, 4.0)}
_LINE = 1.3  # height of a line of text, in font sizes
_BASELINE = 0.36  # from the middle of a line of text down to its baseline, in font sizes
_SYMBOL = 19.0
_ACCENTED = re.compile(r"(-?)\\(hat|vec) (\w)")
_INSET = 20.0


def svg(recording: Recording, view: View, theme: Theme) -> str:
    """The elements of a figure, to stand inside an `<svg>` or `<g>` whose origin is the view's top left."""
    elements = [_mark(mark, view, theme) for mark in recording.marks]
    placed, _ = place_labels(recording.marks, view, _measure)
    return "\n".join([*filter(None, elements), *(_label(label, theme) for label in placed)])


def lesson_svg(
    lesson: Lesson[Any], moment: Moment[Any], theme: Theme, size: tuple[float, float] = (1280.0, 720.0)
) -> str:
    """One step of a lesson as an SVG document: title, figure, the step's caption and the situation."""
    width, height = size
    head = [
        _line(lesson.title, _INSET, 32.0, TITLE, theme.text, weight="bold"),
        _line(
            f"Step {moment.index + 1} of {len(moment.trace)} · {lesson.stage(moment.step)}",
            *(_INSET, 52.0, SMALL, theme.quiet),
        ),
    ]
    sentences = [
        *_wrapped(lesson.caption(moment), width - 2.0 * _INSET),
        *_wrapped(lesson.situation(moment), width - 2.0 * _INSET),
    ]
    top, bottom = 64.0, 18.0 + 20.0 * len(sentences)
    foot = [_tinted(line, _INSET, height - bottom + 22.0 + 20.0 * i, theme) for i, line in enumerate(sentences)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}" height="{_n(height)}" '
            f'viewBox="0 0 {_n(width)} {_n(height)}" font-family="DejaVu Sans, Verdana, sans-serif">',
            f"<title>{escape(lesson.title)}: {escape(plain(lesson.situation(moment)))}</title>",
            "<defs>",
            _hatch(Ink.B, theme),
            _hatch(Ink.VECTOR_Q, theme),
            "</defs>",
            f'<rect width="100%" height="100%" fill="{theme.canvas}"/>',
            *_panes(lesson, moment, theme, (width, max(height - top - bottom, 1.0)), top),
            *head,
            *foot,
            "</svg>",
            "",
        ]
    )


def _panes(
    lesson: Lesson[Any], moment: Moment[Any], theme: Theme, size: tuple[float, float], top: float
) -> Iterator[str]:
    """Every pane of the lesson in its place, fitted to what all steps draw in it."""
    for pane, x, y, width, height in lay_out_panes(lesson.panes(), *size):
        view = frame(pane, moment, (width, height))
        recording = Recording(view.pixel)
        pane.draw(recording, moment)
        clip = f'<clipPath id="{pane.name}"><rect width="{_n(width)}" height="{_n(height)}"/></clipPath>'
        yield f'{clip}<g transform="translate({_n(x)} {_n(top + y)})"><g clip-path="url(#{pane.name})">'
        yield _grid(view, theme)
        yield svg(recording, view, theme)
        beside = f"M0 0V{_n(height)}" if x else ""
        yield f'</g><path d="M0 0H{_n(width)}{beside}" stroke="{theme.rule}"/>'
        yield f"{_line(pane.title, _INSET, 16.0, SMALL, theme.quiet)}</g>"


def _mark(mark: Mark, view: View, theme: Theme) -> str:
    style = theme.style(mark.ink)
    match mark:
        case Stroke(points, _, closed):
            return _path(view.to_screen(points).tolist(), style, theme, closed=closed)
        case Area(points, ink):
            d = _d(view.to_screen(points).tolist(), closed=True)
            fill = f'<path d="{d}" fill="{style.color}" fill-opacity="{style.fill}"/>'
            return f'{fill}<path d="{d}" fill="url(#hatch-{ink.name})"/>' if style.hatched else fill
        case Unbounded(through, direction):
            ends = _across(view, through, direction)
            return "" if ends is None else _path(ends, style, theme, closed=False)
        case Arrow(start, end):
            (x1, y1), (x2, y2) = view.to_screen((start, end)).tolist()
            head = arrow_head((x1, y1), (x2, y2), style.width)
            if head is None:
                return ""
            neck, left, right = head
            shaft = _path([[x1, y1], list(neck)], style, theme, closed=False)
            return f'{shaft}<path d="{_d([[x2, y2], left, right], closed=True)}" fill="{style.color}"/>'
        case Dot(at):
            x, y = view.to_screen(at).tolist()
            ring = f'fill="{theme.canvas}" stroke="{style.color}" stroke-width="2"'
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="4.5" {ring}/>'
        case Label() | Symbol() | Hot():
            return ""  # placed last, above everything


def _path(points: list[Any], style: Style, theme: Theme, *, closed: bool) -> str:
    d, dash = _d(points, closed=closed), ""
    if style.dash is not None:
        dash = f' stroke-dasharray="{_n(style.dash[0])} {_n(style.dash[1])}"'
    ends = ' stroke-linecap="round"' if style.width >= 4.0 else ""
    line = (
        f'<path d="{d}" fill="none" stroke="{style.color}" stroke-width="{_n(style.width)}" '
        f'stroke-linejoin="round"{ends}{dash}/>'
    )
    if style.double:
        line += f'<path d="{d}" fill="none" stroke="{theme.canvas}" stroke-width="{_n(style.width / 3.0)}"/>'
    return line


def _across(
    view: View, through: tuple[float, float], direction: tuple[float, float]
) -> list[tuple[float, float]] | None:
    """The part of an unbounded line that the view shows, in pixels."""
    x, y = view.to_screen(through).tolist()
    size = math.hypot(*direction)
    reach = 2.0 * sum(view.size) + abs(x) + abs(y)
    dx, dy = reach * direction[0] / size, -reach * direction[1] / size
    seen = clip_segment((x - dx, y - dy), (x + dx, y + dy), (-4.0, -4.0), (view.size[0] + 4.0, view.size[1] + 4.0))
    return None if seen is None else list(seen)


def _measure(mark: Text) -> tuple[float, float]:
    if isinstance(mark, Symbol):
        return 0.75 * _SYMBOL, 1.35 * _SYMBOL
    size, (pad_x, pad_y) = _SIZES[mark.style], _PADDING[mark.style]
    bold = BOLD if mark.style is TextStyle.LETTER else 1.0
    return bold * text_width(mark.text, size) + 2.0 * pad_x, _LINE * size + 2.0 * pad_y


def _label(placed: PlacedLabel, theme: Theme) -> str:
    mark, x, y, width, height, _ = placed
    color = theme.style(mark.ink).color
    if isinstance(mark, Symbol):
        return _symbol(mark.latex, x + width / 2.0, y + height / 2.0, color)
    size = _SIZES[mark.style]
    box = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    behind, weight = "", "normal"
    match mark.style:
        case TextStyle.PILL:
            behind, color = f'{box} rx="{_n(height / 2.0)}" fill="{color}"/>', theme.on_pill
        case TextStyle.LABEL:
            behind = f'{box} rx="4" fill="{theme.canvas}" fill-opacity="0.72"/>'
        case TextStyle.LETTER:
            weight = "bold"
    middle = (x + width / 2.0, y + height / 2.0 + _BASELINE * size)
    return behind + _line(mark.text, *middle, size, color, weight=weight, anchor="middle")


def _symbol(latex: str, x: float, y: float, color: str) -> str:
    """A letter with a hat or an arrow over it, perhaps a minus before it; ValueError for any other LaTeX."""
    found = _ACCENTED.fullmatch(latex)
    if found is None:
        raise ValueError(f"a symbol in a figure is a letter with a hat or an arrow over it, not {latex!r}")
    top = y - 0.42 * _SYMBOL
    hat = [(x - 4.0, top + 3.0), (x + 0.5, top - 1.0), (x + 5.0, top + 3.0)]
    tip = (x + 6.0, top)
    arrow = [(x - 5.0, top), tip, (x + 2.5, top - 3.0), tip, (x + 2.5, top + 3.0)]
    over = _d(hat if found[2] == "hat" else arrow, closed=False)
    accent = f'<path d="{over}" fill="none" stroke="{color}" stroke-width="1.4"/>'
    text = (
        f'<text x="{_n(x)}" y="{_n(y + 0.44 * _SYMBOL)}" font-family="DejaVu Serif, Georgia, serif" '
        f'font-style="italic" font-size="{_n(_SYMBOL)}" fill="{color}" text-anchor="middle">{found[3]}</text>'
    )
    minus = _d([(x - 16.0, y + 2.0), (x - 8.0, y + 2.0)], closed=False)
    sign = f'<path d="{minus}" stroke="{color}" stroke-width="1.4"/>' if found[1] else ""
    return accent + text + sign


def _line(
    text: str, x: float, y: float, size: float, color: str, *, weight: str = "normal", anchor: str = "start"
) -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" font-weight={quoteattr(weight)} '
        f'text-anchor={quoteattr(anchor)} fill="{color}">{escape(text)}</text>'
    )


def _tinted(pieces: list[tuple[str, Ink | None]], x: float, y: float, theme: Theme) -> str:
    spans = "".join(
        f"<tspan>{escape(text)}</tspan>"
        if ink is None
        else f'<tspan fill="{theme.style(ink).color}" font-weight="bold">{escape(text)}</tspan>'
        for text, ink in pieces
    )
    at = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(BODY)}" fill="{theme.text}"'
    return f'<text {at} xml:space="preserve">{spans}</text>'


def _wrapped(text: str, width: float) -> list[list[tuple[str, Ink | None]]]:
    """A tinted sentence as lines that fit, broken at spaces."""
    lines: list[list[tuple[str, Ink | None]]] = [[]]
    used = 0.0
    for run in runs(text):
        ink = run.ink
        for word in re.findall(r"\S+\s*|\s+", run.plain):
            extent = text_width(word, BODY) * (1.0 if ink is None else BOLD)
            if used + extent > width and lines[-1]:
                lines.append([])
                used = 0.0
            lines[-1].append((word, ink))
            used += extent
    return lines


def _grid(view: View, theme: Theme) -> str:
    columns, rows = grid_lines(view)
    across = "".join(f"M{_n(x)} 0V{_n(view.size[1])}" for x in columns)
    down = "".join(f"M0 {_n(y)}H{_n(view.size[0])}" for y in rows)
    return f'<path d="{across}{down}" fill="none" stroke="{theme.grid}" stroke-width="1"/>'


def _hatch(ink: Ink, theme: Theme) -> str:
    color = theme.style(ink).color
    return (
        f'<pattern id="hatch-{ink.name}" width="8" height="8" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0 0V8" stroke="{color}" stroke-opacity="0.5" stroke-width="2.4"/>'
        "</pattern>"
    )


def _d(points: Any, *, closed: bool) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + ("Z" if closed else "")


def _n(value: float) -> str:
    """A number for SVG: two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
