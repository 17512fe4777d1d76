"""The angular bound, against points that are turned by complex numbers."""

from __future__ import annotations

import cmath
import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from geometry import convex
from geometry.feature import FeatureKind, FeatureRef
from lessons.motion.angular_bound import AngularBoundLesson
from lessons.motion.angular_bound_scene import CENTROID, CHORD, GAP, Turning
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, Dot, Label, Stroke, Symbol
from viz.lesson.prediction import Click, Place
from viz.lesson.text import plain, runs

LESSON = AngularBoundLesson()
NAMES = list(LESSON.presets)
each = pytest.mark.parametrize("name", NAMES)
MOVING = [name for name in NAMES if not name.startswith("Disc")]
each_moving = pytest.mark.parametrize("name", MOVING)
STAGES = ["Turn", "Arc", "Farthest", "Unroll", "Chord", "Translation"]


def told(name: str, compare: str = "") -> dict[str, Moment[Turning]]:
    scene = LESSON.presets[name].scene
    return {LESSON.page(m).stage: m for m in moments_of(LESSON, scene, compare)}


def drawn(moment: Moment[Turning]) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[0].draw(canvas, moment)
    return canvas


def strokes(canvas: Canvas, ink: Ink, line: Line) -> list[np.ndarray]:
    return [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and (m.ink, m.line) == (ink, line)]


def texts(canvas: Canvas) -> list[str]:
    return [plain(m.text) for m in canvas.marks if isinstance(m, Label)]


def paths(scene: Turning, count: int = 721) -> np.ndarray:
    """Where the turn takes each vertex: (time, vertex), as complex numbers about the centre of rotation."""
    start = (scene.a.world.points - scene.pivot) @ (1.0, 1j)
    return np.array([start * cmath.exp(1j * math.radians(scene.turn) * t) for t in np.linspace(0.0, 1.0, count)])


def ways(scene: Turning) -> np.ndarray:
    return np.asarray(np.abs(np.diff(paths(scene), axis=0)).sum(axis=0))


def length(points: np.ndarray) -> float:
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


@each
def test_rows_are_the_ways_that_vertices_go(name: str) -> None:
    moments = told(name)
    table = LESSON.table(moments["Translation"])
    assert table is not None
    path = paths(moments["Turn"].scene)
    assert len(table.rows) == path.shape[1]
    for i, (_, row) in enumerate(table.rows):
        far = [float(plain(cell)) for cell in row.cells[1:]]
        right = abs(path[0, i]), ways(moments["Turn"].scene)[i]
        assert far == pytest.approx(right, abs=0.0051)
        told_as = f"v{i}" if len(table.rows) > 1 else "centre"
        assert (row.cells[0], row.ink, row.feature) == (told_as, Ink.A, FeatureRef("A", FeatureKind.VERTEX, i))
    assert len(LESSON.table(moments["Arc"]).rows) == 1, "the others would answer the question"  # type: ignore[union-attr]
    assert list(moments) == (STAGES if name in MOVING else [s for s in STAGES if s != "Farthest"])


@each_moving
def test_bars_and_arcs_are_as_long_as_the_ways(name: str) -> None:
    moments = told(name)
    scene = moments["Turn"].scene
    longest = ways(scene).max()
    far = int(ways(scene).argmax())
    for stage in ("Arc", "Farthest", "Unroll", "Chord"):
        way = ways(scene)[0] if stage == "Arc" else longest
        for t in (0.5, 1.0):
            canvas = drawn(replace(moments[stage], time=t))
            bars = strokes(canvas, Ink.EXAMINED, Line.BAR)
            if stage == "Unroll" and t < 1.0:
                assert not bars
                assert sorted(map(length, strokes(canvas, Ink.EXAMINED, Line.FEATURE))) == pytest.approx(
                    [way] * 2, rel=1e-3
                )
                continue
            assert length(bars[0]) == pytest.approx(way * t, rel=1e-4)
            assert bars[0][:, 1].max() < (scene.a.world.points[:, 1]).min(), "below the body"
    ghosts = [g for g in strokes(drawn(moments["Unroll"]), Ink.EXAMINED, Line.THIN) if len(g) == 97]
    assert [length(g) for g in ghosts] == pytest.approx([longest] * 4, rel=1e-3)
    words = texts(drawn(moments["Unroll"]))
    assert f"r|ω| = {longest:.2f}" in words
    assert f"v{far}" in words or scene.found.furthest != far
    point = "point of A's core" if scene.a.shape.radius else "point of A"
    assert plain(LESSON.page(moments["Unroll"]).sentence).endswith(f"= {longest:.2f}: no {point} moves farther.")
    assert f"{longest:.2f}" in plain(LESSON.situation(moments["Unroll"]))


@each_moving
def test_an_unrolling_arc_begins_as_the_arc_and_ends_as_the_bar(name: str) -> None:
    moment = told(name)["Unroll"]
    first = strokes(drawn(replace(moment, time=0.0)), Ink.EXAMINED, Line.FEATURE)
    assert first[0][[0, -1]] == pytest.approx(first[1][[0, -1]])
    late = strokes(drawn(replace(moment, time=1.0 - 1e-9)), Ink.EXAMINED, Line.FEATURE)[1]
    bar = strokes(drawn(moment), Ink.EXAMINED, Line.BAR)[0]
    assert sorted(late[[0, -1]].tolist()) == pytest.approx(np.array(sorted(bar.tolist())), abs=1e-6)


