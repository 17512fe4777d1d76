"""Answers the prediction that is asked, rightly or wrongly, by the task's own verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geometry.feature import FeatureKind, FeatureRef
from viz.lesson.prediction import Adjust, Choose, Click, Place

if TYPE_CHECKING:
    from viz.desktop.session import Session
    from viz.desktop.window import Desktop


def answer_rightly(session: Session) -> None:
    """Nothing where nothing is asked."""
    task = session.task
    task.try_again()
    match task.prediction:
        case Click() | Choose() as asked:
            task.give(sorted(asked.right, key=str)[0])
        case Place() as asked:
            for i, point in enumerate(asked.right):
                task.move(i, point)
            task.check()
        case Adjust() as asked:
            session.change(asked.right(session.player.scene))
            task.check()


def answer_wrongly(session: Session) -> bool:
    """Whether a wrong answer was found."""
    task = session.task
    match task.prediction:
        case Click() as asked:
            edges = [FeatureRef(owner, FeatureKind.EDGE, i) for owner in "AB" for i in range(6)]
            for each in (*asked.buttons, *edges):
                if each not in asked.right:
                    task.give(each)
                    return True
        case Choose() as chosen:
            task.give(next(each for each in chosen.options if each not in chosen.right))
            return True
        case Place() | Adjust():
            task.check()
            settled = task.settled
            return settled is not None and settled[1].verdict is not None and not settled[1].verdict.right
    return False


def enter_path(desktop: Desktop) -> None:
    """Enter in the field that asks for a path: what is proposed is taken, unless it is refused."""
    asked = desktop.session.chrome.asked
    assert asked is not None
    if asked.enter():
        desktop.session.chrome.asked = None
