"""What the command line answers without a window: words of the glossary, questions, what a review may be about."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from viz.lesson import glossary, questions
from viz.lesson.curriculum import Curriculum
from viz.lesson.glossary import Glossary
from viz.lesson.questions import Question


def explained(known: Glossary, wanted: str, title: Callable[[str], str]) -> str:
    """The definition of a word, of all that have it as a part, or of all. Raises ValueError that suggests one."""
    found = known.find(wanted)
    terms = list(known.terms) if not wanted else known.search(wanted) if found is None else [found]
    if not terms:
        near = difflib.get_close_matches(wanted, [form for term in known.terms for form in term.forms], n=1)
        hint = f"did you mean {near[0]!r}?" if near else "separatrix glossary names them all."
        raise ValueError(f"there is no term {wanted!r}: {hint}")
    return "\n\n".join(glossary.in_words(term, title) for term in terms)


def asked(every: Sequence[Question], wanted: str) -> list[Question]:
    """The questions with all of the words, or the one with a number, from 1; without words all. Raises ValueError."""
    if wanted.isdecimal():
        if not 1 <= int(wanted) <= len(every):
            raise ValueError(f"there are questions 1 to {len(every)}, not {wanted}")
        return [every[int(wanted) - 1]]
    if not (found := questions.search(every, wanted or "why")):
        raise ValueError(f"no question has all of these words: {wanted}; separatrix why lists them all")
    return found


def listed(found: Sequence[Question], every: Sequence[Question], title: Callable[[str], str]) -> str:
    """With their numbers and answers."""
    return "\n\n".join(questions.in_words(every.index(each) + 1, each, title) for each in found)


def require_chapters(curriculum: Curriculum, wanted: Sequence[int]) -> None:
    """Raises ValueError for a chapter that is not there."""
    there = [chapter.number for chapter in curriculum]
    if missing := [each for each in wanted if each not in there]:
        raise ValueError(f"there is no chapter {missing[0]}: they are {there[0]} to {there[-1]}")
