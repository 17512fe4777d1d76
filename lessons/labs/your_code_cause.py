"""Why an example fails on a scene: its faulty line, with a number that stands in the figure; and what a learner may
take for the reason instead."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry.counterexample.rings import to_segment
from geometry.counterexample.truth import pair_of
from geometry.outline import signed_area
from lessons.labs.your_code_arguments import centres
from lessons.labs.your_code_reading import area_of, told
from lessons.labs.your_code_scene import Asked, movers
from lessons.labs.your_code_steps import Compared
from viz.lesson.prediction import Choose, Verdict
from viz.lesson.text import coords, fixed

_ANSWERED = ("mtv", "closest_points", "triangulate")  # whose causes speak of what was answered
Tell = Callable[[Asked, Compared], str]


class Guess(NamedTuple):
    """A reason that is none: in a few words, and what speaks against it."""

    words: str
    against: Tell


class Cause(NamedTuple):
    """The line of an example that is at fault, as its source has it, and why it fails."""

    code: str
    told: Tell  # after "Line 6 "
    words: str = ""  # the reason as an option among guesses
    guesses: tuple[Guess, ...] = ()
    hint: str = ""


class Fault(NamedTuple):
    """What is wrong on a scene: the number of the line, its code, and the reason with a number."""

    line: int
    code: str
    why: str
    cause: Cause


def fault_of(scene: Asked, found: Compared, source: str) -> Fault | None:
    """Of an example that is wrong on the scene; nothing is known of a routine of somebody's own."""
    cause = CAUSES.get(scene.routine)
    if cause is None or found.why is None or (found.yours is None and scene.question in _ANSWERED):
        return None
    if found.right is None and scene.question in ("closest_points", "swept_circle"):
        return None
    lines = source.splitlines()
    line = next((i for i, row in enumerate(lines, 1) if row.strip() == cause.code), 0)
    return Fault(line, cause.code, f"Line {line} {cause.told(scene, found)}", cause) if line else None


def question(scene: Asked, found: Compared, fault: Fault) -> Choose:
    """What the reason is, among two that are none."""
    guesses = {each.words: each for each in fault.cause.guesses}
    options = list(guesses)
    options.insert(fault.line % 3, fault.cause.words)

    def judge(option: str) -> Verdict:
        if option == fault.cause.words:
            return Verdict(True, fault.why)
        return Verdict(False, guesses[option].against(scene, found))

    is_read = found.yours is not None or found.said == "nothing"
    said = told(scene, found.yours) if is_read else found.said
    what = f"answers “{said}” here. Why is that wrong?" if said else "does not return here. Why?"
    return Choose(f"{scene.problem} {what}", judge, tuple(options), frozenset((fault.cause.words,)))


# Numbers of the scene, as its figure has them


def side_by_centres(scene: Asked, found: Compared) -> float:
    """n · (B's centre − A's centre), for the n that the answer has."""
    (ax, ay), (bx, by) = centres(scene)
    x, y = found.yours
    return float((x * (bx - ax) + y * (by - ay)) / math.hypot(x, y))


def parting_edge(scene: Asked) -> tuple[int, float]:
    """The edge of B whose normal shows the widest gap, by its place, and that gap."""
    a, b = (np.array(each.value) for each in scene.outlines)
    turn = math.copysign(1.0, signed_area(b))
    gaps = []
    for p, q in zip(b, np.roll(b, -1, axis=0), strict=True):
        normal = turn * np.array((q[1] - p[1], p[0] - q[0])) / math.dist(p, q)
        gaps.append(float((a @ normal).min() - (b @ normal).max()))
    widest = int(np.argmax(gaps))
    return widest, gaps[widest]


def roots(scene: Asked) -> list[float]:
    """Every time at which the moving circle touches an end of the wall, the first of them first."""
    points, vector, radius, _ = next(movers(scene))
    found = []
    for each in scene.held:
        if each.name in ("start", "end"):
            p = points[0] - np.array(each.value)
            a, b, c = float(vector @ vector), float(p @ vector), float(p @ p) - radius * radius
            if a > 0.0 and b * b >= a * c:
                found += [(-b - math.sqrt(b * b - a * c)) / a, (-b + math.sqrt(b * b - a * c)) / a]
    return sorted(found)


def gap_at(scene: Asked, t: float) -> float:
    """Of two moving shapes."""
    a, b = (each.at(t).tolist() for each in movers(scene))
    return float(pair_of(a, b).separation)


def areas(scene: Asked, found: Compared) -> tuple[float, float]:
    """Of the routine's triangles, and of A."""
    return area_of(found.yours), abs(signed_area(np.array(scene.outlines[0].value)))


# The sentences


def _by_centres(scene: Asked, found: Compared) -> str:
    if math.dist(*centres(scene)) < 1e-9:
        along, against = (fixed(each) for each in both_ways(scene, found.yours))
        return (
            f"asks the centres. They do not decide: along n B needs {along}, against n {against}. Here they coincide."
        )
    product = fixed(abs(side_by_centres(scene, found)))
    return f"asks the centres: along n they are {product} apart, but the nearer way out is the other one."


def both_ways(scene: Asked, way: Sequence[float]) -> tuple[float, float]:
    """How far B has to move to come free of A: along a direction, and against it."""
    n = np.array(way) / math.hypot(*way)
    return _way_out(scene, n), _way_out(scene, -n)


