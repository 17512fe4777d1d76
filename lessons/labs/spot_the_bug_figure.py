"""What the lab draws: a card's scene with both answers, its source, the map of its failures, its smallest example."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from lessons.labs.cards.card import Asked, Card, Trouble
from lessons.labs.cards.measured import mover_of
from lessons.labs.cards.parts import BODIES, Arguments, Kind, Part, convex_of, middle, moved
from lessons.labs.spot_the_bug_scene import CardScene, map_of
from lessons.labs.spot_the_bug_steps import Answered, LineAsked, LineTold, Mapped, Shrunk
from viz.lesson.canvas import Canvas, Label
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import pill, shape
from viz.lesson.text import fixed, sentence, tint
from viz.picture.text_width import text_width
from viz.session.source import CodeLine, Piece, wrapped
from viz.session.source import Kind as CodeKind

ROWS, WIDE = 27, 18.2  # of the source's pane, and its width in rows
ROOM, EM, INDENT = 282.0, 14.0, 0.36  # of a row's words: pixels, their size, and rows that a blank before them takes
INSET = (330.0, 190.0)  # pixels, of the smallest example
MOST_BESIDE, BELOW = 16, 11.0  # rows of a source that it stands below, and that it takes
NAMED = 8  # vertices of an outline that are told


def draw_world(canvas: Canvas, moment: Moment[CardScene]) -> None:
    """The learner's own scene."""
    scene = moment.scene
    draw_scene(canvas, scene.card, scene.arguments, scene.asked)


def draw_second(canvas: Canvas, moment: Moment[CardScene]) -> None:
    """What the stage is about."""
    step, card = moment.step, moment.scene.card
    match step:
        case Answered():
            draw_source(canvas, card)
        case Mapped():
            draw_map(canvas, moment.scene)
        case Shrunk():
            draw_scene(canvas, card, step.arguments, step.asked, told=True)
        case LineAsked():
            _beside_source(canvas, card, step, draw_source(canvas, card, asks=True))
        case LineTold():
            _beside_source(canvas, card, step, draw_source(canvas, card, wrong=card.wrong_line))


def head_of_second(moment: Moment[CardScene]) -> tuple[str, str]:
    """Its title, and what is said below it."""
    card = moment.scene.card
    match moment.step:
        case Mapped():
            name = card.parts[mover_of(card)].name
            return (
                ("Random scenes", "") if not mover_of(card) else (f"Where it fails: places of {told_name(name)}", "")
            )
        case Shrunk() as step:
            return ("The smallest example" if step.is_last else f"Shrinking: state {step.number + 1}"), ""
    return "The pink routine", ""


def told_name(name: str) -> str:
    if name in ("a", "b", "c"):
        return name.upper()
    return name if name == "p" else f"the {name}"


def draw_scene(canvas: Canvas, card: Card, arguments: Arguments, asked: Asked, *, told: bool = False) -> None:
    """The parts and both answers; `told`: with the coordinates of the vertices."""
    for part, value in zip(card.parts, arguments, strict=True):
        _part(canvas, card, part, value, arguments, told=told)
    for answer, ink in ((asked.right, Ink.ANSWER), (asked.faulty, Ink.FAULTY)):
        before = len(canvas.marks)
        if not isinstance(answer, Trouble):
            card.answers.draw(canvas, card.parts, arguments, answer, ink)
        if isinstance(answer, Trouble) or (asked.differs and len(canvas.marks) == before):  # no shape of its own
            at = middle(card.parts[0].kind, arguments[0])
            pill(canvas, at, card.said(answer), ink, toward=(0.0, 1.0), leader=True)


