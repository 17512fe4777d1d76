"""What stands beside the lessons: the glossary of their terms, and the questions that learners ask. Read when it is
first asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from viz.lesson.glossary import read_glossary
from viz.lesson.questions import read_questions
from viz.lesson.reference import Reference

_HERE = Path(__file__).parent
WORDS = _HERE / "glossary.toml"  # written by hand
TERMS = _HERE / "terms.json"  # where each term is used, written by `python -m tests.tools.terms`


@cache
def reference() -> Reference:
    """Every term that a lesson prints in bold or introduces, and every question."""
    places = TERMS.read_text(encoding="utf-8") if TERMS.exists() else "{}"
    known = read_glossary(WORDS.read_text(encoding="utf-8"), places)
    return Reference(known, read_questions((_HERE / "questions.toml").read_text(encoding="utf-8")))
