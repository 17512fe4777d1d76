"""Themes: ink to colour, width, dash and hatch. No other module knows a colour.

Hues are Okabe and Ito's, told apart under the common colour-vision deficiencies; no ink relies on its hue
alone (the second column of the look: solid or hatched, dashed or double).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from viz.lesson.ink import Ink


@dataclass(frozen=True, slots=True)
class Style:
    """How an ink looks. Lengths are logical pixels; colours are `#rrggbb`."""

    color: str
    width: float = 2.2
    dash: tuple[float, float] | None = None  # on, off
    fill: float = 0.0  # opacity of an area in this ink
    hatched: bool = False  # diagonal lines over the area
    double: bool = False  # a line with a hollow core
    dot: float = 4.0  # radius of a point's ring


@dataclass(frozen=True, slots=True)
class Theme:
    """One look: the interface's tones and a style for every ink."""

    name: str
    canvas: str
    panel: str
    raised: str
    rule: str
    grid: str
    text: str
    quiet: str
    accent: str
    on_pill: str  # text on a filled pill
    styles: Mapping[Ink, Style]

    def style(self, ink: Ink) -> Style:
        return self.styles[ink]


def _styles(
    a: str,
    b: str,
    reference: str,
    incident: str,
    gap: str,
    overlap: str,
    ghost: str,
    line: str,
    text: str,
    quiet: str,
) -> Mapping[Ink, Style]:
    dashed, fine = (6.0, 5.0), 1.1
    return {
        Ink.A: Style(a, fill=0.24),
        Ink.B: Style(b, fill=0.12, hatched=True),
        Ink.SHAPE_C: Style(gap, fill=0.18, dash=(14.0, 3.0)),
        Ink.REFERENCE: Style(reference, width=4.5),
        Ink.INCIDENT: Style(incident, width=4.5, double=True),
        Ink.AXIS: Style(line, width=1.3),
        Ink.SHADOW_A: Style(a, width=8.0),
        Ink.SHADOW_B: Style(b, width=8.0),
        Ink.PROJECTOR_A: Style(a, width=fine, dash=dashed),
        Ink.PROJECTOR_B: Style(b, width=fine, dash=dashed),
        Ink.VECTOR_P: Style(a, width=2.6, fill=0.24),
        Ink.VECTOR_Q: Style(b, width=2.6, fill=0.10, hatched=True),
        Ink.RESULT: Style(reference, width=3.4, dot=5.5),
        Ink.GAP: Style(gap, width=2.0),
        Ink.OVERLAP: Style(overlap, width=2.0),
        Ink.FAULTY: Style(incident, width=2.2, dash=(3.0, 4.0)),
        Ink.CONSTRUCTION: Style(line, width=fine),
        Ink.GHOST: Style(ghost, width=1.3, dash=(4.0, 4.0)),
        Ink.PAST: Style(ghost, width=0.8),
        Ink.LANDED_A: Style(a, width=1.8, dash=(8.0, 4.0)),
        Ink.LANDED_B: Style(b, width=1.8, dash=(8.0, 4.0)),
        Ink.TEXT: Style(text),
        Ink.QUIET: Style(quiet, width=1.3),
    }


DARK = Theme(
    name="dark",
    canvas="#0f1218",
    panel="#161a22",
    raised="#1c212b",
    rule="#2a313e",
    grid="#171b23",
    text="#e6e9ef",
    quiet="#8b94a7",
    accent="#7aa2f7",
    on_pill="#0f1218",
    styles=_styles(
        a="#56b4e9",
        b="#e69f00",
        reference="#f0e442",
        incident="#d58bb8",
        gap="#2fc08f",
        overlap="#ff6b4a",
        ghost="#5b6578",
        line="#8b94a7",
        text="#e6e9ef",
        quiet="#8b94a7",
    ),
)

# On white every hue is darkened until it stands out 3:1 as a line and 4.5:1 as a number.
LIGHT = Theme(
    name="light",
    canvas="#ffffff",
    panel="#f4f5f8",
    raised="#e8ebf1",
    rule="#ccd2dd",
    grid="#f0f2f6",
    text="#1a1f2b",
    quiet="#566074",
    accent="#2f5fd0",
    on_pill="#ffffff",
    styles=_styles(
        a="#0a6aa8",
        b="#9a5b00",
        reference="#7a6a00",
        incident="#a03a78",
        gap="#00734f",
        overlap="#c2330f",
        ghost="#6b7488",
        line="#566074",
        text="#1a1f2b",
        quiet="#566074",
    ),
)


def _thicker(styles: Mapping[Ink, Style], factor: float) -> Mapping[Ink, Style]:
    return {
        ink: replace(style, width=style.width * factor, dot=style.dot * 1.3, fill=min(1.0, style.fill * 1.3))
        for ink, style in styles.items()
    }


# For a weak lamp in a bright room: black on white, deep hues, lines half as thick again.
PROJECTOR = Theme(
    name="projector",
    canvas="#ffffff",
    panel="#ffffff",
    raised="#eeeeee",
    rule="#bbbbbb",
    grid="#f4f4f4",
    text="#000000",
    quiet="#3d3d3d",
    accent="#0040c0",
    on_pill="#ffffff",
    styles=_thicker(
        _styles(
            a="#005a9c",
            b="#8a4b00",
            reference="#665700",
            incident="#99206b",
            gap="#006241",
            overlap="#b01f00",
            ghost="#555555",
            line="#3d3d3d",
            text="#000000",
            quiet="#3d3d3d",
        ),
        1.5,
    ),
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
