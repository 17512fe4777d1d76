"""Small pictures made by numpy, kept on the GPU, never more than some hundreds. Gradients, dashes and formulas stand
in the texture of ImGui's letters: words, lines and they are then drawn in one command, where each change of texture
would begin another. Fields, which are made anew while something moves, have textures of their own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from ctypes import c_void_p
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray
from pyglet import gl

Image = NDArray[np.uint8]  # (rows from the top, columns, 4), colour not multiplied by alpha

MOST = 512
MOST_PICTURES = 128  # among the letters; a frame shows some sixty
STAYS = 8  # frames in which a picture need not be asked for and is there: windows are left as they were drawn
_UNUSED = 1  # frames in which a size of letters was not seen: it may go


class Picture(NamedTuple):
    """A picture in the texture of the letters; good for this frame, as that texture grows."""

    ref: imgui.ImTextureRef
    left: float
    top: float
    width: float
    height: float

    def at(self, u: float, v: float) -> tuple[float, float]:
        """The texture's coordinates at a fraction of the picture's width, from the left, and of its height."""
        return self.left + u * self.width, self.top + v * self.height


# Numbers of the rectangles in each ImGui context's letters, and the frame in which each was asked for last.
_placed: dict[object, OrderedDict[Hashable, tuple[int, int]]] = {}


def begin() -> None:
    """A new ImGui context is current; one at the same address may have been before."""
    _placed[imgui.get_current_context()] = OrderedDict()


def end() -> None:
    """The current ImGui context is about to go."""
    _placed.pop(imgui.get_current_context(), None)


def picture(key: Hashable, make: Callable[[], Image]) -> Picture:
    """The picture of that name, which never changes, made when it is asked for first. Ask within a frame."""
    kept, now = _placed[imgui.get_current_context()], imgui.get_frame_count()
    letters = imgui.get_io().fonts
    number = kept[key][0] if key in kept else _place(letters, make())
    kept[key] = number, now
    kept.move_to_end(key)
    while len(kept) > MOST_PICTURES:
        old, seen = next(iter(kept.values()))  # that was asked for least lately
        if now - seen < STAYS:
            break
        letters.remove_custom_rect(old)
        kept.popitem(last=False)
    letters.get_custom_rect(number, _box)
    page = letters.tex_data
    left, top = (_box.x + 1) / page.width, (_box.y + 1) / page.height
    return Picture(page.get_tex_ref(), left, top, (_box.w - 2) / page.width, (_box.h - 2) / page.height)


_box = imgui.ImFontAtlasRect()


def page() -> int:
    """The number of the texture of the letters: with another, nothing that was drawn before can be shown again."""
    return int(imgui.get_io().fonts.tex_data.unique_id)


def _place(letters: imgui.ImFontAtlas, image: Image) -> int:
    """Copied into the letters' texture with its rim twice, as smoothing mixes neighbours."""
    image = np.pad(image, ((1, 1), (1, 1), (0, 0)), mode="edge")
    rows, columns, _ = image.shape
    number = letters.add_custom_rect(columns, rows, _box)
    if number < 0:  # full of letters of other sizes
        for font in letters.fonts:
            imgui.internal.im_font_atlas_font_discard_bakes(letters, font, _UNUSED)
        imgui.internal.im_font_atlas_texture_make_space(letters)
        number = letters.add_custom_rect(columns, rows, _box)
    if number < 0:
        raise RuntimeError("the texture of the letters is full")
    page = letters.tex_data
    pixels = page.get_pixels_array().reshape(page.height, page.width, 4)
    pixels[_box.y : _box.y + rows, _box.x : _box.x + columns] = image
    imgui.internal.im_font_atlas_texture_block_queue_upload(letters, page, _box.x, _box.y, columns, rows)
    return number


class Texture(NamedTuple):
    """A picture on the GPU."""

    ref: imgui.ImTextureRef
    id: int
    source: object  # what it was made of


# By what contexts share: windows of one process mostly share all of it, and it dies with the last of them.
_kept: WeakKeyDictionary[object, OrderedDict[Hashable, Texture]] = WeakKeyDictionary()


def texture(key: Hashable, make: Callable[[], Image], source: object) -> imgui.ImTextureRef:
    """The picture of that name, made anew when `source` is another object than the last time. ImGui shows it
    smoothed, and does not repeat it."""
    assert gl.current_context is not None
    kept = _kept.setdefault(gl.current_context.object_space, OrderedDict())
    found = kept.get(key)
    if found is not None and found.source is source:
        kept.move_to_end(key)
        return found.ref
    found = Texture(*_upload(make(), None if found is None else found.id), source)
    kept[key] = found
    kept.move_to_end(key)
    while len(kept) > MOST:  # the one that was used least lately, frames ago
        _, old = kept.popitem(last=False)
        gl.glDeleteTextures(1, gl.GLuint(old.id))
    return found.ref


def _upload(image: Image, name: int | None) -> tuple[imgui.ImTextureRef, int]:
    if name is None:
        made = gl.GLuint()
        gl.glGenTextures(1, made)
        name = int(made.value)
    image = np.ascontiguousarray(image)
    rows, columns, _ = image.shape
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, columns, rows, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE,
        image.ctypes.data_as(c_void_p),
    )  # fmt: skip
    gl.glBindTexture(gl.GL_TEXTURE_2D, 0)
    return imgui.ImTextureRef(name), name


def white(alpha: NDArray[np.float64]) -> Image:
    """A white picture of that opacity, rounded with noise of one level, so that a soft gradient shows no bands."""
    # Golden sections along rows and columns spread evenly and repeat nowhere; numpy.random takes 15 ms to import.
    rows, columns = np.arange(alpha.shape[0])[:, None], np.arange(alpha.shape[1])
    noise = (0.7548776662 * rows + 0.5698402909 * columns) % 1.0 - 0.5
    image = np.full((*alpha.shape, 4), 255, dtype=np.uint8)
    image[..., 3] = (255.0 * alpha + noise * (alpha > 0.0)).round().clip(0.0, 255.0)
    return image
