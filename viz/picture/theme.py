"""Themes: inks and lines to colour, width, dash and hatch. No other module knows a colour.

Hues are Okabe and Ito's, told apart under the common colour-vision deficiencies; no ink relies on its hue alone (the
second column of the look: solid or hatched, dashed or double). One meaning a colour, in every lesson.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.text import FORMULA_INKS, INK_MACRO

Dash = tuple[float, float]  # on, off


@dataclass(frozen=True, slots=True)
class Style:
    """How a line or an area looks. Lengths are logical pixels; colours are `#rrggbb`."""

    color: str
    width: float = 2.2
    dash: Dash | None = None
    opacity: float = 1.0  # of the line
    fill: float = 0.0  # opacity of an area in this ink
    hatched: bool = False  # diagonal lines over the area
    double: bool = False  # a line with a hollow core
    is_cut: bool = False  # ends straight at its last point, not round
    marker: str | None = None  # a broad line of this colour below: a marker pen

    def faded(self, opacity: float) -> Style:
        """The same line, fainter."""
        return self if opacity == 1.0 else replace(self, opacity=self.opacity * opacity)


_MARKED = 4.0  # px: lines of the examined ink from this width on are a marker pen, on paper
_MARKED_CORE = 3.0
_VECTOR = re.compile(r"\\(?:boldsymbol|mathbf|bm)(?![A-Za-z])")

# Width, dash, opacity. Dashes have straight ends: each is longer by the line's width than its round-ended model.
_LINES: Mapping[Line, tuple[float, Dash | None, float]] = {
    Line.OUTLINE: (2.2, None, 1.0),
    Line.FEATURE: (4.5, None, 1.0),
    Line.DOUBLE: (7.4, None, 1.0),
    Line.CURVE: (2.8, None, 1.0),
    Line.MEASURE: (2.6, None, 1.0),
    Line.THIN: (1.2, None, 0.9),
    Line.DASHED: (1.2, (4.4, 3.8), 0.8),
    Line.DOTTED: (1.8, (3.4, 3.4), 0.95),
    Line.BAR: (8.0, None, 1.0),
    Line.START: (1.3, (6.0, 4.0), 0.4),
    Line.END: (1.3, (6.0, 4.0), 0.75),
}

_CUT = frozenset((Line.BAR, Line.DOUBLE))

# Marks that name no line: a width, a dash, a fill of their own.
_OWN: Mapping[Ink, Style] = {
    Ink.A: Style("", fill=0.2),
    Ink.B: Style("", fill=0.1, hatched=True),
    Ink.EXAMINED: Style("", width=2.4, fill=0.14),
    Ink.GAP: Style("", width=2.4, fill=0.2),
    Ink.OVERLAP: Style("", width=2.4, fill=0.2),
    Ink.ANSWER: Style("", width=2.6, fill=0.14),
    Ink.FAULTY: Style("", dash=(3.4, 3.4), fill=0.1),
    Ink.CONSTRUCTION: Style("", width=1.2, fill=0.1),
    Ink.GHOST: Style("", width=1.3, dash=(4.4, 3.8), fill=0.1),
    Ink.INTERFACE: Style("", width=2.0, fill=0.12),
    Ink.TEXT: Style("", width=1.8, fill=0.1),
    Ink.QUIET: Style("", width=1.3, fill=0.12),
}


@dataclass(frozen=True, slots=True)
class Face:
    """How a label's letters look. Sizes are those of the letters (the em), in logical pixels."""

    size: float
    weight: str = "regular"  # or "bold", "italic", "mono"
    opacity: float = 1.0
    halo: float = 2.2  # how far the ground around the letters reaches; 0 for none


