"""Fonts, colours and spacing of the interface, from a theme."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

import imgui_bundle
import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from viz.lesson.ink import Ink
from viz.picture.theme import Theme, rgb

_BUNDLED = Path(imgui_bundle.__file__).parent / "assets" / "fonts"


# As ImGui counts, from ascent to descent: logical pixels at the design's size.
BODY = 16.0
TITLE = 19.0
SMALL = 14.0


@dataclass(frozen=True)
class Fonts:
    """Loaded once an ImGui context; sizes are chosen where they are used."""

    regular: imgui.ImFont
    bold: imgui.ImFont
    mono: imgui.ImFont
    italic: imgui.ImFont


def load_fonts() -> Fonts:
    """Roboto and Inconsolata as they come with imgui-bundle, each completed by DejaVu Sans, which alone has all
    Greek, operators and subscripts; Font Awesome's icons last, as it would redefine arrows."""
    atlas = imgui.get_io().fonts
    with as_file(files("viz") / "assets" / "DejaVuSans.ttf") as dejavu:

        def load(path: Path, *completed_by: Path) -> imgui.ImFont:
            font = atlas.add_font_from_file_ttf(str(path), BODY)
            for other in completed_by:
                config = imgui.ImFontConfig()
                config.merge_mode = True
                atlas.add_font_from_file_ttf(str(other), BODY, config)
            return font

        icons = _BUNDLED / "Font_Awesome_6_Free-Solid-900.otf"
        regular = load(_BUNDLED / "Roboto" / "Roboto-Regular.ttf", dejavu, icons)
        bold = load(_BUNDLED / "Roboto" / "Roboto-Bold.ttf", dejavu, icons)
        mono = load(_BUNDLED / "Inconsolata-Medium.ttf", dejavu)
        italic = load(_BUNDLED / "Roboto" / "Roboto-RegularItalic.ttf", dejavu)
    return Fonts(regular, bold, mono, italic)


@lru_cache(maxsize=512)
def packed(color: str, alpha: float = 1.0) -> int:
    """`#rrggbb` as ImGui's 32-bit colour."""
    r, g, b = (round(255.0 * c) for c in rgb(color))
    return r | g << 8 | b << 16 | round(255.0 * alpha) << 24


def shades(color: str, alpha: float | NDArray[np.float64]) -> int | NDArray[np.uint32]:
    """`#rrggbb` as ImGui's 32-bit colour, or as many of them as there are opacities."""
    if isinstance(alpha, np.ndarray):
        return np.uint32(packed(color, 0.0)) | np.rint(255.0 * alpha).astype(np.uint32) << np.uint32(24)
    return packed(color, alpha)


def ink_color(theme: Theme, ink: Ink | None) -> int:
    """The colour of words in an ink; plain text for None."""
    return packed(theme.text if ink is None else theme.color(ink))


@lru_cache(maxsize=64)
def vec4(color: str, alpha: float = 1.0) -> imgui.ImVec4:
    return imgui.ImVec4(*rgb(color), alpha)


def apply_style(theme: Theme, scale: float) -> None:
    """Dress the current ImGui context in a theme; `scale` 1.0 is the design's size, and scales everything. The style
    is made afresh, as scaling the one in use would compound."""
    style = imgui.Style()
    names = imgui.Col_
    colors = {
        names.text: vec4(theme.text),
        names.text_disabled: vec4(theme.quiet),
        names.window_bg: vec4(theme.panel),
        names.child_bg: vec4(theme.panel, 0.0),
        names.popup_bg: vec4(theme.raised),
        names.border: vec4(theme.rule),
        names.frame_bg: vec4(theme.rule),
        names.frame_bg_hovered: vec4(theme.accent, 0.35),
        names.frame_bg_active: vec4(theme.accent, 0.45),
        names.button: vec4(theme.raised),
        names.button_hovered: vec4(theme.rule),
        names.button_active: vec4(theme.accent, 0.45),
        names.header: vec4(theme.rule),
        names.header_hovered: vec4(theme.rule),
        names.header_active: vec4(theme.rule),
        names.check_mark: vec4(theme.accent),
        names.checkbox_selected_bg: vec4(theme.rule),
        names.slider_grab: vec4(theme.accent),
        names.slider_grab_active: vec4(theme.accent),
        names.separator: vec4(theme.rule),
        names.scrollbar_bg: vec4(theme.panel, 0.0),
        names.scrollbar_grab: vec4(theme.rule),
        names.scrollbar_grab_hovered: vec4(theme.quiet, 0.6),
        names.scrollbar_grab_active: vec4(theme.quiet),
        names.table_row_bg: vec4(theme.panel, 0.0),
        names.text_selected_bg: vec4(theme.accent, 0.35),
        names.nav_cursor: vec4(theme.accent),
    }
    style.window_padding = imgui.ImVec2(18, 16)
    style.frame_padding = imgui.ImVec2(9, 5)
    style.item_spacing = imgui.ImVec2(8, 7)
    style.cell_padding = imgui.ImVec2(4, 3)
    style.window_rounding = 0.0
    style.frame_rounding = style.popup_rounding = style.grab_rounding = 5.0
    style.scrollbar_size, style.scrollbar_rounding = 7.0, 4.0
    style.window_border_size = style.frame_border_size = style.child_border_size = 0.0
    style.scale_all_sizes(scale)
    style.popup_border_size = 1.0
    style.font_size_base = BODY
    style.font_scale_main = scale
    live = imgui.get_style()
    for name in _FIELDS:
        setattr(live, name, getattr(style, name))
    for color, value in colors.items():
        live.set_color_(color, value)


def _is_data(name: str) -> bool:
    value = None if name.startswith("_") else getattr(imgui.Style, name, None)
    return isinstance(value, property)


_FIELDS = tuple(filter(_is_data, dir(imgui.Style)))  # of a style: its numbers
