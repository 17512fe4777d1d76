"""Paints a canvas through ImGui's draw lists: its marks in painter's order, then its insets, its words and symbols
above them, at any zoom and display scale."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from imgui_bundle import imgui

from viz.desktop.brush import FAR, Brush
from viz.desktop.lettering import Lettering
from viz.desktop.look import Fonts, packed
from viz.lesson.canvas import Canvas
from viz.lesson.mark import Area, Inset, Light, Mark, Symbol
from viz.picture.labels import PlacedLabel, Places, place_labels
from viz.picture.pixels import Box, Path, in_pixels, inset_box, inset_scale
from viz.picture.sizes import INSET_EDGE, INSET_MARGIN, INSET_ROUNDING, INSET_TITLE
from viz.picture.theme import Theme
from viz.picture.view import View

_REPLACED_EVERY = 12  # frames, while hurried: a fifth of a second, in which nobody reads a label that is in the way
_PAINTERS = itertools.count()


class Painter:
    """Paints on one draw list at a time; remembers where labels stood so that they do not flicker."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.scale = 1.0  # of everything that does not follow the zoom: lines, points, letters (`figure_scale`)
        self.lettering = Lettering(fonts)
        self._places: Places = {}
        number = next(_PAINTERS)
        self._name = f"figure {number}"
        self._age = number  # frames since labels chose their places; panes take turns at that
        self._insets: list[Painter] = []

    def forget_places(self) -> None:
        """Another picture begins: labels choose their places afresh."""
        self._places = {}
        self._insets = []

    def paint(
        self,
        draw: imgui.ImDrawList,
        canvas: Canvas,
        view: View,
        corner: imgui.ImVec2,
        theme: Theme,
        reserved: Callable[[], Iterable[Box]] = tuple,
        opacities: Sequence[float] | None = None,
        highlighted: object = None,
        *,
        hurried: bool = False,
    ) -> list[PlacedLabel]:
        """Paint with the view's top left at `corner` of the screen; labels keep off the `reserved` boxes.

        `opacities` of the marks, if some are fading; `highlighted`: the feature that is pointed at; `hurried`: while
        something moves, labels follow their things and choose their places anew only now and then. Returns where
        the labels stand.
        """
        marks = canvas.marks
        shown = [1.0] * len(marks) if opacities is None else opacities
        pixels = in_pixels(marks, view)
        reaches_far = bool(np.abs(pixels.points).max(initial=0.0) > FAR)
        brush = Brush(
            *(draw, theme, view, corner, highlighted), scale=self.scale, reaches_far=reaches_far, name=self._name
        )
        paths = pixels.paths(corner.x, corner.y)
        covers = _covers(marks)
        insets: list[tuple[Inset, float]] = []
        for i, (mark, path, opacity) in enumerate(zip(marks, paths, shown, strict=True)):
            brush.opacity = opacity
            if i == covers:
                self._cover(brush, marks[i:], paths[i:], shown[i:])
            if isinstance(mark, Inset):
                insets.append((mark, opacity))
            else:
                brush.paint(mark, path)
        self.lettering.use(theme, self.scale)
        self._age = (self._age + 1) % _REPLACED_EVERY
        boxes = [inset_box(inset, view, self.scale) for inset, _ in insets]
        placed, self._places = place_labels(
            *(marks, view, self.lettering.measure, self._places, lambda: [*reserved(), *boxes]),
            pixels=pixels,
            follow=hurried and self._age > 0,
            in_use=() if highlighted is None else (highlighted,),
            scale=self.scale,
        )
        opacity_of = {} if opacities is None else {id(m): o for m, o in zip(marks, shown, strict=True)}
        left_top = (corner.x, corner.y)
        for label in placed:
            opacity = opacity_of.get(id(label.mark), 1.0)
            _lead(draw, label, left_top, theme, self.scale, opacity)
            is_highlighted = _speaks_of(label, highlighted)
            self.lettering.paint(draw, label, left_top, opacity, is_highlighted=is_highlighted)
        for i, ((inset, opacity), box) in enumerate(zip(insets, boxes, strict=True)):
            self._paint_inset(draw, i, inset, box, corner, theme, opacity)
        return placed

    def _cover(self, brush: Brush, marks: Sequence[Mark], paths: Sequence[Path], opacities: Sequence[float]) -> None:
        """The shapes before the light hide it: first of all their ground."""
        for mark, path, opacity in zip(marks, paths, opacities, strict=True):
            if _is_shape(mark):
                brush.opacity = opacity
                brush.ground(path)

    def _paint_inset(
        self,
        draw: imgui.ImDrawList,
        number: int,
        inset: Inset,
        box: Box,
        corner: imgui.ImVec2,
        theme: Theme,
        opacity: float,
    ) -> None:
        """A rounded box with a title, its marks fitted to the room below."""
        left, top, right, bottom = box[0] + corner.x, box[1] + corner.y, box[2] + corner.x, box[3] + corner.y
        rounding, edge = INSET_ROUNDING * self.scale, INSET_EDGE * self.scale
        draw.add_rect_filled((left, top), (right, bottom), packed(theme.canvas, opacity), rounding)
        draw.add_rect((left, top), (right, bottom), packed(theme.rule, opacity), rounding, 1.0)
        head = INSET_TITLE * self.scale if inset.title else 0.0
        if inset.title:
            self.lettering.line(draw, (left + 0.75 * edge, top + 0.5 * edge), inset.title, theme.quiet, opacity)
        while len(self._insets) <= number:
            self._insets.append(Painter(self.fonts))
        painter, canvas = self._insets[number], Canvas()
        painter.scale = inset_scale(inset) * self.scale
        canvas.marks = list(inset.marks)
        if (bounds := canvas.bounds()) is None:
            return
        view = View(size=(right - left, bottom - top - head)).fitted(bounds, INSET_MARGIN * self.scale)
        draw.push_clip_rect((left, top + head), (right, bottom), True)
        fading = None if opacity == 1.0 else [opacity] * len(canvas.marks)
        painter.paint(draw, canvas, view, imgui.ImVec2(left, top + head), theme, opacities=fading)
        draw.pop_clip_rect()


def _speaks_of(label: PlacedLabel, feature: object) -> bool:
    """Whether a label names a feature: by the feature that it belongs to, or by its words, "edge 2 of A"."""
    mark = label.mark
    if feature is None or isinstance(mark, Symbol) or mark.feature is not None:
        return feature is not None and mark.feature == feature
    return mark.text.split(":")[0] == str(feature)


def _is_shape(mark: Mark) -> bool:
    return isinstance(mark, Area) and mark.opacity is None


def _covers(marks: Sequence[Mark]) -> int:
    """The number of the first shape that stands before light; -1 where there is none."""
    kinds = list(map(type, marks))
    if Light not in kinds:
        return -1
    return next((i for i in range(kinds.index(Light), len(marks)) if _is_shape(marks[i])), -1)


def _lead(
    draw: imgui.ImDrawList,
    label: PlacedLabel,
    corner: tuple[float, float],
    theme: Theme,
    scale: float,
    opacity: float,
) -> None:
    """A thin line from a label that stands off to its point."""
    if label.leader is not None:
        (x, y), (u, v) = label.leader
        start, end = (corner[0] + x, corner[1] + y), (corner[0] + u, corner[1] + v)
        draw.add_line(start, end, packed(theme.color(label.mark.ink), 0.9 * opacity), 1.2 * scale * theme.line_factor)
