"""Two circles: every number, the bars of the number line, pushes and contact points, against complex numbers."""

from __future__ import annotations

import cmath
import math
import re
from dataclasses import replace

import numpy as np
import pytest
import shapely

from geometry import box, circle, separation
from geometry.faulty.circle_circle import vector_added_to_a
from geometry.primitives.circle_circle import NormalFound, RadiiSummed
from lessons.pairs.circle_circle import ADDED, STRICT, CircleCircle, TwoCircles, circles
from tests.lessons.figures import drawn, labels, moments, strokes, symbols
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Dot, Stroke
from viz.lesson.prediction import Challenge, Choose, Place, Verdict
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = CircleCircle()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)
BARS = (Ink.EXAMINED, Ink.A, Ink.B)
OFFSET, DISTANCE, RADII, SEPARATION, NORMAL, CONTACT = range(6)


def complex_of(scene: TwoCircles) -> tuple[complex, complex]:
    return tuple(complex(*each.pose.position) for each in (scene.a, scene.b))  # type: ignore[return-value]


def reckoned(scene: TwoCircles) -> tuple[complex, float, complex, complex]:
    """d, s, n and P by complex numbers."""
    a, b = complex_of(scene)
    d = b - a
    n = cmath.rect(1.0, cmath.phase(d)) if d else 1.0 + 0.0j
    front, back = a + scene.r_a * n, b - scene.r_b * n
    return d, abs(d) - scene.r_a - scene.r_b, n, (front + back) / 2.0


def told(z: complex) -> str:
    return f"({fixed(z.real)}, {fixed(z.imag)})"


def asked(moment: Moment[TwoCircles]) -> Place:
    found = LESSON.page(moment).prediction
    assert isinstance(found, Place)
    return found


@each_scene
def test_every_sentence_and_row_has_the_number(name: str) -> None:
    found = moments(LESSON, name)
    scene = found[0].scene
    d, s, n, point = reckoned(scene)
    numbers = [told(d), fixed(abs(d)), fixed(scene.r_a + scene.r_b), fixed(s), told(n), told(point)]
    for moment, number in zip(found, numbers, strict=True):
        page = LESSON.page(moment)
        assert number in plain(page.sentence)
        assert number in [plain(cell) for row in page.rows for cell in row.cells]
    sign = "=" if abs(s) < 1e-9 else ">" if s > 0.0 else "<"
    assert f"\\rVert}}{sign}" in LESSON.page(found[RADII]).formula


@each_scene
def test_the_number_line_lays_both_lengths_from_zero(name: str) -> None:
    found = moments(LESSON, name)
    scene = found[0].scene
    d, s, _, _ = reckoned(scene)
    canvas = drawn(LESSON, "lengths", found[SEPARATION])
    areas = [mark for mark in canvas.marks if isinstance(mark, Area)]
    spans = {mark.ink: tuple(np.array(mark.points)[[0, 1], 0]) for mark in areas}
    assert spans[Ink.EXAMINED] == pytest.approx((0.0, abs(d)))
    assert spans[Ink.A] == pytest.approx((0.0, scene.r_a))
    assert spans[Ink.B] == pytest.approx((scene.r_a, scene.r_a + scene.r_b))
    ink = Ink.ANSWER if abs(s) < 1e-9 else Ink.GAP if s > 0.0 else Ink.OVERLAP
    assert spans[ink] == pytest.approx(sorted((abs(d), scene.r_a + scene.r_b)))
    assert f"s = {fixed(s)}" in labels(canvas, ink)
    assert f"‖d‖ = {fixed(abs(d))}" in labels(canvas, Ink.EXAMINED)
    assert f"r_A = {fixed(scene.r_a)}" in labels(canvas, Ink.A)
    assert f"r_B = {fixed(scene.r_b)}" in labels(canvas, Ink.B)
    heights = [np.array(mark.points)[:, 1] for mark in areas]
    assert heights[0].min() > heights[1].max(), "the distance stands above the radii"
    (coming,) = strokes(drawn(LESSON, "lengths", found[OFFSET]), Ink.EXAMINED, Line.DOTTED)
    assert max(p[0] for p in coming.points) == pytest.approx(abs(d)), "not computed yet: an outline, no number"
    for index, count in ((OFFSET, 0), (DISTANCE, 1), (RADII, 3)):
        marks = drawn(LESSON, "lengths", found[index]).marks
        assert sum(isinstance(mark, Area) for mark in marks) == count, "nothing before it is computed"


