"""What the lesson says about pushing apart, computed from the shapes; faulty rules fail; what was pushed stays."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import combinations, pairwise

import numpy as np
import pytest

from geometry import box, hull, separation
from geometry.contact.relaxation import OverlapFound, PairPushed, PileSettled, RoundDone, SlopLeft
from lessons.separating_axes.collision_response import CollisionResponse
from lessons.separating_axes.collision_response_figure import in_a_frame
from lessons.separating_axes.collision_response_gap import draw_gap
from lessons.separating_axes.collision_response_scene import (
    DRAGGING,
    HALVES,
    ONE,
    OVER,
    TWO,
    Bodies,
    Stack,
)
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Arrow, Canvas, Dot, Glow, Label, Region, Stroke
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment, Preset, panes_of
from viz.lesson.mark import Area, Inset, Mark, Symbol
from viz.lesson.prediction import Choose, Place
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = CollisionResponse()


def told(name: str, compare: str = "") -> list[Moment[Bodies]]:
    return moments_of(LESSON, stack() if name == "Stack" else LESSON.presets[name].scene, compare)


def stack() -> Stack:
    """The pile of the presets, which does not fall: each box 0.15 deep in the one below, without a slop."""
    falling = LESSON.presets["Falling stack"].scene
    assert isinstance(falling, Stack)
    pile = replace(falling, fall=0.0, rounds=10, slop=0.0)
    for field, deep in (("a", 0.15), ("b", 0.30), ("c", 0.45), ("d", 0.60)):
        pile = pile.with_field(field, getattr(pile, field).moved((0.0, -deep)))
    return pile


def step(moments: list[Moment[Bodies]], kind: type) -> Moment[Bodies]:
    return next(moment for moment in moments if isinstance(moment.step, kind))


def bodies(moment: Moment[Bodies]) -> list[Mark]:
    """What the view of the scene and that of a second pile show."""
    shown = [pane for pane in panes_of(LESSON.layout_at(moment)) if pane.name != "chart"]
    return [mark for pane in shown for mark in Told.draw(pane, moment).marks]


def world(moment: Moment[Bodies], ink: Ink) -> list[str]:
    """The words of an ink; a depth without the number of its pair."""
    said = (plain(mark.text) for mark in bodies(moment) if isinstance(mark, Label) and mark.ink is ink)
    return [words.partition(": ")[2] if words.startswith("pair ") and ":" in words else words for words in said]


def frames_of(name: str, compare: str = "") -> list[Moment[Bodies]]:
    """Of a pile that falls, without the pushes inside its first frame."""
    return [moment for moment in told(name, compare) if isinstance(moment.step, RoundDone | PileSettled)]


def test_pairs_have_numbers_in_the_order_of_an_iteration() -> None:
    """Also in the step on one pair, where the pair in work is marked."""
    for name, pairs in (("A quarter of the mass", ["A and B", "B and C"]), ("Falling stack", None)):
        for moment in told(name):
            scene, worked = moment.scene, moment.step
            visits = [s for s in scene.full if isinstance(s, PairPushed) and s.depth > scene.slop]
            order = list(dict.fromkeys(sorted((s.first, s.second) for s in visits)))
            assert pairs is None or [scene.pair(*pair) for pair in order] == pairs
            rounds: list[list[tuple[int, int]]] = [[]]
            for s in scene.full:
                if isinstance(s, RoundDone):
                    rounds.append([])
                elif isinstance(s, PairPushed):
                    rounds[-1].append((s.first, s.second))
            assert all(visited == sorted(visited) for visited in rounds)
            marked = [word for word in world(moment, Ink.EXAMINED) if word.startswith("pair ")]
            if isinstance(worked, RoundDone | PileSettled):
                deep = {f"pair {order.index(each[:2]) + 1}" for each in scene.overlaps(worked.moved)}
                shown = Told.draw(LESSON.panes[0], moment).marks
                said = [
                    plain(m.text).partition(":")[0] for m in shown if isinstance(m, Label) and m.ink is Ink.OVERLAP
                ]
                assert deep >= set(said) > set()
                assert not marked
            else:
                found = worked.overlap if isinstance(worked, SlopLeft) else worked
                here = f"pair {order.index((found.first, found.second)) + 1}"
                assert marked == ([] if scene.fall else [here])
                assert not scene.fall or plain(LESSON.page(moment).sentence).lower().count(here)


def test_a_push_is_shared_by_inverse_mass() -> None:
    moments = told("A quarter of the mass")
    scene = moments[0].scene
    depth = -separation(scene.a.world, scene.b.world)
    push = depth - 0.07
    of_a, of_b = push / 5.0, 4.0 * push / 5.0
    assert f"overlap by {depth:.2f}" in plain(LESSON.page(step(moments, OverlapFound)).sentence)
    assert f"push is {push:.2f} long: the depth {depth:.2f} less the slop 0.07." in plain(
        LESSON.page(step(moments, SlopLeft)).sentence
    )
    shares = step(moments, PairPushed)
    said = f"A takes 0.20 of {push:.2f}: {of_a:.2f}. B takes 0.80 of {push:.2f}: {of_b:.2f}."
    assert plain(LESSON.page(shares).sentence) == said
    assert of_a + of_b == pytest.approx(push)
    words = " ".join(world(shares, Ink.ANSWER))
    assert f"{of_a:.2f}" in words
    assert f"{of_b:.2f}" in words
    assert any(word.endswith("= 4.00") for word in world(shares, Ink.B))
    for before, is_told in zip(moments[:2], (False, True), strict=True):  # one push asks for no mass
        assert ("mass 1.00" in world(before, Ink.A)) is is_told
        assert ("mass 0.25" in world(before, Ink.B)) is is_told
    formulas = [LESSON.page(moment).formula for moment in moments[:2]]
    n = moments[0].step.normal
    assert formulas[0] == rf"\mathrm{{separation}}(A,\;B+\overlap{{{depth:.2f}}}\,\examined{{\hat n}})=0"
    assert separation(scene.a.world, scene.b.world.moved(depth * n)) == pytest.approx(0.0, abs=1e-9)
    assert f"({depth:.2f}-0.07)" in formulas[1]
    assert f"={push:.2f}\\," in formulas[1]


def faulty_depth(moment: Moment[Bodies]) -> float:
    """The deepest overlap of the faulty rule's pile at this step, from the shapes alone."""
    count = moment.step.round if isinstance(moment.step, RoundDone) else moment.step.rounds
    moved = moment.faulty[min(count, len(moment.faulty) - 1)][1]
    placed = [shape.moved(by) for shape, by in zip(moment.scene.shapes, moved, strict=True)]
    return max(-separation(p, q) for p, q in combinations(placed, 2))


def states_beside(scene: Bodies) -> list[list[float]]:
    """How deep each neighbouring pair of the pile is with the iterations of the slider, from depths alone: the bodies
    have equal masses and lie on each other."""
    assert isinstance(scene, Stack)
    starts = [-separation(p, q) for p, q in pairwise(scene.shapes)]
    y, states = [-sum(starts[:i]) for i in range(5)], []
    for _ in range(scene.rounds):
        y = [0.0, *(each - scene.fall for each in y[1:])]
        for _ in range(round(scene.beside)):
            for i in range(4):
                push = max(0.0, y[i] - y[i + 1] - scene.slop)
                y[i] -= 0.5 * push if i else 0.0
                y[i + 1] += 0.5 * push if i else push
        states.append([p - q for p, q in pairwise(y)])
    return states


