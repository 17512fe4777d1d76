"""Two boxes: every number, side, ink and answer, reckoned by half planes and by shapely; the faulty rules fail."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Convex, box
from geometry.faulty.box_box import misplaced_contact
from geometry.feature import FeatureKind, FeatureRef
from geometry.primitives.box_box import CornersTested, ReferenceFound
from geometry.primitives.contact import PairResult
from geometry.tolerance import rounding
from geometry.trace import Grouped
from lessons.pairs.box_box import BoxBox, TwoBoxes
from lessons.pairs.box_box_board import CELL, LIT, RIM, WORDS
from lessons.pairs.box_box_figure import CLEAR, NAMED
from lessons.pairs.box_box_goals import BY_FACE, DOWN, SLIDE
from lessons.pairs.box_box_rules import MISPLACED, ONE_CORNER, STRICT, TWO_FACES, Wrong
from tests.lessons.figures import drawn, labels, moments, strokes, symbols
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Crowd, Dot, FeatureMark, Inset, Label, Light, Region, Stroke
from viz.lesson.prediction import Challenge, Click, Place, Verdict
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = BoxBox()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)


OF_B = TwoBoxes(at(box(2.2, 1.2), 0.5, -0.1, 5), at(box(1.2, 0.9), -1.0, 0.2, -20))


def in_front(own: Convex, face: int, other: Convex) -> tuple[float, set[int]]:
    """How far the other keeps in front of a face, and the vertices that decide it."""
    p, q = own.points[face], own.points[(face + 1) % 4]
    n = np.array((q[1] - p[1], p[0] - q[0])) / np.hypot(*(q - p))
    values = (other.points - p) @ n
    return float(values.min()), set(np.flatnonzero(values <= values.min() + 1e-9).tolist())


def faces(scene: TwoBoxes) -> Iterator[tuple[str, int, float, set[int]]]:
    a, b = scene.a.world, scene.b.world
    for owner, own, other in (("A", a, b), ("B", b, a)):
        for face in range(4):
            yield owner, face, *in_front(own, face, other)


def slabs(canvas: Canvas) -> list[tuple[Ink, np.ndarray, np.ndarray]]:
    """Of each slab: its ink, a point on the box's line, and how far it goes in front of that line: even up to the
    second line, as is asked of what tells a length."""
    found = []
    for region in (m for m in canvas.marks if isinstance(m, Region)):
        (v, p), (back, out) = np.array(region.through), np.array(region.normals)
        assert back == pytest.approx(-out), "between two parallel lines"
        assert np.hypot(*out) == pytest.approx(1.0)
        assert float((p - v) @ out) > 0.0
        assert region.opacity <= 0.2, "quiet"
        found.append((region.ink, v, ((p - v) @ out) * out))
    assert not [m for m in canvas.marks if isinstance(m, Light)]
    return found


def enlarged(canvas: Canvas) -> Canvas:
    """What shows the contact: the lens, or the figure where there is none."""
    small = Canvas(canvas.pixel)
    small.marks = [mark for inset in canvas.marks if isinstance(inset, Inset) for mark in inset.marks]
    return small if small.marks else canvas


def step_at(name: str, kind: type, compare: str = "") -> Moment[TwoBoxes]:
    return next(m for m in moments(LESSON, name, compare) if isinstance(m.step, kind))


def depth(scene: TwoBoxes) -> float:
    """By half planes where they overlap, by shapely where they are apart."""
    gap = shapely.Polygon(scene.a.world.points).distance(shapely.Polygon(scene.b.world.points))
    return float(gap) if gap > 0.0 else max(s for _, _, s, _ in faces(scene))


def at_w(found: Mapping[str, Any]) -> tuple[Any, str]:
    """Where w stands, and of what vertex its name tells."""
    ((text, at),) = [each for each in found.items() if each[0].startswith(r"\boldsymbol{w}")]
    return at, "".join(re.findall(r"\((v\d)\)", text))


@each_scene
def test_eight_rows_with_their_vertices_and_numbers(name: str) -> None:
    found = moments(LESSON, name)
    table = LESSON.table(found[-1])
    assert table is not None
    rows = [row for _, row in table.rows]
    assert len(rows) == 8
    for row, (owner, face, s, vertices) in zip(rows, faces(found[0].scene), strict=True):
        other = "B" if owner == "A" else "A"
        cells = [plain(cell) for cell in row.cells]
        assert cells[0] == f"face {face} of {owner}"
        assert cells[1] in {f"v{i} of {other}" for i in vertices}
        assert cells[2] == fixed(s)
        assert row.ink is (Ink.A if owner == "A" else Ink.B)
        assert row.feature == FeatureRef(owner, FeatureKind.EDGE, face)


@each_scene
def test_a_face_is_told_with_its_numbers_and_drawn_with_its_slab(name: str) -> None:
    for moment, (owner, face, s, vertices) in zip(moments(LESSON, name)[:4], faces(SCENES[name].scene), strict=False):
        told, numbers = plain(LESSON.page(moment).sentence).split("\n")
        wish = (
            "We want the face with the widest gap"
            if depth(moment.scene) > 0.0
            else "We want the shortest push that parts A and B"
        )
        assert plain(LESSON.page(moment).idea).startswith(wish), "before the formula"
        where = "is nearest, in front of it: a gap" if s > 0.0 else "is furthest behind it"
        assert told in {f"Face {face} of {owner}: v{i} of B {where}." for i in vertices}
        assert numbers.startswith("s_f = (")
        u, v, x, y, value = [float(part.replace("−", "-")) for part in re.findall(r"−?\d+\.\d+", numbers)]
        assert u * x + v * y == pytest.approx(value, abs=0.0101)
        assert value == pytest.approx(s, abs=0.0051)
        canvas = drawn(LESSON, "world", moment)
        a, b = moment.scene.a.world, moment.scene.b.world
        ((ink, _, across),) = slabs(canvas)
        n = a.normals[face]
        assert ink is (Ink.GAP if s > 0.0 else Ink.OVERLAP)
        assert across == pytest.approx(s * n), "as thick as s"
        found = symbols(canvas)
        assert any(found["s_f"] == pytest.approx(b.points[i] - (1.0 - NAMED) * s * n) for i in vertices), "at its bar"
        assert fixed(s) not in labels(canvas), "its number stands in its card"
        assert found[r"\boldsymbol{v}"] == pytest.approx(a.points[face])
        assert any(at_w(found) == (pytest.approx(b.points[i]), f"v{i}") for i in vertices), (
            "with its name in the words"
        )
        (offset,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.QUIET]
        assert (np.array(offset.end) - offset.start) @ n == pytest.approx(s), "p - v, whose part along n is s"
        assert [offset.start, offset.end] == [found[r"\boldsymbol{v}"], at_w(found)[0]]
        assert (x, y) == pytest.approx(np.subtract(offset.end, offset.start), abs=0.0051)


@each_scene
def test_the_slab_turns_from_face_to_face_and_is_as_thick_as_both_boxes_keep(name: str) -> None:
    scene = SCENES[name].scene
    a, b = scene.a.world, scene.b.world
    told = moments(LESSON, name)
    for k, part in ((0, 0.5), (1, 0.0), (1, 0.3), (2, 0.7), (3, 0.5), (4, 0.155), (4, 0.845)):
        canvas = drawn(LESSON, "world", replace(told[k], time=part))
        ((ink, _, across),) = slabs(canvas)
        n = across / np.hypot(*across) * (1.0 if ink is Ink.GAP else -1.0)
        found = symbols(canvas)
        v = found[r"\boldsymbol{v}"]
        own, other = (b, a) if k == 4 else (a, b)
        if k == 0:
            assert n == pytest.approx(a.normals[0])
            s = part * in_front(a, 0, b)[0]
        elif k == 4 and r"\hat n_f" in found:
            continue  # it rests at a face
        else:
            s = float((other.points @ n).min() - (own.points @ n).max())
            assert float((own.points @ n).max()) == pytest.approx(float(v @ n)), "the box ends there"
        if 0 < k < 4:
            turn = math.degrees(math.acos(np.clip(n @ a.normals[k - 1], -1.0, 1.0)))
            assert turn == pytest.approx(90.0 * part, abs=1e-6)
            assert v == pytest.approx(a.points[k]), "about the vertex that both faces share"
        assert across == pytest.approx(s * n)
        pills = [m.text for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.PILL]
        assert not pills, "near a face it is nearly the number that the table tells of that face"
        assert not {r"\hat n", r"\hat n_f"} & set(found), "between two faces it is the normal of none"


@each_scene
def test_v_and_w_stand_where_the_step_takes_them_at_every_time(name: str) -> None:
    """Of all eight faces, at rest and on the way: the letters in the figure, the face and the vertex in words, the
    numbers. While B's faces pass there is no product; its s has as many decimals at each."""
    scene, passed = SCENES[name].scene, set()
    boxes = {"A": scene.a.world, "B": scene.b.world}
    table = {(owner, face): s for owner, face, s, _ in faces(scene)}
    for moment in moments(LESSON, name)[:5]:
        for time in np.linspace(0.0, 1.0, 47):
            at_time = replace(moment, time=max(float(time), 1e-9))  # as the session tells it
            says, found = plain(LESSON.page(at_time).sentence), symbols(drawn(LESSON, "world", at_time))
            told = re.match(r"Face (\d) of ([AB]): ", says)
            assert told is not None
            face, owner = int(told[1]), told[2]
            v, (w, which) = found[r"\boldsymbol{v}"], at_w(found)
            other = boxes["B" if owner == "A" else "A"]
            assert v == pytest.approx(boxes[owner].points[face]), (moment.index, time)
            n = boxes[owner].normals[face]
            assert n @ np.subtract(w, v) == pytest.approx(table[owner, face])
            named = re.search(r"(v\d) of [AB] is", says)
            assert named is None or w == pytest.approx(other.points[int(named[1][1])])
            assert not which or w == pytest.approx(other.points[int(which[1])])
            numbers = [float(each.replace("−", "-")) for each in re.findall(r"−?\d+\.\d+", says.split("s_f = ")[1])]
            if moment.index < 4 or time == 1.0:
                assert numbers[:2] == pytest.approx(n, abs=0.0051)
                assert numbers[2:4] == pytest.approx(np.subtract(w, v), abs=0.0051)
            else:
                passed.add(face)
                assert says.endswith(f"s_f = {fixed(table[owner, face])}."), "as in its card"
    assert passed == {0, 1, 2, 3}


