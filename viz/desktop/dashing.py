"""Dashed lines through an ImGui draw list: a straight side is a quad or a few, with a pattern of dashes on them."""

from __future__ import annotations

import itertools
import math

import numpy as np
from imgui_bundle import imgui

from viz.desktop.textures import Image, picture, white
from viz.picture.clipping import clip_segment
from viz.picture.hatch import dashes
from viz.picture.pixels import Path

_FINE = 2  # pixels of the pattern for one of the screen
_PERIODS = 16  # dashes in the pattern: ImGui does not repeat textures
_MOST_SIDES = 12  # a path of more is drawn dash by dash: its sides are shorter than dashes

Pixel = tuple[float, float]


def dashed(
    draw: imgui.ImDrawList, path: Path, dash: tuple[float, float], width: float, color: int, low: Pixel, high: Pixel
) -> None:
    """Dashes along a path, those that a canvas from `low` to `high` shows; the pattern runs on across corners."""
    on, off = dash
    if len(path) > _MOST_SIDES + 1:
        add_line = draw.add_line
        for start, end in dashes(path, on, off, low, high):
            add_line(start, end, color, width)
        return
    pattern = picture(("dashes", on, off, width), lambda: _pattern(on, off, width))
    travelled, period, half = 0.0, on + off, width / 2.0 + 1.0
    whole, ref, add_quad = _PERIODS * period, pattern.ref, draw.add_image_quad
    (first, top), (_, bottom), across = pattern.at(0.0, 0.0), pattern.at(1.0, 1.0), pattern.width / whole
    is_seen = all(low[0] <= x <= high[0] and low[1] <= y <= high[1] for x, y in path)  # as nearly always
    for start, end in itertools.pairwise(path):
        way_x, way_y = end[0] - start[0], end[1] - start[1]
        size = math.hypot(way_x, way_y)
        seen = (start, end) if is_seen else clip_segment(start, end, low, high)
        if size > 0.0 and seen is not None:
            x, y = seen[0]
            ux, uy = way_x / size, way_y / size
            nx, ny = -uy * half, ux * half
            phase = (travelled if is_seen else travelled + math.dist(start, seen[0])) % period
            left = size if is_seen else math.dist(*seen)
            while left > 0.0:
                length = min(left, whole - phase)
                far_x, far_y = x + length * ux, y + length * uy
                u, u2 = first + phase * across, first + (phase + length) * across
                add_quad(
                    ref, (x + nx, y + ny), (far_x + nx, far_y + ny), (far_x - nx, far_y - ny), (x - nx, y - ny),
                    (u, top), (u2, top), (u2, bottom), (u, bottom), color,
                )  # fmt: skip
                x, y, left, phase = far_x, far_y, left - length, 0.0
        travelled += size


def _pattern(on: float, off: float, width: float) -> Image:
    """Dashes in a row, each with the gap after it, soft at their rim by a pixel of the screen."""
    length, across = round(_PERIODS * (on + off) * _FINE), max(round((width + 2.0) * _FINE), 2)
    along = (np.arange(length) + 0.5) / length * _PERIODS * (on + off) % (on + off)
    beside = np.abs((np.arange(across) + 0.5) / across - 0.5) * (width + 2.0)
    # The part of a pixel there that a dash covers: how far inside this one, or the next, it lies.
    inside = on / 2.0 - np.minimum(np.abs(along - on / 2.0), np.abs(along - (on + off) - on / 2.0))
    dash = (inside + 0.5).clip(0.0, 1.0)
    return white(dash * (width / 2.0 - beside + 0.5).clip(0.0, min(width, 1.0))[:, None])
