"""Axis by axis: the numbers of its scenes, what is lit and named, what is asked, and what faulty searches cost."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import manifold
from geometry.feature import FeatureKind, FeatureRef
from lessons.separating_axes.axis_by_axis import NONE, AxisByAxis, Searched
from lessons.stories.sat import GAP, separation_of
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Area, Dot, Label, Stroke, Symbol
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = AxisByAxis()
WORLD, LEVEL = LESSON.panes


def moments(name: str, compare: str | None = None) -> list[Moment[Searched]]:
    preset = LESSON.presets[name]
    return moments_of(LESSON, preset.scene, preset.compare if compare is None else compare)


def edge(owner: str, index: int) -> FeatureRef:
    return FeatureRef(owner, FeatureKind.EDGE, index)


def said(moment: Moment[Searched]) -> str:
    return plain(LESSON.page(moment).sentence)


def lit(moment: Moment[Searched]) -> list[FeatureRef]:
    """The edge that is drawn broad."""
    canvas = Told.draw(WORLD, moment)
    broad = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    named = {m.points: m.feature for m in canvas.marks if hasattr(m, "feature") and hasattr(m, "points")}
    return [named[points] for points in broad if points in named]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Corner in an edge", "7 axes, no gap. The least overlap is 0.40, at edge 3 of B."),
        ("Apart", "A gap of 0.34 on axis 3 of 3."),
        ("Gap on the last axis", "A gap of 0.27 on axis 6 of 6."),
        ("Long edge", "4 axes, no gap. The least overlap is 0.32, at edge 2 of A."),
        ("Just touching", "2 axes, no gap. The least overlap is 0.00: they just touch, at edge 1 of A."),
        ("Parallel edges", "2 axes, no gap."),
        ("Contained", "5 axes, no gap. The least overlap is 1.41"),
        ("Edge normals miss the gap", "A gap of 0.11 on axis 3 of 3."),
        ("No early out", "A gap of"),
    ],
)
def test_what_the_search_finds(name: str, sentence: str) -> None:
    assert said(moments(name)[-1]).startswith(sentence)


def test_the_edge_that_is_lit_and_named_is_chapter_5_s_reference_edge() -> None:
    for name in ("Corner in an edge", "Long edge", "Parallel edges", "Contained"):
        moment = moments(name)[-1]
        a, b = moment.scene.a.world, moment.scene.b.world
        found = manifold(a, b).reference
        assert lit(moment) == [edge(found.owner.value, found.edge)]
        assert str(lit(moment)[0]) in said(moment)


def test_an_edge_that_faces_away_is_said_to_do_so_and_stays_thin() -> None:
    moment = moments("Apart")[2]
    assert said(moment) == "Edge 2 of A faces away, but its axis shows a gap of 0.34. Apart."
    assert lit(moment) == []
    texts = [m.text for m in Told.draw(WORLD, moment).marks if isinstance(m, Label) and m.style is TextStyle.BOLD]
    assert texts == ["edge 2 of A faces away"]


def test_the_first_steps_in_words() -> None:
    told = [said(moment) for moment in moments("Corner in an edge")]
    assert told[0].startswith("Edge 0 of A: the projections overlap by 0.62, the least so far.")
    assert told[6] == "Edge 3 of B: the projections overlap by 0.40, the least so far."
    assert told[8] == "Edge 3 of B is parallel to edge 1: the same axis, not tested again."


def test_the_slab_lies_between_the_end_of_one_projection_and_that_of_the_other() -> None:
    moment = moments("Corner in an edge")[6]
    a, b = moment.scene.a.world, moment.scene.b.world
    n = b.normals[3]
    low, high = sorted((float((a.points @ n).min()), float((b.points @ n).max())))
    slab = next(m for m in Told.draw(WORLD, moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP)
    along = np.array(slab.points) @ n
    assert (along.min(), along.max()) == pytest.approx((low, high))
    assert high - low == pytest.approx(-moment.step.separation)
    gap = next(m for m in Told.draw(WORLD, moments("Apart")[2]).marks if isinstance(m, Area) and m.ink is Ink.GAP)
    n = moments("Apart")[2].step.normal
    scene = moments("Apart")[2].scene
    along = np.array(gap.points) @ n
    assert along.min() == pytest.approx(float((scene.a.world.points @ n).max()))
    assert along.max() == pytest.approx(float((scene.b.world.points @ n).min()))


def test_bars_are_the_projections_of_the_shape_whose_ink_they_have() -> None:
    for moment in moments("Gap on the last axis")[:-1]:
        bars = {m.ink: m for m in Told.draw(WORLD, moment).marks if isinstance(m, Stroke) and m.line is Line.BAR}
        for ink, shape in ((Ink.A, moment.scene.a.world), (Ink.B, moment.scene.b.world)):
            start, end = map(np.array, bars[ink].points)
            n = (end - start) / math.hypot(*(end - start))
            along = shape.points @ n
            assert float(start @ n) == pytest.approx(float(along.min()))
            assert float(end @ n) == pytest.approx(float(along.max()))


def test_rings_stand_on_the_support_vertices() -> None:
    moment = moments("Gap on the last axis")[0]
    dots = [m for m in Told.draw(WORLD, moment).marks if isinstance(m, Dot)]
    for ink, shape in ((Ink.A, moment.scene.a.world), (Ink.B, moment.scene.b.world)):
        along = shape.points @ moment.step.axis.direction
        ends = {tuple(shape.points[int(i)].tolist()) for i in (along.argmin(), along.argmax())}
        assert {m.at for m in dots if m.ink is ink} == ends


def test_the_level_line_is_never_mirrored() -> None:
    """The outward normal that the world shows points to the right below it: A's edge has A on its left."""
    for name in LESSON.presets:
        for moment in moments(name)[:-1]:
            tested = LESSON.story.shown(moment)
            facing = LESSON.story.facing(moment, tested)
            bars = {m.ink: m for m in Told.draw(LEVEL, moment).marks if isinstance(m, Stroke) and m.line is Line.BAR}
            a, b = bars[Ink.A].points, bars[Ink.B].points
            if facing is not None:
                first, second = (a, b) if facing.owner == "A" else (b, a)
                assert first[1][0] - second[0][0] == pytest.approx(-tested.separation, abs=1e-9)


