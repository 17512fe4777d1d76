"""Small pictures made by numpy, kept on the GPU: gradients, formulas, fields. Never more than some hundreds."""

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


class Texture(NamedTuple):
    """A picture on the GPU."""

    ref: imgui.ImTextureRef
    id: int
    source: object  # what it was made of


# By what contexts share: windows of one process mostly share all of it, and it dies with the last of them.
_kept: WeakKeyDictionary[object, OrderedDict[Hashable, Texture]] = WeakKeyDictionary()


def texture(key: Hashable, make: Callable[[], Image], source: object = None) -> imgui.ImTextureRef:
    """The picture of that name, made when it is asked for first, and made anew when `source` is another object than
    the last time. ImGui shows it smoothed, and does not repeat it."""
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
