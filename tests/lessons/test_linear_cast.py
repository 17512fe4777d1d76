"""The linear cast, against polygons that are moved and measured by shapely, and failing casts."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import MultiPoint, Point, Polygon

from geometry import Outcome, rounded, separation
from geometry.faulty.linear_cast import first_face, no_start_test, reversed_ray
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast_steps import (
    DifferenceFormed,
    FaceTested,
    FeatureHit,
    OriginMeasured,
    RayFormed,
)
from geometry.trace import Grouped
from lessons.motion.casts import Translating
from lessons.motion.linear_cast import LinearCast
from lessons.motion.linear_cast_faces import crossed_at, last_crossed
from lessons.motion.linear_cast_faulty import FIRST, NO_START, REVERSED
from lessons.motion.linear_cast_goals import AGREES, B_ALONE, LATER, PASS, SET_BACK, nearest
from lessons.stories.grouping import apart
from tests.lessons.figures import strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas, Crowd
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, Dot, FeatureMark, Label, Region, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Challenge, Click, Place
from viz.lesson.text import fixed, plain, tint

LESSON = LinearCast()
HITS = ["Both move", "Only A moves", "First face"]


def at(name: str, stage: str, compare: str = "", time: float | None = None) -> Moment[Translating]:
    moments = moments_of(LESSON, LESSON.presets[name].scene, compare)
    found = next(m for m in moments if LESSON.story.stage(m) == stage)
    return found if time is None else replace(found, time=time)


def drawn(moment: Moment[Any], pane: int = 1) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def labels(canvas: Canvas, ink: Ink) -> list[str]:
    return [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label) and mark.ink is ink]


def bodies(scene: Translating, t: float) -> tuple[Any, Any]:
    """As shapely has them at a time."""
    ends = (scene.a.world.points, scene.a_end.world.points), (scene.b.world.points, scene.b_end.world.points)
    radii = scene.a.shape.radius, scene.b.shape.radius
    a, b = (Polygon((1.0 - t) * start + t * end).buffer(r, 256) for (start, end), r in zip(ends, radii, strict=True))
    return a, b


def first_touch(scene: Translating) -> float:
    """The first time without a gap, by halving."""
    low, high = (
        0.0,
        next(t for t in np.linspace(0.0, 1.0, 201) if bodies(scene, t)[0].intersects(bodies(scene, t)[1])),
    )
    for _ in range(50):
        middle = (low + high) / 2.0
        a, b = bodies(scene, middle)
        low, high = (low, middle) if a.intersects(b) else (middle, high)
    return float(high)


def hull_of(scene: Translating) -> Any:
    a, b = scene.a.world.points, scene.b.world.points
    return MultiPoint([p - q for p in a for q in b]).convex_hull.buffer(
        scene.a.shape.radius + scene.b.shape.radius, 256
    )


@pytest.mark.parametrize("name", [*HITS, "Round corners"])
def test_the_impact_is_where_the_bodies_first_touch(name: str) -> None:
    moment = at(name, "Result")
    t = first_touch(moment.scene)
    assert moment.step.fraction == pytest.approx(t, abs=1e-5)
    assert f"at t = {fixed(t)},\nwith n̂ = (" in plain(LESSON.page(moment).sentence)
    assert plain(LESSON.situation(moment)) == f"A and B meet at t = {fixed(t)}."
    clock = LESSON.clock(moment)
    assert clock.impact == clock.ticks[-1] == moment.step.fraction
    assert set(clock.ticks[:-1]) == {0.0}
    (contact,) = [m.at for m in drawn(moment, 0).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    a, b = bodies(moment.scene, t)
    assert max(a.distance(Point(contact)), b.distance(Point(contact))) < 1e-4
    early = drawn(replace(moment, time=t / 2.0), 0)
    assert not [m for m in early.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    stroke = next(m for m in early.marks if isinstance(m, Stroke) and m.line is Line.OUTLINE and m.ink is Ink.A)
    assert MultiPoint(stroke.points).convex_hull.hausdorff_distance(bodies(moment.scene, t / 2.0)[0]) < 0.01


@pytest.mark.parametrize("name", list(LESSON.presets))
def test_the_origin_is_a_ball_on_its_rail(name: str) -> None:
    moment = at(name, "Origin moves", time=0.4)
    scene = moment.scene
    v = (scene.a_end.pose.position - scene.a.pose.position) - (scene.b_end.pose.position - scene.b.pose.position)
    rail = [m for m in drawn(moment).marks if isinstance(m, Crowd) and m.framed and m.ink is not Ink.B]
    ends = np.concatenate([m.segments for m in rail]).reshape(-1, 2)
    assert ends @ v == pytest.approx(np.clip(ends @ v, -float(v @ v) - 1e-9, 1e-9))
    assert (ends @ v).min() == pytest.approx(-float(v @ v))
    (ball,) = [m for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert ball.at == pytest.approx(tuple(-0.4 * v))
    assert [plain(label) for label in labels(drawn(moment), Ink.ANSWER)] == ["x(0.40)"]
    told = f"v = ({fixed(v[0])}, {fixed(v[1])}): the origin moves to ({fixed(-v[0])}, {fixed(-v[1])}). "
    assert plain(LESSON.page(moment).sentence).startswith(told)
    inside = hull_of(scene).contains(Point(0.0, 0.0))
    assert (
        inside
        is ("deep in A − B" in plain(LESSON.page(at(name, "Start")).sentence))
        is (name == "Overlap at the start")
    )
    ghosts = [
        m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.DOTTED and m.ink is Ink.QUIET
    ]
    (moved,) = [np.array(m.points) for m in ghosts]
    assert MultiPoint(moved - 0.4 * v).convex_hull.hausdorff_distance(hull_of(scene)) < 0.02


@pytest.mark.parametrize("name", HITS)
def test_the_last_front_face_is_the_entry(name: str) -> None:
    moment, entry = at(name, "Front faces"), at(name, "Entry face")
    scene, v = moment.scene, moment.scene.velocity
    corners = np.array(hull_of(replace(scene)).exterior.coords)[:-1]
    normals = [*scene.a.world.normals, *(-scene.b.world.normals)]
    times = {}
    for k, n in enumerate(normals):
        h = -float((corners @ n).max())
        times[f"A{k}" if k < len(scene.a.shape.points) else f"B{k - len(scene.a.shape.points)}"] = (
            h, float(v @ n), h / float(v @ n) if v @ n > 1e-9 else None,
        )  # fmt: skip
    table = LESSON.table(moment)
    assert table is not None
    rows = {row.cells[0]: row.cells[1:] for _, row in table.rows}
    latest = max(t for _, _, t in times.values() if t is not None)
    assert set(rows) == {face for face, (_, _, t) in times.items() if t is not None}, "of back faces there is no row"
    for face, cells in rows.items():
        h, speed, t = times[face]
        assert t is not None
        crossed = tint("< 0", Ink.QUIET) if t < 0.0 else fixed(t) if t < latest else f"**{fixed(t)}**"
        assert cells == (fixed(h), fixed(speed), crossed)
    for moved_on in (moment, entry, at(name, "Result")):
        now = LESSON.table(moved_on)
        assert now is not None
        (marked,) = now.current
        assert now.rows[marked][1].cells[3] == f"**{fixed(latest)}**", "the entry face is the row that is marked"
    passed = sum(t is not None and t < 0.0 for _, _, t in times.values())
    front = sum(t is not None for _, _, t in times.values())
    rest = f", {passed} of them passed (h < 0)" if passed else f" and {len(times) - front} back faces"
    last = max((t, face) for face, (_, _, t) in times.items() if t is not None)
    assert f"{last[1]}: t = " in plain(LESSON.page(moment).sentence)
    assert f"through face {last[1]}, at t = {fixed(last[0])}" in plain(LESSON.page(entry).sentence)
    (edge,) = [e for e in scene.figure.edges if last[1] == (f"A{e.of_a}" if e.of_a is not None else f"B{e.of_b}")]
    for each in (moment, entry, at(name, "Result")):
        (arrow,) = [m for m in drawn(each).marks if isinstance(m, Arrow)]
        off = np.subtract(arrow.start, edge.start)
        along = edge.end - edge.start
        assert abs(along[0] * off[1] - along[1] * off[0]) < 1e-9, "the normal stands on the last one"
        assert 0.0 < off @ along < along @ along
        assert last[1] in [m.text for m in drawn(each).marks if isinstance(m, Label) and m.style is TextStyle.BOLD]
    early = replace(at(name, "Result"), time=0.6 * last[0])
    assert not [m for m in drawn(early).marks if isinstance(m, Arrow)], "no contact yet, no normal of it"
    told = [m.text for m in drawn(moment).marks if isinstance(m, Label)]
    h, speed, _ = times[last[1]]
    assert f"$h$ = **{fixed(h)}**" in told
    assert rf"$v\cdot\hat n$ = {fixed(speed)}" in told
    heads = [m.end for m in drawn(moment, 0).marks if isinstance(m, Arrow)]
    ends = [end.world.centroid for end in (scene.a_end, scene.b_end) if end.pose.position.any()]
    assert all(any(math.dist(head, end) < 1e-9 for end in ends) for head in heads)
    assert plain(LESSON.page(moment).sentence).startswith(f"A − B has {front} front faces{rest}.\n")
    wanted = sorted(t for _, _, t in times.values() if t is not None and 0.0 <= t <= 1.0)
    for each in (moment, entry, at(name, "Result")):
        crossings = [m.at for m in drawn(each).marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
        assert sorted(-float(np.dot(p, v)) / float(v @ v) for p in crossings) == pytest.approx(wanted)
        assert r"\max_i" in LESSON.page(each).formula or each is moment
    lines = [m.ink for m in drawn(moment).marks if isinstance(m, Unbounded) and m.line is Line.DASHED]
    assert lines == [Ink.EXAMINED], "the line that decides is bright"
    faint = [m.points for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.CONSTRUCTION]
    assert len(faint) == len(wanted) - 1
    ends = [tuple(p) for e in scene.figure.edges for p in (e.start, e.end)]
    for start, end in faint:
        assert min(math.dist(start, p) for p in ends) < 1e-9, "from an end of its face"
        way = np.subtract(end, start)
        for e in scene.figure.edges:
            if all(abs(way[0] * (p - start)[1] - way[1] * (p - start)[0]) < 1e-9 for p in (e.start, e.end)):
                near = min(math.dist(e.start, end), math.dist(e.end, end))
                assert math.dist(start, end) == pytest.approx(near), "the nearer one"
        assert -float(np.dot(end, v)) / float(v @ v) in (pytest.approx(t) for t in wanted), "to the rail, no farther"
    for each in (moment, entry, at(name, "Result")):
        now = LESSON.table(each)
        assert now is not None
        told = [times[row.cells[0]][2] or 0.0 for _, row in now.rows]
        assert told == sorted(told), "in the order in which they are crossed: the last row decides"


@pytest.mark.parametrize("name", [*HITS, "Passing by", "Round corners"])
def test_the_upright_axis_does_not_cut_the_gap(name: str) -> None:
    (told,) = [m for m in drawn(at(name, "Start")).marks if isinstance(m, Label) and "$s$" in m.text]
    way = np.asarray(told.toward) / math.hypot(*told.toward)
    assert told.at[0] * (told.at[0] + 0.6 * way[0]) >= 0.0, "60 of the canvas's pixels, on one side of it"


def test_each_face_has_a_step_of_its_own() -> None:
    moment = at("Both move", "Front faces")
    assert isinstance(moment.step, Grouped)
    told = []
    for i, step in enumerate(moment.step.part):
        inner = Moment(moment.scene, moment.step.part, i, moment, "part")
        words = plain(LESSON.page(inner).sentence)
        told.append("back face" in words)
        speed = float(step.normal @ moment.scene.velocity)
        assert told[-1] is (speed <= 0.0) is (f"= {fixed(speed)} is not above 0" in words)
        assert any(isinstance(m, Symbol) and "hat n" in m.latex for m in drawn(inner).marks)
    assert sorted(told) == [False] * 5 + [True] * 3


@pytest.mark.parametrize("name", list(LESSON.presets))
def test_what_a_formula_or_a_row_counts_with_is_told_in_words(name: str) -> None:
    for moment in moments_of(LESSON, LESSON.presets[name].scene):
        page = LESSON.page(moment)
        if "t_k" in page.formula:
            assert "entry face, $k$" in page.idea.replace("**", "")
        if page.stage == "Front faces":
            assert "signed height $h$ over the face’s line" in page.idea, "some heights are negative"


def test_an_edge_is_as_long_as_its_face() -> None:
    assert LESSON.one_scale, "in both views"


def test_the_way_of_the_origin_is_asked() -> None:
    moment = at("Both move", "Difference")
    asked, v = LESSON.page(moment).prediction, moment.scene.velocity
    assert isinstance(asked, Place)
    crowds = [m for m in drawn(moment).marks if isinstance(m, Crowd) and m.ink is not Ink.B]
    assert not [m for m in crowds if len(m.segments) > 4], "no rail yet"
    size = math.hypot(*asked.right[0])
    for turn, words in (
        (0.0, "the origin moves by −v"),
        (10.0, "the origin moves by −v"),
        (14.0, "draw −v_B from the tip of v_A"),
        (180.0, "the other direction"),
    ):
        angle = math.atan2(-v[1], -v[0]) + math.radians(turn)
        verdict = asked.judge(((size * math.cos(angle), size * math.sin(angle)),))
        assert verdict.right is (turn < 12.0)
        assert words in plain(verdict.because)
        assert ("moved along the pink arrow" in verdict.because) is (turn == 14.0)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "space")
        arrow, *more = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert arrow.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
        assert [m.ink for m in more] == ([Ink.A, Ink.B, Ink.EXAMINED] if verdict.right else [Ink.FAULTY])
        assert not any(sign.isdigit() for sign in verdict.because if not verdict.right), "no number to turn it by"
        if not verdict.right:
            (mine,) = more
            assert np.subtract(mine.end, mine.start) == pytest.approx(-np.array(arrow.end)), "as A − B would move"
            assert hull_of(moment.scene).contains(Point(mine.start))
        else:
            by_a, by_b, whole = (np.subtract(m.end, m.start) for m in more)
            assert by_a + by_b == pytest.approx(whole), "v_A and −v_B end to end are v"
            assert math.hypot(*whole) == pytest.approx(size)
            assert by_a * math.hypot(*v) == pytest.approx(size * moment.scene.sweep_a.motion)
    for motion, words in ((-moment.scene.sweep_a.motion, "if only A moves"), (moment.scene.sweep_b.motion, "only B")):
        turned = math.degrees(math.acos(float(motion @ -v) / math.hypot(*motion) / math.hypot(*v)))
        assert turned > 30.0, "who leaves a body out is seen to be wrong"
        alone = asked.judge((tuple((size * motion / math.hypot(*motion)).tolist()),))
        assert not alone.right
        assert words in alone.because
    assert isinstance(LESSON.page(at("Only A moves", "Difference", REVERSED)).prediction, Place)


def test_the_vertex_that_meets_the_edge_is_the_one_in_contact() -> None:
    moment, scene = at("Both move", "Entry face"), LESSON.presets["Both move"].scene
    asked, t = LESSON.page(moment).prediction, first_touch(scene)
    assert isinstance(asked, Click)
    a, b = bodies(scene, t)
    near = [Point(p).distance(b) for p in a.exterior.coords[:-1]]
    k = near.index(min(near))
    points = [tuple(p) for p in a.exterior.coords[:-1]]
    k = [tuple(np.round(p, 6)) for p in scene.at(t)[0].points].index(tuple(np.round(points[k], 6)))
    assert asked.right == {FeatureRef("A", FeatureKind.VERTEX, k)}
    assert "edge 2 of B" in plain(asked.text)
    assert plain(LESSON.page(at("Both move", "Result")).sentence).startswith(f"Edge 2 of B meets vertex {k} of A")
    for j in range(5):
        verdict = asked.judge(FeatureRef("A", FeatureKind.VERTEX, j))
        assert verdict.right is (j == k)
        if j != k:
            n = at("Both move", "Entry face").step.normal
            beyond = float((scene.a.world.points[k] - scene.a.world.points[j]) @ n)
            assert plain(verdict.because) == (
                f"When vertex {j} meets the line of edge 2 of B, vertex {k} is already {fixed(beyond)} beyond it."
            )
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "world")
            assert fixed(beyond) in labels(canvas, Ink.FAULTY)
    other = asked.judge(FeatureRef("B", FeatureKind.VERTEX, k))
    assert not other.right
    assert "Face B2 is made of edge 2 of B and one vertex of A" in plain(other.because)
    assert drawn(replace(moment, is_open=True, time=t), 0).marks == drawn(replace(moment, time=0.0), 0).marks


def test_passing_and_round_corners() -> None:
    last = at("Passing by", "Result")
    times = np.linspace(0.0, 1.0, 101)
    assert min(a.distance(b) for a, b in (bodies(last.scene, t) for t in times)) > 0.0
    assert "crossed beyond the face’s ends: no impact." in plain(LESSON.page(last).sentence)
    least = min(a.distance(b) for a, b in (bodies(last.scene, t) for t in np.linspace(0.0, 1.0, 4001)))
    assert LESSON.situation(last) == f"A and B never meet: the least gap is {fixed(least)}."
    assert fixed(least) in labels(drawn(last), Ink.GAP), "and stands at its mark"
    (front,) = [m for m in drawn(last).marks if isinstance(m, Unbounded) and m.ink is Ink.EXAMINED]
    v = last.scene.velocity
    rings = [m for m in drawn(last).marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
    ring = max(rings, key=lambda m: -float(np.dot(m.at, v)))
    assert len(rings) == 3
    assert r"\max_i" in LESSON.page(last).formula
    t = -float(np.dot(ring.at, v)) / float(v @ v)
    assert ring.at == pytest.approx(tuple(-t * v))
    n = np.array((front.direction[1], -front.direction[0]))
    assert np.dot(np.subtract(ring.at, front.through), n) == pytest.approx(0.0, abs=1e-9)
    assert f"t = {fixed(t)}, beyond the end" in labels(drawn(last), Ink.EXAMINED)
    assert hull_of(last.scene).distance(Point(ring.at)) > 0.01
    corners, entry = at("Round corners", "Corners"), at("Round corners", "Entry face")
    k = entry.step.corner
    t = first_touch(corners.scene)
    assert f"w_{k} is met first, at t = {fixed(t)}." in plain(LESSON.page(corners).sentence).replace("{", "").replace(
        "}", ""
    )
    assert math.hypot(*(entry.step.place - corners.scene.figure.points[k])) == pytest.approx(0.6)
    crossed = [s.fraction for s in apart(corners.seen) if isinstance(s, FaceTested) and s.fraction is not None]
    assert max(crossed) < t - 0.05, "no face decides"
    for moment in (corners, entry, at("Round corners", "Result")):
        table = LESSON.table(moment)
        assert table is not None
        (marked,) = table.current
        assert table.rows[marked][1].cells == (f"arc at $w_{{{k}}}$", "", "", f"**{fixed(t)}**")
        assert sum("**" in row.cells[3] for _, row in table.rows) == 1, "no face decides"
        assert "$R$ = 0.60" in [m.text for m in drawn(moment).marks if isinstance(m, Label)], (
            "a length has its number"
        )
    assert "arc’s centre" in LESSON.page(at("Round corners", "Result")).idea
    assert f"the arc at w_{k}" in plain(LESSON.page(entry).sentence)


@pytest.mark.parametrize(
    ("name", "compare", "words"),
    [
        ("Only A moves", REVERSED, "along v it finds no hit. A and B meet at t = {true}."),
        (
            "First face",
            FIRST,
            "it stops at the line of B3, at t = {t}. The origin is then still {height} in front of A1.",
        ),
        (
            "Overlap at the start",
            NO_START,
            "the last line is crossed at t = {t}, before the start: no hit. A and B overlap at t = 0.",
        ),
    ],
)
def test_a_faulty_cast_fails_and_says_how(name: str, compare: str, words: str) -> None:
    moment = at(name, "Result", compare)
    scene, faulty, preset = moment.scene, moment.faulty, LESSON.presets[name]
    t, v = faulty.crossed or 0.0, scene.velocity
    n, top = scene.a.world.normals[1], np.array(hull_of(scene).exterior.coords)
    height = -float((top @ n).max()) - t * float(v @ n)
    told = words.format(true=fixed(moment.step.fraction), t=fixed(t), height=fixed(height))
    assert plain(LESSON.situation(moment)) == f"{compare.capitalize()}: {told}"
    assert preset.compare == compare
    kinds = {REVERSED: RayFormed, FIRST: FeatureHit, NO_START: OriginMeasured}
    opens = preset.opens_at(moment.trace)
    assert isinstance(moment.trace.steps[opens], kinds[compare])
    for i, each in enumerate(moments_of(LESSON, scene, compare)):
        wrong = [m for pane in (0, 1) for m in drawn(each, pane).marks if getattr(m, "ink", None) is Ink.FAULTY]
        assert bool(wrong) is (i >= opens), "not before the step that the rule has the wrong way"
        assert (compare.capitalize() in LESSON.situation(each)) is (i >= opens)
    wrong = [m for m in drawn(moment).marks if getattr(m, "ink", None) is Ink.FAULTY]
    ghosts = [m for m in drawn(moment, 0).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    assert len(ghosts) == (2 if compare == FIRST else 0)
    if compare == REVERSED:
        (arrow,) = [m for m in wrong if isinstance(m, Arrow)]
        assert arrow.end[0] * v[1] == pytest.approx(arrow.end[1] * v[0])
        assert float(np.dot(arrow.end, v)) > 0.0
        return
    (cross,) = [m for m in wrong if isinstance(m, Dot)]
    assert cross.at == pytest.approx(tuple(-t * v))
    (line,) = [m for m in wrong if isinstance(m, Unbounded)]
    off = np.subtract(cross.at, line.through)
    assert abs(off[0] * line.direction[1] - off[1] * line.direction[0]) < 1e-9, "the line goes through the cross"
    assert line.line is Line.DOTTED
    if compare == FIRST:
        assert "line of B3" in labels(drawn(moment), Ink.FAULTY)
        assert fixed(height) in labels(drawn(moment), Ink.GAP)
        ends = [m.points for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.GAP]
        spans = [np.subtract(q, p) for p, q in ends if p == pytest.approx(cross.at)]
        assert any(way == pytest.approx(-height * n) for way in spans), "the measured length"
    else:
        assert t < 0.0
        assert faulty.fraction is None


@pytest.mark.parametrize(
    ("name", "compare", "words"),
    [
        ("Only A moves", REVERSED, "A ray from the origin along v does not enter A − B: the rule reports no hit."),
        (
            "First face",
            FIRST,
            "The line of B3 is crossed at t = {t}: the rule reports a hit. There A and B are {s} apart.",
        ),
        (
            "Overlap at the start",
            NO_START,
            "The last line, that of B0, was crossed at t = {t}. That is before t = 0, so the rule reports no hit.",
        ),
    ],
)
def test_beside_a_faulty_cast_the_panel_tells_that_rule(name: str, compare: str, words: str) -> None:
    right, moment = at(name, "Result"), at(name, "Result", compare)
    a, b = bodies(moment.scene, moment.faulty.crossed or 0.0)
    page = LESSON.page(moment)
    assert plain(page.sentence) == words.format(t=fixed(moment.faulty.crossed or 0.0), s=fixed(a.distance(b)))
    assert page.idea.startswith(f"**{compare.capitalize()}**")
    assert r"\faulty" in page.formula
    assert page.formula != LESSON.page(right).formula
    table = LESSON.table(moment)
    if compare == FIRST:
        assert table is not None
        (marked,) = table.current
        times = [row.cells[3] for _, row in table.rows]
        assert times[marked] == f"**{min(t.strip('*') for t in times if '<' not in t)}**"
        assert sum("**" in t for t in times) == 1
        assert [row.faulty for _, row in table.rows] == [i == marked for i in range(len(times))]
    else:
        assert table is None
    if compare == NO_START:
        elsewhere = at("Both move", "Result", compare), at("Both move", "Result")
        assert LESSON.page(elsewhere[0]).idea == LESSON.page(elsewhere[1]).idea, "where it is right nothing is told"


def test_names_come_with_the_faces_that_are_told() -> None:
    def names(stage: str, pane: int) -> int:
        styles = TextStyle.NUMBER, TextStyle.VERTEX
        return sum(isinstance(m, Label) and m.style in styles for m in drawn(at("Both move", stage), pane).marks)

    assert [names(stage, pane) for stage in ("Difference", "Origin moves", "Start") for pane in (0, 1)] == [0] * 5 + [
        8
    ]
    assert names("Front faces", 0) == 2 * (5 + 3)
    assert names("Front faces", 1) == 5 + 3 - 1, "the one in use is in bold"


@pytest.mark.parametrize("name", list(LESSON.presets))
def test_a_reader_divides_what_the_table_shows(name: str) -> None:
    table = LESSON.table(moments_of(LESSON, LESSON.presets[name].scene)[-1])
    for _, row in () if table is None else table.rows:
        h, speed, t = (plain(cell).replace("−", "-") for cell in row.cells[1:])
        if h and t != "< 0":
            assert float(t) == pytest.approx(float(h) / float(speed), abs=0.0101)


def test_the_reversed_ray_is_as_long_as_v() -> None:
    for stage in ("Origin moves", "Result"):
        moment = at("Only A moves", stage, REVERSED)
        (ray,) = [m for m in drawn(moment).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
        assert ray.start == (0.0, 0.0)
        assert ray.end == pytest.approx(moment.scene.velocity), "its head is its end"


def test_the_reversed_ray_that_finds_a_hit_is_marked_on_its_own_side() -> None:
    scene = LESSON.presets["Both move"].scene
    away = replace(scene, a_end=scene.a.moved(-scene.sweep_a.motion), b_end=scene.b.moved(-scene.sweep_b.motion))
    last = moments_of(LESSON, away, REVERSED)[-1]
    (cross,) = [m for m in drawn(last).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    t = last.faulty.fraction
    assert cross.at == pytest.approx(tuple(t * away.velocity)), "along v"
    assert plain(LESSON.situation(last)) == (
        f"Reversed ray: along v it finds a hit at t = {fixed(t)}. A and B never meet."
    )


@pytest.mark.parametrize("name", [*HITS, "Passing by", "Round corners", "Overlap at the start"])
def test_the_rail_is_green_while_free_and_red_inside(name: str) -> None:
    for each in moments_of(LESSON, LESSON.presets[name].scene):
        rail = [
            m
            for m in drawn(each).marks
            if isinstance(m, Crowd) and m.framed and m.ink is not Ink.B and m.opacity > 0.0
        ]
        known = isinstance(each.step, FeatureHit | TimeOfImpact)
        assert {m.ink for m in rail} <= ({Ink.GAP, Ink.OVERLAP, Ink.QUIET} if known else {Ink.EXAMINED})
        inside = hull_of(each.scene)
        for stretch in rail if known else ():
            middle = Point(stretch.segments.reshape(-1, 2)[2:-2].mean(axis=0))
            assert inside.contains(middle) is (stretch.ink is Ink.OVERLAP)


@pytest.mark.parametrize("name", HITS)
def test_all_in_front_of_the_face_that_decides_is_shown_as_outside(name: str) -> None:
    for stage in ("Entry face", "Result"):
        moment = at(name, stage)
        scene, hit = moment.scene, moment.latest(FeatureHit)
        (front,) = [m for m in drawn(moment).marks if isinstance(m, Region)]
        assert front.ink is Ink.GAP
        (through,), (inward,) = np.array(front.through), np.array(front.normals)
        assert ((np.array(hull_of(scene).exterior.coords) - through) @ inward >= -1e-3).all(), "none of A − B"
        v = scene.velocity
        for t, is_outside in ((0.0, True), (hit.fraction - 1e-3, True), (hit.fraction + 1e-3, False)):
            assert bool((-t * v - through) @ inward < 0.0) is is_outside, "the origin, until it crosses that line"
    assert not [m for m in drawn(at(name, "Front faces")).marks if isinstance(m, Region)], "not before it is known"


def test_the_origin_keeps_its_name_and_its_start_a_ring() -> None:
    for time, told_ in ((0.0, "origin"), (0.3, "origin, t = 0.30")):
        canvas = drawn(at("Both move", "Result", time=time))
        assert told_ in labels(canvas, Ink.ANSWER)
        start = [m for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.QUIET]
        assert [m.at for m in start] == ([(0.0, 0.0)] if time else []), "while the ball is not there"


def test_two_crossings_side_by_side_have_both_their_times() -> None:
    assert "t = 0.30 and 0.31" in labels(drawn(at("Passing by", "Result")), Ink.EXAMINED)


def test_edges_from_b_are_as_broad_as_edges_from_a() -> None:
    for moment in moments_of(LESSON, LESSON.presets["Both move"].scene):
        dashes = [m for m in drawn(moment).marks if isinstance(m, Crowd) and m.ink is Ink.B]
        assert [m.line for m in dashes] == [Line.OUTLINE], "one mark for all of them"
        edges = [edge for edge in moment.scene.figure.edges if edge.of_b is not None]
        for edge in edges:  # whole dashes at both ends
            for end in (edge.start, edge.end):
                assert np.hypot(*(dashes[0].segments.reshape(-1, 2) - end).T).min() < 1e-9


def test_shapes_that_touch_at_the_start_are_no_miss() -> None:
    scene = LESSON.presets["Only A moves"].scene
    upright = replace(scene.b, pose=scene.b.pose.moved((0.2, -0.8)))
    touching = Translating(upright, upright.moved((0.0, 2.5)), scene.b, scene.b)
    assert no_start_test(*touching.cast).fraction == 0.0
    last = moments_of(LESSON, touching)[-1]
    assert plain(LESSON.situation(last)) == "A and B touch at the start."
    assert plain(LESSON.page(last).sentence) == "A and B are in contact at the start: t = 0."


def test_the_faulty_casts_are_right_elsewhere() -> None:
    for name in ("Both move", "Round corners"):
        assert no_start_test(*LESSON.presets[name].scene.cast).fraction == at(name, "Result").step.fraction
    for name in ("Passing by", "Overlap at the start"):
        result = at(name, "Result").step
        assert isinstance(result, TimeOfImpact)
        assert (reversed_ray(*LESSON.presets[name].scene.cast).fraction is None) is (
            result.outcome is Outcome.SEPARATED
        )
    assert first_face(*LESSON.presets["Overlap at the start"].scene.cast).fraction == 0.0


@pytest.mark.parametrize("name", HITS)
def test_what_meets_is_marked_in_the_world(name: str) -> None:
    moment = at(name, "Result")
    canvas, step = drawn(moment, 0), moment.step
    a, b = bodies(moment.scene, first_touch(moment.scene))
    (edge,) = [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    assert arrow.start == pytest.approx(tuple(step.on_a))
    way = np.subtract(arrow.end, arrow.start)
    assert abs(float(np.dot(way, edge[1] - edge[0]))) < 1e-9, "across the edge"
    assert np.dot(way, np.subtract(b.centroid.coords[0], a.centroid.coords[0])) > 0.0, "from A to B"
    for point in edge:
        assert min(a.exterior.distance(Point(point)), b.exterior.distance(Point(point))) < 1e-6
    names = {m.text for m in canvas.marks if isinstance(m, Label) and m.style is not TextStyle.LETTER}
    edge, vertex = plain(LESSON.page(moment).sentence).split(" at t")[0].split(" meets vertex ")
    assert names == {edge.split()[1], f"v{vertex.split()[0]}"}, "only what meets is named"
    assert not [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.END], "the motion is over"
    early = drawn(replace(moment, time=0.1), 0)
    assert len([m for m in early.marks if isinstance(m, Arrow)]) == 2 - (name == "Only A moves"), "the velocities"


def test_the_end_of_the_rail_is_held_in_difference_space() -> None:
    moment = replace(at("Both move", "Origin moves"), time=0.4)
    scene, v, take = moment.scene, moment.scene.velocity, LESSON.panes[1].take
    assert take is not None
    by = np.array((0.3, -0.2))
    follow = take(moment, -v)
    assert follow is not None
    moved = follow(scene, -v, -v + by)
    assert isinstance(moved, Translating)
    assert -moved.velocity == pytest.approx(-v + by), "the rail's end follows the pointer"
    assert moved.b_end is scene.b_end
    assert take(moment, -0.7 * v) is None, "neither the ball nor the end"
    assert take(moment, np.zeros(2)) is None, "the ball has left"
    assert take(replace(at("Both move", "Difference"), time=0.4), -v) is None, "there is no rail yet"


def test_the_ball_is_held_and_sets_the_time() -> None:
    moment = replace(at("Both move", "Origin moves"), time=0.4)
    scene, v, take = moment.scene, moment.scene.velocity, LESSON.panes[1].take
    assert take is not None
    aside = 0.02 * np.array((v[1], -v[0]))
    follow = take(moment, -0.41 * v + aside)
    assert follow is not None
    for t in (0.0, 0.4, 0.9):
        to = -(t + 0.01) * v + 4.0 * aside
        assert follow(scene, -0.41 * v + aside, to) == pytest.approx(t), "with the grab offset, and along the rail"
    hidden = replace(moment, is_open=True)
    assert take(hidden, -0.4 * v) is None, "while a prediction is open the ball waits at the start"


def test_parallel_edges_meet_as_edges() -> None:
    scene = LESSON.presets["Only A moves"].scene
    slab, upright = scene.b, replace(scene.b, pose=scene.b.pose.moved((0.2, -2.6)))
    level = Translating(upright, upright.moved((0.0, 2.5)), slab, slab)
    (entry, last) = moments_of(LESSON, level)[-2:]
    assert plain(LESSON.page(last).sentence).startswith("Edge 2 of A meets edge 0 of B at t = 0.72")
    assert "through face A2 + B0" in plain(LESSON.page(entry).sentence)
    assert LESSON.page(entry).prediction is None


def goal_of(scene: Translating) -> Challenge:
    return LESSON.challenge(moments_of(LESSON, scene)[0])


def shifted(scene: Translating, by: Any, v_a: Any, v_b: Any) -> Translating:
    """A moved, and other velocities."""
    a = scene.a.moved(np.array(by))
    return replace(scene, a=a, a_end=a.moved(np.array(v_a)), b_end=scene.b.moved(np.array(v_b)))


def test_the_challenge_wants_a_hit_of_the_reversed_ray_alone() -> None:
    scene = LESSON.presets["Both move"].scene
    away = replace(scene, a_end=scene.a.moved(-scene.sweep_a.motion), b_end=scene.b.moved(-scene.sweep_b.motion))
    assert not goal_of(scene).reached
    assert goal_of(away).reached


def test_each_scene_has_a_goal_of_its_own() -> None:
    scenes = {name: preset.scene for name, preset in LESSON.presets.items()}
    goals = {name: goal_of(scene) for name, scene in scenes.items()}
    assert len({goal.text for goal in goals.values()}) == len(goals)
    for scene in scenes.values():
        for other in scenes.values():
            assert not goal_of(replace(scene, goal=other.goal)).reached, "no scene reaches the goal of any"


def test_b_moves_instead_of_a() -> None:
    scene = LESSON.presets["Only A moves"].scene
    still = np.zeros(2)
    assert goal_of(shifted(scene, still, still, -scene.velocity)).reached
    assert not goal_of(shifted(scene, still, still, scene.velocity)).reached, "the other sign"
    assert plain(goal_of(shifted(scene, still, still, scene.velocity)).now) == "the path’s end is 5.83 off"
    assert plain(goal_of(scene).now) == "A still moves by 2.92"


def test_the_first_face_is_right_where_the_origin_is_in_front_of_one() -> None:
    scene = LESSON.presets["First face"].scene
    start, n = shifted(scene, (0.0, 0.0), (1.3, 1.7), (-0.4, -1.9)), at("First face", "Result").step.normal
    hit = at("First face", "Result")
    face = hit.scene.figure.edges[hit.latest(FeatureHit).face]
    middle = (face.start + face.end) / 2.0
    facing = shifted(start, -middle - 0.3 * n, 2.0 * n, (0.0, 0.0))  # the origin 0.3 in front of its middle
    assert facing.separation_at_start == pytest.approx(0.3, abs=0.01)
    assert goal_of(facing).reached
    assert plain(goal_of(scene).now) == "rule: t = 0.26, true: t = 0.54"


def test_a_passes_b_closely_on_the_other_side() -> None:
    scene = LESSON.presets["Passing by"].scene
    times = np.linspace(0.0, 1.0, 401)

    def least(each: Translating) -> float:
        return min(a.distance(b) for a, b in (bodies(each, t) for t in times))

    assert plain(goal_of(scene).now) == f"{fixed(least(scene))} apart, on this side"
    sides = scene.figure.points @ np.array((scene.velocity[1], -scene.velocity[0])) / math.hypot(*scene.velocity)
    across = np.array((scene.velocity[1], -scene.velocity[0])) / math.hypot(*scene.velocity)
    for by, told, reached in (
        (-sides.min() + 0.05, "0.05 apart, on the other side", True),
        (-sides.max() - 0.05, "0.05 apart, on this side", False),
        (-sides.min() + 0.3, "0.30 apart, on the other side", False),
    ):
        other = shifted(scene, by * across, scene.sweep_a.motion, scene.sweep_b.motion)
        assert nearest(other) == pytest.approx(least(other), abs=2e-3)
        assert (plain(goal_of(other).now), goal_of(other).reached) == (told, reached)


def test_an_arc_is_entered_long_after_the_last_line() -> None:
    scene = LESSON.presets["Round corners"].scene
    assert plain(goal_of(scene).now) == "0.06 more"
    ways = [(e.end - e.start) / math.dist(e.end, e.start) for e in scene.figure.edges]
    turn = [float(ways[i] @ ways[(i + 1) % 8]) for i in range(8)]
    edge = scene.figure.edges[turn.index(min(turn))]  # at its end A − B turns by nearly a right angle
    along = (edge.end - edge.start) / math.dist(edge.end, edge.start)
    n = np.array((along[1], -along[0]))
    w = edge.end  # the corner at its end: the origin comes back along the face, a little below its line
    start = w + 1.3 * along + (scene.figure.radius - 0.05) * n
    slow = shifted(scene, -start, 1.2 * along, (0.0, 0.0))
    assert goal_of(slow).reached
    t = first_touch(slow)
    assert plain(goal_of(slow).now).endswith(" more")
    assert moments_of(LESSON, slow)[-1].step.fraction == pytest.approx(t, abs=2e-3)


def test_a_is_set_back_until_the_impact_is_at_half_the_motion() -> None:
    scene = LESSON.presets["Overlap at the start"].scene
    rule = no_start_test(*scene.cast)
    back = shifted(scene, -(0.5 - (rule.crossed or 0.0)) * scene.velocity, scene.sweep_a.motion, scene.sweep_b.motion)
    assert first_touch(back) == pytest.approx(0.5, abs=1e-3)
    assert goal_of(back).reached
    assert goal_of(scene).now == "overlap at the start"


def test_the_line_crossed_first_is_asked_before_faces_are_told() -> None:
    moment = at("Both move", "Start")
    asked, scene, v = LESSON.page(moment).prediction, moment.scene, moment.scene.velocity
    assert isinstance(asked, Click)
    hull, crossed = np.array(hull_of(scene).exterior.coords), {}
    for i, edge in enumerate(scene.figure.edges):
        along = edge.end - edge.start
        n = np.array((along[1], -along[0])) / math.hypot(*along)
        if n @ v > 0.0:
            crossed[i] = -float((hull @ n).max()) / float(n @ v)
    first = min((i for i, t in crossed.items() if t > 0.0), key=lambda i: crossed[i])
    assert asked.right == {FeatureRef("A − B", FeatureKind.EDGE, first)}
    assert first != at("Both move", "Entry face").step.face, "not the one that the path is seen to enter"
    marks_ = {m.feature for m in drawn(moment).marks if isinstance(m, FeatureMark)}
    assert marks_ == {FeatureRef("A − B", FeatureKind.EDGE, i) for i in range(8)}, "all can be clicked"
    for i in range(8):
        verdict, t = asked.judge(FeatureRef("A − B", FeatureKind.EDGE, i)), crossed.get(i, -1.0)
        assert verdict.right is (i == first)
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "space")
        assert len([m for m in canvas.marks if isinstance(m, Unbounded)]) == 1, "the line of the face clicked"
        if t < 0.0:
            assert "behind the line" in verdict.because
            continue
        (ring,) = [m for m in canvas.marks if isinstance(m, Dot)]
        assert ring.at == pytest.approx(tuple(-t * v))
        assert f"t = {fixed(t)}" in labels(canvas, ring.ink)
    assert "still in front of A0 and B2: it is outside" in asked.judge(min(asked.right, key=str)).because
    assert LESSON.page(at("Both move", "Start", REVERSED)).prediction is None
    assert LESSON.page(at("Passing by", "Start")).prediction is None


def test_the_lines_of_a_rounded_difference_lie_its_radius_farther_out() -> None:
    sharp = LESSON.presets["Both move"].scene
    bodies_ = {name: getattr(sharp, name) for name in ("a", "a_end", "b", "b_end")}
    scene = replace(sharp, **{k: replace(body, shape=rounded(body.shape, 0.1)) for k, body in bodies_.items()})
    moment = next(m for m in moments_of(LESSON, scene) if LESSON.page(m).stage == "Start")
    asked, v, hull = LESSON.page(moment).prediction, scene.velocity, scene.figure.points
    assert isinstance(asked, Click)
    shown = {m.feature.index: m.points for m in drawn(moment).marks if isinstance(m, FeatureMark)}
    for i, edge in enumerate(scene.figure.edges):
        along = edge.end - edge.start
        n = np.array((along[1], -along[0])) / math.hypot(*along)
        assert shown[i] == (pytest.approx(edge.start + 0.2 * n), pytest.approx(edge.end + 0.2 * n))
        t = -(float((hull @ n).max()) + 0.2) / float(n @ v)
        if n @ v <= 0.0 or t < 0.0:
            continue
        canvas, verdict = Canvas(0.01), asked.judge(FeatureRef("A − B", FeatureKind.EDGE, i))
        assert verdict.draw is not None
        verdict.draw(canvas, "space")
        (ring,) = [m for m in canvas.marks if isinstance(m, Dot)]
        assert ring.at == pytest.approx(tuple(-t * v))


def test_in_motion_nothing_is_named_in_the_world() -> None:
    for t, count in ((0.0, 16), (0.3, 0)):
        styles = TextStyle.NUMBER, TextStyle.VERTEX
        canvas = drawn(replace(at("Both move", "Result"), time=t), 0)
        assert sum(isinstance(m, Label) and m.style in styles for m in canvas.marks) == count
    named = [
        m.text for m in drawn(at("Both move", "Result")).marks if isinstance(m, Label) and m.style is TextStyle.NUMBER
    ]
    assert sorted(named) == ["A0", "A1", "A4", "B1"], "faces of which the table has a row"


def test_what_passes_is_told_why() -> None:
    last = at("Passing by", "Result")
    scene, v = last.scene, last.scene.velocity
    assert "in front of a back face" in LESSON.page(last).idea
    x = -(last_crossed(last).fraction or 0.0) * v
    normals = [(e.start, np.array((e.end - e.start)[::-1] * (1.0, -1.0))) for e in scene.figure.edges]
    ahead = [n for start, n in normals if float((x - start) @ n) > 1e-9]
    assert ahead
    assert all(float(n @ v) <= 0.0 for n in ahead)


def test_a_turned_end_turns_the_other() -> None:
    scene = LESSON.presets["Both move"].scene
    turned = scene.with_field("b_end", scene.b_end.turned(4.0))
    assert turned.b.pose.angle == turned.b_end.pose.angle
    assert not turned.turns
    assert separation(*turned.at(0.0)) == separation(turned.a.world, turned.b.world)
    assert isinstance(LESSON.run(turned).steps[0], DifferenceFormed)


def test_the_formula_of_the_entry_face_reports_no_hit_where_there_is_none() -> None:
    """The last line within the motion alone would be a hit where the origin passes: its face has to hold x(t)."""
    formula = LESSON.page(at("Both move", "Entry face")).formula
    assert r"\answer{x}(t)\in\text{face }k" in formula
    for name in LESSON.presets:
        found = moments_of(LESSON, LESSON.presets[name].scene, "")[-1]
        last = last_crossed(found)
        if last is None:
            continue
        holds = last.on_face and 0.0 <= crossed_at(last) <= 1.0
        hit = found.first(FeatureHit)
        assert holds is (hit is not None and hit.face is not None), name


def test_where_the_last_line_is_crossed_beyond_its_face_a_back_face_is_lit() -> None:
    last = moments_of(LESSON, LESSON.presets["Passing by"].scene, "")[-1]
    scene, told = last.scene, last_crossed(last)
    assert told is not None
    x = -crossed_at(told) * scene.velocity
    canvas = drawn(last)
    (name,) = [words for words in labels(canvas, Ink.GAP) if words.startswith("back face ")]
    lit = [s for s in strokes(canvas, Ink.GAP, Line.FEATURE) if len(s.points) == 2]
    (ends,) = [np.array(s.points) for s in lit]
    way = ends[1] - ends[0]
    n = np.array((way[1], -way[0])) / np.hypot(*way)
    n = n if float(n @ (ends[0] - scene.figure.points.mean(axis=0))) > 0.0 else -n
    assert float(n @ (x - ends[0])) > 0.0, "the origin is in front of it"
    assert float(n @ scene.velocity) <= 0.0, "and moves away from it"
    assert name.removeprefix("back face ")[0] in "AB"


def test_a_named_crossing_is_joined_to_its_words() -> None:
    canvas = drawn(at("Both move", "Result"))
    rings = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
    named = [words for words in labels(canvas, Ink.EXAMINED) if words.startswith("t = ")]
    ticks = [
        s for s in strokes(canvas, Ink.EXAMINED, Line.THIN) if any(np.allclose(s.points[0], at_) for at_ in rings)
    ]
    assert len(ticks) == len(named) > 0


def test_where_a_goal_stands_is_told_without_formulas() -> None:
    """That line of its card is plain: a formula would show its signs."""
    scenes = [preset.scene for preset in LESSON.presets.values()]
    later = [replace(scene, goal=goal) for scene in scenes for goal in (AGREES, PASS, LATER, SET_BACK, B_ALONE, "")]
    told = [goal_of(scene).now for scene in later]
    assert any("they meet at t = " in now for now in told)
    assert not any("$" in now for now in told)


def test_a_crossing_keeps_clear_of_the_normal() -> None:
    """Its time does not stand beside n̂, as if it were its factor."""
    canvas = drawn(at("Both move", "Result"))
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    times = [m for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.EXAMINED and "$t$" in m.text]
    assert len(times) == 2
    for mark in times:
        way = np.array(mark.toward) / math.hypot(*mark.toward)
        assert math.dist(np.array(mark.at) + 0.3 * way, arrow.end) >= 0.6


def test_the_world_is_quiet() -> None:
    """Where the bodies end comes with the origin's path; where they began, with the answer alone."""

    def ghosts(moment: Moment[Any], line: Line) -> int:
        return sum(isinstance(m, Stroke) and m.line is line for m in drawn(moment, 0).marks)

    assert [ghosts(at("Both move", stage), Line.END) for stage in ("Difference", "Origin moves")] == [0, 2]
    moved = replace(at("Both move", "Start"), time=0.3)
    assert ghosts(moved, Line.START) == 0
    assert ghosts(at("Both move", "Result"), Line.START) == 2
    for t in (0.0, 0.2, 0.45, 0.6, 0.9):
        marks_ = drawn(replace(moved, time=t), 0).marks
        scene = moved.scene
        (v_a,) = [m for m in marks_ if isinstance(m, Symbol) and m.ink is Ink.A]
        centre = scene.a.world.centroid + t * scene.sweep_a.motion
        assert math.dist(v_a.at, centre) == pytest.approx(0.45 * math.hypot(*scene.sweep_a.motion))
