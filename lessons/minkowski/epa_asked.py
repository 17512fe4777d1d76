"""What EPA asks: which face is expanded, where the next support point lies, where the answer will be."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.epa import Face, FaceSplit, FaceTested, PolytopeStarted
from geometry.query.containment import contains
from lessons.minkowski.epa_faulty import TRIANGLE, VERTEX
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge, Click, Place, Points, Remark, Verdict
from viz.lesson.text import counted, fixed

POLYTOPE = "the polytope"  # owner of features
NEAR = 0.15  # so far off an answer may be
CLOSE = 0.03  # two faces as near as that cannot be told apart by eye
EQUAL = 0.02  # a point of the outline is as near as the nearest one
ORIGIN = (0.0, 0.0)
NONE = "none"
SHALLOW = 0.1  # an overlap is deeper than that
MANY = 4  # iterations that two boxes can need, but not with parallel edges
EXACT = 0.05  # two distances that are made equal by hand may differ by it
PARALLEL = 1.0 - 1e-9  # the cosine of two directions that are one
TOO_LONG = 0.02  # and a push that is made the shortest
_NO_FACE = "Click one of the three faces of the polytope, in difference space."


def first_question(moment: Moment[Any]) -> Click | Place | None:
    """Of the first polytope: the next face as a rule; the answer itself where the scene shows something by it."""
    scene, found = moment.scene, moment.trace.result
    if found.face is None or len(moment.step.faces) < 3:
        return None
    if found.depth < 1e-9:
        return no_face(moment)
    if len(scene.equally_near(found.depth)) > 1:
        return shortest_push(moment)
    if contains(scene.a.world, scene.b.world):
        return nearest_point(moment)
    return next_face(moment)


def no_face(moment: Moment[Any]) -> Click | None:
    """Of shapes that just touch: whether the triangle grows at all."""
    faces: tuple[Face, ...] = moment.step.faces
    if not moment.next.is_last:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer == NONE:
            return Verdict(
                True, "The origin lies on the nearest face and no point of A − B lies beyond it: the depth is 0."
            )
        if not isinstance(answer, FeatureRef) or answer.owner != POLYTOPE:
            return Verdict(False, _NO_FACE, "No face")
        face = faces[answer.index]
        foot, told = face.nearest.closest_xy, fixed(face.distance, 3)
        if face.distance > 1e-9:
            because = f"This face is {told} away. EPA takes the nearest face first, and may end there."
            draw = partial(_draw_circle, face.nearest.closest_xy, False)
            return Verdict(False, because, "Not the nearest", (Remark(foot, f"{told} away"),), draw=draw)
        because = "This face is the nearest. EPA replaces it only if A − B has points beyond it."
        middle = 0.5 * (face.start.w + face.end.w)
        return Verdict(False, because, "Not replaced", (Remark((float(middle[0]), float(middle[1])), "the nearest"),))

    text = "Click the face of the triangle that EPA replaces by two, if there is one."
    return Click(text, judge, frozenset((NONE,)), (NONE,), hides_end=True)


def shortest_push(moment: Moment[Any]) -> Place:
    """Of a scene with several answers: where a vertex of B is after the push."""
    a, b, found = moment.scene.a.world, moment.scene.b.world, moment.trace.result
    j = found.face.start.index_b
    vertex = b.points[j]
    right = [vertex + v for v in moment.scene.equally_near(found.depth)]

    def judge(points: Points) -> Verdict:
        at = (float(points[0][0]), float(points[0][1]))
        hit = next((p for p in right if math.dist(p, at) < NEAR), None)
        move = np.array(at) - vertex if hit is None else hit - vertex
        far = fixed(math.hypot(*move), 3)
        draw = partial(_draw_push, b.moved(move), hit is not None)
        if hit is not None:
            many = "two pushes" if len(right) == 2 else f"{len(right)} pushes"
            because = f"A and B just touch after a push of {far}. There are {many} of this length."
            return Verdict(True, because, remarks=(Remark(at, f"pushed by {far}", right=True),), draw=draw)
        left = separation(a, b.moved(move))
        if left < 0.0:
            because = f"After this push A and B still overlap by {fixed(-left, 3)}."
            return Verdict(False, because, "Not apart", (Remark(at, f"overlap left: {fixed(-left, 3)}"),), draw=draw)
        because = f"This push of {far} separates A and B, but a shorter one does so too."
        return Verdict(False, because, "Not the shortest", (Remark(at, f"pushed by {far}"),), draw=draw)

    text = f"Drag the ring to where b{j} lies after the shortest push of B that ends the overlap."
    start, end = ((float(x), float(y)) for x, y in (vertex, right[0]))
    return Place(text, judge, (start,), (end,), "world")


def _draw_push(pushed: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.ghost(canvas, pushed, ink, line)


def nearest_point(moment: Moment[Any]) -> Place:
    """Of a shape inside the other: the point of the outline that EPA looks for."""
    found = moment.trace.result
    v = found.depth * found.normal
    outline = moment.scene.figure.points
    path = [(float(x), float(y)) for x, y in (*outline, outline[0])]

    def judge(points: Points) -> Verdict:
        at = (float(points[0][0]), float(points[0][1]))
        far = math.hypot(*at)
        is_right = far - found.depth < EQUAL
        told = fixed(far, 3)
        draw = partial(_draw_circle, at, is_right)
        if is_right:
            because = (
                f"The circle of radius {fixed(found.depth, 3)} lies in A − B: no point of the outline is nearer."
            )
            return Verdict(True, because, remarks=(Remark(at, f"{told} away", right=True),), draw=draw)
        because = f"The circle of radius {told} leaves A − B: there the outline is nearer to the origin."
        return Verdict(False, because, "Not the nearest", (Remark(at, f"{told} away"),), draw=draw)

    text = "Drag the ring to the point of the outline of A − B that is nearest to the origin."
    start = max(path, key=lambda p: math.hypot(*p))
    return Place(text, judge, (start,), ((float(v[0]), float(v[1])),), "space", (tuple(path),))


def next_face(moment: Moment[Any]) -> Click | None:
    """The nearest of the first faces, before any distance is told."""
    faces: tuple[Face, ...] = moment.step.faces
    far = sorted(face.distance for face in faces)
    if len(faces) < 3 or far[1] - far[0] < CLOSE:
        return None
    least = min(range(len(faces)), key=lambda i: faces[i].distance)
    right = FeatureRef(POLYTOPE, FeatureKind.EDGE, least)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer.owner != POLYTOPE:
            return Verdict(False, _NO_FACE, "No face")
        face = faces[answer.index]
        told, foot = fixed(face.distance, 3), face.nearest.closest_xy
        if answer == right:
            because = f"The nearest face, {told} away: the depth is at least that. "
            return Verdict(True, because + "The shortest push may end just beyond it.")
        because = f"This face is {told} away. The shortest push may be shorter: a nearer face comes first."
        draw = partial(_draw_circle, foot, False)
        return Verdict(False, because, "Not the nearest", (Remark(foot, f"{told} away"),), draw=draw)

    return Click(
        "The polytope is a convex polygon, its edges are called faces. Click the one that EPA tries first.",
        judge,
        frozenset((right,)),
    )


def _draw_circle(at: tuple[float, float], is_right: bool, canvas: Canvas, pane: str) -> None:
    """All points as far from the origin as this one."""
    if pane == "space":
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        marks.circle(canvas, ORIGIN, math.hypot(*at), ink, Line.DASHED if is_right else Line.DOTTED)
        canvas.stroke((ORIGIN, at), ink, line=Line.DASHED)


def next_point(moment: Moment[Any]) -> Place | None:
    """After the first split: the support point along the normal of the face that is now the nearest."""
    step, following = moment.step, moment.next
    if not isinstance(step, FaceSplit) or step.iteration != 1 or not isinstance(following, FaceTested):
        return None
    if contains(moment.scene.a.world, moment.scene.b.world):
        return None  # the point of the answer has been asked for
    n, w = following.face.normal, following.vertex.w
    outline = moment.scene.figure.points
    along = outline @ n
    if following.is_last or float(np.sort(along)[-2]) > float(along.max()) - 0.1:
        return None
    path = [(float(x), float(y)) for x, y in (*outline, outline[0])]
    start = min(path, key=lambda p: float(np.array(p) @ n))
    text = "Drag the ring to the support point along the normal of the yellow, nearest face."

    def judge(points: Points) -> Verdict:
        at = (float(points[0][0]), float(points[0][1]))
        out = float(np.array(at) @ n)
        is_right = math.dist(at, w) < NEAR
        draw = partial(_draw_line, at, n, is_right)
        if is_right:
            because = f"No point of A − B is farther along the normal than {fixed(float(w @ n), 3)}: "
            because += "the depth is at most that."
            return Verdict(True, because, remarks=(Remark(at, "farthest along n̂", right=True),), draw=draw)
        because = f"This point is at {fixed(out, 3)} along the normal. "
        because += "On the far side of the line through it A − B has more points."
        return Verdict(False, because, "Not the farthest", (Remark(at, f"at {fixed(out, 3)}"),), draw=draw)

    right = (float(w[0]), float(w[1]))
    return Place(text, judge, (start,), (right,), "space", (tuple(path),))


def _draw_line(at: tuple[float, float], n: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "space":
        canvas.unbounded(at, (-n[1], n[0]), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED)


def goal(moment: Moment[Any]) -> Challenge:
    """Asked of what stays while shapes are dragged: the rule beside it, and whether B is A again or fits into it."""
    a, b = moment.scene.a.shape, moment.scene.b.shape
    if moment.compare == VERTEX:
        return _vertex_is_right(moment)
    if moment.compare == TRIANGLE:
        return _triangle_is_enough(moment)
    if len(a.points) == len(b.points) and np.allclose(a.points, b.points):
        return _four_ways(moment)
    if np.hypot(*b.points.T).max() < (a.points * a.normals).sum(axis=1).min():
        return _two_ways(moment)
    if len(a.points) == len(b.points) == 4:
        return _more_iterations(moment)
    return _edge_of_b(moment)


def _more_iterations(moment: Moment[Any]) -> Challenge:
    """Of two boxes: a search that is longer than with parallel edges."""
    found = moment.scene.trace.result
    needed, is_deep = found.iterations, found.face is not None and found.depth > SHALLOW
    now = (
        f"now {counted(needed, 'iteration')}"
        if is_deep or needed < MANY
        else f"now an overlap of {fixed(found.depth)}"
    )
    return Challenge(
        f"Move and rotate B until EPA needs {MANY} iterations or more, at an overlap of more than {fixed(SHALLOW)}.",
        is_deep and needed >= MANY,
        now if found.face is not None else "now no overlap",
        "While the edges of two boxes are parallel, A − B has only 4 edges.",
    )


def _edge_of_b(moment: Moment[Any]) -> Challenge:
    """The nearest face is an edge of B, added to one vertex of A."""
    scene, found = moment.scene, moment.scene.trace.result
    owners = _owners(scene, found)
    names = {"": "now no overlap", "A": "now an edge of A", "B": "now an edge of B", "AB": "now edges of both"}
    is_reached = owners == "B" and found.depth > SHALLOW
    return Challenge(
        "Move or rotate B until the nearest face of A − B is an edge of B, at an overlap of more than "
        f"{fixed(SHALLOW)}.",
        is_reached,
        f"now an overlap of {fixed(found.depth)}" if owners == "B" and not is_reached else names[owners],
        "A corner of A then reaches into B through one edge of B.",
    )


def _owners(scene: Any, found: Any) -> str:
    """Of which shapes the nearest face is an edge: the one, the other, or two parallel edges, of both."""
    if found.face is None:
        return ""
    n = found.normal
    along_a, along_b = (
        float((sign * s.normals @ n).max()) for s, sign in ((scene.a.world, 1.0), (scene.b.world, -1.0))
    )
    return "A" * (along_a > PARALLEL) + "B" * (along_b > PARALLEL)


def _triangle_is_enough(moment: Moment[Any]) -> Challenge:
    found, first = moment.scene.trace.result, moment.scene.trace[0]
    is_whole = isinstance(first, PolytopeStarted) and len(first.faces) == 3
    lacks = f"overlap {fixed(found.depth)}" if found.iterations == 1 else "wanted 1"
    return Challenge(
        f"Move B until GJK’s triangle has the nearest face of A − B, at an overlap of more than {fixed(SHALLOW)}.",
        is_whole and found.iterations == 1 and found.depth > SHALLOW,
        f"now {counted(found.iterations, 'iteration')}, {lacks}" if is_whole else "GJK has no triangle",
        "Shallow overlaps are the best candidates.",
    )


def _ways(scene: Any) -> int:
    """In how many directions the shortest push, or one hardly longer, ends the overlap."""
    return len(scene.equally_near(-scene.separation, EXACT)) if scene.separation < 0.0 else 0


def _four_ways(moment: Moment[Any]) -> Challenge:
    ways = _ways(moment.scene)
    return Challenge(
        f"Move B until four faces of A − B are equally near to the origin, to {fixed(EXACT)}.",
        ways >= 4,
        f"now {ways}, wanted 4",
        "Faces on two sides of the origin are equally near where the shapes’ centres lie on one another.",
    )


def _two_ways(moment: Moment[Any]) -> Challenge:
    scene = moment.scene
    ways, is_inside = _ways(scene), contains(scene.a.world, scene.b.world)
    return Challenge(
        f"Move B, inside A, until two faces of A − B are equally near to the origin, to {fixed(EXACT)}.",
        is_inside and ways >= 2,
        f"now {ways}, wanted 2" if is_inside else "B is not inside A",
        "Move B away from the edge of A through which the shortest push leads.",
    )


def _vertex_is_right(moment: Moment[Any]) -> Challenge:
    """The nearest vertex is the point of the nearest face that is nearest to the origin."""
    scene = moment.scene
    deep, least = -scene.separation, float(np.hypot(*scene.figure.points.T).min())
    return Challenge(
        f"Move B until the push to the nearest vertex is right, to {fixed(TOO_LONG)}, at an overlap of more than "
        f"{fixed(SHALLOW)}.",
        deep > SHALLOW and least - deep < TOO_LONG,
        f"now {fixed(least - deep)} too long" if deep > 0.0 else "A and B do not overlap",
        "The vertex is then the foot of the perpendicular from the origin.",
    )