FACES: Mapping[TextStyle, Face] = {
    TextStyle.LABEL: Face(13.5),
    TextStyle.BOLD: Face(14.0, "bold"),
    TextStyle.NUMBER: Face(12.5, opacity=0.62, halo=1.6),
    TextStyle.VERTEX: Face(11.0, "italic", opacity=0.66, halo=1.6),
    TextStyle.CAPTION: Face(12.5),
    TextStyle.LETTER: Face(28.0, "bold", halo=2.6),
    TextStyle.TITLE: Face(14.5, "bold"),
    TextStyle.CODE: Face(13.2, "mono", halo=0.0),
    TextStyle.PILL: Face(13.0, "bold", halo=0.0),
}


_TEXED = 500  # formulas that are kept
ON_THE_WALL = (1.4, 1.12)  # how much larger marks are while presenting: of one view, of several, which share the room


def figure_scale(width: float, *, text_size: float = 1.0, on_the_wall: float = 1.0) -> float:
    """How much larger all marks of a figure are drawn than at 1280 x 720, from the width of all panes together: by a
    quarter at 1920 x 1080."""
    grown = min(max(math.sqrt(max(width, 1.0) / 896.0), 0.85), 1.5)
    return grown * text_size * on_the_wall


@dataclass(frozen=True, slots=True)
class Theme:
    """One look: the interface's tones, a colour for every ink, and a style for every ink and line."""

    name: str
    canvas: str
    panel: str
    raised: str
    rule: str
    grid: str
    text: str
    body: str  # words a little quieter than the text: rows of a table, icons
    quiet: str
    faint: str  # marks that were not looked at
    accent: str
    on_pill: str  # text on a filled pill, and on the interface's colour
    colors: Mapping[Ink, str]
    marker: str | None = None  # the marker pen's colour, where yellow cannot be a line
    shadow: str = "#000000"  # behind what lies over the figure
    line_factor: float = 1.0  # all lines, dots and arrow heads
    text_factor: float = 1.0  # text size at the start
    glow_factor: float = 1.0  # of light around points and lines: on paper it is a wash, and soon looks like dirt
    hatch_spacing: float = 9.0
    styles: Mapping[Ink, Style] = field(init=False)
    _lines: dict[tuple[Ink, Line], Style] = field(init=False, default_factory=dict)
    _texed: dict[str, str] = field(init=False, default_factory=dict)  # every formula is asked for in every frame

    def __post_init__(self) -> None:
        object.__setattr__(self, "styles", {ink: self._as_drawn(ink, style) for ink, style in _OWN.items()})

    def color(self, ink: Ink) -> str:
        """Of words, symbols, lines and areas in this ink."""
        return self.colors[ink]

    def glow(self, ink: Ink) -> str:
        """Of light around a point or a line in this ink: on paper the examined ones' is the marker's."""
        return self.marker if self.marker is not None and ink is Ink.EXAMINED else self.colors[ink]

    def style(self, ink: Ink, line: Line | None = None) -> Style:
        """How a mark of this ink looks: of a line if one is named, else the ink's own style."""
        return self.styles[ink] if line is None else self.line(ink, line)

    def line(self, ink: Ink, line: Line) -> Style:
        """How a line of this ink looks."""
        key = ink, line
        if (style := self._lines.get(key)) is None:
            width, dash, opacity = _LINES[line]
            style = Style("", width, dash, opacity, double=line is Line.DOUBLE, is_cut=line in _CUT)
            style = self._lines[key] = self._as_drawn(ink, style)
        return style

    def tex(self, latex: str) -> str:
        """A formula as MicroTeX takes it: ink macros (`\\gap{s}`) are colours."""
        if (found := self._texed.get(latex)) is not None:
            return found
        if len(self._texed) >= _TEXED:
            self._texed.clear()
        made = self._texed[latex] = INK_MACRO.sub(
            lambda found: rf"\fgcolor{{{self.colors[FORMULA_INKS[found[1]]]}}}", _for_microtex(latex)
        )
        return made

    def _as_drawn(self, ink: Ink, style: Style) -> Style:
        """In this theme's colour; on paper a broad examined line is a marker pen; for a projector all is thicker."""
        style = replace(style, color=self.colors[ink])
        if self.marker is not None and ink is Ink.EXAMINED and style.width >= _MARKED:
            style = replace(style, width=_MARKED_CORE, marker=self.marker)
        dash = None if style.dash is None else (style.dash[0] * self.line_factor, style.dash[1] * self.line_factor)
        return replace(style, width=style.width * self.line_factor, dash=dash)


