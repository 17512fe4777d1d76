"""Thousands of lines and triangles written by numpy into ImGui's own vertices: painter's order, clipping, smoothing
and pictures taken of the window stay as they are for all else, and no shader of ours is needed."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from viz.desktop.textures import Image, picture, white
from viz.lesson.mark import Crowd
from viz.picture.view import View

_FINE = 8  # texels of the profile for a pixel of the screen
_SAME = 1e-3  # pixels between two ends that are one
_MOST_CURVED = 10_000  # lines among which curves are looked for: of more it would take longer than the drawing
_RIM = 1.0  # pixels that the profile fades in, beside the line
_VERTEX = np.dtype([("at", "f4", 2), ("uv", "f4", 2), ("color", "u4")])
_INDEX: np.dtype[np.unsignedinteger] = np.dtype(f"u{imgui.INDEX_SIZE}")
_MOST = 0xFFFF if imgui.INDEX_SIZE == 2 else 1 << 20  # vertices in one go

Floats = NDArray[np.float64]
Colors = NDArray[np.uint32]  # ImGui's, packed
Which = NDArray[np.intp] | slice  # of some shapes, those that are left


def paint(
    draw: imgui.ImDrawList,
    crowd: Crowd,
    view: View,
    corner: tuple[float, float],
    width: float,
    color: int | Colors,
    fill: int | Colors,
) -> None:
    """A crowd on a canvas whose top left stands at `corner` of the screen, its lines `width` pixels broad; ImGui's
    colours are one for all lines and one for all triangles, or one each."""
    if len(crowd.triangles) and np.any(fill >> 24):
        fills = np.broadcast_to(fill, len(crowd.triangles))
        corners, which = seen(view.to_screen(crowd.triangles.reshape(-1, 2)).reshape(-1, 3, 2), view.size)
        blank = imgui.get_font_tex_uv_white_pixel()
        _write(draw, corners + corner, np.full((3, 2), (blank.x, blank.y)), (0, 1, 2), fills[which])
    if len(crowd.segments) and np.any(color >> 24):
        colors = np.broadcast_to(color, len(crowd.segments))
        ends, which = seen(view.to_screen(crowd.segments.reshape(-1, 2)).reshape(-1, 2, 2), view.size)
        profile = picture(("profile of a line", round(width, 2)), lambda: _profile(width))
        uv = np.array([profile.at(u, 0.5) for u in (0.0, 0.0, 1.0, 1.0)])
        draw.push_texture(profile.ref)
        _write(draw, ribbons(ends + corner, width / 2.0 + _RIM, width / 3.0), uv, (0, 1, 2, 0, 2, 3), colors[which])
        draw.pop_texture()


def seen(shapes: Floats, size: tuple[float, float], rim: float = 8.0) -> tuple[Floats, Which]:
    """Those shapes, (n, k, 2) in pixels of a canvas, whose boxes reach into it, and which they are. Of lines that go
    on for thousands of pixels only the part near the canvas is kept: single precision would make them shake."""
    if not len(shapes):
        return shapes, slice(None)
    if shapes.min() >= -rim:
        furthest = shapes.max()
        if furthest <= min(size) + rim or (
            furthest <= max(size) + rim and all(shapes[..., i].max() <= size[i] + rim for i in (0, 1))
        ):
            return shapes, slice(None)  # nothing reaches out: the most frequent case
    low, high = np.array((-rim, -rim)), np.array(size) + rim
    corners = [shapes[:, i] for i in range(shapes.shape[1])]  # of few corners each: no reduction along an axis of two
    first, last = functools.reduce(np.minimum, corners), functools.reduce(np.maximum, corners)
    which = np.flatnonzero(((last >= low) & (first <= high)).all(axis=1))
    kept: Floats = shapes[which]
    if kept.shape[1] == 2 and len(kept) and np.abs(kept).max() > 4096.0:
        kept, inside = _clipped(kept, low, high)
        which = which[inside]
    return kept, which


def _clipped(lines: Floats, low: Floats, high: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Liang and Barsky (1984) for many lines: the parts of them inside a box, and of which lines they are."""
    start, way = lines[:, 0], lines[:, 1] - lines[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        first, last = (low - start) / way, (high - start) / way
    # Along an axis on which a line does not advance it is inside for ever: its box reaches into the canvas.
    enters = np.where(way == 0.0, -np.inf, np.minimum(first, last)).max(axis=1).clip(0.0, 1.0)
    leaves = np.where(way == 0.0, np.inf, np.maximum(first, last)).min(axis=1).clip(0.0, 1.0)
    inside = enters <= leaves
    start, way, enters, leaves = start[inside], way[inside], enters[inside, None], leaves[inside, None]
    return np.stack((start + enters * way, start + leaves * way), axis=1), inside


def ribbons(ends: Floats, half: float, longer: float) -> Floats:
    """Quads (n, 4, 2) around lines (n, 2, 2): `half` as broad at each side, a little `longer` at both ends, so that
    lines which meet leave no notch. Where one goes on as the next, only by what their bend asks for: what both cover
    is drawn twice, and in a curve looks like a bead."""
    start, end = ends.transpose(1, 2, 0).copy()  # each number of all lines in a row: quicker by half
    way = end - start
    way /= np.maximum(np.hypot(*way), 1e-12)
    side = half * np.stack((-way[1], way[0]))
    before, after = np.full((2, len(ends)), longer)
    if len(ends) <= _MOST_CURVED:
        after[:-1] = before[1:] = _tips(start, end, way, half, longer)
    start -= before * way
    end += after * way
    quads = np.empty((4, 2, len(ends)))
    np.add(start, side, out=quads[0])
    np.add(end, side, out=quads[1])
    np.subtract(end, side, out=quads[2])
    np.subtract(start, side, out=quads[3])
    return quads.transpose(2, 0, 1)


def _tips(start: Floats, end: Floats, way: Floats, half: float, longer: float) -> Floats:
    """How much longer each line is where the next begins, (n - 1,)."""
    goes_on = (np.abs(end[:, :-1] - start[:, 1:]) < _SAME).all(axis=0)
    bend = (way[:, :-1] * way[:, 1:]).sum(axis=0).clip(-1.0, 1.0)
    needed = half * np.sqrt((1.0 - bend) / (1.0 + bend + 1e-12))
    tips: Floats = np.where(goes_on, np.minimum(longer, needed), longer)
    return tips


def _profile(width: float) -> Image:
    """Across a line: the part of a pixel there that the line covers."""
    across = width + 2.0 * _RIM
    texels = round(across * _FINE)
    beside = np.abs((np.arange(texels) + 0.5) / texels - 0.5) * across
    return white(np.tile((width / 2.0 - beside + 0.5).clip(0.0, min(width, 1.0)), (4, 1)))


def _write(draw: imgui.ImDrawList, shapes: Floats, uv: Floats, order: tuple[int, ...], colors: Colors) -> None:
    """Shapes of k corners, (n, k, 2) on the screen, drawn as the triangles of `order`, each in its colour."""
    k = len(uv)
    for first in range(0, len(shapes), _MOST // k):
        part = shapes[first : first + _MOST // k]
        n = len(part)
        draw.prim_reserve(n * len(order), n * k)
        vertices = _tail(draw.vtx_buffer, _VERTEX, n * k).reshape(n, k)
        vertices["at"], vertices["uv"], vertices["color"] = part, uv, colors[first : first + n, None]
        begin = draw._vtx_current_idx  # after the reservation, which may have begun a new command
        _tail(draw.idx_buffer, _INDEX, n * len(order)).reshape(n, -1)[:] = (
            begin + k * np.arange(n)[:, None] + np.array(order)
        )
        draw._vtx_current_idx = begin + n * k
        draw.prim_reserve(0, 0)  # ImGui's own writing goes on behind it


def _tail(
    buffer: imgui.ImVector_ImDrawVert | imgui.ImVector_ImDrawIdx, kind: np.dtype[Any], count: int
) -> NDArray[Any]:
    """The last elements of one of ImGui's buffers, to write in: valid until something else is drawn."""
    size = kind.itemsize * count
    address = buffer.data_address() + kind.itemsize * (buffer.size() - count)
    memory: Any = (ctypes.c_char * size).from_address(address)
    return np.ndarray((count,), kind, memory)
