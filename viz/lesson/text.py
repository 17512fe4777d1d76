"""Words with numbers and symbols in them.

Sentences stay plain strings that any renderer can split (`runs`) or strip (`plain`):

    f"The overlap is {tint('**0.35**', Ink.OVERLAP)}: on the axis $\\examined{\\hat n}$ it is the least."

`**bold**`; `$formula$`, a short symbol set as a formula (letters with hats and subscripts); and pieces tinted in the
ink of what they measure (`tint`), which travel between private-use characters. A formula tints its own symbols with a
macro an ink: `\\gap{s}`, `\\A{\\max_A}` (FORMULA_INKS).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from viz.lesson.ink import Ink, separation_ink

NOISE = 1e-12  # below this a number is shown as 0: rounding, for everything that people draw
MOST_DECIMALS = 6  # that an equation is shown with

FORMULA_INKS: Mapping[str, Ink] = {
    "A": Ink.A,
    "B": Ink.B,
    "examined": Ink.EXAMINED,
    "gap": Ink.GAP,
    "overlap": Ink.OVERLAP,
    "answer": Ink.ANSWER,
    "faulty": Ink.FAULTY,
    "quiet": Ink.QUIET,
    "interface": Ink.INTERFACE,
}
INK_MACRO = re.compile(rf"\\({'|'.join(FORMULA_INKS)})(?![A-Za-z])")

_OPEN, _SEPARATOR, _CLOSE = "\ue000", "\ue001", "\ue002"
_BOLD, _FORMULA = "**", "$"
_MARKS = re.compile(rf"{_OPEN}([^{_SEPARATOR}]*){_SEPARATOR}|{_CLOSE}|\*\*|\$([^$]*)\$")


class Run(NamedTuple):
    """A piece of a text, all of one look."""

    text: str  # words, or LaTeX
    ink: Ink | None = None
    bold: bool = False
    is_formula: bool = False

    @property
    def plain(self) -> str:
        """As a reader would type it."""
        return _typed(self.text) if self.is_formula else self.text


def tint(text: str, ink: Ink) -> str:
    """The text, marked to be shown in an ink's colour."""
    return f"{_OPEN}{ink.name}{_SEPARATOR}{text}{_CLOSE}"


@lru_cache(maxsize=4096)
def runs(text: str) -> tuple[Run, ...]:
    """The text as pieces of one look each. In a tint within a tint the inner ink counts."""
    pieces: list[Run] = []
    inks: list[Ink] = []
    bold, end = False, 0

    def add(words: str, *, is_formula: bool = False) -> None:
        if words:
            pieces.append(Run(words, inks[-1] if inks else None, bold, is_formula))

    for mark in _MARKS.finditer(text):
        add(text[end : mark.start()])
        end = mark.end()
        found = mark[0]
        if found == _BOLD:
            bold = not bold
        elif found == _CLOSE:
            inks.pop()
        elif found[0] == _OPEN:
            inks.append(Ink[mark[1]])
        else:
            add(mark[2], is_formula=True)
    add(text[end:])
    return tuple(pieces)


def plain(text: str) -> str:
    """The text without its marks; formulas as a reader would type them ("n̂", "r_A", "|v|")."""
    return "".join(run.plain for run in runs(text))


SIGNS: Mapping[str, str] = {  # LaTeX commands that are one character
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "theta": "θ",
    "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "tau": "τ", "phi": "φ", "varphi": "φ", "omega": "ω",
    "Delta": "Δ", "Sigma": "Σ", "Omega": "Ω", "cdot": "·", "times": "×", "pm": "±", "oplus": "⊕", "ominus": "⊖",
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "in": "∈", "infty": "∞",
    "to": "→", "Rightarrow": "⇒", "perp": "⊥", "parallel": "∥", "circ": "°", "Vert": "‖", "|": "‖",
    "lVert": "‖", "rVert": "‖", "ell": "ℓ", "sum": "∑",
    "ldots": "…", "dots": "…", "%": "%", "mp": "∓", "nless": "≮", "notin": "∉", "cap": "∩", "cup": "∪", "bigcup": "⋃",
    "iff": "⇔", "Leftrightarrow": "⇔", "Longleftrightarrow": "⇔", "leftarrow": "←", "exists": "∃", "triangle": "△",
    "emptyset": "∅", "varnothing": "∅", "angle": "∠", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋",
    "mapsto": "↦", "partial": "∂", "nleq": "≰",
}  # fmt: skip
FUNCTIONS = frozenset(("min", "max", "cos", "sin", "tan", "atan", "clamp", "sgn", "sign", "det", "arg", "log"))
_ACCENTS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303"}
_ACCENT = re.compile(r"\\(hat|bar|tilde) *\{?(\w)\}?")
_COMMAND = re.compile(r"\\([A-Za-z]+|.)")