def test_the_slab_plays_at_each_face_and_not_afterwards() -> None:
    for moment in moments(LESSON, "Corner on a face"):
        clock = LESSON.clock(moment)
        if moment.index > 4:
            assert clock is None
            continue
        assert clock is not None
        assert clock.plays_each_step
        assert clock.ticks[moment.index] == 1.0
    group = moments(LESSON, "Corner on a face")[4]
    ((_, _, across),) = slabs(drawn(LESSON, "world", replace(group, time=1.0 - 1e-9)))
    best = max((row for row in faces(group.scene) if row[0] == "B"), key=lambda row: row[2])
    assert across == pytest.approx(best[2] * group.scene.b.world.normals[best[1]], abs=1e-6)


def test_b_is_told_as_one_step_and_apart_below_it() -> None:
    group = step_at("Corner on a face", Grouped)
    assert group.index == 4
    says = plain(LESSON.page(group).sentence)
    best = max((row for row in faces(group.scene) if row[0] == "B"), key=lambda row: row[2])
    won = max(faces(group.scene), key=lambda row: row[2])
    assert says.startswith(f"Face {best[1]} of B: s_f = (")
    assert f") = {fixed(best[2])},\nthe greatest of B. Face " in says
    assert says.endswith(f"Face {won[1]} of A is still ahead: {fixed(won[2])}.")
    inside = Moment(group.scene, group.step.part, 1, group, "part")
    assert LESSON.page(inside).stage == "Faces of B"
    assert LESSON.page(inside).prediction is None
    assert len(small(inside)) == 6
    of_b = moments_of(LESSON, OF_B, "")[4]
    assert plain(LESSON.page(of_b).sentence).endswith("It is greater than all of A.")
    tied = moments(LESSON, "Resting flat")[4]
    assert plain(LESSON.page(tied).sentence).endswith("Face 2 of A has as much: −0.22.")


def small(moment: Moment[TwoBoxes]) -> list[Area]:
    """The slabs of the small pictures."""
    canvas = drawn(LESSON, "faces", moment)
    return [m for m in canvas.marks if isinstance(m, Area) and m.ink in (Ink.GAP, Ink.OVERLAP)]


@each_scene
def test_the_small_pictures_fill_up(name: str) -> None:
    for moment in moments(LESSON, name):
        tested = min(moment.index + 1, 4) if moment.index < 4 else 8
        slabs, canvas = small(moment), drawn(LESSON, "faces", moment)
        assert len(slabs) == tested
        numbers = [s for *_, s, _ in faces(moment.scene)][:tested]
        assert [slab.ink for slab in slabs] == [Ink.GAP if s > 0.0 else Ink.OVERLAP for s in numbers]
        shown = labels(canvas)
        assert {fixed(s) for s in numbers} <= set(shown)
        assert {f"{owner}{face}" for owner in "AB" for face in range(4)} <= set(shown)
        for slab in slabs:
            middle = np.array(slab.points).mean(axis=0)
            assert -0.8 < middle[0] < 2.4
        lit = [slab for slab in slabs if slab.opacity == LIT]
        if isinstance(moment.step, PairResult | CornersTested) and is_between(moment):
            assert not lit, "two corners have won, no face"
            continue
        assert len(lit) == 1
        yellow = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and len(m.points) == 2]
        assert len(yellow) == 1, "one face stands out, the others are their boxes' own"
        assert_drawn_in_place(canvas, moment.scene, tested)


def test_slabs_run_through_the_whole_of_their_pictures_and_not_under_the_words() -> None:
    slabs = small(moments(LESSON, "Corner on a face")[-1])
    wide, high = (np.ptp(np.array(slab.points), axis=0) for slab in slabs[:2])  # A's boxes stand level
    assert wide[0] == pytest.approx(CELL[0] - 2.0 * RIM)
    assert high[1] == pytest.approx(CELL[1] - WORDS - RIM)


@each_scene
def test_no_number_of_the_board_lies_on_a_slab(name: str) -> None:
    canvas = drawn(LESSON, "faces", moments(LESSON, name)[-1])
    slabs = [shapely.Polygon(m.points) for m in canvas.marks if isinstance(m, Area)]
    for label in (m for m in canvas.marks if isinstance(m, Label)):
        words = shapely.box(*np.subtract(label.at, (0.3, 0.1)), *np.add(label.at, (0.3, 0.1)))
        assert not any(words.intersects(slab) for slab in slabs), label.text


