"""Words with numbers in them: formatting, and tinting a number in the ink of what it measures.

A tinted piece travels inside an ordinary string between private-use characters, so captions stay plain
strings that any renderer can split (`runs`) or strip (`plain`).
"""

from __future__ import annotations

import re

from geometry import Vector
from viz.lesson.ink import Ink

NOISE = 1e-12  # below this a number is shown as 0: rounding, for everything that people draw

_OPEN, _SEPARATOR, _CLOSE = "\ue000", "\ue001", "\ue002"
_TINTED = re.compile(f"{_OPEN}([^{_SEPARATOR}]*){_SEPARATOR}([^{_CLOSE}]*){_CLOSE}")


def tint(text: str, ink: Ink) -> str:
    """The text, marked to be shown in an ink's colour."""
    return f"{_OPEN}{ink.name}{_SEPARATOR}{text}{_CLOSE}"


def plain(text: str) -> str:
    """The text without its tints."""
    if _OPEN not in text:
        return text
    return _TINTED.sub(r"\2", text)


def runs(text: str) -> list[tuple[str, Ink | None]]:
    """The text as pieces, each with its ink or None."""
    if _OPEN not in text:
        return [(text, None)] if text else []
    pieces: list[tuple[str, Ink | None]] = []
    end = 0
    for match in _TINTED.finditer(text):
        if match.start() > end:
            pieces.append((text[end : match.start()], None))
        pieces.append((match[2], Ink[match[1]]))
        end = match.end()
    if end < len(text):
        pieces.append((text[end:], None))
    return pieces


def amount(value: float) -> str:
    """Two decimals with a true minus sign; more digits where two would show a nonzero number as 0."""
    if abs(value) < NOISE:
        return "0.00"
    if abs(value) < 0.005:
        return f"{value:.1e}".replace("e-0", "e-").replace("-", "−")
    if abs(value) >= 1e5:
        return f"{value:.2e}".replace("e+0", "e").replace("e+", "e").replace("-", "−")
    return f"{value:.2f}".replace("-", "−")


def signed(value: float) -> str:
    """`amount` with its sign always written."""
    text = amount(value)
    return text if text.startswith("−") else f"+{text}"


def pair(v: Vector) -> str:
    """A vector as (x, y)."""
    return f"({amount(float(v[0]))}, {amount(float(v[1]))})"


def listed(items: list[str]) -> str:
    """a, b and c."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def sentence(text: str) -> str:
    """The text with its first letter a capital and the others left alone."""
    return text[:1].upper() + text[1:]


def spelled(name: str) -> str:
    """A class' name as words: "RadiiSummed" is "radii summed"."""
    return re.sub("(?<!^)(?=[A-Z])", " ", name).lower()


def explained(prose: str, formula: str) -> str:
    """Markdown of a paragraph (line breaks in it do not count) with one LaTeX formula displayed below it."""
    return f"{' '.join(prose.split())}\n\n$${formula}$$"