@each_scene
def test_both_lengths_are_outlines_until_they_are_computed(name: str) -> None:
    """The first picture has what the lesson is about: the distance against both radii, as lengths without numbers."""
    found = moments(LESSON, name)
    scene = found[0].scene
    d, _, _, _ = reckoned(scene)
    ends = {Ink.EXAMINED: (0.0, abs(d)), Ink.A: (0.0, scene.r_a), Ink.B: (scene.r_a, scene.r_a + scene.r_b)}
    for at_, inks in ((OFFSET, set(ends)), (DISTANCE, {Ink.A, Ink.B}), (RADII, set())):
        canvas = drawn(LESSON, "lengths", found[at_])
        dotted = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
        assert {m.ink for m in dotted} == inks
        for m in dotted:
            xs = [x for x, _ in m.points]
            assert (min(xs), max(xs)) == pytest.approx(ends[m.ink])


@each_scene
def test_how_far_the_contact_point_is_from_a_is_measured(name: str) -> None:
    moment = moments(LESSON, name)[CONTACT]
    _, s, _, point = reckoned(moment.scene)
    a, _ = complex_of(moment.scene)
    far = moment.scene.r_a + s / 2.0
    white = labels(drawn(LESSON, "world", moment), Ink.ANSWER)
    assert (far > 0.4) is any(f"= {text}" in plain(LESSON.page(moment).sentence) for text in white), "40 pixels"
    assert abs(point - a) == pytest.approx(abs(far))


@each_scene
def test_what_the_lengths_differ_by_covers_no_bar(name: str) -> None:
    """A bar keeps its colour: the slab of the overlap, or of the gap, lies beside it."""
    marks = drawn(LESSON, "lengths", moments(LESSON, name)[SEPARATION]).marks
    boxes = {
        is_bar: [shapely.Polygon(m.points) for m in marks if isinstance(m, Area) and (m.ink in BARS) is is_bar]
        for is_bar in (True, False)
    }
    assert len(boxes[True]) == 3
    assert not any(bar.intersection(slab).area > 1e-12 for bar in boxes[True] for slab in boxes[False])


@pytest.mark.parametrize(
    ("x", "told"), [(0.3, "0.65 − 0.50 = 0.15 from c_A, against"), (0.8, "= 0.10 from c_A, along")]
)
def test_the_contact_point_is_at_no_negative_distance(x: float, told: str) -> None:
    """Of circles that overlap by more than 2 r_A, P lies behind c_A: against the normal."""
    moment = moments_of(LESSON, circles((0.5, 0.0, 0.0), (1.1, x, 0.0)))[CONTACT]
    said = plain(LESSON.page(moment).sentence)
    assert told in said
    _, s, _, point = reckoned(moment.scene)
    assert said.startswith(f"½ s = {fixed(s / 2.0)}. ")
    assert f"= {fixed(abs(point))} from" in said


@each_scene
def test_the_squares_answer_as_the_separation_does(name: str) -> None:
    moment = moments(LESSON, name)[SEPARATION]
    d, s, _, _ = reckoned(moment.scene)
    squares = plain(LESSON.page(moment).sentence).partition("Squared: ")[2]
    near, sign, far = re.fullmatch(r"d·d = [\d.]+² = ([\d.]+) ([<=>]) [\d.]+² = ([\d.]+)\.", squares).groups()  # type: ignore[union-attr]
    assert float(near) == pytest.approx(d.real**2 + d.imag**2, abs=0.01)
    assert float(far) == pytest.approx((moment.scene.r_a + moment.scene.r_b) ** 2, abs=0.01)
    assert sign == ("=" if abs(s) < 1e-9 else ">" if s > 0.0 else "<")


