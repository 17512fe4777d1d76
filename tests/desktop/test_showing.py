"""`show` from a script: the window opens on what was given, and stays until it is closed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import geometry as g
from viz import show
from viz.desktop import display
from viz.lesson.lesson import Moment

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

A, B = g.box(2.0, 1.4), g.convex([(2.0, 0.2), (3.5, 0.0), (3.2, 1.6)])


@pytest.fixture
def opened(off_screen: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Desktop]:
    """The windows that `show` has run; each draws a frame and is closed."""
    from viz.desktop.window import Desktop

    found: list[Desktop] = []

    def run(self: Desktop) -> int:
        self.settle()
        found.append(self)
        self.close()
        return 0

    monkeypatch.setattr(display, "prepare", lambda: None)
    monkeypatch.setattr(Desktop, "run", run)
    monkeypatch.setenv("SEPARATRIX_SETTINGS", str(tmp_path / "settings.json"))
    return found


def test_a_trace_opens_its_lesson(opened: list[Desktop]) -> None:
    trace = g.gjk.trace(A, B)
    show(trace)
    (session,) = (each.session for each in opened)
    assert session.lesson.id == "gjk"
    assert session.player.scene.b.world.points == pytest.approx(B.points)  # type: ignore[attr-defined]
    assert len(session.player.trace) == len(trace)


def test_a_moment_opens_at_its_step(opened: list[Desktop]) -> None:
    trace = g.minimum_translation.trace(A, B.moved((-1.2, 0.0)))
    show(Moment(None, trace, 2))  # type: ignore[type-var]
    (session,) = (each.session for each in opened)
    assert (session.lesson.title, session.player.index) == ("minimum_translation", 2)


def test_a_lesson_of_a_trace_can_be_dragged(opened: list[Desktop]) -> None:
    show(g.minimum_translation.trace(A, B.moved((-1.2, 0.0))))
    session = opened[0].session
    scene = session.player.scene
    session.player.change(scene.with_field("b", scene.b.moved((9.0, 0.0))))  # type: ignore[attr-defined]
    assert session.player.trace.result.outcome is g.Outcome.SEPARATED
