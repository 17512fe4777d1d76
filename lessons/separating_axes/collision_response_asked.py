"""What pushing apart asks: how far each body of a pair is moved, which pair overlaps after that, and where a faulty
rule does no harm."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

from geometry import Convex, separation
from geometry.contact.relaxation import OverlapFound, PairPushed, RoundDone, SlopLeft
from lessons.separating_axes.collision_response_figure import decimals_of, round_of
from lessons.separating_axes.collision_response_gap import squeezed
from lessons.separating_axes.collision_response_scene import HALVES, NONE, ONE, OVER, TWO
from lessons.separating_axes.collision_response_squeezed import squeezed_end
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge, Choose, Place, Points, Remark, Verdict
from viz.lesson.text import counted, fixed, sentence

NEAR = 0.12  # of the push: a place may be so far off
MOST_FALLS = 1.5  # that a pair of the pile asked for may be deep: of one body above it
HALF_FALLS = 2.5  # that the lost half may cost: of one body above it, and no more
END_NEAR = 0.2  # of an overlap after the last frame
DISCS, WALL, WALLS = (1, 1, 1), (4, 4, 5), (4, 5, 4)  # corners of A, B and C: what has a goal of its own
AT_SLOP = 1e-6  # an overlap that is left by a push to the slop
NO_PAIR = "no pair"


def asked(moment: Moment[Any]) -> Place | Choose | None:
    """Shares where the masses differ; the next pair where this push is the cause of another."""
    scene, left = moment.scene, moment.step
    first, second = (scene.items[i] for i in (left.overlap.first, left.overlap.second))
    alone = len(scene.overlaps(left.overlap.moved)) == 1
    if alone and left.overlap.first == 0 and squeezed(scene, moment.trace.result.moved) is not None:
        return squeezed_end(moment)
    if first.weight != second.weight:
        return _shares(moment, left) if alone else None
    after = scene.overlaps(_pushed(moment).moved)
    return _next_pair(moment, left) if alone and first.weight and after and after[0].second > 1 else None


def goal(moment: Moment[Any]) -> Challenge | None:
    """Of a stack that falls, and of a comparison: a scene in which the harm does not arise."""
    scene, end = moment.scene, moment.trace.result
    if scene.fall:
        return _pile(moment)
    if not moment.compare:
        return _of_three(moment)
    first, (deepest, moved) = scene.first, moment.faulty[-1]
    if moment.compare == OVER:
        placed = scene.placed(moved)
        gap = separation(placed[0], placed[1])
        meets = first is not None and (first.first, first.second) == (0, 1)
        now = f"{fixed(gap)} apart" if gap > 1e-9 else "in contact" if meets else "no push of A and B"
        return Challenge(
            "Set the slop so that 0.51 each still leaves A and B in contact.",
            meets and gap <= 1e-9,
            now,
            "The slop has to be more than what is pushed too far.",
        )
    more = deepest - end.deepest
    return Challenge(
        "Move bodies until two overlap and the lost half makes no difference.",
        first is not None and more <= 5e-4,
        "no overlap" if first is None else f"{fixed(max(0.0, more))} deeper",
        "A half is lost only where a static body takes part.",
    )


def _of_three(moment: Moment[Any]) -> Challenge | None:
    """Of three bodies: what a push does to a neighbour, which way, and what a static body passes on."""
    scene, end = moment.scene, moment.trace.result
    digits, corners = decimals_of(moment), tuple(len(shape.points) for shape in scene.shapes)
    if corners == WALLS:
        return Challenge(
            "Keep A and C static. Move C so that in the end no overlap is deeper than the slop.",
            scene.static == TWO and scene.first is not None and end.deepest <= scene.slop + AT_SLOP,
            f"{fixed(end.deepest, digits)} at the end",
            "Between A and C there has to be room for B.",
        )
    if corners == WALL:
        rounds = [step for step in scene.full if isinstance(step, RoundDone)]
        pushed = rounds[0].pushed if rounds else 0
        return Challenge(
            "Keep A static. Place C so that **two** pairs are pushed and **one** iteration is enough.",
            scene.static == ONE and pushed == 2 and end.left[1] <= scene.slop + AT_SLOP,
            f"{counted(pushed, 'pair')} pushed, then {fixed(end.left[1], digits)}",
            "A static body passes nothing on.",
        )
    if corners != DISCS:
        return None
    pairs = [(step.first, step.second) for step in scene.full if isinstance(step, OverlapFound)]
    alone = scene.first is not None and len(scene.overlaps(scene.first.moved)) == 1
    named = [scene.pair(*pair) for pair in pairs[:2]]
    return Challenge(
        "Place C so that the push of A and B makes **A and C** overlap.",
        alone and pairs[:2] == [(0, 1), (0, 2)],
        ", then ".join(named) if alone else "more than one overlap at first" if pairs else "no overlap",
        r"A moves against $\hat n$, B along it.",
    )


def _pile(moment: Moment[Any]) -> Challenge:
    """Of few bodies above each: what presses a pair deeper. All four touch, and not the ground alone."""
    scene, end = moment.scene, moment.trace.result
    most = round(MOST_FALLS * scene.fall + 0.01, 2)
    placed = scene.placed(end.moved)
    touching = [(i, j) for i, j in combinations(range(len(placed)), 2) if separation(placed[i], placed[j]) < 1e-6]
    stands = {i for pair in touching for i in pair} == set(range(len(placed))) and any(i for i, _ in touching)
    now = f"after {counted(end.rounds, scene.word)}: {fixed(end.deepest)}"
    if moment.compare == HALVES:
        more, least = moment.faulty[-1][0] - end.deepest, round(HALF_FALLS * scene.fall, 2)
        return Challenge(
            f"Stack all four, all free, so that the lost half makes the pile at most **{fixed(least)}** deeper.",
            stands and scene.static == NONE and more <= least,
            f"{fixed(max(0.0, more))} deeper" if stands else "not a pile of all four",
            "The half that is lost has to push up all bodies above the ground's pair.",
        )
    return Challenge(
        f"Stack all four, all free, so that one iteration a frame leaves no overlap deeper than {fixed(most)}.",
        stands and scene.static == NONE and end.deepest <= most,
        now if stands else "not a pile of all four",
        "A pair is pressed deeper by each body above it.",
    )


def _pushed(moment: Moment[Any]) -> PairPushed:
    return next(step for step in moment.scene.full if isinstance(step, PairPushed) and step.depth > moment.step.slop)


def _shares(moment: Moment[Any], left: SlopLeft) -> Place:
    """Two rings, each on the line of the push through a body's centre."""
    scene, push, n = moment.scene, left.push, left.overlap.normal
    one, other = (scene.items[i] for i in (left.overlap.first, left.overlap.second))
    placed = scene.placed(left.overlap.moved)
    shapes = placed[left.overlap.first], placed[left.overlap.second]
    done = _pushed(moment)
    of_first, of_second = -float(done.move_first @ n), float(done.move_second @ n)

    def place(along_first: float, along_second: float) -> Points:
        ends = shapes[0].centroid - along_first * n, shapes[1].centroid + along_second * n
        return tuple((float(x), float(y)) for x, y in ends)

    def judge(points: Points) -> Verdict:
        d = -float((points[0] - shapes[0].centroid) @ n), float((points[1] - shapes[1].centroid) @ n)
        ghosts = shapes[0].moved(-d[0] * n), shapes[1].moved(d[1] * n)
        if abs(d[0] - of_first) <= NEAR * push and abs(d[1] - of_second) <= NEAR * push:
            because = (
                f"{one.name} moves {fixed(of_first)} and {other.name} {fixed(of_second)}: together {fixed(push)}. "
                f"{_reason(one, other)}"
            )
            words = tuple(Remark(at, f"moved {fixed(x)}", True) for at, x in zip(points, d, strict=True))
            return Verdict(True, because, remarks=words, draw=partial(_draw_ghosts, ghosts, Ink.ANSWER))
        static = one.name if not one.weight else other.name if not other.weight else ""
        heavy = f"{one.name} has {one.mass}, {other.name} {other.mass}"
        because = f"The sum is right, but the lighter body must move more: {heavy}."
        if static:
            because = f"{sentence(static)} is static and never moves. The other body takes all of the push."
        elif abs(d[0] + d[1] - push) > 2.0 * NEAR * push:
            apart = separation(*ghosts)
            still = f"still overlap by {fixed(-apart)}" if apart < 0.0 else f"are {fixed(apart)} apart"
            because = f"With these moves they {still}, not the slop {fixed(left.slop)}. "
            because += f"The two moves must add up to {fixed(push)}."
        words = tuple(Remark(at, f"moved {fixed(x)}") for at, x in zip(points, d, strict=True))
        return Verdict(False, because, "Not these moves", words, draw=partial(_draw_ghosts, ghosts, Ink.FAULTY))

    far = 1.6 * push
    paths = tuple(zip(place(-0.2 * push, -0.2 * push), place(far, far), strict=True))
    text = "Drag each ring to where the push puts the centre of its body. "
    text += f"{sentence(one.name)}: {one.mass}. {other.name}: {other.mass}."
    starts, ends = place(0.0, 0.0), place(of_first, of_second)
    return Place(text, judge, starts, ends, "world", paths, (one.name, other.name))