def test_while_the_slab_turns_the_board_and_the_words_tell_the_faces_that_it_has_reached() -> None:
    group = moments(LESSON, "Corner on a face")[4]
    assert LESSON.tells_time
    for time, face, tested in ((0.1, 0, 5), (0.333, 1, 6), (2 / 3, 2, 7), (1.0, 3, 8)):
        moment = replace(group, time=time)
        page, shown = LESSON.page(moment), labels(drawn(LESSON, "faces", moment))
        assert len(page.rows) == tested - 4
        assert len(small(moment)) == tested
        s = next(row[2] for row in faces(moment.scene) if row[:2] == ("B", face))
        bold = [m.text for m in drawn(LESSON, "faces", moment).marks if isinstance(m, Label) and m.text == fixed(s)]
        assert bold
        assert fixed(s) in shown
        lit = [slab for slab in small(moment) if slab.opacity == LIT]
        assert lit == [small(moment)[4 + face]]
        assert f"face {face}" in plain(page.sentence).lower()
        assert ("furthest behind it" in plain(page.sentence)) is (time < 1.0)
    far = moments(LESSON, "Resting flat")[4]
    past = LESSON.page(replace(far, time=0.99))
    assert len(past.rows) == 4, "past them all to face 0"
    for moment in moments(LESSON, "Corner on a face")[1:4]:
        assert len(small(replace(moment, time=0.5))) == moment.index, "its own is not measured yet"


def test_the_vertices_of_the_table_have_their_names() -> None:
    """Those alone: the fewer marks; not where the step has a letter, nor in the other box, over its hatch."""
    for moment in moments(LESSON, "Corner on a face"):
        canvas = drawn(LESSON, "world", moment)
        named = [m for m in canvas.marks if isinstance(m, Label) and re.fullmatch(r"v\d", m.text)]
        told = {("B" if owner == "A" else "A", i) for owner, _, _, vertices in faces_so_far(moment) for i in vertices}
        of = {Ink.A: "A", Ink.B: "B"}
        assert {(of[m.ink], int(m.text[1])) for m in named} <= told
        assert len(named) >= (0, 1, 2, 2, 4, 4, 4)[moment.index]
        for owner, own, other in (("A", Ink.A, moment.scene.b.world), ("B", Ink.B, moment.scene.a.world)):
            inside = [
                label
                for label in named
                if label.ink is own and shapely.Polygon(other.points).contains(shapely.Point(label.at))
            ]
            assert not inside, owner
        for label in named:
            body = moment.scene.a.world if label.ink is Ink.A else moment.scene.b.world
            assert label.at == pytest.approx(tuple(body.points[int(label.text[1:])]))
        if moment.index < 5:
            face = max(faces_so_far(moment)[4:] or faces_so_far(moment)[-1:], key=lambda each: each[2])
            assert at_w(symbols(canvas))[1] in {f"v{i}" for i in face[3]}


@each_scene
def test_the_number_of_an_edge_keeps_clear_of_the_line_from_v_to_p(name: str) -> None:
    for moment in moments(LESSON, name)[:5]:
        canvas = drawn(LESSON, "world", moment)
        (line,) = [
            shapely.LineString((m.start, m.end)) for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.QUIET
        ]
        for label in (m for m in canvas.marks if isinstance(m, Label) and re.fullmatch(r"\d", m.text)):
            assert label.toward is not None
            place = np.add(label.at, 12.0 * canvas.pixel * np.array(label.toward))
            assert line.distance(shapely.Point(place)) > 6.0 * canvas.pixel, (moment.index, label.text)


def faces_so_far(moment: Moment[TwoBoxes]) -> list[tuple[str, int, float, set[int]]]:
    return list(faces(moment.scene))[: moment.index + 1 if moment.index < 4 else 8]


@each_scene
def test_until_the_winner_is_known_the_greatest_so_far_is_told(name: str) -> None:
    for moment in moments(LESSON, name):
        told = plain(LESSON.situation(moment))
        if moment.latest(ReferenceFound) is not None:
            assert "so far" not in told
            continue
        best = max(faces_so_far(moment), key=lambda each: each[2])
        value, face = re.findall(r"The greatest s_f so far: (.*), of face (.*)\.$", told)[0]
        assert value == fixed(best[2])
        tied = {f"{k} of {o}" for o, k, s, _ in faces_so_far(moment) if s >= best[2] - 1e-9}
        assert face in tied
    turning = replace(moments(LESSON, "Corner on a face")[1], time=0.5)
    assert "so far: −2.26, of face 0 of A." in plain(LESSON.situation(turning)), "not yet that of the slab on its way"


def is_between(moment: Moment[TwoBoxes]) -> bool:
    """Whether two corners are nearer than any face tells."""
    return depth(moment.scene) > max(s for *_, s, _ in faces(moment.scene)) + 1e-6


def assert_drawn_in_place(canvas: Canvas, scene: TwoBoxes, tested: int) -> None:
    """Each small picture has both boxes, shrunk alike, where its slab, its face and its point are."""
    board, *boxes = [m for m in canvas.marks if isinstance(m, Crowd)]
    assert [m.ink for m in boxes] == [Ink.A, Ink.B]
    shown = [m.segments.reshape(8, 4, 2, 2)[:, :, 0] for m in boxes]
    frames = board.triangles.reshape(8, -1, 2)
    size = np.ptp(shown[0][0, :2], axis=0) / np.ptp(scene.a.world.points[:2], axis=0).clip(1e-12)
    scale = float(size.max())
    points = [m.at for m in canvas.marks if isinstance(m, Dot)]
    lit = [m.points for m in canvas.marks if isinstance(m, FeatureMark)]
    assert len(points) == tested
    for i, (owner, face, _, vertices) in enumerate(faces(scene)):
        assert shown[1][i] - shown[0][i] == pytest.approx(scale * (scene.b.world.points - scene.a.world.points))
        both = np.concatenate((shown[0][i], shown[1][i]))
        assert (both > frames[i].min(axis=0)).all()
        assert (both < frames[i].max(axis=0)).all()
        own, other = (shown[0][i], shown[1][i]) if owner == "A" else (shown[1][i], shown[0][i])
        assert np.array(lit[i]) == pytest.approx(own[[face, (face + 1) % 4]])
        assert i >= tested or any(points[i] == pytest.approx(other[j]) for j in vertices)


@each_scene
def test_the_greatest_wins_and_points_from_a_to_b(name: str) -> None:
    moment = step_at(name, ReferenceFound)
    scene, says = moment.scene, plain(LESSON.page(moment).sentence)
    table = list(faces(scene))
    best = max(s for _, _, s, _ in table)
    equal = [(owner, face) for owner, face, s, _ in table if s >= best - 1e-9]
    if len(equal) == 1:
        assert says.startswith(f"Face {equal[0][1]} of {equal[0][0]} wins with {fixed(best)}.")
    else:
        *names, last = [f"{owner}{face}" for owner, face in equal]
        tie = f"{', '.join(names)} and {last} tie at {fixed(best)}, up to rounding: the first one wins."
        assert says.startswith(tie)
    owner, face = equal[0]
    n = scene.a.world.normals[face] if owner == "A" else -scene.b.world.normals[face]
    assert says.endswith(f"n̂ = ({fixed(n[0])}, {fixed(n[1])}).")
    assert LESSON.page(moment).rows[-1].cells[0] == f"face {face} of {owner}"
    assert "reference face" in labels(drawn(LESSON, "world", moment), Ink.EXAMINED)
    (pill,) = [text for text in labels(drawn(LESSON, "world", moment)) if text.startswith("s = ")]
    assert pill == f"s = {fixed(best)}"


