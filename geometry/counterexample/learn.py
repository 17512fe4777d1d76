"""How does a routine speak? Its answers to clear scenes are read in every convention, and one must fit them all."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

from geometry.counterexample.asking import Answer, Ask, Patience, verdict_on
from geometry.counterexample.reading import Unreadable
from geometry.counterexample.statement import Arguments, Conventions, Problem, wound
from geometry.counterexample.truth import pair_of
from geometry.record import record

SCENES = 24  # clear ones, asked in each winding
ENOUGH = 12  # of them must fit one convention
A_PART = 3  # scenes that fit the opposite: more than chance

WORDS: dict[str, tuple[str, dict[Any, str]]] = {  # what is asked; how an answer is read
    "normal_b_to_a": ("your normals point", {False: "from A to B", True: "from B to A"}),
    "y_down": ("your answers count y", {False: "upward", True: "downward"}),
    "depth_negative": ("your depths are", {False: "positive", True: "negative"}),
    "in_lengths": ("your answers count", {False: "multiples of the direction", True: "lengths"}),
    "start_inside": (
        "a start inside",
        {"zero": "is a hit at 0", "exit": "is answered by the way out", "miss": "is no hit"},
    ),
    "touching_counts": ("touching", {True: "counts", False: "does not count", None: "counts now and then"}),
}


@record
class Row:
    """One scene of the table: what was asked, and how the answer is read."""

    question: str
    arguments: Arguments
    value: Any
    read_as: str


@record
class Learned:
    """One convention fits: `search` judges by it."""

    conventions: Conventions
    rows: tuple[Row, ...]


@record
class NoConvention:
    """None fits every clear scene. `conventions` is the nearest: searching with it finds a scene to show."""

    sentence: str
    conventions: Conventions
    rows: tuple[Row, ...]


def learn(problem: Problem, ask: Ask, seed: int = 0, patience_s: float = 5.0) -> Learned | NoConvention:
    """Learn a routine's conventions from scenes on which nothing else can be in question. `patience_s`: for answers
    that do not come."""
    ask = Patience(ask, patience_s)
    rng = random.Random(f"clear {problem.name} {seed}")
    scenes = [problem.clear(rng) for _ in range(SCENES)]
    has_outlines = any(parameter.kind == "outline" for parameter in problem.parameters)
    tables = [
        _table(problem, ask, scenes, is_clockwise) for is_clockwise in ((False, True) if has_outlines else (False,))
    ]
    bests = [_best(table) for table in tables]
    scores = [sum(table.fits[best]) for table, best in zip(tables, bests, strict=True)]
    chosen = max(range(len(tables)), key=lambda i: (scores[i], -i))
    either = not has_outlines or (abs(scores[0] - scores[1]) <= A_PART and bests[0] == bests[1])
    table, best = tables[chosen], bests[chosen]
    found = replace(problem.settings[best], either_winding=either, clockwise=bool(chosen) and not either)
    found, touching_rows, torn = _with_touching(problem, ask, found, seed)
    rows = (*_rows(problem, table, best), *touching_rows)
    sentence = _contradiction(problem, table, best) or torn
    if sentence is None and scores[chosen] < ENOUGH:
        sentence = f"Of {SCENES} clear scenes at most {scores[chosen]} answers are right, in any convention."
        if ask.is_over:  # the others were not asked
            sentence = (
                f"Of {ask.asked} clear scene{'s' * (ask.asked > 1)} {ask.troubles} had no answer; no more were asked."
            )
    return Learned(found, rows) if sentence is None else NoConvention(sentence, found, rows)


def _best(table: Table) -> int:
    """The setting that fits most scenes; of several the most usual one."""
    return max(range(len(table.fits)), key=lambda i: (sum(table.fits[i]), -i))


@record
class Table:
    """The clear scenes in one winding, and which settings fit which of them."""

    scenes: tuple[Arguments, ...]
    answers: tuple[Answer, ...]
    fits: tuple[tuple[bool, ...], ...]  # a row a setting


def _table(problem: Problem, ask: Ask, scenes: list[Arguments], is_clockwise: bool) -> Table:
    strict = Conventions(clockwise=is_clockwise, either_winding=False)
    asked = [wound(scene, problem.parameters, strict) for scene in scenes]
    answers = [ask(scene) for scene in asked]
    fits = tuple(
        tuple(
            verdict_on(problem, scene, answer, setting) is None for scene, answer in zip(asked, answers, strict=True)
        )
        for setting in problem.settings
    )
    return Table(tuple(asked), tuple(answers), fits)


def _contradiction(problem: Problem, table: Table, best: int) -> str | None:
    """Whether the answers that do not fit the best setting fit another one that differs in one thing."""
    most, count = None, A_PART - 1
    for i, setting in enumerate(problem.settings):
        differing = _differences(setting, problem.settings[best])
        if len(differing) != 1:
            continue
        readings = zip(table.scenes, table.fits[i], table.fits[best], strict=True)
        others = sum(there and not here and _shows(differing[0], scene) for scene, there, here in readings)
        if others > count:
            most, count = (differing[0], setting), others
    if most is None:
        return None
    name, setting = most
    question, words = WORDS[name]
    here, there = words[getattr(problem.settings[best], name)], words[getattr(setting, name)]
    return f"On {sum(table.fits[best])} scenes {question} {here}, on {count} {there}."


def _shows(name: str, scene: Arguments) -> bool:
    """Whether a scene tells of a convention: the sign of a depth shows in overlap, a gap has the other one."""
    return name != "depth_negative" or pair_of(*scene).overlap


def _differences(first: Conventions, second: Conventions) -> list[str]:
    return [field.name for field in fields(first) if getattr(first, field.name) != getattr(second, field.name)]


def _rows(problem: Problem, table: Table, best: int) -> tuple[Row, ...]:
    """For each thing that the settings differ in, the first scene that shows it."""
    found = []
    for name, (question, words) in WORDS.items():
        here = problem.settings[best]
        for i, setting in enumerate(problem.settings):
            if _differences(setting, here) != [name]:
                continue
            telling = [k for k in range(len(table.scenes)) if table.fits[best][k] and not table.fits[i][k]]
            if telling:
                k = telling[0]
                found.append(Row(question, table.scenes[k], table.answers[k].value, words[getattr(here, name)]))
                break
    return tuple(found)


def _with_touching(
    problem: Problem, ask: Ask, conventions: Conventions, seed: int
) -> tuple[Conventions, tuple[Row, ...], str | None]:
    """Whether touching counts, from shapes that touch exactly."""
    if problem.touching is None or problem.contact is None:
        return conventions, (), None
    rng = random.Random(f"touching {problem.name} {seed}")
    said: dict[bool, list[tuple[Arguments, Any]]] = {True: [], False: []}
    for _ in range(SCENES):
        scene = wound(problem.touching(rng), problem.parameters, conventions)
        answer = ask(scene)
        try:
            contact = problem.contact(answer.value) if answer.trouble is None else None
        except Unreadable:
            contact = None
        if contact is not None:
            said[contact].append((scene, answer.value))
    if not said[True] and not said[False]:
        return conventions, (), None
    counts: bool | None = len(said[True]) >= len(said[False])
    scene, value = said[bool(counts)][0]
    torn = None
    if said[True] and said[False]:
        if problem.one_way:
            torn = f"On {len(said[True])} scenes shapes that touch overlap, on {len(said[False])} they do not."
        else:
            counts = None
    question, words = WORDS["touching_counts"]
    return replace(conventions, touching_counts=counts), (Row(question, scene, value, words[counts]),), torn