def _reason(one: Any, other: Any) -> str:
    """Why a pair shares its push as it does."""
    light, heavy = (one, other) if one.weight > other.weight else (other, one)
    if not heavy.weight:
        return f"{sentence(heavy.name)} is static."
    times = light.weight / heavy.weight
    return f"{heavy.name} is {fixed(times)} times as heavy, so {light.name} moves {fixed(times)} times as far."


def _next_pair(moment: Moment[Any], left: SlopLeft) -> Choose:
    scene, done = moment.scene, _pushed(moment)
    after = scene.overlaps(done.moved)
    pairs = {scene.pair(i, j): (i, j) for i, j in combinations(range(len(scene.items)), 2)}
    del pairs[scene.pair(left.overlap.first, left.overlap.second)]
    right = frozenset(scene.pair(each.first, each.second) for each in after if each.depth > left.slop + 1e-6)
    ghosts = tuple(scene.placed(done.moved))

    def judge(answer: str) -> Verdict:
        draw = partial(_draw_ghosts, ghosts, Ink.ANSWER if answer in right else Ink.FAULTY)
        (cause,) = right
        told = f"{cause} overlap by {fixed(after[0].depth)} then: one push causes another."
        if answer in right:
            return Verdict(True, told, draw=draw)
        because = (
            "The push moves B towards C by more than their gap." if answer == NO_PAIR else "A moves away from C."
        )
        return Verdict(False, because + " Look where the ghosts end.", draw=draw)

    text = "A and B take one half of the push each. Which pair is too deep after it?"
    return Choose(text, judge, (*pairs, NO_PAIR), right)


