"""Contact points from EPA: witness points, support edges and clipped points, from the scene's vertices."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely import LineString, MultiPoint, Polygon
from shapely import Point as Point2

from geometry import box, manifold
from geometry.feature import FeatureKind, FeatureRef
from geometry.transform import Pose
from lessons.contact.contacts_from_epa import ContactsFromEpa
from lessons.contact.contacts_from_epa_scene import WITNESS, Turned
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Inset, Label, Stroke, Symbol
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain
from viz.picture.framing import HEAD, frame

LESSON = ContactsFromEpa()
SCENES = LESSON.presets
FIRST, JUMPS = "Tilted box", "A point that jumps"
STAGES = ["EPA", "Next frame", "Edges", "Reference", "Clip", "Both frames"]
WORLD, NEXT = 0, 1
each_scene = pytest.mark.parametrize("name", SCENES)


def moments(name: str, compare: str = "") -> list[Moment[Turned]]:
    return moments_of(LESSON, SCENES[name].scene, compare)


def at_stage(name: str, stage: str, compare: str = "") -> Moment[Turned]:
    return moments(name, compare)[STAGES.index(stage)]


def drawn(moment: Moment[Turned], pane: int = WORLD) -> list[Any]:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas.marks


def texts(marks: list[Any], ink: Ink) -> list[str]:
    return [plain(m.text) for m in marks if isinstance(m, Label) and m.ink is ink]


def symbols(marks: list[Any]) -> dict[str, Symbol]:
    return {m.latex.replace(r"\boldsymbol ", ""): m for m in marks if isinstance(m, Symbol)}


def turned(scene: Turned) -> np.ndarray:
    """B's vertices in the next frame."""
    angle, pivot = math.radians(scene.turn), scene.b.pose.position
    c, s = math.cos(angle), math.sin(angle)
    points: np.ndarray = pivot + (scene.b.world.points - pivot) @ np.array(((c, s), (-s, c)))
    return points


def along_reference(scene: Turned, pane: int, p: np.ndarray) -> float:
    """From the first end of the reference edge; in the next frame of this frame's, turned with its owner."""
    _, owner, edge, _ = least_overlap(scene.a.world.points, scene.b.world.points)
    own = scene.a.world.points if owner == "A" else turned(scene) if pane == NEXT else scene.b.world.points
    u, v = own[edge], own[(edge + 1) % len(own)]
    return float((p - u) @ (v - u)) / math.dist(u, v)


def least_overlap(a: np.ndarray, b: np.ndarray) -> tuple[float, str, int, np.ndarray]:
    """By every edge: separation, owner, edge, outward normal."""
    found = []
    for owner, own, other in (("A", a, b), ("B", b, a)):
        for i, p in enumerate(own):
            e = own[(i + 1) % len(own)] - p
            n = np.array((e[1], -e[0])) / math.hypot(*e)
            found.append((float(((other - p) @ n).min()), owner, i, n))
    return max(found, key=lambda each: each[0])


@each_scene
def test_the_stages_and_epas_answer(name: str) -> None:
    told, scene = moments(name), SCENES[name].scene
    assert LESSON.stage_names(told[0]) == STAGES
    s, owner, edge, n = least_overlap(scene.a.world.points, scene.b.world.points)
    n = n if owner == "A" else -n
    assert plain(LESSON.page(told[0]).sentence) == (
        f"s = {fixed(s)} along n̂_AB = ({fixed(n[0])}, {fixed(n[1])}). EPA gives only one point of each shape."
    )
    mine = scene.a.world.points if owner == "A" else scene.b.world.points
    u, v = mine[edge], mine[(edge + 1) % len(mine)]
    x = float((np.array(symbols(drawn(told[1]))["p_B"].at) - u) @ (v - u)) / math.dist(u, v)
    bar = next(m for m in drawn(told[1]) if isinstance(m, Stroke) and m.ink is Ink.EXAMINED)
    assert float((bar.points[0] - u) @ (v - u)) == pytest.approx(0.0, abs=1e-9), "measured from u, beside the edge"
    assert math.dist(*bar.points) == pytest.approx(abs(x))
    assert symbols(drawn(told[1]))["u"].at == pytest.approx(tuple(u))
    later, *_ = least_overlap(scene.a.world.points, turned(scene))
    both = f"A and B overlap by {fixed(-s)}, in the next frame by {fixed(-later)}."
    for index in (0, 2, 3):  # while this frame is seen alone
        assert plain(LESSON.situation(told[index])) == f"A and B overlap by {fixed(-s)}."
    assert plain(LESSON.situation(told[1])) == both
    count = len(manifold(scene.a.world, scene.b.world).points)
    assert f"the clip keeps {count} contact point{'s' * (count > 1)}, EPA gives 1" in plain(LESSON.situation(told[4]))
    assert ("EPA's witness point does not" in plain(LESSON.situation(told[5]))) == (
        name not in ("Corner on an edge", "Box and pentagon")
    )


@each_scene
def test_witness_points_lie_on_both_outlines_one_depth_apart(name: str) -> None:
    moment, scene = at_stage(name, "Next frame"), SCENES[name].scene
    for pane, b in ((WORLD, scene.b.world.points), (NEXT, turned(scene))):
        marks = drawn(moment, pane)
        p_a, p_b = (symbols(marks)[key] for key in ("p_A", "p_B"))
        s, owner, _, n = least_overlap(scene.a.world.points, b)
        corners = [tuple(p) for p in np.concatenate((scene.a.world.points, b)).round(9).tolist()]
        ends = {tuple(np.array(p.at).round(9).tolist()) for p in (p_a, p_b)}
        assert name == "Parallel edges" or ends & set(corners)  # one is a vertex
        assert np.array(p_b.at) - p_a.at == pytest.approx(s * (n if owner == "A" else -n), abs=1e-9)
        assert f"s = {fixed(s)}" in texts(marks, Ink.OVERLAP), "with the sign of the formula"
        assert (p_a.ink, p_b.ink) == (Ink.A, Ink.B)


def jump_of(arrow: Arrow, marks: list[Any]) -> float:
    """How long it is, from the tail of it: its number may stand in a gap."""
    lines = [m.points for m in marks if isinstance(m, Stroke) and (m.ink, m.line) == (arrow.ink, Line.MEASURE)]
    line, end = LineString((arrow.start, arrow.end)), np.array(arrow.end)
    far = [math.dist(p, end) for tail in lines for p in tail if abs(cross_of(end - line.coords[0], end - p)) < 1e-9]
    return max(far, default=line.length)


def cross_of(p: np.ndarray, q: np.ndarray) -> float:
    return float(p[0] * q[1] - p[1] * q[0])


