"""`from viz import show`: which lesson shows a trace, on which scene, and what a notebook displays."""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import geometry as g
import viz
from geometry.summary import summary
from geometry.trace import Trace
from viz.lesson.lesson import Moment
from viz.session.any_trace import ID
from viz.showing import ENTRIES, TOLD_BY, Shown, figure_of, found_in, show

A, B = g.box(2.0, 1.4), g.convex([(2.0, 0.2), (3.5, 0.0), (3.2, 1.6)])
C, D = g.box(2.0, 1.4, (0.2, 0.3)), g.convex([(0.8, 0.2), (3.5, 0.0), (3.2, 1.6)])
TURNS = g.Sweep(g.Pose((0.0, 0.0), 0.0), g.Pose((4.0, 0.0), 1.0))
STANDS = g.Sweep(g.Pose((5.0, 0.0), 0.0))
RAY = g.Ray((-4.0, 0.2), (8.0, 0.1))
NOTCH = g.Polygon([(0, 0), (4, 0), (4, 3), (2, 1), (0, 3)])


def called() -> Iterator[Trace[Any, Any]]:
    """A call of every function that a lesson tells, on shapes that no lesson has."""
    yield g.separating_axis.trace(A, B)
    yield g.circle_circle.trace(g.circle(1.0), g.circle(1.0, (1.5, 0.0)))
    yield g.circle_obb.trace(g.box(2.0, 2.0, (0.0, 0.0), 0.3), g.circle(0.5, (1.2, 0.0)))
    yield g.box_box.trace(g.box(2.0, 2.0), g.box(1.0, 1.0, (1.2, 0.3), 0.2))
    yield g.minkowski_sum.trace(A, B)
    yield g.minkowski_faces.trace(A, B)
    yield g.gjk.trace(A, B)
    yield g.epa.trace(C, D)
    yield g.manifold.trace(C, D)
    yield g.point_query.trace(A, (2.0, 2.0))
    yield g.ray_cast.trace(A, RAY)
    yield g.circle_cast.trace(A, RAY, 0.3)
    yield g.tunnelling.trace(A, TURNS, g.box(0.2, 4.0), STANDS, 3)
    yield g.linear_cast.trace(A, (5.0, 0.0), B)
    yield g.gjk_ray_cast.trace(A, (5.0, 0.0), B, (0.0, 1.0))
    yield g.conservative_advancement.trace(A, TURNS, g.box(1.0, 4.0), STANDS, target=0.05)
    yield g.bilateral_advancement.trace(A, TURNS, g.box(1.0, 4.0), STANDS, target=0.05)
    yield g.ear_clipping.trace(NOTCH)
    yield g.convex_decomposition.trace(NOTCH)


TRACES = {trace.function: trace for trace in called()}


@pytest.mark.parametrize("function", TOLD_BY)
def test_a_trace_opens_its_lesson_on_its_own_shapes(function: str) -> None:
    shown = found_in((TRACES[function],))
    assert shown.lesson is ENTRIES[TOLD_BY[function]].lesson
    again = shown.lesson.run(shown.scene)
    assert again.function == function
    numbers = [re.findall(r"-?\d+\.?\d*", summary(each.answer)) for each in (again, TRACES[function])]
    assert np.array(numbers[0], dtype=float) == pytest.approx(np.array(numbers[1], dtype=float), rel=1e-4, abs=1e-6)


OWN = {
    "minimum_translation": g.minimum_translation.trace(C, D),
    "winding": g.winding.trace([(0, 0), (1, 0), (1, 1)]),
    "swept_circle_point": g.swept_circle_point.trace((0, 0), 1.0, (4, 0), (3, 0.5)),
    "conservative_advancement": g.conservative_advancement.trace(
        A, TURNS, g.box(1.0, 4.0), STANDS
    ),  # a target of its own
    "mass_properties": g.mass_properties.trace(NOTCH),
}


