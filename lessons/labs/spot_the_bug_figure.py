"""What the lab draws: a card's scene with both answers, its source, the map of its failures, its smallest example."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from lessons.labs.cards.card import Card
from lessons.labs.cards.helpers import helpers_of
from lessons.labs.cards.measured import mover_of
from lessons.labs.cards.parts import BODIES, Arguments, Kind, convex_of, decimals, middle, moved
from lessons.labs.spot_the_bug_example import (
    draw_earlier,
    draw_mistake,
    draw_scene,
    is_earlier_drawn,
    place_told,
    told_name,
)
from lessons.labs.spot_the_bug_map import CELLS, map_of
from lessons.labs.spot_the_bug_scene import CardScene, rate_told, scene_of
from lessons.labs.spot_the_bug_steps import Answered, LineAsked, LineTold, Mapped, Shrunk
from viz.lesson.canvas import Canvas, Label, Mark
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.marks import shape
from viz.lesson.text import sentence, tint
from viz.session.source import CodeLine, Piece, wrapped
from viz.session.source import Kind as CodeKind

ROWS, MOST_ROWS, WIDE = 23.6, 27.0, 17.9  # of the source's pane: how many rows, at most, and its width in rows
GUTTER, COLUMNS = 1.8, 46  # where the code begins, in rows, and the letters of one that fit
INSET = (228.0, 164.0)  # pixels, of the learner's own scene
SHADES = {Ink.FAULTY: 0.2, Ink.ANSWER: 0.04}  # behind the wrong line, and behind what has to stand in its place
MOST_DECIMALS = 1  # of coordinates that an example is told with: longer ones hide it
LETTER = 18.0  # pixels about the middle of the first part, where its letter stands: no dot there
MOST_BESIDE = 16  # rows of a source with its helpers that it stands below


def draw_world(canvas: Canvas, moment: Moment[CardScene]) -> None:
    """The learner's own scene; from the first failure that was found on, the example."""
    scene, step, card = moment.scene, moment.step, moment.scene.card
    if isinstance(step, Answered | Mapped):
        draw_scene(canvas, card, scene.arguments, scene.asked)
        return
    if isinstance(step, Shrunk) and step.before is not None and is_earlier_drawn(card, step.before, step.arguments):
        draw_earlier(canvas, card, step.before)
    is_short = decimals(step.arguments) <= MOST_DECIMALS
    draw_scene(canvas, card, step.arguments, step.asked, has_coordinates=is_short)
    if isinstance(step, LineTold):
        draw_mistake(canvas, card, step.arguments, step.asked)


def draw_second(canvas: Canvas, moment: Moment[CardScene]) -> None:
    """What the stage is about."""
    step, card = moment.step, moment.scene.card
    match step:
        case Mapped():
            draw_map(canvas, moment.scene, hurried=moment.hurried or canvas.is_live)
        case Shrunk() if mover_of(card):
            draw_map(canvas, example_of(card, step.arguments), step=step)
        case LineAsked():
            _beside_source(canvas, moment.scene, draw_source(canvas, card, asks=True))
        case LineTold():
            _beside_source(canvas, moment.scene, draw_source(canvas, card, wrong=card.wrong_line))
        case _:
            draw_source(canvas, card)


@lru_cache(maxsize=64)
def example_of(card: Card, arguments: Arguments) -> CardScene:
    """The scene of an example, the same one whenever it is asked for."""
    return scene_of(card, arguments)


def head_of_second(moment: Moment[CardScene]) -> tuple[str, str]:
    """Its title, and what is said below it."""
    card = moment.scene.card
    mover = mover_of(card)
    match moment.step:
        case Mapped() if not mover:
            return "Random scenes", ""
        case Mapped() | Shrunk() if mover:
            return f"Where it fails: places of {place_told(card.parts[mover].name)}", ""
    return "The pink routine", "the helpers below it are right"


def _beside_source(canvas: Canvas, scene: CardScene, rows: int) -> None:
    """The learner's own scene in a corner, where the source leaves room for it."""
    if rows <= MOST_BESIDE:
        small = Canvas(0.03)
        draw_scene(small, scene.card, scene.arguments, scene.asked)
        canvas.inset("bottom right", INSET, "Your scene", [mark for mark in small.marks if not is_caption(mark)])