def test_the_table_has_the_ends_and_the_overlap() -> None:
    moment = moments("Corner in an edge")[6]
    table = LESSON.table(moment)
    assert table is not None
    assert [plain(row.cells[0]) for _, row in table.rows] == [
        *(f"edge {i}" for i in range(5)), "edges 0 and 2", "edges 1 and 3"
    ]  # fmt: skip
    step, row = table.rows[-1]
    n = moment.scene.b.world.normals[3]
    for cell, shape in zip(row.cells[1:3], (moment.scene.a.world, moment.scene.b.world), strict=True):
        along = shape.points @ n
        assert cell == f"{along.min():.2f} … {along.max():.2f}".replace("-", "−")
    assert plain(row.cells[3]) == "0.40"
    assert (step, row.ink, row.mark, row.feature) == (6, Ink.B, "the least so far", edge("B", 3))
    assert "**3**" in row.cells[0]
    assert "**1**" not in row.cells[0]


def test_symbols_of_the_formula_stand_in_the_figure() -> None:
    moment = moments("Corner in an edge")[3]
    canvas = Told.draw(WORLD, moment)
    assert [m.latex for m in canvas.marks if isinstance(m, Symbol)] == [r"\hat n"]
    words = [m.text for m in Told.draw(LEVEL, moment).marks if isinstance(m, Label)]
    assert {word.split()[0] for word in words if word[0] == "m"} == {"min", "max"}
    assert r"\min_B" in GAP


def test_the_early_out_spares_axes() -> None:
    page = LESSON.page(moments("Apart")[-1])
    assert "4 axes were never tested" in page.idea
    assert [plain(row.cells[0]) for row in page.rows] == ["4 axes"]
    assert len(moments("No early out")) > len(moments("Apart"))
    assert sum("gap" in plain(r.cells[3]) for _, r in LESSON.table(moments("No early out")[-1]).rows) == 3  # type: ignore[union-attr]


