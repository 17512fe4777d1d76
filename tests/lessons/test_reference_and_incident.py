"""What the lesson on reference and incident edges says."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import Owner
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from lessons.reference_and_incident import ReferenceAndIncident
from lessons.reference_and_incident.strips import changes
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = ReferenceAndIncident()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def page(name: str) -> Preset:
    return preset(LESSON.id, name)


def separation_behind(page: Preset, owner: Owner, edge: int) -> float:
    """Of the other shape, along the outward normal of an edge, worked out from the vertices alone."""
    a, b = page.scene.a.world, page.scene.b.world
    one, other = (a, b) if owner is Owner.A else (b, a)
    p, q = one.points[edge], one.points[(edge + 1) % len(one.points)]
    n = np.array((q[1] - p[1], p[0] - q[0])) / np.hypot(*(q - p))
    return float(((other.points - p) @ n).min()) - a.radius - b.radius


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_reference_edge_has_the_least_overlap(page: Preset) -> None:
    reference = next((s for s in page.lesson.run(page.scene) if isinstance(s, ReferenceEdge)), None)
    if reference is None:
        assert page.name == "A circle has none"
        return
    shapes = ((Owner.A, page.scene.a.world), (Owner.B, page.scene.b.world))
    every = {(o, i): separation_behind(page, o, i) for o, s in shapes for i in range(len(s.normals))}
    tolerance = 1e-9 * max(1.0, abs(float(page.scene.a.pose.position[0])))
    assert every[reference.owner, reference.edge] >= max(every.values()) - tolerance
    for moment in page.moments():
        if isinstance(moment.step, EdgeMeasured):
            true = every[moment.step.owner, moment.step.edge]
            assert moment.step.separation == pytest.approx(true, abs=tolerance)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_every_dot_product_is_drawn_and_listed(page: Preset) -> None:
    for moment in page.moments():
        if not isinstance(moment.step, IncidentEdge):
            continue
        shown = {m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)}
        table = LESSON.table(moment)
        assert table is not None
        assert len(table.rows) == len(moment.step.dots)
        for row, value in zip(table.rows, moment.step.dots, strict=True):
            number = plain(row.cells[1])
            assert number in shown
            assert float(number.replace("−", "-")) == pytest.approx(value, abs=0.0051)
        assert [row.cells[2] for row in table.rows].index("most opposed") == int(np.argmin(moment.step.dots))


def test_the_edges_in_question_are_drawn() -> None:
    for moment in page("Overlapping").moments():
        if isinstance(moment.step, IncidentEdge):
            strokes = [m for m in draw(LESSON, moment).marks if isinstance(m, Stroke)]
            for ink in (Ink.REFERENCE, Ink.INCIDENT):
                assert len([m for m in strokes if m.ink is ink]) == 1


def test_without_a_tie_rule_the_reference_edge_changes_in_every_other_frame() -> None:
    """The naive choice is really unsteady, and ours really steady; the strip says both numbers."""
    scene = page("All but a tie").scene
    naive = changes([f.greatest for f in scene.frames])
    assert naive >= 4
    assert changes([f.kept for f in scene.frames]) == 0
    recording = Recording(0.01)
    LESSON.draw_frames(recording, Moment(scene, LESSON.run(scene), 0))
    shown = [m.text for m in recording.marks if isinstance(m, Label)]
    assert f"{naive} changes" in shown
    assert "0 changes" in shown


def test_questions_are_about_what_comes() -> None:
    moments = page("Overlapping").moments()
    reference = next(m.step for m in moments if isinstance(m.step, ReferenceEdge))
    incident = next(m.step for m in moments if isinstance(m.step, IncidentEdge))
    first = LESSON.question(moments[0])
    assert first is not None
    assert first.is_right(f"edge {reference.edge} of {reference.owner.value}")
    assert not first.options
    second = next(LESSON.question(m) for m in moments if m.step is reference)
    assert second is not None
    assert second.is_right(f"edge {incident.edge} of {incident.owner.value}")
    assert incident.owner is not reference.owner


def test_a_tie_is_named() -> None:
    moment = next(m for m in page("Parallel edges").moments() if isinstance(m.step, ReferenceEdge))
    (tie,) = moment.step.ties
    assert f"edge {tie.edge} of {tie.owner.value}" in LESSON.caption(moment)


def test_corners_and_circles_have_words_of_their_own() -> None:
    last = page("Touching").moments()[-1]
    assert isinstance(last.step, CornersMeasured)
    (only,) = page("A circle has none").moments()
    assert "is a circle" in plain(LESSON.caption(only))
    assert LESSON.table(only) is None
    assert not any(isinstance(s, NormalCompared) for s in only.trace)


def test_the_goal_is_reached_by_dragging() -> None:
    moments = page("Overlapping").moments()
    assert not LESSON.goal(moments[0]).is_reached
    assert LESSON.goal(page("Far from the origin").moments()[0]).is_reached
