"""Every ink can be seen on every theme, and no two that must be told apart differ by hue alone."""

from __future__ import annotations

import ast
import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from viz.lesson.ink import Ink, Line
from viz.picture.theme import DARK, LIGHT, PROJECTOR, THEMES, Theme, contrast, figure_scale, rgb

ROOT = Path(__file__).parents[2]
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def test_contrast_is_wcag_s() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@each_theme
def test_every_ink_has_a_style(theme: Theme) -> None:
    assert set(theme.styles) == set(theme.colors) == set(Ink)
    for ink, line in itertools.product(Ink, Line):
        assert theme.line(ink, line).color == theme.color(ink) == theme.style(ink).color


@each_theme
def test_lines_and_numbers_stand_out(theme: Theme) -> None:
    for ink in Ink:
        color = theme.color(ink)
        assert contrast(color, theme.canvas) >= 3.0, ink
        if ink is not Ink.GHOST:
            assert contrast(color, theme.canvas) >= 4.5, f"{ink} labels things"
            assert contrast(color, theme.panel) >= 4.5, f"{ink} tints numbers"
    for ground in (theme.canvas, theme.panel, theme.raised):
        assert contrast(theme.text, ground) >= 7.0
        assert contrast(theme.body, ground) >= 4.5
        assert contrast(theme.quiet, ground) >= 4.5
    for ink in PILLS:
        assert contrast(theme.on_pill, theme.color(ink)) >= 4.5
    assert contrast(theme.on_pill, theme.accent) >= 4.5


PILLS = (Ink.A, Ink.B, Ink.EXAMINED, Ink.GAP, Ink.OVERLAP, Ink.ANSWER, Ink.FAULTY, Ink.INTERFACE)


@each_theme
def test_no_two_meanings_share_a_colour(theme: Theme) -> None:
    assert len({theme.color(ink) for ink in PILLS}) == len(PILLS)


@each_theme
def test_no_pair_relies_on_hue(theme: Theme) -> None:
    a, b = theme.style(Ink.A), theme.style(Ink.B)
    assert (a.hatched, b.hatched) == (False, True)
    assert theme.line(Ink.EXAMINED, Line.FEATURE).double is False
    assert theme.line(Ink.B, Line.DOUBLE).double is True
    assert theme.style(Ink.FAULTY).dash is not None
    assert theme.style(Ink.ANSWER).dash is None


def test_lines_are_as_loud_as_they_are_told() -> None:
    widths = {Line.OUTLINE: 2.2, Line.FEATURE: 4.5, Line.CURVE: 2.8, Line.MEASURE: 2.6, Line.THIN: 1.2, Line.BAR: 8.0}
    for line, width in widths.items():
        assert DARK.line(Ink.GAP, line).width == width
        assert DARK.line(Ink.GAP, line).dash is None
        assert PROJECTOR.line(Ink.GAP, line).width == pytest.approx(1.4 * width)
    assert DARK.line(Ink.B, Line.START).opacity == 0.4
    assert DARK.line(Ink.B, Line.END).opacity == 0.75
    for line in (Line.DASHED, Line.DOTTED, Line.START, Line.END):
        assert DARK.line(Ink.B, line).dash is not None
    assert DARK.line(Ink.A, Line.BAR).is_cut
    assert DARK.line(Ink.B, Line.START).faded(0.5).opacity == pytest.approx(0.2)


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=["light", "projector"])
def test_on_paper_a_broad_examined_line_is_a_marker_pen(theme: Theme) -> None:
    style = theme.line(Ink.EXAMINED, Line.FEATURE)
    assert style.marker is not None
    assert style.width == pytest.approx(3.0 * theme.line_factor)
    assert theme.line(Ink.EXAMINED, Line.THIN).marker is None
    assert theme.line(Ink.GAP, Line.FEATURE).marker is None
    assert DARK.line(Ink.EXAMINED, Line.FEATURE).marker is None


def test_ink_macros_are_colours_in_a_formula() -> None:
    gap, blue = DARK.color(Ink.GAP), DARK.color(Ink.A)
    assert DARK.tex(r"\gap{s} = \A{\max_A}") == rf"\fgcolor{{{gap}}}{{s}} = \fgcolor{{{blue}}}{{\max_A}}"
    assert DARK.tex(r"\examined{\boldsymbol{v}}") == rf"\fgcolor{{{DARK.color(Ink.EXAMINED)}}}{{\mathbfit{{v}}}}"
    assert DARK.tex(r"\Alpha \Bar \gaps") == r"\Alpha \Bar \gaps"  # longer names are other commands


def test_marks_grow_with_the_figure() -> None:
    assert figure_scale(896.0) == 1.0
    assert figure_scale(1440.0) == pytest.approx(1.25, abs=0.02)
    assert figure_scale(10.0) == 0.85
    assert figure_scale(9000.0) == 1.5
    assert figure_scale(896.0, text_size=2.0, on_the_wall=1.4) == pytest.approx(2.8)


def test_colours_live_in_the_theme_alone() -> None:
    for path in [*(ROOT / "viz").rglob("*.py"), *(ROOT / "lessons").rglob("*.py")]:
        if path.name == "theme.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.fullmatch("#[0-9a-fA-F]{6}", node.value), f"{path}: {node.value}"


# Machado, Oliveira and Fernandes 2009, severity 1: linear RGB as seen without one kind of cone.
DEFICIENCIES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
TOLD_APART = (
    (Ink.A, Ink.B),
    (Ink.A, Ink.EXAMINED),
    (Ink.GAP, Ink.OVERLAP),
    (Ink.GAP, Ink.EXAMINED),
    (Ink.ANSWER, Ink.FAULTY),
    (Ink.FAULTY, Ink.OVERLAP),
)


def lab(color: str, matrix: object = None) -> np.ndarray:
    """CIE L*a*b* of a colour, as somebody with that deficiency sees it."""
    c = np.array(rgb(color))
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    if matrix is not None:
        linear = (np.array(matrix) @ linear).clip(0.0, 1.0)
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = np.array(to_xyz) @ linear / (0.9505, 1.0, 1.089)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16.0 / 116.0)
    return np.array((116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])))


def test_the_simulation_is_known_to_be_right() -> None:
    red, green = "#ff0000", "#00ff00"
    apart = np.linalg.norm(lab(red) - lab(green))
    seen = np.linalg.norm(lab(red, DEFICIENCIES["deuteranopia"]) - lab(green, DEFICIENCIES["deuteranopia"]))
    assert apart > 150.0
    assert seen < 0.6 * apart


@each_theme
@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_inks_are_told_apart_by_colour_blind_eyes(theme: Theme, deficiency: str) -> None:
    """By colour, or, where the colours come close, by what is drawn: hatching, a double line, dashes, words."""
    matrix = DEFICIENCIES[deficiency]
    for first, second in TOLD_APART:
        one, other = theme.style(first), theme.style(second)
        seen, beside = one.marker or one.color, other.marker or other.color
        distance = float(np.linalg.norm(lab(seen, matrix) - lab(beside, matrix)))
        drawn = (one.hatched, one.double, one.dash) != (other.hatched, other.double, other.dash)
        assert distance >= (8.0 if drawn else 20.0), f"{first} and {second}: {distance:.1f}"