def depth_beside(moment: Moment[Bodies]) -> float:
    count = moment.step.round if isinstance(moment.step, RoundDone) else moment.step.rounds
    return max(states_beside(moment.scene)[count - 1])


def test_a_pile_of_more_iterations_stands_beside_one_that_sinks() -> None:
    moments = frames_of("Falling stack")
    for moment in moments:
        count = moment.step.round if isinstance(moment.step, RoundDone) else moment.step.rounds
        beside = states_beside(moment.scene)[count - 1]
        page = LESSON.page(moment)
        mine, other = f"{moment.step.deepest:.3f}", f"{max(beside):.3f}"
        assert plain(page.sentence).endswith(f"is {mine} with 1 iteration a frame and {other} with 10.")
        assert [plain(cell) for cell in page.rows[0].cells[1:]] == [mine, other]
        placed = [shape.moved(by) for shape, by in zip(moment.scene.shapes, moment.step.moved, strict=True)]
        own = [-separation(p, q) for p, q in pairwise(placed)]
        assert sorted(world(moment, Ink.OVERLAP)) == sorted(f"{d:.3f}" for d in (*own, *beside) if d > 5e-4)
        chart = Told.draw(LESSON.panes[2], moment)
        words = [plain(mark.text) for mark in chart.marks if isinstance(mark, Label) and mark.ink is Ink.ANSWER]
        assert words == [f"1 iteration: {mine}", f"10 iterations: {other}"]
        assert [pane.head(moment)[0] for pane in LESSON.panes[:2]] == [
            "1 iteration a frame",
            "10 iterations a frame",
        ]
        assert f"only {other} is left" in page.idea if count == 1 else "that takes less depth" in page.idea
    last = moments[-1]
    assert max(states_beside(last.scene)[-1]) < 2.0 * last.scene.slop < 0.3 * last.step.deepest, (
        "one stands, one sinks"
    )
    table = LESSON.table(last)
    assert table is not None
    assert table.columns == ("frame", "1 iteration", "10 iterations")
    assert "beside" in LESSON.shows_controls(last), "the claim of the lesson can be tried"  # type: ignore[operator]
    four = moments_of(LESSON, last.scene.with_field("beside", 4.0))[-1]
    assert max(states_beside(last.scene)[-1]) < max(states_beside(four.scene)[-1]) < 0.3 * last.step.deepest
    assert f"{max(states_beside(four.scene)[-1]):.3f} with 4." in plain(LESSON.page(four).sentence)
    alone = moments_of(LESSON, last.scene.with_field("beside", 1.0))[-1]
    assert len(list(panes_of(LESSON.layout_at(alone)))) == 2, "the same pile is not shown twice"
    assert "beside" not in LESSON.shows_controls(told("Falling stack", HALVES)[-1])  # type: ignore[operator]


def test_the_pushes_of_the_first_frame_are_told_one_by_one() -> None:
    """The first pair comes to the slop by its own push, and is deeper again after the next one: so it is pushed
    again in more iterations. All from depths alone."""
    moments = told("Falling stack")
    fall, push, again, done = moments[:4]
    assert [LESSON.story.stage(m) for m in moments] == [
        *("Fall", "Pair 1", "Pair 2", "Frame 1", "Frame 2", "Frame 10", "Frame 20", "Result"),
    ]
    scene = fall.scene
    assert isinstance(scene, Stack)
    deep = [-separation(p, q) for p, q in pairwise(scene.shapes)]
    deep[0] += scene.fall
    watched, beside = [deep[0]], scene.others[1][0]
    for _ in range(10):
        for i in range(4):
            by = max(0.0, deep[i] - scene.slop)
            deep[i] -= by
            if i:
                deep[i - 1] += 0.5 * by
            if i < 3:
                deep[i + 1] += by if i == 0 else 0.5 * by
            watched.append(deep[0])
    frame = scene.frame
    assert frame is not None
    assert frame.turns == ((0, 1), (1, 2), (2, 3), (3, 4))[: len(frame.turns)]
    turns = len(frame.turns)
    kept = [depth for k, depth in enumerate(watched) if k == 0 or (k - 1) % 4 < turns]
    assert frame.depths == pytest.approx(kept, abs=1e-9)
    assert frame.depths[-1] == pytest.approx(beside, abs=1e-9), "where the right pile ends"
    assert frame.depths[turns] == pytest.approx(done.step.deepest, abs=1e-9), "where the left one ends"
    for moment, depth, name in zip(
        (fall, push, again), watched, ("fall", "push of pair 1", "push of pair 2"), strict=False
    ):
        said = f"{depth:.3f}"
        assert said in plain(LESSON.page(moment).sentence)
        assert said in world(moment, Ink.OVERLAP)
        (words,) = (
            plain(m.text)
            for m in Told.draw(LESSON.panes[2], moment).marks
            if isinstance(m, Label) and m.ink is Ink.ANSWER
        )
        assert words == f"{name}: {said}"
        assert len(list(panes_of(LESSON.layout_at(moment)))) == 2, "both piles are alike so far"
        assert f"is {max(deep_of(moment)):.3f}," in plain(LESSON.situation(moment))
    assert watched[1] == pytest.approx(scene.slop)
    assert "deeper into B: pair 2 is pushed next" in LESSON.page(push).idea
    assert watched[2] > watched[1]
    assert "deeper again" in LESSON.page(again).idea
    up, down = (float(move[1]) for move in (again.step.move_second, again.step.move_first))
    assert sorted(world(again, Ink.ANSWER)) == sorted((f"↑ {up:.3f}", f"↓ {-down:.3f}"))
    apart = scene.with_field("a", scene.a.moved((0.0, 4.0)))
    assert not any(in_a_frame(moment) for moment in moments_of(LESSON, apart)), "in the air there is no push to tell"


def deep_of(moment: Moment[Bodies]) -> list[float]:
    return [-separation(p, q) for p, q in combinations(moment.scene.placed(moment.step.moved), 2)]


def test_both_grounds_stand_at_one_height_and_the_lost_half_is_measured() -> None:
    last = told("A half lost in the ground", HALVES)[-1]
    marks = [Told.draw(pane, last).marks for pane in LESSON.panes[:2]]
    held = [[m.points for m in each if isinstance(m, Area) and m.opacity == 0.0] for each in marks]
    lows = [min(y for points in areas for _, y in points) for areas in held]
    words = [[m.at[1] for m in each if isinstance(m, Label)] for each in marks]
    assert all(low < min(ys) for low, ys in zip(lows, words, strict=True)), "no word makes one view lower"
    right, wrong = (f"{each:.3f}" for each in (last.step.deepest, last.faulty[-1][0]))
    assert f"+{float(wrong) - float(right):.3f}" in world(last, Ink.FAULTY)
    ends = [
        sorted(y for _, y in m.points)
        for m in marks[1]
        if isinstance(m, Stroke)
        and m.line is Line.MEASURE
        and m.ink is Ink.FAULTY
        and m.points[0][0] == m.points[1][0]
    ]
    assert [pytest.approx((-last.faulty[-1][0], -last.step.deepest), abs=1e-6) == each for each in ends].count(
        True
    ) == 1