def test_a_face_of_b_wins_with_its_normal_reversed_and_meets_the_goal() -> None:
    found = moments_of(LESSON, OF_B, "")
    winner = next(m for m in found if isinstance(m.step, ReferenceFound))
    n = -OF_B.b.world.normals[1]
    assert plain(LESSON.page(winner).sentence) == (
        f"Face 1 of B wins with {fixed(depth(OF_B))}. n̂ = ({fixed(n[0])}, {fixed(n[1])})."
    )
    goal = LESSON.challenge(winner)
    assert goal is not None
    assert goal.reached
    assert goal.now == f"face 1 of B, s = {fixed(depth(OF_B))}"
    assert LESSON.challenge(found[0]) is None
    hardly = TwoBoxes(at(box(1.5, 1.1), 0.0, 0.0), at(box(1.2, 1.2), 1.4, 0.3, 30))
    (best, of_a) = (max(s for owner, _, s, _ in faces(hardly) if owner in who) for who in ("AB", "A"))
    assert 0.0 < best - of_a < 0.02
    assert not aim(hardly).reached, "as good as a tie"
    just = TwoBoxes(OF_B.a, OF_B.b.moved((-1.0, 0.2)))
    goal = LESSON.challenge(moments_of(LESSON, just, "")[-1])
    assert goal is not None
    assert not goal.reached, "apart"


@each_scene
def test_the_winner_shows_b_pushed_until_both_only_touch(name: str) -> None:
    moment = step_at(name, ReferenceFound)
    canvas, deep = drawn(LESSON, "world", moment), depth(moment.scene)
    ghosts = strokes(canvas, Ink.B, Line.END)
    if deep > 0.0:
        assert not ghosts, "nothing has to be pushed"
        return
    (pushed,) = [shapely.Polygon(ghost.points) for ghost in ghosts]
    a, b = shapely.Polygon(moment.scene.a.world.points), shapely.Polygon(moment.scene.b.world.points)
    assert a.intersection(pushed).area < 1e-9
    assert a.distance(pushed) < 1e-9
    assert pushed.centroid.distance(b.centroid) == pytest.approx(-deep), "no push is shorter"
    assert f"B, pushed by {fixed(-deep)}" in labels(canvas, Ink.B)


def test_the_normal_of_a_face_of_b_is_seen_reversed() -> None:
    moment = step_at("A face of B wins", ReferenceFound)
    owner, face, s, _ = max(faces(moment.scene), key=lambda row: row[2])
    assert (owner, s > 0.0) == ("B", True), "a gap: the goal asks for an overlap"
    own = moment.scene.b.world.normals[face]
    arrows = {
        m.ink: np.subtract(m.end, m.start) for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow)
    }
    assert arrows[Ink.QUIET] / np.hypot(*arrows[Ink.QUIET]) == pytest.approx(own)
    assert arrows[Ink.EXAMINED] / np.hypot(*arrows[Ink.EXAMINED]) == pytest.approx(-own)
    for name in SCENES:
        page = LESSON.page(step_at(name, ReferenceFound))
        assert "for a face of B, reverse it" in plain(page.idea)
        found = max(faces(SCENES[name].scene), key=lambda row: row[2])
        other = "B" if found[0] == "A" else "A"
        quiet = page.formula[page.formula.index(r"\quiet") :].split("}}")[0]
        assert page.formula.count(r"\hat n_f") == 2, "either case is in the formula"
        assert rf"of\ {other}" in quiet, "that of the other box is quiet"
    goal = LESSON.challenge(moment)
    assert goal is not None
    assert not goal.reached


@each_scene
def test_the_view_of_the_question_holds_the_pushed_boxes(name: str) -> None:
    first = moments(LESSON, name)[0]
    if depth(first.scene) > 0.0:
        return
    canvas, b = drawn(LESSON, "world", first), first.scene.b.world.points
    low, high = (
        f([p for m in canvas.marks if isinstance(m, Stroke) for p in m.points], axis=0) for f in (np.min, np.max)
    )
    for owner, face, s, _ in faces(first.scene):
        n = -first.scene.a.world.normals[face] if owner == "A" else first.scene.b.world.normals[face]
        if abs(s * n[0]) < 0.5:
            pushed = b + (s * n[0], np.clip(s * n[1], -1.7, 1.7))
            assert (pushed >= low - 1e-9).all()
            assert (pushed <= high + 1e-9).all(), "of a long push most of it"
    compared = drawn(LESSON, "world", moments(LESSON, name, STRICT)[0])
    rooms = [m for m in compared.marks if isinstance(m, Stroke) and m.opacity == 0.0]
    assert not rooms, "nothing is asked then, and the boxes are larger"


def contact_by_hand(scene: TwoBoxes) -> np.ndarray:
    """Half way between both surfaces: the mean of the vertices that decide, cut to the face, half of s outward."""
    a, b = scene.a.world, scene.b.world
    best = max(s for _, _, s, _ in faces(scene))
    owner, face, s, vertices = next(row for row in faces(scene) if row[2] >= best - 1e-9)
    own, other = (a, b) if owner == "A" else (b, a)
    p, q = own.points[face], own.points[(face + 1) % 4]
    edge = shapely.LineString((p, q))
    on = [shapely.Point(*other.points[i]) for i in vertices]
    feet = [np.array(edge.interpolate(edge.project(point)).coords[0]) for point in on]
    n = np.array((q[1] - p[1], p[0] - q[0])) / np.hypot(*(q - p))
    return np.asarray(np.mean(feet, axis=0) + 0.5 * s * n)


