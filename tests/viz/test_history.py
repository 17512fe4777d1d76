"""Undo and redo."""

from __future__ import annotations

from tests.viz.stand_in import everything
from viz.session.history import LEAST, MOST, MOST_OF_ALL, Entry, History, make_room


def test_undo_and_redo_walk_back_and_forth() -> None:
    history, scenes = History(), [Entry(everything(count=float(i))) for i in range(1, 5)]
    for before in scenes[:-1]:
        history.record(before)
    now = scenes[-1]
    for expected in (scenes[2], scenes[1], scenes[0]):
        earlier = history.undo(now)
        assert earlier is expected
        now = earlier
    assert history.undo(now) is None
    assert not history.can_undo
    for expected in scenes[1:]:
        later = history.redo(now)
        assert later is expected
        now = later
    assert history.redo(now) is None


def test_a_new_edit_forgets_what_was_undone() -> None:
    history = History()
    first, second, third = (Entry(everything(count=float(i))) for i in (1, 2, 3))
    history.record(first)
    assert history.undo(second) is first
    assert history.can_redo
    history.record(first)
    assert not history.can_redo
    assert history.undo(third) is first


def test_it_keeps_no_more_than_it_should() -> None:
    history, scene = History(), Entry(everything())
    for _ in range(MOST + 50):
        history.record(scene)
    steps = 0
    while history.undo(scene) is not None:
        steps += 1
    assert steps == MOST


def _edited(count: int) -> History:
    history = History()
    for number in range(count):
        history.record(Entry(everything(), preset=number))
    return history


def test_all_lessons_together_keep_no_more_than_they_should() -> None:
    histories = [_edited(MOST) for _ in range(MOST_OF_ALL // MOST + 2)]
    newest = [history.past[-1] for history in histories]
    make_room(histories)
    kept = [len(history.past) for history in histories]
    assert kept == [MOST] * (MOST_OF_ALL // MOST) + [LEAST] * 2
    assert [history.past[-1] for history in histories] == newest


def test_where_room_is_short_the_nearest_of_what_was_undone_stays() -> None:
    history, scene = _edited(2 * LEAST), Entry(everything())
    for _ in range(LEAST + 10):
        found = history.undo(scene)
        assert found is not None
        scene = found
    past, future = list(history.past), list(history.future)
    assert history.keep_newest(LEAST) == LEAST
    assert (list(history.past), list(history.future)) == (past, future[-(LEAST - len(past)) :])
    assert len(past) == LEAST - 10
