"""Every ink can be seen on every theme, and no two that must be told apart differ by hue alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from viz.ink import Ink
from viz.theme import THEMES, Theme, contrast

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
        if ink not in {Ink.GHOST}:
            assert contrast(color, theme.canvas) >= 4.5, f"{ink} labels things"
            assert contrast(color, theme.panel) >= 4.5, f"{ink} tints numbers"
    for ground in (theme.canvas, theme.panel, theme.raised):
        assert contrast(theme.text, ground) >= 7.0
        assert contrast(theme.quiet, ground) >= 4.5
    for ink in (Ink.SEPARATION, Ink.PENETRATION, Ink.RESULT, Ink.VECTOR_P):
        assert contrast(theme.on_pill, theme.style(ink).color) >= 4.5


@each_theme
def test_no_pair_relies_on_hue(theme: Theme) -> None:
    a, b = theme.style(Ink.SHAPE_A), theme.style(Ink.SHAPE_B)
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