# Inks whose colour goes by another name than their own.
_TONES = {Ink.A: "A", Ink.B: "B", Ink.CONSTRUCTION: "quiet", Ink.INTERFACE: "accent"}


def _colors(tones: Mapping[str, str]) -> Mapping[Ink, str]:
    """The colour of every ink, by name of the colour: one meaning each."""
    return {ink: tones[_TONES.get(ink, ink.name.lower())] for ink in Ink}


_DARK_TONES: dict[str, Any] = {
    "canvas": "#0f1218",
    "panel": "#161a22",
    "raised": "#1c212b",
    "rule": "#2a313e",
    "grid": "#161a22",
    "text": "#e6e9ef",
    "body": "#ccd2de",
    "quiet": "#8b94a7",
    "faint": "#3a4252",
    "accent": "#7aa2f7",
    "on_pill": "#0f1218",
}
_DARK_INKS = {
    "A": "#56b4e9",
    "B": "#e69f00",
    "examined": "#f0e442",
    "gap": "#2fc08f",
    "overlap": "#ff6b4a",
    "faulty": "#e58fc4",
    "answer": "#ffffff",
    "ghost": "#5b6578",
}

# On paper hues are darkened until they stand out 4.5:1 as a number: orange, yellow and the greys a touch further than
# drawn in look/axis-by-axis-light, where they missed it by a little.
_LIGHT_TONES: dict[str, Any] = {
    "canvas": "#f7f6f2",
    "panel": "#ffffff",
    "raised": "#eeede8",
    "rule": "#d5d3cb",
    "grid": "#efeee9",
    "text": "#1b1e25",
    "body": "#3c414d",
    "quiet": "#646a79",
    "faint": "#c9ccd4",
    "accent": "#3d62d8",
    "on_pill": "#ffffff",
}
_LIGHT_INKS = {
    "A": "#0072b2",
    "B": "#ad5b00",
    "examined": "#846f00",
    "gap": "#00785a",
    "overlap": "#c8321a",
    "faulty": "#b0428a",
    "answer": "#101216",
    "ghost": "#868c99",
}
_PROJECTOR_TONES = _LIGHT_TONES | {"text": "#000000", "quiet": "#444b58"}

DARK = Theme("dark", **_DARK_TONES, colors=_colors(_DARK_TONES | _DARK_INKS))
LIGHT = Theme("light", **_LIGHT_TONES, colors=_colors(_LIGHT_TONES | _LIGHT_INKS), marker="#ffd93b", glow_factor=0.6)

# For a weak lamp in a bright room.
PROJECTOR = Theme(
    "projector",
    **_PROJECTOR_TONES,
    colors=_colors(_PROJECTOR_TONES | _LIGHT_INKS),
    marker="#ffd93b",
    glow_factor=0.6,
    line_factor=1.4,
    text_factor=1.25,
    hatch_spacing=LIGHT.hatch_spacing / 2.0,
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (DARK, LIGHT, PROJECTOR)}


def rgb(color: str) -> tuple[float, float, float]:
    """`#rrggbb` as three fractions."""
    return int(color[1:3], 16) / 255.0, int(color[3:5], 16) / 255.0, int(color[5:7], 16) / 255.0


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2, relative luminance)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(color))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def uncolored(latex: str) -> str:
    """A formula as MicroTeX takes it, without its inks: as wide as `Theme.tex` of it."""
    return INK_MACRO.sub("", _for_microtex(latex))


def _for_microtex(latex: str) -> str:
    """Bold letters slant as vectors do."""
    # MicroTeX's \\dfrac is a macro, which takes the "#2" of a colour in it for its second argument.
    return _VECTOR.sub(r"\\mathbfit", latex).replace(r"\dfrac", r"\displaystyle\frac")