@each_moving
@pytest.mark.parametrize("t", [None, 0.3, 1.0])
def test_the_vertex_is_ahead_of_the_chord_on_the_way(name: str, t: float | None) -> None:
    moment = told(name)["Chord"]
    opens, path, far = moment.time, paths(moment.scene, 1001), moment.scene.found.furthest
    moment = moment if t is None else replace(moment, time=t)
    away = np.abs(path[:, far] - path[0, far])
    now, chord = float(away[round(1000 * moment.time)]), float(away[-1])
    page, canvas = LESSON.page(moment), drawn(moment)
    assert [length(b) for b in strokes(canvas, Ink.ANSWER, Line.BAR)] == pytest.approx([now], abs=1e-4)
    assert [length(b) for b in strokes(canvas, Ink.QUIET, Line.BAR)] == pytest.approx([chord * moment.time])
    assert now > chord * moment.time or t == 1.0
    assert f"chord {chord:.2f}" in texts(canvas)
    then = away[round(1000 * opens)]
    assert f"v{far} is {then:.2f} from its start at t = {opens:.2f}" in plain(page.sentence)
    assert f"chord · t = {chord * opens:.2f}" in plain(page.sentence)
    assert (f"the whole chord, {chord:.2f}." in plain(page.sentence)) == (away.max() > chord + 0.01)
    if abs(moment.scene.turn) > 200.0:
        assert then == pytest.approx(away.max(), abs=1e-3), "half a turn"


def test_a_vertex_that_stays_has_no_chord_and_a_small_turn_more_digits() -> None:
    page = LESSON.page(told("Disc about its centre")["Chord"])
    assert "centre of rotation" in page.idea
    assert plain(page.sentence) == "Chord 0.00: no vertex moves."
    scene = LESSON.presets[NAMES[0]].scene
    small = {LESSON.page(m).stage: m for m in moments_of(LESSON, scene.with_field("turn", 4.0))}["Chord"]
    far, chord = (plain(LESSON.page(small).sentence).split(part)[1].split()[0] for part in (" is ", "chord · t = "))
    assert float(far) > float(chord.rstrip(".")), "told apart"


@each
@pytest.mark.parametrize("t", [0.25, 1.0])
def test_the_front_stays_before_the_line(name: str, t: float) -> None:
    asked = replace(told(name)["Translation"], time=t)
    scene, canvas, moment = asked.scene, drawn(asked), asked
    told_now = plain(LESSON.situation(asked))
    if scene.hit is not None and t > scene.hit:
        assert told_now == f"A hit the wall at t = {scene.hit:.2f}: its motion ends there."
        t = scene.hit
    now = np.linspace(0.0, t, 721)
    start = (scene.a.world.points - scene.pivot) @ (1.0, 1j)
    path = np.array([start * cmath.exp(1j * math.radians(scene.turn) * u) for u in now])
    times = now
    front = (path.real + scene.speed * times[:, None]).max(axis=1)
    came = front.max() - front[0]
    assert any(word.startswith(f"A's front in fact: {came:.2f}") for word in texts(canvas))
    mu = scene.speed + ways(scene).max()
    is_over = mu * t > GAP  # the line would be behind the wall: it rules out nothing any more
    told_line = [word for word in texts(canvas) if word.startswith("A cannot pass this line")]
    assert len(told_line) == (not is_over)
    start = scene.pivot[0] + front[0] + scene.a.shape.radius
    if not is_over:
        line = max((s for s in strokes(canvas, Ink.EXAMINED, Line.MEASURE) if s[0, 0] == s[1, 0]), key=length)
        assert line[0, 0] == pytest.approx(start + mu * t, abs=1e-4)
    name_of_wall = next(m for m in canvas.marks if isinstance(m, Label) and m.text == "wall")
    assert not 1e-3 < start + came - name_of_wall.at[0] < 0.56, "the line of the front is not drawn through it"
    assert came <= mu * t + 1e-9
    assert (f"μ = {mu:.2f}" if t == 1.0 else f"μt = {mu * t:.2f}") in texts(canvas)
    arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.TEXT and m.start[0] == scene.pivot[0]]
    assert [m.end[0] - m.start[0] for m in arrows] == pytest.approx([scene.speed] * (scene.speed > 0.0)), (
        "v is a velocity: drawn whole"
    )
    wall = max((s for s in strokes(canvas, Ink.B, Line.OUTLINE) if s[0, 0] == s[1, 0]), key=length)
    assert wall[0, 0] == pytest.approx(start + GAP)
    assert [length(bar) for bar in strokes(canvas, Ink.GAP, Line.BAR)] == pytest.approx([GAP])
    bars = [strokes(canvas, ink, Line.BAR) for ink in (Ink.TEXT, Ink.A, Ink.EXAMINED)]  # one ink a quantity
    lengths = [length(bar) for ink in bars for bar in ink]
    assert lengths == pytest.approx(
        [part for part in (scene.speed * t, came, (mu - scene.speed) * t) if part > 0.0], abs=1e-4
    )
    sentence = plain(LESSON.page(moment).sentence)
    assert f"= {mu:.2f}" in sentence
    if is_over and asked.time == t:
        assert told_now == (
            f"At t = {t:.2f} the bound is {mu * t:.2f}, more than the gap {GAP:.2f}: a hit is no longer ruled out."
        )
    elif asked.time == t:
        assert f"Until t = {t:.2f}, A's front advances along n̂ by at most {mu * t:.2f}." in told_now
    path = paths(scene, 20001)
    front = (path.real + scene.speed * np.linspace(0.0, 1.0, 20001)[:, None]).max(axis=1)
    touching = np.flatnonzero(front - front[0] >= GAP)
    if mu < GAP:
        assert "no hit until t = 1." in sentence
        assert not len(touching)
        return
    safe = round(GAP / mu, 3)
    idea = plain(LESSON.page(moment).idea)
    assert "lasts until" not in idea, "A hits later, or never"
    assert ("A cannot hit it before t=" in idea) is ("Both motions add" in idea) is (not scene.a.shape.radius)
    assert ("one radius ahead" in idea) is (scene.a.shape.radius > 0.0), "why the core's r is enough"
    assert f"No hit before t = {GAP:.2f} / {mu:.2f} = {safe:.3f}." in sentence
    if len(touching):
        assert sentence.endswith(f"In fact A hits at t = {touching[0] / 20000:.2f}.")
        assert touching[0] / 20000 > safe
    else:
        assert sentence.endswith(f"In fact A never hits: its front advances {front.max() - front[0]:.2f}.")


