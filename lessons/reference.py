"""What stands beside the lessons: the glossary of their terms. Read when it is first asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from viz.lesson.glossary import read_glossary
from viz.lesson.reference import Reference

_HERE = Path(__file__).parent
WORDS = _HERE / "glossary.toml"  # written by hand
TERMS = _HERE / "terms.json"  # where each term is used, written by `python -m tests.tools.terms`


@cache
def reference() -> Reference:
    """Every term that a lesson prints in bold or introduces."""
    places = TERMS.read_text(encoding="utf-8") if TERMS.exists() else "{}"
    return Reference(read_glossary(WORDS.read_text(encoding="utf-8"), places))
