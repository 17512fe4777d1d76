"""Faces of the difference: each from one edge and the vertex that carries it to its place, without the outline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Difference, Outcome, Trace, box, convex, minkowski_difference, minkowski_faces, regular_polygon
from geometry.faulty.faces import FaultyFaces, face_value_as_distance, one_support
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.faces import DifferenceFace, DifferenceFaces, FaceStep, SidesCompared
from geometry.sat.separating_axis import Owner, separation
from geometry.trace import picked
from lessons.minkowski.faces_of_the_difference_asked import asked_face, carried_edge, support_vertex
from lessons.minkowski.faces_of_the_difference_figure import (
    beyond_end,
    draw_space,
    draw_world,
    edges_of,
    ends_on,
    joint_name,
    normal_of,
)
from lessons.stories.outlines import take_difference
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.difference import difference_pane, is_reflected, order
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_last, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, TwoShapes, at
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, plain, tint

FACE_VALUE, ONE_SUPPORT = "face value as distance", "one support vertex"
WANTED = 0.25  # that the distance is greater than every s: the challenge
S, N = r"\overlap{s_i}", r"\examined{\hat n_i}"
A_I, A_K, B_I, B_K = (rf"\{x}{{\boldsymbol {x.lower()}_{k}}}" for x in "AB" for k in "ik")
OF_A = rf"{S}=-({A_I}-{B_K})\cdot {N},\quad k=\mathrm{{argmin}}_j\,\B{{\boldsymbol b_j}}\cdot {N}"
OF_B = rf"{S}=-({A_K}-{B_I})\cdot {N},\quad k=\mathrm{{argmax}}_j\,\A{{\boldsymbol a_j}}\cdot {N}"
DEPTH = rf"\text{{depth}}=-\max_i {S}"
SIDES = r"\max_i s_i>0\ \Longleftrightarrow\ \boldsymbol 0\notin \A{A}-\B{B}"
WRONG_DISTANCE = r"\faulty{\text{distance}=\max_i s_i}"
ONE_END = r"\faulty{\text{face}_i=[\,\boldsymbol a_i-\boldsymbol b_k,\ \boldsymbol a_{i+1}-\boldsymbol b_k\,]}"
DISTANCE = r"\max_i s_i\ \le\ \text{distance}=\min_i\,\mathrm{dist}(\boldsymbol 0,\ \text{face}_i)"
FROM_A = (
    "Faces tell whether A − B contains the origin. Vertex b moves edge i of A by −b. The **support vertex** has the "
    "least b · $\\examined{\\hat n_i}$: it moves the edge farthest out, to a face."
)
BEHIND_COPY = (
    "A lies behind edge i. So each copy A − b lies behind its copy of the edge. The support vertex moves the edge "
    "farthest. So all of A − B lies behind this face."
)
FROM_B = (
    "−B is B reflected through the origin. So $\\examined{\\hat n_i}$ is minus the normal of B’s edge. The vertex a "
    "with the greatest a · $\\examined{\\hat n_i}$ moves the edge of −B farthest."
)
IN_FRONT = (
    "$s_i$ > 0: the origin is **in front of** face i, outside A − B. If it is **behind** all faces, it is inside."
)
INSIDE = (
    "Each $s_i$ is the separation of chapter 2 on $\\examined{\\hat n_i}$. All are negative: the origin is behind "
    "every face. The greatest, of the nearest face, is minus the **penetration depth**."
)
OUTSIDE = (
    "The greatest $s_i$ is measured to the **line** of a face. If this perpendicular ends past the face, the nearest "
    "point is a vertex of A − B, farther away than $s_i$."
)
ONLY_LINE = (
    "This rule takes the greatest $s_i$ for the distance. But $s_i$ is measured to the **line** of a face, also "
    "where this measure ends past the face."
)
CUT_SHORT = (
    "Parallel edges have two support vertices. This rule takes only one: each face is as long as A’s edge alone, "
    "and B’s edge is left out."
)
TOUCH = (
    "The greatest $s_i$ is 0: the origin lies on the line of that face, behind all the others. So A and B just touch."
)


@dataclass(frozen=True, eq=False)
class Faced(TwoShapes):
    """Two polygons."""

    order: str = order()

    def __post_init__(self) -> None:
        for name, body in (("A", self.a), ("B", self.b)):
            if body.shape.radius > 0.0 or len(body.shape.points) < 3:
                raise ValueError(f"{name} is a polygon here: faces come from edges")

    @cached_property
    def trace(self) -> Trace[FaceStep, DifferenceFaces]:
        """Of A's edges the first two and the last, of B's the first and the last; and what follows from all."""
        whole = minkowski_faces.trace(self.a.world, self.b.world)
        n, m = len(self.a.world.points), len(self.b.world.points)
        return picked(whole, sorted({0, 1, n - 1, n, n + m - 1, n + m, n + m + 1}))

    @property
    def faces(self) -> tuple[DifferenceFace, ...]:
        return self.trace.result.faces

    @cached_property
    def figure(self) -> Difference:
        """The outline, which the algorithm does not know."""
        return minkowski_difference(self.a.world, self.b.world)

    def found(self, moment: Moment[Any]) -> tuple[DifferenceFace, ...]:
        """The faces up to this step, those between the steps that are shown among them."""
        if not isinstance(moment.step, DifferenceFace):
            return self.faces
        return self.faces[: self.faces.index(moment.step) + 1]

    def newest(self, moment: Moment[Any]) -> tuple[DifferenceFace, ...]:
        """Those of them that no step before has found."""
        before = moment.trace.steps[moment.index - 1] if moment.index else None
        seen = self.faces.index(before) + 1 if isinstance(before, DifferenceFace) else 0
        return self.found(moment)[seen:]


class FacesStory(Story):
    columns = ("edge", "vertex", "separation $s_i$")

    def stage(self, moment: Moment[Faced]) -> str:
        match moment.step:
            case DifferenceFace(owner=owner):
                return "Faces from A" if owner is Owner.A else "Faces from B"
            case SidesCompared():
                return "Which side"
        return "Distance" if moment.step.outcome is Outcome.SEPARATED else "Depth"

    def page(self, moment: Moment[Faced]) -> Page:
        match moment.step:
            case DifferenceFace() as face:
                return self.face(moment, face)
            case SidesCompared() as sides:
                return self.sides(moment, sides)
        return self.answer(moment, moment.step)

    def face(self, moment: Moment[Faced], face: DifferenceFace) -> Page:
        scene, is_a = moment.scene, face.owner is Owner.A
        a, b = scene.a.world.points, scene.b.world.points
        own, other = ("A", "B") if is_a else ("B", "A")
        edge = tint(f"Edge {face.edge} of {own}", Ink[own])
        s = tint(f"**{fixed(abs(face.separation))}**", separation_ink(face.separation))
        this = "this face" if ends_on(face) else "the line of this face"
        side = f"{s} {'in front of' if face.separation > 1e-9 else 'behind'} {this}"
        vertices = " and ".join(str(k) for k in face.supports)
        carrier = tint(f"{'vertices' if len(face.supports) > 1 else 'vertex'} {vertices} of {other}", Ink[other])
        says = f"{edge} with {carrier}: the origin is {side}."
        if asked_face(moment) and not moment.compare:  # how far is not used before the answer
            normal = rf"$\examined{{{normal_of(face)}}}$"
            says = f"{edge}: b{vertices} · {normal} is the least. So {carrier} moves the edge to a face."
        is_short, idea, formula = is_cut(moment), FROM_A if is_a else FROM_B, OF_A if is_a else OF_B
        if is_a and moment.index:
            idea = BEHIND_COPY
        if face.same_as is not None:
            found = (
                "found already, the rule says, so it is left out"
                if is_short
                else "the two make one face, found already"
            )
            says = f"{edge} is parallel to edge {face.same_as[1]} of A: {found}."
        elif len(face.supports) > 1 and is_short:
            alone = tint(f"vertex {face.supports[0]} of {other} alone", Ink[other])
            says = f"{edge} with {alone}: a face only as long as {own}’s edge. $s_i$ is {_s(face)}."
        elif len(face.supports) > 1:
            says = f"{edge} with {carrier}: a face as long as both together. $s_i$ is {_s(face)}."
        says += _alike(scene.newest(moment)[:-1])
        if is_short:
            idea, formula = CUT_SHORT, ONE_END
        if face.separation > 1e-9:  # its symbol has the ink of its mark
            formula = formula.replace(S, r"\gap{s_i}")
        page = Page(self.stage(moment), idea, formula).says(says)
        for each in scene.newest(moment):
            page = row(page, each, scene, is_short=is_short)
        n = face.normal
        page = page.claiming(
            Claim("s", lambda: face.separation, lambda: -((a @ n).max() - (b @ n).min())),
            Claim("w", lambda: face.start, lambda: _support(a, b, face)),
        )
        if moment.compare:
            return page
        many = sum(each.same_as is None for each in scene.found(moment))
        known = f"So far {counted(many, 'face')} of A − B {'is' if many == 1 else 'are'} known."
        page = page.asks(support_vertex(moment), known)
        return page if is_reflected(moment.scene) else page.asks(carried_edge(moment), known)

    def sides(self, moment: Moment[Faced], sides: SidesCompared) -> Page:
        scene, count = moment.scene, len(moment.scene.figure.edges)
        front = len(sides.in_front)
        says = f"Behind all {count} faces. The greatest $s_i$ is {_s(sides.best)}: A and B "
        says += f"{tint('overlap', Ink.OVERLAP)}."
        if abs(sides.best.separation) < 1e-9:
            says = f"In front of none of {count} faces. The greatest $s_i$ is 0.00: A and B just touch."
        if front:
            says = f"In front of {front} of {count} faces: A and B are {tint('**apart**', Ink.GAP)}."
        return (
            row(Page(self.stage(moment), IN_FRONT, SIDES), sides.best, scene, greatest=True)
            .says(says)
            .claiming(
                Claim("in front", lambda: front > 0, lambda: separation(scene.a.world, scene.b.world) > 1e-9),
                Claim("faces", lambda: len([f for f in sides.faces if f.same_as is None]), lambda: count),
            )
        )

    def answer(self, moment: Moment[Faced], found: DifferenceFaces) -> Page:
        scene, won = moment.scene, max(found.faces, key=lambda face: face.separation)
        best = won.separation
        s, greatest = tint(f"**{fixed(abs(found.separation))}**", separation_ink(found.separation)), fixed(best)
        right = Claim("s", lambda: found.separation, lambda: separation(scene.a.world, scene.b.world))
        if _differs(moment):
            idea, formula = (ONLY_LINE, WRONG_DISTANCE) if moment.compare == FACE_VALUE else (CUT_SHORT, ONE_END)
            page = row(Page(self.stage(moment), idea, formula), won, scene, greatest=True, is_short=is_cut(moment))
            return page.says(fault_told(moment)).claiming(right)
        if found.outcome is not Outcome.SEPARATED:
            says = f"Nearest is the face of {_edge(found.decisive)}: depth {s}, along its normal."
            if abs(found.separation) < 1e-9:
                says = f"The origin lies on the face of {_edge(found.decisive)}: $s_i$ = 0.00."
        elif beyond_end(found):
            says = f"Greatest $s_i$: {greatest}. Nearest is a vertex of A − B, {s} away: corner against corner."
        else:
            says = f"Greatest $s_i$: {greatest}. Its perpendicular ends on {_edge(found.decisive)}: distance {s}."
        if found.outcome is Outcome.SEPARATED:
            page = row(Page(self.stage(moment), OUTSIDE, DISTANCE), won, scene, greatest=True)
            right_too = Claim("at most", lambda: best <= found.separation + 1e-9, lambda: True)
            return page.says(says).claiming(right, right_too)
        idea = TOUCH if abs(found.separation) < 1e-9 else INSIDE
        return row(Page(self.stage(moment), idea, DEPTH), won, scene, greatest=True).says(says).claiming(right)

    def draw(self, canvas: Canvas, moment: Moment[Faced]) -> None:
        draw_world(canvas, moment)


def _alike(faces: tuple[DifferenceFace, ...]) -> str:
    """The faces between the steps, which appear with this one."""
    if len(faces) < 2:
        return f" Edge {faces[0].edge}: the same way." if faces else ""
    joint = "and" if len(faces) == 2 else "to"
    return f" Edges {faces[0].edge} {joint} {faces[-1].edge}: the same way."


def row(page: Page, face: DifferenceFace, scene: Faced, *, greatest: bool = False, is_short: bool = False) -> Page:
    """One a face: parallel edges of A and of B have one together. By the rule with one support vertex A's edge has
    it alone."""
    i, j = edges_of(face)
    if is_short and i is not None:
        if face.owner is Owner.B:
            return page
        taken = tint(f"b{face.supports[0]}", Ink.FAULTY)
        feature, mark = FeatureRef("A", FeatureKind.EDGE, i), f"A{i} is the greatest" if greatest else ""
        return page.row(f"A{i}", taken, _s(face), ink=Ink.A, feature=feature, key=f"A{i}", mark=mark)
    own, edge = ("A", i) if i is not None else ("B", j)
    assert edge is not None
    of_a, of_b = (
        [tint(f"{x.lower()}{k}", Ink[x]) for k in ks] for x, ks in zip("AB", _carriers(face, scene), strict=True)
    )
    vertices = " / ".join(", ".join(each) for each in (of_b, of_a) if each)
    mark = f"{plain(joint_name(face))} is the greatest" if greatest else ""
    feature, ink = FeatureRef(own, FeatureKind.EDGE, edge), Ink[own]
    name = tint(joint_name(face), ink) if None in (i, j) else joint_name(face)
    return page.row(name, vertices, _s(face), ink=ink, feature=feature, key=f"{own}{edge}", mark=mark)


def _carriers(face: DifferenceFace, scene: Faced) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The vertices that carry its edges: A's those of an edge of B, and the other way round."""
    (i, j), n, m = edges_of(face), len(scene.a.world.points), len(scene.b.world.points)
    if i is None:
        return face.supports, ()
    return (() if j is None else (i, (i + 1) % n)), (face.supports if j is None else (j, (j + 1) % m))