def test_the_vertex_to_click_is_farthest_from_the_ring() -> None:
    for name in MOVING:
        moment = told(name)["Arc"]
        asked = LESSON.page(moment).prediction
        assert isinstance(asked, Click)
        d = np.abs(paths(moment.scene)[0])
        assert {ref.index for ref in asked.right} == set(np.flatnonzero(d > d.max() - 1e-9).tolist())
        for i in range(len(d)):
            verdict = asked.judge(FeatureRef("A", FeatureKind.VERTEX, i))
            assert f"{d[i]:.2f}" in verdict.because
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "world")
            assert texts(canvas) == ([f"d_{i} = {d[i]:.2f}"] if i else []), "v0's is told already, and all names are"
            ink = Ink.ANSWER if verdict.right else Ink.FAULTY
            line, *arcs = [m for m in canvas.marks if isinstance(m, Stroke)]
            assert line.ink is ink
            assert len(arcs) == (i > 0 or verdict.right), "the figure has that of v0 already"
            for arc in arcs:
                assert length(np.array(arc.points)) == pytest.approx(ways(moment.scene)[i], rel=2e-3), "its own arc"
                assert arc.line is (Line.FEATURE if verdict.right else Line.DOTTED)
            assert f"{ways(moment.scene)[i]:.2f}" in verdict.because or "equally far" in verdict.because
            assert math.dist(*line.points) == pytest.approx(d[i])
    first = told(NAMES[0])["Arc"]
    (right,) = LESSON.page(first).prediction.right  # type: ignore[union-attr]
    because = LESSON.page(first).prediction.judge(right).because  # type: ignore[union-attr]
    assert because.endswith(f"= {ways(first.scene).max():.2f}.")
    off = np.hypot(*(first.scene.a.world.points - first.scene.a.world.centroid).T)
    wrong = LESSON.page(first).prediction.judge(FeatureRef("A", FeatureKind.VERTEX, int(off.argmax())))  # type: ignore
    assert "farthest from the centroid" in wrong.because
    assert not wrong.right
    of_bar = LESSON.page(told("At the end of a bar")["Arc"]).prediction
    assert isinstance(of_bar, Click)
    for i in (0, 1, 3):
        because = of_bar.judge(FeatureRef("A", FeatureKind.VERTEX, i)).because
        assert because.startswith("All vertices are equally far from the centroid."), "of a box none is farthest"
        assert because.endswith("another vertex 1.84."), "the reason that counts"
    asking = drawn(replace(first, is_open=True))
    shown_arcs = strokes(asking, Ink.EXAMINED, Line.FEATURE)
    assert [length(arc) for arc in shown_arcs] == pytest.approx([ways(first.scene)[0]], rel=1e-3), (
        "only the arc of v0"
    )
    assert LESSON.page(told("Disc about its centre")["Arc"]).prediction is None


def test_where_the_vertex_is_farthest_from_its_start() -> None:
    moment = told(NAMES[0])["Unroll"]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    scene, far = moment.scene, moment.scene.found.furthest
    start = scene.a.world.points[far]
    opposite = 2.0 * scene.pivot - start
    assert asked.right[0] == pytest.approx(opposite)
    path = paths(scene)[:, far]
    for t, head in ((0.2, "Farther on"), (0.95, "Too far")):
        z = path[round(720 * t)]
        place = (float(scene.pivot[0] + z.real), float(scene.pivot[1] + z.imag))
        verdict = asked.judge((place,))
        assert (verdict.right, verdict.head) == (False, head)
        assert f"{math.dist(place, start):.2f}" in verdict.because
        assert verdict.remarks[0].at == place
    right = asked.judge(asked.right)
    assert f"2r = {2.0 * math.dist(start, scene.pivot):.2f}" in right.because
    assert np.allclose(asked.along[0][0], start)
    assert LESSON.page(told("Pivot outside")["Unroll"]).prediction is None


