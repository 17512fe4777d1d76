"""Paints a recording through ImGui's draw lists: its marks in painter's order, then its words and symbols above them,
at any zoom and display scale."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from imgui_bundle import imgui

from viz.desktop import latex
from viz.desktop.brush import FAR, Brush
from viz.desktop.look import BODY, SMALL, Fonts, packed
from viz.lesson.canvas import Label, Recording, Symbol
from viz.lesson.ink import TextStyle
from viz.picture.label_costs import Box
from viz.picture.labels import PlacedLabel, Places, Text, place_labels
from viz.picture.pixels import in_pixels
from viz.picture.theme import Theme
from viz.picture.view import View

_LETTER, _SYMBOL = 22.0, 21.0
_PILL_PADDING = (10.0, 4.0)
_MOST_MEASURES = 4096
_REPLACED_EVERY = 6  # frames, while hurried: a tenth of a second, in which nobody sees that a label is in the way
_PAINTERS = itertools.count()


class Painter:
    """Paints on one draw list at a time; remembers where labels stood so that they do not flicker."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.text_size = 1.0
        self._places: Places = {}
        self._age = next(_PAINTERS)  # frames since labels chose their places; panes take turns at that
        self._measures: dict[tuple[str, object, float], tuple[float, float]] = {}

    def forget_places(self) -> None:
        """Another picture begins: labels choose their places afresh."""
        self._places = {}

    def paint(
        self,
        draw: imgui.ImDrawList,
        recording: Recording,
        view: View,
        corner: imgui.ImVec2,
        theme: Theme,
        reserved: Callable[[], Iterable[Box]] = tuple,
        opacities: Sequence[float] | None = None,
        lit: str | None = None,
        *,
        hurried: bool = False,
    ) -> list[PlacedLabel]:
        """Paint with the view's top left at `corner` of the screen; labels keep off the `reserved` boxes.

        `opacities` of the marks, if some are fading; `lit`: the name of the feature to be lit up; `hurried`: while
        something is dragged, labels follow their things and choose their places anew only now and then. Returns where
        the labels stand.
        """
        marks = recording.marks
        shown = [1.0] * len(marks) if opacities is None else opacities
        pixels = in_pixels(marks, view)
        reaches_far = bool(np.abs(pixels.points).max(initial=0.0) > FAR)
        brush = Brush(draw, theme, view, corner, lit, reaches_far=reaches_far)
        for mark, path, opacity in zip(marks, pixels.paths(corner.x, corner.y), shown, strict=True):
            brush.opacity = opacity
            brush.paint(mark, path)
        self._age = (self._age + 1) % _REPLACED_EVERY
        placed, self._places = place_labels(
            marks, view, self._measure, self._places, reserved, pixels=pixels, follow=hurried and self._age > 0
        )
        opacity_of = {} if opacities is None else {id(m): o for m, o in zip(marks, shown, strict=True)}
        for label in placed:
            opacity = opacity_of.get(id(label.mark), 1.0)
            self._paint_label(draw, label, theme, corner, opacity, is_lit=_names(label, lit))
        return placed

    def _font(self, mark: Label) -> tuple[imgui.ImFont, float]:
        size = {TextStyle.LETTER: _LETTER, TextStyle.PILL: BODY, TextStyle.LABEL: SMALL + 1.0}[mark.style]
        font = self.fonts.bold if mark.style is TextStyle.LETTER else self.fonts.regular
        return font, size * self.text_size

    def _measure(self, mark: Text) -> tuple[float, float]:
        if isinstance(mark, Symbol):
            _, width, height = self._symbol(mark, 0xFFFFFFFF)
            return width, height
        key = (mark.text, mark.style, self.text_size)
        if key not in self._measures:
            if len(self._measures) > _MOST_MEASURES:  # numbers change for ever while dragging
                self._measures.clear()
            font, size = self._font(mark)
            imgui.push_font(font, size / self.text_size)  # push_font applies the main scale itself
            extent = imgui.calc_text_size(mark.text)
            imgui.pop_font()
            pad_x, pad_y = _PILL_PADDING if mark.style is TextStyle.PILL else (3.0, 1.0)
            self._measures[key] = (extent.x + 2.0 * pad_x, extent.y + 2.0 * pad_y)
        return self._measures[key]

    def _symbol(self, mark: Symbol, color: int) -> tuple[imgui.ImTextureRef, float, float]:
        scale = imgui.get_io().display_framebuffer_scale.x
        return latex.symbol(mark.latex, _SYMBOL * self.text_size, color, scale)

    def _paint_label(
        self,
        draw: imgui.ImDrawList,
        placed: PlacedLabel,
        theme: Theme,
        corner: imgui.ImVec2,
        opacity: float,
        *,
        is_lit: bool,
    ) -> None:
        mark, x, y = placed.mark, corner.x + placed.x, corner.y + placed.y
        color = packed(theme.style(mark.ink).color, opacity)
        far = (x + placed.width, y + placed.height)
        if isinstance(mark, Symbol):
            texture, _, _ = self._symbol(mark, packed(theme.style(mark.ink).color))
            draw.add_image(texture, (x, y), far, (0.0, 0.0), (1.0, 1.0), round(255.0 * opacity) << 24 | 0xFFFFFF)
            return
        font, size = self._font(mark)
        pad_x, pad_y = 3.0, 1.0
        if mark.style is TextStyle.PILL:
            pad_x, pad_y = _PILL_PADDING
            draw.add_rect_filled((x, y), far, color, placed.height / 2.0)
            color = packed(theme.on_pill, opacity)
        elif mark.style is TextStyle.LABEL:
            draw.add_rect_filled((x, y), far, packed(theme.rule if is_lit else theme.canvas, 0.72 * opacity), 4.0)
        draw.add_text(font, size, (x + pad_x, y + pad_y), color, mark.text)


def _names(label: PlacedLabel, feature: str | None) -> bool:
    """Whether a label speaks of a feature: "edge 2 of A", or "edge 2 of A: tested already"."""
    return feature is not None and isinstance(label.mark, Label) and label.mark.text.split(":")[0] == feature
