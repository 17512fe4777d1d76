"""Why edge normals are enough: walls, names, measures and answers, against all differences of vertices."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from geometry import box, circle, hull, separation
from geometry.feature import FeatureKind, FeatureRef
from lessons.separating_axes.why_it_works import CROSSINGS, ONLY_A, WhyItWorks
from lessons.separating_axes.why_it_works_figure import pair_of, ref_of, walls_of
from lessons.separating_axes.why_it_works_turn import farthest_at
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Crowd, Dot, FeatureMark, Label, Light, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import TwoShapes, at
from viz.lesson.text import fixed, plain
from viz.picture.framing import frame
from viz.picture.labels import place_labels

LESSON = WhyItWorks()
each_scene = pytest.mark.parametrize("name", LESSON.presets)
DIFFERENCES, QUESTION, WALLS, NORMALS, TWICE, PROOF = range(6)
WORLD, CHAIN, SPACE = 0, 1, 2


def moments(name: str, compare: str = "") -> list[Moment[TwoShapes]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def drawn(moment: Moment[TwoShapes], pane: int) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def differences(moment: Moment[TwoShapes]) -> np.ndarray:
    a, b = moment.scene.a.world.points, moment.scene.b.world.points
    return np.array([p - q for p in a for q in b])


def words(moment: Moment[TwoShapes], pane: int, ink: Ink) -> list[str]:
    return [plain(m.text) for m in drawn(moment, pane).marks if isinstance(m, Label) and m.ink is ink]


def named(moment: Moment[TwoShapes], index: int) -> str:
    edge = walls_of(moment)[index].edge
    return " + ".join(f"{o}{i}" for o, i in (("A", edge.of_a), ("B", edge.of_b)) if i is not None)


@each_scene
def test_the_outline_is_the_hull_of_all_differences(name: str) -> None:
    for moment in moments(name)[QUESTION:]:
        edges = [m for m in drawn(moment, SPACE).marks if isinstance(m, FeatureMark)]
        whole = hull(differences(moment))
        assert len(edges) == len(whole.points)
        for mark in edges:
            p, q = np.array(mark.points)
            assert min(np.hypot(*(whole.points - p).T)) < 1e-9
            n = np.array((q[1] - p[1], p[0] - q[0])) / np.hypot(*(q - p))
            assert ((whole.points - p) @ n).max() < 1e-9
            assert isinstance(mark.feature, FeatureRef)
            wall = walls_of(moment)[mark.feature.index]
            assert mark.ink is (Ink.B if wall.edge.of_a is None else Ink.A)
            a, b = moment.scene.a.world, moment.scene.b.world
            for shape, index, sign in ((a, wall.edge.of_a, 1.0), (b, wall.edge.of_b, -1.0)):
                assert index is None or n == pytest.approx(sign * shape.normals[index], abs=1e-9)
    canvas = drawn(moments(name)[QUESTION], SPACE)
    labels = {plain(m.text): m for m in canvas.marks if isinstance(m, Label)}
    for i, wall in enumerate(walls_of(moments(name)[0])):
        assert labels[named(moments(name)[0], i)].feature == ref_of(i)
        dashes = [
            ends.reshape(2, 2)
            for m in canvas.marks
            if isinstance(m, Crowd) and m.ink is Ink.B
            for ends in m.segments
            if max(abs((ends.reshape(2, 2) - wall.edge.start) @ wall.normal)) < 1e-9
        ]
        if wall.edge.of_b is None:
            assert not dashes
        else:
            assert dashes[0][0] == pytest.approx(wall.edge.start)
            assert dashes[-1][1] == pytest.approx(wall.edge.end)
            length = sum(float(np.hypot(*(q - p))) for p, q in dashes)
            assert 0.5 < length / float(np.hypot(*(wall.edge.end - wall.edge.start))) < 0.8 or len(dashes) == 1
    origins = [m for m in drawn(moments(name)[QUESTION], SPACE).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert [m.at for m in origins] == [(0.0, 0.0)]


@each_scene
@pytest.mark.parametrize("step", [DIFFERENCES, QUESTION])
def test_one_difference_is_the_same_vector_in_both_views(name: str, step: int) -> None:
    moment = moments(name)[step]
    (world,) = [m for m in drawn(moment, WORLD).marks if isinstance(m, Arrow)]
    (space,) = [m for m in drawn(moment, SPACE).marks if isinstance(m, Arrow)]
    assert space.start == (0.0, 0.0)
    assert np.subtract(world.end, world.start) == pytest.approx(space.end)
    a, b = moment.scene.a.world.points, moment.scene.b.world.points
    assert min(np.hypot(*(a - world.end).T)) < 1e-12, "it ends at a vertex of A"
    assert min(np.hypot(*(b - world.start).T)) < 1e-12
    symbols = {m.latex: m.at for m in drawn(moment, WORLD).marks if isinstance(m, Symbol)}
    assert (symbols[r"\boldsymbol a"], symbols[r"\boldsymbol b"]) == (world.end, world.start)
    i, j = (int(np.hypot(*(points - end).T).argmin()) for points, end in ((a, world.end), (b, world.start)))
    sentence = plain(LESSON.page(moment).sentence)
    assert (f"vertex {i} of A, and" in sentence and f"vertex {j} of B." in sentence) is (step == DIFFERENCES)


@each_scene
def test_the_dots_are_the_differences_of_all_vertices(name: str) -> None:
    for step in (DIFFERENCES, QUESTION):
        moment = moments(name)[step]
        dots = [m.at for m in drawn(moment, SPACE).marks if isinstance(m, Dot) and m.point is Point.SMALL]
        points = differences(moment)
        assert all(min(np.hypot(*(points - dot).T)) < 1e-9 for dot in dots)
        (arrow,) = [m for m in drawn(moment, SPACE).marks if isinstance(m, Arrow)]
        off = np.hypot(*(points - arrow.end).T) > 1e-9
        assert len(dots) == (off.sum() if step == DIFFERENCES else len(points))
        if step == QUESTION:
            assert plain(LESSON.page(moment).sentence).startswith(f"The dots are the {len(points)} differences")


@each_scene
def test_the_axes_that_places_are_counted_along_have_numbers(name: str) -> None:
    """The two views have scales of their own: a − b is placed by its numbers."""
    marks = drawn(replace(moments(name)[DIFFERENCES], is_open=True), SPACE).marks
    ticks = [m for m in marks if isinstance(m, Label) and m.style is TextStyle.CAPTION]
    assert len(ticks) >= 4
    for tick in ticks:
        x, y = tick.at
        assert min(abs(x), abs(y)) < 1e-9, "on an axis through the origin"
        assert tick.text == fixed(x + y, 1)
    points = differences(moments(name)[DIFFERENCES])
    for i in range(2):
        along = [end[i] for m in marks if isinstance(m, Stroke) and m.line is Line.THIN for end in m.points]
        assert min(along) <= points[:, i].min() + 1e-9
        assert max(along) >= points[:, i].max() - 1e-9


@each_scene
def test_a_difference_is_asked_for_before_it_is_drawn(name: str) -> None:
    moment = moments(name)[DIFFERENCES]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    open_marks = drawn(replace(moment, is_open=True), SPACE).marks
    assert not [m for m in open_marks if isinstance(m, Arrow | Symbol | FeatureMark)]
    (world,) = [m for m in drawn(replace(moment, is_open=True), WORLD).marks if isinstance(m, Arrow)]
    d = np.subtract(world.end, world.start)
    assert np.hypot(*(np.array([m.at for m in open_marks if isinstance(m, Dot)]) - d).T).min() > 1e-9
    assert np.array(asked.right[0]) == pytest.approx(d)
    assert not asked.judge(asked.start).right
    heads = {part: asked.judge((tuple(part * d),)).head for part in (0.8, 1.2, -1.0, 0.5, 1.5, 0.0)}
    assert heads == {
        0.8: "",
        1.2: "",
        -1.0: "The opposite vector",
        **dict.fromkeys((0.5, 1.5, 0.0), "Another vector"),
    }
    for part, ink in ((1.0, Ink.ANSWER), (-1.0, Ink.FAULTY)):
        canvas, verdict = Canvas(0.01), asked.judge((tuple(part * d),))
        assert verdict.draw is not None
        verdict.draw(canvas, "difference")
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert (arrow.start, arrow.ink) == ((0.0, 0.0), ink)
        assert np.array(arrow.end) == pytest.approx(part * d)
    x, y = (fixed(float(each)) for each in d)
    assert f"({x}, {y})" in asked.judge(asked.right).because


@each_scene
def test_walls_are_measured_and_the_light_falls_in_front(name: str) -> None:
    moment = moments(name)[WALLS]
    points = differences(moment)
    table = LESSON.table(moment)
    assert table is not None
    measured = {i: -float((points @ wall.normal).max()) for i, wall in enumerate(walls_of(moment))}
    rows = [[plain(cell) for cell in row.cells] for _, row in table.rows]
    ranked = sorted(measured, key=lambda i: -measured[i])
    told = ranked if len(ranked) <= 6 else ranked[:5]
    assert [row[:2] for row in rows[: len(told)]] == [[named(moment, i), fixed(measured[i])] for i in told]
    if len(told) < len(ranked):
        (more,) = rows[len(told) :]
        assert more == [f"{len(ranked) - 5} more", f"< {fixed(measured[ranked[4]])}"]
        assert measured[ranked[5]] <= measured[ranked[4]]
    assert not [m for m in drawn(moments(name)[NORMALS], SPACE).marks if isinstance(m, Light | Unbounded)]
    for later in moments(name)[NORMALS:]:
        found = LESSON.table(later)
        assert found is not None
        assert found.current == {0}, "the deciding edge's row is marked"
        assert [row.cells for _, row in found.rows] == [row.cells for _, row in table.rows]
    s, in_front = max(measured.values()), sum(value > 1e-9 for value in measured.values())
    sentence = plain(LESSON.page(moment).sentence)
    lights = [m for m in drawn(moment, SPACE).marks if isinstance(m, Light)]
    assert bool(lights) is (in_front > 0)
    if in_front:
        assert sentence.startswith(f"The origin is in front of {in_front} edge")
        assert sentence.endswith(f"It is behind the other {len(measured) - in_front}.")
        assert lights[0].ink is Ink.GAP
        (sector,) = [i for i, s_i in measured.items() if s_i > 1e-9 >= measured[(i - 1) % len(measured)]]
        edge, before = walls_of(moment)[sector].edge, walls_of(moment)[sector - 1].edge
        tinted = np.array(lights[0].points)
        assert tinted[0] == pytest.approx(edge.end)
        assert tinted[-1] == pytest.approx(edge.start)
        for far, near, way in ((1, edge.end, edge), (-2, edge.start, before)):
            out, along = tinted[far] - near, way.end - way.start
            assert out @ along == pytest.approx(np.hypot(*out) * np.hypot(*along)), "up to where it is extended"
        assert hull(tinted).contains((0.0, 0.0)), "the sector that the origin is in"
        assert "sector" in words(moment, SPACE, Ink.GAP)
        toward = np.array(lights[0].toward)
        assert ((points - lights[0].origin) @ toward).max() < 1e-9, "no light on A − B"
        assert float(-np.array(lights[0].origin) @ toward) > 0.0, "the origin stands in it"
    elif s > -1e-9:
        assert "just touch" in sentence
    else:
        assert f"behind all {len(measured)} edges" in sentence
    assert (fixed(abs(s)) in sentence) is (abs(s) > 1e-9)
    assert named(moment, ranked[0]) in words(moment, SPACE, Ink.EXAMINED)
    assert "dashed lines divide" in LESSON.page(moment).idea
    (line,) = [m for m in drawn(moments(name)[TWICE], SPACE).marks if isinstance(m, Unbounded)]
    across = np.array((-line.direction[1], line.direction[0])) / np.hypot(*line.direction)
    assert abs(float(np.array(line.through) @ across)) == pytest.approx(abs(s), abs=1e-9)
    challenge = LESSON.challenge(moment)
    assert challenge.now == f"in front of {in_front} edge{'s' * (in_front != 1)}"


@each_scene
def test_an_edge_of_the_difference_comes_from_the_edge_that_a_or_b_goes_along(name: str) -> None:
    """Lit in both views while it is walked, and the direction has the name of a normal just then."""
    moment = moments(name)[NORMALS]
    walls, shapes = walls_of(moment), {"A": moment.scene.a.world, "B": moment.scene.b.world}
    seen = set()
    for time in np.linspace(0.0, 1.0, 6 * len(walls) + 1).tolist():
        now = replace(moment, time=time)
        wall, n = farthest_at(now).wall, farthest_at(now).n
        names = {m.latex for pane in (WORLD, SPACE) for m in drawn(now, pane).marks if isinstance(m, Symbol)}
        lit = [m.points for m in drawn(now, SPACE).marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
        sources = [m.points for m in drawn(now, WORLD).marks if isinstance(m, Stroke) and m.line is Line.FEATURE]
        if wall is None:
            assert not lit + sources
            assert not [each for each in names if "_" in each]
            continue
        seen.add(walls.index(wall))
        assert np.array(lit) == pytest.approx(np.array([(wall.edge.start, wall.edge.end)]))
        assert n == pytest.approx(wall.normal)
        owners = [(o, i) for o, i in (("A", wall.edge.of_a), ("B", wall.edge.of_b)) if i is not None]
        assert np.array(sources) == pytest.approx(np.array([shapes[o].edges[i] for o, i in owners]))
        assert {each for each in names if "_" in each} >= {rf"\hat n_{o}" for o, _ in owners}
        assert (r"-\hat n_B" in names) is (wall.edge.of_a is None)
        for owner, i in owners:
            assert shapes[owner].normals[i] == pytest.approx(n if owner == "A" else -n), "B's is reversed"
    assert seen == set(range(len(walls)))
    counts, edges = [len(shape.points) for shape in shapes.values()], len(hull(differences(moment)).points)
    joined = sum(counts) - edges
    sentence = plain(LESSON.page(moment).sentence)
    assert sentence.startswith(f"The {edges} edges come from {counts[0]} edges of A and {counts[1]} of B, whose")
    assert (f"Parallel ones join: {joined} pair" in sentence) is (joined > 0)
    assert ("comes from an edge of A or of B" in " ".join(chain(moment))) is moment.trace.result.apart


def chain(moment: Moment[TwoShapes]) -> list[str]:
    return [m.text for m in drawn(moment, CHAIN).marks if isinstance(m, Label)]


@each_scene
def test_a_direction_turns_and_the_farthest_difference_runs_along_the_edges_it_meets(name: str) -> None:
    """The reason why A − B has no other edges."""
    moment = moments(name)[NORMALS]
    points, walls = differences(moment), walls_of(moment)
    a, b = moment.scene.a.world.points, moment.scene.b.world.points
    assert LESSON.clock(moment) is not None
    turned, run, before = 0.0, 0.0, None
    for time in np.linspace(0.0, 1.0, 40 * len(walls) + 1).tolist():
        now = farthest_at(replace(moment, time=time))
        assert (a @ now.n).max() == pytest.approx(float(now.a @ now.n)), "of A the farthest along n"
        assert (b @ now.n).min() == pytest.approx(float(now.b @ now.n)), "of B the farthest the other way"
        assert (points @ now.n).max() == pytest.approx(float((now.a - now.b) @ now.n))
        if before is not None:
            turn = float(np.arctan2(before.n[0] * now.n[1] - before.n[1] * now.n[0], before.n @ now.n))
            step = math.dist(now.a - now.b, before.a - before.b)
            assert turn > -1e-9
            assert turn < 1e-9 or step < 1e-9 or time * 80.0 % 1.0 > 0.0, "it turns or it runs"
            turned, run = turned + turn, run + step
        before = now
    first = farthest_at(replace(moment, time=0.0))
    deciding = moment.trace.result.wall
    assert first.n == pytest.approx(deciding.normal)
    assert first.wall is deciding
    off = math.dist(first.a - first.b, -deciding.separation * deciding.normal)
    assert off > 0.29 * math.dist(deciding.edge.start, deciding.edge.end), "clear of the origin"
    assert turned == pytest.approx(math.tau)
    assert run == pytest.approx(sum(math.dist(w.edge.start, w.edge.end) for w in walls)), "along every edge once"
    for time in (0.0, 0.37, 1.0):
        now = farthest_at(replace(moment, time=time))
        for pane, ends in ((WORLD, [(now.a, now.n), (now.b, -now.n)]), (SPACE, [(now.a - now.b, now.n)])):
            arrows = [m for m in drawn(replace(moment, time=time), pane).marks if isinstance(m, Arrow)]
            shown = [m for m in arrows if m.ink is Ink.EXAMINED]
            for arrow, (at_, way) in zip(shown, ends, strict=True):
                assert arrow.start == pytest.approx(tuple(at_))
                size = math.dist(arrow.start, arrow.end)
                assert np.subtract(arrow.end, arrow.start) / size == pytest.approx(way)


@each_scene
def test_edges_extended_one_way_share_out_all_that_is_outside(name: str) -> None:
    """Each point outside lies in just one sector, between an edge with its half-line and the half-line before, and
    in front of that edge."""
    moment = moments(name)[WALLS]
    points, walls = differences(moment), walls_of(moment)
    lines = [m for m in drawn(moment, SPACE).marks if isinstance(m, Unbounded)]
    assert len(lines) == len(walls)
    ways = [wall.edge.end - wall.edge.start for wall in walls]
    for wall, way in zip(walls, ways, strict=True):
        (line,) = [m for m in lines if np.array(m.direction) == pytest.approx(way)]
        assert line.one_sided
        assert np.array(line.through) == pytest.approx(wall.edge.end)
    rng, outline = np.random.default_rng(3), hull(points)
    for point in rng.uniform(points.min(axis=0) - 1.0, points.max(axis=0) + 1.0, (200, 2)):
        sectors = [
            i for i, wall in enumerate(walls)
            if (point - wall.edge.start) @ wall.normal > 0.0 >= (point - wall.edge.start) @ walls[i - 1].normal
        ]  # fmt: skip
        assert len(sectors) == (0 if outline.contains(point) else 1)


@each_scene
def test_the_parts_of_a_difference_are_told_in_both_views(name: str) -> None:
    """Whose scales differ: a length that is copied by eye is not the same length."""
    moment = moments(name)[DIFFERENCES]
    p, q = pair_of(moment)
    for pane, start in ((WORLD, q), (SPACE, np.zeros(2))):
        for is_open in (False, True):
            canvas = drawn(replace(moment, is_open=is_open), pane)
            legs = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED]
            told = [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.EXAMINED]
            if is_open and pane == SPACE:
                assert not legs, "it would tell the answer"
                continue
            parts = [float(v) for v in (p - q)[::-1] if abs(v) > 0.03]
            assert told == [fixed(v) for v in parts]
            assert np.array(legs[0].points[0]) == pytest.approx(start)
            assert np.array(legs[-1].points[1]) == pytest.approx(start + (p - q))
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert all(fixed(float(v)) in asked.judge(((0.0, 0.0),)).because for v in p - q)
    assert not asked.judge(asked.right).remarks, "the figure has its name: it needs no second one"


@each_scene
def test_each_letter_stands_on_its_shape(name: str) -> None:
    """Where there is no room for a letter the words' placement moves it off."""
    pane = LESSON.panes[WORLD]

    def measure(mark: Label | Symbol) -> tuple[float, float]:
        if isinstance(mark, Symbol):
            return 22.0, 22.0
        return (20.0, 30.0) if mark.style is TextStyle.LETTER else (7.0 * len(plain(mark.text)), 17.0)

    for moment in moments(name):
        view = frame(pane, moment, (394.0, 392.0), steps=range(moment.index, moment.index + 1))
        canvas = Canvas(view.pixel)
        pane.draw(canvas, moment)
        placed, _ = place_labels(canvas.marks, view, measure)
        letters = [each for each in placed if isinstance(each.mark, Label) and each.mark.style is TextStyle.LETTER]
        assert len(letters) == 2
        for each in letters:
            middle = view.to_world((each.x + each.width / 2.0, each.y + each.height / 2.0))
            assert isinstance(each.mark, Label)
            body = moment.scene.a if each.mark.text == "A" else moment.scene.b
            assert body.world.contains(middle), (each.mark.text, moment.index)