def test_where_a_body_ends_between_two_walls_is_asked() -> None:
    """By its last push, not by the first one."""
    first = step(told("Too little room"), SlopLeft)
    asked = LESSON.page(first).prediction
    assert isinstance(asked, Place)
    end = told("Too little room")[-1].step
    b, c = first.scene.shapes[1:]
    moved = float(end.moved[1][0])
    gap = float(c.points[:, 0].min() - b.points[:, 0].max())
    assert moved == pytest.approx(gap + first.scene.slop, abs=1e-6)
    assert asked.right == (pytest.approx((b.centroid[0] + moved, b.centroid[1])),)
    right = asked.judge(asked.right)
    assert right.right
    assert f"overlap by {end.deepest:.2f} then" in right.because
    whole = asked.judge(((b.centroid[0] + first.step.push, b.centroid[1]),))
    assert not whole.right, "the first push alone"
    assert f"B and C overlap by {first.step.push - gap:.2f}." in whole.because
    assert "do not overlap" in asked.judge(asked.start).because
    texts = [
        getattr(LESSON.page(step(told(name), SlopLeft)).prediction, "text", "")
        for name in ("Static wall", "Too little room")
    ]
    assert len(set(texts)) == 2
    free = first.scene.with_field("static", ONE)
    assert getattr(LESSON.page(step(moments_of(LESSON, free), SlopLeft)).prediction, "text", "") != asked.text


def test_letters_stand_in_the_middle_of_a_pile() -> None:
    for name, compare in (("Falling stack", ""), ("A half lost in the ground", HALVES)):
        letters = [
            mark
            for mark in bodies(told(name, compare)[-1])
            if isinstance(mark, Label) and mark.style is TextStyle.LETTER
        ]
        assert len(letters) == 8
        assert all(mark.fixed for mark in letters)


def test_where_a_lost_half_shows_is_asked_of_the_pile_of_its_scene() -> None:
    first = told("A half lost in the ground")[0]
    asked = LESSON.page(first).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"the ground and A"}
    assert "0.294 deep instead of 0.140" in asked.judge("the ground and A").because
    assert "nothing is lost" in asked.judge("C and D").because
    assert "as before" in asked.judge("all pairs alike").because


def test_with_too_little_room_no_iteration_helps() -> None:
    last = told("Too little room")[-1]
    left = last.step.left
    assert not last.step.settled
    assert left[1:] == pytest.approx([left[1]] * 10)
    assert left[-1] > 0.2
    a, b, c = (shape.points for shape in last.scene.placed(last.step.moved))
    width, room = np.ptp(b[:, 0]), c[:, 0].min() - a[:, 0].max()
    assert width > room + 2.0 * last.scene.slop, "no place of B leaves both overlaps at the slop"
    idea = plain(LESSON.page(last).idea)
    assert idea.startswith(
        f"B is {width:.2f} wide, the room between A and C {room:.2f}: no number of iterations helps."
    )
    marks = Told.draw(LESSON.panes[0], last).marks
    named = {plain(mark.text) for mark in marks if isinstance(mark, Label)}
    assert {f"B {width:.2f}", f"room {room:.2f}"} <= named, "both numbers stand at their marks"
    lines = [np.array(m.points) for m in marks if isinstance(m, Stroke) and len(m.points) == 2]
    for length, start in ((width, b[:, 0].min()), (room, a[:, 0].max())):
        assert any(
            line[0][0] == pytest.approx(start) and line[1][0] == pytest.approx(start + length) for line in lines
        )
    wider = last.scene.with_field("c", last.scene.c.moved((0.3, 0.0)))
    assert "no number of iterations" not in plain(LESSON.page(moments_of(LESSON, wider)[-1]).idea)


def test_the_push_has_a_letter_that_is_no_mass() -> None:
    """A vector m beside words of masses would be read as one; and the first idea names it."""
    for name, preset in LESSON.presets.items():
        for moment in told(name, preset.compare):
            page, marks = LESSON.page(moment), Told.draw(LESSON.panes[0], moment).marks
            texts = [m.text for m in marks if isinstance(m, Label)] + [
                m.latex for m in marks if isinstance(m, Symbol)
            ]
            assert r"\boldsymbol m" not in "".join((page.formula, page.idea.replace("{m}", " m"), *texts))
    ideas = [LESSON.page(moment).idea for moment in told("A quarter of the mass")[:2]]
    assert [r"\boldsymbol{d}" in idea for idea in ideas] == [False, True], "one letter, one meaning"


@pytest.mark.parametrize("name", list(LESSON.presets))
def test_the_situation_tells_what_is_drawn(name: str) -> None:
    for compare in ("", HALVES):
        for moment in told(name, compare):
            bodies = [item.name for item in moment.scene.items]
            outlines = [
                hull(mark.points)
                for mark in Told.draw(LESSON.panes[0], moment).marks
                if isinstance(mark, Stroke) and mark.line is Line.OUTLINE
            ][: len(bodies)]
            deep = {
                (p, q): -separation(outlines[i], outlines[j])
                for (i, p), (j, q) in combinations(list(enumerate(bodies)), 2)
            }
            said, deepest = plain(LESSON.situation(moment)), max(deep.values())
            if said.startswith("Deepest overlap: by inverse mass "):
                number, *rest = said.removeprefix("Deepest overlap: by inverse mass ").split("; with halves ")
                of = [pair for pair in deep if f", of {pair[0]} and {pair[1]}" in number]
                assert (number == "0") is (deepest < 1e-6)
                assert all(deep[pair] == pytest.approx(deepest, abs=2e-3) for pair in of)
                assert float(number.split(",")[0]) == pytest.approx(deepest, abs=7e-3)
                wrong = max(0.0, faulty_depth(moment))
                assert float(rest[0].rstrip(".").split(",")[0]) == pytest.approx(wrong, abs=7e-3)
                continue
            if said.startswith("Deepest overlap, of the ground and A: "):
                left, right = said.removeprefix("Deepest overlap, of the ground and A: ").split(" on the left, ")
                assert float(left) == pytest.approx(deepest, abs=2e-3)
                assert float(right.removesuffix(" on the right.")) == pytest.approx(depth_beside(moment), abs=1e-3)
                continue
            if said == "No two bodies overlap.":
                assert deepest < 2e-3
                continue
            (pair,) = [pair for pair in deep if said.endswith(f"of {pair[0]} and {pair[1]}.")]
            assert deep[pair] == pytest.approx(deepest, abs=2e-3)
            assert float(said.split(" is ")[1].split(",")[0]) == pytest.approx(deepest, abs=7e-3)
            if isinstance(moment.step, OverlapFound) and deep[pair] == pytest.approx(moment.step.depth, abs=1e-3):
                assert pair == (bodies[moment.step.first], bodies[moment.step.second])


def test_each_push_of_the_first_iteration_is_a_step() -> None:
    for name, pairs in (
        ("One push causes another", ["A and B", "B and C"]),
        ("Stack", ["the ground and A", "A and B", "B and C", "C and D"]),
    ):
        pushes = [m for m in told(name) if isinstance(m.step, PairPushed)]
        assert [m.scene.pair(m.step.first, m.step.second) for m in pushes] == pairs
        ideas = [LESSON.page(m).idea for m in pushes]
        assert "inverse mass" in ideas[0]
        assert all("deeper into its other neighbour" in idea for idea in ideas[1:])
    firsts = [m for m in told("Stack", HALVES) if isinstance(m.step, PairPushed | OverlapFound | SlopLeft)]
    known = [bool(world(m, Ink.FAULTY)) for m in firsts]
    assert known == [False, False, True, False, False, False], "of the first push, then after whole iterations"