@pytest.mark.parametrize("function", OWN)
def test_what_no_lesson_tells_is_a_lesson_of_its_own(function: str) -> None:
    lesson, scene, step = found_in((OWN[function],))
    assert lesson.id == ID
    assert step == 0
    trace = lesson.run(scene)
    assert trace is OWN[function]
    moment = Moment(scene, trace, 0)
    assert all(lesson.page(moment.at(i)).rows for i in range(len(trace)))
    assert summary(trace.answer).replace("-", "−") == lesson.situation(moment)


def test_what_is_dragged_is_computed_anew() -> None:
    lesson, scene, _ = found_in((OWN["minimum_translation"],))
    moved = scene.with_field("b", scene.b.moved((0.3, -0.1)))  # type: ignore[attr-defined]
    expected = g.minimum_translation(C, D.moved((0.3, -0.1)))
    assert lesson.run(moved).result.translation == pytest.approx(expected.translation, abs=1e-12)
    lesson, scene, _ = found_in((OWN["mass_properties"],))
    moved = scene.with_field("shape", scene.shape.moved((5.0, 0.0)))  # type: ignore[attr-defined]
    assert lesson.run(moved).result.center[0] == pytest.approx(g.mass_properties(NOTCH).center[0] + 5.0)


def test_shapes_and_a_lesson() -> None:
    lesson, scene, _ = found_in((C, D), "epa")
    assert lesson.run(scene).result.separation == pytest.approx(g.separation(C, D))


def test_a_moment_opens_at_its_step() -> None:
    trace = TRACES["gjk"]
    lesson = ENTRIES["gjk"].lesson
    moment = Moment(next(iter(lesson.presets.values())).scene, trace, 2)
    shown = found_in((moment,))
    assert shown.step == 2
    assert 'data-first="2"' in html.unescape(shown._repr_html_())


@pytest.mark.parametrize(
    ("what", "lesson", "said"),
    [
        ((A, B), None, r"show\(a, b, lesson"),
        ((), None, "show a trace"),
        ((3,), None, "show a trace"),
        ((A, B), "no-such", "no lesson 'no-such'"),
        ((A, B, B, B), "gjk", "no place"),
        ((g.circle(1.0), g.box(1.0, 1.0)), "circle-circle", "circle"),  # the lesson's own refusal
        ((), "gjk", "which shapes"),
    ],
)
def test_what_cannot_be_shown_is_said(what: tuple[Any, ...], lesson: str | None, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        show(*what, lesson=lesson)


def test_a_notebook_gets_a_figure_that_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    told = TRACES["gjk"]._repr_html_()
    assert told == figure_of(TRACES["gjk"])
    document = html.unescape(re.search(r'srcdoc="(.*)"></iframe>', told, re.DOTALL)[1])  # type: ignore[index]
    assert document.count('<article class="step">') == len(TRACES["gjk"])
    assert not re.search(r"https?://(?!www\.w3\.org)", document)
    kernel = SimpleNamespace(kernel=None)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: kernel))  # type: ignore[arg-type]
    assert isinstance(viz.show(TRACES["gjk"]), Shown)


def test_without_viz_a_trace_is_a_line_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trace, "figure", None)
    assert TRACES["gjk"]._repr_html_() is None


def test_it_displays_itself_in_a_real_notebook() -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    cells = (
        "import geometry as g\nfrom viz import show\na, b = g.box(2, 1.4), g.circle(1, (2.5, 0.4))",
        "g.gjk.trace(a, b)",
        "show(a, b, lesson='axis-by-axis')",
        "g.winding.trace([(0, 0), (1, 0), (1, 1)])",
    )
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in cells])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = [cell.outputs[0].data["text/html"] for cell in book.cells[1:]]
    assert [re.search(r'title="(.*?)"', each)[1] for each in shown] == ["GJK", "Axis by axis", "winding"]  # type: ignore[index]
    assert all("srcdoc" in each for each in shown)