@each_scene
def test_the_jump_is_measured_where_it_is(name: str) -> None:
    moment, scene = at_stage(name, "Next frame"), SCENES[name].scene
    now, then = (np.array(symbols(drawn(moment, pane))["p_B"].at) for pane in (WORLD, NEXT))
    x, later = (along_reference(scene, pane, p) for pane, p in ((WORLD, now), (NEXT, then)))
    jump = fixed(abs(round(later, 2) - round(x, 2)))
    words = plain(LESSON.page(moment).sentence)
    assert words.startswith(f"B turns by {fixed(scene.turn, 1)}°. Its witness point ")
    assert words.endswith(
        (f" jumps by {jump}, measured along EPA's face.", f" moves by {jump}, measured along EPA's face.")
    )
    assert LESSON.page(moment).rows[0].cells[2] == fixed(later)
    assert abs(float(LESSON.page(moment).rows[0].cells[1]) - x) < 0.0051
    arrows = [m for m in drawn(moment, NEXT) if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
    assert [jump_of(m, drawn(moment, NEXT)) for m in arrows] == [pytest.approx(abs(later - x))]
    assert "x" in symbols(drawn(moment, WORLD))
    assert "x'" in symbols(drawn(moment, NEXT)), "the formula's two symbols"
    assert f"jump {jump}" in texts(drawn(moment, NEXT), Ink.ANSWER)
    assert LESSON.page(moment).rows[0].cells[3] == jump
    assert LESSON.page(moment).rows[0].ink is Ink.B
    assert_adds_up(LESSON.page(moment).rows[0].cells)


def test_nothing_of_the_next_frame_is_told_before_it_is_asked() -> None:
    marks = drawn(at_stage(FIRST, "EPA"), NEXT)
    assert not symbols(marks)
    assert not [m for m in marks if isinstance(m, Dot)]
    assert symbols(drawn(at_stage(FIRST, "EPA"), WORLD))
    outlines = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.B and m.closed]
    assert np.array(outlines[0].points) == pytest.approx(turned(SCENES[FIRST].scene))


@each_scene
def test_support_edges_are_lit_with_their_normals(name: str) -> None:
    moment, scene = at_stage(name, "Edges"), SCENES[name].scene
    sentence = plain(LESSON.page(moment).sentence)
    for pane, b in ((WORLD, scene.b.world.points), (NEXT, turned(scene))):
        _, owner, _, n = least_overlap(scene.a.world.points, b)
        n = n if owner == "A" else -n
        marks = drawn(moment, pane)
        lit = {m.ink: np.array(m.points) for m in marks if isinstance(m, Stroke) and m.line is Line.FEATURE}
        for letter, points, ink, sign in (("A", scene.a.world.points, Ink.A, 1.0), ("B", b, Ink.B, -1.0)):
            e = np.roll(points, -1, axis=0) - points
            normals = np.stack((e[:, 1], -e[:, 0]), axis=1) / np.hypot(*e.T)[:, None]
            i = int((sign * (normals @ n)).argmax())
            assert lit[ink] == pytest.approx(np.array((points[i], points[(i + 1) % len(points)])))
            assert rf"\hat {letter.lower()}_{i}" in symbols(marks)
            assert fixed(normals[i] @ n, 4) in texts(marks, ink), "the product stands at its arrow"
            arrow = next(m for m in marks if isinstance(m, Arrow) and m.ink is ink)
            way = np.array(arrow.end) - arrow.start
            assert way / math.hypot(*way) == pytest.approx(normals[i])
            if pane == WORLD:
                which = "greatest" if letter == "A" else "least"
                assert f"Edge {i} of {letter}: {fixed(normals[i] @ n, 4)}, the {which} of its edges." in sentence
        arrow = next(m for m in marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED)
        way = np.array(arrow.end) - arrow.start
        assert way / math.hypot(*way) == pytest.approx(n)


@each_scene
def test_the_reference_edge_is_that_of_the_axes(name: str) -> None:
    moment, scene = at_stage(name, "Reference"), SCENES[name].scene
    right = manifold(scene.a.world, scene.b.world)
    assert right.reference is not None
    assert right.incident is not None
    sentence = plain(LESSON.page(moment).sentence)
    owner, edge = right.reference.owner.value, right.reference.edge
    assert f"edge {edge} of {owner} is the reference edge" in sentence
    assert f"edge {right.incident.edge} of {right.incident.owner.value} the incident edge." in sentence
    assert ("≥" in sentence) == (owner == "A")
    formula = LESSON.page(moment).formula
    assert (r"\ge" in formula, f"edge of {owner}" in formula) == (owner == "A", True), "the branch that is taken"
    marks = drawn(moment)
    (lit,) = [m for m in marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
    (double,) = [m for m in marks if isinstance(m, Stroke) and m.line is Line.DOUBLE]
    assert lit.ink is Ink.EXAMINED
    assert np.array(lit.points) == pytest.approx(np.array((right.reference.start, right.reference.end)))
    assert np.array(double.points) == pytest.approx(np.array((right.incident.start, right.incident.end)))
    same = right.reference.edge == right.incident.edge  # then the number alone would name two edges
    assert f"reference edge {edge}" + f" of {owner}" * same in texts(marks, Ink.EXAMINED)


@each_scene
def test_the_clipped_points_are_those_of_the_axes(name: str) -> None:
    scene = SCENES[name].scene
    for stage in ("Clip", "Both frames"):
        moment = at_stage(name, stage)
        for pane, b in ((WORLD, scene.b.world), (NEXT, scene.b.turned(math.radians(scene.turn)).world)):
            right = manifold(scene.a.world, b)
            marks = drawn(moment, pane)
            dots = [m.at for m in marks if isinstance(m, Dot) and m.point is Point.ANSWER]
            on = "on_b" if right.reference is not None and right.reference.owner.value == "A" else "on_a"
            wanted = [tuple(getattr(p, on).tolist()) for p in right.points]
            assert np.array(dots) == pytest.approx(np.array(wanted))
            lines = texts(marks, Ink.ANSWER)
            assert right.reference is not None
            for p in right.points:
                told = any(line.endswith(f"h = {fixed(p.separation)}") for line in lines)
                assert told is (stage == "Clip"), "its formula alone has an h"
            ends = [f"x = L = {fixed(right.reference.length)}", "x = 0"]
            shown = set(ends) <= set(texts(marks, Ink.EXAMINED))
            assert shown is (stage == "Clip"), "where x begins and ends, as in the formula"
    said = plain(LESSON.page(at_stage(name, "Clip")).sentence)
    now = manifold(scene.a.world, scene.b.world).points
    assert said.startswith("Two contact points" if len(now) == 2 else "One contact point")
    assert " and ".join(fixed(p.separation) for p in now) in said
    formula = LESSON.page(at_stage(name, "Clip")).formula
    assert formula.endswith(rf"h\le {fixed(scene.margin)}"), "a symbol that no mark shows is a number"


@each_scene
def test_the_table_tells_where_points_are_in_both_frames(name: str) -> None:
    told, scene = moments(name), SCENES[name].scene
    table = LESSON.table(told[-1])
    assert table is not None
    now, then = (
        manifold(scene.a.world, scene.b.world),
        manifold(scene.a.world, scene.b.turned(math.radians(scene.turn)).world),
    )
    first, *rows = [row.cells for _, row in table.rows]
    assert first[0] == "EPA's $p_B$"
    moved = []
    assert [cells[0] for cells in rows] == ["contact 1", "contact 2"][: len(rows)]
    for cells, p in zip(rows, now.points, strict=True):
        near = then.points[int(np.argmin([math.dist(p.on_b, q.on_b) for q in then.points]))]
        if min(now.points, key=lambda other: math.dist(other.on_b, near.on_b)) is not p:
            assert (name, cells[2:]) == ("Box and pentagon", ("ends", "–"))
            assert f"In the next frame {cells[0]} ends" in plain(LESSON.page(told[-1]).sentence)
            continue
        assert now.reference is not None
        assert then.reference is not None
        moved.append(abs(then.reference.along(near.on_b) - now.reference.along(p.on_b)))
        assert_adds_up(cells)
        assert abs(float(cells[3]) - moved[-1]) < 0.011
        assert cells[1:3] == (fixed(now.reference.along(p.on_b)), fixed(then.reference.along(near.on_b)))
    said = plain(LESSON.page(told[-1]).sentence)
    assert_adds_up(first)
    farthest = max(float(cells[3]) for cells in rows if cells[3] != "–")
    assert f" {fixed(farthest)}, EPA's by {first[3]}." in said
    idea = LESSON.page(told[-1]).idea
    assert ("clips the same two edges" in idea) == (len(moved) == 2)
    assert ("so there is one contact point" in idea) == (name == "Corner on an edge")
    assert ("the next frame has edge 1 of B as incident edge" in idea) == (name == "Box and pentagon")
    later = drawn(replace(told[-1], time=1.0), NEXT)
    told_there = (*texts(later, Ink.ANSWER), *texts(later, Ink.EXAMINED))
    shown = sorted(line.removeprefix("x' = ") for line in told_there if line.startswith("x' = "))
    assert shown == sorted(cells[2] for cells in rows if cells[3] != "–"), "the formula's number stands at its point"
    arrows = [m for m in later if isinstance(m, Arrow) and m.ink is Ink.B]
    jumps = float(first[3]) > 2.0 * max(moved) + 0.05
    assert [jump_of(m, later) for m in arrows] == [pytest.approx(float(first[3]), abs=0.011)] * jumps


def assert_adds_up(cells: tuple[str, ...]) -> None:
    assert cells[3] == fixed(abs(float(cells[2]) - float(cells[1]))), "the row adds up, by eye"


def test_b_turns_on_its_way_with_the_clock() -> None:
    moment = at_stage(FIRST, "Both frames")
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.plays_on_entry
    assert [LESSON.clock(m) is None for m in moments(FIRST)] == [True] * 5 + [False]
    scene = moment.scene
    for time, b in ((0.0, scene.b.world.points), (1.0, turned(scene)), (0.5, None)):
        marks = drawn(replace(moment, time=time), NEXT)
        (outline, *_) = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.B and m.closed]
        if b is None:
            b = scene.b.turned(math.radians(scene.turn / 2.0)).world.points
        assert np.array(outline.points) == pytest.approx(b)
    still = drawn(replace(moment, time=0.5), WORLD)
    assert still == drawn(moment, WORLD)


