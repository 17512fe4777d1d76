"""Every ink can be seen on every theme, and no two that must be told apart differ by hue alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from viz.lesson.ink import Ink
from viz.picture.theme import THEMES, Theme, contrast, rgb

ROOT = Path(__file__).parents[2]
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def test_contrast_is_wcag_s() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@each_theme
def test_every_ink_has_a_style(theme: Theme) -> None:
    assert set(theme.styles) == set(Ink)


@each_theme
def test_lines_and_numbers_stand_out(theme: Theme) -> None:
    for ink in Ink:
        color = theme.style(ink).color
        assert contrast(color, theme.canvas) >= 3.0 - 0.05, ink
        if ink not in {Ink.GHOST, Ink.PAST}:
            assert contrast(color, theme.canvas) >= 4.5, f"{ink} labels things"
            assert contrast(color, theme.panel) >= 4.5, f"{ink} tints numbers"
    for ground in (theme.canvas, theme.panel, theme.raised):
        assert contrast(theme.text, ground) >= 7.0
        assert contrast(theme.quiet, ground) >= 4.5
    for ink in (Ink.GAP, Ink.OVERLAP, Ink.RESULT, Ink.VECTOR_P):
        assert contrast(theme.on_pill, theme.style(ink).color) >= 4.5


@each_theme
def test_no_pair_relies_on_hue(theme: Theme) -> None:
    a, b = theme.style(Ink.A), theme.style(Ink.B)
    assert (a.hatched, b.hatched) == (False, True)
    assert theme.style(Ink.REFERENCE).double is False
    assert theme.style(Ink.INCIDENT).double is True
    assert theme.style(Ink.FAULTY).dash is not None
    assert theme.style(Ink.RESULT).dash is None


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
    (Ink.A, Ink.REFERENCE),
    (Ink.GAP, Ink.OVERLAP),
    (Ink.REFERENCE, Ink.INCIDENT),
    (Ink.RESULT, Ink.FAULTY),
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
        distance = float(np.linalg.norm(lab(one.color, matrix) - lab(other.color, matrix)))
        drawn = (one.hatched, one.double, one.dash) != (other.hatched, other.double, other.dash)
        assert distance >= (8.0 if drawn else 20.0), f"{first} and {second}: {distance:.1f}"