def is_caption(mark: Mark) -> bool:
    """Whether a mark is a coordinate: too small to be read in an inset."""
    return isinstance(mark, Label) and mark.style is TextStyle.CAPTION


class _Row(NamedTuple):
    """One line of the source pane: its rows, its ink, and the line of the file that it is."""

    rows: tuple[tuple[Piece, ...], ...]
    ink: Ink
    line: CodeLine | None  # None for the line that mends the one above it


def source_rows(card: Card, wrong: int = 0) -> Iterator[_Row]:
    """The lines of the faulty routine; what mends the wrong one stands below it."""
    for line in (bare(card.source[0]), *card.source[1:]):
        yield _Row(fitted(line), Ink.FAULTY if line.number == wrong else Ink.TEXT, line)
        if line.number == wrong and card.mended:
            indent = " " * (len(line.text) - len(line.text.lstrip()))
            for text in card.mended.split("\n"):
                piece = Piece(indent + text, CodeKind.PLAIN)
                yield _Row(fitted(CodeLine(0, (piece,))), Ink.ANSWER, None)


@lru_cache(maxsize=64)
def bare(line: CodeLine) -> CodeLine:
    """The head of a routine without its types: what the routine takes is to be seen beside it."""
    (head,) = ast.parse(f"{line.text.strip()} ...").body
    assert isinstance(head, ast.FunctionDef)
    for each in (*head.args.args, *([head.args.vararg] if head.args.vararg else ())):
        each.annotation = None
    rest = f" {head.name}({ast.unparse(head.args)}):"
    return CodeLine(line.number, (Piece("def", CodeKind.KEYWORD), Piece(rest, CodeKind.PLAIN)))


@lru_cache(maxsize=512)
def fitted(line: CodeLine) -> tuple[tuple[Piece, ...], ...]:
    """The rows of a line."""
    return tuple(wrapped(line, COLUMNS))


def draw_source(canvas: Canvas, card: Card, *, asks: bool = False, wrong: int = 0) -> int:
    """The lines of the faulty routine, a row each; `asks`: they can be clicked; `wrong`: the one that is marked, with
    what has to stand in its place. Returns how many rows there are."""
    lines = tuple(source_rows(card, wrong))
    used = sum(len(line.rows) for line in lines)
    helpers = helpers_of(card, is_mended=bool(wrong))
    high = _height(card, is_mended=asks or bool(wrong))
    wide, gutter = (each * high / ROWS for each in (WIDE, GUTTER))  # in rows that are lower, as many pixels
    canvas.area(((0.0, 0.0), (wide, 0.0), (wide, -used - 0.8), (0.0, -used - 0.8)), Ink.CONSTRUCTION, opacity=0.1)
    canvas.area(((0.0, 0.0), (wide, 0.0), (wide, -high), (0.0, -high)), Ink.CONSTRUCTION, opacity=0.0)
    y = -0.9
    for rows, ink, line in lines:
        top, low = y + 0.5, y + 0.5 - len(rows)
        if ink is not Ink.TEXT:
            loud = SHADES[ink]
            canvas.area(((0.0, top), (wide, top), (wide, low), (0.0, low)), ink, opacity=loud)
        if ink is Ink.FAULTY:
            canvas.stroke(((0.0, top), (0.0, low)), ink, line=Line.FEATURE)
        if asks and line is not None and line.text.strip():
            canvas.feature(_around(top - 0.1, low + 0.1, wide), feature_of(line), Ink.EXAMINED)
        words_ink = Ink.TEXT if ink is Ink.FAULTY else ink  # pink letters on pink could not be read
        number = "right" if line is None else f"{card.shown[line.number]:>3}"
        if line is not None or "right" not in _numbers_drawn(canvas):
            shade = ink if line is None else Ink.QUIET
            canvas.label(number, (0.15, y), shade, toward=(1.0, 0.0), style=TextStyle.CODE, fixed=True)
        for i, row in enumerate(rows):
            if any(piece.text.strip() for piece in row):
                words = "".join(_coloured(piece.text, piece.kind) for piece in row).rstrip()
                words = words.replace("**", f"*{tint('*', words_ink)}")  # a power, not the mark of bold words
                canvas.label(words, (gutter, y - i), words_ink, toward=(1.0, 0.0), style=TextStyle.CODE, fixed=True)
        y -= len(rows)
    return used + _draw_helpers(canvas, helpers[: max(int(high + y - 1.0), 0)], y - 1.0)


