"""Programs as students write them, each a plain file of its own that imports nothing of the project.

`right_*` answer one question rightly, in different styles and conventions; `wrong_*` have one known bug each, told in
their first line.
"""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from geometry.counterexample.problem import PROBLEMS, Problem

HERE = Path(__file__).parent
RIGHT = sorted(HERE.glob("right_*.py"))
WRONG = sorted(HERE.glob("wrong_*.py"))


def loaded(path: Path) -> tuple[Problem, Callable[..., Any]]:
    """The question that a program answers, and its function, loaded anew."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (name,) = {problem.function for problem in PROBLEMS.values() if hasattr(module, problem.function)}
    routine = getattr(module, name)
    needed = [each for each in inspect.signature(routine).parameters.values() if each.default is each.empty]
    (problem,) = [each for each in PROBLEMS.values() if each.function == name and len(each.parameters) == len(needed)]
    return problem, routine
