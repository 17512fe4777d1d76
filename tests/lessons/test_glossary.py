"""The glossary and the lessons: every word in bold has a definition, and every definition is used."""

from __future__ import annotations

import graphlib
import re
from collections import Counter

import pytest

from lessons import CURRICULUM
from lessons.reference import TERMS, WORDS, reference
from tests.tools.terms import as_text, bold, places, unknown
from viz.lesson.curriculum import by_id
from viz.lesson.glossary import Glossary, Term, bold_words, read_glossary
from viz.lesson.text import plain
from viz.session.player import Player

LESSONS = by_id(CURRICULUM)


@pytest.fixture(scope="module")
def known() -> Glossary:
    return read_glossary(WORDS.read_text(encoding="utf-8"), "{}")


def test_every_bold_word_and_every_introduced_term_has_a_definition(known: Glossary) -> None:
    assert list(unknown(known)) == []


def test_every_definition_and_every_word_of_emphasis_is_used(known: Glossary) -> None:
    used = places(known)
    assert [term.name for term in known.terms if term.name not in used] == []
    seen = {word.casefold() for words in bold().values() for word, *_ in words}
    assert known.emphasis - seen == set()


def test_the_places_are_those_of_today(known: Glossary) -> None:
    assert TERMS.read_text(encoding="utf-8") == as_text(places(known)), "run python -m tests.tools.terms"


def test_each_form_stands_for_one_term_and_is_no_emphasis(known: Glossary) -> None:
    for term in known.terms:
        for lesson in term.only or ("",):
            assert all(known.find(form, lesson) is term for form in term.forms)
        assert not {form.casefold() for form in term.forms} & known.emphasis
        assert term.only <= LESSONS.keys()


def test_definitions_lead_to_others_and_never_round_in_a_circle(known: Glossary) -> None:
    leads: dict[str, set[str]] = {}
    for term in known.terms:
        for word in bold_words(term.text):
            other = known.find(word)
            assert other is not None, f"{term.name}: {word}"
            leads.setdefault(term.name, set()).add(other.name)
    assert sum(map(len, leads.values())) > 25
    graphlib.TopologicalSorter(leads).prepare()


def sentences(term: Term) -> list[str]:
    return re.split(r"(?<=[.?]) (?=[A-Zn(])", plain(term.text))


def test_a_definition_is_one_or_two_short_sentences(known: Glossary) -> None:
    for term in known.terms:
        told = sentences(term)
        assert len(told) <= 2, f"{term.name}: {told}"
        assert max(len(each.split()) for each in told) <= 29, f"{term.name}: {told}"
        assert term.text.endswith((".", "?"))
        assert "'" not in term.text
        assert "  " not in term.text
    assert [name for name, count in Counter(term.text for term in known.terms).items() if count > 1] == []


def test_a_place_shows_the_word_and_its_picture_can_be_drawn() -> None:
    for term in reference().glossary.terms:
        for i, place in enumerate(term.places):
            lesson = LESSONS[place.lesson].lesson
            pages = Player(lesson, lesson.presets[place.scene]).pages
            words = {word.casefold() for word in bold_words(pages[place.step].idea)}
            forms = {form.casefold() for form in term.forms} | {f"{form.casefold()}s" for form in term.forms}
            introduces = {word.casefold() for word in lesson.terms}
            assert words & forms or introduces & forms, f"{term.name}: {place}"
            assert 0 <= place.shown < len(pages), f"{term.name}: {place}"
            assert i or 1 <= term.pane <= len(lesson.panes), term.name


def test_the_first_place_is_that_of_the_lesson_that_introduces_the_word() -> None:
    find = reference().glossary.find
    for term in reference().glossary.terms:
        spoken = [name for name, words in bold().items() if any(find(word, name) is term for word, *_ in words)]
        declared = [name for name, entry in LESSONS.items() if any(find(w, name) is term for w in entry.lesson.terms)]
        first = [name for name in declared if name in spoken] or sorted({*spoken, *declared}, key=[*LESSONS].index)
        assert term.places[0].lesson == first[0], term.name
        assert [place.lesson for place in term.places[1:]] == [
            name for name in LESSONS if name in {*spoken, *declared} - {first[0]}
        ]
