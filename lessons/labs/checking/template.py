"""The starter file of a function, made from its problem: what it gets, what it answers, and what counts as right."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

from geometry.counterexample.problem import PROBLEMS, Arguments, Problem
from lessons.labs.checking.sentences import literal, mapped, short
from lessons.labs.checking.words import choices, words_of

_WIDE = 96


def listed(problems: Mapping[str, Problem] = PROBLEMS) -> str:
    """Every function that can be checked, with what it returns: a line each."""
    widest = max(len(problem.signature) for problem in problems.values())
    return "".join(f"{each.signature:{widest}}  {each.returns}\n" for each in problems.values())


def template(problem: Problem) -> str:
    """The text of a starter file. It runs, and the check says in one sentence that it is not finished."""
    return "\n".join([*_head(problem), "", "", *_body(problem), ""])


def _head(problem: Problem) -> Iterator[str]:
    yield f'"""{problem.signature}'
    yield ""
    yield "Check it with: separatrix check THIS_FILE.py"
    yield ""
    yield from _wrapped(f"Returns: {problem.returns}")
    yield from _wrapped(f"Right if: {problem.property}")
    yield ""
    yield from _wrapped(
        "Plain Python: numbers are floats, points are (x, y) tuples, x to the right, y up, in any unit of length. "
        "An outline has three or more vertices and is not closed: the last one is joined to the first. Do not change "
        "the arguments: each call is given its own. What you print is counted and not judged. A function that "
        "yields is fine too: its return value, else its last yield, is the answer, and the window steps through it."
    )
    if problem.note:
        yield ""
        yield from _wrapped(problem.note)
    yield from _related(problem)
    yield ""
    free = list(_free(problem))
    if free:
        yield "Free to choose, but the same in every scene (the check finds out which, and says so):"
        yield from (f"- {each}" for each in free)
    else:
        yield "There is no convention to choose."
    yield '"""'


def _related(problem: Problem) -> Iterator[str]:
    """The same question, asked of other shapes or motions."""
    others = [each for each in PROBLEMS.values() if each.question == problem.question and each.name != problem.name]
    if others:
        yield ""
        yield "The same question for other shapes or motions, each with a template of its own:"
    for each in others:
        yield from _wrapped(f"- {each.signature}: separatrix check --template {each.name}", "  ")


def _free(problem: Problem) -> Iterator[str]:
    """The conventions that may be chosen: what each may be."""
    for name in choices(problem):
        words = [word for value, word in words_of(problem, name).items() if not (problem.one_way and value is None)]
        yield " · ".join(dict.fromkeys(words))
    if any(parameter.kind == "outline" for parameter in problem.parameters):
        yield "both windings are understood · counter-clockwise outlines only · clockwise outlines only"


def _body(problem: Problem) -> Iterator[str]:
    yield f"def {problem.signature}:"
    for each in problem.parameters:
        yield from _wrapped(f"# {each.name}: {each.meaning}", "    #   ", "    ")
    scene = example(problem)
    answer = literal(short(problem.right(scene, problem.settings[0])))
    yield "    #"
    yield "    # For example:"
    for each, value in zip(problem.parameters, scene, strict=True):
        yield from _wrapped(f"#   {each.name} = {literal(value)}", "    #       ", "    ")
    yield from _wrapped(f"#   {problem.signature} may return {answer}", "    #       ", "    ")
    yield f'    raise NotImplementedError("{problem.function} is not written yet")'


def _wrapped(text: str, later: str = "", first: str = "") -> list[str]:
    return textwrap.wrap(text, _WIDE, initial_indent=first, subsequent_indent=later, break_long_words=False)


@cache
def example(problem: Problem) -> Arguments:
    """A small clear scene in whole numbers: of some dozens one with few letters, whose answer has few too and is not
    None, 0 or False, which show little."""
    rng = random.Random(problem.name)
    found = [scene for _ in range(40) if (scene := _rounded(problem, problem.clear(rng))) is not None]
    found.sort(key=lambda scene: len(literal(scene)))

    def length(scene: Arguments) -> tuple[bool, int]:
        right = problem.right(scene, problem.settings[0])
        return not right, len(literal(scene)) + 2 * len(literal(short(right)))

    return min(found[:10], key=length) if found else problem.clear(rng)


def _rounded(problem: Problem, scene: Arguments) -> Arguments | None:
    """A scene in whole numbers; None where it is no clear one any more."""
    made = mapped(scene, lambda value: float(round(value)))
    try:
        problem.accepts(made)
    except ValueError:
        return None
    return cast(Arguments, made)
