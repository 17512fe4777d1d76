"""The SVG elements that marks are made of. Lengths are pixels."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viz.export.tex import n
from viz.picture.pixels import Path

Pixel = tuple[float, float]

_GLOW_LAYERS = 8


def filled(path: Path, color: str, opacity: float = 1.0) -> str:
    faint = f' fill-opacity="{opacity:g}"' if opacity < 1.0 else ""
    return f'<path d="{path_data(path, closed=True)}" fill="{color}"{faint}/>'


def stroked(along: str, color: str, width: float, opacity: float, cap: str, dash: Pixel | None = None) -> str:
    faint = f' stroke-opacity="{opacity:.3g}"' if opacity < 1.0 else ""
    pattern = f' stroke-dasharray="{n(dash[0])} {n(dash[1])}"' if dash is not None else ""
    return (
        f'<path d="{along}" fill="none" stroke="{color}" stroke-width="{n(width)}" stroke-linejoin="round" '
        f'stroke-linecap="{cap}"{faint}{pattern}/>'
    )


def disc(at: Pixel, radius: float, color: str, opacity: float = 1.0) -> str:
    faint = f' fill-opacity="{opacity:.3g}"' if opacity < 1.0 else ""
    return f'<circle cx="{n(at[0])}" cy="{n(at[1])}" r="{n(radius)}" fill="{color}"{faint}/>'


def path_data(points: Any, *, closed: bool) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + ("Z" if closed else "")


def glow(path: Path, color: str, reach: float, amount: float) -> str:
    """Light around a point or a line: discs, or broad faint lines, one above the other."""
    layers = [2.0 * reach * (i + 1) / _GLOW_LAYERS for i in range(_GLOW_LAYERS)][::-1]
    faint = 0.85 * amount / _GLOW_LAYERS
    if len(path) == 1:
        return "".join(disc(path[0], width / 2.0, color, faint) for width in layers)
    along = path_data(path, closed=False)
    return "".join(stroked(along, color, width, faint, "round") for width in layers)


def png(image: NDArray[np.uint8]) -> bytes:
    """A picture (rows, columns, 4) as a PNG file."""
    rows, columns, _ = image.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", columns, rows, 8, 6, 0, 0, 0)
    lines = b"".join(b"\0" + row.tobytes() for row in image)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in parts)
