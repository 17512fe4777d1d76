"""Steps that are told as one, taken apart again: what has happened up to a moment, on whichever track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from geometry.trace import Grouped
from viz.lesson.lesson import Moment


def steps_so_far(moment: Moment[Any]) -> list[Any]:
    """Every step of the algorithm up to the moment's, also where some of them are told as one."""
    above = moment.parent
    before = apart(above.seen[:-1]) if above is not None and isinstance(above.step, Grouped) else ()
    return [*before, *apart(moment.seen)]


def apart(steps: Iterable[Any]) -> Iterator[Any]:
    """The steps, those that are told as one each on its own."""
    for step in steps:
        if isinstance(step, Grouped):
            yield from step.part
        else:
            yield step


def whole(moment: Moment[Any]) -> Moment[Any]:
    """The moment on the algorithm's own track: above any steps that are told as one."""
    while moment.parent is not None and isinstance(moment.parent.step, Grouped):
        moment = moment.parent
    return moment


def is_long(moment: Moment[Any]) -> bool:
    """Whether the algorithm takes so many steps that some are told as one."""
    return any(isinstance(step, Grouped) for step in whole(moment).trace.steps)
