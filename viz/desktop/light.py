"""Soft light through an ImGui draw list: glow around points and lines, light that falls off inside an outline, tinted
fields. Each is a small gradient texture, stretched: no bands, and one or a few quads."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from imgui_bundle import imgui

from viz.desktop.textures import Image, picture, texture, white
from viz.lesson.mark import Field
from viz.picture.pixels import Path

_GLOW_SIDE = 128  # pixels of the glow's texture
_REACH = 1.8  # how far light is drawn, in lengths of the vector to where it is a twentieth
_FALL = math.log(20.0)
_LIGHT_LENGTH, _LIGHT_ROWS = 512, 32
_CRISP = 14.0  # pixels from which a field's cells are squares; smaller ones run into each other
_CELL = 16  # pixels of the texture for a square cell's side

Pixel = tuple[float, float]


def glow(draw: imgui.ImDrawList, path: Path, reach: float, color: int) -> None:
    """Around a point or along a line of points, fading to nothing at a distance."""
    spot = picture("glow", _glow)
    if len(path) == 1 or all(math.dist(path[0], point) < 0.5 for point in path):
        x, y = path[0]
        corners = spot.at(0.0, 0.0), spot.at(1.0, 1.0)
        draw.add_image(spot.ref, (x - reach, y - reach), (x + reach, y + reach), *corners, color)
        return
    line = path[:1]
    for point in path:
        if math.dist(point, line[-1]) >= 0.5:  # from the last one that is kept: a curve may have many to a pixel
            line.append(point)
    closed = math.dist(line[0], line[-1]) < 0.5 and len(line) > 3
    sides = _sides(line, reach, closed=closed)
    high, low = spot.at(0.5, 0.0), spot.at(0.5, 1.0)  # the middle column, along the whole side
    for (left, right), (left2, right2) in itertools.pairwise(sides):
        draw.add_image_quad(spot.ref, left, left2, right2, right, high, high, low, low, color)
    if not closed:
        for (left, right), (x, y), (x2, y2) in ((sides[0], line[0], line[1]), (sides[-1], line[-1], line[-2])):
            size = math.dist((x, y), (x2, y2))
            dx, dy = (x - x2) / size * reach, (y - y2) / size * reach
            beyond_left, beyond_right = (left[0] + dx, left[1] + dy), (right[0] + dx, right[1] + dy)
            cap = high, spot.at(1.0, 0.0), spot.at(1.0, 1.0), low
            draw.add_image_quad(spot.ref, left, beyond_left, beyond_right, right, *cap, color)


def _sides(line: Sequence[Pixel], reach: float, *, closed: bool) -> list[tuple[Pixel, Pixel]]:
    """The points beside each point of a line, mitred at its corners, left and right."""
    count = len(line)
    units = []
    for (x, y), (x2, y2) in itertools.pairwise(line):
        size = math.dist((x, y), (x2, y2))
        units.append(((x2 - x) / size, (y2 - y) / size))
    sides = []
    for i, (x, y) in enumerate(line):
        before = units[i - 1] if i or closed else units[0]
        after = units[i] if i < count - 1 else units[0] if closed else units[-1]
        dx, dy = before[0] + after[0], before[1] + after[1]
        squared = max(dx * dx + dy * dy, 0.5)  # at a spike the mitre is kept short
        nx, ny = 2.0 * reach * -dy / squared, 2.0 * reach * dx / squared
        sides.append(((x + nx, y + ny), (x - nx, y - ny)))
    return sides


def light(draw: imgui.ImDrawList, outline: Path, origin: Pixel, tip: Pixel, color: int) -> None:
    """Inside an outline, strongest on the line through `origin` across the way to `tip`, a twentieth of it there."""
    dx, dy = tip[0] - origin[0], tip[1] - origin[1]
    length = math.hypot(dx, dy)
    if length < 0.5 or len(outline) < 3:
        return
    cosine, sine = dx / length, dy / length
    turned: Path = [
        ((x - origin[0]) * cosine + (y - origin[1]) * sine, (y - origin[1]) * cosine - (x - origin[0]) * sine)
        for x, y in outline
    ]
    # Filled where the way runs along x, then turned back: that is how a texture can be laid under any angle.
    gradient = picture("light", _light)
    draw.push_texture(gradient.ref)
    first = draw.vtx_buffer.size()
    draw.add_concave_poly_filled(clockwise(turned), color)
    last = draw.vtx_buffer.size()
    far, high = _REACH * length, max(abs(y) for _, y in turned) + 1.0
    corners = gradient.at(0.0, 0.0), gradient.at(1.0, 1.0)
    shaping = imgui.internal
    shaping.shade_verts_linear_uv(draw, first, last, (-far, -high), (far, high), *corners, True)
    shaping.shade_verts_transform_pos(draw, first, last, (0.0, 0.0), cosine, sine, origin)
    draw.pop_texture()


def clockwise(outline: Path) -> Path:
    """The outline, the way round (as seen on the screen) that ImGui fills and smooths."""
    area = sum(x * y2 - x2 * y for (x, y), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True))
    return outline if area > 0.0 else outline[::-1]


def field(draw: imgui.ImDrawList, low: Pixel, high: Pixel, mark: Field, slot: object, color: int) -> None:
    """The amounts of a field over the box between two corners on the screen; `slot` names its place in the figure."""
    rows, columns = len(mark.amounts), len(mark.amounts[0]) if mark.amounts else 0
    if not columns:
        return

    def image() -> Image:
        amounts = np.array(mark.amounts[::-1], dtype=np.float64).reshape(rows, columns).clip(0.0, 1.0)
        if abs(high[0] - low[0]) / columns >= _CRISP:
            amounts = np.kron(amounts, np.ones((_CELL, _CELL)))
        return white(amounts)

    draw.add_image(texture(slot, image, mark.amounts), low, high, (0.0, 0.0), (1.0, 1.0), color)


def _glow() -> Image:
    """A round spot, brightest in the middle and nothing at the rim."""
    at = (np.arange(_GLOW_SIDE) + 0.5) / (0.5 * _GLOW_SIDE) - 1.0
    distance = np.hypot(at[:, None], at[None, :]).clip(0.0, 1.0)
    return white((1.0 - distance) ** 1.15)


def _light() -> Image:
    """Light to both sides of the middle column, falling off exponentially, and nothing at the ends."""
    at = np.abs(((np.arange(_LIGHT_LENGTH) + 0.5) / (0.5 * _LIGHT_LENGTH) - 1.0) * _REACH)
    left = math.exp(-_FALL * _REACH)
    amount = (np.exp(-_FALL * at) - left) / (1.0 - left)
    return white(np.tile(amount.clip(0.0, 1.0), (_LIGHT_ROWS, 1)))