@pytest.mark.parametrize(("name", "compare"), [("At the end of a bar", CENTROID), ("Nearly a full turn", CHORD)])
def test_a_vertex_leaves_the_faulty_bound(name: str, compare: str) -> None:
    assert LESSON.presets[name].compare == compare
    moment = told(name, compare)["Farthest" if compare == CENTROID else "Chord"]
    scene, faulty = moment.scene, moment.faulty
    path, far = paths(scene), scene.found.furthest
    away, times = np.abs(path[:, far] - path[0, far]), np.linspace(0.0, 1.0, len(path))
    centroid = scene.a.world.centroid
    r = max(math.dist(p, centroid) for p in scene.a.world.points)
    allowed = (r * abs(math.radians(scene.turn)) if compare == CENTROID else away[-1]) * times
    error = (away - allowed).max()
    assert faulty.error == pytest.approx(error, abs=1e-3)
    t = round(faulty.fraction, 2)  # the numbers belong to the time as it is printed
    assert (faulty.fraction, faulty.moved) == pytest.approx((t, 2.0 * abs(path[0, far]) * math.sin(
        abs(math.radians(scene.turn)) * t / 2.0)))  # fmt: skip
    error = faulty.error
    canvas = drawn(moment)
    (ring,) = [s for s in strokes(canvas, Ink.FAULTY, Line.DOTTED) if len(s) > 2]
    cross, *middle = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert moment.time == t, "v stands where the error is"
    now = paths(scene, 101)[round(100 * t)]  # the centroid in the pose that is drawn
    corners = scene.pivot + np.stack((now.real, now.imag), axis=1)
    shown_at = np.array(shapely.Polygon(corners).centroid.coords[0])
    assert np.array(middle) == pytest.approx(np.array([shown_at] if compare == CENTROID else []))
    if compare == CENTROID:
        (line,) = [s for s in strokes(canvas, Ink.FAULTY, Line.DOTTED) if len(s) == 2]
        assert line == pytest.approx(np.array((shown_at, corners[far]))), "to the vertex whose error it is"
    start = scene.a.world.points[far]
    assert np.hypot(*(ring - start).T) == pytest.approx(faulty.allowed)
    assert math.dist(cross, start) == pytest.approx(faulty.allowed + error, abs=1e-4)
    assert f"error {error:.2f}" in texts(canvas)
    assert f"v{far} would have to stay inside: {faulty.allowed:.2f}" in texts(canvas)
    assert any("centroid" in word and word.endswith(f"= {r:.2f}") for word in texts(canvas)) == (compare == CENTROID)
    assert sum(word.startswith("r =") for word in texts(canvas)) == 1, "one letter, one length"
    bars = strokes(canvas, Ink.EXAMINED, Line.BAR)
    assert bool(bars) == (compare == CHORD), "no bar in the circle that v would have to stay in"
    situation = plain(LESSON.situation(moment))
    assert situation == (
        f"Bound with {compare}: {faulty.allowed:.2f} at t = {faulty.fraction:.2f}, but v{far} is "
        f"{faulty.allowed + error:.2f} from its start."
    )
    assert {run.ink for run in runs(LESSON.situation(moment))} == {Ink.FAULTY}
    for stage in ("Turn", "Arc") if compare == CENTROID else ("Turn", "Arc", "Farthest", "Unroll"):
        early = told(name, compare)[stage]  # what the bound is made of has not been told yet
        assert not [m for m in drawn(early).marks if getattr(m, "ink", None) is Ink.FAULTY]
        assert compare not in plain(LESSON.situation(early))
        assert early.time == told(name)[stage].time
    shown = drawn(replace(told(name, compare)["Translation"], time=1.0))
    wrong = scene.speed + (r * abs(math.radians(scene.turn)) if compare == CENTROID else away[-1])
    assert [length(s) for s in strokes(shown, Ink.FAULTY, Line.BAR)] == pytest.approx([wrong], abs=1e-3)
    assert not [m for m in shown.marks if isinstance(m, Dot) and m.ink is Ink.FAULTY], "v is not there: A moves too"
    opens = LESSON.presets[name].opens_at(moment.trace)
    assert STAGES[opens] == ("Farthest" if compare == CENTROID else "Chord")
    right = told("Disc about its centre", compare)["Chord"]
    assert not strokes(drawn(right), Ink.FAULTY, Line.DOTTED)


@each_moving
def test_the_challenge_asks_for_the_middle_of_the_smallest_circle(name: str) -> None:
    if name == "Capsule on an arm":  # it has a goal of its own
        return
    scene = LESSON.presets[name].scene

    points = shapely.MultiPoint(scene.a.world.points)
    least, middle = shapely.minimum_bounding_radius(points), shapely.minimum_bounding_circle(points).centroid
    best = np.array((middle.x, middle.y))
    r = float(np.hypot(*(scene.a.world.points - scene.pivot).T).max())
    asked = LESSON.challenge(told(name)["Chord"])
    assert LESSON.challenge(told(name)["Turn"]) is None, "r is found later"
    assert asked is not None
    assert asked.now == f"r = {r:.2f}", "the least is what is looked for"
    there = scene.with_field("pivot", best)
    reached = LESSON.challenge(Moment(there, LESSON.run(there), 2))
    assert reached is not None
    assert reached.reached
    assert reached.now.endswith(f"the least is {least:.2f}")
    beside = scene.with_field("pivot", best + (0.1 * least, 0.0))
    assert not LESSON.challenge(Moment(beside, LESSON.run(beside), 2)).reached  # type: ignore[union-attr]


def test_time_turns_the_body_and_the_arc_unrolls_once() -> None:
    moments = told(NAMES[0])
    for stage, moment in moments.items():
        clock = LESSON.clock(moment)
        assert clock.plays_on_entry == (stage == "Unroll")
        half_turn = round(180.0 / moment.scene.turn, 2)
        assert clock.ticks == (1.0, 1.0, 1.0, 1.0, half_turn, moment.scene.safe)
        assert clock.impact == (moment.scene.hit if stage == "Translation" else None)
        assert clock.near == (moment.scene.hit if stage == "Translation" else 1.0)
        assert LESSON.shows_controls(moment) is True or stage != "Translation"
        half = strokes(drawn(replace(moment, time=0.5)), Ink.A, Line.OUTLINE)[0]
        t = 1.0 if stage == "Unroll" else 0.5
        t = min(t, moment.scene.hit) if stage == "Translation" else t  # A stops at the wall
        turn = cmath.exp(1j * math.radians(moment.scene.turn) * t)
        turned = paths(moment.scene)[0] * turn + complex(*moment.scene.pivot)
        turned = turned + moment.scene.speed * t * (stage == "Translation")
        assert half == pytest.approx(np.stack((turned.real, turned.imag), axis=1))