def _height(card: Card, *, is_mended: bool) -> float:
    """Of a frame of one size, in rows, so that the source stands at one height on all cards, but on the longest; as
    high while its line is asked for as when it is told, what mends it included: a stage has one view."""
    used = sum(len(line.rows) for line in source_rows(card, card.wrong_line if is_mended else 0))
    helpers = helpers_of(card, is_mended=is_mended)
    return max(used + 0.8, min(used + len(helpers) + 2.0, MOST_ROWS), ROWS)


def _draw_helpers(canvas: Canvas, helpers: tuple[str, ...], y: float) -> int:
    """A line on each helper of the source, below it. Returns how many rows it took."""
    for i, words in enumerate(helpers):
        end = min(words.index(each) for each in "(:," if each in words)
        text = f"{tint(words[:end], Ink.TEXT)}{words[end:]}"
        canvas.label(text, (0.3, y - i), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CODE, fixed=True)
    return len(helpers) + 1 if helpers else 0


def _around(top: float, low: float, wide: float) -> list[tuple[float, float]]:
    """A box around a row: what highlights a line that is pointed at or clicked."""
    x, u = 0.2, wide - 0.2
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


def draw_map(canvas: Canvas, scene: CardScene, *, step: Shrunk | None = None, hurried: bool = False) -> None:
    """Pink where the moving part makes the answers differ, and where the part is now; the random scenes as dots, but
    beside an example how large the share of pink places is."""
    card, measured = scene.card, scene.measured
    mover = mover_of(card)
    if not mover:
        _dots(canvas, [differs for _, _, differs in measured.sample])
        return
    found = map_of(scene, hurried=hurried, centred=step is not None)
    canvas.is_unfinished = not found.is_whole
    (x, y), (u, v) = found.place(0, 0), found.place(CELLS - 1, CELLS - 1)
    inside, border = found.region()
    canvas.crowd(Ink.FAULTY, segments=border, triangles=inside, line=Line.OUTLINE, fill=0.4)
    canvas.stroke(((x, y), (u, y), (u, v), (x, v)), Ink.CONSTRUCTION, closed=True, line=Line.THIN)
    kinds = [part.kind for part in card.parts]
    cx, cy = middle(kinds[0], scene.arguments[0])
    first = moved(kinds[0], scene.arguments[0], (-cx, -cy))
    if kinds[0] in BODIES:
        shape(canvas, convex_of(kinds[0], first), card.parts[0].ink, card.parts[0].name.upper(), numbered=False)
    else:
        canvas.stroke(first, card.parts[0].ink, closed=kinds[0] is Kind.OUTLINE, line=Line.OUTLINE)
    for px, py, differs in measured.sample if step is None else ():
        if x < px < u and y < py < v and math.hypot(px, py) > LETTER * canvas.pixel:
            canvas.dot((px, py), Ink.FAULTY if differs else Ink.QUIET, Point.SMALL)
    bx, by = middle(kinds[mover], scene.arguments[mover])
    here = bx - cx, by - cy
    name = told_name(card.parts[mover].name)
    words = f"{name if name == 'p' else sentence(name)} is here"  # p has a small letter everywhere
    if step is None and not (x <= here[0] <= u and y <= here[1] <= v):
        here, words = (min(max(here[0], x), u), min(max(here[1], y), v)), f"{words[:-4]}farther out"
    canvas.dot(here, Ink.ANSWER, Point.ANSWER)
    canvas.label(words, here, Ink.ANSWER, toward=(0.4, 1.0), style=TextStyle.BOLD, leader=True)
    if step is not None:
        whole = (u - x) * (v - y)
        part = sum(abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) for a, b, c in inside) / 2.0
        share = f"The answers differ at {rate_told(part / whole)} of these places"
        if found.share == 1.0:
            share = f"The answers differ wherever {place_told(card.parts[mover].name)} is"
        canvas.label(share, ((x + u) / 2.0, y), Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)


def _dots(canvas: Canvas, flags: list[bool]) -> None:
    for i, differs in enumerate(flags):
        at = float(i % 12), -float(i // 12)
        canvas.dot(at, Ink.FAULTY if differs else Ink.QUIET, Point.FILLED if differs else Point.SMALL)