@each_scene
def test_the_contact_point(name: str) -> None:
    moment = moments(LESSON, name)[-1]
    scene, page = moment.scene, LESSON.page(moment)
    if any(isinstance(m.step, CornersTested) for m in moments(LESSON, name)):
        line = shapely.shortest_line(shapely.Polygon(scene.a.world.points), shapely.Polygon(scene.b.world.points))
        point = np.array(line.interpolate(0.5, normalized=True).coords[0])
    else:
        point = contact_by_hand(scene)
        side = "in front of" if depth(scene) > 0.0 else "behind"
        assert f" {side} face " in plain(page.sentence)
        canvas, ink = enlarged(drawn(LESSON, "world", moment)), Ink.OVERLAP if depth(scene) < 0.0 else Ink.GAP
        m = symbols(canvas)[r"\boldsymbol{m}"]
        assert math.dist(m, point) == pytest.approx(abs(depth(scene)) / 2.0)
        halves = [each.points for each in strokes(canvas, ink, Line.MEASURE) if len(each.points) == 2]
        (half,) = [each for each in halves if math.dist(*each) == pytest.approx(abs(depth(scene)) / 2.0)]
        way = (
            np.subtract(half[0], m) if abs(np.subtract(half[0], m) @ (m - point)) < 1e-9 else np.subtract(half[1], m)
        )
        assert any(end == pytest.approx(tuple(point + way)) for end in half), (
            "from m to the contact point, beside them"
        )
    told = re.findall("[−0-9.]+", plain(page.sentence))
    if name != "Apart at corners":  # m + s n / 2, from the numbers that are shown
        numbers = [float(each.replace("−", "-")) for each in told if each not in "−."]
        m_x, m_y, half_s, n_x, n_y, x, y = numbers[:7]
        sign = 1.0 if depth(scene) > 0.0 else -1.0
        assert (m_x + sign * half_s * n_x, m_y + sign * half_s * n_y) == pytest.approx((x, y), abs=0.011)
        assert f"$s/2$ = {fixed(depth(scene) / 2.0)}" in [
            m.text for m in enlarged(drawn(LESSON, "world", moment)).marks if isinstance(m, Label)
        ]
    assert f"({fixed(point[0])}, {fixed(point[1])})" in plain(page.sentence)
    (dot,) = [d for d in drawn(LESSON, "world", moment).marks if isinstance(d, Dot) and d.point is Point.ANSWER]
    assert dot.at == pytest.approx(point)
    if name == "Resting flat":
        bars = strokes(drawn(LESSON, "world", moment), Ink.B, Line.MEASURE)
        shared = max((bar for bar in bars if not bar.closed), key=lambda bar: math.dist(*bar.points))
        ticks = [bar for bar in bars if bar is not shared and not bar.closed]
        assert len(ticks) == 2, "with both ends"
        bottom, ends = scene.b.world.points[:, 1].min(), sorted(shared.points)
        right = min(scene.a.world.points[:, 0].max(), scene.b.world.points[:, 0].max())
        expected = (scene.b.world.points[:, 0].min(), bottom), (right, bottom)
        assert np.array(ends) == pytest.approx(np.array(expected)), "the part that both share"
    verb = "overlap by" if depth(scene) < 0.0 else "are"
    tail = "" if depth(scene) < 0.0 else " apart"
    assert plain(LESSON.situation(moment)) == f"A and B {verb} {fixed(abs(depth(scene)))}{tail}."
    stands = "A and B overlap." if depth(scene) < 0.0 else "A and B are apart."
    assert plain(LESSON.situation(moment.at(3))).startswith(f"{stands} The greatest s_f so far:")


@each_scene
def test_names_keep_clear_of_the_contact_point(name: str) -> None:
    last = moments(LESSON, name)[-1]
    if any(isinstance(m.step, CornersTested) for m in moments(LESSON, name)):
        assert "both corners" in plain(LESSON.page(last).sentence)
        return
    canvas = drawn(LESSON, "world", last)
    owner = next(row[0] for row in faces(last.scene) if row[2] >= depth(last.scene) - 1e-9)
    other = Ink.B if owner == "A" else Ink.A
    assert not [text for text in labels(canvas, other) if text.isdigit()]
    point = last.trace.result.point
    names = [m.at for m in canvas.marks if isinstance(m, Label) and re.fullmatch(r"v\d", m.text)]
    assert all(math.dist(at, point) >= CLEAR * canvas.pixel for at in names)


@each_scene
def test_where_they_are_apart_there_is_no_contact(name: str) -> None:
    last = moments(LESSON, name)[-1]
    idea = plain(LESSON.page(last).idea)
    says_none = "there is no contact" in idea
    assert "same" not in idea, "as what?"
    assert says_none is (depth(last.scene) > 0.0)


def test_two_corners_are_nearer_than_any_face_sees() -> None:
    moment = step_at("Apart at corners", CornersTested)
    gap, face = depth(moment.scene), max(s for _, _, s, _ in faces(moment.scene))
    assert gap > face + 0.02
    says = plain(LESSON.page(moment).sentence)
    assert f"are {fixed(gap)} apart." in says
    assert says.endswith(f"measures only {fixed(face)}.")
    for each in moments(LESSON, "Apart at corners")[moment.index :]:
        pills = [text for text in labels(drawn(LESSON, "world", each)) if " = " in text]
        assert pills == [f"d = {fixed(gap)}"], "no second number is called s"
        goal = LESSON.challenge(each)
        assert goal is not None
        assert goal.now == f"corners, d = {fixed(gap)}"
    assert LESSON.page(moment).formula.startswith("d=")


def asked(moment: Moment[TwoBoxes]) -> object:
    return LESSON.page(moment).prediction


@each_scene
def test_the_winning_face_is_asked_for_at_first(name: str) -> None:
    first = moments(LESSON, name)[0]
    question = asked(first)
    if name in {"Resting flat", "A box that rocks", "A tie", "A face of B wins"}:
        assert question is None, "parallel faces tie: no choice to make; of a face of B the normal is asked"
        return
    assert isinstance(question, Click)
    best = max(s for _, _, s, _ in faces(first.scene))
    for owner, face, s, vertices in faces(first.scene):
        edge = FeatureRef(owner, FeatureKind.EDGE, face)
        verdict = question.judge(edge)
        assert verdict.right is (s >= best - 1e-9)
        side, other = "in front of" if s > 0.0 else "behind", "B" if owner == "A" else "A"
        ends = {f"v{i} of {other} lies {fixed(abs(s))} {side} face {face} of {owner}" for i in vertices}
        assert any(plain(verdict.because).startswith(end) for end in ends)
        assert verdict.draw is not None
        assert not verdict.remarks, "they would be drawn in the small pictures, too"
        board = drawn(LESSON, "faces", first)
        count = len(board.marks)
        verdict.draw(board, "faces")
        assert len(board.marks) == count
        before = drawn(LESSON, "world", first)
        count = len(before.marks)
        verdict.draw(before, "world")
        assert len(before.marks) > count
        ghosts = [m for m in before.marks[count:] if isinstance(m, Stroke) and m.closed]
        assert len(ghosts) == (best < 0.0)
        for ghost in ghosts:
            a, pushed = shapely.Polygon(first.scene.a.world.points), shapely.Polygon(ghost.points)
            assert a.intersection(pushed).area < 1e-9, "out through the face that was clicked"
            assert ghost.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
            assert verdict.right or "another face needs a shorter push" in verdict.because
        pill = [m.text for m in before.marks[count:] if isinstance(m, Label) and m.style is TextStyle.PILL]
        told = [m.text for m in before.marks[count:] if isinstance(m, Label) and m.ink is Ink.FAULTY]
        is_told = verdict.right or edge == FeatureRef("A", FeatureKind.EDGE, 0)  # else by the step
        assert told == ([] if is_told else [f"{fixed(abs(s))} {side}"])
        assert not slabs(before)[1:], "one band at a time"
        assert pill == ([f"{owner}{face}: {fixed(s)}"] if verdict.right else []), "named as its card is"
        heads = {"In overlap": f"{other} is deeper here", "apart": "Another gap is wider", "none": "No gap here"}
        which = "In overlap" if best <= 0.0 else "apart" if s > 0.0 else "none"
        assert verdict.head == ("" if verdict.right else heads[which])
    assert ("gap" in question.text) == (best > 0.0)
    assert not question.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right
    for compare in (MISPLACED, STRICT):
        assert asked(moments(LESSON, name, compare)[0]) is None


