"""The source of the functions that ran: read from their files, in pieces to be coloured, wrapped to a width."""

from __future__ import annotations

import ast
import io
import keyword
import tokenize
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple


class Kind(Enum):
    """What a piece of source is."""

    PLAIN = "plain"
    KEYWORD = "keyword"
    NAME = "name"  # of the function or class being defined
    STRING = "string"
    COMMENT = "comment"
    NUMBER = "number"


class Piece(NamedTuple):
    text: str
    kind: Kind


class CodeLine(NamedTuple):
    """One line of a function: its number in the file, from 1, and its pieces."""

    number: int
    pieces: tuple[Piece, ...]
    is_folded: bool = False  # a line of the docstring after its first: prose, hidden to leave room for the code

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


MODULE = "<module>"  # stands for a function's name: the whole file
_held: dict[str, str] = {}


def hold_source(file: str, text: str) -> None:
    """Show this text for a file, whatever it has become since: what ran, while its writer goes on writing."""
    _held[file] = text


def function_lines(file: str, function: str) -> tuple[CodeLine, ...]:
    """The lines of a function, decorators and docstring included, from its file and qualified name.

    Raises ValueError when there is no such file or function.
    """
    return _function_lines(file, function, _held.get(file))


@lru_cache(maxsize=64)
def _function_lines(file: str, function: str, source: str | None) -> tuple[CodeLine, ...]:
    try:
        source = Path(file).read_text(encoding="utf-8") if source is None else source
        tree = ast.parse(source)
    except (OSError, SyntaxError, UnicodeDecodeError) as reason:
        raise ValueError(f"the source cannot be read: {reason}") from reason
    if function == MODULE:
        kinds = _kinds(source)
        return tuple(_line(i, row, 0, kinds.get(i, [])) for i, row in enumerate(source.splitlines(), start=1))
    node = _find(tree, [name for name in function.split(".") if name != "<locals>"])
    if node is None:
        raise ValueError(f"{file} has no function {function}")
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    assert node.end_lineno is not None
    kinds = _kinds(source)
    rows = source.splitlines()[first - 1 : node.end_lineno]
    prose = _prose(node)
    indent = min(len(row) - len(row.lstrip()) for row in rows if row.strip())
    lines = (_line(first + i, row, indent, kinds.get(first + i, [])) for i, row in enumerate(rows))
    return tuple(line._replace(is_folded=line.number in prose) for line in lines)


def wrapped(line: CodeLine, columns: int) -> list[tuple[Piece, ...]]:
    """The line as rows of at most `columns` characters; what runs on is indented by four more."""
    if len(line.text) <= columns:
        return [line.pieces]
    indent = " " * min(len(line.text) - len(line.text.lstrip()) + 4, columns // 2)
    rows: list[list[Piece]] = [[]]
    used = 0
    for text, kind in _words(line):
        if used + len(text.rstrip()) > columns and used > len(indent):
            rows.append([Piece(indent, Kind.PLAIN)])
            used, text = len(indent), text.lstrip()
        rows[-1].append(Piece(text, kind))
        used += len(text)
    return [tuple(row) for row in rows]


def _words(line: CodeLine) -> list[Piece]:
    """The pieces cut at blanks, each blank staying with the word before it; words of a long string too."""
    words: list[Piece] = []
    for text, kind in line.pieces:
        start = 0
        for i in range(1, len(text)):
            if text[i - 1] == " " and text[i] != " ":
                words.append(Piece(text[start:i], kind))
                start = i
        words.append(Piece(text[start:], kind))
    return words


def _prose(node: ast.FunctionDef) -> range:
    """The numbers of the docstring's lines after its first."""
    head = node.body[0]
    if ast.get_docstring(node) is None or head.end_lineno is None:
        return range(0)
    return range(head.lineno + 1, head.end_lineno + 1)


def _find(tree: ast.AST, path: list[str]) -> ast.FunctionDef | None:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == path[0]:
            if len(path) == 1:
                return node if isinstance(node, ast.FunctionDef) else None
            return _find(node, path[1:])
    return None


def _kinds(source: str) -> dict[int, list[tuple[int, int, Kind]]]:
    """Coloured spans (start, end, kind) of each line, by line number."""
    spans: dict[int, list[tuple[int, int, Kind]]] = {}
    rows = source.splitlines()
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = _kind(token, before)
        before = token.string
        if kind is None:
            continue
        (row, start), (last, end) = token.start, token.end
        for number in range(row, last + 1):
            span = (start if number == row else 0, end if number == last else len(rows[number - 1]), kind)
            spans.setdefault(number, []).append(span)
    return spans


def _kind(token: tokenize.TokenInfo, before: str) -> Kind | None:
    match token.type:
        case tokenize.STRING:
            return Kind.STRING
        case tokenize.COMMENT:
            return Kind.COMMENT
        case tokenize.NUMBER:
            return Kind.NUMBER
        case tokenize.NAME if keyword.iskeyword(token.string):
            return Kind.KEYWORD
        case tokenize.NAME if before in {"def", "class"}:
            return Kind.NAME
    return None


def _line(number: int, row: str, indent: int, spans: list[tuple[int, int, Kind]]) -> CodeLine:
    pieces: list[Piece] = []
    at = indent
    for start, end, kind in spans:
        start = max(start, indent)
        if start > at:
            pieces.append(Piece(row[at:start], Kind.PLAIN))
        if end > start:
            pieces.append(Piece(row[start:end], kind))
        at = max(at, end)
    if at < len(row):
        pieces.append(Piece(row[at:], Kind.PLAIN))
    return CodeLine(number, tuple(pieces))