def test_the_first_push_shows_what_a_faulty_rule_does_with_it() -> None:
    for name, rule, shares in (("Stack", HALVES, (0.0, 0.5)), ("Pushed too far", OVER, (0.51, 0.51))):
        moment = step(told(name, rule), PairPushed)
        pushed, scene = moment.step, moment.scene
        one, other = scene.shapes[pushed.first], scene.shapes[pushed.second]
        push = pushed.move_second - pushed.move_first
        there = one.moved(-shares[0] * push), other.moved(shares[1] * push)
        gap = separation(*there)
        left = f"{gap:.2f} apart" if gap > 0.0 else f"still {-gap:.3f} deep"
        moves = [f"{share * float(np.hypot(*push)):.2f}" for share in shares] if rule == OVER else []
        assert world(moment, Ink.FAULTY) == [*moves, left if rule == OVER else f"the ground and A: {left}"]
        page = LESSON.page(moment)
        assert plain(page.sentence).endswith(f": {left}.")
        assert plain(page.idea).lower().startswith(rule)
        assert "faulty" in page.formula
        half = f"A moves by its half, {float(np.hypot(*push)) / 2.0:.3f}, and nothing else moves"
        assert (half in plain(page.sentence)) is (rule == HALVES)
        marks = Told.draw(LESSON.panes[0], moment).marks
        ghosts = [m for m in marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
        middles = [np.mean(m.points, axis=0) for m in ghosts]
        moved = [shape for shape, share in zip(there, shares, strict=True) if share]
        assert middles == [pytest.approx(shape.centroid) for shape in moved]
    both = step(told("One push causes another", HALVES), PairPushed)
    assert LESSON.page(both).idea == LESSON.page(step(told("One push causes another"), PairPushed)).idea


def test_a_length_beside_a_move_is_that_of_a_norm() -> None:
    """A bold vector alone is no number."""
    shares = step(told("A quarter of the mass"), PairPushed)
    moves = (shares.step.move_first, shares.step.move_second)
    one, other = (f"{float(np.hypot(*move)):.2f}" for move in moves)
    push = f"{float(np.hypot(*(moves[1] - moves[0]))):.2f}"
    marks = Told.draw(LESSON.panes[0], shares).marks
    said = [mark.text for mark in marks if isinstance(mark, Label) and r"\boldsymbol d" in mark.text]
    assert said == [
        rf"$\lVert\boldsymbol d_A\rVert$ = **{one}**",
        rf"$\lVert\boldsymbol d_B\rVert$ = **{other}**",
        rf"$\lVert\boldsymbol d\rVert$ = **{push}**",
    ]


def test_a_static_body_takes_nothing() -> None:
    shares = step(told("Static wall"), PairPushed)
    assert not shares.step.move_first.any()
    assert np.hypot(*shares.step.move_second) == pytest.approx(shares.step.depth - 0.1)
    assert plain(LESSON.page(shares).sentence).startswith("A takes 0.00 of")
    assert any("static" in word for word in world(shares, Ink.QUIET))
    both = shares.scene.with_field("static", TWO).with_field("c", shares.scene.a.moved((0.2, 0.0)))
    pushed = [m for m in moments_of(LESSON, both) if isinstance(m.step, PairPushed)]
    assert all(not m.step.moved[0].any() and not m.step.moved[2].any() for m in pushed)


def test_the_shares_are_asked_for() -> None:
    moment = step(told("A quarter of the mass"), SlopLeft)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    (a, b), n = moment.scene.shapes[:2], moment.step.overlap.normal
    half = moment.step.push / 2.0
    centres = a.centroid, b.centroid
    halves = tuple((float(x), float(y)) for x, y in (centres[0] - half * n, centres[1] + half * n))
    verdict = asked.judge(halves)
    assert not verdict.right
    assert verdict.because == ("The sum is right, but the lighter body must move more: A has mass 1.00, B mass 0.25.")
    assert asked.text.endswith("A: mass 1.00. B: mass 0.25."), "not the rule that is asked for"
    assert verdict.draw is not None
    assert "in all" not in verdict.because
    uneven = tuple((centres[0] - 1.5 * half * n).tolist()), tuple((centres[1] + 0.5 * half * n).tolist())
    assert "The sum is right" in asked.judge(uneven).because
    far = (halves[0], tuple((centres[1] + 3.0 * half * n).tolist()))
    verdict = asked.judge(far)
    apart = separation(a.moved(-half * n), b.moved(3.0 * half * n))
    must = f"not the slop 0.07. The two moves must add up to {2.0 * half:.2f}."
    assert verdict.because == f"With these moves they are {apart:.2f} apart, {must}"
    still = asked.judge(asked.start).because
    assert still == f"With these moves they still overlap by {2.0 * half + 0.07:.2f}, {must}", (
        "their own answer fails"
    )
    assert [remark.words for remark in verdict.remarks] == [f"moved {half:.2f}", f"moved {3.0 * half:.2f}"]
    canvas = Canvas()
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    ghosts = [mark for mark in canvas.marks if isinstance(mark, Stroke)]
    assert {mark.ink for mark in ghosts} == {Ink.FAULTY}
    middles = [np.mean(mark.points, axis=0) for mark in ghosts]
    assert middles[0] == pytest.approx(centres[0] - half * n)
    assert middles[1] == pytest.approx(centres[1] + 3.0 * half * n)
    moves = [np.array(p) - c for p, c in zip(asked.right, centres, strict=True)]
    assert moves[0] == pytest.approx(-0.4 * half * n)
    assert moves[1] == pytest.approx(1.6 * half * n)
    right = asked.judge(asked.right)
    assert right.right
    assert right.because.endswith("A is 4.00 times as heavy, so B moves 4.00 times as far.")
    assert [remark.words for remark in right.remarks] == [f"moved {0.4 * half:.2f}", f"moved {1.6 * half:.2f}"]
    wall = LESSON.page(step(told("Static wall"), SlopLeft)).prediction
    assert isinstance(wall, Place)
    assert wall.right[0] == pytest.approx(wall.start[0])
    moved = (wall.start[0][0] - 0.1, wall.start[0][1])
    assert "A is static" in wall.judge((moved, wall.start[1])).because


def test_the_next_pair_is_asked_for() -> None:
    moment = step(told("One push causes another"), SlopLeft)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    half = 0.5 * (1.2 - 0.59 - 0.01)
    left = 1.2 - (1.35 - 0.1 - half)
    assert asked.right == {"B and C"}
    assert asked.judge("B and C").because.startswith(f"B and C overlap by {left:.2f} then")
    assert "more than their gap" in asked.judge("no pair").because
    assert "A moves away from C" in asked.judge("A and C").because


@pytest.mark.parametrize("name", list(LESSON.presets))
def test_iterations_tell_what_is_left(name: str) -> None:
    done = [m for m in told(name) if isinstance(m.step, RoundDone | PileSettled)]
    slop, worst = done[0].scene.slop, [m.step.deepest for m in done]
    near = any(slop and d > slop + 5e-4 and f"{d:.2f}" == f"{slop:.2f}" for d in worst)
    digits = 3 if done[0].scene.fall or near else 2
    assert digits == (3 if name in ("Static wall", "Falling stack", "A half lost in the ground") else 2)
    for moment in done:
        placed = [shape.moved(by) for shape, by in zip(moment.scene.shapes, moment.step.moved, strict=True)]
        deep = [-separation(placed[i], placed[j]) for i in range(len(placed)) for j in range(i)]
        deepest = max(0.0, *deep)
        number = f"{deepest:.{digits}f}"
        if name == "Falling stack":  # tells two piles: test_a_pile_of_more_iterations_stands_beside_one_that_sinks
            assert f"overlap is {number} with" in plain(LESSON.page(moment).sentence)
            continue
        assert f"overlap is {number}." in plain(LESSON.page(moment).sentence)
        red = [word for word in world(moment, Ink.OVERLAP) if float(word) > 0.0]
        drawn = [f"{d:.{digits}f}" for d in deep if d > 1e-6]
        assert sorted(red) == sorted(number for number in drawn if float(number) > 0.0)
        (row,) = LESSON.page(moment).rows
        step_ = moment.step
        count = step_.round if isinstance(step_, RoundDone) else step_.rounds
        before = 1 if isinstance(step_, PileSettled) and not moment.scene.fall else count - 1
        skipped = count - before > 1
        word = moment.scene.word
        assert row.cells[0] == (f"{word}s {before + 1} to {count}" if skipped else f"{word} {count}")
        if "by inverse mass" not in LESSON.table(moment).columns and not moment.scene.others:
            rounds = [s for s in moment.scene.full if isinstance(s, RoundDone) and before < s.round <= count]
            assert row.cells[1] == str(sum(s.pushed for s in rounds)), "no iteration is left out"
        assert row.cells[2] == number
        table = LESSON.table(moment)
        assert table is not None
        assert table.rows[-1][1] is row or table.rows[-1][1].cells == row.cells, "the newest row is the result"
        if isinstance(step_, PileSettled) and not step_.settled:
            left = step_.left
            shrinks, idea = all(after < before for before, after in pairwise(left)), LESSON.page(moment).idea
            is_seen = number != f"{slop:.{digits}f}"
            told_slop = f"{slop:.{digits}f}"
            above = f"nearer to the slop, {told_slop}. After {count} it is {number}."
            assert (above in idea) is (shrinks and is_seen), "only where the numbers differ"
            assert (f"After {count} it is the slop, rounded" in idea) is (shrinks and not is_seen)
            assert left[-1] > slop
        if isinstance(step_, RoundDone):
            assert row.cells[1] == str(step_.pushed)


def test_halves_for_static_bodies_sink() -> None:
    for name in ("Stack", "A half lost in the ground", "Falling stack"):
        preset = LESSON.presets.get(name, Preset(stack(), HALVES, lambda _: 6))
        moments = told(name, HALVES) if name == "Stack" else frames_of(name, HALVES)
        opened = preset.opens_at(moments[0].trace)
        apart = [m.faulty[m.step.round][0] - m.step.deepest > 0.005 for m in moments if isinstance(m.step, RoundDone)]
        assert isinstance(moments[opened].step, RoundDone)
        before = sum(isinstance(m.step, RoundDone) for m in moments[:opened])
        assert before == (apart.index(True) if preset.compare else 0), "where both differ"
        last = moments[-1]
        sunk = last.faulty[last.step.rounds]
        placed = [shape.moved(by) for shape, by in zip(last.scene.shapes, sunk[1], strict=True)]
        deepest = max(-separation(p, q) for i, p in enumerate(placed) for q in placed[:i])
        assert sunk[0] == pytest.approx(deepest, abs=1e-6)
        assert deepest > 1.8 * last.step.deepest
        told_so = plain(LESSON.page(last).sentence)
        digits = 2 if name == "Stack" else 3
        wrong, right = f"{deepest:.{digits}f}", f"{last.step.deepest:.{digits}f}"
        assert told_so.endswith(f"the deepest overlap is {right} by inverse mass and {wrong} with halves.")
        table = LESSON.table(last)
        assert table is not None
        assert table.columns == (last.scene.word, "by inverse mass", "with halves")
        assert [plain(cell) for cell in table.rows[-1][1].cells[1:]] == [right, wrong]
        assert wrong in world(last, Ink.FAULTY)
        assert f"with halves {wrong}, of " in plain(LESSON.situation(last))
        ghosts = [mark for mark in bodies(last) if isinstance(mark, Stroke) and mark.line is Line.START]
        assert {mark.ink for mark in ghosts} == {Ink.TEXT}, "where the right rule puts them is not pink"
        assert not any("no effect" in LESSON.page(moment).idea for moment in moments[opened:])


def test_the_lost_half_is_drawn_at_the_ground() -> None:
    for name in ("Stack", "A half lost in the ground"):
        last = told(name, HALVES)[-1]
        marks = bodies(last)
        arrows = sorted((m for m in marks if isinstance(m, Arrow)), key=lambda m: m.ink is Ink.FAULTY)
        whole, half, lost = (float(np.subtract(arrow.end, arrow.start)[1]) for arrow in arrows)
        assert [arrow.ink for arrow in arrows] == [Ink.ANSWER, Ink.FAULTY, Ink.FAULTY]
        assert (half, lost) == (pytest.approx(0.5 * whole), pytest.approx(-0.5 * whole))
        assert arrows[1].start == pytest.approx(arrows[2].start)
        assert arrows[2].line is Line.DOTTED
        crossed = [mark.at for mark in marks if isinstance(mark, Dot) and mark.point is Point.CROSS]
        assert crossed == [pytest.approx(arrows[2].end)]
        assert [words.split() for words in world(last, Ink.FAULTY) if words.endswith("lost")] == [["0.50", "lost"]]
        assert "A takes 1.00" in world(last, Ink.ANSWER), "a share, not a mass in m"
    pile = stack()
    lifted = pile.with_field("ground", pile.ground.moved((0.0, -3.0)))
    marks = Told.draw(LESSON.panes[0], moments_of(LESSON, lifted, HALVES)[-1]).marks
    assert not [mark for mark in marks if isinstance(mark, Arrow)], "nothing is lost without a contact"


def test_the_depth_of_a_pile_that_falls_is_foretold_in_the_chart() -> None:
    moments = frames_of("Falling stack")[1:]
    assert not LESSON.presets["Falling stack"].compare
    first, last = moments[0], moments[-1]
    assert [m for m in moments if LESSON.page(m).prediction] == [first]
    asked = LESSON.page(first).prediction
    assert isinstance(asked, Place)
    placed = [shape.moved(by) for shape, by in zip(last.scene.shapes, last.step.moved, strict=True)]
    depths = [-separation(p, q) for p, q in pairwise(placed)]
    assert asked.right == ((50.0, pytest.approx(max(depths), abs=1e-6)),)
    right = asked.judge(asked.right)
    assert right.right
    fall, slop = last.scene.fall, last.scene.slop
    assert depths == pytest.approx([slop + above * fall for above in (3, 2, 1, 0)], abs=1e-3)
    said = "Left pile, when it has stopped sinking: drag the point to the overlap of pair 1, the ground and A."
    assert asked.text == said, "whose overlap"
    pushed = [step for step in last.scene.full if isinstance(step, PairPushed) and step.round == last.scene.rounds]
    down = {step.first: float(step.move_first[1]) for step in pushed if step.second == step.first + 1}
    assert down[1] == pytest.approx(-3.0 * fall, abs=1e-3), "of the push of A and B, in the last frame"
    told_why = f"The push of pair 1 leaves the slop, {slop:.2f}. The push of A and B adds 3 falls, {-down[1]:.2f}."
    assert right.because == told_why
    assert float(f"{slop:.2f}") + float(f"{-down[1]:.2f}") == pytest.approx(float(f"{max(depths):.2f}"))
    up = {step.second: float(step.move_second[1]) for step in pushed if step.second == step.first + 1}
    assert up[2] == pytest.approx(3.0 * fall, abs=1e-3), "B moves up by them"
    low = asked.judge(asked.start)
    assert not low.right
    assert low.because.startswith("B has to move up by 3 falls")
    assert not any(mark.isdecimal() for mark in low.because.replace("3 falls", "")), "the sum is left to do"
    high = asked.judge(((50.0, 2.0 * max(depths)),))
    assert not high.right
    assert "Only 3 falls press A down" in high.because
    lighter = moments_of(LESSON, last.scene.with_field("mass", 2.0))
    assert not any(LESSON.page(moment).prediction for moment in lighter), "its reason holds for equal masses"
    axes = LESSON.panes[2].axes
    assert axes is not None
    assert axes(first).y[1] > 1.4 * max(depths), "the top of the chart does not tell"
    assert not any(LESSON.page(m).prediction for m in told("Falling stack", HALVES))
    drawn = [m for m in Told.draw(LESSON.panes[0], last).marks if isinstance(m, Stroke) and m.line is Line.START]
    starts = [last.scene.shapes[i].centroid for i in range(1, 5)]
    assert [np.mean(m.points, axis=0) for m in drawn[:4]] == [pytest.approx(start) for start in starts], "it has sunk"


def test_the_slop_is_a_line_in_the_chart() -> None:
    """And has its name at the end of it."""
    for name, slop in (("A quarter of the mass", 0.07), ("Falling stack", 0.02), ("Stack", 0.0)):
        marks = Told.draw(LESSON.panes[2], told(name)[-1]).marks
        lines = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.INTERFACE and m.line is Line.DASHED]
        assert [line.points[0][1] for line in lines] == ([slop] if slop else [])
        words = [(m.at, plain(m.text)) for m in marks if isinstance(m, Label) and m.ink is Ink.INTERFACE]
        assert words == ([(lines[0].points[1], f"slop {slop:.2f}")] if slop else [])