@each_moving
def test_the_last_picture_shows_what_the_turn_s_part_is_made_of(name: str) -> None:
    moment = told(name)["Translation"]
    scene, far = moment.scene, moment.scene.found.furthest
    for t in (moment.time, 1.0):
        canvas = drawn(replace(moment, time=t))
        t = min(t, scene.hit or 1.0)
        center = scene.pivot + (scene.speed * t, 0.0)
        z = paths(scene)[0, far] * cmath.exp(1j * math.radians(scene.turn) * t)
        ends = np.array((center, center + (z.real, z.imag)))
        found = [s for s in strokes(canvas, Ink.EXAMINED, Line.MEASURE) if s == pytest.approx(ends)]
        assert len(found) == 1, "r"
        dots = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
        assert any(np.allclose(at, center) for at in dots), "it begins at a mark"
        names = [np.array(m.at) for m in canvas.marks if isinstance(m, Label) and m.text == f"v{far}"]
        assert names == [pytest.approx(ends[1])], "and ends at a vertex with a name"
        assert "centre of rotation" not in texts(canvas), "named long ago"
        symbols = [m.latex for m in canvas.marks if isinstance(m, Symbol) and m.latex == r"\omega"]
        assert len(symbols) == 1
        n = min(
            (m for m in canvas.marks if isinstance(m, Arrow) and m.end[1] == m.start[1]), key=lambda m: m.start[1]
        )
        assert n.ink is Ink.TEXT, "the bound alone is what is examined"
        assert n.start[1] < scene.low - 0.1, "below A, whatever it does"
    assert LESSON.clock(moment).told(moment.time) == f"t = {scene.told(moment.time)}", "digits"


@each_moving
def test_a_name_stands_at_its_vertex(name: str) -> None:
    for stage in ("Turn", "Arc", "Farthest", "Unroll"):
        moment = told(name)[stage]
        z = paths(moment.scene)[-1] + complex(*moment.scene.pivot)
        for label in drawn(moment).marks:
            if isinstance(label, Label) and label.feature is not None:
                assert label.at == pytest.approx((z[label.feature.index].real, z[label.feature.index].imag))
    assert r"\omega" not in [m.latex for m in drawn(told(name)["Farthest"]).marks if isinstance(m, Symbol)]


@each
def test_claims_hold(name: str) -> None:
    found = list(told(name).values())
    for moment in (*found, *nested(LESSON, found)):
        claims = LESSON.page(moment).claims
        assert claims
        assert all(claim.holds for claim in claims)


def test_a_rounded_body_shows_its_core_where_its_farthest_vertex_is_told() -> None:
    moment = told("Capsule on an arm")["Farthest"]
    assert "point of the core" in plain(LESSON.page(moment).idea)
    path = paths(moment.scene)[-1]
    core = moment.scene.pivot + np.stack((path.real, path.imag), axis=1)
    found = [s for s in strokes(drawn(moment), Ink.A, Line.DASHED) if len(s) == 2]
    assert any(s == pytest.approx(core) for s in found)
    assert "polygon" in LESSON.summary


def test_a_comparison_tells_its_own_rule() -> None:
    """Its idea, its formula, and its numbers, at the step of the rule and at the result."""
    for name, compare, stage, formula in (
        ("At the end of a bar", CENTROID, "Farthest", "centroid"),
        ("Nearly a full turn", CHORD, "Chord", "chord"),
    ):
        pages = {key: LESSON.page(moment) for key, moment in told(name, compare).items()}
        right = {key: LESSON.page(moment) for key, moment in told(name).items()}
        assert {key for key in pages if pages[key].idea != right[key].idea} == {stage, "Translation"}
        for key in (stage, "Translation"):
            assert pages[key].formula.startswith(r"\faulty{")
            assert pages[key].idea.startswith("Here ")
        assert formula in pages[stage].formula
    scene = told("At the end of a bar")["Farthest"].scene
    r = max(math.dist(p, scene.a.world.centroid) for p in scene.a.world.points)
    mu = scene.speed + r * abs(math.radians(scene.turn))
    pages = {key: LESSON.page(moment) for key, moment in told("At the end of a bar", CENTROID).items()}
    assert f"centroid = {r:.2f}." in plain(pages["Farthest"].sentence).replace("_", "").replace("\\mathrm", "")
    assert f"No hit before t = 1.20 / {mu:.2f} = {GAP / mu:.2f}. In fact A hits at t = {scene.hit:.2f}." in plain(
        pages["Translation"].sentence
    )
    assert GAP / mu > scene.hit, "so a search with it would step over the hit"
    still = told("Disc about its centre", CENTROID)["Translation"]
    assert LESSON.page(still).formula == LESSON.page(told("Disc about its centre")["Translation"]).formula


def test_the_formula_of_the_chord_holds_at_the_time_that_is_shown() -> None:
    for name in MOVING:
        moment = told(name)["Chord"]
        scene, t = moment.scene, moment.time
        assert "\\omega\\,t/2" in LESSON.page(moment).formula
        far = 2.0 * scene.found.radius * abs(math.sin(math.radians(scene.turn) * t / 2.0))
        path = paths(scene, 101)[:, scene.found.furthest]
        assert far == pytest.approx(abs(path[round(100 * t)] - path[0]), abs=1e-9)
        assert f"v{scene.found.furthest} from its start {far:.2f}" in texts(drawn(moment))