def _s(face: DifferenceFace) -> str:
    return tint(fixed(face.separation), separation_ink(face.separation))


def _edge(face: DifferenceFace) -> str:
    own = "A" if face.owner is Owner.A else "B"
    return tint(f"edge {face.edge} of {own}", Ink[own])


def _support(a: Any, b: Any, face: DifferenceFace) -> Any:
    """The face's start from the vertices: of A farthest along its normal, less of B farthest against it, and of
    several the one that comes first on the way round."""
    n, along = face.normal, np.array((-face.normal[1], face.normal[0]))
    p, q = a[a @ n > (a @ n).max() - 1e-9], b[b @ n < (b @ n).min() + 1e-9]
    return p[(p @ along).argmin()] - q[(q @ along).argmax()]


def fault_told(moment: Moment[Faced]) -> str:
    """What the rule does in this scene."""
    faulty, won = moment.faulty, max(moment.trace.result.faces, key=lambda face: face.separation)
    wrong = tint(fixed(faulty.separation), Ink.FAULTY)
    if moment.compare == FACE_VALUE:
        return f"It measures {wrong} to the line of {joint_name(won)}. Past the end of the face a vertex is nearest."
    if faulty.separation > moment.trace.result.separation + 1e-3:
        return f"With one support vertex the faces are too short: the nearest point of what is left is {wrong} away."
    missing = tint(fixed(faulty.error), Ink.FAULTY)
    return f"With one support vertex the faces are too short: {missing} of the outline is missing."