def test_a_frame_in_which_the_lost_half_is_small_is_told_too() -> None:
    first = frames_of("Falling stack", HALVES)[0]
    said = plain(LESSON.page(first).sentence)
    assert said == "After 1 frame the deepest overlap is 0.040 by inverse mass and 0.055 with halves."


def test_a_step_too_far_parts_the_pair() -> None:
    last = told("Pushed too far", OVER)[-1]
    gap = 0.02 * -separation(*last.scene.shapes[:2])
    (lens,) = (mark for mark in Told.draw(LESSON.panes[1], last).marks if isinstance(mark, Inset))
    right_end = max(shape.bounds().high[0] for shape in last.scene.placed(last.faulty[-1][1])[:2])
    assert lens.at[0] == pytest.approx(right_end), "it does not go beyond the bodies"
    assert [plain(mark.text) for mark in lens.marks if isinstance(mark, Label)] == [f"{gap:.2f} apart"]
    drawn = next(mark for mark in lens.marks if isinstance(mark, Stroke) and len(mark.points) == 2)
    assert np.hypot(*np.subtract(*drawn.points)) == pytest.approx(gap), "the gap itself, enlarged"
    facing = [np.asarray(mark.points)[:, 0] for mark in lens.marks if isinstance(mark, Area)]
    assert [facing[0].max(), facing[1].min()] == pytest.approx([drawn.points[0][0], drawn.points[1][0]])
    shown = list(panes_of(LESSON.layout_at(last)))
    assert [pane.name for pane in shown] == ["world", "other"], "a chart does not show it"
    assert [pane.head(last)[0] for pane in shown] == ["By inverse mass", "0.51 each"]
    assert f"A and B end {gap:.2f} apart" in plain(LESSON.page(last).idea)
    says = f"the separation of A and B is 0.00 by inverse mass and {gap:.2f} with 0.51 each."
    assert plain(LESSON.page(last).sentence).endswith(says)
    assert plain(LESSON.situation(last)).endswith(f"and {gap:.2f} with 0.51 each.")
    assert "the next frame does not find it" in plain(LESSON.page(last).idea)
    assert "jitter" not in LESSON.page(last).idea, "what is not seen is not claimed"
    alone = Bodies(at(box(1, 1), -2, 0), at(box(1, 1), 0, 0), at(box(1, 1), 2, 0))
    for rule in (HALVES, OVER):
        harmless = moments_of(LESSON, alone, rule)[-1]
        assert "Here this has no effect" in LESSON.page(harmless).idea
        comparison = LESSON.comparison(rule)
        assert comparison is not None
        assert not comparison.differs(harmless)