def test_the_ends_of_the_arc_lead_to_the_ends_of_the_bar() -> None:
    """The traces of the unrolling hang on two ways: none ends nowhere."""
    for name in MOVING:
        canvas = drawn(told(name)["Unroll"])
        ways_of_ends = strokes(canvas, Ink.EXAMINED, Line.DOTTED)
        (arc,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
        (bar,) = strokes(canvas, Ink.EXAMINED, Line.BAR)
        assert len(ways_of_ends) == 2
        begins, lasts = ([way[k] for way in ways_of_ends] for k in (0, -1))
        assert np.array(begins) == pytest.approx(arc[[0, -1]], abs=1e-6)
        assert sorted(p[0] for p in lasts) == pytest.approx(sorted(bar[[0, -1], 0]), abs=1e-6)
        traces = [m for m in strokes(canvas, Ink.EXAMINED, Line.THIN) if len(m) == 97]
        assert len(traces) == 4
        for trace in traces:
            for end in trace[[0, -1]]:
                near = min(shapely.LineString(way).distance(shapely.Point(end)) for way in ways_of_ends)
                assert near < 0.02


def test_the_turn_is_named_in_its_arc_where_no_line_passes() -> None:
    shown = {name: [w for w in texts(drawn(told(name)["Turn"])) if w.startswith("θ = ")] for name in MOVING}
    assert shown[NAMES[0]] == ["θ = 220°"]
    assert not shown["At the end of a bar"], "its edge passes there"


def test_a_way_too_short_for_two_rings_has_no_dash() -> None:
    for t, is_long in ((0.05, False), (1.0, True)):
        canvas = drawn(replace(told(NAMES[0])["Translation"], time=t))
        assert bool(strokes(canvas, Ink.EXAMINED, Line.DASHED)) == is_long


@pytest.mark.parametrize(("name", "compare"), [("At the end of a bar", CENTROID), ("Nearly a full turn", CHORD)])
def test_the_front_is_seen_beyond_a_faulty_bound(name: str, compare: str) -> None:
    moment = told(name, compare)["Translation"]
    scene, path, t = moment.scene, paths(moment.scene, 1001), moment.time
    times = np.linspace(0.0, 1.0, 1001)
    front = (path.real + scene.speed * times[:, None]).max(axis=1)
    came, allowed = front - front[0], (scene.speed + moment.faulty.bound) * times
    until = GAP / (scene.speed + moment.faulty.bound)  # so long no hit, by the faulty bound
    if scene.hit is not None and scene.hit < until <= 1.0:
        assert t == round(until, 2), "A is seen in the wall"
    else:
        assert t == pytest.approx(times[(came - allowed).argmax()], abs=0.006)
    then, wrong = came[round(1000 * t)], allowed[round(1000 * t)]
    assert then - wrong > 0.2
    words = plain(LESSON.situation(moment))
    assert words == f"Bound with {compare}: {wrong:.2f} at t = {t:.2f}, but A's front has advanced {then:.2f}."
    canvas = drawn(moment)
    error = round(then, 2) - round(wrong, 2)
    assert f"{compare}: {wrong:.2f}, error {error:.2f}" in texts(canvas), "of both lengths as they are printed"
    assert not strokes(canvas, Ink.EXAMINED, Line.BAR), "one bound, the faulty one, against what A did"
    (bar,) = strokes(canvas, Ink.FAULTY, Line.BAR)
    flat = [s for s in strokes(canvas, Ink.FAULTY, Line.MEASURE) if s[0, 1] == s[1, 1]]
    error = max(flat, key=length)
    assert error[0] == pytest.approx(bar[1])
    assert length(bar) + length(error) == pytest.approx(then, abs=1e-4)


def test_a_faulty_bound_that_holds_in_this_direction() -> None:
    moment = told(NAMES[0], CENTROID)["Translation"]
    assert moment.time == moment.scene.safe
    wrong = moment.scene.speed + moment.faulty.bound
    words = plain(LESSON.situation(moment))
    assert words.startswith(f"Along n̂ the front stays within {wrong:.2f}, by luck. By the turn alone, ")
    assert words.endswith(f"by {moment.faulty.error:.2f} at t = {moment.faulty.fraction:.2f}.")
    assert not any("error" in word for word in texts(drawn(moment)))


@each_moving
def test_the_row_of_the_farthest_vertex_is_the_newest(name: str) -> None:
    moment = told(name)["Farthest"]
    table = LESSON.table(moment)
    assert table is not None
    assert table.current == {int(ways(moment.scene).argmax())}


@each_moving
def test_the_first_picture_says_how_far_two_vertices_move(name: str) -> None:
    moment = told(name)["Turn"]
    lengths = ways(moment.scene)
    canvas = drawn(moment)
    words = [word for word in texts(canvas) if word.startswith("arc of v")]
    assert words
    for word in words:
        i, way = word.removeprefix("arc of v").split(": ")
        assert way == f"{lengths[int(i)]:.2f}"
        assert lengths[int(i)] < lengths.max() - 1e-9, "which one moves farthest is asked later"
        end = paths(moment.scene)[-1, int(i)] + complex(*moment.scene.pivot)
        heads = [m.end for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.A]
        assert any(abs(complex(*at) - end) < 1e-6 for at in heads), "which way it goes"


@each_moving
def test_the_first_picture_names_the_start_and_the_end(name: str) -> None:
    moment = told(name)["Turn"]
    for t in (0.4, 1.0):
        found = {m.text: m for m in drawn(replace(moment, time=t)).marks if isinstance(m, Label) and "$t$" in m.text}
        for time, row in ((0, 0), (1, -1)):
            z = paths(moment.scene)[row] + complex(*moment.scene.pivot)
            core = shapely.MultiPoint(np.stack((z.real, z.imag), axis=1)).convex_hull
            radius = moment.scene.local.radius
            place = found[f"$t$ = {time}"].at
            assert core.distance(shapely.Point(place)) == pytest.approx(radius, abs=1e-6)
            edges = core if core.geom_type == "LineString" else core.boundary
            assert edges.distance(shapely.Point(place)) == pytest.approx(radius, abs=1e-6), "on its outline"
            tip = z[ways(moment.scene).argmax()]
            longest = abs(z - tip).max()
            assert abs(complex(*place) - tip) < math.hypot(0.3 * longest, radius), "near its tip"


@each_moving
def test_each_vertex_is_named_once(name: str) -> None:
    for stage in ("Turn", "Arc", "Farthest", "Unroll"):
        moment = told(name)[stage]
        canvas = drawn(moment)
        names = [m.text for m in canvas.marks if isinstance(m, Label) and m.feature is not None]
        assert sorted(names) == [f"v{i}" for i in range(len(moment.scene.local.points))]


def test_the_goal_of_the_capsule_is_a_bound_that_meets_no_wall() -> None:
    scene = told("Capsule on an arm")["Translation"].scene
    middle = scene.with_field("pivot", scene.a.world.centroid).with_field("turn", 100.0)
    small = scene.with_field("turn", 20.0)
    for each_scene, reached in (
        (scene, False),
        (middle, True),
        (middle.with_field("turn", 200.0), False),
        (small, False),
    ):
        goal = LESSON.challenge(moments_of(LESSON, each_scene)[-1])
        assert goal is not None
        assert goal.reached is reached
        assert not reached or each_scene.hit is None
    other = LESSON.challenge(told(NAMES[0])["Translation"])
    assert other is not None
    assert other.text != goal.text


@each_moving
def test_before_the_wall_a_motion_is_asked_for_that_the_bound_does_not_prove(name: str) -> None:
    """Not where r is least: that was asked before."""
    if name == "Capsule on an arm":  # it has a goal of its own
        return
    scene = LESSON.presets[name].scene
    before = LESSON.challenge(told(name)["Chord"])
    for turn, speed in ((scene.turn, scene.speed), (-90.0, 0.3), (-90.0, 0.2), (-60.0, 0.3), (-330.0, 1.5)):
        made = scene.with_field("turn", turn).with_field("speed", speed)
        goal = LESSON.challenge(moments_of(LESSON, made)[-1])
        assert goal is not None
        assert before is not None
        assert goal.text != before.text
        path = paths(made, 4001)
        front = (path.real + made.speed * np.linspace(0.0, 1.0, 4001)[:, None]).max(axis=1)
        never, mu = bool((front - front[0] < GAP).all()), made.speed + ways(made).max()
        assert goal.reached is (never and mu > GAP and turn <= -90.0 and speed >= 0.3)
        assert goal.now.endswith("never hits") is never
        if (turn, speed) == (-90.0, 0.3):
            assert goal.reached, "it can be done"


def test_a_motion_that_the_bound_proves_does_not_reach_the_goal_before_the_wall() -> None:
    scene = LESSON.presets[NAMES[0]].scene
    small = replace(scene.a, shape=convex(0.2 * scene.a.shape.points))
    for body, reached in ((small, False), (scene.a, True)):
        made = replace(scene, a=body, pivot=body.pose.position, turn=-90.0, speed=0.3)
        goal = LESSON.challenge(moments_of(LESSON, made)[-1])
        assert goal is not None
        assert goal.now.endswith("never hits")
        assert (made.speed + ways(made).max() > GAP) == goal.reached == reached


def test_beside_a_faulty_bound_its_own_line_is_passed_and_its_own_length_is_drawn() -> None:
    for name, compare in (("At the end of a bar", CENTROID), ("Nearly a full turn", CHORD)):
        moment = told(name, compare)["Translation"]
        scene, t, canvas = moment.scene, moment.time, drawn(moment)
        shape = scene.shape_at(t, moves=True).points
        start = float(scene.a.world.points[:, 0].max())
        passed = [s for s in strokes(canvas, Ink.FAULTY, Line.DOTTED) if s[0, 0] == s[1, 0]]
        line = max(passed, key=length)
        assert line[0, 0] == pytest.approx(start + (scene.speed + moment.faulty.bound) * t)
        assert shape[:, 0].max() > line[0, 0] + 0.1, "A is beyond it"
        others = [length(s) for s in strokes(canvas, Ink.FAULTY, Line.DOTTED) if s[0, 0] != s[1, 0]]
        own = moment.faulty.radius if compare == CENTROID else moment.faulty.bound
        assert others == [pytest.approx(own)]
        assert r"\omega" in [m.latex for m in canvas.marks if isinstance(m, Symbol)]


def test_the_name_of_the_centre_of_rotation_stands_inside_a_where_no_edge_passes_as_it_turns() -> None:
    moment = told(NAMES[0])["Turn"]
    for t in np.linspace(0.0, 1.0, 23).tolist():
        canvas = Canvas(1.0 / 148.0)  # as in the window
        LESSON.panes[0].draw(canvas, replace(moment, time=t))
        (name,) = [m for m in canvas.marks if isinstance(m, Label) and m.text == "centre of rotation"]
        x, y = name.at
        words = shapely.box(x - 56 / 148, y - 10 / 148, x + 56 / 148, y + 10 / 148)
        assert shapely.Polygon(moment.scene.shape_at(t).points).contains(words)
        assert not [s for s in strokes(canvas, Ink.CONSTRUCTION, Line.THIN) if len(s) == 2], "no line leads to it"


@pytest.mark.parametrize("name", ["At the end of a bar", "Nearly a full turn"])
def test_the_name_of_the_centre_of_rotation_stands_near_it_beside_an_a_that_is_too_small_for_it(name: str) -> None:
    moment = told(name)["Turn"]
    places = []
    for t in (0.3, 1.0):
        canvas = Canvas(1.0 / 150.0)  # as in the window
        LESSON.panes[0].draw(canvas, replace(moment, time=t))
        (words,) = [m for m in canvas.marks if isinstance(m, Label) and m.text == "centre of rotation"]
        places.append(words.at)
        x, y = words.at
        box = shapely.box(x - 56 / 150, y - 9 / 150, x + 56 / 150, y + 9 / 150)
        for end in (0.0, 1.0):
            outline = shapely.Polygon(moment.scene.shape_at(end).points).exterior
            assert not outline.intersects(box), "on no outline of A at rest"
        assert math.dist(words.at, moment.scene.pivot) < moment.scene.found.radius, "no long way from it"
        (lead,) = [s for s in strokes(canvas, Ink.CONSTRUCTION, Line.THIN) if len(s) == 2]
        assert box.distance(shapely.Point(moment.scene.pivot)) > 44 / 150, "outside the arc of the turn"
        assert box.distance(shapely.Point(lead[1])) < 0.05
    assert places[0] == places[1], "it stands still"


def test_a_disc_has_a_core_point_and_no_vertex() -> None:
    table = LESSON.table(told("Disc about its centre")["Translation"])
    assert table is not None
    assert table.columns[0] == "core point"
    assert [plain(row.cells[0]) for _, row in table.rows] == ["centre"]
    other = LESSON.table(told(NAMES[0])["Translation"])
    assert other is not None
    assert other.columns[0] == "vertex"


def test_the_turn_s_part_is_named_beside_the_wall_not_below_its_end() -> None:
    moment = told(NAMES[0])["Translation"]
    scene = moment.scene
    wall = float(scene.a.world.points[:, 0].max()) + GAP
    for t in (moment.time, 0.33, 1.0):
        canvas = drawn(replace(moment, time=t))
        (words,) = [m for m in canvas.marks if isinstance(m, Label) and "omega" in m.text]
        assert abs(words.at[0] - wall) > 0.5, "half of the words"
        (bar,) = strokes(canvas, Ink.EXAMINED, Line.BAR)
        assert bar[:, 0].min() < words.at[0] < bar[:, 0].max(), "over its part"


def test_a_turn_to_the_right_has_a_positive_rate() -> None:
    """The formula takes the size of the angle, whose sign stands beside it."""
    scene = LESSON.presets[NAMES[0]].scene.with_field("turn", -100.0)
    moment = moments_of(LESSON, scene)[0]
    page = LESSON.page(moment)
    assert page.formula == r"|\omega|=|\theta|\cdot\frac{\pi}{180^\circ}"
    assert f"|ω| = {math.radians(100.0):.2f}" in plain(page.sentence)
    assert "θ = −100°" in plain(page.sentence)
    assert "θ = −100°" in texts(drawn(moment))


def test_a_body_stops_at_the_wall_unless_a_faulty_bound_lets_it_pass() -> None:
    for name in ("Off its centre", "Pivot outside", "At the end of a bar", "Capsule on an arm"):
        moment = replace(told(name)["Translation"], time=1.0)
        scene = moment.scene
        outline = strokes(drawn(moment), Ink.A, Line.OUTLINE)[0]
        wall = scene.a.world.points[:, 0].max() + scene.a.shape.radius + GAP
        assert outline[:, 0].max() == pytest.approx(wall, abs=0.002), name
    for name, compare in (("At the end of a bar", CENTROID), ("Nearly a full turn", CHORD)):
        moment = told(name, compare)["Translation"]
        outline = strokes(drawn(moment), Ink.A, Line.OUTLINE)[0]
        wall = moment.scene.a.world.points[:, 0].max() + GAP
        assert outline[:, 0].max() > wall + 0.1, "seen in the wall, although the faulty bound ruled that out"
    scene = told("Nearly a full turn", CHORD)["Translation"].scene
    says = plain(LESSON.page(told("Nearly a full turn", CHORD)["Translation"]).sentence)
    assert says.endswith(f"not more than 1.20: no hit until t = 1. In fact A hits at t = {scene.hit:.2f}.")


def test_a_disc_has_a_painted_radius_that_turns() -> None:
    moment = told("Disc about its centre")["Turn"]
    scene = moment.scene
    for t in (0.25, 1.0):
        (spoke,) = strokes(drawn(replace(moment, time=t)), Ink.A, Line.MEASURE)
        a = math.radians(scene.turn) * t
        assert spoke[1] - spoke[0] == pytest.approx(scene.a.shape.radius * np.array((math.cos(a), math.sin(a))))
    assert not strokes(drawn(told(NAMES[0])["Turn"]), Ink.A, Line.MEASURE)


def test_the_words_of_a_long_bar_stand_above_its_end() -> None:
    """Beside it they would make A smaller."""
    for name, is_long in (("Nearly a full turn", True), (NAMES[0], False)):
        for stage in ("Farthest", "Unroll"):
            canvas = drawn(told(name)[stage])
            (bar,) = strokes(canvas, Ink.EXAMINED, Line.BAR)
            told_of = [m for m in canvas.marks if isinstance(m, Label)]
            (words,) = [m for m in told_of if "arc of" in m.text or "omega" in m.text]
            assert words.at[0] == pytest.approx(bar[:, 0].max())
            assert bool(words.at[1] > bar[0, 1] + 0.1) is is_long
            assert words.toward == ((-1.0, 0.0) if is_long else (1.0, 0.0))
