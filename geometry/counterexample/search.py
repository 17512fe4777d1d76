"""The search: scenes of every kind, each asked twice, until one is found on which a routine is wrong.

    learned = learn(problem, ask, seed)
    first = search(problem, ask, learned.conventions, seed, scenes=2000).first
    fails = failing(problem, ask, learned.conventions, first.between)
    *_, smallest = first.arguments, *shrink(problem, first.arguments, fails)

`NoConvention` has `conventions` too, the nearest: searching on with it finds a scene to show beside the sentence.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping

from geometry.counterexample.asking import Answer, Ask, Patience, failing, in_process, same, verdict_on
from geometry.counterexample.learn import Learned, NoConvention, Row, learn
from geometry.counterexample.shrink import shrink, shrink_data
from geometry.counterexample.statement import Arguments, Conventions, Problem, wound
from geometry.record import record

__all__ = [
    "Answer",
    "Ask",
    "Failure",
    "Learned",
    "NoConvention",
    "Row",
    "Searched",
    "failing",
    "in_process",
    "learn",
    "search",
    "shrink",
    "shrink_data",
    "verdict_on",
]

MEANWHILE = 10  # scenes to ask between, when the same one is asked again
ROUND = 4  # scenes of each family between two orders of asking
SCENES = 2000  # where neither a count nor a time is given


@record
class Failure:
    """A scene on which a routine is wrong."""

    family: str
    arguments: Arguments  # as they were handed over
    answer: Answer
    sentence: str
    between: tuple[Arguments, ...] = ()  # where one scene had two answers: scenes that were asked meanwhile


@record
class Searched:
    """How many scenes of each family were tried, on how many the routine failed, and the first such."""

    tried: Mapping[str, int]
    failed: Mapping[str, int]
    first: Failure | None


def search(
    problem: Problem,
    ask: Ask,
    conventions: Conventions,
    seed: int = 0,
    *,
    scenes: int | None = None,
    budget_s: float | None = None,
    stops_at_first: bool = False,
) -> Searched:
    """Ask scenes of each family in turn, until `scenes` were asked or `budget_s` seconds have passed.

    Each is asked twice, the second time in the opposite order: a routine that keeps something from call to call
    gives itself away. The scenes of one seed are the same whatever is asked before. The search ends early where
    troubles (time limits, above all) have taken several seconds.
    """
    most = SCENES if scenes is None and budget_s is None else scenes
    until = None if budget_s is None else time.monotonic() + budget_s
    tried, failed = dict.fromkeys(problem.families, 0), dict.fromkeys(problem.families, 0)
    first: Failure | None = None
    count = turn = 0

    ask = patient = Patience(ask)

    def is_over() -> bool:
        return (
            patient.is_over
            or (until is not None and time.monotonic() >= until)
            or (stops_at_first and first is not None)
        )

    while (most is None or count < most) and not is_over():
        batch = _batch(
            problem, conventions, seed, turn, len(problem.families) * ROUND if most is None else most - count
        )
        asked: list[tuple[str, Arguments, Answer]] = []
        for family, arguments in batch:
            if is_over():
                break
            answer = ask(arguments)
            tried[family] += 1
            asked.append((family, arguments, answer))
            sentence = verdict_on(problem, arguments, answer, conventions)
            if sentence is not None:
                failed[family] += 1
                first = first or Failure(family, arguments, answer, sentence)
        for family, arguments, answer in reversed(asked):
            if answer.trouble is not None or (is_over() and (first is None or first.arguments is not arguments)):
                continue
            again = ask(arguments)
            if not same(answer, again):
                failed[family] += verdict_on(problem, arguments, answer, conventions) is None
                if first is None or first.arguments is arguments:  # what was wrong with the first answer is by chance
                    others = tuple(each for _, each in batch[:MEANWHILE] if each != arguments)
                    sentence = again.trouble or "Gave two answers for one scene."
                    first = Failure(family, arguments, again, sentence, others)
        count, turn = count + len(batch), turn + 1
    return Searched(tried, failed, first)


def _batch(
    problem: Problem, conventions: Conventions, seed: int, turn: int, most: int
) -> list[tuple[str, Arguments]]:
    """The scenes of one turn: some of each family."""
    found = []
    for k in range(turn * ROUND, (turn + 1) * ROUND):
        for family, make in problem.families.items():
            arguments = make(random.Random(f"{problem.name} {family} {seed} {k}"))
            found.append((family, wound(arguments, problem.parameters, conventions)))
    return found[:most]