def test_the_enlarged_gap_lies_between_bodies_of_unlike_sizes() -> None:
    a, b = box(1.0, 1.0, (0.0, 0.0)), box(3.0, 2.0, (2.02, 1.2))
    canvas = Canvas(0.01)
    draw_gap(canvas, [a, b], np.array((1.0, 0.0)))
    (lens,) = (mark for mark in canvas.marks if isinstance(mark, Inset))
    one, other = [np.asarray(mark.points) for mark in lens.marks if isinstance(mark, Area)]
    assert (one[:, 0].max(), other[:, 0].min()) == pytest.approx((0.5, 0.52))
    gap = next(mark for mark in lens.marks if isinstance(mark, Stroke) and len(mark.points) == 2)
    assert gap.points == (pytest.approx((0.5, 0.35)), pytest.approx((0.52, 0.35))), (
        "half way up what both faces share"
    )


def test_the_challenge_is_a_push_that_makes_another_overlap_deeper() -> None:
    start = LESSON.presets["A quarter of the mass"].scene
    assert isinstance(start, Bodies)
    between = replace(start, b=start.b.moved((0.1, 0.0)), c=start.c.moved((-0.55, 0.0)))
    heavy = replace(between, mass=4.0)
    for scene, is_reached in ((between, True), (heavy, False)):
        last = moments_of(LESSON, scene)[-1]
        challenge = LESSON.challenge(last)
        assert challenge is not None
        left = scene.full.result.left
        digits = len(LESSON.page(last).rows[-1].cells[-1].split(".")[1])  # those of the table
        assert challenge.reached is is_reached is (left[1] > left[0] + 0.01)
        assert challenge.now == f"iteration 1: {left[0]:.{digits}f} to {left[1]:.{digits}f}"
    for preset in LESSON.presets.values():
        for static in (ONE, TWO):  # no control alone meets it
            given = LESSON.challenge(moments_of(LESSON, preset.scene.with_field("static", static))[-1])
            assert given is not None
            assert not given.reached or preset.scene.fall


def test_moves_add_up_to_their_push_in_the_digits_told() -> None:
    for name in ("A quarter of the mass", "One push causes another", "Too little room", "Static wall"):
        for moment in told(name):
            if isinstance(moment.step, PairPushed):
                said = plain(LESSON.page(moment).sentence).rstrip(".").replace(". ", " ").split()
                numbers = [Decimal(word.rstrip(":")) for word in said if word.rstrip(":").count(".") == 1]
                (_, push, one, _, same, other) = numbers
                assert push == same == one + other