def _part(canvas: Canvas, card: Card, part: Part, value: Any, arguments: Arguments, *, told: bool) -> None:
    corners: tuple[Any, ...] = ()
    match part.kind:
        case kind if kind in BODIES:
            body = convex_of(kind, value)
            shape(canvas, body, part.ink, "" if told else part.name.upper(), numbered=False)
            if told:
                canvas.label(part.name.upper(), body.centroid, part.ink, style=TextStyle.LETTER)
            corners = value if kind is Kind.POLYGON else ()
            if kind is Kind.CIRCLE:
                canvas.dot(value[0], part.ink, Point.SMALL)
                corners = (value[0],) if told else ()
        case Kind.OUTLINE:
            canvas.area(value, part.ink)
            canvas.stroke(value, part.ink, closed=True, line=Line.OUTLINE)
            corners = value
        case Kind.POINT:
            canvas.dot(value, part.ink, Point.FILLED)
            corners = (value,)
        case Kind.SEGMENT:
            canvas.stroke(value, part.ink, line=Line.OUTLINE)
            corners = value
        case Kind.RAY:
            canvas.unbounded(value[0], value[1], part.ink, line=Line.DASHED, one_sided=True)
            canvas.arrow(value[0], (value[0][0] + value[1][0], value[0][1] + value[1][1]), part.ink)
            corners = (value[0],)
        case Kind.VELOCITY:
            at = next(i for i, each in enumerate(card.parts) if each.name == part.of)
            x, y = middle(card.parts[at].kind, arguments[at])
            if any(value):
                canvas.arrow((x, y), (x + value[0], y + value[1]), part.ink)
    if told and len(corners) <= NAMED:
        mx, my = (sum(each[i] for each in corners) / max(len(corners), 1) for i in (0, 1))
        for x, y in corners:
            words = f"({_short(x)}, {_short(y)})"
            way = (x - mx, y - my) if (x, y) != (mx, my) else (0.0, -1.0)
            canvas.label(words, (x, y), part.ink, toward=way, style=TextStyle.CAPTION)


def _short(x: float) -> str:
    """As few decimals as it has, two at most."""
    return next(fixed(x, d) for d in (0, 1, 2) if round(x, d) == x or d == 2)


def _beside_source(canvas: Canvas, card: Card, step: LineAsked | LineTold, rows: int) -> None:
    """The smallest example in a corner, where the source leaves room for it."""
    if rows <= MOST_BESIDE:
        small = Canvas(0.03)
        draw_scene(small, card, step.arguments, step.asked, told=True)
        canvas.inset("bottom right", INSET, "Smallest example", small.marks)


class _Row(NamedTuple):
    """One line of the source pane: its rows, its ink, and the line of the file that it is."""

    rows: tuple[tuple[Piece, ...], ...]
    ink: Ink
    line: CodeLine | None  # None for the line that mends the one above it


def source_rows(card: Card, wrong: int = 0) -> Iterator[_Row]:
    """The lines of the faulty routine; what mends the wrong one stands below it."""
    for line in card.source:
        yield _Row(fitted(line), Ink.FAULTY if line.number == wrong else Ink.TEXT, line)
        if line.number == wrong and card.mended:
            indent = " " * (len(line.text) - len(line.text.lstrip()))
            for text in card.mended.split("\n"):
                piece = Piece(indent + text, CodeKind.PLAIN)
                yield _Row(fitted(CodeLine(0, (piece,))), Ink.ANSWER, None)


@lru_cache(maxsize=512)
def fitted(line: CodeLine) -> tuple[tuple[Piece, ...], ...]:
    """The rows of a line, as few as its letters' widths allow."""
    for columns in range(64, 24, -2):
        rows = wrapped(line, columns)
        if max(map(_width, rows)) <= ROOM:
            break
    return tuple(rows)


def _width(row: tuple[Piece, ...]) -> float:
    text = "".join(piece.text for piece in row)
    indent = len(text) - len(text.lstrip())
    return text_width(text.strip(), EM) + INDENT * EM * 1.2 * indent