def end_of_frames(moment: Moment[Any]) -> Place | Choose | None:
    """Of a pile that falls: how deep its deepest overlap is after the last frame, on the scale of the chart; of one
    alone, where a lost half shows."""
    scene, end = moment.scene, moment.trace.result
    if not scene.others:
        return _lost_half(moment)
    right, first = end.left[-1], end.left[round_of(moment)]
    near, top, above = END_NEAR * right, scene.chart_top, _above_the_deepest(moment)
    if not above or not first + 2.0 * near < right < 0.8 * top:
        return None
    last = float(end.rounds)
    pair = scene.pair(1, 2)

    def judge(points: Points) -> Verdict:
        y = points[0][1]
        is_right = abs(y - right) <= near
        count, down = len(above), f"{fixed(right - scene.slop)}"
        because = f"B has to move up by {count} falls: its own and those of the bodies on it. "
        because += "A has the same mass, so it moves down as far."
        if y > right:
            because = f"Only {count} falls press A down. Before that push pair 1 is no deeper than the slop."
        if is_right:
            because = f"The push of pair 1 leaves the slop, {fixed(scene.slop)}. "
            because += f"The push of {pair} adds {count} falls, {down}."
        head = "" if is_right else "Not so deep" if y > right else "Deeper than this"
        return Verdict(is_right, because, head, (Remark((last, y), fixed(y), is_right),))

    text = "Left pile, when it has stopped sinking: drag the point to the overlap of pair 1, "
    text += f"{scene.pair(0, 1)}."
    path = ((last, 0.0), (last, top))
    return Place(text, judge, ((last, first),), ((last, right),), "chart", (path,), ("deepest",))


def _above_the_deepest(moment: Moment[Any]) -> list[str]:
    """The bodies above A, where A lies on the ground and at the end each of them makes every pair below it deeper by
    one fall; else none."""
    scene, end = moment.scene, moment.trace.result
    found = sorted(scene.overlaps(end.moved), key=lambda each: each[:2])
    falls = len(found) - 1
    is_even = all(
        each[:2] == (k, k + 1) and abs(each.depth - scene.slop - (falls - k) * scene.fall) < 0.1 * scene.fall
        for k, each in enumerate(found)
    )
    return [scene.items[k].name for k in range(2, falls + 2)] if is_even and falls > 1 else []


def _lost_half(moment: Moment[Any]) -> Choose | None:
    """Which pair gets deeper where the ground takes a half and loses it: by the states of that faulty rule."""
    scene, end = moment.scene, moment.trace.result
    right, wrong = ({each[:2]: each.depth for each in scene.overlaps(by)} for by in (end.moved, scene.halves[-1][1]))
    deeper = [pair for pair in right if wrong.get(pair, 0.0) > right[pair] + scene.fall]
    names = [scene.pair(*pair) for pair in sorted(right)]
    if len(names) < 3 or deeper != [(0, 1)]:
        return None
    all_alike, digits = "all pairs alike", decimals_of(moment)

    def judge(answer: str) -> Verdict:
        if answer == names[0]:
            now, then = (fixed(depths[0, 1], digits) for depths in (right, wrong))
            return Verdict(
                True, f"Only there a half is lost: after {end.rounds} frames {then} deep instead of {now}."
            )
        because = "Both bodies of this pair are free, and each takes its half: nothing is lost there."
        if answer == all_alike:
            because = "A pair of two free bodies loses nothing: each takes its half, as before."
        return Verdict(False, because)

    text = "Suppose the static ground is given a half of each push, too. Which pair ends much deeper?"
    return Choose(text, judge, (*names, all_alike), frozenset(names[:1]))


def _draw_ghosts(shapes: tuple[Convex, ...], ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        for shape in shapes:
            marks.ghost(canvas, shape, ink, Line.DOTTED if ink is Ink.FAULTY else Line.END)