def test_a_goal_waits_for_its_words_and_each_comparison_has_its_own() -> None:
    for moment in told("A quarter of the mass"):
        first = isinstance(moment.step, OverlapFound | SlopLeft | PairPushed)
        assert (LESSON.challenge(moment) is None) is first

    def reached(scene: Bodies, compare: str) -> bool:
        goal = LESSON.challenge(moments_of(LESSON, scene, compare)[-1])
        assert goal is not None
        return goal.reached

    far = LESSON.presets["Pushed too far"].scene
    assert not reached(far, OVER)
    assert not reached(far.with_field("slop", 0.01), OVER), "2 % of 1.00 is more than this slop"
    assert reached(far.with_field("slop", 0.1), OVER)
    assert not reached(far.with_field("b", far.b.moved((3.0, 0.0))).with_field("slop", 0.1), OVER)
    pile = stack()
    assert not reached(pile, HALVES)
    lifted = pile.with_field("ground", pile.ground.moved((0.0, -3.0)))
    assert reached(lifted, HALVES), "without a static body nothing is lost"
    falling = LESSON.presets["Falling stack"].scene
    assert isinstance(falling, Stack)
    assert not reached(falling, HALVES)
    assert not reached(falling.with_field("static", TWO), ""), "no switch alone meets it"
    for beside in (1.0, 10.0):
        assert not reached(falling.with_field("beside", beside), "")
    for mass in (0.25, 4.0):
        assert not reached(falling.with_field("mass", mass), "")
    towers = falling
    for field, x, y in (("a", -1.0, 0.5), ("b", 0.9, 0.45), ("c", -1.0, 1.425), ("d", 0.9, 1.275)):
        towers = towers.with_field(field, at(getattr(towers, field).shape, x, y))
    assert reached(towers, ""), "two towers: one body above"
    half = replace(towers, fall=0.04)
    assert reached(half, HALVES), "the lost half has one body above to push up"
    end, wrong = half.full.result.deepest, half.halves[-1][0]
    assert wrong - end < 0.1 < LESSON.presets["A half lost in the ground"].scene.halves[-1][0] - 0.14
    for static in (ONE, TWO):
        assert not reached(towers.with_field("static", static), "")
        assert not reached(half.with_field("static", static), HALVES)
    assert not reached(towers.with_field("d", towers.d.moved((0.0, 6.0))), ""), "one is in the air"
    flat = falling.with_field("ground", falling.ground.shaped(box(12.0, 0.8)))
    for field, x, high in (("b", -2.0, 0.45), ("c", 2.0, 0.425), ("d", 4.0, 0.375)):
        flat = flat.with_field(field, at(getattr(flat, field).shape, x, high))
    assert not reached(flat, ""), "side by side on the ground is no pile"


def test_what_was_pushed_stays_pushed() -> None:
    scene = Bodies(at(box(1, 1), -2, 0), at(box(1, 1), 0, 0), at(box(1, 1), 2.5, 0), slop=0.0)
    through = [scene.with_field("a", scene.a.moved((x, 0.0))) for x in (1.5, 0.0)]
    assert through[0].dragged_after(scene, "a") is through[0], "the push is off"
    on = scene.with_field("push", DRAGGING)
    there = on.with_field("a", on.a.moved((1.5, 0.0))).dragged_after(on, "a")
    assert separation(there.a.world, there.b.world) == pytest.approx(0.0, abs=1e-9)
    assert there.b.pose.position[0] == pytest.approx(0.25)
    back = on.dragged_after(there, "a")
    assert back.a.pose.position == pytest.approx((-2.0, 0.0))
    assert back.b.pose.position == pytest.approx(there.b.pose.position)


def test_the_push_is_drawn_at_its_length() -> None:
    moments = told("A quarter of the mass")
    marks = Told.draw(LESSON.panes[0], step(moments, SlopLeft)).marks
    arrow, way = (mark for mark in marks if isinstance(mark, Arrow))
    assert way.start == pytest.approx(arrow.end), "the contact normal goes on from it"
    (glow,) = (mark for mark in marks if isinstance(mark, Glow))
    assert arrow.ink is glow.ink is Ink.ANSWER
    depth = -separation(moments[0].scene.a.world, moments[0].scene.b.world)
    assert np.hypot(*np.subtract(arrow.end, arrow.start)) == pytest.approx(depth - 0.07)
    assert "slop 0.07" in world(step(moments, SlopLeft), Ink.TEXT)
    lengths = [
        float(np.hypot(*np.subtract(mark.points[1], mark.points[0])))
        for mark in marks
        if isinstance(mark, Stroke) and mark.ink is Ink.TEXT and len(mark.points) == 2
    ]
    assert any(length == pytest.approx(0.07) for length in lengths), "the slop is measured"
    shares = step(moments, PairPushed)
    drawn = Told.draw(LESSON.panes[0], shares).marks
    moves = [mark for mark in drawn if isinstance(mark, Arrow)]
    before = moments[0].scene.shapes
    for mark, move, shape in zip(moves, (shares.step.move_first, shares.step.move_second), before, strict=False):
        assert mark.start == pytest.approx(tuple(shape.centroid)), "from the old centre to the new one"
        assert np.subtract(mark.end, mark.start) == pytest.approx(move)
    ghosts = [mark for mark in drawn if isinstance(mark, Stroke) and mark.line is Line.START]
    for ghost, shape in zip(ghosts, before, strict=False):
        assert np.mean(ghost.points, axis=0) == pytest.approx(shape.centroid)
    assert len(ghosts) == 2
    assert {name: item.ink for name, item, _ in moments[0].scene.bodies()} == {"a": Ink.A, "b": Ink.B, "c": Ink.A}


def test_the_first_picture_shows_the_depth_once() -> None:
    moment = step(told("A quarter of the mass"), OverlapFound)
    depth = -separation(moment.scene.a.world, moment.scene.b.world)
    marks = Told.draw(LESSON.panes[0], moment).marks
    lengths = [np.hypot(*np.subtract(mark.end, mark.start)) for mark in marks if isinstance(mark, Arrow)]
    assert sum(length == pytest.approx(depth) for length in lengths) == 1, "the vector of the formula is drawn"
    assert [word for word in world(moment, Ink.OVERLAP) if "depth" in word] == [f"depth {depth:.2f}"]


def test_in_the_first_scene_the_push_of_one_pair_causes_another() -> None:
    moments = told("A quarter of the mass")
    scene = moments[0].scene
    assert separation(scene.b.world, scene.c.world) > 0.02
    pushes = [m.step for m in moments if isinstance(m.step, PairPushed)]
    assert [scene.pair(push.first, push.second) for push in pushes] == ["A and B", "B and C"]
    assert plain(LESSON.page(step(moments, RoundDone)).sentence).startswith("Iteration 1: 2 pairs are pushed.")
    assert isinstance(LESSON.page(step(moments, SlopLeft)).prediction, Place)
    red = [mark for mark in Told.draw(LESSON.panes[0], step(moments, PairPushed)).marks if isinstance(mark, Region)]
    assert len([mark for mark in red if mark.ink is Ink.OVERLAP]) == 2, "what the push has caused is seen"


def test_the_controls_of_a_scene_are_the_same_at_every_step() -> None:
    """Beside four of them a table has two rows; the chart tells each iteration."""
    for name, preset in LESSON.presets.items():
        for compare in ("", preset.compare):
            moments = told(name, compare)
            assert len({LESSON.shows_controls(moment) for moment in moments}) == 1  # type: ignore[arg-type]
            table = LESSON.table(moments[-1])
            assert table is not None
            assert preset.scene.fall or len(table.rows) <= 2
    assert "push" in LESSON.shows_controls(told("A quarter of the mass")[0])  # type: ignore[operator]


