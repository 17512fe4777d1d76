"""What a line of a faulty routine does on a scene: the values that it reads, and what it gives. Taken from a run."""

from __future__ import annotations

import ast
import sys
from functools import lru_cache
from types import FrameType
from typing import Any, NamedTuple

from geometry.faulty import spot_plain
from lessons.labs.cards.card import Card, Trouble
from lessons.labs.cards.parts import Arguments
from lessons.labs.checking.lines import is_step
from viz.lesson.text import coords, fixed

MOST_NAMES = 2
MOST_LISTED, LONGEST = 3, 24  # items of a list that is told, and its letters
HUGE = 1e9


class Reading(NamedTuple):
    """Of the last time that the line ran; empty words for what cannot be told shortly."""

    values: str  # "a_high = 2.00 and b_low = 1.00"
    gives: str  # "1.00"


@lru_cache(maxsize=64)
def readings(card: Card, arguments: Arguments) -> dict[int, Reading]:
    """Of every line that ran, by its number in the file."""
    visits = _visits(card, arguments)
    code = card.faulty.__code__
    tree = ast.parse(card.file.read_text(encoding="utf-8"))
    statements = {
        line: node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and code.co_firstlineno <= node.lineno
        for line in range(node.lineno, _head_end(node) + 1)
    }
    return {line: _reading(statements.get(line), *seen, card) for line, seen in visits.items()}


@lru_cache(maxsize=64)
def names_at_fault(card: Card, arguments: Arguments) -> dict[str, Any]:
    """The local names after the last time that the wrong line ran; none where it did not."""
    return _visits(card, arguments).get(card.wrong_line, ({}, {}))[1]


def names_before(card: Card, arguments: Arguments) -> dict[str, Any]:
    """The local names before the last time that the wrong line ran; none where it did not."""
    return _visits(card, arguments).get(card.wrong_line, ({}, {}))[0]


def _head_end(node: ast.stmt) -> int:
    """The last line of a statement, or of the head of a block."""
    body = getattr(node, "body", None)
    return body[0].lineno - 1 if body else node.end_lineno or node.lineno


def _visits(card: Card, arguments: Arguments) -> dict[int, tuple[dict[str, Any], dict[str, Any]]]:
    """By line: the local names before and after the last time that it ran."""
    code = card.faulty.__code__
    found: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
    last: list[tuple[int, dict[str, Any]]] = []

    def local(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line" and not is_step(frame):
            return local
        if last and event in ("line", "return"):
            line, before = last.pop()
            found[line] = before, _names(frame)
        if event == "line":
            last.append((frame.f_lineno, _names(frame)))
        return local

    def top(frame: FrameType, event: str, _: Any) -> Any:
        return local if frame.f_code is code else None

    before = sys.gettrace()
    sys.settrace(top)
    try:
        card.run_faulty(arguments)
    finally:
        sys.settrace(before)
    return found


def _names(frame: FrameType) -> dict[str, Any]:
    """The local names as they are now: to a list more may come later."""
    return {name: [*value] if isinstance(value, list) else value for name, value in frame.f_locals.items()}


def _reading(node: ast.stmt | None, before: dict[str, Any], after: dict[str, Any], card: Card) -> Reading:
    reads = _expression(node)
    if reads is None:
        return Reading("", "")
    names = dict.fromkeys(each.id for each in ast.walk(reads) if isinstance(each, ast.Name))
    told = [f"{name} = {shown(before[name])}" for name in names if name in before and shown(before[name])]
    gives = ""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
            gives = shown(after.get(name))
        case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id=first), ast.Name(id=second)])]):
            both = shown(after.get(first)), shown(after.get(second))
            gives = " and ".join(both) if all(both) else ""
        case ast.For(target=ast.Name(id=name)) if shown(after.get(name)):
            gives = f"{name} = {shown(after[name])} in the end"
        case ast.If() | ast.While() | ast.Return():
            gives = evaluated(reads, before, card)
        case ast.Expr(value=ast.Call(args=[only])):  # `found.append(…)`
            gives = evaluated(only, before, card)
    return Reading(" and ".join(told[:MOST_NAMES]), gives)


def evaluated(reads: ast.expr, names: dict[str, Any], card: Card) -> str:
    """An expression of the routine, or of the line that mends it, computed anew with the names as they were."""
    known = {**vars(spot_plain), **card.faulty.__globals__}
    try:
        return shown(eval(compile(ast.Expression(reads), "<line>", "eval"), known, names))
    except Exception:  # what fails there is not told
        return ""


def _expression(node: ast.stmt | None) -> ast.expr | None:
    match node:
        case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.Return(value=value) | ast.Expr(value=value):
            return value
        case ast.If(test=test) | ast.While(test=test):
            return test
        case ast.For(iter=over):
            return over
    return None


def shown(value: Any) -> str:
    """A value in a sentence; empty for one that is too long."""
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "nothing"
        case int():
            return f"{value:,}"
        case float():
            huge = "the largest number" if value == sys.float_info.max else "a huge number"
            return fixed(value) if abs(value) < HUGE else huge
        case Trouble(text):
            return text
        case (float() | int(), float() | int()):
            return coords(value)
        case list() if 0 < len(value) <= MOST_LISTED and all(map(shown, value)):
            words = ", ".join(map(shown, value))
            return words if len(words) < LONGEST else ""
    return ""