def _typed(latex: str) -> str:
    """A short formula in plain characters."""
    latex = INK_MACRO.sub("", latex).replace("-", "−")
    latex = _ACCENT.sub(
        lambda found: f"{{{found[2]}{_ACCENTS[found[1]]}}}", latex
    )  # in braces: a command may be before it
    latex = _COMMAND.sub(lambda found: SIGNS.get(found[1], found[1] if found[1] in FUNCTIONS else ""), latex)
    return latex.replace("{", "").replace("}", "")


def fixed(value: float, decimals: int = 2, *, sign: bool = False) -> str:
    """So many decimals, with a true minus and never "−0.00"; a plus only where `sign` asks for it."""
    text = f"{value:.{decimals}f}"
    if float(text) == 0.0:
        text = text.lstrip("-")
    elif sign and value > 0.0:
        text = f"+{text}"
    return text.replace("-", "−").replace("inf", "∞")


def telling(value: float, decimals: int = 2, most: int = 9) -> str:
    """So many decimals, or as many more as it takes until a number that is not 0 does not look like 0."""
    return fixed(value, next((each for each in range(decimals, most + 1) if round(value, each)), decimals))


def two_digits(value: float) -> str:
    """A number of any size by its first two digits, never scientific: 260,000, 12, 0.0018; "nearly 0" where more than
    eight decimals would be needed."""
    if value == 0.0:
        return "0"
    tens = int(f"{abs(value):.1e}".split("e")[1])
    if tens < -8:
        return "nearly 0"
    rounded = float(f"{value:.1e}")
    text = f"{rounded:,.{max(1 - tens, 0)}f}" if tens < 0 or rounded % 1.0 else f"{rounded:,.0f}"
    return (text.rstrip("0") if "." in text else text).replace("-", "−")


def equation(
    template: str, compute: Callable[..., float], *, decimals: int = 2, result: str = "result", **values: float
) -> str:
    """Numbers that a reader can put in: `equation("{a} − {b} = {result}", lambda a, b: a - b, a=1.234, b=0.777)`.

    All have as many decimals as it takes for the shown result to be that of the shown numbers, to one unit of its
    last digit: from `decimals` up to MOST_DECIMALS.
    """
    exact = float(compute(**values))
    for places in range(decimals, MOST_DECIMALS + 1):
        with suppress(ZeroDivisionError):  # so few decimals leave nothing of a divisor
            shown = compute(**{name: round(value, places) for name, value in values.items()})
            if abs(shown - round(exact, places)) <= 10.0**-places * (1.0 + 1e-9):
                break
    for name, value in (*values.items(), (result, exact)):
        template = template.replace(f"{{{name}}}", fixed(value, places))
    return template


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


def coords(v: ArrayLike, decimals: int = 2) -> str:
    """A point or a vector as (x, y)."""
    x, y = np.asarray(v).tolist()
    return f"({fixed(x, decimals)}, {fixed(y, decimals)})"


def inked(separation: float, *, sign: bool = False) -> str:
    """A signed distance, bold, in the ink of a gap or of an overlap."""
    return tint(f"**{fixed(separation, sign=sign)}**", separation_ink(separation))


def listed(items: list[str]) -> str:
    """a, b and c."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def counted(count: int, word: str) -> str:
    """1 pair, 1,200 pairs; 2 queries."""
    many = f"{word[:-1]}ies" if re.search("[^aeiou]y$", word) else f"{word}s"
    return f"{count:,} {word if count == 1 else many}"


def sentence(text: str) -> str:
    """The text with its first letter a capital and the others left alone."""
    return text[:1].upper() + text[1:]


def explained(prose: str, formula: str) -> str:
    """Markdown of a paragraph (line breaks in it do not count) with one LaTeX formula displayed below it."""
    return f"{' '.join(prose.split())}\n\n$${formula}$$"