def asked(name: str) -> Click:
    found = LESSON.page(moments(name, "")[0]).prediction
    assert isinstance(found, Click)
    return found


def test_an_edge_whose_axis_shows_a_gap_is_right() -> None:
    question = asked("Gap on the last axis")
    assert question.right == {edge("B", 2)}
    assert plain(question.judge(edge("B", 2)).because) == "Its axis shows a gap of 0.27."
    wrong = question.judge(edge("A", 0))
    assert not wrong.right
    assert plain(wrong.because).startswith("On this axis the projections overlap by ")
    assert plain(question.judge(NONE).because) == "The axis of edge 2 of B shows a gap of 0.27."
    assert not question.judge(NONE).right
    assert not question.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right


def test_none_is_right_where_all_axes_overlap() -> None:
    question = asked("Corner in an edge")
    assert question.right == {NONE}
    assert plain(question.judge(NONE).because) == "No edge normal shows a gap: all overlap, by 0.40 or more."
    assert plain(question.judge(edge("B", 3)).because).startswith(
        "On this axis the projections overlap by 0.40: vertex "
    )


def test_the_reason_names_vertices_that_lie_beyond_each_other() -> None:
    scene = LESSON.presets["Gap on the last axis"].scene
    question = asked("Gap on the last axis")
    for index, n in enumerate(scene.a.world.normals):
        because = plain(question.judge(edge("A", index)).because)
        of_a = int(because.split("vertex ")[1].split()[0])
        of_b = int(because.split("vertex ")[2].split(" of")[0])
        apart = float(scene.b.world.points[of_b] @ n - scene.a.world.points[of_a] @ n)
        assert abs(apart) == pytest.approx(-separation_of(scene.a.world, scene.b.world, n))


@pytest.mark.parametrize(
    ("preset", "compare", "edge_of", "separation", "error"),
    [
        ("Long edge", "raw normals", ("A", 1), -0.63, 0.31),
        ("Gap on the last axis", "A’s edges only", None, -0.22, 0.49),
        ("Apart", "first overlap decides", ("A", 0), None, None),
    ],
)
def test_what_faulty_searches_cost(
    preset: str,
    compare: str,
    edge_of: tuple[str, int] | None,
    separation: float | None,
    error: float | None,
) -> None:
    moment = moments(preset, compare)[-1]
    found = moment.faulty
    if edge_of is not None:
        assert (found.axis.owner.value, found.axis.edge) == edge_of
    if separation is not None:
        assert found.separation == pytest.approx(separation, abs=0.005)
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    assert comparison.differs(moment)
    labels = [m.text for m in Told.draw(WORLD, moments(preset, compare)[0]).marks if isinstance(m, Label)]
    shown = next(text for text in labels if text.startswith(compare))
    if error is not None:
        assert shown == f"{compare}: error {error:.2f}"


def test_stopping_at_the_first_overlap_is_right_only_by_luck() -> None:
    moment = moments("Apart", "first overlap decides")[-1]
    assert moment.faulty.tested == 1
    assert moment.faulty.separation < 0.0 < moment.trace.result.separation


def test_the_challenge_is_met_by_a_place_in_front_of_edge_0() -> None:
    scene = LESSON.presets["Apart"].scene
    assert not LESSON.challenge(moments("Apart")[0]).reached
    normal = scene.a.world.normals[0]
    moved = scene.with_field("b", at(scene.b.shape, *(scene.a.pose.position + 3.0 * normal).tolist(), 18.0))
    assert LESSON.challenge(moments_of(LESSON, moved)[0]).reached
    assert not LESSON.challenge(moments_of(LESSON, moved.with_field("early_out", False))[0]).reached


def test_the_situation_tells_what_is_known() -> None:
    found = [plain(LESSON.situation(moment)) for moment in moments("Apart")]
    assert found[0] == "On the first axis the projections overlap."
    assert found[1] == "On the 2 axes tested so far the projections overlap."
    assert found[2] == "A and B are apart."
    assert found[3].startswith("A and B are 0.40 apart")
    assert plain(LESSON.situation(moments("Contained")[-1])) == "A contains B. They overlap by 1.41."