@each_scene
@pytest.mark.parametrize("step", [TWICE, PROOF])
def test_the_same_length_is_measured_in_both_views(name: str, step: int) -> None:
    moment = moments(name)[step]
    wall = moment.trace.result.wall
    n, points = wall.normal, differences(moment)
    s = -float((points @ n).max())
    lengths = []
    for pane in (WORLD, SPACE):
        if abs(s) < 1e-9:
            assert not words(moment, pane, Ink.OVERLAP), "just touching is no depth"
            assert not words(moment, pane, Ink.GAP)
            lengths.append(0.0)
            continue
        found = [
            np.array(m.points)
            for m in drawn(moment, pane).marks
            if isinstance(m, Stroke) and m.line is Line.MEASURE and m.ink in (Ink.GAP, Ink.OVERLAP, Ink.ANSWER)
        ]
        lengths.append(float((found[0][1] - found[0][0]) @ n))
    assert lengths == pytest.approx([s, s], abs=1e-9)
    if step == TWICE:
        a, b = moment.scene.a.world.points @ n, moment.scene.b.world.points @ n
        sentence = plain(LESSON.page(moment).sentence)
        assert sentence.startswith(f"On its normal: {fixed(float(b.min()))} − ")
        assert f"= {fixed(s)}." in sentence
        where = f"lies {fixed(abs(s))} {'in front of' if s > 0.0 else 'behind'} the edge's line"
        assert (where if abs(s) > 1e-9 else "lies on it") in sentence
        assert fixed(float(a.max())) in sentence
    symbols = {m.text.split("$")[1]: m for m in drawn(moment, WORLD).marks if isinstance(m, Label) and "$" in m.text}
    on_a, on_b = (body.world.points @ n for body in (moment.scene.a, moment.scene.b))
    for latex, height, sign in ((r"\max_A", on_a.max(), -1.0), (r"\min_B", on_b.min(), 1.0)):
        assert np.array(symbols[latex].at) @ n == pytest.approx(float(height))
        assert symbols[latex].text.endswith(f" = {fixed(float(height))}")
        borders = [m for m in drawn(moment, WORLD).marks if isinstance(m, Stroke) and m.line is Line.MEASURE
                   and m.ink is (Ink.A if sign < 0.0 else Ink.B) and len(m.points) == 2]  # fmt: skip
        assert any(np.array(m.points) @ n == pytest.approx([height, height]) for m in borders), "a tick on the axis"
        assert float(np.array(symbols[latex].toward) @ n) * sign * (1.0 if s > -1e-9 else -1.0) > 0.0
    captions = [m for m in drawn(moment, WORLD).marks if isinstance(m, Label) and m.style is TextStyle.CAPTION]
    (zero,) = [m for m in captions if m.text == "0"]
    assert abs(float(np.array(zero.at) @ n)) < 1e-9, "where the axis begins to count"
    if step == PROOF:
        formula = LESSON.page(moment).formula
        assert fixed(float(on_b.min())).replace("−", "-") in formula
        assert f"{{{fixed(s if abs(s) > 1e-9 else 0.0)}}}".replace("−", "-") in formula
    (way,) = [m for m in drawn(moment, WORLD).marks if isinstance(m, Arrow)]
    length = np.subtract(way.end, way.start)
    assert length / np.hypot(*length) == pytest.approx(n, abs=1e-9)
    corner = next(m for m in drawn(moment, SPACE).marks if isinstance(m, Symbol) and m.latex == r"\boldsymbol w")
    assert float(np.array(corner.at) @ n) == pytest.approx(float((points @ n).max()), abs=1e-9)


