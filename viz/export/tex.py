"""Formulas as SVG, with no program that typesets: letters in a row, accents, indices, fractions and roots.

Knows the LaTeX that lessons use (the window shows the same with MicroTeX); anything else is a ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from viz.lesson.text import FUNCTIONS, SIGNS
from viz.picture.math_width import math_width

_FAMILY = "Latin Modern Math, STIX Two Math, Cambria Math, serif"
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|.", re.DOTALL)
_SPACES = {",": 0.17, ":": 0.22, ";": 0.28, "!": -0.1, " ": 0.28, "quad": 1.0, "qquad": 2.0}
_FENCES = frozenset(
    ("left", "right", "bigl", "bigr", "big", "Big", "displaystyle", "textstyle", "limits", "nolimits")
)
_BARS = {"|": "‖", "lVert": "‖", "rVert": "‖", "lvert": "|", "rvert": "|", "{": "{", "}": "}"}
_RELATIONS = frozenset("=<>≤≥≠≈≮≰+−±∓·×→←↦⇒⇔∈∉∩∪⊕⊖")
_ACCENTS = frozenset(("hat", "widehat", "bar", "overline", "vec", "tilde", "dot"))
_UPRIGHT = frozenset(("text", "mathrm", "operatorname", "textrm"))
_BOLD = frozenset(("mathbfit", "mathbf", "boldsymbol"))
_ARGUMENTS = dict.fromkeys((*_ACCENTS, *_UPRIGHT, *_BOLD), 1) | {"textcolor": 2, "fgcolor": 2}


@dataclass
class Formula:
    """A formula laid out from its start on its baseline: SVG elements, and how far it reaches."""

    size: float
    elements: list[str] = field(default_factory=list)
    width: float = 0.0
    up: float = 0.0
    down: float = 0.0

    def at(self, x: float, y: float) -> str:
        """The elements, the baseline's start standing there."""
        return f'<g transform="translate({n(x)} {n(y)})">{"".join(self.elements)}</g>'


def typeset(latex: str, size: float, color: str) -> Formula:
    """A formula at a font size in pixels; ValueError for LaTeX that is not known here."""
    formula = Formula(size, up=0.7 * size, down=0.2 * size)
    _Setter(formula).row(latex, size, 0.0, color)
    return formula