@pytest.mark.parametrize("name", ["Corner on a face", "Resting flat"])
def test_the_contact_point_is_asked_for(name: str) -> None:
    moment = step_at(name, ReferenceFound)
    question = asked(moment)
    assert isinstance(question, Place)
    point, s = contact_by_hand(moment.scene), depth(moment.scene)
    assert question.right[0] == pytest.approx(point)

    def judge(dx: float, dy: float) -> Verdict:
        return question.judge(((point[0] + dx, point[1] + dy),))  # A's top face is level

    assert judge(0.0, 0.0).right
    assert judge(0.05, 0.05).right
    assert not question.judge(question.start).right
    beside, high, low = judge(0.3, 0.0), judge(0.0, -0.5 * s + 0.1), judge(0.0, 0.5 * s - 0.1)
    assert beside.head == ("Not at the deepest place" if name == "Corner on a face" else "Not the middle")
    assert (high.head, low.head) == ("One surface", "Too deep")
    assert beside.remarks[0].words == "0.30 off"
    assert low.because == "Here you are nearer to the surface of B than to face 2 of A."
    assert high.because == "Here you are nearer to face 2 of A than to the surface of B."
    assert ("parallel" in question.text) is (name == "Resting flat"), "each asks for its own case"
    for rule in ("half way", "middle", "deepest"):
        assert rule not in question.text, "the feedback tells the rule"
    assert "half way" in judge(0.0, 0.0).because.lower()
    assert judge(0.0, 0.0).because.endswith(f": {fixed(-s / 2.0)} behind face 2 of A.")
    assert "turn" not in beside.because, "a push at the right point may turn the box as well"
    for wrong in (beside, high, low):
        assert fixed(-s / 2.0) not in wrong.because, "the answer is not given away"
    assert asked(step_at("Apart at corners", ReferenceFound)) is None


def test_where_a_face_of_b_wins_the_normal_from_a_to_b_is_asked_for() -> None:
    found = moments(LESSON, "A face of B wins")
    assert asked(found[0]) is None
    assert [m.index for m in found if isinstance(asked(m), Place)] == [4]
    question, scene = asked(found[4]), found[4].scene
    assert isinstance(question, Place)
    owner, face, s, _ = max(faces(scene), key=lambda row: row[2])
    assert (owner, s > 0.0) == ("B", True)
    p, q = scene.b.world.edges[face]
    middle, n = (p + q) / 2.0, -scene.b.world.normals[face]
    assert n @ (scene.b.world.centroid - scene.a.world.centroid) > 0.0

    def judge(degrees: float) -> Verdict:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return question.judge((tuple(middle + 0.7 * np.array(((c, -s), (s, c))) @ n),))

    assert question.judge(question.right).right
    assert [judge(angle).head for angle in (0.0, 10.0, 20.0, 90.0, 170.0, 180.0)] == [
        "", "", "Not perpendicular", "Not perpendicular", "Into A", "Into A"
    ]  # fmt: skip
    assert question.judge(question.start).head == "Not perpendicular"
    assert question.judge((tuple(middle),)).head == "Not perpendicular"
    texts = {asked(m).text for name in list(SCENES)[:4] for m in moments(LESSON, name) if asked(m) is not None}
    assert len(texts) == 5, "no scene asks only what another one asks"


def test_the_reversed_sign_is_off_by_the_depth() -> None:
    moment = moments(LESSON, "A tilted face", MISPLACED)[-1]
    a, b, s = moment.scene.a.world, moment.scene.b.world, depth(moment.scene)
    owner, face, _, (vertex,) = max(faces(moment.scene), key=lambda row: row[2])
    assert owner == "A"
    assert -s > 0.15
    wrong = b.points[vertex] + 0.5 * s * a.normals[face]
    assert moment.faulty.points[0] == pytest.approx(wrong)
    assert shapely.LineString(a.edges[face]).distance(shapely.Point(*wrong)) == pytest.approx(-1.5 * s)
    assert math.dist(wrong, contact_by_hand(moment.scene)) == pytest.approx(-s)
    told = plain(LESSON.situation(moment))
    assert told.endswith(f"({fixed(wrong[0])}, {fixed(wrong[1])}), {fixed(-s)} from P.")
    lens = enlarged(drawn(LESSON, "world", moment))
    assert f"error {fixed(-s)}" in labels(lens, Ink.FAULTY)
    (w,) = [m.at for m in lens.marks if isinstance(m, Dot) and m.ink is Ink.B]
    assert w == pytest.approx(b.points[vertex])
    assert misplaced_contact(moment.scene.reference) == pytest.approx(wrong)
    for before in moments(LESSON, "A tilted face", MISPLACED)[:-1]:
        assert "rule" not in LESSON.situation(before), "the contact is not reached yet"
        assert not [m for m in drawn(LESSON, "world", before).marks if getattr(m, "ink", None) is Ink.FAULTY]


@each_scene
def test_the_reference_face_keeps_its_row_lit_at_the_contact(name: str) -> None:
    last = moments(LESSON, name)[-1]
    table = LESSON.table(last)
    assert table is not None
    if any(isinstance(m.step, CornersTested) for m in moments(LESSON, name)):
        return
    (lit,) = [table.rows[place][1] for place in table.current]
    owner, face, _, _ = next(row for row in faces(last.scene) if row[2] >= depth(last.scene) - 1e-9)
    assert lit.cells[0] == f"face {face} of {owner}"
    assert "reference face" in labels(drawn(LESSON, "world", last), Ink.EXAMINED)
    deep = abs(depth(last.scene))
    side = "behind" if depth(last.scene) < 0.0 else "in front of"
    ends = f"half of {fixed(deep)} {side} face {face} of {owner}."
    assert plain(LESSON.page(last).sentence).endswith(ends)


def test_one_corner_jumps_with_a_tilt_that_none_sees() -> None:
    moment = moments(LESSON, "A box that rocks", ONE_CORNER)[-1]
    b = moment.scene.b.world
    left, right, bottom = b.points[:, 0].min(), b.points[:, 0].max(), b.points[:, 1].min()
    assert sorted(p.tolist() for p in moment.faulty.points) == [
        pytest.approx((left, bottom), abs=1e-6), pytest.approx((right, bottom), abs=1e-6)
    ]  # fmt: skip
    told, crosses = plain(LESSON.situation(moment)), drawn(LESSON, "world", moment).marks
    assert all(f"({fixed(x)}, {fixed(bottom)})" in told for x in (left, right))
    assert sum(isinstance(m, Dot) and m.point is Point.CROSS for m in crosses) == 2
    for time, which, way in ((0.2, 0, 1.0), (0.7, 1, -1.0), (1.0, 1, -1.0)):
        point = moment.faulty.points[which]
        canvas = drawn(LESSON, "world", replace(moment, time=time))
        (ghost,) = strokes(canvas, Ink.FAULTY, Line.DOTTED)
        outline = np.array(ghost.points)
        assert np.hypot(*(outline - point).T) == pytest.approx(np.hypot(*(b.points - point).T)), "about its corner"
        assert math.remainder(math.atan2(*(outline[1] - outline[0])[::-1]), math.tau) * way > 0.05
        assert outline[:, 1].min() == pytest.approx(bottom, abs=1e-6), "up from its corner"
        assert not [m for m in canvas.marks if isinstance(m, Inset)], "the contact is not what this is about"
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.plays_each_step
    for before in moments(LESSON, "A box that rocks", ONE_CORNER)[:-1]:
        assert not [m for m in drawn(LESSON, "world", before).marks if getattr(m, "ink", None) is Ink.FAULTY]
    standing = moments(LESSON, "Corner on a face", ONE_CORNER)[-1]
    assert "rule" not in LESSON.situation(standing), "one corner is right there"


