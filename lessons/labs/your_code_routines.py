"""The routines that a window knows: those of the file that is open, then the examples."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lessons.labs.your_code_check import EXAMPLES, Checked, Subject, checks
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import Asking

ENOUGH = 5000  # scenes without a failure: the challenge
BY_CENTRES = EXAMPLES[0].stem  # takes the sign of its vector from the centres of the shapes
ONE_SET = EXAMPLES[1].stem  # tests one shape's normals
EARS = EXAMPLES[4].stem  # cuts an ear with another vertex inside
LAST_ROOT = EXAMPLES[5].stem  # takes the later of two times
ENDLESS = EXAMPLES[6].stem  # never returns where the shapes do not meet
OWN = "yours"  # a routine of the file that is open: of which file a scene never tells


class Routine:
    """A checked routine, as scenes name it."""

    def __init__(self, name: str, checked: Checked, subject: Subject, *, begins: bool = False) -> None:
        """`begins`: its check is told from before a file is open."""
        self.name, self.checked, self.subject, self.begins = name, checked, subject, begins
        self.asking = Asking(subject)

    @cached_property
    def scene(self) -> Asked:
        """The smallest failing one."""
        return Asked(self.checked.problem, self.name, self.checked.frames[-1].arguments)


class Routines:
    """By the name that scenes have for them."""

    def __init__(self, own: Sequence[Routine] = ()) -> None:
        self.named = {routine.name: routine for routine in own}
        for i, each in enumerate(EXAMPLES):
            self.named[each.stem] = Routine(each.stem, checks()[each.stem], each.subject, begins=i == 0)

    def of(self, scene: Asked) -> Routine:
        """Who is asked about a scene: the routine that it names, if this window knows it and it is for that problem;
        else the first one that is. Nothing that a scene tells is ever run. Raises ValueError where nobody is."""
        named = self.named.get(scene.routine)
        if named is not None and named.checked.problem == scene.problem:
            return named
        for each in self.named.values():
            if each.checked.problem == scene.problem:
                return each
        raise ValueError(f"no routine that is open here answers {scene.problem!r}")
