"""Pictures one after the other in one file: GIF, animated PNG or WebP (these need Pillow), or MP4 (this needs an
encoder, ffmpeg). Both are in the extra `pictures`."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from numpy import uint8
from numpy.typing import NDArray

from viz.files.whole import whole

if TYPE_CHECKING:
    from PIL import Image

SUFFIXES = (".gif", ".apng", ".webp", ".mp4")
_A_SECOND = 20  # frames of an MP4


class Frame(NamedTuple):
    """A picture, and how long it is seen."""

    pixels: NDArray[uint8]  # shape (height, width, 3)
    milliseconds: int


def save_animation(frames: Sequence[Frame], path: Path) -> None:
    """Write the frames to a file of one of SUFFIXES, which starts over at its end (an MP4 does not).

    Raises ValueError without Pillow or an encoder, without frames and for another suffix, OSError where the file
    cannot be written."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"pictures that move are {', '.join(SUFFIXES)}, not {suffix or 'nothing'!r}")
    if not frames:
        raise ValueError("there is no frame to be saved")
    with whole(path) as draft:
        if suffix == ".mp4":
            _encode(frames, draft, path)
        else:
            _save(frames, draft, suffix)


def _save(frames: Sequence[Frame], path: Path, suffix: str) -> None:
    """By Pillow."""
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


def _encoder() -> str:
    """The program ffmpeg: the machine's own, else that of the package imageio-ffmpeg."""
    if found := shutil.which("ffmpeg"):
        return found
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        raise ValueError("an MP4 needs an encoder: install ffmpeg, or python -m pip install imageio-ffmpeg") from None


def _encode(frames: Sequence[Frame], draft: Path, path: Path) -> None:
    """H.264 with 20 frames a second, in the pixels that every player takes: sides are cut to even lengths."""
    rows, columns = (side // 2 * 2 for side in frames[0].pixels.shape[:2])
    told = f"-loglevel error -y -f rawvideo -pix_fmt rgb24 -s {columns}x{rows} -r {_A_SECOND} -i - -an -c:v libx264"
    command = [_encoder(), *told.split(), "-pix_fmt", "yuv420p", "-crf", "18", "-movflags", "+faststart"]
    command += ["-f", "mp4", str(draft)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as encoder:
        assert encoder.stdin is not None
        assert encoder.stderr is not None
        with suppress(BrokenPipeError):
            for frame in frames:
                picture = frame.pixels[:rows, :columns].tobytes()
                for _ in range(max(round(frame.milliseconds * _A_SECOND / 1000), 1)):
                    encoder.stdin.write(picture)
            encoder.stdin.close()
        said = encoder.stderr.read().decode(errors="replace").strip().splitlines()
    if encoder.returncode:
        reason = said[-1].replace(str(draft), str(path)) if said else encoder.returncode
        raise OSError(f"{path}: the encoder failed: {reason}")


def _palette(images: Sequence[Image.Image]) -> Image.Image:
    """256 colours for all frames together, so that nothing flickers: those of some of them, side by side."""
    from PIL import Image

    some = images[:: max(len(images) // 6, 1)]
    sheet = Image.new("RGB", (some[0].width, some[0].height * len(some)))
    for i, each in enumerate(some):
        sheet.paste(each, (0, i * each.height))
    return sheet.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