def draw_source(canvas: Canvas, card: Card, *, asks: bool = False, wrong: int = 0) -> int:
    """The lines of the faulty routine, a row each; `asks`: they can be clicked; `wrong`: the one that is marked, with
    what has to stand in its place. Returns how many rows there are."""
    lines = tuple(source_rows(card, wrong))
    used = sum(len(line.rows) for line in lines)
    canvas.area(((0.0, 0.0), (WIDE, 0.0), (WIDE, -used - 0.8), (0.0, -used - 0.8)), Ink.CONSTRUCTION, opacity=0.1)
    high = used + (BELOW if used <= MOST_BESIDE else 0.8)  # a frame that keeps the corner below free
    canvas.area(((0.0, 0.0), (WIDE, 0.0), (WIDE, -high), (0.0, -high)), Ink.CONSTRUCTION, opacity=0.0)
    y = -0.9
    for rows, ink, line in lines:
        top, low = y + 0.5, y + 0.5 - len(rows)
        if ink is not Ink.TEXT:
            canvas.area(((0.2, top), (WIDE - 0.2, top), (WIDE - 0.2, low), (0.2, low)), ink, opacity=0.16)
        if asks and line is not None and line.text.strip():
            canvas.feature(_around(top - 0.1, low + 0.1), feature_of(line), Ink.EXAMINED)
        number = "right" if line is None else str(line.number)
        if line is not None or "right" not in _numbers_drawn(canvas):
            canvas.label(number, (1.1, y), ink if line is None else Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
        for i, row in enumerate(rows):
            text = "".join(piece.text for piece in row)
            if text.strip():
                words = "".join(_coloured(piece.text, piece.kind) for piece in row).strip()
                words = words.replace("**", f"*{tint('*', ink)}")  # a power, not the mark of bold words
                at = (1.9 + INDENT * (len(text) - len(text.lstrip())), y - i)
                canvas.label(words, at, ink, toward=(1.0, 0.0), fixed=True)
        y -= len(rows)
    return used


def _around(top: float, low: float) -> list[tuple[float, float]]:
    """A box around a row: what highlights a line that is pointed at or clicked."""
    x, u = 0.2, WIDE - 0.2
    return [(x, top), (x, low), (u, low), (u, top), (x, top)]


def _numbers_drawn(canvas: Canvas) -> set[str]:
    return {mark.text for mark in canvas.marks if isinstance(mark, Label)}


def feature_of(line: CodeLine) -> str:
    """The name under which a line of the source can be clicked."""
    return f"line {line.number}"


_INKS = {CodeKind.KEYWORD: Ink.INTERFACE, CodeKind.NUMBER: Ink.TEXT, CodeKind.STRING: Ink.QUIET}


def _coloured(text: str, kind: CodeKind) -> str:
    ink = _INKS.get(kind)
    if ink is None or not text.strip():
        return text
    return text.replace(text.strip(), tint(text.strip(), ink))


def draw_map(canvas: Canvas, scene: CardScene) -> None:
    """Pink where the moving part makes the answers differ; the random scenes as dots; where the part is now."""
    card, measured = scene.card, scene.measured
    mover = mover_of(card)
    if not mover:
        _dots(canvas, [differs for _, _, differs in measured.sample])
        return
    found = map_of(scene)
    (x, y), (u, v) = found.low, found.high
    amounts = [[0.55 if cell else 0.0 for cell in row] for row in found.cells]
    canvas.field(found.low, found.high, amounts, Ink.FAULTY)  # type: ignore[arg-type]
    canvas.stroke(((x, y), (u, y), (u, v), (x, v)), Ink.CONSTRUCTION, closed=True, line=Line.THIN)
    kinds = [part.kind for part in card.parts]
    cx, cy = middle(kinds[0], scene.arguments[0])
    first = moved(kinds[0], scene.arguments[0], (-cx, -cy))
    if kinds[0] in BODIES:
        shape(canvas, convex_of(kinds[0], first), card.parts[0].ink)
    else:
        canvas.stroke(first, card.parts[0].ink, closed=kinds[0] is Kind.OUTLINE, line=Line.OUTLINE)
    for px, py, differs in measured.sample:
        if x < px < u and y < py < v:
            canvas.dot((px, py), Ink.FAULTY if differs else Ink.QUIET, Point.SMALL)
    bx, by = middle(kinds[mover], scene.arguments[mover])
    here = min(max(bx - cx, x), u), min(max(by - cy, y), v)
    canvas.dot(here, Ink.ANSWER, Point.ANSWER)
    words = sentence(f"{told_name(card.parts[mover].name)} is here")
    canvas.label(words, here, Ink.ANSWER, toward=(0.4, 1.0), style=TextStyle.BOLD, leader=True)


def _dots(canvas: Canvas, flags: list[bool]) -> None:
    for i, differs in enumerate(flags):
        at = float(i % 12), -float(i // 12)
        canvas.dot(at, Ink.FAULTY if differs else Ink.QUIET, Point.FILLED if differs else Point.SMALL)