def n(value: float) -> str:
    """A number for SVG: two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


class _Setter:
    """Sets one row after the other into a formula. Sizes are pixels, `drop` is how far below the baseline."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula

    def row(self, latex: str, size: float, drop: float, color: str, *, look: str = "") -> None:
        """Letters slant; those of vectors (`look`) are bold too."""
        tokens = _Tokens(latex)
        for token in tokens:
            if token in "_^":
                shift = 0.22 if token == "_" else -0.38
                self.row(tokens.script(), 0.7 * size, drop + shift * size, color, look=look)
            elif token == "{":
                tokens.back()
                self.row(tokens.group(), size, drop, color, look=look)
            elif token[0] == "\\":
                self._command(token[1:], tokens, size, drop, color, look)
            elif token != " ":
                self._put("−" if token == "-" else token, size, drop, color, look)

    def _command(self, name: str, tokens: _Tokens, size: float, drop: float, color: str, look: str) -> None:
        if name in ("textcolor", "fgcolor"):
            tint = tokens.group()
            self.row(tokens.group(), size, drop, tint, look=look)
        elif name in _BOLD:
            self.row(tokens.group(), size, drop, color, look="vector")
        elif name in _UPRIGHT:
            self._words(tokens.group(), size, drop, color)
        elif name in FUNCTIONS:
            self._words(name, size, drop, color)
            self.formula.width += 0.12 * size
        elif name in _ACCENTS:
            self._accent(name, tokens.group(), size, drop, color, look)
        elif name in ("frac", "tfrac", "dfrac"):
            self._fraction(tokens.group(), tokens.group(), size, drop, color)
        elif name == "sqrt":
            self._root(tokens.group(), size, drop, color)
        elif name in _SPACES:
            self.formula.width += _SPACES[name] * size
        elif name in _BARS:
            self._put(_BARS[name], size, drop, color, look)
        elif name in SIGNS:
            self._put(SIGNS[name], size, drop, color, look)
        elif name not in _FENCES:
            raise ValueError(f"a picture without a window cannot show the formula's \\{name}")

    def _put(self, sign: str, size: float, drop: float, color: str, look: str) -> None:
        around = 0.2 * size if sign in _RELATIONS else 0.0
        self.formula.width += around
        self._text(_slanted(sign, bold=look == "vector"), size, drop, color)
        self.formula.width += around + (0.15 * size if sign == "," else 0.0)

    def _words(self, words: str, size: float, drop: float, color: str) -> None:
        self._text(words, size, drop, color)

    def _text(self, text: str, size: float, drop: float, color: str) -> None:
        formula = self.formula
        formula.elements.append(
            f'<text x="{n(formula.width)}" y="{n(drop)}" font-family="{_FAMILY}" font-size="{n(size)}" '
            f'fill="{color}" xml:space="preserve">{escape(text)}</text>'
        )
        formula.width += math_width(text, size)
        formula.up, formula.down = max(formula.up, 0.72 * size - drop), max(formula.down, drop + 0.22 * size)

    def _line(self, points: list[tuple[float, float]], color: str, width: float) -> None:
        path = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)
        self.formula.elements.append(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{n(width)}"/>')
        self.formula.up = max(self.formula.up, 1.0 - min(y for _, y in points))

    def _accent(self, name: str, latex: str, size: float, drop: float, color: str, look: str) -> None:
        start = self.formula.width
        self.row(latex, size, drop, color, look=look)
        end = self.formula.width
        middle, top = (start + end) / 2.0 + 0.05 * size, drop - (0.58 if latex in "acemnopqrsuvwxyz" else 0.74) * size
        reach, thin = 0.17 * size, 0.065 * size
        if name in ("hat", "widehat"):
            self._line([(middle - reach, top), (middle, top - 0.14 * size), (middle + reach, top)], color, thin)
        elif name == "vec":
            tip = (middle + 1.3 * reach, top)
            barb = 0.12 * size
            back = tip[0] - barb
            self._line([(middle - reach, top), tip, (back, top - barb), tip, (back, top + barb)], color, thin)
        elif name == "dot":
            self._line([(middle - 0.05 * size, top), (middle + 0.05 * size, top)], color, 0.1 * size)
        else:
            self._line([(start, top), (end, top)], color, thin)

    def _fraction(self, above: str, below: str, size: float, drop: float, color: str) -> None:
        parts = [typeset(latex, 0.85 * size, color) for latex in (above, below)]
        width = max(part.width for part in parts) + 0.2 * size
        bar = drop - 0.27 * size
        baselines = (bar - 0.12 * size - parts[0].down, bar + 0.1 * size + parts[1].up)
        for part, baseline in zip(parts, baselines, strict=True):
            self._nest(part, self.formula.width + (width - part.width) / 2.0, baseline)
        self._line([(self.formula.width, bar), (self.formula.width + width, bar)], color, 0.055 * size)
        self.formula.width += width + 0.08 * size

    def _root(self, latex: str, size: float, drop: float, color: str) -> None:
        inner = typeset(latex, size, color)
        x, top = self.formula.width, drop - inner.up - 0.06 * size
        sign = [(0.06, -0.26), (0.2, -0.34), (0.36, 0.16)]
        points = [(x + dx * size, drop + dy * size) for dx, dy in sign]
        end = x + 0.62 * size + inner.width + 0.06 * size
        self._line([*points, (x + 0.56 * size, top), (end, top)], color, 0.06 * size)
        self._nest(inner, x + 0.62 * size, drop)
        self.formula.width = end + 0.04 * size

    def _nest(self, part: Formula, x: float, baseline: float) -> None:
        self.formula.elements.append(part.at(x, baseline))
        self.formula.up = max(self.formula.up, part.up - baseline)
        self.formula.down = max(self.formula.down, part.down + baseline)


def _slanted(sign: str, *, bold: bool) -> str:
    """A letter as formulas have it: slanting, that of a vector bold too. Unicode has characters for them."""
    if sign == "h" and not bold:
        return "\u210e"
    for first, count, plain, vector in _ALPHABETS:
        if 0 <= (at := ord(sign) - first) < count:
            return chr((vector if bold else plain) + at)
    return sign


_ALPHABETS = ((ord("a"), 26, 0x1D44E, 0x1D482), (ord("A"), 26, 0x1D434, 0x1D468), (ord("α"), 25, 0x1D6FC, 0x1D736))


class _Tokens:
    """The tokens of a formula, and the groups in braces."""

    def __init__(self, latex: str) -> None:
        self.tokens: list[str] = _TOKEN.findall(latex)
        self.next = 0

    def __iter__(self) -> Iterator[str]:
        while self.next < len(self.tokens):
            self.next += 1
            yield self.tokens[self.next - 1]

    def back(self) -> None:
        self.next -= 1

    def script(self) -> str:
        """The argument of _ or ^: a group, or one token with its own arguments."""
        found = self.group()
        count = _ARGUMENTS.get(found.removeprefix("\\"), 0) if found.startswith("\\") else 0
        return found + "".join(f"{{{self.group()}}}" for _ in range(count))

    def group(self) -> str:
        """What the next argument is: a group in braces, or one token."""
        while self.next < len(self.tokens) and self.tokens[self.next] == " ":
            self.next += 1
        if self.next == len(self.tokens):
            raise ValueError("a formula ends where one of its commands wants an argument")
        start, depth = self.next, 0
        while True:
            depth += {"{": 1, "}": -1}.get(self.tokens[self.next], 0)
            self.next += 1
            if depth == 0:
                break
            if self.next == len(self.tokens):
                raise ValueError("a formula has a brace that is never closed")
        found = self.tokens[start : self.next]
        return "".join(found[1:-1] if found[0] == "{" else found)