def _way_out(scene: Asked, way: Any) -> float:
    """How far B moves in a direction until an edge of one of the shapes parts them."""
    a, b = (np.array(each.value) for each in scene.outlines)
    found = math.inf
    for ring in (a, b):
        for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            normal = np.array((q[1] - p[1], p[0] - q[0]))
            for m in (normal, -normal):
                if m @ way > 1e-12:
                    found = min(found, float(((a @ m).max() - (b @ m).min()) / (m @ way)))
    return found


def _one_set(scene: Asked, found: Compared) -> str:
    count = len(scene.outlines[0].value)
    return f"tests A's {count} normals alone: the gap of {fixed(parting_edge(scene)[1])} lies along a normal of B."


def _index(scene: Asked, found: Compared) -> str:
    return f"returns the vertex's number, {found.said}; the vertex itself is {coords(found.right)}."


def _vertices(scene: Asked, found: Compared) -> str:
    mine, right = (fixed(math.dist(*pair)) for pair in (found.yours, found.right))
    return f"compares vertices alone: {mine} apart. A point inside an edge is only {right} away."


def _ears(scene: Asked, found: Compared) -> str:
    mine, whole = areas(scene, found)
    return f"takes an ear with a vertex inside: the areas add up to {fixed(mine)}, but A has {fixed(whole)}."


def _last_root(scene: Asked, found: Compared) -> str:
    late = next((t for t in roots(scene) if t > found.right + 1e-9), None)
    if late is None:
        return f"takes the later of two roots, not t = {fixed(found.right)}."
    end = " > 1, so no hit" if late > 1.0 else ""
    return f"takes the later root: t = {fixed(late)}{end}. The earlier root is {fixed(found.right)}."


def _endless(scene: Asked, found: Compared) -> str:
    return f"limits t to 1, so line 17 never sees t > 1: at t = 1 the gap is still {fixed(gap_at(scene, 1.0))}."


def _apart(scene: Asked, found: Compared) -> str:
    return f"They do not touch: they are {fixed(pair_of(*scene.given[:2]).separation)} apart."


CAUSES: Mapping[str, Cause] = {
    "mtv_by_centres": Cause(
        "if (bx - ax) * n[0] + (by - ay) * n[1] < 0:", _by_centres,
        hint="Compute the overlap along n and along −n, and keep the direction of the smaller one.",
    ),
    "overlap_one_set_of_normals": Cause(
        "for i in range(len(a)):", _one_set, "no normal of B is tested",
        (
            Guess("the shapes touch", _apart),
            Guess("the last edge of A is left out", lambda scene, _: (
                f"a[i − 1] and a[i] make an edge for each of the {len(scene.outlines[0].value)} values of i."
            )),
        ),
        "Which normal of B shows the gap? The loop has to reach it.",
    ),
    "support_index": Cause(
        "return dots.index(max(dots))", _index, "it returns a list index",
        (
            Guess("d is no unit vector", lambda *_: "A longer d makes all products greater: the greatest stays so."),
            Guess("it takes the least product", lambda scene, found: (
                f"It takes max(dots), {fixed(float(np.dot(found.right, scene.of_kind('direction')[0].value)))},"
                f" at {coords(found.right)}: the right vertex."
            )),
        ),
        "What is at that place of the list a?",
    ),
    "closest_points_vertices": Cause(
        "return min(((p, q) for p in a for q in b), key=lambda pair: math.dist(*pair))", _vertices,
        "edges are not looked at",
        (
            Guess("a nearer pair of vertices", lambda scene, found: (
                f"No two vertices are nearer than its pair, {fixed(math.dist(*found.yours))} apart."
            )),
            Guess("the shapes touch", _apart),
        ),
        "Each vertex of one shape has to be compared with each edge of the other.",
    ),
    "triangulate_no_inside_test": Cause(
        "if area(ear) > 0:", _ears, "an ear holds another vertex",
        (
            Guess("too few triangles", lambda scene, found: (
                f"{len(scene.outlines[0].value)} vertices need {len(found.right)} triangles; it gives "
                f"{len(found.yours)}."
            )),
            Guess("vertices run clockwise", lambda *_: "A clockwise outline is reversed first, in line 8."),
        ),
        "An ear may be cut only if no other vertex lies inside.",
    ),
    "swept_circle_last_root": Cause(
        "return (-b + math.sqrt(root)) / a", _last_root, "it takes the later root",
        (
            Guess("the ends are not tested", lambda *_: "Line 11 tests both ends of the wall."),
            Guess("the start is in contact", lambda scene, _: (
                f"At t = 0 the circle is {fixed(start_gap(scene))} away from the wall."
            )),
        ),
        "Which of the two roots is the first contact?",
    ),
    "time_of_impact_endless": Cause(
        "t = min(t + apart / speed, 1.0)", _endless, "t never exceeds 1",
        (
            Guess("its steps are too long", lambda *_: "A step of gap / speed never passes the contact."),
            Guess("the shapes touch", lambda scene, _: (
                f"At t = 0 they are {fixed(gap_at(scene, 0.0))} apart, at t = 1 {fixed(gap_at(scene, 1.0))}."
            )),
        ),
        "Compare t with 1 before it is limited.",
    ),
}  # fmt: skip


def start_gap(scene: Asked) -> float:
    """From the circle to the wall, before it moves."""
    points, _, radius, _ = next(movers(scene))
    start, end = (each.value for each in scene.held if each.name in ("start", "end"))
    return to_segment(points[0], start, end) - radius