def test_two_faces_a_box_miss_the_gap() -> None:
    moment = step_at("The gap is at face 2", ReferenceFound, TWO_FACES)
    table = list(faces(moment.scene))
    two, eight = max(s for _, f, s, _ in table if f < 2), max(s for _, _, s, _ in table)
    assert two < 0.0 < eight
    told = plain(LESSON.situation(moment))
    assert told.endswith(f"s = {fixed(two)}. The true s is {fixed(eight)}.")
    taken = next(f"{owner}{face}" for owner, face, s, _ in table if s == pytest.approx(two))
    assert f"{taken}: {fixed(two)}" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)
    board = drawn(LESSON, "faces", moment)
    skipped = [m.at for m in board.marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert len(skipped) == 4, "in each of its cards"
    names = labels(board)
    frames = [np.array(m.points) for m in strokes(board, Ink.FAULTY, Line.DOTTED)]
    for name, place in names.items():
        if re.fullmatch(r"[AB]\d", name):
            inside = np.add(place, (CELL[0] / 2.0, 0.0))
            around = [
                each for each in frames if (each.min(axis=0) < inside).all() and (inside < each.max(axis=0)).all()
            ]
            assert len(around) == (name[1] in "23"), name


def test_a_tie_is_not_left_to_rounding() -> None:
    moment = step_at("A tie", ReferenceFound, STRICT)
    assert isinstance(moment.faulty, Wrong)
    assert {(face.owner.value, face.face) for face in moment.faulty.faces} == {("A", 1), ("A", 2)}
    told = plain(LESSON.situation(moment))
    assert "face 1 of A" in told
    assert "face 2 of A" in told
    for nudge in (-1e-15, 1e-15):
        shaken = replace(moment.scene, b=moment.scene.b.moved((nudge, 0.0)))
        assert shaken.reference.face == 1, "with a tolerance the first stays"


OWN_STEP = {MISPLACED: PairResult, ONE_CORNER: PairResult, TWO_FACES: ReferenceFound, STRICT: ReferenceFound}


@each_scene
@pytest.mark.parametrize("compare", OWN_STEP)
def test_a_faulty_rule_is_told_from_its_own_step_on(name: str, compare: str) -> None:
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    for moment, without in zip(moments(LESSON, name, compare), moments(LESSON, name), strict=True):
        page, right = LESSON.page(moment), LESSON.page(without)
        is_on = comparison.differs(moment) and moment.latest(OWN_STEP[compare]) is not None
        for told, as_is in ((page.idea, right.idea), (page.sentence, right.sentence), (page.formula, right.formula)):
            assert (told != as_is) is is_on
        if is_on:
            assert plain(page.idea).lower().startswith(compare)
            assert "\\faulty" in page.formula
            assert len(page.claims) > len(right.claims)
        for claim in page.claims:
            assert claim.holds, claim.what


def test_what_the_faulty_rules_say_here() -> None:
    says = {
        name: plain(LESSON.page(moments(LESSON, name, SCENES[name].compare)[-1]).sentence)
        for name in SCENES
        if SCENES[name].compare
    }
    tilted, rocks = SCENES["A tilted face"].scene, SCENES["A box that rocks"].scene
    assert says["A tilted face"].endswith(
        f"{fixed(-1.5 * depth(tilted))} behind face 1 of A, not half of {fixed(-depth(tilted))}."
    )
    wide = np.ptp(rocks.b.world.points[:, 0])
    assert f"it jumps by {fixed(wide)}." in says["A box that rocks"]
    two = [fixed(s) for _, face, s, _ in faces(SCENES["The gap is at face 2"].scene) if face < 2]
    assert says["The gap is at face 2"].startswith(f"s = max({', '.join(two)}) = ")
    assert says["The gap is at face 2"].endswith("an overlap, though A and B are apart.")
    assert "n̂ jumps by 90°" in says["A tie"]
    assert says["A tie"].endswith("With ε the first face tested wins in every frame.")


def test_two_faces_a_box_have_a_goal_of_their_own() -> None:
    comparison = LESSON.comparison(TWO_FACES)
    assert comparison is not None
    for name in SCENES:
        goal = LESSON.challenge(moments(LESSON, name, TWO_FACES)[-1])
        assert goal is not None
        assert not goal.reached, name
        assert "face 3" in goal.text
    base = SCENES["The gap is at face 2"].scene
    for x, y, reached in ((-2.0, -0.5, True), (-1.5, -0.5, False), (-3.6, 1.9, False), (1.9, -0.5, False)):
        scene = TwoBoxes(base.a, at(box(1.2, 0.9), x, y, 200))
        last = moments_of(LESSON, scene, "")[-1]
        goal = LESSON.challenge(replace(last, compare=TWO_FACES, faulty=comparison.run(scene)))
        assert goal is not None
        assert goal.reached is reached, (x, y, goal.now)
    texts = {LESSON.challenge(moments(LESSON, name, preset.compare)[-1]).text for name, preset in SCENES.items()}
    assert len(texts) == len(SCENES), "each scene has a goal of its own"


def aim(scene: TwoBoxes, compare: str = "") -> Challenge:
    found = LESSON.challenge(moments_of(LESSON, scene, compare)[-1])
    assert found is not None
    return found


@each_scene
def test_the_face_that_is_asked_for_can_be_told_by_eye(name: str) -> None:
    """Five pixels would be a coin toss."""
    if isinstance(asked(moments(LESSON, name)[0]), Click):
        second, best = sorted(s for *_, s, _ in faces(SCENES[name].scene))[-2:]
        assert best - second >= 0.15


@each_scene
def test_a_short_s_is_enlarged_and_its_names_stand_in_the_lens_alone(name: str) -> None:
    last = moments(LESSON, name)[-1]
    canvas = drawn(LESSON, "world", last)
    lens = enlarged(canvas)
    if lens is canvas:
        assert name == "Apart at corners" or abs(depth(last.scene)) > 0.6 * canvas.pixel * 84.0
        return
    assert r"\boldsymbol{m}" not in symbols(canvas)
    assert {r"\boldsymbol{m}", r"\boldsymbol{P}"} <= set(symbols(lens))
    (inset,) = [m for m in canvas.marks if isinstance(m, Inset)]
    assert inset.at is not None
    lowest = min(last.scene.a.world.points[:, 1].min(), last.scene.b.world.points[:, 1].min())
    assert inset.at[1] < lowest, "below both boxes"
    assert canvas.bounds() is not None
    assert canvas.bounds().low[1] <= inset.at[1] - 160.0 * canvas.pixel, "the view has room for it"


def test_a_tilt_of_rounding_moves_one_corner_and_not_the_middle() -> None:
    """A tilt that is seen moves the middle, too: one point holds no box, which the lesson says."""
    moment = moments(LESSON, "A box that rocks", ONE_CORNER)[-1]
    scene, point = moment.scene, moment.trace.result.point
    assert math.dist(*moment.faulty.points) > 1.0
    tilt = 0.5 * rounding(scene.a.world, scene.b.world) / 1.3
    for way, moves in ((tilt, False), (-tilt, False), (1e-3, True), (-1e-3, True)):
        tilted = replace(scene, b=scene.b.turned(way)).trace.result.point
        assert (math.dist(tilted, point) > 0.1) is moves
    page = LESSON.page(moment)
    assert plain(page.sentence).endswith("So small a tilt does not move P.")
    assert "chapter 5" in page.idea
    flat = moments(LESSON, "Resting flat")[-1]
    assert "share" not in LESSON.page(flat).idea, "faces apart or in each other share nothing"
    assert "projections overlap" in LESSON.page(flat).idea


@each_scene
@pytest.mark.parametrize("compare", ["", MISPLACED, ONE_CORNER, TWO_FACES, STRICT])
def test_no_power_of_ten_is_told(name: str, compare: str) -> None:
    for moment in moments(LESSON, name, compare):
        page = LESSON.page(moment)
        for words in (page.idea, page.sentence, page.formula, LESSON.situation(moment)):
            assert "10^" not in words


def test_what_is_no_contact_is_not_called_one() -> None:
    for name, preset in SCENES.items():
        assert LESSON.page(moments(LESSON, name)[-1]).stage == ("Gap" if depth(preset.scene) > 0.0 else "Contact")


def test_no_scene_reaches_the_goal_of_any() -> None:
    for preset in SCENES.values():
        for goal in ("", SLIDE, BY_FACE, DOWN):
            assert not aim(replace(preset.scene, goal=goal)).reached, goal
        for rule in (MISPLACED, ONE_CORNER, TWO_FACES, STRICT):
            assert not aim(preset.scene, rule).reached, rule


def test_b_slides_until_another_face_wins() -> None:
    base = SCENES["Resting flat"].scene
    for x, y, degrees, reached in (
        (1.6, 0.28, 0, True),
        (1.5, 0.28, 0, False),
        (1.6, 0.1, 0, False),
        (1.6, 0.28, 4, False),
        (1.9, 0.28, 0, False),
    ):
        scene = replace(base, b=at(box(1.4, 1.0), x, y, degrees))
        best = max((s, face) for _, face, s, _ in faces(scene))
        assert aim(scene).reached is reached, (x, y, degrees)
        assert not reached or (best[1] % 2 == 1 and best[0] < 0.0)


def test_a_face_measures_the_distance() -> None:
    base = SCENES["Apart at corners"].scene
    for x, y, reached in ((1.2, -0.4, True), (0.6, -0.4, False), (1.6, 1.2, False)):
        scene = replace(base, b=at(box(1.2, 0.9), x, y, -6))
        gap, face = depth(scene), max(s for _, _, s, _ in faces(scene))
        assert (gap >= 0.3 and abs(gap - face) < 1e-9) is reached, (x, y, gap, face)
        assert aim(scene).reached is reached


def test_a_face_of_b_wins_whose_normal_points_down() -> None:
    base = SCENES["A face of B wins"].scene
    for y, reached in ((2.1, True), (-2.2, False)):
        scene = replace(base, a=at(box(1.5, 1.1), 0.85, 0.1, 40), b=at(box(1.6, 1.1), 0.85, y, -98))
        owner, face, s, _ = max(faces(scene), key=lambda row: row[2])
        assert s > 0.0
        assert bool(owner == "B" and scene.b.world.normals[face][1] < -0.9) is reached
        assert aim(scene).reached is reached


def test_what_each_rule_asks_to_construct_is_true_of_it() -> None:
    tilted = SCENES["A tilted face"].scene
    n = moments(LESSON, "A tilted face")[-1].trace.result.normal
    for deep, reached in ((0.02, False), (0.95, False), (1.06, True)):
        deeper = replace(tilted, b=tilted.b.moved((-depth(tilted) - deep) * n))
        assert depth(deeper) == pytest.approx(-deep)
        wrong = shapely.Point(*misplaced_contact(deeper.reference))
        boxes = [shapely.Polygon(each.world.points) for each in (deeper.a, deeper.b)]
        assert (not any(each.covers(wrong) for each in boxes)) is reached
        assert aim(deeper, MISPLACED).reached is reached
    assert "inside of A" in aim(tilted, MISPLACED).now
    rocks = SCENES["A box that rocks"].scene
    for degrees, reached in ((2.0, True), (0.0, False), (5.0, False)):
        turned = replace(rocks, b=rocks.b.turned(math.radians(degrees)))
        lows = np.sort(turned.b.world.points[:, 1])
        assert bool(lows[1] - lows[0] > 1e-6) is (degrees != 0.0)
        assert aim(turned, ONE_CORNER).reached is reached
    tie = SCENES["A tie"].scene
    for x, y, degrees, reached in (
        (-0.4, -0.4, 0, True), (-0.38, -0.4, 0, True), (-0.4, -0.4, 45, True),
        (-0.3, -0.4, 0, False), (0.4, -0.4, 0, False),
    ):  # fmt: skip
        moved = replace(tie, b=at(box(1.2, 1.2), x, y, degrees))
        left, right = (s for who, i, s, _ in faces(moved) if who == "A" and i in (1, 3))
        assert (abs(left - right) <= 0.05) is reached, "as deep behind a face as behind the opposite one"
        assert aim(moved, STRICT).reached is reached, (x, y, degrees)


def test_a_tie_shows_the_normal_of_the_other_face_too() -> None:
    canvas = drawn(LESSON, "world", moments(LESSON, "A tie", STRICT)[-1])
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    assert np.subtract(arrow.end, arrow.start) @ np.array((1.0, 0.0)) == pytest.approx(0.0, abs=1e-9)
    named = labels(canvas, Ink.FAULTY)
    assert "A2: −0.40" in named
    assert "A1: −0.40" not in named, "that is the right one, too"


def test_p_has_its_ink_and_v_its_meaning_where_they_are_first_read() -> None:
    for name in SCENES:
        first, last = moments(LESSON, name)[0], moments(LESSON, name)[-1]
        assert "$\\A{\\boldsymbol{v}}$ is a vertex of the face" in LESSON.page(first).idea
        best = max(s for _, _, s, _ in faces(last.scene))
        owner = next(row[0] for row in faces(last.scene) if row[2] >= best - 1e-9)
        idea = LESSON.page(last).idea
        if "half way between both" in idea or "nearest point of the face" in idea:
            assert ("\\B{\\boldsymbol{w}}" if owner == "A" else "\\A{\\boldsymbol{w}}") in idea


@pytest.mark.parametrize("name", ["Corner on a face", "A box that rocks", "The gap is at face 2"])
def test_a_number_is_clear_of_the_slab_of_the_winner(name: str) -> None:
    """The winner's is bold; all have the ink of the table."""
    moment = moments(LESSON, name)[-1]
    canvas = drawn(LESSON, "faces", moment)
    numbers = [m for m in canvas.marks if isinstance(m, Label) and re.fullmatch("[−0-9.]+", m.text)]
    found = [s for *_, s, _ in faces(moment.scene)]
    won = found.index(max(found))
    assert [m.text for m in numbers] == [fixed(s) for s in found]
    assert [m.ink for m in numbers] == [Ink.GAP if s > 0.0 else Ink.OVERLAP for s in found]
    assert [m.style for m in numbers] == [TextStyle.BOLD if i == won else TextStyle.LABEL for i in range(8)]
    slab = shapely.Polygon(small(moment)[won].points)
    assert slab.distance(shapely.Point(numbers[won].at)) > 0.1, "not struck through"


def test_other_shapes_are_refused_and_presenting_shows_both_figures() -> None:
    with pytest.raises(ValueError, match="sharp corners"):
        TwoBoxes(at(box(1.0, 1.0), 0.0, 0.0), at(Convex([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]), 0.0, 0.0))
    assert LESSON.presents is None, "the board of eight tests is the lesson"
    world, board = LESSON.presented.parts
    assert (world.name, board.name) == ("world", "faces")
    assert world.share > LESSON.panes[0].share, "the board is as high as the wall in less width"
    for name, preset in SCENES.items():
        kind = {MISPLACED: PairResult, ONE_CORNER: PairResult}.get(preset.compare, ReferenceFound)
        opens = LESSON.run(preset.scene).steps[preset.opens_at(LESSON.run(preset.scene))]
        assert isinstance(opens, kind) or not preset.compare, name
