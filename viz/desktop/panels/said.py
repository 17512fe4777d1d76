"""What the task's slot says: the prediction as far as it has been answered, else the challenge."""

from __future__ import annotations

from functools import partial

from viz.desktop.panels.tasks import Card, Link
from viz.desktop.session import Session
from viz.lesson.prediction import Choose, head_of
from viz.session.answer import Answer

_SHORT = 22  # letters of answers that stand in the card's head


def card_of(session: Session) -> Card | None:
    """None where nothing is asked."""
    task = session.task
    settled = task.settled
    if settled is not None and not settled[1].is_skipped:
        asked, answer = settled
        return _answered(session, answer) if answer.verdict is not None else _asked(session, asked.text)
    if session.locked or (challenge := task.challenge) is None:  # locked: it cannot be reached
        return None
    head = "Reached" if challenge.reached else "Goal"
    return Card(head, challenge.text, remark=challenge.now, is_right=challenge.reached)


def _asked(session: Session, text: str) -> Card:
    task = session.task
    answers = [Link(words, partial(task.give, words)) for words in task.buttons]
    skip = Link("skip", session.skip)
    check = [Link("check", session.check, bold=True)] if task.can_check else []
    head = "Predict" if task.prediction is None else head_of(task.prediction)
    is_short = sum(len(each.words) for each in answers) <= _SHORT and not isinstance(task.prediction, Choose)
    if is_short:
        return Card(head, text, links=[*answers, *check, skip])
    return Card(head, text, links=[*check, skip], buttons=answers)


def _answered(session: Session, answer: Answer) -> Card:
    task, verdict = session.task, answer.verdict
    assert verdict is not None
    if verdict.right:
        return Card(task.head, verdict.because, is_right=True)
    links = [Link("try again", task.try_again, bold=True)]
    if task.can_show:
        links.append(Link("show me", session.show_answer))
    return Card(task.head, verdict.because, links=links, is_wrong=True)


def nested_of(session: Session) -> str:
    """What stepping into the present step shows, as a noun; nothing where there is nothing to step into."""
    nested = session.player.children()
    if not nested:
        return ""
    return session.page.nested or nested[0][0].replace("_", " ")
