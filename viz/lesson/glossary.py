"""The words that lessons introduce: one definition each, and where it is used. The data come from outside."""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from viz.lesson.text import Run, plain, runs

_BLANKS = re.compile(r"\s+")


class Place(NamedTuple):
    """A step of a lesson at which a word stands in bold."""

    lesson: str  # id
    scene: str  # its name
    step: int  # from 0
    shown: int  # the last step of those that follow with the same idea: its picture shows all of it


@dataclass(frozen=True, slots=True)
class Term:
    """A word with its definition."""

    name: str
    text: str  # one or two sentences; a bold word in it is another term
    also: tuple[str, ...] = ()  # other forms of the word
    only: frozenset[str] = frozenset()  # ids of the lessons in which this meaning is meant; empty for all others
    pane: int = 1  # the view, from 1, in which its picture is drawn
    places: tuple[Place, ...] = ()  # one a lesson: that which introduces it first, then in teaching order

    @property
    def forms(self) -> tuple[str, ...]:
        """The word as it may stand in a sentence."""
        return (self.name, *self.also)


class Glossary:
    """All terms, found by any of their forms."""

    def __init__(self, terms: Sequence[Term], emphasis: Sequence[str] = ()) -> None:
        """`emphasis`: words in bold that are no terms. Raises ValueError for a form with two meanings."""
        self.terms = tuple(sorted(terms, key=lambda term: term.name.casefold()))
        self.emphasis = frozenset(map(_key, emphasis))
        self._found: dict[tuple[str, str], Term] = {}  # by form and lesson, "" for all lessons
        for term in self.terms:
            for form in map(_key, term.forms):
                for lesson in term.only or ("",):
                    if (other := self._found.setdefault((form, lesson), term)) is not term:
                        raise ValueError(f"{form!r} is both {other.name!r} and {term.name!r}")
        for term in self.terms:  # a narrower meaning is found from everywhere by its name, if nothing else has it
            self._found.setdefault((_key(term.name), ""), term)

    def find(self, word: str, lesson: str = "") -> Term | None:
        """The term that a word, in the singular or plural, stands for in a lesson."""
        form = _key(plain(word))
        for each in (form, form.removesuffix("s")):
            for where in (lesson, ""):
                if (found := self._found.get((each, where))) is not None:
                    return found
        return None

    def search(self, words: str) -> list[Term]:
        """Terms whose name or another form holds every word, those that begin with them first."""
        wanted = words.casefold().split()
        hits = []
        for term in self.terms:
            forms = " ".join(term.forms).casefold()
            if wanted and all(word in forms for word in wanted):
                begins = any(form.casefold().startswith(words.casefold().strip()) for form in term.forms)
                hits.append((not begins, len(term.name), term.name, term))
        return [hit[-1] for hit in sorted(hits, key=lambda hit: hit[:3])]


def bold_runs(text: str) -> Iterator[tuple[Run, ...]]:
    """What stands in bold in a sentence: neighbouring pieces of one bold passage together."""
    found: list[Run] = []
    for run in (*runs(text), Run("")):
        if run.bold:
            found.append(run)
        elif found:
            yield tuple(found)
            found = []


def bold_words(text: str) -> Iterator[str]:
    """The same, as it would be typed."""
    return ("".join(run.plain for run in found) for found in bold_runs(text))


def in_words(term: Term, title: Callable[[str], str]) -> str:
    """A term for a terminal: its definition, and the lessons that use it (`title`: of one with an id)."""
    forms = f"{term.name} ({', '.join(term.also)})" if term.also else term.name
    lessons = "; ".join(title(place.lesson) for place in term.places)
    told = (textwrap.fill(each, 76) for each in (plain(term.text), lessons))
    return "\n".join([forms, *(textwrap.indent(each, "  ") for each in told)])


def read_glossary(text: str, places: str) -> Glossary:
    """The glossary of a TOML file's text, and of a JSON text with the places of each term ("word": [[lesson, scene,
    first step, last step], …]). Raises ValueError that says what is wrong, and of which word."""
    found = tomllib.loads(text)
    where: Mapping[str, list[tuple[str, str, int, int]]] = json.loads(places)
    terms = []
    for name, told in found["terms"].items():
        more: dict[str, Any] = {"text": told} if isinstance(told, str) else told
        if unknown := set(more) - {"text", "also", "only", "pane", "shown"}:
            raise ValueError(f"{name}: there is no {min(unknown)!r}")
        used = [Place(*each) for each in where.get(name, ())]
        if used and "shown" in more:
            used[0] = used[0]._replace(shown=more["shown"] - 1)
        only, also = frozenset(more.get("only", ())), tuple(more.get("also", ()))
        terms.append(Term(name, more["text"], also, only, more.get("pane", 1), tuple(used)))
    return Glossary(terms, found["emphasis"])


def _key(word: str) -> str:
    return _BLANKS.sub(" ", word).strip().casefold()