@each_scene
def test_the_same_piece_lies_between_the_circles(name: str) -> None:
    found = moments(LESSON, name)
    scene = found[0].scene
    _, s, n, _ = reckoned(scene)
    a, b = complex_of(scene)
    ink = Ink.ANSWER if abs(s) < 1e-9 else Ink.GAP if s > 0.0 else Ink.OVERLAP
    canvas = drawn(LESSON, "world", found[SEPARATION])
    (piece,) = strokes(canvas, ink, Line.FEATURE)
    assert [complex(*p) for p in piece.points] == pytest.approx([a + scene.r_a * n, b - scene.r_b * n])
    if s < -1e-9:
        (common,) = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
        discs = [shapely.Point(z.real, z.imag).buffer(r, 256) for z, r in ((a, scene.r_a), (b, scene.r_b))]
        assert shapely.Polygon(common.points).area == pytest.approx(discs[0].intersection(discs[1]).area, rel=0.015)
    measured = {
        mark.ink: abs(complex(*mark.points[0]) - complex(*mark.points[1]))
        for mark in reversed(strokes(drawn(LESSON, "world", found[RADII]), Ink.A, Line.MEASURE)
                             + strokes(drawn(LESSON, "world", found[RADII]), Ink.B, Line.MEASURE))
        if abs(complex(*mark.points[0]) - complex(*mark.points[1])) > 0.15
    }  # fmt: skip
    assert measured == pytest.approx({Ink.A: scene.r_a, Ink.B: scene.r_b})
    assert {"r_A", "r_B"} <= set(symbols(drawn(LESSON, "world", found[RADII])))
    bars = strokes(drawn(LESSON, "world", found[RADII]), Ink.B, Line.MEASURE)
    ends = max((m.points for m in bars), key=lambda ends: math.dist(*ends))
    assert complex(*ends[1]) - complex(*ends[0]) == pytest.approx(-scene.r_b * n), "from the centre of B towards A"
    left, right = LESSON.panes[1].axes(found[0]).x  # type: ignore[misc]
    assert (left, right) == (0.0, pytest.approx(1.06 * max(abs(b - a), scene.r_a + scene.r_b)))


def test_the_components_are_drawn_where_the_formula_has_them() -> None:
    canvas = drawn(LESSON, "world", moments(LESSON, "Overlap")[DISTANCE])
    assert symbols(canvas)["d_x"] == pytest.approx((0.0, 0.0))
    assert symbols(canvas)["d_y"] == pytest.approx((0.6, 0.25))
    (arrow,) = [m for m in drawn(LESSON, "world", moments(LESSON, "Apart")[OFFSET]).marks if isinstance(m, Arrow)]
    assert (*arrow.start, *arrow.end) == pytest.approx((-0.9, 0.2, 1.0, -0.2))
    assert arrow.ink is Ink.EXAMINED


