"""Where each term of the glossary is used, `python -m tests.tools.terms`: writes lessons/terms.json, and says which
bold words have no entry in lessons/glossary.toml."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import groupby

from lessons import CURRICULUM
from lessons.reference import TERMS, WORDS
from viz.lesson.curriculum import by_id
from viz.lesson.glossary import Glossary, bold_words, read_glossary
from viz.session.player import Player

LESSONS = by_id(CURRICULUM)
Bold = tuple[str, str, int, int]  # a word, the scene and the steps, from 0, in which it first stands in bold


def bold_of(lesson: str) -> list[Bold]:
    """The bold words of a lesson's ideas, on the main track of all its scenes."""
    found: dict[str, Bold] = {}
    for scene, preset in LESSONS[lesson].lesson.presets.items():
        ideas = [page.idea for page in Player(LESSONS[lesson].lesson, preset).pages]
        first = 0
        for idea, run in groupby(ideas):
            last = first + len(list(run)) - 1
            for word in bold_words(idea):
                found.setdefault(word, (word, scene, first, last))
            first = last + 1
    return list(found.values())


@cache
def bold() -> dict[str, list[Bold]]:
    """Of every lesson, in teaching order."""
    with ProcessPoolExecutor(2) as processes:
        return dict(zip(LESSONS, processes.map(bold_of, LESSONS), strict=True))


def unknown(known: Glossary) -> Iterator[str]:
    """Bold words and introduced terms that the glossary lacks."""
    for lesson, words in bold().items():
        told = LESSONS[lesson].lesson
        faulty = {each.name.casefold() for each in told.compare}  # the name of a faulty idea is no term
        for word in (*(each[0] for each in words), *told.terms):
            is_none = word.casefold() in known.emphasis | faulty or word[0].isdigit()
            if not is_none and known.find(word, lesson) is None:
                yield f"{lesson}: {word}"


def places(known: Glossary) -> dict[str, list[list[object]]]:
    """Where each term is used: one place a lesson, that of the first which introduces it at the front."""
    used: dict[str, dict[str, list[object]]] = {}
    introduced: dict[str, str] = {}
    for lesson, words in bold().items():
        for word, *where in words:
            if (term := known.find(word, lesson)) is not None:
                used.setdefault(term.name, {}).setdefault(lesson, [lesson, *where])
        for word in LESSONS[lesson].lesson.terms:
            if (term := known.find(word, lesson)) is not None:
                first = next(iter(LESSONS[lesson].lesson.presets))
                if lesson in used.setdefault(term.name, {}):
                    introduced.setdefault(term.name, lesson)
                used[term.name].setdefault(lesson, [lesson, first, 0, 0])
    return {
        name: sorted(found.values(), key=lambda place: place[0] != introduced.get(name))
        for name, found in sorted(used.items())
    }


def as_text(found: dict[str, list[list[object]]]) -> str:
    """A line a term, so that a change can be read."""
    lines = [f"{json.dumps(k, ensure_ascii=False)}: {json.dumps(v, ensure_ascii=False)}" for k, v in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    known = read_glossary(WORDS.read_text(encoding="utf-8"), "{}")
    TERMS.write_text(as_text(places(known)), encoding="utf-8", newline="\n")
    for each in unknown(known):
        print(f"no entry: {each}")


if __name__ == "__main__":
    main()
