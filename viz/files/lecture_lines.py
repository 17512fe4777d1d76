"""The text of a lecture's file: what it holds as TOML, in which lines, and every fault of its form."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

_HEAD = re.compile(r"\s*\[\[\s*moment\s*\]\]")
_STRINGS = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')  # of a line, and its comment
_PLACE = re.compile(r" \(at line (\d+), column \d+\)| \(at end of document\)")


class Fault(NamedTuple):
    """What is wrong with a lecture's file, and where."""

    text: str
    moment: int = 0  # from 1; 0 for what belongs to none
    line: int = 0  # from 1; 0 where that is not known

    def __str__(self) -> str:
        place = [f"line {self.line}"] * bool(self.line) + [f"moment {self.moment}"] * bool(self.moment)
        return f"{', '.join(place)}: {self.text}" if place else self.text


class FaultyLecture(ValueError):
    """Every fault of a lecture's file, in the order of its lines; as a message the first."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(str(faults[0]))
        self.faults = tuple(faults)


class Lines:
    """Where in the text the moments and their keys stand."""

    def __init__(self, text: str, *, is_broken: bool = False) -> None:
        """`is_broken`: where its strings begin and end cannot be known, and every line counts."""
        self._rows = list(enumerate(text.splitlines(), start=1) if is_broken else _outside_of_strings(text))
        self._heads = [at for at, (_, row) in enumerate(self._rows) if _HEAD.match(row)]

    def of(self, key: str = "", moment: int = 0) -> int:
        """The line, from 1, of a key, or of its moment's head; 0 where the file has none of them."""
        if moment > len(self._heads):
            return 0  # a list of moments that is written in one value
        ends = [0, *self._heads, len(self._rows)]
        rows = self._rows[ends[moment] : ends[moment + 1]]
        sought = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        found = [number for number, row in rows if key and sought.match(row)]
        return (found or [rows[0][0] if moment else 0])[0]


def parsed(text: str) -> tuple[dict[str, Any], list[Fault]]:
    """The file as TOML. Where that is broken: what can be read of it, moment by moment, and what cannot."""
    whole, fault = _read(text, 1)
    if fault is None:
        return whole, []
    heads = [at for at, row in enumerate(text.splitlines()) if _HEAD.match(row)]
    found: dict[str, Any] = {"moment": []}
    faults = []
    for moment, (start, end) in enumerate(zip([0, *heads], [*heads, None], strict=True)):
        part, broken = _read("\n".join(text.splitlines()[start:end]), start + 1)
        moments = part.pop("moment", [])
        found["moment"] += moments if isinstance(moments, list) and broken is None else [None] * bool(moment)
        found |= part if moment == 0 else {}
        if broken is not None:
            faults.append(broken._replace(moment=moment))
    return found, faults or [fault]


def _read(text: str, first: int) -> tuple[dict[str, Any], Fault | None]:
    """A text that begins in line `first` of the file, as TOML; or what is wrong with it, and where."""
    try:
        return tomllib.loads(text), None
    except tomllib.TOMLDecodeError as reason:
        place = _PLACE.search(str(reason))
        told = _PLACE.sub("", str(reason))
        within = int(place[1]) if place is not None and place[1] else max(len(text.splitlines()), 1)
        is_broken = "illegal character '\\n'" in told.lower()
        hint = ': a note of several lines stands between """ and """' if is_broken else ""
        return {}, Fault(f"this is no lecture file: {told[:1].lower()}{told[1:]}{hint}", line=first + within - 1)
    except RecursionError:
        return {}, Fault("this is no lecture file: its lists are too deep")


def _outside_of_strings(text: str) -> Iterator[tuple[int, str]]:
    """The lines, with their numbers from 1, that do not begin within a string of several lines."""
    quotes = ""
    for number, row in enumerate(text.splitlines(), start=1):
        rest = row
        if quotes:
            _, closed, rest = row.partition(quotes)
            quotes = "" if closed else quotes
        else:
            yield number, row
        while not quotes and (opened := next((m for m in _STRINGS.finditer(rest) if m[0] in ('"""', "'''")), None)):
            _, closed, rest = rest[opened.end() :].partition(opened[0])
            quotes = "" if closed else opened[0]
