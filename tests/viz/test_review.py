"""A review is dealt by its seed, and what came of it is counted."""

from __future__ import annotations

import json
import random
from html.parser import HTMLParser

import pytest

from lessons import CURRICULUM
from viz.lesson.curriculum import by_id
from viz.lesson.prediction import Verdict
from viz.session.answer import Answer
from viz.session.player import Player
from viz.session.review import Asked, Item, Outcome, Result, deal, mixed, outcome_of, predictions

LESSONS = {name: entry.lesson for name, entry in by_id(CURRICULUM).items()}
SCENE = next(iter(LESSONS["gjk"].presets.values())).scene


def item(
    chapter: str = "2 Separating axes", number: str = "2.3", outcome: Outcome = Outcome.OPEN, tries: int = 0
) -> Item:
    asked = Asked("A <scene>", 4, "Click **it**: $\\hat n$ & more")
    return Item(chapter, number, "axis-by-axis", "Axis by axis", asked, tries, outcome)


def answer(tries: int, right: bool | None, *, shown: bool = False) -> Answer:
    verdict = None if right is None else Verdict(right, "")
    return Answer(SCENE, tries=tries, verdict=verdict, is_shown=shown)


def test_what_came_first_counts() -> None:
    fresh = item()
    assert fresh.answered(None) is fresh
    assert fresh.answered(answer(0, None)) is fresh
    assert fresh.answered(answer(1, True)).outcome is Outcome.FIRST
    wrong = fresh.answered(answer(1, False))
    assert (wrong.outcome, wrong.tries) == (Outcome.OPEN, 1)
    assert wrong.answered(answer(1, None)) is wrong, "while it is tried again"
    later = wrong.answered(answer(3, True))
    assert (later.outcome, later.tries) == (Outcome.LATER, 3)
    assert later.answered(answer(1, True)) is later
    assert wrong.answered(answer(2, True, shown=True)).outcome is Outcome.SHOWN


@pytest.mark.parametrize("lesson", ["axis-by-axis", "gjk", "tunnelling", "dispatch", "mass"])
def test_a_question_is_dealt_at_a_step_that_asks_it(lesson: str) -> None:
    asked = {scene: predictions(LESSONS[lesson], scene) for scene in LESSONS[lesson].presets}
    found = {scene: every for scene, every in asked.items() if every}
    assert found
    dealt = {deal(LESSONS[lesson], random.Random(seed)) for seed in range(24)}
    assert len({each.scene for each in dealt if each is not None}) == min(len(found), 24) or len(dealt) > 3
    for each in dealt:
        assert each is not None
        player = Player(LESSONS[lesson], LESSONS[lesson].presets[each.scene])
        player.go(each.step)
        assert player.page.prediction is not None
        assert player.page.prediction.text == each.text
        assert each in found[each.scene]


def test_a_question_comes_again_only_when_there_is_no_other() -> None:
    lesson, chance = LESSONS["axis-by-axis"], random.Random(3)
    texts = {each.text for scene in lesson.presets for each in predictions(lesson, scene)}
    dealt: list[Asked] = []
    for _ in texts:
        each = deal(lesson, chance, dealt)
        assert each is not None
        dealt.append(each)
    assert {each.text for each in dealt} == texts
    again = deal(lesson, chance, dealt)
    assert again is not None
    assert again.text in texts


def test_every_lesson_comes_once_before_one_comes_again_and_a_seed_deals_the_same() -> None:
    items = [item(number=f"2.{i}") for i in range(1, 5)]
    dealt = mixed(items, 10, random.Random(5))
    assert len(dealt) == 10
    assert {each.number for each in dealt[:4]} == {each.number for each in dealt[4:8]} == {"2.1", "2.2", "2.3", "2.4"}
    assert dealt == mixed(items, 10, random.Random(5))
    assert dealt != mixed(items, 10, random.Random(6))
    assert mixed([], 10, random.Random(5)) == []
    assert len(mixed(items, 2, random.Random(5))) == 2


def result() -> Result:
    first, later, shown, left = Outcome.FIRST, Outcome.LATER, Outcome.SHOWN, Outcome.OPEN
    items = (
        item("10 Bodies", "10.1", first, 1),
        item(outcome=later, tries=3),
        item(outcome=shown, tries=2),
        item("10 Bodies", "10.2", left, 1),
        item(outcome=first, tries=1),
        item(),
    )
    return Result(items, "2026-11-23", 7)


def test_the_counts_add_up() -> None:
    found = result()
    assert [found.count(each) for each in Outcome] == [2, 1, 1, 2]
    assert found.chapters == ["2 Separating axes", "10 Bodies"], "by number, not by letters"
    for outcome in Outcome:
        assert sum(found.count(outcome, chapter) for chapter in found.chapters) == found.count(outcome)
    assert outcome_of(found.items[1]) == "right at a later try (3 tries)"
    assert outcome_of(found.items[3]) == "not answered (1 try)"


def test_as_text() -> None:
    lines = result().as_text().splitlines()
    assert lines[0] == "Review: 2 of 6 right at the first try"
    assert lines[1] == "2026-11-23, seed 7"
    assert "2 Separating axes: 1 of 4" in lines
    assert "  + 10.1 Axis by axis: right at the first try. Click it: n̂ & more" in lines


def test_as_json() -> None:
    told = json.loads(result().as_json())
    assert (told["date"], told["seed"]) == ("2026-11-23", 7)
    assert told["counts"] == {"first": 2, "later": 1, "shown": 1, "open": 2}
    assert told["chapters"]["10 Bodies"] == {"first": 1, "later": 0, "shown": 0, "open": 1}
    assert told["questions"][0] == {
        "lesson": "axis-by-axis",
        "scene": "A <scene>",
        "step": 5,
        "question": "Click it: n̂ & more",
        "outcome": "first",
        "tries": 1,
    }


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["td"]:
            self.cells[-1] += data


def test_as_html_every_tag_is_closed_and_every_question_has_its_row() -> None:
    reader, page = Reader(), result().as_html()
    reader.feed(page)
    assert reader.open == []
    assert len(reader.cells) == 3 * 6
    assert reader.cells[1] == "Click it: n̂ & more"
    assert "http" not in page
    assert "script" not in page