def test_the_clip_can_be_stepped_into() -> None:
    stages = [LESSON.page(m).stage for m in nested(LESSON, moments(FIRST))]
    assert stages[0] == "Edges"
    assert {"Plane of u", "Plane of v", "Height"} <= set(stages)


def test_the_next_witness_point_is_asked_for_before_the_next_frame_is_seen() -> None:
    """On B as it stands in this frame: tilt and turn are told, and have to be compared."""
    moment = at_stage(FIRST, "EPA")
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    b, later = scene.b.world.points, turned(scene)
    lowest = int(later[:, 1].argmin())
    assert lowest != b[:, 1].argmin()
    assert asked.pane == "world"
    assert asked.text.startswith("B turns by 12.0° about its centre.")
    assert plain(LESSON.page(moment).known) == (
        "In this frame edge 0 of B is tilted by −6.0° (clockwise) against edge 2 of A."
    )
    marks = drawn(replace(moment, is_open=True), NEXT)
    assert not [m for m in marks if m.ink is Ink.B], "where B comes to would tell the answer"
    (ghost,) = [m for m in marks if isinstance(m, Stroke) and m.line is Line.START]
    assert np.array(ghost.points) == pytest.approx(b), "where it was, and said so"
    assert texts(marks, Ink.CONSTRUCTION)[-1] == "B in this frame"
    assert [m for m in drawn(replace(moment, is_open=False), NEXT) if m.ink is Ink.B]
    assert asked.draw is not None
    asked.draw(canvas := Canvas(0.01), "world")
    assert texts(canvas.marks, Ink.INTERFACE) == ["tilt −6.0°", "turns by 12.0°"]
    (dot,) = [m for m in canvas.marks if isinstance(m, Dot)]
    assert dot.at == pytest.approx(tuple(scene.b.world.centroid)), "which B turns about"
    flat = next(m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED)
    assert flat.points[0] == pytest.approx(tuple(b[b[:, 1].argmin()])), "the tilt opens at the deeper end"
    assert flat.points[1][1] == pytest.approx(flat.points[0][1]), "from a parallel to A's edge"
    assert np.array(asked.right[0]) == pytest.approx(b[lowest])
    right = asked.judge(asked.right)
    assert right.right
    assert plain(right.because) == (
        f"The other end of B is its deepest point then, {fixed(-later[lowest][1])} deep: "
        "the tilt goes from −6.0° to 6.0°."
    )


def test_where_the_placed_point_comes_to_is_drawn_and_told() -> None:
    moment = at_stage(FIRST, "EPA")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    b, later = moment.scene.b.world.points, turned(moment.scene)
    first, other = int(b[:, 1].argmin()), int(later[:, 1].argmin())
    for t, says in (
        (0.5, "Of a tilted edge one end is deepest. The sign of the tilt says which end."),
        (0.0, "It is the deepest in this frame."),
    ):
        verdict = asked.judge((tuple((b[first] + t * (b[other] - b[first])).tolist()),))
        then = later[first] + t * (later[other] - later[first])
        assert not verdict.right
        assert verdict.head == f"After the turn B is {fixed(-then[1])} deep here"
        assert verdict.because.startswith(says)
        assert verdict.draw is not None
        verdict.draw(canvas := Canvas(0.01), "world")
        path, line = [m for m in canvas.marks if isinstance(m, Stroke)]  # no outline of B: it may be tried again
        assert path.points[0] == pytest.approx(tuple(b[first] + t * (b[other] - b[first])))
        assert path.points[1] == line.points[0]
        assert line.points[0] == pytest.approx(tuple(then))
        assert line.points[1][1] == pytest.approx(0.0, abs=1e-9)
        assert line.ink is Ink.FAULTY
        verdict.draw(empty := Canvas(0.01), "next")
        assert not empty.marks
    same = LESSON.page(at_stage("Corner on an edge", "EPA")).prediction
    assert isinstance(same, Place)
    assert "The same end of B is its deepest point then" in same.judge(same.right).because
    assert LESSON.page(at_stage("B owns the face", "EPA")).prediction is None, "all its edge is as deep"
    level = moment.scene.with_field("turn", 6.0)
    assert LESSON.page(moments_of(LESSON, level)[0]).prediction is None, "both ends are as deep"
    assert LESSON.page(at_stage(FIRST, "EPA", WITNESS)).prediction is None


