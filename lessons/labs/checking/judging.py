"""What one function is worth: its conventions, whether it fails, and the smallest scene on which it does."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from geometry.counterexample.problem import PROBLEMS, Arguments, Conventions, Problem, signatures
from geometry.counterexample.scenes import PAIRS
from geometry.counterexample.search import (
    Answer,
    Failure,
    NoConvention,
    Row,
    Searched,
    failing,
    learn,
    search,
    shrink,
    verdict_on,
)
from lessons.labs.checking.asking import Asking, StopAskingError
from lessons.labs.checking.result import BUDGET, LEAST, RIGHT, SCENES, WRONG, Options
from lessons.labs.checking.sentences import lowered
from lessons.labs.checking.words import conventions_told

_SHRINKING, _LEAST_SHRINKING = 6.0, 1.5  # s, at most; where the search had a small budget
_COUNTING = 2.0  # s, at most, of searching on when a failure is known
_ADJECTIVES = ("convex", "right-angled")  # besides the families of pairs
_TWO = "Gave two answers for one scene."
_OF_THE_VALUE = (
    "Returned a",
    "Returned None;",
    "Returned nan",
    "Returned inf",
    "Returned -inf",
    "Gave",
)  # not a scene's


def judged(asking: Asking, problem: Problem, options: Options) -> dict[str, Any]:
    """The fields of `Checked` that asking tells. Raises UnfinishedError where nothing can be found out."""
    conventions, rows, torn = _learned(asking, problem, options.seed)
    searched = _searched(asking, problem, conventions, options)
    facts: dict[str, Any] = {
        "conventions": conventions,
        "torn": torn,
        "rows": rows,
        "tried": dict(searched.tried),
        "failed": dict(searched.failed),
    }
    first = searched.first
    if first is not None:
        is_everywhere = all(searched.failed[family] or not count for family, count in searched.tried.items())
        asking.where = "" if is_everywhere else f" {where_of(first.family)}"
        seconds = _SHRINKING if options.budget is None else max(_LEAST_SHRINKING, options.budget)
        smallest = _Smallest(asking, problem, conventions, first)
        return {"verdict": WRONG, "family": first.family, **facts, **smallest.facts(torn, seconds)}
    if torn:
        return {"verdict": WRONG, "sentence": _torn(problem, torn), **facts}
    families = [family for family, count in searched.tried.items() if count]
    told = conventions_told(problem, conventions)
    sentence = f"No failure in {sum(searched.tried.values()):,} scenes of {len(families)} families."
    sentence += f" Conventions: {told}." if told else ""
    if len(signatures(PROBLEMS.values()).get(problem.function, ())) > 1:
        sentence += f" Asked as {problem.signature}."
    return {"verdict": RIGHT, "sentence": sentence, **facts}


def _learned(asking: Asking, problem: Problem, seed: int) -> tuple[Conventions, tuple[Row, ...], str]:
    """The conventions to judge by, how they were read, and why they may not be the routine's ("": they are)."""
    known = learn(problem, asking, seed)
    return known.conventions, known.rows, known.sentence if isinstance(known, NoConvention) else ""


def _torn(problem: Problem, reason: str) -> str:
    return f"`{problem.function}` fits no convention: {lowered(reason)}"


def _searched(asking: Asking, problem: Problem, conventions: Conventions, options: Options) -> Searched:
    """Search until a failure is found; then, for a while, count how often it fails."""
    asking.until = float("inf")
    budget = BUDGET if options.budget is None else options.budget
    scenes = SCENES if options.budget is None else None
    seed = options.seed
    found = search(problem, asking, conventions, seed, scenes=scenes, budget_s=budget, stops_at_first=True)
    if found.first is None and sum(found.tried.values()) < LEAST:  # a busy machine
        found = search(problem, asking, conventions, seed, scenes=LEAST, stops_at_first=True)
    if found.first is None:
        return found
    counted = search(problem, asking, conventions, seed, scenes=SCENES, budget_s=min(_COUNTING, budget))
    if sum(counted.failed.values()) < sum(found.failed.values()):
        return found
    return Searched(counted.tried, counted.failed, found.first)


class _Smallest:
    """The failure made small: simpler scenes on which the function fails in the same manner."""

    def __init__(self, asking: Asking, problem: Problem, conventions: Conventions, first: Failure) -> None:
        self.asking, self.problem, self.conventions, self.first = asking, problem, conventions, first
        self.two = first.sentence == _TWO
        self.differs = failing(problem, asking, conventions, first.between)
        self._fails(first.arguments)
        self.kind = asking.kind

    def facts(self, torn: str, seconds: float) -> dict[str, Any]:
        """The fields of `Checked` that tell of the failure. `torn`: why there is no convention. `seconds`: for
        making it small."""
        trail, self.asking.until = [self.first.arguments], time.monotonic() + seconds
        with suppress(StopAskingError):  # as small as it gets in the time; what came stays in the list
            trail.extend(shrink(self.problem, self.first.arguments, self._is_same_failure))
        self.asking.until, self.asking.is_patient = float("inf"), True
        for scene in (*trail[::-1][:3], trail[0]):  # with the full time for each call
            sentence, answer = self._fails(scene)
            if sentence is not None:
                trail = trail[: trail.index(scene) + 1]
                break
        else:
            sentence, answer, trail = self.first.sentence, self.first.answer, trail[:1]
        self.asking.is_patient = False
        is_torn = torn.startswith("On ")  # it speaks in two ways: that explains the failure
        is_answer = self.asking.kind == "answer" and answer.trouble is None
        kind, line = ("answer", 0) if is_answer else self.asking.last_trouble
        return {
            "sentence": _torn(self.problem, torn) if is_torn else self._told(sentence),
            "trouble": kind,
            "trouble_line": line,
            "trail": tuple(trail),
            "answer": answer.value,
            "right": self.problem.right(trail[-1], self.conventions),
        }

    def _is_same_failure(self, arguments: Arguments) -> bool:
        return self._fails(arguments)[0] is not None and self.asking.kind == self.kind

    def _fails(self, arguments: Arguments) -> tuple[str | None, Answer]:
        """What is wrong with the answer to a scene, and the answer."""
        answer = self.asking(arguments)
        if self.two:
            return (_TWO if self.differs(arguments) else None), answer
        return verdict_on(self.problem, arguments, answer, self.conventions), answer

    def _told(self, sentence: str) -> str:
        """The sentence with the function's name, and the kind of scene it was found in."""
        name, family = f"`{self.problem.function}`", self.first.family
        if sentence.startswith(name):
            return sentence
        if sentence.startswith(_OF_THE_VALUE):
            return f"{name} {lowered(sentence)}"
        return f"{name} fails {where_of(family)}: {lowered(sentence)}"


def where_of(family: str) -> str:
    """In what kind of scene: "on contained shapes", else by the family's name."""
    return f"on {family} shapes" if family in PAIRS or family in _ADJECTIVES else f"in scenes “{family}”"