def fault_stands(moment: Moment[Faced]) -> str:
    """What comes of it."""
    faulty, right = moment.faulty, moment.trace.result.separation
    if moment.compare == ONE_SUPPORT and faulty.separation <= right + 1e-3:
        return f"The outline stays open: {tint(fixed(faulty.error), Ink.FAULTY)} of it is missing."
    wrong, error = (tint(fixed(each), Ink.FAULTY) for each in (faulty.separation, abs(faulty.separation - right)))
    return f"A and B are {tint(fixed(right), Ink.GAP)} apart. The rule says {wrong}: error {error}."


def is_cut(moment: Moment[Faced]) -> bool:
    """Whether the rule with one support vertex runs, and makes faces too short."""
    return moment.compare == ONE_SUPPORT and _differs(moment)


def _differs(moment: Moment[Faced]) -> bool:
    return isinstance(moment.faulty, FaultyFaces) and moment.faulty.error > 1e-3


def _run(rule: Any, scene: Faced) -> FaultyFaces:
    found: FaultyFaces = rule(scene.a.world, scene.b.world)
    return found


class FacesOfTheDifference(Lesson[Faced]):
    id = "faces-of-the-difference"
    title = "Faces of the difference"
    source = "Collision detection for dummies"
    summary = "Each face of A − B is an edge carried by the other shape's support vertex; no outline is needed."
    terms = ("face", "support vertex", "in front of", "behind")
    builds_on = ("minkowski-difference", "support-point")
    one_scale = True  # the separation is the same length in both views
    story = FacesStory()
    compare = (
        Comparison(FACE_VALUE, partial(_run, face_value_as_distance), _differs, "*Collision detection for dummies*"),
        Comparison(
            ONE_SUPPORT, partial(_run, one_support), _differs, "Error 12 of *Collision detection for dummies*"
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.42),
            difference_pane("space", "Difference space: every a − b", draw_space, share=0.58, take=take_difference),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Faced | Preset[Faced]]:
        wedge, slab, square = convex(((-1.1, -0.7), (1.2, -0.5), (-0.3, 1.0))), box(1.7, 1.2), box(1.6, 1.6)
        tip = convex(((0.2, 0.0), (1.2, 1.3), (-0.9, 1.4)))
        return {
            "Overlap": Faced(at(wedge, -0.15, -0.8, 9), at(slab, 0.45, 0.35, 24)),
            "Apart": Faced(at(wedge, -0.4, -0.9, 9), at(slab, 0.5, 0.95, 68)),
            "Parallel edges": Preset(Faced(at(square, 0.4, -0.6), at(slab, -0.6, 1.25)), ONE_SUPPORT, at_last),
            "Just touching": Faced(at(square, 0.0, -0.8), Body(tip).centred()),
            "Corner to corner": Preset(Faced(at(square, -0.9, -1.0), at(square, 1.06, 1.08)), FACE_VALUE, at_last),
            "Contained": Faced(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(1.3, 0.95), 0.4, 0.05, 20)),
        }

    def run(self, scene: Faced) -> Trace[FaceStep, DifferenceFaces]:
        return scene.trace

    def clock(self, moment: Moment[Faced]) -> Clock | None:
        """The edge is carried to its place."""
        if not isinstance(moment.step, DifferenceFace):
            return None
        return Clock(1.2, ticks=(1.0,) * len(moment.trace), plays_on_entry=True)

    def situation(self, moment: Moment[Faced]) -> str:
        if moment.is_last and _differs(moment):
            return fault_stands(moment)
        found = moment.trace.result.separation
        return standing(moment.scene.a.world, moment.scene.b.world, numbers=moment.is_last, found=found)

    def challenge(self, moment: Moment[Faced]) -> Challenge | None:
        """Not before the distance has been explained."""
        if not moment.is_last:
            return None
        found: DifferenceFaces = moment.trace.result
        best = max(face.separation for face in found.faces)
        is_apart = found.outcome is Outcome.SEPARATED
        more = found.separation - best
        now = f"exceeds it by {fixed(more)}" if is_apart else "A and B are not apart"
        text = f"Move B apart from A until the distance exceeds the greatest $s_i$ by {fixed(WANTED)} or more."
        hint = "A vertex of A − B has to be nearest. The farther the origin is from it, the more they differ."
        return Challenge(text, is_apart and more >= WANTED, now, hint)