@each_scene
def test_the_normal_points_from_a_to_b_and_the_push_leaves_them_touching(name: str) -> None:
    normal, contact = moments(LESSON, name)[NORMAL:]
    scene = normal.scene
    _, s, n, point = reckoned(scene)
    (arrow,) = [m for m in drawn(LESSON, "world", normal).marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    assert complex(*arrow.end) - complex(*arrow.start) == pytest.approx(0.48 * n)
    ends = [separation(circle(1e-9, arrow.start), each) for each in (scene.a.world, scene.b.world)]
    assert min(ends) == pytest.approx(0.14, abs=1e-6), "clear of both circles"
    answers = [m.at for m in drawn(LESSON, "world", contact).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert [complex(*p) for p in answers] == pytest.approx([point])
    if s >= -1e-9:
        assert LESSON.clock(contact) is None
        assert "No push" in LESSON.page(contact).idea
        return
    for time in (0.0, 0.4, 1.0):
        (ghost,) = strokes(drawn(LESSON, "world", replace(contact, time=time)), Ink.B, Line.END)
        middle = np.array(ghost.points).mean(axis=0)
        assert complex(*middle) == pytest.approx(complex_of(scene)[1] - time * s * n)
        (grown,) = strokes(drawn(LESSON, "lengths", replace(contact, time=time)), Ink.EXAMINED, Line.DASHED)
        d = abs(complex_of(scene)[1] - complex_of(scene)[0])
        places = [p[0] for p in grown.points]
        assert (min(places), max(places)) == pytest.approx((d, d - time * s)), "the distance grows with the push"
    moved = scene.b.world.moved(middle - scene.b.world.points[0])
    assert separation(scene.a.world, moved) == pytest.approx(0.0, abs=1e-9)
    lengths = [np.subtract(*m.points) for m in strokes(drawn(LESSON, "world", contact), Ink.OVERLAP, Line.MEASURE)]
    assert max(math.hypot(*each) for each in lengths) == pytest.approx(max(-s, 0.14))


def test_equal_centres_take_the_x_direction() -> None:
    page = LESSON.page(moments(LESSON, "Equal centres")[NORMAL])
    assert r"(1,\,0)" in page.formula
    assert "= 0 has no direction" in plain(page.idea)
    assert "chosen" in page.rows[-1].cells[0]
    assert "is a choice" in plain(LESSON.page(moments(LESSON, "Equal centres")[CONTACT]).idea)
    assert plain(page.sentence) == "n̂ = (1.00, 0.00), by the rule: d / 0 is no vector."


def test_the_length_is_held_back_until_it_is_computed() -> None:
    for name in SCENES:
        for moment in moments(LESSON, name):
            situation = plain(LESSON.situation(moment))
            assert any(c.isdigit() for c in situation) is (moment.index >= SEPARATION and name != "Just touching")
    assert plain(LESSON.situation(moments(LESSON, "Overlap")[-1])) == "A and B overlap by 0.30."
    assert plain(LESSON.situation(moments(LESSON, "A inside B")[-1])) == "B contains A. They overlap by 1.28."


def verdict_at(question: Place, z: complex) -> Verdict:
    return question.judge(((z.real, z.imag),))


def test_the_push_is_judged_by_where_it_leaves_b() -> None:
    moment = moments(LESSON, "Overlap")[RADII]
    question = asked(moment)
    a, b = complex_of(moment.scene)
    _, s, n, _ = reckoned(moment.scene)
    assert complex(*question.right[0]) == pytest.approx(b - s * n)
    assert not question.judge(question.start).right
    right = verdict_at(question, b - s * n)
    assert right.right
    assert right.because.endswith(f"{fixed(1.6)} − {fixed(1.3)} = {fixed(0.3)}.")
    for z, right_too in ((b - (s - 0.03) * n, True), (b - (s + 0.03) * n, True), (b - (s - 0.05) * n, False)):
        assert verdict_at(question, z).right is right_too
    sideways = a + 1.6j * n
    for z, head, words in (
        (b + 0.2 * n, "Too far" if s > -0.2 else "Still an overlap", "still overlap"),
        (b - 0.3 * n, "Still an overlap", "overlap more than before"),
        (b + 0.6 * n, "Too far", f"{fixed(1.9)} apart"),
        (sideways, "Not the shortest", f"moved by {fixed(abs(sideways - b))}"),
    ):
        verdict = verdict_at(question, z)
        assert (verdict.right, verdict.head) == (False, head)
        assert words in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "lengths")
        (bar,) = [m for m in canvas.marks if isinstance(m, Stroke)]
        far = min(abs(z - a), 1.06 * 1.6)  # the number line ends there
        assert bar.ink is Ink.FAULTY
        assert max(x for x, _ in bar.points) == pytest.approx(far), "the learner's own distance"
        assert list(labels(canvas, Ink.FAULTY)) == [fixed(abs(z - a))]
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        (ghost,) = strokes(canvas, Ink.FAULTY, Line.DOTTED)
        assert complex(*np.array(ghost.points).mean(axis=0)) == pytest.approx(z)
    assert verdict_at(question, b - 0.3 * n).remarks[0].words == f"overlap {fixed(0.6)}"


@pytest.mark.parametrize("is_turned", [False, True])
def test_of_one_inside_the_other_the_length_is_chosen(is_turned: bool) -> None:
    scene = SCENES["A inside B"].scene
    if is_turned:
        scene = circles((1.1, 0.3, 0.1), (0.5, 0.0, 0.0))
    moment = moments_of(LESSON, scene)[RADII]
    question = LESSON.page(moment).prediction
    assert isinstance(question, Choose)
    small, large = sorted((scene.r_a, scene.r_b))
    distance = math.hypot(0.3, 0.1)
    d, _, n, _ = reckoned(scene)
    lengths = (2.0 * small, large - distance, small + large - distance)
    for option, length, right in zip(question.options, lengths, (False, False, True), strict=True):
        verdict = question.judge(option)
        assert verdict.right is right
        assert (option in question.right) is right
        assert fixed(length) in verdict.because
        if not right:
            assert f"overlap of {fixed(lengths[2] - length)} is left" in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert complex(*arrow.end) - complex(*arrow.start) == pytest.approx(length * n)
        assert arrow.ink is (Ink.ANSWER if right else Ink.FAULTY)
    outer = "A" if is_turned else "B"
    assert question.options[1] == rf"$r_{outer}-\Vert{{}}\boldsymbol{{d}}\Vert{{}}$"
    assert d


def test_the_contact_point_is_half_way_between_the_surfaces() -> None:
    moment = moments(LESSON, "Apart")[NORMAL]
    question = asked(moment)
    a, b = complex_of(moment.scene)
    _, s, n, point = reckoned(moment.scene)
    assert complex(*question.right[0]) == pytest.approx(point)
    right = verdict_at(question, point)
    assert right.right
    assert right.because == f"From here it is {fixed(s / 2.0)} to each surface."
    canvas = Canvas(0.01)
    assert right.draw is not None
    right.draw(canvas, "world")
    assert {m.ink for m in canvas.marks} == {Ink.ANSWER}
    wrong = verdict_at(question, point + 0.3j)
    canvas = Canvas(0.01)
    assert wrong.draw is not None
    wrong.draw(canvas, "world")
    lengths = [math.dist(*m.points) for m in strokes(canvas, Ink.FAULTY, Line.MEASURE)]
    for centre, radius in ((a, 1.0), (b, 0.5)):
        assert any(abs(length - abs(abs(point + 0.3j - centre) - radius)) < 1e-9 for length in lengths)
    middle = verdict_at(question, (a + b) / 2.0)
    assert middle.head == "Half way of what"
    off = verdict_at(question, point + 0.2 * n)
    assert f"{fixed(s / 2.0 + 0.2)} to the surface of A and {fixed(abs(s / 2.0 - 0.2))} to" in off.because
    # On the curve of points that are as far from one surface as from the other.
    far = next(
        z
        for k in range(1, 4000)
        for z in [point + 0.4j * n + (k / 1000.0 - 2.0) * n]
        if abs(abs(z - a) - 1.0 - abs(z - b) + 0.5) < 0.002
    )
    assert "line through both centres" in verdict_at(question, far).because
    assert not question.judge(question.start).right


def test_what_is_asked_where() -> None:
    kinds = {
        name: [
            (type(m.step), type(LESSON.page(m).prediction))
            for m in moments(LESSON, name)
            if LESSON.page(m).prediction
        ]
        for name in SCENES
    }
    assert kinds == {
        "Overlap": [(RadiiSummed, Place)],
        "Apart": [(NormalFound, Place)],
        "A inside B": [(RadiiSummed, Choose)],
        "Equal centres": [],
        "Vector added to A": [(RadiiSummed, Place)],
        "Just touching": [],
    }
    for moment in moments(LESSON, "Vector added to A", ADDED):
        assert LESSON.page(moment).prediction is None
    assert LESSON.page(moments(LESSON, "Apart", STRICT)[NORMAL]).prediction is None
    known = LESSON.page(moments(LESSON, "Overlap")[RADII]).known
    assert known == "A and B overlap."


def test_the_vector_added_to_a_deepens_the_overlap() -> None:
    """Erratum S3.3: the vector points into B."""
    found = moments(LESSON, "Vector added to A", ADDED)
    scene = found[0].scene
    _, s, n, _ = reckoned(scene)
    a, b = complex_of(scene)
    after = abs(b - (a - s * n)) - scene.r_a - scene.r_b
    assert after == pytest.approx(2.0 * s)
    for moment in found[:NORMAL]:
        assert not any(m.ink is Ink.FAULTY for m in drawn(LESSON, "world", moment).marks), "not before its own step"
        assert plain(LESSON.situation(moment)).startswith("A and B overlap")
    for moment in found[NORMAL:]:
        (ghost,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
        assert complex(*np.array(ghost.points).mean(axis=0)) == pytest.approx(a - s * n)
        is_known = moment.index == CONTACT
        pink = labels(drawn(LESSON, "world", moment), Ink.FAULTY)
        assert (f"overlap {fixed(-after)}, not 0.00" in pink) is is_known
        told_so = plain(LESSON.situation(moment))
        assert told_so.endswith(f"Overlap before: {fixed(-s)}, after: {fixed(-after)}.") is is_known
    arrows = [m for m in drawn(LESSON, "world", found[NORMAL]).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    assert [complex(*m.end) - complex(*m.start) for m in arrows] == pytest.approx([-0.48 * n])
    rows = [row for m in found for row in LESSON.page(m).rows if row.faulty]
    assert [plain(row.cells[1]) for row in rows] == [told(-n), fixed(after)]
    right = moments(LESSON, "Vector added to A")
    for at_, says in ((NORMAL, f"{told(-n)}: from B to A"), (CONTACT, f"grows from {fixed(-s)} to {fixed(-after)}.")):
        page = LESSON.page(found[at_])
        assert says in plain(page.sentence)
        assert page.formula not in ("", LESSON.page(right[at_]).formula), "the rule's own formula"
        assert page.idea.startswith("**Vector added to A**")
    last = drawn(LESSON, "world", found[CONTACT])
    moves = [complex(*m.end) - complex(*m.start) for m in last.marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
    assert any(move == pytest.approx(-s * n) for move in moves)
    assert {r"s\,N", r"\boldsymbol c_A'"} <= set(symbols(last, Ink.FAULTY))
    apart = vector_added_to_a(circle(1.0), circle(0.5, (2.0, 0.0)))
    assert apart is not None
    assert (apart.separation, apart.move.tolist()) == (0.5, [0.0, 0.0])


def test_where_the_circles_do_not_overlap_nothing_is_added() -> None:
    for name, says in (("Just touching", "A and B just touch."), ("Apart", "A and B are 0.44 apart.")):
        assert plain(LESSON.situation(moments(LESSON, name, ADDED)[-1])) == says


def test_the_vector_of_equal_centres_is_not_a_number() -> None:
    """Erratum S3.3 and S4.5."""
    moment = moments(LESSON, "Equal centres", ADDED)[-1]
    assert moment.faulty is None
    assert "divides 0 by 0" in LESSON.situation(moment)
    assert "0 / 0: no vector" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)


@each_scene
def test_touching_is_no_hit_only_for_the_strict_rule(name: str) -> None:
    """Erratum S4.3."""
    moment = moments(LESSON, name, STRICT)[-1]
    d, s, _, _ = reckoned(moment.scene)
    comparison = LESSON.comparison(STRICT)
    assert comparison is not None
    assert comparison.differs(moment) is (name == "Just touching")
    situation = plain(LESSON.situation(moment))
    squares = f"{fixed(abs(d) ** 2)} stands against {fixed((moment.scene.r_a + moment.scene.r_b) ** 2)}"
    assert situation.endswith(f"{squares}: {'no hit' if s > -1e-9 else 'hit'}.")
    assert ("no hit" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)) is (name == "Just touching")
    for at_ in (SEPARATION, CONTACT):
        page = LESSON.page(moments(LESSON, name, STRICT)[at_])
        assert ("is false: no hit." in plain(page.sentence)) is (name == "Just touching")
        assert (page.formula != LESSON.page(moments(LESSON, name)[at_]).formula) is (name == "Just touching")


def test_the_challenge_wants_b_inside_a_touching_it() -> None:
    hidden, shown = moments(LESSON, "Overlap")[NORMAL:]
    assert LESSON.challenge(hidden) is None
    goal = LESSON.challenge(shown)
    assert goal is not None
    _, _, _, point = reckoned(shown.scene)
    assert goal.now == f"P is {fixed(abs(point - (0.6 + 0.5j)))} from the centre of B"
    for b, reached in (
        ((0.6, 0.4, 0.0), True),
        ((0.6, 0.45, 0.0), False),
        ((0.6, 0.43, 0.0), True),
        ((0.95, 0.05, 0.0), False),
    ):
        goal = LESSON.challenge(moments_of(LESSON, circles((1.0, 0.0, 0.0), b))[-1])
        assert goal is not None
        assert goal.reached is reached


def test_each_faulty_rule_has_a_goal_of_its_own() -> None:
    def goal(compare: str, b: tuple[float, float, float]) -> Challenge:
        found = LESSON.challenge(moments_of(LESSON, circles((1.0, 0.0, 0.0), b), compare)[-1])
        assert found is not None
        return found

    for x, reached in ((0.8, True), (0.85, False), (0.75, False), (1.6, False), (0.0, False)):
        assert goal(ADDED, (0.6, x, 0.0)).reached is reached, "A moves by 1.6 - x towards x"
    assert goal(ADDED, (0.6, 1.0, 0.0)).now == f"the centres are then {fixed(0.4)} apart"
    for x, reached in ((1.6, False), (1.57, True), (1.5, False), (1.7, False)):
        assert goal(STRICT, (0.6, x, 0.0)).reached is reached
    for name, compare in (("Vector added to A", ADDED), ("Just touching", STRICT)):
        own = LESSON.challenge(moments(LESSON, name, compare)[-1])
        assert own is not None
        assert not own.reached, "not as it lies at first"


def test_the_contact_point_is_asked_for_without_its_rule() -> None:
    text = asked(moments(LESSON, "Apart")[NORMAL]).text
    assert not any(word in text for word in ("half", "surface", "line", "middle"))


def test_a_radius_has_a_slider_and_other_shapes_are_refused() -> None:
    scene = SCENES["Overlap"].scene
    wide = scene.with_field("r_b", 0.9)
    assert wide.b.world.radius == 0.9
    edited = wide.with_field("a", wide.a.shaped(circle(0.4)))
    assert (edited.r_a, edited.a.world.radius, edited.r_b) == (0.4, 0.4, 0.9)
    with pytest.raises(ValueError, match="about circles"):
        scene.with_field("a", at(box(1.0, 1.0), 0.0, 0.0))


def test_the_number_line_is_presented_too() -> None:
    assert [pane.name for pane in panes_of(LESSON.presented)] == ["world", "lengths"]
