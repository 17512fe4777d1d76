"""LaTeX works without the locale that MicroTeX asks for, and formula textures stay few."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.usefixtures("desktop")


@pytest.mark.parametrize("formula", [r"a=b", r"\max(a, b)", r"\hat n_1 \cdot \vec p", r"\frac{p \cdot q}{|q|^2}"])
def test_formulas_render(formula: str) -> None:
    from imgui_bundle import imgui_microtex

    assert imgui_microtex.render(formula, 20.0).width > 5
