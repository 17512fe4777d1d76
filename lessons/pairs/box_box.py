"""Two boxes: every face asks how far the other box lies in front of it or behind it; the greatest answer wins."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from geometry import Trace, box, separation
from geometry.faulty.box_box import best_of_two_directions, misplaced_contact
from geometry.primitives.box_box import BoxBoxStep, CornersTested, FaceTested, ReferenceFound, box_box
from geometry.primitives.contact import PairResult
from geometry.primitives.kinds import ShapeKind, shape_kind
from geometry.sat.separating_axis import Owner
from geometry.trace import Grouped, grouped
from lessons.pairs.box_box_asked import question
from lessons.pairs.box_box_board import draw_faces
from lessons.pairs.box_box_faulty import answer_of, told, wrong_corners, wrong_ties
from lessons.pairs.box_box_figure import NF, draw_world, edge_of, ink_of, name_of, short, tested_by_now
from lessons.pairs.box_box_goals import BY_FACE, DOWN, REST, SLIDE, goal
from lessons.pairs.box_box_lens import is_flat, on_face
from lessons.pairs.box_box_rules import MISPLACED, ONE_CORNER, STRICT, TWO_FACES, Wrong, differs, shows_fault
from lessons.pairs.box_box_turn import clock, reached_by_now
from lessons.pairs.telling import N, P
from lessons.stories.grouping import steps_so_far
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import TwoShapes, at
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, inked, listed, sentence, tint

TESTED = (
    r"{wish}. For each face of A: $\A{{\boldsymbol{{v}}}}$ is a vertex of the face, $\B{{\boldsymbol{{w}}}}$ the "
    "vertex of B {which}: B's **support point**."
)
PUSH_WISH = "We want the shortest push that parts A and B"
BEHIND = "furthest **behind** the face"
LEAST = rf"with the least $\examined{{{NF}}}\cdot\B{{\boldsymbol{{w}}}}$"
GAP_WISH = "We want the face with the widest gap in front of it"
OF_B = (
    r"Now the faces of B: $\A{\boldsymbol{w}}$ is A's support point, $\B{\boldsymbol{v}}$ lies on B. That makes "
    "eight **one-sided tests**. One gap proves the boxes apart; the normal needs the **greatest** $s_f$."
)
WIDEST = "The greatest $s_f$ wins: its gap is widest"
NEAREST = "The greatest $s_f$ wins: there the depth is least"
WINNER = (
    rf"{{why}}. Its face is the **reference face**. Its outward normal is the **contact normal** "
    rf"$\examined{{{{{N}}}}}$ from A to B; for a face of B, reverse it."
)
CORNERS = (
    "Beyond the end of the face two **corners** are nearest: their line, not the face, gives the normal and the "
    "distance $d$. No face measures more."
)
CONTACT = (
    r"The **contact point** lies half way between both surfaces: between {w} and $\examined{{\boldsymbol{{m}}}}$, "
    "the point of the reference face nearest to {w}."
)
FLAT = (
    r"A face of the other box is parallel to the reference face. $\examined{\boldsymbol{m}}$ is the middle of where "
    "their projections overlap. One point lets a box tilt: clipping (chapter 5) keeps two."
)
BETWEEN = (
    rf"A and B are apart: there is no contact. $\answer{{{P}}}$, half way between the two nearest corners, is the "
    "middle of the gap."
)
GAP = (
    r"A and B are apart: there is no contact. $\answer{{\boldsymbol{{P}}}}$ is the middle of the gap, half way "
    r"between {w} and $\examined{{\boldsymbol{{m}}}}$, the nearest point of the face."
)
TEST = r"s_f=\examined{{{n}}}\cdot({w}-{v})"


@dataclass(frozen=True, eq=False)
class TwoBoxes(TwoShapes):
    """Both are boxes with sharp corners."""

    goal: str = ""  # which challenge is about it

    def __post_init__(self) -> None:
        if any(shape_kind(each.shape) is not ShapeKind.BOX for each in (self.a, self.b)):
            raise ValueError("in this lesson both shapes are boxes with sharp corners")

    @cached_property
    def trace(self) -> Trace[BoxBoxStep, PairResult]:
        return box_box.trace(self.a.world, self.b.world)

    @cached_property
    def faces(self) -> tuple[FaceTested, ...]:
        return tuple(step for step in self.trace if isinstance(step, FaceTested))

    @cached_property
    def reference(self) -> FaceTested:
        return next(step.reference for step in self.trace if isinstance(step, ReferenceFound))


class BoxBoxStory(Story):
    """Eight faces, the winner, and where the contact lies."""

    columns = ("face", "support vertex", "separation")

    def stage(self, moment: Moment[TwoBoxes]) -> str:
        step = moment.step.last if isinstance(moment.step, Grouped) else moment.step
        if isinstance(step, FaceTested):
            return f"Faces of {step.owner.value}"
        if isinstance(step, PairResult) and step.separation > step.tolerance:
            return "Gap"
        return {ReferenceFound: "Winner", CornersTested: "Corners", PairResult: "Contact"}[type(step)]

    def page(self, moment: Moment[TwoBoxes]) -> Page:
        return told(self.right(moment), moment)

    def right(self, moment: Moment[TwoBoxes]) -> Page:
        """What the right rule does."""
        step, page = moment.step, Page(self.stage(moment))
        match step:
            case FaceTested():
                page = _tested(page, moment, step)
            case Grouped():
                page = _tested_b(page, moment, step.part.steps)
            case ReferenceFound():
                page = _winner(page, moment)
            case CornersTested():
                page = _corners(page, moment, step)
            case PairResult():
                page = _contact(page, moment, step)
        asked = question(moment)
        a, b, s = moment.scene.a.world, moment.scene.b.world, moment.trace.result.separation
        return page if asked is None else page.asks(asked, standing(a, b, numbers=False, found=s))

    def draw(self, canvas: Canvas, moment: Moment[TwoBoxes]) -> None:
        draw_world(canvas, moment)


def _in_front(scene: TwoBoxes, face: FaceTested) -> float:
    """How far the other box lies in front of a face, from the vertices alone."""
    own, other = (scene.a.world, scene.b.world) if face.owner is Owner.A else (scene.b.world, scene.a.world)
    (x, y), (u, v) = own.points[face.face], own.points[(face.face + 1) % 4]
    along, across = other.points[:, 0] - x, other.points[:, 1] - y
    return float((((v - y) * along - (u - x) * across) / math.hypot(u - x, v - y)).min())


def _row(page: Page, face: FaceTested) -> Page:
    other = "B" if face.owner is Owner.A else "A"
    number = tint(fixed(face.separation), separation_ink(face.separation))
    cells = f"face {face.face} of {face.owner.value}", f"v{face.support.index} of {other}", number
    return page.row(*cells, ink=ink_of(face.owner), feature=edge_of(face), key=short(face))


def _claim(scene: TwoBoxes, face: FaceTested) -> Claim:
    return Claim(f"s of {short(face)}", lambda: face.separation, lambda: _in_front(scene, face))


def _formula(owner: Owner) -> str:
    own, other = (r"\A", r"\B") if owner is Owner.A else (r"\B", r"\A")
    return TEST.format(n=NF, w=rf"{other}{{\boldsymbol{{w}}}}", v=rf"{own}{{\boldsymbol{{v}}}}")


def _product(face: FaceTested) -> str:
    """s of a face, with its numbers."""
    (u, v), (x, y) = face.outward.tolist(), (face.support.point - face.start).tolist()
    value = equation("({u}, {v}) · ({x}, {y}) = {result}", lambda u, v, x, y: u * x + v * y, u=u, v=v, x=x, y=y)
    shown, _, result = value.rpartition(" ")
    return f"{shown} {tint(f'**{result}**', separation_ink(face.separation))}"


def _tested(page: Page, moment: Moment[TwoBoxes], face: FaceTested) -> Page:
    wish, which = (GAP_WISH, LEAST) if moment.scene.reference.separation > 0.0 else (PUSH_WISH, BEHIND)
    page = replace(
        page,
        idea=TESTED.format(wish=wish, which=which) if face.owner is Owner.A else OF_B,
        formula=_formula(face.owner),
    )
    return _row(page, face).says(_tells(face)).claiming(_claim(moment.scene, face))


def _tells(face: FaceTested, *, in_passing: bool = False) -> str:
    """What one test has found; in passing there is no time to read its product."""
    other = "B" if face.owner is Owner.A else "A"
    where = "is nearest, in front of it: a gap" if face.separation > 0.0 else "is furthest behind it"
    value = inked(face.separation) if in_passing else _product(face)
    return f"{sentence(name_of(face))}: v{face.support.index} of {other} {where}.\n$s_f$ = {value}."


def _tested_b(page: Page, moment: Moment[TwoBoxes], faces: tuple[FaceTested, ...]) -> Page:
    page, reached = replace(page, idea=OF_B, formula=_formula(Owner.B)), reached_by_now(moment)
    is_turning = reached is not None and moment.time > 0.0  # at 0 a later step may look back at this one
    for face in faces[: reached + 1 if reached is not None and is_turning else 4]:
        page = _row(page, face).claiming(_claim(moment.scene, face))
    if reached is not None and is_turning:
        return page.says(_tells(faces[reached % 4], in_passing=True))
    greatest, reference = max(faces, key=lambda face: face.separation), moment.scene.reference
    told = f"{sentence(name_of(greatest))}: $s_f$ = {_product(greatest)},\nthe greatest of B. "
    if reference.owner is Owner.A:
        is_tie = reference.separation - greatest.separation <= moment.trace.result.tolerance
        much = "has as much" if is_tie else "is still ahead"
        return page.says(f"{told}{sentence(name_of(reference))} {much}: {inked(reference.separation)}.")
    return page.says(f"{told}It is greater than all of A.")


def _either(owner: Owner) -> str:
    """The contact normal by a face of A or of B, the case that is not met quiet."""
    of_a, of_b = rf"{NF}\ \mathrm{{of\ A}}", rf"{{-}}{NF}\ \mathrm{{of\ B}}"
    if owner is Owner.A:
        return rf"{of_a}\ \,\quiet{{\mathrm{{or}}\ {of_b}}}"
    return rf"\quiet{{{of_a}\ \,\mathrm{{or}}}}\ {of_b}"


def _winner(page: Page, moment: Moment[TwoBoxes]) -> Page:
    scene, won, result = moment.scene, moment.scene.reference, moment.trace.result
    normal = won.outward if won.owner is Owner.A else -won.outward
    equal = [face for face in scene.faces if face.separation >= won.separation - result.tolerance]
    told = f"{sentence(name_of(won))} wins with {inked(won.separation)}."
    if len(equal) > 1:
        names = listed([tint(short(face), ink_of(face.owner)) for face in equal])
        told = f"{names} tie at {inked(won.separation)}, up to rounding: the first one wins."
    told += rf" $\examined{{{N}}}$ = {coords(normal)}."
    why = WIDEST if won.separation > result.tolerance else NEAREST
    page = replace(
        page,
        idea=WINNER.format(why=why),
        formula=rf"s=\max_f\,s_f\qquad\examined{{{N}}}={_either(won.owner)}",
    )
    page = _row(page, won).says(told)
    a, b, way = scene.a.world, scene.b.world, float(normal @ (scene.b.world.centroid - scene.a.world.centroid))
    page = page.claiming(
        Claim("greatest", lambda: won.separation, lambda: max(_in_front(scene, face) for face in scene.faces)),
        Claim("from A to B", lambda: way >= -1e-9, lambda: True),
    )
    if won.separation > result.tolerance:
        return page.claiming(Claim("a bound", lambda: won.separation <= separation(a, b) + 1e-9, lambda: True))
    return page.claiming(Claim("the depth", lambda: won.separation, lambda: separation(a, b)))


def _corners(page: Page, moment: Moment[TwoBoxes], step: CornersTested) -> Page:
    a, b, (on_a, on_b) = moment.scene.a.world, moment.scene.b.world, (step.closest.on_a, step.closest.on_b)
    face, distance = moment.scene.reference, math.dist(on_a, on_b)
    formula = r"d=\lVert\B{\boldsymbol{b}}-\A{\boldsymbol{a}}\rVert"
    told = f"{coords(on_b)} and {coords(on_a)} are {inked(distance)} apart. {sentence(name_of(face))} measures only "
    page = replace(page, idea=CORNERS, formula=formula).says(f"{told}{fixed(face.separation)}.")
    return page.claiming(
        Claim("distance", lambda: distance, lambda: separation(a, b)),
        Claim("never more", lambda: max(each.separation for each in moment.scene.faces) <= distance, lambda: True),
    )


def _contact(page: Page, moment: Moment[TwoBoxes], result: PairResult) -> Page:
    scene, found = moment.scene, moment.first(ReferenceFound)
    assert found is not None
    face, corners = found.reference, moment.first(CornersTested)
    a, b, s, point = scene.a.world, scene.b.world, result.separation, result.point
    free = Claim("just touching", lambda: separation(a, b.moved(-s * result.normal)), lambda: 0.0, 1e-7)
    if corners is not None and corners.is_best:
        formula = rf"\answer{{{P}}}=\tfrac12(\A{{\boldsymbol{{a}}}}+\B{{\boldsymbol{{b}}}})"
        page = replace(page, idea=BETWEEN, formula=formula).says(
            f"$\\answer{{{P}}}$ = **{coords(point)}**: {fixed(s / 2.0)} from both corners."
        )
        ends = corners.closest
        return page.claiming(free, Claim("P", lambda: point, lambda: ends.on_a + (ends.on_b - ends.on_a) / 2.0))
    side = "in front of" if s > 0.0 else "behind"
    m, sign = on_face(found), "+" if s > 0.0 else "−"
    told = rf"$\answer{{{P}}}$ = {coords(m)} {sign} {fixed(abs(s) / 2.0)} · {coords(face.outward)} = "
    told += f"**{coords(point)}**: half of {fixed(abs(s))} {side} {name_of(face)}."
    page = _row(page, face)
    formula = rf"\answer{{{P}}}=\examined{{\boldsymbol{{m}}}}+\tfrac12\,s\,\examined{{{NF}}}"
    w = rf"$\{'B' if face.owner is Owner.A else 'A'}{{\boldsymbol{{w}}}}$"
    idea = FLAT if is_flat(found) else (GAP if s > result.tolerance else CONTACT).format(w=w)
    page = replace(page, idea=idea, formula=formula).says(told)
    return page.claiming(
        free,
        Claim("height", lambda: float(face.outward @ (point - face.start)), lambda: _in_front(scene, face) / 2.0),
        Claim("m", lambda: point - 0.5 * s * face.outward, lambda: m),
    )


class BoxBox(Lesson[TwoBoxes]):
    id = "box-box"
    title = "Two boxes"
    source = "Shapes and collision detection"
    summary = "Eight faces, each against one support point; the greatest separation wins, and owns the contact."
    terms = ("face", "one-sided test", "reference face", "tie")
    builds_on = ("support-point", "axis-by-axis")
    tells_time = True
    story = BoxBoxStory()
    compare = (
        Comparison(
            MISPLACED, lambda s: Wrong(points=(misplaced_contact(s.reference),)), differs,
            "Error 1 of *Shapes and collision*",
        ),
        Comparison(ONE_CORNER, wrong_corners, differs, "Error 2 of *Shapes and collision*"),
        Comparison(
            TWO_FACES, lambda s: Wrong(faces=(best_of_two_directions(s.faces),)), differs,
            "Error 6 of *Shapes and collision*",
        ),
        Comparison(STRICT, wrong_ties, differs, "Error 7 of *Shapes and collision*"),
    )  # fmt: skip

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.58),
            Pane("faces", "One test for each face", draw_faces, share=0.42, is_to_scale=False),
        )

    @cached_property
    def presented(self) -> Layout:
        """The board is as large in less width: a wall is wide."""
        world, faces = self.panes
        return beside(replace(world, share=0.68), replace(faces, share=0.32))

    @cached_property
    def scenes(self) -> Mapping[str, TwoBoxes | Preset[TwoBoxes]]:
        wide, small, square = box(2.2, 1.2), box(1.2, 0.9), box(1.2, 1.2)
        won, met = at_first(ReferenceFound), at_first(PairResult)
        return {
            "Corner on a face": TwoBoxes(at(wide, -0.4, -0.4), at(small, 0.6, 0.57, 30)),
            "Resting flat": TwoBoxes(at(wide, 0.0, -0.6), at(box(1.4, 1.0), 0.65, REST), goal=SLIDE),
            "Apart at corners": TwoBoxes(at(box(1.5, 1.3), -0.8, -0.7, 8), at(small, 0.95, 0.72, -6), goal=BY_FACE),
            "A face of B wins": TwoBoxes(
                at(box(1.5, 1.1), -0.95, -0.3, 40), at(box(1.6, 1.1), 0.86, 0.1, -98), goal=DOWN
            ),
            "A tilted face": Preset(
                TwoBoxes(at(box(1.5, 2.3), -0.6, 0.0, 12), at(box(1.2, 1.2), 0.567, 0.25, 52)), MISPLACED, met
            ),
            "A box that rocks": Preset(
                TwoBoxes(at(box(2.4, 0.9), 0.0, -0.55), at(box(1.2, 1.3), 0.2, 0.41)), ONE_CORNER, met
            ),
            "The gap is at face 2": Preset(
                TwoBoxes(at(wide, -0.1, -0.5), at(small, 0.4, 0.908, 200)), TWO_FACES, won
            ),
            "A tie": Preset(TwoBoxes(at(square, -0.4, -0.4), at(square, 0.4, 0.4)), STRICT, won),
        }

    def run(self, scene: TwoBoxes) -> Trace[Any, PairResult]:
        """B's four faces are told as one step, which can be stepped into."""
        return grouped(scene.trace, (range(4, 8),))

    def clock(self, moment: Moment[TwoBoxes]) -> Clock | None:
        """The slab turns to the face that is tested, and a box rocks."""
        return clock(moment)

    def situation(self, moment: Moment[TwoBoxes]) -> str:
        a, b, s = moment.scene.a.world, moment.scene.b.world, moment.scene.trace.result.separation
        if shows_fault(moment):
            return answer_of(moment)
        tested, stands = tested_by_now(moment), standing(a, b, numbers=len(steps_so_far(moment)) > 8, found=s)
        if moment.has_seen(ReferenceFound) or not tested:
            return stands
        best = tested[0]
        for face in tested[1:]:  # of a tie the first one, as in the routine
            best = face if face.separation > best.separation + moment.scene.trace.result.tolerance else best
        return f"{stands} The greatest $s_f$ so far: {inked(best.separation)}, of {name_of(best)}."

    def challenge(self, moment: Moment[TwoBoxes]) -> Challenge | None:
        if moment.latest(ReferenceFound) is None:
            return None
        return goal(moment)
