"""What the lesson on clipping says."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import IncidentEdge, Manifold, PointRule, ReferenceEdge
from geometry.contact.clipping import Clipped, ClipStarted, FaceCompared, PointCut, PointKept, SidePlane
from lessons.edge_clipping import EdgeClipping
from lessons.first_edition.clip_captions import alive
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Dot, Label, Recording, Stroke
from viz.lesson.first_edition import Moment, stages
from viz.lesson.ink import Ink
from viz.lesson.text import plain

LESSON = EdgeClipping()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
ALL_STAGES = ["Both edges", "Side plane 1", "Side plane 2", "Reference face", "Manifold"]


def page(name: str) -> Preset:
    return preset(LESSON.id, name)


def labels(moment: Moment) -> list[str]:
    return [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_each_part_of_the_clip_is_a_stage(page: Preset) -> None:
    trace = page.lesson.run(page.scene)
    assert [name for name, _ in stages(LESSON, trace)] == ALL_STAGES
    assert isinstance(trace.steps[0], IncidentEdge)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_points_left_are_those_of_the_polygons(page: Preset) -> None:
    """Sharp shapes: the incident edge, cut to the strip with shapely, has the same ends."""
    if page.name == "Rounded":
        return
    trace = page.lesson.run(page.scene)
    clipped = next(s for s in trace if isinstance(s, Clipped))
    started = next(s for s in trace if isinstance(s, ClipStarted))
    reference, incident = started.reference, started.incident
    n, margin = reference.normal, page.scene.height
    far, top = 50.0 * n, margin * n
    base = np.array((reference.start, reference.end))
    strip = shapely.Polygon([*(base + top), *(base - far)[::-1]])
    shift = reference.start  # near the origin no digits are lost
    whole = [np.asarray(p) - shift for p in (incident.start, incident.end)]
    strip = shapely.Polygon(np.array(strip.exterior.coords) - shift)
    for point in clipped.points:
        assert strip.distance(shapely.Point(point.point - shift)) < 1e-6
        assert shapely.LineString(whole).distance(shapely.Point(point.point - shift)) < 1e-6
        assert point.height == pytest.approx(float((point.point - reference.start) @ n), abs=1e-6)
    assert len(clipped.points) == len(trace.result.points)


def test_side_planes_cut_and_keep_what_they_say() -> None:
    for moment in page("Cut at a side plane").moments():
        step = moment.step
        if isinstance(step, PointKept | PointCut):
            point = step.kept if isinstance(step, PointKept) else step.lost
            inside = float((point.point - step.plane.origin) @ step.plane.inward)
            assert step.inside == pytest.approx(inside)
            words = f"{abs(inside):.2f}"
            assert words in plain(LESSON.caption(moment))
            assert any(words in text for text in labels(moment))
    cut = [m.step for m in page("Cut at a side plane").moments() if isinstance(m.step, PointCut)]
    assert len(cut) == 1


def test_the_incident_edge_gets_shorter() -> None:
    """What is drawn as the incident edge is what is still alive."""
    for moment in page("Cut at a side plane").moments():
        if isinstance(moment.step, SidePlane | PointKept | PointCut | FaceCompared):
            (drawn,) = [m for m in draw(LESSON, moment).marks if isinstance(m, Stroke) and m.ink is Ink.INCIDENT]
            assert np.array(drawn.points) == pytest.approx(np.array([p.point for p in alive(moment)]))


def test_a_point_above_the_face_is_discarded_and_said_so() -> None:
    moments = page("One point is discarded").moments()
    (moment,) = [m for m in moments if isinstance(m.step, FaceCompared) and not m.step.is_kept]
    assert moment.step.point.height > moment.scene.height
    assert any(text.endswith("discarded") for text in labels(moment))
    assert len(moment.trace.result.points) == 1


def test_the_rules_disagree_where_the_box_is_all_but_flat() -> None:
    """The crossing rule really has one point where two are needed, and it is drawn beside ours."""
    moment = page("All but flat").moments()[-1]
    assert isinstance(moment.step, Manifold)
    (single,) = moment.scene.by_crossing().points
    assert len(moment.step.points) == 2
    assert min(moment.step.points, key=lambda p: p.separation).point == pytest.approx(single.point)
    faulty = [m for m in draw(LESSON, moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert [m.at for m in faulty] == [pytest.approx(single.point)]
    assert LESSON.goal(moment).is_reached
    assert not LESSON.goal(page("Lying flat").moments()[0]).is_reached
    off = moment.scene.with_field("crossing", False)
    trace = LESSON.run(off)
    marks = draw(LESSON, Moment(off, trace, len(trace) - 1)).marks
    assert not [m for m in marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]


def test_the_box_rocks_on_one_point_and_rests_on_two() -> None:
    scene = LESSON.scene()
    one, two = scene.set_down(PointRule.CROSSING), scene.set_down(PointRule.TWO_POINTS)
    assert two.rests
    assert abs(two.tilts[-1]) < 1e-3
    assert not one.rests
    assert one.swing > 0.1
    assert one.tilts[0] == two.tilts[0] == pytest.approx(scene.tilt)
    recording = Recording(0.01)
    LESSON.draw_tilt(recording, Moment(scene, LESSON.run(scene), 0))
    words = [m.text for m in recording.marks if isinstance(m, Label)]
    assert "two points: rests" in words
    assert f"one point where edges cross: rocks by {one.swing:.2f}° for ever" in words


def test_ids_name_the_features() -> None:
    moment = page("Cut at a side plane").moments()[-1]
    for point in moment.step.points:
        a, b = point.id
        text = f"A {a.kind.value[0]}{a.index} · B {b.kind.value[0]}{b.index}"
        assert any(text in label for label in labels(moment))
        assert text in plain(LESSON.caption(moment))
    reference = next(s for s in moment.trace if isinstance(s, ClipStarted)).reference
    assert isinstance(reference, ReferenceEdge)


def test_questions_are_answered_by_the_run() -> None:
    moments = page("One point is discarded").moments()
    first = LESSON.question(moments[0])
    assert first is not None
    kept = [m.step.point.of_incident for m in moments if isinstance(m.step, FaceCompared) and m.step.is_kept]
    assert first.answers == {f"vertex {f.index} of B" for f in kept if f.is_vertex}
    (second,) = [q for m in moments[1:] if (q := LESSON.question(m)) is not None]
    assert second.is_right("one point")
