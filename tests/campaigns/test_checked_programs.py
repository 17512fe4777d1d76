"""The student programs through the whole check, each in a process of its own, as `separatrix check` runs them.

    pytest -m campaign -n0 -s tests/campaigns/test_checked_programs.py

Prints the sentence of each program and seed. What the search alone says of them: `test_student_programs`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from lessons.labs.checking.check import check_file
from lessons.labs.checking.result import RIGHT as IS_RIGHT
from lessons.labs.checking.result import WRONG as IS_WRONG
from lessons.labs.checking.result import Options
from tests.programs import RIGHT, WRONG

SEEDS = range(3)


@pytest.mark.parametrize("path", [*RIGHT, *WRONG], ids=lambda path: path.stem)
def test_a_program_is_what_its_name_says(path: Path) -> None:
    for seed in SEEDS:
        (checked,) = check_file(path, Options(seed=seed)).functions
        print(f"\n{path.stem}, seed {seed}, {checked.seconds:.1f} s: {checked.sentence}", end="")
        assert checked.verdict == (IS_RIGHT if path in RIGHT else IS_WRONG)
        if checked.scene is not None:
            assert all(len(each) <= 8 for each in checked.scene if isinstance(each, list))