@each_scene
def test_the_end_of_the_difference_is_told_with_its_sign(name: str) -> None:
    """max_A − min_B is where A − B ends on the normal, and the separation is the negative of it."""
    moment = moments(name)[TWICE]
    idea = plain(LESSON.page(moment).idea).replace("_", "")
    assert idea.endswith("So that of A − B ends at maxA−minB, at w. The negative of this is the separation s.")
    n = moment.trace.result.wall.normal
    on_a, on_b = (body.world.points @ n for body in (moment.scene.a, moment.scene.b))
    end = float(on_a.max() - on_b.min())
    assert end == pytest.approx(float((differences(moment) @ n).max()))
    (w,) = [m for m in drawn(moment, SPACE).marks if isinstance(m, Symbol) and m.latex == r"\boldsymbol w"]
    assert float(np.array(w.at) @ n) == pytest.approx(end)
    assert f"= {fixed(-end if abs(end) > 1e-9 else 0.0)}." in plain(LESSON.page(moment).sentence)


@each_scene
def test_the_wall_in_front_is_asked_for(name: str) -> None:
    moment = moments(name)[QUESTION]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    points, walls = differences(moment), walls_of(moment)
    near = 1e-9
    in_front = {ref_of(i) for i, wall in enumerate(walls) if -(points @ wall.normal).max() > near}
    assert asked.right == (in_front or {"none"})
    for i, wall in enumerate(walls):
        verdict = asked.judge(ref_of(i))
        s = -float((points @ wall.normal).max())
        assert verdict.right is (ref_of(i) in in_front)
        (shown,) = verdict.remarks
        assert float(np.array(shown.at) @ wall.normal) == pytest.approx(-s, abs=1e-9)
        if abs(s) < near:
            assert "neither in front nor behind" in verdict.because
        else:
            assert fixed(abs(s)) in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "difference")
        assert {m.ink for m in canvas.marks} == {Ink.ANSWER if verdict.right else Ink.FAULTY}
    assert asked.wants(ref_of(0))
    assert not asked.wants(FeatureRef("A", FeatureKind.EDGE, 0)), "a click on an edge of A selects it"
    none = asked.judge("none")
    assert none.right is (not in_front)
    touches = any(abs((points @ wall.normal).max()) < near for wall in walls)
    assert ("lies on an edge" in none.because) is touches


