"""Minimum translation: overlaps, ways out, pushes and what faulty rules cost, against the vertices."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Convex, box, capsule, circle, manifold, minimum_translation, point, regular_polygon, separation
from geometry.sat.minimum_translation import MinimumTranslation
from lessons.separating_axes.minimum_translation import MinimumTranslationLesson, Overlapping
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Label, Stroke, Symbol
from viz.lesson.prediction import Adjust, Place, Verdict
from viz.lesson.scene import Arrow as Vector
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = MinimumTranslationLesson()
OVERLAPPING = [name for name in LESSON.presets if name != "Apart"]
each_overlapping = pytest.mark.parametrize("name", OVERLAPPING)
START, SORTED, WAYS, VECTOR, MOVES = range(5)


def moments(name: str, compare: str = "", moves: str = "both") -> list[Moment[Overlapping]]:
    return moments_of(LESSON, LESSON.presets[name].scene.with_field("moves", moves), compare)


def drawn(moment: Moment[Overlapping], pane: int = 0) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def words(moment: Moment[Overlapping], pane: int = 0, ink: Ink | None = None) -> list[str]:
    marks = [m for m in drawn(moment, pane).marks if isinstance(m, Label) and ink in (None, m.ink)]
    return [plain(m.text) for m in marks]


def arrows(moment: Moment[Overlapping], ink: Ink) -> list[np.ndarray]:
    return [np.array((m.start, m.end)) for m in drawn(moment).marks if isinstance(m, Arrow) and m.ink is ink]


def depth_along(a: Convex, b: Convex, n: np.ndarray) -> tuple[float, float]:
    """How far B has to go along n to leave A, and against it."""
    on_a, on_b = a.points @ n, b.points @ n
    radii = a.radius + b.radius
    return float(on_a.max() - on_b.min()) + radii, float(on_b.max() - on_a.min()) + radii


def least(scene: Overlapping) -> float:
    """Over all directions, finely."""
    turns = np.radians(np.arange(0.0, 360.0, 0.02))
    a, b = scene.shapes
    ways = np.stack((np.cos(turns), np.sin(turns)))
    overlap = (a.points @ ways).max(axis=0) - (b.points @ ways).min(axis=0) + a.radius + b.radius
    return float(overlap.min())


@each_overlapping
def test_the_depth_is_the_least_over_all_directions_and_the_edge_that_of_chapter_5(name: str) -> None:
    moment = moments(name)[SORTED]
    scene, best = moment.scene, moment.step.found.best
    depth = least(scene)
    assert -best.separation == pytest.approx(depth, abs=2e-3)
    assert plain(LESSON.page(moment).sentence).startswith(
        f"The least of the {len(moment.step.found.tests)} overlaps "
    )
    assert fixed(-best.separation) in plain(LESSON.page(moment).sentence)
    if all(shape.radius == 0.0 for shape in scene.shapes):
        reference = manifold(*scene.shapes).reference
        assert reference is not None
        assert best.facing is not None
        assert (best.facing.owner, best.facing.index) == (reference.owner.value, reference.edge)
        assert f"at {best.facing}" in plain(LESSON.page(moment).sentence)
        assert str(best.facing) in words(moment, ink=Ink.EXAMINED)
        vector = moments(name)[VECTOR]
        assert str(best.facing) not in words(vector), "its bar has the name, and the vector stands free"
        assert str(best.facing) in words(vector, 1)


@each_overlapping
def test_the_bars_are_the_overlaps_in_order(name: str) -> None:
    found = moments(name)
    start, moment = found[START], found[SORTED]
    unknown = [m for m in drawn(start, 1).marks if isinstance(m, Stroke)]
    assert not unknown, "the overlaps are not known yet"
    assert LESSON.layout_at(start) is LESSON.panes[0]
    assert LESSON.layout_at(moment) is LESSON.layout
    bars = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.line is Line.BAR]
    assert {bar.ink for bar in bars} == {Ink.OVERLAP}
    lengths = [bar.points[1][0] - bar.points[0][0] for bar in bars]
    a, b = moment.scene.shapes
    overlaps = [min(depth_along(a, b, np.array(test.axis.direction))) for test in moment.step.found.tests]
    assert lengths == pytest.approx(sorted(overlaps))
    assert [bar.points[0][1] for bar in bars] == sorted((bar.points[0][1] for bar in bars), reverse=True)
    best = sum(overlap < min(overlaps) + 1e-9 for overlap in overlaps)
    assert [bar.opacity for bar in bars] == [1.0] * best + [0.4] * (len(bars) - best), "all that tie are bright"


@each_overlapping
def test_each_axis_offers_a_push_and_none_ends_in_the_circle_of_the_shortest(name: str) -> None:
    moment = moments(name)[SORTED]
    a, b = moment.scene.shapes
    pushes = arrows(moment, Ink.OVERLAP)
    assert len(pushes) == len(moment.step.found.tests)
    for start, end in pushes:
        assert separation(a, b.moved(end - start)) >= -1e-9, "it frees B"
        assert start == pytest.approx(pushes[0][0]), "all from one point"
    (circle,) = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.closed and m.line is Line.DASHED]
    radii = np.hypot(*(np.array(circle.points) - pushes[0][0]).T)
    assert radii == pytest.approx(np.full(len(radii), min(np.hypot(*(end - start)) for start, end in pushes)))


@each_overlapping
def test_an_edge_that_faces_away_is_said_to_do_so(name: str) -> None:
    """B leaves past an edge of A along its outward normal; past an edge of B against it."""
    moment = moments(name)[SORTED]
    a, b = moment.scene.shapes
    names = [text for text in words(moment, 1) if "edge" in text]
    seen = 0
    for test in moment.step.found.tests:
        if test.axis.edge is None:
            continue
        seen += 1
        owner = test.axis.owner.value
        shape = a if owner == "A" else b
        normals = np.array([n for n in shape.normals if abs(abs(float(n @ test.axis.direction)) - 1.0) < 1e-9])
        sign = 1.0 if owner == "A" else -1.0
        ways = [depth_along(a, b, sign * n)[0] for n in normals]
        shortest = min(depth_along(a, b, test.axis.direction))
        own = f"edge {test.axis.edge} of {owner}"
        assert (f"{own}, faces away" in names) is bool(min(ways) > shortest + 1e-9)
    assert seen


@pytest.mark.parametrize("name", ["Centres mislead", "Contained"])
def test_the_letter_of_b_stands_in_b_beside_both_ways(name: str) -> None:
    rule = LESSON.presets[name].compare
    moment = moments(name, rule)[WAYS]
    marks = drawn(moment).marks
    (at_,) = [m.at for m in marks if isinstance(m, Label) and m.text == "B" and m.style is TextStyle.LETTER]
    assert separation(moment.scene.b.world, circle(1e-9, at_)) < 0.0


def test_ties_are_named_and_the_first_edge_is_taken() -> None:
    moment = moments("Tie of two axes")[SORTED]
    assert "**tie**" in LESSON.page(moment).idea
    assert "**tie**" not in LESSON.page(moments("Long edge")[SORTED]).idea
    pushes = arrows(moments("Tie of two axes")[VECTOR], Ink.ANSWER)
    lengths = [float(np.hypot(*(end - start))) for start, end in pushes]
    assert lengths == pytest.approx([0.6, 0.6])
    for start, end in pushes:
        assert separation(moment.scene.a.world, moment.scene.b.world.moved(end - start)) == pytest.approx(0.0)
    assert plain(LESSON.page(moment).sentence) == (
        "The least of the 2 overlaps −s_i is 0.60, at edge 1 of A. "
        "At edge 2 of A it is as short. The first one is taken."
    )


@each_overlapping
def test_both_ways_are_measured_between_the_ends_of_the_projections(name: str) -> None:
    moment = moments(name)[WAYS]
    (a, b), n = moment.scene.shapes, np.array(moment.step.found.best.normal)
    onward, back = depth_along(a, b, n)
    sentence = plain(LESSON.page(moment).sentence)
    assert f"a move of {fixed(onward)} frees B. The opposite way needs {fixed(back)}." in sentence
    tied = " The move at edge 2 of A is as short." if name == "Tie of two axes" else ""
    assert sentence.endswith(f"{fixed(back)}.{tied}")
    assert {f" s_+ = {fixed(-onward)}".strip(), f" s_- = {fixed(-back)}".strip()} <= {
        text.replace("−=", "- =").replace("s_−", "s_-").strip() for text in words(moment)
    }
    for ink, length, way in ((Ink.OVERLAP, onward, 1.0), (Ink.QUIET, back, -1.0)):
        measured = [
            np.array(m.points)
            for m in drawn(moment).marks
            if isinstance(m, Stroke) and m.ink is ink and len(m.points) == 2
        ]
        assert any(ends[1] - ends[0] == pytest.approx(way * length * n) for ends in measured)
    bars = {
        m.ink: np.array(m.points) @ n for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.BAR
    }
    for ink, shape in ((Ink.A, a), (Ink.B, b)):
        along = shape.points @ n
        assert bars[ink] == pytest.approx((along.min() - shape.radius, along.max() + shape.radius))
    ends = {" ".join(text.split()) for text in words(moment)}
    assert {"min_A", "max_A", "min_B", "max_B"} <= ends


@each_overlapping
def test_the_white_arrow_parts_the_shapes_and_ends_on_the_edge(name: str) -> None:
    moment = moments(name)[VECTOR]
    (start, end), *_ = arrows(moment, Ink.ANSWER)
    (a, b), m = moment.scene.shapes, end - start
    assert separation(a, b.moved(m)) == pytest.approx(0.0, abs=1e-9)
    assert np.hypot(*m) == pytest.approx(least(moment.scene), abs=2e-3)
    facing = moment.trace.result.facing
    if facing is not None:
        p, q = moment.scene.shapes["AB".index(facing.owner)].edges[facing.index]
        on = end if facing.owner == "A" else start
        assert abs(float(np.linalg.det(np.array((q - p, on - p))))) < 1e-9
    assert f"({fixed(m[0])}, {fixed(m[1])}), of length {fixed(float(np.hypot(*m)))}" in plain(
        LESSON.page(moment).sentence
    )
    assert fixed(float(np.hypot(*m))) in words(moment, ink=Ink.ANSWER)
    ghosts = [
        np.array(g.points)
        for g in drawn(moment).marks
        if isinstance(g, Stroke) and g.line is Line.END and g.ink is Ink.B
    ]
    assert any(ghost.mean(axis=0) == pytest.approx(b.moved(m).centroid, abs=0.02) for ghost in ghosts)


@each_overlapping
@pytest.mark.parametrize(("moves", "share"), [("B", 0.0), ("both", 0.5), ("A", 1.0)])
def test_the_moves_meet_and_part_the_shapes(name: str, moves: str, share: float) -> None:
    moment = moments(name, moves=moves)[MOVES]
    a, b = moment.scene.shapes
    m = moment.trace.result.translation
    told = moment.step
    assert told.of_a == pytest.approx(-share * m)
    assert separation(a.moved(told.of_a), b.moved(told.of_b)) == pytest.approx(0.0, abs=1e-9)
    drawn_a = [e for e in arrows(moment, Ink.A) if e[1] - e[0] == pytest.approx(told.of_a)]
    drawn_b = [e for e in arrows(moment, Ink.B) if e[1] - e[0] == pytest.approx(told.of_b)]
    assert bool(drawn_a) is (share > 0.0)
    assert bool(drawn_b) is (share < 1.0)
    solid = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.OUTLINE and m.closed]
    middles = [np.array(m.points).mean(axis=0) for m in solid]
    starts = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.START]
    assert {m.ink for m in starts} == {ink for ink, way in ((Ink.A, share), (Ink.B, 1.0 - share)) if way > 0.0}
    first = [m for m in drawn(moments(name, moves=moves)[VECTOR]).marks if isinstance(m, Stroke)]
    before = [np.array(m.points).mean(axis=0) for m in first if m.line is Line.OUTLINE and m.closed]
    for now, then, move in zip(middles, before, (told.of_a, told.of_b), strict=True):
        assert now - then == pytest.approx(move), "the solid shapes are those that just touch"
    white, *ties = arrows(moment, Ink.ANSWER)
    assert white[1] - white[0] == pytest.approx(m)
    assert bool(ties) is (name == "Tie of two axes")
    for start, end in ties:
        assert end - start == pytest.approx((0.0, 0.6)), "the other push, which is as short"
        assert plain(LESSON.page(moment).sentence).endswith("Another move, (0.00, 0.60), is as short.")
    for shape, found in (
        (a, drawn_a),
        (b, drawn_b),
    ):  # from the outline of the start, clear of the whole and its words
        for start, _ in found:
            assert abs(separation(shape, point(start))) < 1e-6
            assert min(math.dist(start, end) for end in white) > 0.5
    assert LESSON.situation(moment) == "After these moves A and B just touch."


def test_the_shortest_move_is_asked_for_and_judged() -> None:
    moment = moments("Corner in an edge")[START]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    scene, m = moment.scene, moment.trace.result.translation
    a, b = scene.shapes

    def verdict(v: np.ndarray) -> object:
        return asked.judge(scene.with_field("push", Vector((0.0, 0.0), v)))

    assert not asked.judge(scene).right, "the arrow starts where it is wrong"
    assert asked.judge(asked.right(scene)).right
    assert verdict(1.05 * m).right  # type: ignore[attr-defined]
    assert not verdict(1.2 * m).right  # type: ignore[attr-defined]
    assert not verdict(0.5 * m).right  # type: ignore[attr-defined]
    left = -separation(a, b.moved(0.5 * m))
    assert f"on every axis, by {fixed(left)}" in verdict(0.5 * m).because  # type: ignore[attr-defined]
    begun = -separation(a, b.moved(scene.push.vector))
    assert abs(begun - least(scene)) > 0.1, "the first verdict does not tell the depth"
    centres = b.centroid - a.centroid
    assert "line of the centres" in verdict(1.5 * centres).because  # type: ignore[attr-defined]
    far = verdict(np.array((-3.0, 3.0)))
    assert f"{fixed(3.0 * math.sqrt(2.0))} long" in far.because  # type: ignore[attr-defined]


def inside_area(a: Convex, b: Convex, count: int = 400) -> tuple[float, np.ndarray]:
    """Of what two sharp shapes share: its area and its middle, from a grid of points."""
    low, high = a.points.min(axis=0), a.points.max(axis=0)
    xs, ys = (np.linspace(lo, hi, count) for lo, hi in zip(low, high, strict=True))
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    for shape in (a, b):
        for (p, _), n in zip(shape.edges, shape.normals, strict=True):
            grid = grid[(grid - p) @ n <= 0.0]
    cell = float(np.prod((high - low) / (count - 1)))
    return len(grid) * cell, grid.mean(axis=0) if len(grid) else grid


def area_of(outline: np.ndarray) -> float:
    x, y = outline.T
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2.0


def test_what_the_own_move_leaves_inside_a_is_red_and_pink_once_it_is_judged() -> None:
    moment = moments("Corner in an edge")[START]
    scene = moment.scene
    ghost = scene.b.world.moved(scene.push.vector)
    area, middle = inside_area(scene.a.world, ghost)
    (red,) = [np.array(m.points) for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    assert area_of(red) == pytest.approx(area, rel=0.03)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    verdict = asked.judge(scene)
    assert verdict.draw is not None
    canvas = Canvas(0.01)
    verdict.draw(canvas, "world")
    (pink,) = [np.array(m.points) for m in canvas.marks if isinstance(m, Area)]
    assert pink == pytest.approx(red)
    (remark,) = verdict.remarks
    assert remark.at == pytest.approx(middle, abs=0.1), "it points at what is still inside"
    free = scene.with_field("push", Vector((0.0, 0.0), moment.trace.result.translation))
    told = moments_of(LESSON, free)[START]
    assert not [m for m in drawn(told).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP], "just touching"


def test_the_own_move_is_laid_beside_the_pushes_and_then_gone() -> None:
    found = moments("Corner in an edge")
    (own,) = arrows(found[SORTED], Ink.INTERFACE)
    assert own[1] - own[0] == pytest.approx(found[SORTED].scene.push.vector)
    assert own[0] == pytest.approx(arrows(found[SORTED], Ink.OVERLAP)[0][0]), "from where they start"
    for moment in found[WAYS:]:
        assert not arrows(moment, Ink.INTERFACE)
    for moment in found:
        assert ("push" in LESSON.panes[0].idle(moment)) is (moment.index > START)


def test_the_axes_are_counted_by_their_shape() -> None:
    told = {name: plain(LESSON.page(moments(name)[START]).sentence) for name in OVERLAPPING}
    assert told["Corner in an edge"].startswith("A offers 3 axes, B offers 2: parallel edges share one.")
    assert told["Centres mislead"].startswith("A offers 4 axes, B offers 3. Along"), "no edge has a parallel one"
    assert told["Round shapes"].startswith("B offers 2 axes, the nearest points give 1 more.")
    push = Vector((0.0, 0.0), (0.1, 0.0))
    scene = Overlapping(at(capsule((-0.5, 0.0), (0.5, 0.0), 0.3), 0.0, 0.0), at(box(1, 1), 0.0, 0.4, 20), push)
    assert plain(LESSON.page(moments_of(LESSON, scene)[START]).sentence).startswith("A offers 1 axis, B offers 2")


def test_of_two_equal_pushes_only_the_one_up_is_to_stay() -> None:
    scene = LESSON.presets["Tie of two axes"].scene
    asked = LESSON.page(moments("Tie of two axes")[START]).prediction
    assert isinstance(asked, Adjust)
    tied = asked.judge(scene)
    assert not tied.right
    assert "Both pushes are still 0.60 long" in tied.because

    def moved(x: float, y: float) -> Verdict:
        return asked.judge(scene.with_field("b", scene.b.moved((x, y))))

    assert moved(0.0, 0.1).right
    assert "The push up is 0.50 long. The next one would be 0.60." in moved(0.0, 0.1).because
    assert "does not point up" in moved(0.1, 0.0).because
    assert "free" in moved(0.0, 0.7).because
    assert not moved(0.0, 0.7).right
    for x, y in ((0.0, 0.0), (0.2, 0.0), (-0.3, -0.4), (3.0, 1.0)):
        there = scene.with_field("b", scene.b.moved((x, y)))
        assert asked.judge(asked.right(there)).right, "wherever B has been dragged"


def test_a_round_corner_decides_until_b_is_turned() -> None:
    scene = LESSON.presets["Round shapes"].scene
    asked = LESSON.page(moments("Round shapes")[START]).prediction
    assert isinstance(asked, Adjust)
    first = asked.judge(scene)
    assert not first.right
    assert "the push is 0.46. Perpendicular to an edge it is 0.52." in first.because
    assert asked.judge(asked.right(scene)).right
    turned = scene.with_field("b", scene.b.turned(math.radians(25.0)))
    assert asked.judge(turned).right is (minimum_translation(*turned.shapes).facing is not None)


def test_a_round_corner_is_asked_of_a_circle_and_a_rounded_polygon_alone() -> None:
    scene = LESSON.presets["Round shapes"].scene
    for field, shape in (("a", regular_polygon(6, 1.2)), ("b", box(1.2, 1.1)), ("b", circle(0.8))):
        other = scene.with_field(field, getattr(scene, field).shaped(shape))
        assert separation(*other.shapes) < 0.0
        assert LESSON.page(moments_of(LESSON, other)[START]).prediction is None, (field, shape)


def test_a_tie_of_three_is_not_said_to_be_one_of_two() -> None:
    push, six = Vector((0.0, 0.0), (0.1, 0.0)), regular_polygon(6, 1.0)
    moment = moments_of(LESSON, Overlapping(at(six, 0.0, 0.0), at(six, 0.0, 0.0), push))[SORTED]
    assert len(moment.step.ties) == 2
    assert plain(LESSON.page(moment).idea).startswith("More than one axis has the least overlap: a tie.")


@pytest.mark.parametrize(("name", "by"), [("Centres mislead", (0.6, 0.0)), ("Contained", (1.0, 0.7))])
def test_where_a_faulty_rule_makes_no_error(name: str, by: tuple[float, float]) -> None:
    preset = LESSON.presets[name]
    first = LESSON.challenge(moments(name, preset.compare)[-1])
    assert first is not None
    assert not first.reached
    scene = preset.scene.with_field("b", preset.scene.b.moved(by))
    goal = LESSON.challenge(moments_of(LESSON, scene, preset.compare)[-1])
    assert goal is not None
    assert goal.text == first.text
    assert goal.reached, goal.now
    far = preset.scene.with_field("b", preset.scene.b.moved((9.0, 0.0)))
    gone = LESSON.challenge(moments_of(LESSON, far, preset.compare)[-1])
    assert gone is not None
    assert not gone.reached, "shapes that are apart prove nothing"


def test_apart_the_rule_is_to_take_an_overlap_for_the_least() -> None:
    preset = LESSON.presets["Apart"]
    normal = np.array(moments("Apart")[0].step.found.best.normal)
    along = np.array((normal[1], -normal[0]))

    def goal(out: float, aside: float) -> tuple[bool, str, list[str]]:
        scene = preset.scene.with_field("b", preset.scene.b.moved(out * normal + aside * along))
        moment = moments_of(LESSON, scene, preset.compare)[-1]
        found = LESSON.challenge(moment)
        assert found is not None
        return found.reached, found.now, words(moment, ink=Ink.FAULTY)

    first = goal(0.0, 0.0)
    assert first == (False, "now a gap of 0.27", ["pulled onto A by 0.27"])
    right = float((preset.scene.a.world.points @ along).max() - (preset.scene.b.world.points @ along).min())
    assert goal(0.0, right - 0.1) == (True, "now an overlap of 0.10", ["pushed away by 0.10"])
    assert goal(-0.2, right - 0.1)[:2] == (False, "now a gap of 0.07")
    assert goal(0.1, right + 0.2) == (False, "now a gap of 0.20", ["pulled by 0.20"]), "two gaps: it does not reach A"
    assert goal(-0.5, 0.0)[:2] == (False, "now they overlap")


@pytest.mark.parametrize("name", LESSON.presets)
def test_the_goal_has_no_number_before_its_step(name: str) -> None:
    """A faulty depth beside the right one would be two depths of one overlap."""
    preset = LESSON.presets[name]
    for moment in moments(name, preset.compare):
        goal = LESSON.challenge(moment)
        assert goal is not None
        waits = VECTOR if preset.compare else WAYS
        assert (goal.now != "") is (moment.is_last or moment.index >= waits)


@each_overlapping
def test_halves_add_up_as_they_are_written(name: str) -> None:
    found = moments(name)[MOVES].trace.result.translation
    size, half = (float(fixed(float(np.hypot(*found)) / parts)) for parts in (1.0, 2.0))
    assert size == pytest.approx(2.0 * half), "two of the numbers beside the arrows make the third"


@each_overlapping
def test_a_length_beside_an_arrow_is_that_of_a_norm(name: str) -> None:
    """A bold vector alone is no number."""
    found = moments(name)[MOVES]
    m, half = (fixed(float(np.hypot(*v))) for v in (found.trace.result.translation, found.step.of_b))
    said = [mark.text for mark in drawn(found).marks if isinstance(mark, Label) and r"\boldsymbol m" in mark.text]
    assert said == [
        rf"‖$\boldsymbol m_A$‖ = {half}",
        rf"‖$\boldsymbol m_B$‖ = {half}",
        rf"‖$\boldsymbol m$‖ = {m}",
    ]


def test_the_sorted_overlaps_stay_in_the_table() -> None:
    found = moments("Corner in an edge")
    rows = LESSON.page(found[SORTED]).rows
    a, b = found[0].scene.shapes
    overlaps = sorted(min(depth_along(a, b, np.array(t.axis.direction))) for t in found[SORTED].step.found.tests)
    assert [row.cells[1] for row in rows] == [fixed(each) for each in overlaps]
    said = plain(LESSON.page(found[SORTED]).sentence)
    assert said == "The least of the 5 overlaps −s_i is 0.52, at edge 0 of A."
    assert not [row for row in rows if "faces away" in row.cells[0]], "each axis of the first scene has a facing edge"
    assert rows[0].cells[0] == "edge 0 of A"
    compared = moments("Long edge", "raw normals")
    for moment in compared[SORTED:-1]:
        table = LESSON.table(moment)
        assert table is not None
        assert table.columns == ("axis", "overlap"), "until the moves are compared"
        assert [row.cells[1] for _, row in table.rows] == ["0.32", "0.49", "0.63", "0.83"]
    inks = [row.ink for row in LESSON.page(moments("Round shapes")[SORTED]).rows]
    assert inks == [Ink.EXAMINED, Ink.B, Ink.B], "the line between two points belongs to neither"
    first = LESSON.page(moments("Round shapes")[SORTED]).rows[0]
    assert first.cells[0] == "the centre of A to v0 of B"
    last = drawn_marks(moments("Round shapes")[MOVES])
    assert {"the centre of A", "v0 of B"} <= {plain(m.text) for m in last if isinstance(m, Label)}


def drawn_marks(moment: Moment[Overlapping]) -> list[object]:
    canvas = Canvas(0.01)
    LESSON.draw_told(canvas, moment)
    return list(canvas.marks)


@pytest.mark.parametrize("index", [WAYS, VECTOR, MOVES])
def test_each_edge_that_the_table_names_has_its_number(index: int) -> None:
    found = moments("Corner in an edge")
    moment, shapes = found[index], found[0].scene.shapes
    moves = (moment.step.of_a, moment.step.of_b) if index == MOVES else (np.zeros(2), np.zeros(2))
    told = [m for m in drawn_marks(moment) if isinstance(m, Label) and m.style is TextStyle.NUMBER]
    rows = [row.cells[0].removesuffix(", faces away") for row in LESSON.page(found[SORTED]).rows]
    assert len(told) == len(rows) == 5
    for mark, row in zip(told, rows, strict=True):
        _, edge, _, owner = row.split()
        start, end = shapes["AB".index(owner)].edges[int(edge)] + moves["AB".index(owner)]
        assert mark.text == edge
        assert mark.ink is (Ink.A if owner == "A" else Ink.B)
        along = np.subtract(mark.at, start) @ (end - start) / ((end - start) @ (end - start))
        assert 0.0 < along < 1.0
        assert mark.at == pytest.approx(tuple(start + along * (end - start)), abs=1e-9), "on its edge"


def test_both_moves_of_a_comparison_stand_in_the_table() -> None:
    for name, rule in (
        ("Centres mislead", "flip by centres"),
        ("Contained", "shared part"),
        ("Long edge", "raw normals"),
        ("Apart", "no overlap test"),
    ):
        last = moments(name, rule)[-1]
        table, (a, b) = LESSON.table(last), last.scene.shapes
        assert table is not None
        assert table.columns == ("move of B", "length", "overlap left")
        right, wrong = (row for _, row in table.rows)
        assert wrong.faulty
        m = last.trace.result.translation
        least = 0.0 if m is None else float(np.hypot(*m))
        left = max(0.0, -separation(a, b.moved(last.faulty)))
        assert right.cells == ("shortest", fixed(least), "0.00")
        assert wrong.cells == (rule, fixed(float(np.hypot(*last.faulty))), fixed(left))


def test_the_piece_that_both_projections_share_is_drawn() -> None:
    last = moments("Contained", "shared part")[-1]
    a, b = last.scene.shapes
    n = last.faulty / np.hypot(*last.faulty)
    ends = [((s.points @ n).min(), (s.points @ n).max()) for s in (a, b)]
    marks = drawn_marks(last)
    bars = [m for m in marks if isinstance(m, Stroke) and m.line is Line.BAR]
    assert [m.ink for m in bars] == [Ink.A, Ink.B]
    for bar, (low, high) in zip(bars, ends, strict=True):
        assert sorted(float(np.dot(p, n)) for p in bar.points) == pytest.approx([low, high], abs=1e-6)
    (low, high), (start, end) = ends
    assert low < start < end < high, "B's bar lies inside A's"
    words = [plain(m.text) for m in marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert f"shared part {fixed(end - start)}" in words
    assert fixed(end - start) == fixed(float(np.hypot(*last.faulty)))


@each_overlapping
def test_the_overlap_is_an_area_that_ends_at_its_bracket(name: str) -> None:
    moment = moments(name)[WAYS]
    (a, b), n = moment.scene.shapes, np.array(moment.step.found.best.normal)
    (band,) = [np.array(m.points) for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    assert np.ptp(band @ n) == pytest.approx(depth_along(a, b, n)[0])
    across = np.array((-n[1], n[0]))
    both = np.concatenate((a.points, b.points)) @ across
    assert np.ptp(band @ across) < np.ptp(both) + 2.0 * max(a.radius, b.radius) + 0.8, (
        "not as far as the view reaches"
    )


@each_overlapping
def test_only_the_way_that_is_taken_has_an_arrow_and_its_number_stands_at_its_bracket(name: str) -> None:
    """The longer way has its ghost and its bracket; it is measured nearer, so that no line parts s₊ from its own."""
    moment = moments(name)[WAYS]
    n = np.array(moment.step.found.best.normal)
    assert not arrows(moment, Ink.QUIET)
    (told,) = [m for m in drawn(moment).marks if isinstance(m, Label) and "s_+" in m.text]
    two = [m for m in drawn(moment).marks if isinstance(m, Stroke) and len(m.points) == 2]
    (bracket,) = [
        np.array(m.points)
        for m in two
        if m.ink is Ink.OVERLAP and np.ptp(np.array(m.points) @ n) > 1e-9 and m.line is Line.MEASURE
    ]
    assert np.array(told.at) == pytest.approx(bracket.mean(axis=0), abs=1e-6), "at the middle of its bracket"
    assert told.toward is not None
    assert abs(np.array(told.toward) @ n) < 1e-9, "across the axis"
    others = [np.array(m.points) for m in two if m.ink is Ink.QUIET and m.line is Line.THIN]
    long = [each for each in others if np.ptp(each @ n) > np.ptp(bracket @ n) - 1e-9]
    assert long
    out = np.array(told.toward)
    assert all(float((each @ out).max()) < float(bracket[0] @ out) for each in long), "the outermost line"


@each_overlapping
def test_n_is_drawn_wherever_the_words_name_it(name: str) -> None:
    for moment in moments(name):
        page = LESSON.page(moment)
        if r"\hat n" in page.sentence + page.formula:
            assert any(isinstance(m, Symbol) and m.latex == r"\hat n" for m in drawn(moment).marks)


def test_the_edge_of_the_right_answer_is_lit_and_named() -> None:
    for name in ("Corner in an edge", "Round shapes"):
        moment = moments(name)[START]
        asked = LESSON.page(moment).prediction
        assert isinstance(asked, Adjust)
        verdict = asked.judge(asked.right(moment.scene))
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        (edge,) = [m.text for m in canvas.marks if isinstance(m, Label)]
        assert edge in verdict.because
        assert not [text for text in words(moment) if text.isdigit()], "no other names in the first picture"


def test_the_learner_s_arrow_stays_at_b() -> None:
    scene = LESSON.presets["Corner in an edge"].scene
    moved = scene.with_field("b", scene.b.moved((0.5, -0.2)))
    assert moved.push.start == pytest.approx(moved.b.world.centroid)
    assert moved.push.vector == pytest.approx(scene.push.vector)


def test_a_s_half_is_asked_for_and_judged() -> None:
    moment = moments("Corner in an edge")[VECTOR]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    a, m = moment.scene.a.world, moment.trace.result.translation
    assert np.array(asked.right[0]) == pytest.approx(a.centroid - m / 2.0)
    aside = np.array(asked.start[0]) - a.centroid
    assert float(aside @ m) == pytest.approx(0.0, abs=1e-9), "it starts neither with the push nor against it"
    assert not asked.judge(asked.start).right
    toward = asked.judge((tuple(a.centroid + m / 2.0),))
    assert not toward.right
    assert "against" in toward.because
    whole = asked.judge((tuple(a.centroid - m),))
    assert not whole.right
    gap = separation(a.moved(-m), moment.scene.b.world.moved(m / 2.0))
    assert f"they are {fixed(gap)} apart" in whole.because
    assert LESSON.page(moments("Corner in an edge", moves="B")[VECTOR]).prediction is None


COSTS = {
    "flip by centres": ("Centres mislead", "still overlaps"),
    "raw normals": ("Long edge", "0.63, not 0.32"),
    "no overlap test": ("Apart", "pulled onto A by 0.27"),
    "sign flipped twice": ("Long edge", "still overlaps"),
    "shared part": ("Contained", "still overlaps"),
}


@pytest.mark.parametrize("rule", COSTS)
def test_what_a_faulty_rule_costs_is_drawn_and_said(rule: str) -> None:
    name, told = COSTS[rule]
    moment = moments(name, rule)[-1 if name == "Apart" else VECTOR]
    (start, end), *_ = arrows(moment, Ink.FAULTY)
    a, b = moment.scene.shapes
    left = separation(a, b.moved(end - start))
    assert start == pytest.approx(b.centroid)
    (words_at,) = [text for text in words(moment, ink=Ink.FAULTY) if "c_" not in text]
    assert words_at.startswith(told)
    if told == "still overlaps":
        assert left < -0.05
        assert words_at == f"still overlaps by {fixed(-left)}", "other words than those of the shapes as they are"
        assert f"still overlaps A by {fixed(-left)}" in plain(LESSON.page(moment).sentence)
        (pink,) = [np.array(m.points) for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.FAULTY]
        assert area_of(pink) == pytest.approx(inside_area(a, b.moved(end - start))[0], rel=0.05)
    if rule == "flip by centres":
        m = moment.trace.result.translation
        assert end - start == pytest.approx(-m)
        assert float((b.centroid - a.centroid) @ m) < 0.0, "the centres lie the other way round"
    if rule == "raw normals":
        shape_edges = [(s, e) for s in (a, b) for e in s.edges]
        scores = []
        for _, (p, q) in shape_edges:
            n = np.array((q[1] - p[1], p[0] - q[0])) / np.hypot(*(q - p))
            scores.append((min(depth_along(a, b, n)) * np.hypot(*(q - p)), min(depth_along(a, b, n))))
        assert np.hypot(*(end - start)) == pytest.approx(min(scores)[1])
        raw = fixed(min(scores)[0])
        pushed = fixed(min(scores)[1])
        told = f"The least raw overlap is {raw}, at edge 2 of A. There B moves by {pushed}; 0.32 is enough."
        assert told == plain(LESSON.page(moment).sentence)
        assert f"raw {raw}" in words(moment, 1, Ink.FAULTY)
        lines = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
        assert min(m.points[1][0] for m in lines) == pytest.approx(min(scores)[0])
    if rule == "no overlap test":
        assert left == pytest.approx(0.0, abs=1e-9), "pulled against A"
        assert separation(a, b) > 0.2
    if name != "Apart":
        last = moments(name, rule)[MOVES]
        b_ends = [e for e in arrows(last, Ink.B) if e[1] - e[0] == pytest.approx(last.trace.result.translation)]
        assert b_ends, "in a comparison B alone moves, as it does by the faulty rule"
        assert not arrows(last, Ink.A)
        assert LESSON.situation(last).startswith("After ")
        assert fixed(max(-left, float(np.hypot(*(end - start))) - least(moment.scene))) in LESSON.situation(last)
        assert LESSON.page(last).formula == LESSON.page(moment).formula
        assert any(isinstance(m, Symbol) and m.latex == r"\hat n" for m in drawn(last).marks), "of the formula"
        opposite = end - start == pytest.approx(-last.trace.result.translation)
        assert ("as long, but opposite" in plain(LESSON.page(last).sentence)) is opposite
    none = moments(name)[moment.index]
    assert LESSON.page(moment).formula not in ("", LESSON.page(none).formula), "the rule's own formula"
    assert LESSON.page(moment).idea.startswith(f"**{rule.capitalize()}")
    assert LESSON.presets[name].compare in (rule, "raw normals")
    right = moments("Corner in an edge", rule)[VECTOR]
    if rule != "sign flipped twice":
        assert "does no harm: B moves as it should, by 0.52." in LESSON.page(right).sentence
        assert words(right, ink=Ink.FAULTY) == ["no error here"]


def test_apart_there_is_no_vector() -> None:
    (moment,) = moments("Apart")
    assert moment.trace.result.translation is None
    gap = moment.step.found.separation
    assert plain(LESSON.page(moment).sentence).endswith(f"shows a gap of {fixed(gap)}: there is no MTV.")
    assert not arrows(moment, Ink.ANSWER)
    assert LESSON.page(moment).prediction is None


def test_touching_shapes_do_not_move() -> None:
    push = Vector((0.0, 0.0), (0.1, 0.0))
    scene = Overlapping(at(box(2, 2), -1.0, 0.0), at(box(2, 2), 1.0, 0.0), push)
    found = moments_of(LESSON, scene)
    vector = next(m for m in found if isinstance(m.step, MinimumTranslation))
    assert "nothing has to move" in plain(LESSON.page(vector).sentence)
    assert not arrows(vector, Ink.ANSWER)
    assert LESSON.page(found[0]).prediction is None
    assert not LESSON.challenge(found[0]).reached  # type: ignore[union-attr]


def test_the_challenge_is_half_way_through() -> None:
    push = Vector((0.0, 0.0), (0.1, 0.0))
    scene = Overlapping(at(box(2, 2), 0.0, 0.0), at(box(1, 1), 0.005, 0.4), push)
    challenge = LESSON.challenge(moments_of(LESSON, scene)[-1])
    assert challenge is not None
    assert not challenge.reached, "0.4 upwards is the shorter way"
    scene = Overlapping(at(box(2, 2), 0.0, 0.0), at(box(1, 3), 0.005, 0.4), push)
    challenge = LESSON.challenge(moments_of(LESSON, scene)[-1])
    assert challenge is not None
    assert challenge.reached
    onward, back = depth_along(*scene.shapes, np.array((1.0, 0.0)))
    assert challenge.now == f"now {fixed(min(onward, back))} and {fixed(max(onward, back))}"


def test_of_a_tie_four_moves_are_to_be_equally_short() -> None:
    scene = LESSON.presets["Tie of two axes"].scene

    def goal(x: float, y: float) -> tuple[bool, str]:
        moved = scene.with_field("b", scene.b.moved((x, y)))
        found = LESSON.challenge(moments_of(LESSON, moved)[-1])
        assert found is not None
        return found.reached, found.now

    assert goal(0.0, 0.0) == (False, "now 2 shortest moves")
    assert goal(-1.0, 0.0) == (False, "now 1 shortest move")
    assert goal(-1.0, -1.0) == (True, "now 4 shortest moves"), "both squares have one centre"
    assert goal(-1.04, -0.97) == (True, "now 4 shortest moves")
    assert goal(-1.1, -1.0)[0] is False
    assert goal(3.0, 0.0) == (False, "no overlap")
    other = LESSON.challenge(moments("Corner in an edge")[-1])
    assert other is not None
    assert other.text != LESSON.challenge(moments("Tie of two axes")[-1]).text  # type: ignore[union-attr]


def test_both_arrows_of_a_tie_are_drawn_alike() -> None:
    for index, ink in ((WAYS, Ink.OVERLAP), (VECTOR, Ink.ANSWER), (MOVES, Ink.ANSWER)):
        drawn_alike = {
            m.line for m in drawn(moments("Tie of two axes")[index]).marks if isinstance(m, Arrow) and m.ink is ink
        }
        assert len(drawn_alike) == 1, index


@each_overlapping
def test_the_bracket_of_the_longer_way_leaves_room_for_min_b(name: str) -> None:
    """Between the axis and the bracket a line of words has room, at any slope."""
    moment = moments(name)[WAYS]
    (low,) = [m for m in drawn(moment).marks if isinstance(m, Label) and m.text == r"$\min_B$"]
    n = np.array(moment.step.found.best.normal)
    thin = [
        m.points for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.THIN and m.ink is Ink.QUIET
    ]
    long = [np.array(ends) for ends in thin if len(ends) == 2 and np.ptp(np.array(ends) @ n) > 0.5]
    off = [abs(float((ends[0] - low.at) @ (n[1], -n[0]))) for ends in long]
    assert max(off) > 0.43


@each_overlapping
def test_both_ways_end_where_b_just_touches_a_s_slab(name: str) -> None:
    """A ghost of B past either end of A, by moves of true length; the shorter one at the tip of its arrow."""
    moment = moments(name)[WAYS]
    (a, b), n = moment.scene.shapes, np.array(moment.step.found.best.normal)
    onward, back = depth_along(a, b, n)
    for ink, move in ((Ink.OVERLAP, onward * n), (Ink.QUIET, -back * n)):
        is_taken = any(end - start == pytest.approx(move) for start, end in arrows(moment, ink))
        assert is_taken is (ink is Ink.OVERLAP), "the longer way is told by its ghost and its bracket"
        ghosts = [np.array(m.points) for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.END]
        assert any(ghost.mean(axis=0) == pytest.approx(b.moved(move).centroid, abs=0.02) for ghost in ghosts)


def test_the_axis_of_two_round_shapes_leads_through_the_points_that_it_names() -> None:
    moment = moments("Round shapes")[WAYS]
    a, b = moment.scene.shapes
    ends = [np.array(m.points) for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED]
    assert any(line == pytest.approx(np.array((a.points[0], b.points[0]))) for line in ends if len(line) == 2)
    assert {"the centre of A", "v0 of B"} <= set(words(moment, ink=Ink.EXAMINED))
    told = plain(LESSON.page(moments("Round shapes")[SORTED]).sentence)
    assert told.endswith("along the line from the centre of A to v0 of B.")


def test_the_centres_are_seen_as_long_as_the_rule_of_the_centres_is() -> None:
    for moment in moments("Centres mislead", "flip by centres"):
        a, b = moment.scene.shapes
        lines = [m.points for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
        assert any(
            np.array(line) == pytest.approx(np.array((a.centroid, b.centroid))) for line in lines if len(line) == 2
        )


@pytest.mark.parametrize("index", [WAYS, VECTOR, MOVES])
def test_no_edge_number_and_no_n_stands_in_the_other_shape(index: int) -> None:
    """Where both shapes lie the arrows lie: the numbers stand beside, and off the outlines of the start."""
    moment = moments("Corner in an edge")[index]
    shapes = moment.scene.shapes
    moves = (moment.step.of_a, moment.step.of_b) if index == MOVES else (np.zeros(2), np.zeros(2))
    numbers = [m for m in drawn_marks(moment) if isinstance(m, Label) and m.style is TextStyle.NUMBER]
    for mark in numbers:
        own = "AB".index("A" if mark.ink is Ink.A else "B")
        other = shapes[1 - own].moved(moves[1 - own])
        assert separation(other, point(mark.at)) > 0.0, mark.text
        n, toward = shapes[own].normals[int(mark.text)], np.array(mark.toward)
        assert float(toward @ n) * (1.0 if float(moves[own] @ n) >= 0.0 else -1.0) > 0.0
    (n_arrow,) = arrows(moment, Ink.EXAMINED)
    b = shapes[1].moved(moves[1])
    assert min(separation(b, point(end)) for end in n_arrow) > 0.0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Centres mislead", "The rule “flip by centres” moves B by 1.50: B still overlaps A by 0.59."),
        ("Contained", "The rule “shared part” moves B by 0.70: B still overlaps A by 0.83."),
        ("Long edge", "The rule “raw normals” moves B by 0.63: that is more than needed."),
    ],
)
def test_a_faulty_move_is_told_as_soon_as_it_is_drawn(name: str, told: str) -> None:
    moment = moments(name, LESSON.presets[name].compare)[START]
    assert arrows(moment, Ink.FAULTY)
    assert plain(LESSON.page(moment).sentence) == told


def test_the_shapes_are_as_large_in_every_step() -> None:
    for name in ("Corner in an edge", "Tie of two axes", "Long edge"):
        found = moments(name)
        heights = []
        for moment in found:
            box = drawn(moment).bounds()
            assert box is not None
            heights.append(float(box.high[1] - box.low[1]))
        assert heights == pytest.approx([heights[WAYS]] * len(found), rel=0.06)
        assert [LESSON.layout_at(m) is LESSON.layout for m in found] == [False, True, False, True, True]


def test_no_step_asks_in_its_sentence() -> None:
    for name in LESSON.presets:
        for moment in moments(name):
            assert "?" not in plain(LESSON.page(moment).sentence)
