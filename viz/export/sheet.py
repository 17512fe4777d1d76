"""A picture as PDF or PNG, made of its SVG with no display. Needs CairoSVG and fontTools, of the extra `pictures`."""

from __future__ import annotations

from types import ModuleType

from viz.export.glyphs import outlined

SCALES = (1, 2, 3, 4)


def pdf(svg: str) -> bytes:
    """One page of the picture's size, its letters outlines. Raises ValueError where a library is missing."""
    return bytes(_cairosvg().svg2pdf(bytestring=outlined(svg).encode()))


def png(svg: str, scale: int = 1) -> bytes:
    """So many pixels for each of the picture's. Raises ValueError for another scale than SCALES, and where a library
    is missing."""
    if scale not in SCALES:
        raise ValueError(f"the scale of a picture is {SCALES[0]} to {SCALES[-1]}, not {scale}")
    return bytes(_cairosvg().svg2png(bytestring=outlined(svg).encode(), scale=scale))


def _cairosvg() -> ModuleType:
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: the library cairo itself is missing
        raise ValueError(
            "PDF and pictures of the figure alone need CairoSVG and the library cairo (libcairo2): "
            "python -m pip install cairosvg"
        ) from None
    found: ModuleType = cairosvg
    return found