@each_scene
def test_the_chain_of_the_proof_grows_with_the_steps(name: str) -> None:
    found = moments(name)
    apart = separation(found[0].scene.a.world, found[0].scene.b.world) > 1e-9
    counts = []
    for moment in found:
        labels = [m for m in drawn(moment, CHAIN).marks if isinstance(m, Label)]
        counts.append(len(labels))
        text = " ".join(m.text for m in labels)
        known = bool(labels)
        assert ("are apart" in text, "share a point" in text) == (apart and known, known and not apart)
        assert ("outside A − B" in text) is (apart and moment.index >= QUESTION)
    assert counts == [1, 2, 3, 4, 5, 5]
    asked = replace(found[QUESTION], is_open=True)
    assert len([m for m in drawn(asked, CHAIN).marks if isinstance(m, Label)]) == 1, "more would tell the answer"


def test_where_the_corner_goes_is_asked_for() -> None:
    moment = moments("Apart")[TWICE]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    canvas = Canvas(0.01)
    assert asked.draw is not None
    asked.draw(canvas, "world")
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    move = np.subtract(arrow.end, arrow.start)
    corners = moment.scene.b.world.points
    assert min(np.hypot(*(corners - arrow.start).T)) < 1e-9, "from a corner, clear of the letter"
    ways = np.array([m.points for m in drawn(moment, WORLD).marks if isinstance(m, Area) and m.opacity == 0.0])
    assert any(np.array(each) == pytest.approx(corners + move) for each in ways), "the view has room for it"
    w = moment.trace.result.wall.edge.start
    scene = moment.scene.with_field("b", moment.scene.b.moved(move))
    after = hull(differences(moments_of(LESSON, scene)[0])).points
    assert np.array(asked.right[0]) == pytest.approx(w - move)
    assert min(np.hypot(*(after - asked.right[0]).T)) < 1e-9, "a corner of A − B when B has moved"
    assert not asked.judge(asked.start).right
    wrong = asked.judge((tuple(w + move),))
    assert (wrong.right, wrong.head) == (False, "Same direction as B")
    assert fixed(float(np.hypot(*move))) in wrong.because
    for verdict, ink in ((wrong, Ink.FAULTY), (asked.judge(asked.right), Ink.ANSWER)):
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "difference")
        (outline,) = [m for m in canvas.marks if isinstance(m, Stroke)]
        assert outline.ink is ink


