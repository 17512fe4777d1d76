"""What the lesson on the faces of the difference claims, against the hull of all vertex differences."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import separation
from geometry.minkowski.faces import DifferenceFace
from tests.lessons.pages import PRESETS, Preset, name_of, preset
from viz.lesson.canvas import FeatureMark, Label, Recording, Stroke
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, plain, signed

MINE = [page for page in PRESETS if page.lesson.id == "faces-of-the-difference"]


def pane(page: Preset, moment: Moment, name: str) -> Recording:  # type: ignore[type-arg]
    recording = Recording()
    next(pane for row in page.lesson.panes() for pane in row if pane.name == name).draw(recording, moment)
    return recording


def hull(page: Preset) -> shapely.Geometry:
    first, second = page.scene.shapes  # type: ignore[attr-defined]
    return shapely.MultiPoint((first.points[:, None] - second.points[None]).reshape(-1, 2)).convex_hull


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_faces_drawn_are_the_boundary_of_the_difference(page: Preset) -> None:
    last = page.moments()[-1]
    edges = [
        m for m in pane(page, last, "space").marks if isinstance(m, FeatureMark) and m.feature.startswith("edge")
    ]
    boundary = hull(page)
    truth = boundary.length if boundary.geom_type == "Polygon" else 2.0 * boundary.length
    assert sum(np.hypot(*np.subtract(*edge.points)) for edge in edges) == pytest.approx(truth, rel=1e-6)
    slack = 1e-6 * truth
    line = boundary.boundary if boundary.geom_type == "Polygon" else boundary
    assert all(line.distance(shapely.LineString(edge.points)) <= slack for edge in edges)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_answer_is_that_of_every_axis_and_all_agree(page: Preset) -> None:
    first, second = page.scene.shapes  # type: ignore[attr-defined]
    last = page.moments()[-1]
    truth = separation(first, second)
    assert last.step.separation == pytest.approx(truth, abs=1e-9)
    assert signed(last.step.separation) in plain(page.lesson.caption(last))
    shown = [m.text for m in pane(page, last, "methods").marks if isinstance(m, Label)]
    assert any(text.startswith("all agree") for text in shown)
    assert not any("DISAGREE" in text for text in shown)


def test_the_bars_are_as_long_as_the_costs() -> None:
    page = preset("faces-of-the-difference", "Overlapping")
    marks = pane(page, page.moment(0), "methods").marks
    lengths = [np.hypot(*np.subtract(*m.points)) for m in marks if isinstance(m, Stroke)]
    costs = [int(word) for m in marks if isinstance(m, Label) for word in m.text.split() if word.isdigit()]
    assert len(costs) == 3
    assert np.array(lengths) / max(lengths) == pytest.approx(np.array(costs) / max(costs))


def test_the_separation_of_a_face_is_the_origins_from_its_line() -> None:
    page = preset("faces-of-the-difference", "Apart")
    for moment in page.moments()[:-1]:
        face = moment.step
        assert isinstance(face, DifferenceFace)
        along = face.end - face.start
        beyond = float(np.cross(np.append(-face.start, 0.0), np.append(along, 0.0))[2]) / float(np.hypot(*along))
        assert face.separation == pytest.approx(beyond)
        assert signed(beyond) in plain(page.lesson.caption(moment))


def test_parallel_edges_make_one_face_with_two_supports() -> None:
    page = preset("faces-of-the-difference", "Parallel edges")
    captions = [plain(page.lesson.caption(moment)) for moment in page.moments()[:-1]]
    assert sum("vertex 2 of B and vertex 3 of B" in text for text in captions) == 1
    assert sum("they make one face" in text for text in captions) == 4
    assert page.moments()[-1].step.count == 4


def test_where_the_nearest_is_a_corner_no_face_shows_the_distance() -> None:
    page = preset("faces-of-the-difference", "Nearest at a corner")
    last = page.moments()[-1]
    faces = [m.step.separation for m in page.moments()[:-1]]
    assert last.step.separation > max(faces) + 0.04
    assert f"{amount(last.step.separation)} apart" in plain(page.lesson.situation(last))
