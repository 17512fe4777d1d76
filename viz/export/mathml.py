"""Formulas as MathML, for those who have a page read to them. Needs latex2mathml, of the extra `pictures`."""

from __future__ import annotations

from viz.lesson.text import INK_MACRO


def mathml(latex: str) -> str | None:
    """A formula of a lesson without its colours; None where the library is missing or does not know a command."""
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return None
    try:
        found: str = convert(INK_MACRO.sub("", latex))
    except Exception:  # it has no error of its own
        return None
    return None if "\\" in found else found