def test_parallel_edges_have_no_single_deepest_point() -> None:
    """Every point of the edge is as deep: the words speak neither of "the deepest" nor of an "other end"."""
    moment = at_stage("Parallel edges", "EPA")
    asked, b = LESSON.page(moment).prediction, moment.scene.b.world.points
    assert isinstance(asked, Place)
    low = b[b[:, 1] < b[:, 1].min() + 1e-9]
    assert len(low) == 2
    for place in (low.mean(axis=0), *low):
        verdict = asked.judge((tuple(place.tolist()),))
        assert verdict.because.startswith("All of this edge is equally deep now. At ")
        assert "other end" not in verdict.because


@pytest.mark.parametrize(("name", "tilts"), [(FIRST, "−6.0° to 6.0°"), ("Corner on an edge", "17.0° to 23.0°")])
def test_the_sign_of_the_tilt_is_the_reason_and_the_end_is_left_to_find(name: str, tilts: str) -> None:
    asked = LESSON.page(at_stage(name, "EPA")).prediction
    assert isinstance(asked, Place)
    because = asked.judge(asked.start).because
    assert because.endswith(f"The sign of the tilt says which end. Here the tilt goes from {tilts}.")
    assert "other end" not in because
    assert "same end" not in because


def test_a_place_between_the_frames_has_a_symbol_of_its_own() -> None:
    """The table's x' is that of the next frame."""
    moment = at_stage(FIRST, "Both frames")
    for time, symbol in ((0.0, "x"), (0.4, "x(t)"), (1.0, "x'")):
        told = [line for line in texts(drawn(replace(moment, time=time), NEXT), Ink.ANSWER) if " = " in line]
        assert len(told) == 2
        assert all(line.startswith(f"{symbol} = ") for line in told)


@pytest.mark.parametrize("name", [FIRST, "Parallel edges", JUMPS])
def test_the_contact_zone_is_large_and_the_jump_lies_inside_a(name: str) -> None:
    moment = moments(name)[-1]
    view = frame(LESSON.panes[NEXT], moment, (896.0, 296.0), steps=range(5, 6), times=(1.0,))
    s, *_ = least_overlap(moment.scene.a.world.points, turned(moment.scene))
    assert -s * view.scale > {FIRST: 54.0, JUMPS: 36.0}.get(name, 34.0), "pixels"
    canvas = Canvas(view.pixel)
    LESSON.panes[NEXT].draw(canvas, replace(moment, time=1.0))
    (jump,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.B]
    a = Polygon(moment.scene.a.world.points)
    assert a.contains(LineString((jump.start, jump.end)))
    assert a.exterior.distance(LineString((jump.start, jump.end))) > 11.0 * view.pixel, "with its number"


