"""Pictures one after the other in one file: GIF, animated PNG or WebP. Needs Pillow, the extra `pictures`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from numpy import uint8
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL import Image

SUFFIXES = (".gif", ".apng", ".webp")


class Frame(NamedTuple):
    """A picture, and how long it is seen."""

    pixels: NDArray[uint8]  # shape (height, width, 3)
    milliseconds: int


def save_animation(frames: Sequence[Frame], path: Path) -> None:
    """Write the frames to a file of one of SUFFIXES, which starts over at its end. Raises ValueError without Pillow,
    without frames and for another suffix, OSError where the file cannot be written."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"pictures that move are {', '.join(SUFFIXES)}, not {suffix or 'nothing'!r}")
    if not frames:
        raise ValueError("there is no frame to be saved")
    try:
        from PIL import Image
    except ImportError:
        raise ValueError("pictures that move need Pillow: python -m pip install pillow") from None
    first, *rest = [Image.fromarray(frame.pixels, "RGB") for frame in frames]
    if suffix == ".gif":
        palette = _palette([first, *rest])
        first, *rest = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in (first, *rest)]
    more = {"lossless": True, "method": 0} if suffix == ".webp" else {}
    durations = [frame.milliseconds for frame in frames]
    kind = {".gif": "GIF", ".apng": "PNG", ".webp": "WEBP"}[suffix]
    first.save(path, kind, save_all=True, append_images=rest, duration=durations, loop=0, **more)


def _palette(images: Sequence[Image.Image]) -> Image.Image:
    """256 colours for all frames together, so that nothing flickers: those of some of them, side by side."""
    from PIL import Image

    some = images[:: max(len(images) // 6, 1)]
    sheet = Image.new("RGB", (some[0].width, some[0].height * len(some)))
    for i, each in enumerate(some):
        sheet.paste(each, (0, i * each.height))
    return sheet.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
