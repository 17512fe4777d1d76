"""The command `separatrix check`: what is typed, what is printed."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Mapping

from geometry.counterexample.problem import PROBLEMS, Problem
from lessons.labs.checking.check import checking
from lessons.labs.checking.report import as_json, as_junit, as_text
from lessons.labs.checking.result import Options, Report
from lessons.labs.checking.template import listed, template


def check(options: argparse.Namespace, problems: Mapping[str, Problem] = PROBLEMS) -> Report | None:
    """Do what was asked for, and print it. None: nothing was to be checked.

    Raises ValueError and OSError that say what is wrong with what was typed.
    """
    if options.list:
        print(listed(problems), end="")
        return None
    if options.template is not None:
        print(template(_problem(options.template, problems)), end="")
        return None
    if options.file is None:
        raise ValueError("which file? Name one, or see separatrix check --list and --template")
    if options.file.suffix.lower() != ".py":
        raise ValueError(f"{options.file}: a Python file is checked, whose name ends in .py")
    if options.function is not None:
        _problem(options.function, problems)
    if options.junit is not None and not options.junit.absolute().parent.is_dir():
        raise ValueError(f"{options.junit}: there is no such folder")
    how = Options(
        options.function,
        seed=options.seed,
        budget=options.budget,
        time_limit=options.time_limit,
        memory_limit=options.memory_limit,
    )
    report = None
    try:
        for report in checking(options.file, how, problems):
            if sys.stderr.isatty() and report.functions:
                print(f"{report.functions[-1].name}: {report.functions[-1].verdict}", file=sys.stderr)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    assert report is not None
    if options.junit is not None:
        options.junit.write_text(as_junit(report), encoding="utf-8")
    print(as_json(report) if options.json else as_text(report), end="")
    return report


def _problem(name: str, problems: Mapping[str, Problem]) -> Problem:
    if name in problems:
        return problems[name]
    near = difflib.get_close_matches(name, problems, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(problems)}"
    raise ValueError(f"there is no function {name!r} to check: {hint}")