@each_scene
def test_whose_the_normal_is_is_not_drawn_before_it_is_asked(name: str) -> None:
    """Its normal stands in the difference, and nothing yellow lies on the edge that is the answer."""
    scene = SCENES[name].scene
    _, owner, edge, n = least_overlap(scene.a.world.points, scene.b.world.points)
    u = (scene.a if owner == "A" else scene.b).world.points[edge]
    for moment in moments(name)[:2]:
        marks = drawn(moment)
        bars = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED]
        assert not any(abs(float((bar.points[0] - u) @ n)) < 1e-9 for bar in bars)
        asking = drawn(replace(moment, is_open=True))
        assert not [m for m in asking if isinstance(m, Stroke) and m.ink is Ink.EXAMINED], "nor is a place measured"
        assert "u" not in symbols(asking)
        assert "of A" not in LESSON.page(moment).idea.replace("of A − B", ""), "nor do the words say whose it is"
        assert not [m for m in marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        if moment.index == 0:
            (inset,) = [m for m in marks if isinstance(m, Inset)]
            assert r"\hat n_{AB}" in symbols(inset.marks), "the formula's symbol"
        else:  # no edge's own: it starts in the middle between the witness points
            (arrow,) = [m for m in asking if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
            found = scene.now.found
            assert arrow.start == pytest.approx(0.5 * (found.on_a + found.on_b))
            assert r"\hat n_{AB}" in symbols(asking)


@pytest.mark.parametrize("name", [JUMPS, "B owns the face", "Box and pentagon"])
def test_epas_edge_is_asked_for(name: str) -> None:
    moment, scene = at_stage(name, "Next frame"), SCENES[name].scene
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    _, owner, edge, n = least_overlap(scene.a.world.points, scene.b.world.points)
    n = n if owner == "A" else -n
    assert asked.right == {FeatureRef(owner, FeatureKind.EDGE, edge)}
    for letter, shape, sign in (("A", scene.a.world, 1.0), ("B", scene.b.world, -1.0)):
        for i, normal in enumerate(shape.normals):
            verdict = asked.judge(FeatureRef(letter, FeatureKind.EDGE, i))
            off = math.degrees(math.acos(min(max(sign * float(normal @ n), -1.0), 1.0)))
            if verdict.right:
                assert off == pytest.approx(0.0, abs=1e-4)
                assert verdict.remarks[0].right
            else:
                assert plain(verdict.remarks[0].words) == f"{fixed(off, 1)}° off"
                minus = "" if letter == "A" else "−"
                assert f"between its normal and {minus}n̂_AB is {fixed(off, 1)}°" in plain(verdict.because)
            assert verdict.draw is not None
            verdict.draw(canvas := Canvas(0.01), "world")
            (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
            way = np.array(arrow.end) - arrow.start
            assert way / math.hypot(*way) == pytest.approx(normal)
            assert arrow.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
    assert asked.judge("none").head == "No edge"
    for level in (FIRST, "Corner on an edge", "Parallel edges"):  # there the picture tells it
        assert LESSON.page(at_stage(level, "Next frame")).prediction is None


def test_the_one_contact_jumps_and_is_said_to() -> None:
    for moment in moments(JUMPS, WITNESS):
        now, then = moment.faulty
        places = along_reference(moment.scene, NEXT, then), along_reference(moment.scene, WORLD, now)
        jump = fixed(abs(round(places[0], 2) - round(places[1], 2)))
        assert (jump in plain(LESSON.situation(moment))) == (moment.index > 0)
        (ring,) = [
            m for m in drawn(moment) if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is Line.DOTTED
        ]
        assert sorted(texts(drawn(moment), Ink.FAULTY)) == ["one contact", "turns B"]
        told = texts(drawn(moment), Ink.ANSWER)
        assert not moment.is_last or told == ["contact 1", "contact 2"], "the table's names alone: room for the one"
        center, pixel = moment.scene.b.world.centroid, 0.01
        numbers = [m for m in drawn(moment) if isinstance(m, Label) and m.style is TextStyle.NUMBER]
        assert all(math.dist(m.at, center) >= 48.0 * pixel for m in numbers), "no number beside the turn"
        assert np.array(ring.points).mean(axis=0) == pytest.approx(now)
        pills = texts(drawn(moment, NEXT), Ink.FAULTY)
        assert sorted(pills) == (["before", f"jump {jump}", "turns B"] if moment.index else [])
        assert ("its push turns B one way, in the next frame the other way" in plain(LESSON.situation(moment))) == (
            moment.index > 0
        )
        if moment.index:
            assert [turn_drawn(drawn(moment, pane)) for pane in (WORLD, NEXT)] == [1.0, -1.0]
    scene = SCENES[JUMPS].scene
    for found, b in zip(moments(JUMPS, WITNESS)[0].faulty, (scene.b.world.points, turned(scene)), strict=True):
        s, owner, _, n = least_overlap(scene.a.world.points, b)
        assert owner == "A"
        deepest = b[(b @ n).argmin()]
        assert found == pytest.approx(deepest - 0.5 * s * n)
    compare = LESSON.compare[0]
    wrong = {name for name in SCENES if compare.differs(moments(name, WITNESS)[0])}
    assert wrong == {FIRST, "Parallel edges", "B owns the face", JUMPS}


def test_shapes_that_are_apart_have_no_contact() -> None:
    scene = SCENES[FIRST].scene
    apart = scene.with_field("b", scene.b.moved((0.0, 1.0)))
    told = moments_of(LESSON, apart)
    assert LESSON.stage_names(told[0]) == ["EPA"]
    gap = fixed(apart.b.world.points[:, 1].min())
    assert plain(LESSON.situation(told[0])) == f"A and B are {gap} apart."
    assert plain(LESSON.page(told[0]).sentence) == f"A and B are {gap} apart."
    assert "EPA is not needed" in LESSON.page(told[0]).idea
    assert LESSON.challenge(told[0]) is None
    lifted = scene.with_field("b", scene.b.moved((0.0, 0.297))).with_field("turn", 6.0)
    assert "apart" in plain(LESSON.page(moments_of(LESSON, lifted)[1]).sentence)
    assert "no contact point is left" in plain(LESSON.page(moments_of(LESSON, lifted)[-1]).sentence)


def test_a_box_tilted_more_meets_the_challenge() -> None:
    scene = SCENES[FIRST].scene
    tilted = scene.with_field("b", at(box(2.0, 0.55), 0.3, 0.22, -5.0)).with_field("turn", 10.0)
    for each, reached in ((scene, False), (tilted, True)):
        found = LESSON.challenge(moments_of(LESSON, each)[0])
        assert found is not None
        turns = 0.0, math.radians(each.turn)
        counts = [len(manifold(each.a.world, each.b.turned(turn).world).points) for turn in turns]
        a, b = each.b.world.points, turned(each)
        assert math.dist(a[a[:, 1].argmin()], b[b[:, 1].argmin()]) > 1.0
        assert (found.reached, found.now) == (reached, f"contact points: {counts[0]} and {counts[1]}")
        assert "Raise B" in found.hint, "a box turned in place keeps two contact points"
        assert reached == (counts == [1, 1])
    raised = LESSON.challenge(moments_of(LESSON, scene.with_field("b", scene.b.moved((0.0, 0.15))))[0])
    assert raised is not None
    assert raised.reached, "the hint alone is enough: its turn is twice the tilt"
    for preset in SCENES.values():
        found = LESSON.challenge(moments_of(LESSON, preset.scene)[0])
        assert found is not None
        assert not found.reached
    with pytest.raises(ValueError, match="sharp polygon"):
        scene.with_field("a", scene.a.shaped(type(scene.a.shape)(scene.a.shape.points, 0.1)))


@each_scene
def test_the_inset_holds_the_polytope_and_the_face_nearest_to_the_origin(name: str) -> None:
    """In this frame where it stands alone; the face has a name at last."""
    scene = SCENES[name].scene
    for moment in moments(name):
        for pane, b in ((WORLD, scene.b.world.points), (NEXT, turned(scene))):
            insets = [m for m in drawn(moment, pane) if isinstance(m, Inset)]
            if pane == NEXT or LESSON.layout_at(moment) is not LESSON.panes[WORLD]:
                assert not insets, "beside the next frame the bodies need the room"
                continue
            (inset,) = insets
            difference = MultiPoint([tuple(p - q) for p in scene.a.world.points for q in b]).convex_hull
            (polytope,) = [Polygon(m.points) for m in inset.marks if isinstance(m, Area)]
            assert difference.buffer(1e-9).contains(polytope)
            assert polytope.buffer(1e-9).contains(Point2(0.0, 0.0))
            (face,) = [m.points for m in inset.marks
                       if isinstance(m, Stroke) and (m.ink, m.line) == (Ink.EXAMINED, Line.FEATURE)]  # fmt: skip
            depth = difference.exterior.distance(Point2(0.0, 0.0))
            assert LineString(face).distance(Point2(0.0, 0.0)) == pytest.approx(depth, abs=1e-7)
            assert all(difference.exterior.distance(Point2(end)) < 1e-7 for end in face)
            (way,) = [m.points for m in inset.marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP]
            assert way[0] == (0.0, 0.0)
            assert math.hypot(*way[1]) == pytest.approx(depth, abs=1e-7)
            told = [
                " ".join(plain(m.text).split()) for m in inset.marks if isinstance(m, Label) and m.text != "origin"
            ]
            if moment.index < STAGES.index("Reference"):  # before it nothing tells whose face it is
                assert told == [f"s = {fixed(-depth)}"], "with the sign of the formula"
                continue
            right = manifold(scene.a.world, type(scene.b.world)(b))
            assert right.reference is not None
            assert right.incident is not None
            names = [f"edge {each.edge}" for each in (right.incident, right.reference)]
            corners = b if right.reference.owner.value == "A" else scene.a.world.points
            k = int((corners @ right.reference.normal).argmin())
            is_a = right.reference.owner.value == "A"
            names[1] = f"{names[1]} − v{k}" if is_a else f"v{k} − {names[1]}"
            lines = [m.points for m in inset.marks if isinstance(m, Stroke) and m.line is Line.MEASURE]
            other = [m for m in lines if all(difference.exterior.distance(Point2(end)) < 1e-7 for end in m)]
            if len(other) == 0:  # parallel: both edges make one face
                assert name == "Parallel edges"
                assert is_a
                names = [f"{names[1].split(' −')[0]} − {names[0]}"]
            assert told[: len(names)] == names
            for line, found in ((face, right.reference), *zip(other, [right.incident], strict=False)):
                edge, along = found.end - found.start, np.subtract(line[1], line[0])
                assert abs(float(edge[0] * along[1] - edge[1] * along[0])) < 1e-6, "the face is that edge, carried"


def turn_drawn(marks: list[Any]) -> float:
    """1 where the pink arrow of a turn goes counter-clockwise about B's centre, -1 clockwise; and its push agrees."""
    (center,) = [
        np.array(m.at) for m in marks if isinstance(m, Dot) and m.ink is Ink.FAULTY and m.point is Point.SMALL
    ]
    arrows = [m for m in marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    push = next(m for m in arrows if m.line is Line.MEASURE)
    head = min(arrows, key=lambda m: math.dist(m.end, center))
    signs = []
    for arrow in (push, head):
        (x, y), (dx, dy) = np.subtract(arrow.start, center), np.subtract(arrow.end, arrow.start)
        signs.append(math.copysign(1.0, x * dy - y * dx))
    assert signs[0] == signs[1], "the turn is that of the push"
    return signs[0]


@each_scene
def test_both_frames_have_one_scale(name: str) -> None:
    moment = at_stage(name, "Next frame")
    views = [frame(pane, moment, (896.0, 296.0), steps=range(1, 2)) for pane in LESSON.panes]
    assert views[0].scale == pytest.approx(views[1].scale)
    assert views[0].center[0] == pytest.approx(views[1].center[0])


def test_between_the_frames_the_depth_is_that_of_the_picture() -> None:
    moment = at_stage(FIRST, "Both frames")
    scene = moment.scene
    b = scene.b.turned(math.radians(0.3 * scene.turn)).world.points
    assert plain(LESSON.situation(replace(moment, time=0.3))) == (
        f"Between both frames, at t = 0.30, A and B overlap by {fixed(-b[:, 1].min())}."
    )


def test_the_other_rule_is_explained_while_it_is_seen() -> None:
    for stage in ("Next frame", "Both frames"):
        told = LESSON.page(at_stage(JUMPS, stage, WITNESS))
        assert plain(told.idea).startswith(
            "Witness point only keeps one contact, midway between EPA's witness points."
        )
        assert "p_A" not in plain(told.idea), "which is not drawn"
        assert "clips" not in told.idea
    assert "Witness point only" not in LESSON.page(at_stage(JUMPS, "Both frames")).idea
    assert "Witness point only" not in LESSON.page(at_stage("Corner on an edge", "Both frames", WITNESS)).idea
    marks = drawn(moments(JUMPS, WITNESS)[-1])
    assert "p_B" not in symbols(marks), "the one contact stands alone"
    assert "p_B" in symbols(drawn(moments(JUMPS)[-1]))


@each_scene
def test_no_line_leads_to_words_that_are_not_there(name: str) -> None:
    """Empty words keep room at the edges of both panes; they stay where they are, and no leader runs to them."""
    for moment in moments(name):
        empty = [m for pane in (WORLD, NEXT) for m in drawn(moment, pane) if isinstance(m, Label) and not m.text]
        assert empty
        assert all(m.fixed for m in empty)


@each_scene
def test_the_difference_is_as_wide_as_the_bodies(name: str) -> None:
    moment, pixel = at_stage(name, "EPA"), 0.01
    (left, _), (right, _) = moment.scene.room
    (inset,) = [m for m in drawn(moment) if isinstance(m, Inset)]
    assert inset.at is not None
    assert (inset.at[0] - inset.size[0] * pixel, inset.at[0]) == pytest.approx((left, right))


def test_the_goal_does_not_deny_a_jump_that_is_drawn() -> None:
    for name in SCENES:
        moment = at_stage(name, "Both frames")
        goal = LESSON.challenge(moment)
        assert goal is not None
        if name in ("B owns the face", "Box and pentagon", "Corner on an edge"):  # whose goals speak of no jump
            assert "jump" not in goal.text + goal.now
            continue
        is_drawn = any(
            t.startswith("jump ")
            for ink in (Ink.B, Ink.FAULTY)
            for t in texts(drawn(replace(moment, time=1.0), NEXT), ink)
        )
        assert (goal.now == "no jump") is not is_drawn
        assert (goal.now == "jump, not to the other end") is (name == "Parallel edges")


def test_where_the_clipped_point_jumps_too_it_is_said() -> None:
    scene = SCENES[FIRST].scene
    raised = scene.with_field("b", scene.b.moved((0.0, 0.15)))
    page = LESSON.page(moments_of(LESSON, raised)[-1])
    assert "the clipped point **jumps** as well" in page.idea
    (row,) = page.rows
    assert float(row.cells[3]) > 1.5


def test_between_two_edges_both_tilts_are_the_reason() -> None:
    """The support edge of this frame is another one than that of the next: both meet in the deepest vertex."""
    moment = at_stage("Box and pentagon", "EPA")
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    n, b = scene.now.found.normal, scene.b.world
    assert plain(LESSON.page(moment).known).startswith(
        "In this frame edges 1 and 2 of B are tilted by −38.0° and 34.0°"
    )
    for edge, degrees in ((1, 38.0), (2, 34.0)):
        assert math.degrees(math.acos(float(-b.normals[edge] @ n))) == pytest.approx(degrees, abs=0.05)
    assert "tilted by −32.0° and 40.0°" in asked.judge(asked.right).because
    assert asked.judge(asked.right).because.startswith("B's deepest point stays so, ")
    assert "−32.0° and 40.0°" in asked.judge(asked.start).because
    assert "parallel to" in plain(LESSON.page(at_stage("Parallel edges", "EPA")).known)


def test_the_normal_stands_at_one_place_in_both_frames() -> None:
    moment = at_stage("B owns the face", "Edges")
    at = []
    for pane, told in ((WORLD, moment.scene.now), (NEXT, moment.scene.then)):
        (arrow,) = [m for m in drawn(moment, pane) if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        assert told.chosen is not None
        at.append(told.chosen.reference.along(np.array(arrow.start)))
        assert at[-1] > max(told.chosen.reference.along(p) for p in moment.scene.a.world.points), "beside A"
    assert at[0] == pytest.approx(at[1], abs=0.1)


def test_what_a_jump_does_is_seen_before_it_is_measured() -> None:
    """One push at a time: it turns B one way, in the next frame the other way."""
    moment = replace(at_stage(FIRST, "Next frame"), is_open=True)
    sides = []
    for pane, now in ((WORLD, moment.scene.now), (NEXT, moment.scene.then)):
        marks = drawn(moment, pane)
        assert "turns B" in texts(marks, Ink.ANSWER)
        middle = 0.5 * (now.found.on_a + now.found.on_b)
        (push,) = [m for m in marks if isinstance(m, Arrow) and math.dist(m.start, middle) < 1e-9]
        assert np.subtract(push.end, push.start) @ now.found.normal == pytest.approx(0.48)
        sides.append(float((middle - now.b.centroid)[0]))
    assert sides[0] > 0.0 > sides[1]
    assert "turns B" not in texts(drawn(at_stage(FIRST, "Next frame")), Ink.ANSWER)


@each_scene
def test_nothing_is_named_that_nothing_speaks_of(name: str) -> None:
    """No vertex; of the edges that of B which is asked about, and once two are found both by their names."""
    scene = SCENES[name].scene
    for moment in moments(name):
        for pane, b in ((WORLD, scene.b.world), (NEXT, scene.b.turned(math.radians(scene.turn)).world)):
            labels = [m for m in drawn(replace(moment, time=1.0), pane) if isinstance(m, Label)]
            assert not [m for m in labels if m.style is TextStyle.VERTEX]
            numbers = [m for m in labels if m.style is TextStyle.NUMBER]
            assert bool(numbers) == (moment.index == 0 and pane == WORLD), "of the edge that is asked about"
            for m in numbers:
                assert m.ink is Ink.B
                assert Point2(m.at).distance(LineString(b.edge(int(m.text)))) < 1e-9, "on its edge"
            if STAGES.index("Edges") <= moment.index < STAGES.index("Clip"):
                names = [m.text for m in labels if m.style is TextStyle.BOLD and "edge" in m.text]
                assert len(names) == 2


def test_the_clipped_bodies_take_the_whole_view() -> None:
    scales = [
        frame(
            LESSON.panes[WORLD],
            m,
            (896.0, 592.0 if LESSON.layout_at(m) is LESSON.panes[WORLD] else 296.0),
            steps=range(m.index, m.index + 1),
        ).scale
        for m in moments(FIRST)
    ]
    assert scales[2] == pytest.approx(scales[0]), "this frame alone does not change its size"
    assert scales[3] == pytest.approx(scales[0])
    assert scales[4] == pytest.approx(scales[5])
    assert scales[5] == pytest.approx(scales[1])


def test_this_frame_is_alone_where_nothing_is_told_of_the_next() -> None:
    """At EPA's answer and while the edges are looked for; with the other rule the next frame shows its jump."""
    alone = [LESSON.layout_at(m) is LESSON.panes[WORLD] for m in moments(FIRST)]
    assert alone == [True, False, True, True, False, False]
    for stage in ("EPA", "Edges", "Reference"):
        assert "next frame" not in LESSON.situation(at_stage(FIRST, stage)), "nor do the words"
    assert [LESSON.layout_at(m) is LESSON.panes[WORLD] for m in moments(FIRST, WITNESS)] == [True] + [False] * 5


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("stage", ["EPA", "Edges", "Reference"])
def test_this_frame_alone_is_large(name: str, stage: str) -> None:
    """The difference stands over the bodies, clear of them and of the words at B, inside of the view."""
    first, second = at_stage(name, stage), moments(name)[1]
    assert LESSON.layout_at(first) is LESSON.panes[WORLD]
    assert LESSON.layout_at(second) == LESSON.layout
    size = (896.0, 592.0)
    view = frame(LESSON.panes[WORLD], first, size, steps=range(first.index, first.index + 1))
    beside = frame(LESSON.panes[WORLD], second, (896.0, 296.0), steps=range(1, 2))
    assert view.scale > 1.1 * beside.scale
    canvas = Canvas(1.0 / view.scale)
    LESSON.panes[WORLD].draw(canvas, first)
    (inset,) = [m for m in canvas.marks if isinstance(m, Inset)]
    assert inset.at is not None
    right, low = view.to_screen(inset.at)
    bodies = np.concatenate((first.scene.a.world.points, first.scene.b.world.points))
    top = min(view.to_screen(tuple(p))[1] for p in bodies.tolist())
    assert low < top - 30.0
    assert low - inset.size[1] > 20.0, "clear of the title"
    assert inset.size[0] - 1.0 <= right <= size[0]


def test_a_witness_point_is_a_ring_around_its_contact_point() -> None:
    """One point under two names: neither covers the other."""
    for name in SCENES:
        moment = replace(at_stage(name, "Both frames"), time=1.0)
        for pane, now in ((WORLD, moment.scene.now), (NEXT, moment.scene.then)):
            marks = drawn(moment, pane)
            dots = [m.at for m in marks if isinstance(m, Dot) and m.ink is Ink.B]
            is_contact = min(math.dist(now.found.on_b, p) for p in now.drawn) < 1e-6
            assert len(dots) == (not is_contact)
            rings = [
                m
                for m in marks
                if isinstance(m, Stroke)
                and (m.ink, m.line, m.closed) == (Ink.B, Line.MEASURE, True)
                and math.dist(np.mean(m.points, axis=0), now.found.on_b) < 1e-6
            ]
            assert len(rings) == is_contact
    assert min(math.dist(SCENES[FIRST].scene.now.found.on_b, p) for p in SCENES[FIRST].scene.now.drawn) < 1e-6


def test_even_a_tenth_of_a_degree_moves_the_witness_point_to_the_other_end() -> None:
    """As the words say of a box that rocks, where the figure turns it by more."""
    assert "Even at 0.1° a single contact point **jumps**" in LESSON.page(at_stage(FIRST, "Next frame")).idea
    first = SCENES[FIRST].scene
    rocks = Turned(first.a, at(box(2.0, 0.45), 0.05, 0.075, -0.05), 0.1)
    low = [b[int(b[:, 1].argmin())] for b in (rocks.b.world.points, turned(rocks))]
    assert abs(low[1][0] - low[0][0]) == pytest.approx(2.0, abs=0.01)
    assert rocks.jump == pytest.approx(2.0, abs=0.01)
    assert rocks.now.turns_by(rocks.now.found.on_b) > 0.0 > rocks.then.turns_by(rocks.then.found.on_b)


def test_the_goal_of_the_one_contact_is_a_push_that_turns_b_one_way() -> None:
    """Its levers, from B's centre to the witness points, have one sign in both frames."""
    scene = SCENES["A point that jumps"].scene
    past = scene.with_field("b", scene.b.moved((1.7, 0.06)))
    for each, reached in ((scene, False), (past, True)):
        last = moments_of(LESSON, each, WITNESS)[-1]
        goal, levers = LESSON.challenge(last), []
        assert goal is not None
        assert (len(each.now.points), len(each.then.points)) == (2, 2)
        for at_rest, p in zip((each.now, each.then), last.faulty, strict=True):
            r, n = p - at_rest.b.centroid, at_rest.found.normal
            levers.append(float(r[0] * n[1] - r[1] * n[0]))
        assert goal.reached is reached is (levers[0] * levers[1] > 0.0)
        assert goal.now == ("the same way" if reached else "one way, then the other")


def test_a_short_box_on_its_corner_has_a_goal_of_its_own() -> None:
    scene = SCENES["Corner on an edge"].scene
    lain = scene.with_field("b", replace(scene.b, pose=Pose((0.2, 0.225), math.radians(3.0))))
    for each, counts in ((scene, [1, 1]), (lain, [2, 1])):
        goal = LESSON.challenge(moments_of(LESSON, each)[0])
        assert goal is not None
        found = [manifold(each.a.world, b.world).points for b in (each.b, each.b.turned(math.radians(each.turn)))]
        assert [len(points) for points in found] == counts
        assert goal.reached is (counts == [2, 1])
        assert goal.now == f"contact points: {counts[0]} and {counts[1]}"


def test_the_first_picture_has_the_numbers_of_the_edges_that_the_words_name() -> None:
    marks = drawn(moments(FIRST)[0], WORLD)
    assert [m.text for m in marks if isinstance(m, Label) and m.style is TextStyle.NUMBER] == ["0"]


def test_a_pentagon_and_a_face_of_b_have_goals_of_their_own() -> None:
    def reached(name: str, angle: float, turn: float) -> bool:
        scene = SCENES[name].scene
        pose = scene.b.pose
        scene = replace(
            scene, b=replace(scene.b, pose=Pose(pose.position, pose.angle + math.radians(angle))), turn=turn
        )
        goal = LESSON.challenge(moments_of(LESSON, scene)[0])
        assert goal is not None
        owners = [frame.chosen.reference.owner.value for frame in (scene.now, scene.then) if frame.chosen]
        counts = [len(frame.points) for frame in (scene.now, scene.then)]
        assert goal.reached is (owners == ["B", "A"] if name == "B owns the face" else counts == [2, 2])
        return goal.reached

    assert len({LESSON.challenge(moments(name)[0]).text for name in SCENES}) == 4  # type: ignore[union-attr]
    assert reached("B owns the face", 8.0, 12.0)
    assert not reached("B owns the face", 0.0, 6.0)
    assert reached("Box and pentagon", -30.0, 6.0)
    assert not reached("Box and pentagon", 0.0, 6.0)


@pytest.mark.parametrize("name", [FIRST, "Parallel edges", "B owns the face"])
def test_the_contact_points_of_the_next_frame_are_asked_for(name: str) -> None:
    moment, scene = at_stage(name, "Clip"), SCENES[name].scene
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    ends = manifold(scene.a.world, scene.b.turned(math.radians(scene.turn)).world).points
    on = "on_a" if name == "B owns the face" else "on_b"
    assert np.sort(np.array(asked.right), axis=0) == pytest.approx(np.sort([getattr(p, on) for p in ends], axis=0))
    for answer in (asked.right, asked.right[::-1]):
        verdict = asked.judge(answer)
        assert verdict.right
        assert "the points stay near their places" in verdict.because
    assert [len(asked.judge(each).remarks) for each in (asked.start, (asked.right[0], asked.start[1]))] == [2, 1]
    assert not asked.judge(asked.start).right
    told = texts(drawn(replace(moment, is_open=True), NEXT), Ink.ANSWER)
    assert told == [], "neither points nor places"
    assert len(texts(drawn(moment, NEXT), Ink.ANSWER)) == 2
    assert len(texts(drawn(replace(moment, is_open=True), WORLD), Ink.ANSWER)) == 2


def test_one_contact_that_is_left_is_not_asked_for_again() -> None:
    for name in ("Corner on an edge", "Box and pentagon"):
        assert LESSON.page(at_stage(name, "Clip")).prediction is None
    assert LESSON.page(at_stage(FIRST, "Clip", WITNESS)).prediction is None


def test_beside_the_clipped_points_the_one_contact_has_its_row_and_sentence() -> None:
    page = LESSON.page(at_stage(JUMPS, "Both frames", WITNESS))
    now, then = moments(JUMPS, WITNESS)[-1].faulty
    places = along_reference(page_scene := SCENES[JUMPS].scene, WORLD, now), along_reference(page_scene, NEXT, then)
    table = LESSON.table(at_stage(JUMPS, "Both frames", WITNESS))
    assert table is not None
    rows = [row for _, row in table.rows]
    (row,) = [row for row in rows if row.ink is Ink.FAULTY]
    assert [each.cells[0] for each in rows] == ["one contact", "contact 1", "contact 2"], "no place told twice"
    assert row.cells[:3] == ("one contact", *(fixed(x) for x in places))
    assert_adds_up(row.cells)
    assert plain(page.sentence).startswith(f"The one contact jumps by {row.cells[3]}. Clipped points move by at most")
    assert not [row for row in LESSON.page(at_stage(JUMPS, "Both frames")).rows if row.ink is Ink.FAULTY]


@pytest.mark.parametrize("name", [FIRST, "Parallel edges", JUMPS])
def test_the_jump_is_clear_of_the_border_when_it_is_first_told(name: str) -> None:
    moment = at_stage(name, "Next frame")
    view = frame(LESSON.panes[NEXT], moment, (896.0, 296.0), steps=range(1, 2))
    canvas = Canvas(view.pixel)
    LESSON.panes[NEXT].draw(canvas, moment)
    (jump,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
    a = Polygon(moment.scene.a.world.points)
    assert a.contains(LineString((jump.start, jump.end)))
    assert a.exterior.distance(LineString((jump.start, jump.end))) > 11.0 * view.pixel


@each_scene
def test_of_a_jump_is_spoken_only_where_there_is_one(name: str) -> None:
    moment, scene = at_stage(name, "Next frame"), SCENES[name].scene
    idea, (now, then) = plain(LESSON.page(moment).idea), (scene.now, scene.then)
    jumps = any(mark.ink is Ink.B for mark in drawn(at_stage(name, "Both frames"), NEXT) if isinstance(mark, Arrow))
    assert ("jumps" in idea) is jumps
    assert ("at rest" in idea) is jumps
    corners = [int(np.hypot(*(f.b.points - f.found.on_b).T).argmin()) for f in (now, then)]
    at_corner = [math.dist(f.b.points[i], f.found.on_b) < 1e-9 for f, i in zip((now, then), corners, strict=True)]
    same = all(at_corner) and corners[0] == corners[1]
    assert ("same corner" in idea) is (same and not jumps)
    assert "moved by" in LESSON.page(moment).formula, "one name for one length"


@each_scene
def test_the_place_of_a_point_is_measured_from_u_where_there_is_room(name: str) -> None:
    for stage in ("Clip", "Both frames"):
        for pane, frame_, symbol in ((WORLD, SCENES[name].scene.now, "x"), (NEXT, SCENES[name].scene.then, "x'")):
            moment = replace(at_stage(name, stage), time=1.0)
            marks, ruler = drawn(moment, pane), SCENES[name].scene.ruler(frame_)
            assert ruler is not None
            bars = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and len(m.points) == 2]
            x = min((x for x in map(ruler.along, frame_.drawn) if x > 0.36), default=None)
            if x is None:
                assert (name, pane) == ("Box and pentagon", NEXT), "too short at this scale"
                continue
            (length,) = [d for m in bars if (d := math.dist(*m.points)) == pytest.approx(x, abs=1e-9)]
            is_told = f"{symbol} = {fixed(length)}" in texts(marks, Ink.EXAMINED)
            assert is_told or symbol in symbols(marks), "drawn in every scene, over the edge or below the points"


@pytest.mark.parametrize("name", [FIRST, "Corner on an edge", "Parallel edges"])
def test_the_edge_of_a_that_is_spoken_of_is_named_beside_b(name: str) -> None:
    moment, scene = at_stage(name, "EPA"), SCENES[name].scene
    asked, canvas = LESSON.page(moment).prediction, Canvas(0.01)
    assert isinstance(asked, Place)
    assert asked.draw is not None
    asked.draw(canvas, "world")
    (label,) = [m for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.A]
    assert label.text == "edge 2"
    assert "edge 2 of A" in LESSON.page(moment).known
    assert not scene.now.b.contains(np.array(label.at))


def test_epa_s_face_has_a_frame_that_is_clear_of_the_title_on_a_wall() -> None:
    for name in SCENES:
        for stage in ("EPA", "Edges", "Reference"):
            _is_clear(at_stage(name, stage), 528.0)


def _is_clear(moment: Moment[Turned], height: float) -> None:
    scale, pane, size = 4.0 / 3.0, LESSON.panes[WORLD], (1280.0, height)
    view = frame(pane, moment, size, scale, steps=range(moment.index, moment.index + 1))
    canvas = Canvas(scale * view.pixel)
    pane.draw(canvas, moment)
    (inset,) = [m for m in canvas.marks if isinstance(m, Inset)]
    assert inset.at is not None
    (_, low), high = view.to_screen(inset.at), inset.size[1] * scale
    assert low - high > HEAD * scale
    assert low < size[1]