def test_the_chart_tells_every_iteration() -> None:
    """A point for each, and a number at each that tells another one than that before."""
    for name in ("A quarter of the mass", "One push causes another", "Static wall", "Too little room"):
        last = told(name)[-1]
        left, digits = last.step.left, len(LESSON.page(last).rows[-1].cells[-1].split(".")[1])
        marks = Told.draw(LESSON.panes[2], last).marks
        dots = [m.at for m in marks if isinstance(m, Dot)]
        assert dots == [pytest.approx(each) for each in enumerate(left)]
        told_at = {m.at: plain(m.text) for m in marks if isinstance(m, Label) and m.ink is Ink.ANSWER}
        numbers = [f"{each:.{digits}f}" for each in left]
        expected = {0: numbers[0], len(left) - 1: numbers[-1]}
        expected |= {i: after for i, (before, after) in enumerate(pairwise(numbers), 1) if after != before}
        assert {round(x): words for (x, _), words in told_at.items()} == expected
    assert len([m for m in Told.draw(LESSON.panes[2], told("Falling stack")[-1]).marks if isinstance(m, Dot)]) == 2


def test_no_pair_of_a_pile_is_told_deep_that_only_fell() -> None:
    """The bodies above fall together in the first frame: none is deep by its place at the start."""
    for name in ("Falling stack", "A half lost in the ground"):
        first = told(name)[0]
        assert all(-5e-4 < -separation(p, q) <= 0.0 for p, q in pairwise(first.scene.shapes)), "they only touch"
        assert min(float(word) for word in world(first, Ink.OVERLAP)) > 0.005


def test_the_number_of_an_overlap_is_no_further_out_than_it_has_to_be() -> None:
    """Where its letters are clear of both bodies, not beyond the highest vertex."""
    last = told("A quarter of the mass")[-1]
    top = last.scene.placed(last.step.moved)[1].bounds().high[1]
    numbers = [m for m in Told.draw(LESSON.panes[0], last).marks if isinstance(m, Label) and m.ink is Ink.OVERLAP]
    assert len(numbers) == 2
    placed = last.scene.placed(last.step.moved)
    for number in numbers:
        assert number.at[1] < top - 0.2
        assert all(not shape.contains(np.array(number.at)) for shape in placed)


def test_the_stages_of_the_two_pushes_differ() -> None:
    moments = told("A quarter of the mass")
    names = [LESSON.story.stage(m) for m in moments]
    assert names[:5] == ["One pair", "Slop", "Shares", "Next pair", "Iterations"]
    (depth,) = [
        m
        for m in Told.draw(LESSON.panes[0], moments[3]).marks
        if isinstance(m, Stroke)
        and m.ink is Ink.OVERLAP
        and m.line is Line.MEASURE
        and float(np.hypot(*np.subtract(*m.points))) > 0.2
    ]
    assert float(np.hypot(*np.subtract(*depth.points))) == pytest.approx(moments[4].step.deepest, abs=1e-6), (
        "the depth has its ends"
    )


def test_the_chart_of_a_pile_has_one_scale_which_its_curves_fill() -> None:
    """Else the view, which is that of a stage, would leave it low; and its top is no hint where the end is asked."""
    for name, compare in (("Falling stack", ""), ("A half lost in the ground", HALVES)):
        moments = told(name, compare)
        axes = LESSON.panes[2].axes
        assert axes is not None
        (top,) = {axes(moment).y[1] for moment in moments if not in_a_frame(moment)}
        highest = max(moments[-1].step.deepest, moments[-1].faulty[-1][0] if compare else 0.0)
        assert 0.6 * top < highest < 0.9 * top
        assert compare or top == pytest.approx(5.0 * moments[0].scene.fall)


def test_the_push_is_one_length_that_the_shares_divide() -> None:
    for name, fractions in (("A quarter of the mass", (0.2, 0.8)), ("One push causes another", (0.5, 0.5))):
        shares = step(told(name), PairPushed)
        bars = [m for m in Told.draw(LESSON.panes[0], shares).marks if isinstance(m, Stroke) and m.line is Line.BAR]
        lengths = [float(np.hypot(*np.subtract(bar.points[1], bar.points[0]))) for bar in bars]
        push = shares.step.depth - shares.scene.slop
        assert lengths == pytest.approx([part * push for part in fractions])
        assert [bar.ink for bar in bars] == [Ink.A, Ink.B]
        assert bars[0].points[1] == pytest.approx(bars[1].points[0])
        for part, ink, body in zip(fractions, (Ink.A, Ink.B), "AB", strict=True):
            assert f"{body} {part:.2f}" in world(shares, ink), "whose part it is stands at it"


def test_of_several_overlapping_pairs_the_first_in_order_is_pushed_first() -> None:
    start = LESSON.presets["One push causes another"].scene
    three = start.with_field("c", start.b.moved((-0.4, -0.3)))
    found = step(moments_of(LESSON, three), OverlapFound)
    assert plain(LESSON.page(found).sentence).startswith(
        "A and B, the first of 3 overlapping pairs in order, overlap"
    )
    assert "in order" not in LESSON.page(step(told("Static wall"), OverlapFound)).sentence


def test_a_situation_has_the_digits_of_its_push() -> None:
    """As many as the moves beside it."""
    pushes = [m for m in told("One push causes another") if isinstance(m.step, PairPushed)]
    assert plain(LESSON.situation(pushes[-1])) == "The deepest overlap is 0.13, of A and B."
    last = pushes[-1].step
    assert plain(LESSON.page(pushes[-1]).sentence).count("0.12") == 2
    assert {f"{np.hypot(*move):.2f}" for move in (last.move_first, last.move_second)} == {"0.12"}
    assert world(pushes[-1], Ink.OVERLAP) == ["0.13"], "the overlap that is told has its number at it"


def test_three_scenes_have_goals_of_their_own() -> None:
    goals = {name: LESSON.challenge(told(name)[-1]) for name in ("One push causes another", "Static wall")}
    goals["Too little room"] = LESSON.challenge(told("Too little room")[-1])
    first = LESSON.challenge(told("A quarter of the mass")[-1])
    assert first is not None
    assert len({first.text, *(goal.text for goal in goals.values() if goal)}) == 4

    def reached(name: str, **moved: tuple[float, float]) -> bool:
        scene = LESSON.presets[name].scene
        scene = replace(scene, **{field: getattr(scene, field).moved(by) for field, by in moved.items()})
        goal = LESSON.challenge(moments_of(LESSON, scene)[-1])
        assert goal is not None
        return goal.reached

    assert not any(reached(name) for name in goals)
    assert reached("One push causes another", c=(-3.1, 0.0)), "on A's other side"
    assert not reached("One push causes another", c=(-2.9, 0.0)), "it overlaps A from the start"
    assert reached("Static wall", c=(-3.5, 0.0)), "behind the static body, which passes nothing on"
    assert not reached("Static wall", c=(1.0, 0.0)), "one pair is pushed"
    assert reached("Too little room", c=(0.5, 0.0))
    assert not reached("Too little room", b=(0.1, 0.0))


def test_the_number_of_a_depth_leads_out_of_its_overlap() -> None:
    for name in ("A quarter of the mass", "One push causes another", "Static wall"):
        last = told(name)[-1]
        placed = [shape.moved(by) for shape, by in zip(last.scene.shapes, last.step.moved, strict=True)]
        leaders = [
            m for m in Told.draw(LESSON.panes[0], last).marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP
        ]
        assert len(leaders) == 2
        for leader in leaders:
            start = np.array(leader.points[0])
            assert sum(shape.contains(start) for shape in placed) == 2, name
