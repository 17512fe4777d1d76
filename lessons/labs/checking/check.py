"""Checking a user's file: every function of it that has a problem's name is run, judged, and its failure made
small."""

from __future__ import annotations

import difflib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from geometry.counterexample.problem import PROBLEMS, Problem, called, signatures
from lessons.labs.checking.asking import Asking, UnfinishedError
from lessons.labs.checking.judging import judged
from lessons.labs.checking.process import Process
from lessons.labs.checking.result import HELPER, UNCHECKED, WRONG, Checked, Options, Report
from lessons.labs.checking.sentences import sentence_of

USUAL = Options()


def check_file(path: Path, options: Options = USUAL, problems: Mapping[str, Problem] = PROBLEMS) -> Report:
    """Run a file in a process of its own and check its functions, one after the other.

    Raises ValueError for a file that cannot be read, and for a function that there is no problem of.
    """
    *_, report = checking(path, options, problems)
    return report


def checking(path: Path, options: Options = USUAL, problems: Mapping[str, Problem] = PROBLEMS) -> Iterator[Report]:
    """The same, with what is known so far after each function: for a window that goes on drawing. Close it to
    stop."""
    if options.function is not None and options.function not in problems:
        raise ValueError(f"there is no function {options.function!r} to check: {', '.join(problems)}")
    try:
        with open(path, "rb"):
            pass
    except OSError as reason:
        raise ValueError(f"{path}: {reason.strerror}") from None
    only = options.function and problems[options.function].function
    with Process(
        path, signatures(problems.values()), time_limit=options.time_limit, memory_limit=options.memory_limit
    ) as process:
        loaded, text = process.loaded, process.text
        if loaded["is"] != "loaded":
            yield Report(path, options, text, sentence=load_sentence(loaded, process), line=loaded.get("line", 0))
            return
        found, others = loaded["functions"], tuple(loaded["others"])
        names = [name for name in found if only in (None, name)]
        if not names:
            yield Report(
                path, options, text, sentence=_nothing(path, options, [*found, *others], problems), others=others
            )
            return
        done: list[Checked] = []
        for name in names:
            problem = called(problems.values(), name, found[name]["fits"])
            if options.family is not None:
                problem = replace(problem, families={options.family: problem.families[options.family]})
            checked = _checked(process, problem, found[name], options)
            done.append(_as_helper(checked) if len(names) > 1 and _answers_another(checked) else checked)
            yield Report(path, options, text, tuple(done), others=others)


def load_sentence(loaded: Mapping[str, Any], process: Process) -> str:
    """Why a file does not load."""
    limits = {"time_limit": process.load_limit, "memory_limit": process.memory_limit}
    return sentence_of(loaded, process.path.name, **limits)  # type: ignore[arg-type]


def _nothing(path: Path, options: Options, found: Sequence[str], problems: Mapping[str, Problem]) -> str:
    """There is nothing to check: what was found instead."""
    only = options.function and problems[options.function].function
    wanted = [only] if only else list(problems)
    missing = f"no function `{only}`" if only else "no function that can be checked"
    if not found:
        return f"{path.name} has {missing}; it has none at all."
    near = [(name, difflib.get_close_matches(name, wanted, n=1, cutoff=0.5)) for name in found]
    hint = next((f"; is `{name}` meant to be `{match[0]}`?" for name, match in near if match), ".")
    return f"{path.name} has {missing}; it has {', '.join(f'`{name}`' for name in found[:8])}{hint}"


def _checked(process: Process, problem: Problem, described: Mapping[str, Any], options: Options) -> Checked:
    """One function: its parameters, its conventions, the search, the smallest scene."""
    name, line, helps = problem.function, described["line"], tuple(dict.fromkeys(described["helps"]))
    if not described["fits"]:
        return Checked(name, UNCHECKED, misfit(problem, described["parameters"]), line, helps, problem)
    began, asking = time.monotonic(), Asking(process, problem)
    try:
        made = judged(asking, problem, options)
    except UnfinishedError as reason:  # it is not written yet, or the file does not load any more
        made = {"verdict": UNCHECKED, "sentence": str(reason)}
    made |= {
        "printed": asking.printed,
        "head": asking.head,
        "calls": asking.calls,
        "seconds": time.monotonic() - began,
    }
    return Checked(name, line=line, helps=helps, problem=problem, **made)


def _answers_another(checked: Checked) -> bool:
    """Whether a function that others use has a problem's name by chance: it takes other arguments, or fails on every
    scene without an answer of the kind that was asked for."""
    if not checked.helps or checked.verdict not in (WRONG, UNCHECKED):
        return False
    is_other_kind = checked.trouble == "exception" or "; expected " in checked.sentence
    return not checked.tried or (is_other_kind and checked.failed == checked.tried)


def _as_helper(checked: Checked) -> Checked:
    helped = " and ".join(f"`{name}`" for name in checked.helps[:2])
    reason = f"`{checked.name}` is taken for a helper of {helped} and not checked: {checked.sentence}"
    return replace(checked, verdict=HELPER, sentence=reason, trail=())


def misfit(problem: Problem, parameters: Sequence[str] | None) -> str:
    calls = " or ".join(each.signature for each in PROBLEMS.values() if each.function == problem.function)
    call = calls or problem.signature
    if parameters is None:
        return f"`{problem.function}` is no function; expected {call}."
    has = f"{len(parameters)} parameter{'s' if len(parameters) != 1 else ''} ({', '.join(parameters)})"
    return f"`{problem.function}` has {has if parameters else 'no parameters'}; it is called as {call}."
