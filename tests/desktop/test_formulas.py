"""LaTeX works without the locale that MicroTeX asks for, and formula textures stay few."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from viz.lesson.text import FORMULA_INKS
from viz.picture.theme import THEMES

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

pytestmark = pytest.mark.usefixtures("desktop")


@pytest.mark.parametrize("formula", [r"a=b", r"\max(a, b)", r"\hat n_1 \cdot \vec p", r"\frac{p \cdot q}{|q|^2}"])
def test_formulas_render(formula: str) -> None:
    from imgui_bundle import imgui_microtex

    assert imgui_microtex.render(formula, 20.0).width > 5


@pytest.mark.parametrize("name", ["dark", "light", "projector"])
def test_inks_reach_the_letters_in_fractions_too(name: str) -> None:
    """MicroTeX takes "#2" in an argument of a macro for that macro's second argument: no ink may get lost so."""
    import numpy as np
    from imgui_bundle import imgui_microtex

    theme = THEMES[name]
    for macro, ink in FORMULA_INKS.items():
        for tex in (rf"\{macro}{{M}}", rf"\dfrac{{\{macro}{{M}}-x_0}}{{y}}", rf"\frac{{x}}{{\{macro}{{M}}}}"):
            pixels = imgui_microtex.render(theme.tex(tex), 60.0, 0xFF808080).pixels_as_array()
            color = theme.color(ink)
            wanted = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
            solid = pixels[pixels[..., 3] > 200][:, :3].astype(int)
            assert (np.abs(solid - wanted).max(axis=1) <= 3).sum() > 20, (tex, color)


def test_a_norm_has_two_bars_on_each_side(desktop: Desktop) -> None:
    """MicroTeX draws `\\|` as one bar."""
    from viz.desktop import latex

    one, two, command = (latex.formula(tex, 40.0, 0xFFFFFFFF).width for tex in (r"|v|", r"\|v\|", r"\Vert v\Vert"))
    assert one + 4.0 < two == pytest.approx(command)


FORMULAS_IN_WORDS = (
    r"\A{\boldsymbol{a}_{1}}",
    r"\B{-\boldsymbol{b}_{2}}",
    r"\answer{\boldsymbol v}\cdot\examined{\hat n}",
    r"\gap{s}=\dfrac{\A{\mathbf a}}{\B{h}}",
    r"\A{A}\oplus s(-\B{B})",
)


@pytest.mark.parametrize("formula", FORMULAS_IN_WORDS)
def test_words_after_a_formula_keep_a_blank(desktop: Desktop, formula: str) -> None:
    """It is measured without its colours, and drawn with them."""
    from viz.desktop import latex, rich_text

    before, shown, after = rich_text.lay_out(f"vertex ${formula}$ of A", desktop.fonts, 17.0, 1e9).parts
    blank = rich_text.width_of(" ", desktop.fonts.regular, 17.0)
    assert shown.x == rich_text.width_of(before.words, desktop.fonts.regular, 17.0)
    for theme in THEMES.values():
        drawn = latex.formula(theme.tex(shown.words), 1.14 * 17.0, 0xFFFFFFFF)
        assert after.x - (shown.x + drawn.width) == pytest.approx(blank + 2.0 * 0.06 * 17.0, abs=0.01)


@pytest.mark.parametrize("tex", [r"\hat d", r"\hat{n}", r"x\hat d"])
def test_a_hat_ends_before_its_letter_does(desktop: Desktop, tex: str) -> None:
    """Over a stem it would hang beyond it, and what follows would seem to stand apart."""
    import numpy as np

    from viz.desktop import latex

    image, baseline = latex._render(tex, 60.0, 0xFFFFFFFF, None, 1.0)
    ink = image[..., 3] > 40
    rows = np.flatnonzero(ink.any(axis=1))
    hat = ink[: rows[0] + 7]
    assert np.flatnonzero(hat.any(axis=0))[-1] <= np.flatnonzero(ink[hat.shape[0] + 4 :].any(axis=0))[-1] + 2
    assert baseline > 0.0