def test_faulty_proofs_fail_where_they_are_said_to() -> None:
    touching = moments("Just touching", CROSSINGS)[PROOF]
    assert plain(LESSON.page(touching).idea).endswith("It says 0 crossings: apart, but they just touch.")
    moment = moments("Contained", CROSSINGS)[PROOF]
    assert words(moment, WORLD, Ink.FAULTY) == ["0 crossings: apart"]
    overlap = moments("Overlap", CROSSINGS)[PROOF]
    crosses = [np.array(m.at) for m in drawn(overlap, WORLD).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert len(crosses) == 2
    for body in (overlap.scene.a, overlap.scene.b):
        shape = body.world
        for point in crosses:
            heights = ((point - shape.edges[:, 0]) * shape.normals).sum(axis=1)
            assert heights.max() == pytest.approx(0.0, abs=1e-9), "on both outlines"
    moment = moments("Two triangles", ONLY_A)[PROOF]
    a, b = moment.scene.a.world, moment.scene.b.world
    s = max(float((b.points @ n).min() - (a.points @ n).max()) for n in a.normals)
    assert s < 0.0 < separation(a, b)
    assert words(moment, SPACE, Ink.FAULTY) == [f"A’s edges: s = {fixed(s)}"]
    strokes = [m for m in drawn(moment, SPACE).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    measured = next(m for m in strokes if m.line is Line.MEASURE)
    (label,) = [m for m in drawn(moment, SPACE).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert label.at == measured.points[0], "the number stands at its measure"
    assert measured.points[1] == (0.0, 0.0)
    assert float(np.hypot(*measured.points[0])) == pytest.approx(-s), "as far behind the nearest edge of A"
    assert plain(LESSON.page(moment).idea).endswith(
        f"It says overlap, s = {fixed(s)}, but they are {fixed(separation(a, b))} apart."
    )
    added = [m.points for m in strokes if m.line is Line.DOTTED]
    corners = np.array(added).reshape(-1, 2)
    points = differences(moment)
    inside = hull(points)
    middles = [(np.array(p) + q) / 2.0 for p, q in added if math.dist(p, q) > 1e-9]
    assert not any(inside.contains(p) for p in middles), "only what is added is pink"
    for n in a.normals:
        assert (corners @ n).max() == pytest.approx(float((points @ n).max())), "the walls of A"
    assert "Here it answers right" in LESSON.page(moments("Apart", ONLY_A)[PROOF]).idea


def test_two_parallel_edges_prove_it_together() -> None:
    moment = moments("Parallel edges")[PROOF]
    assert "edge 2 of A and edge 0 of B prove it: their common normal" in plain(LESSON.page(moment).sentence)
    names = {plain(m.text): m for m in drawn(moment, WORLD).marks if isinstance(m, Label) and m.ink is Ink.EXAMINED}
    for name, n in (
        ("edge 2 of A", moment.scene.a.world.normals[2]),
        ("edge 0 of B", moment.scene.b.world.normals[0]),
    ):
        assert float(np.array(names[name].toward) @ n) < 0.0, "inside its own shape"


def test_two_walls_can_be_met_and_round_shapes_are_refused() -> None:
    scene = TwoShapes(at(box(2, 2), 0, 0), at(box(1, 1), 2.0, 2.2, 45))
    found = moments_of(LESSON, scene)[QUESTION]
    points = differences(found)
    in_front = int(sum(-(points @ wall.normal).max() > 0.0 for wall in walls_of(found)))
    assert LESSON.challenge(found).reached is (in_front == 2)
    beside = moments_of(LESSON, TwoShapes(at(box(2, 2), 0, 0), at(box(1, 1), 2.0, 2.2)))[0]
    assert LESSON.challenge(beside).reached, LESSON.challenge(beside).now
    with pytest.raises(ValueError, match="polygons"):
        LESSON.run(TwoShapes(at(box(2, 2), 0, 0), at(circle(1.0), 2.0, 0.0)))


def test_an_edge_of_any_length_has_few_dashes() -> None:
    for moment in moments_of(LESSON, TwoShapes(at(box(1e9, 1e9), 0.0, 0.0), at(box(1e8, 2e8), 3e9, 0.0))):
        for pane in range(len(LESSON.panes)):
            assert len(drawn(moment, pane).marks) < 4000
