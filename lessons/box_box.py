"""Two boxes: every face asks how far the other box keeps in front of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Owner, Trace, box
from geometry.primitives.box_box import BoxBoxStep, CornersTested, FaceTested, ReferenceFound, box_box
from geometry.primitives.contact import PairResult
from geometry.primitives.kinds import ShapeKind, shape_kind
from geometry.vector import left_of, length
from viz import axis_words, marks
from viz.canvas import Canvas
from viz.ink import Ink, separation_ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Body, Scene, at, body, toggle
from viz.table import Table, step_row
from viz.text import amount, explained, pair, signed, tint


@dataclass(frozen=True, eq=False)
class TwoBoxes(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    misplaced: bool = toggle("Misplace the contact", False)

    def __post_init__(self) -> None:
        if any(shape_kind(each.shape) is not ShapeKind.BOX for each in (self.a, self.b)):
            raise ValueError("in this lesson both shapes are sharp boxes")


class BoxBox(Lesson[TwoBoxes]):
    id = "box-box"
    title = "Two boxes"
    source = "Shapes and collision detection"
    summary = "Eight faces, each against one support point; the greatest separation wins, and owns the contact."

    def presets(self) -> Mapping[str, TwoBoxes]:
        wide, small = box(2.2, 1.2), box(1.2, 0.9)
        return {
            "Corner on a face": TwoBoxes(at(wide, -0.4, -0.4), at(small, 0.5, 0.6, 35)),
            "Resting flat": TwoBoxes(at(wide, 0.0, -0.6), at(small, 0.4, 0.35)),
            "A misplaced contact": TwoBoxes(at(wide, -0.4, -0.4), at(small, 0.5, 0.6, 35), True),
            "Apart at a face": TwoBoxes(at(wide, -0.4, -0.5), at(small, 0.4, 0.9, 20)),
            "Apart at corners": TwoBoxes(at(wide, -0.8, -0.6), at(small, 1.1, 0.75, 40)),
            "Contained": TwoBoxes(at(wide, 0.0, 0.0, 10), at(box(0.6, 0.4), 0.3, 0.1, 30)),
            "Coincident": TwoBoxes(at(small, 0.0, 0.0), at(small, 0.0, 0.0)),
        }

    def run(self, scene: TwoBoxes) -> Trace[BoxBoxStep, PairResult]:
        return box_box.trace(scene.a.world, scene.b.world)

    def stage(self, step: BoxBoxStep) -> str:
        if isinstance(step, FaceTested):
            return f"Faces of {step.owner.value}"
        return {ReferenceFound: "Reference face", CornersTested: "Corners", PairResult: "Contact"}[type(step)]

    def draw(self, canvas: Canvas, moment: Moment[TwoBoxes]) -> None:
        scene, step = moment.scene, moment.step
        marks.shape(canvas, scene.a.world, Ink.SHAPE_A, "A")
        marks.shape(canvas, scene.b.world, Ink.SHAPE_B, "B")
        match step:
            case FaceTested():
                self._face(canvas, step)
            case ReferenceFound(reference):
                self._face(canvas, reference)
                for along in {step.first, step.last}:
                    unit = (reference.end - reference.start) / step.face_length
                    foot = reference.start + along * unit
                    canvas.stroke((foot, foot + reference.separation * reference.outward), Ink.PROJECTOR_B)
                    canvas.dot(foot + reference.separation * reference.outward, Ink.RESULT)
            case CornersTested(closest):
                canvas.stroke((closest.on_a, closest.on_b), Ink.SEPARATION)
                canvas.dot(closest.on_a, Ink.SHAPE_A)
                canvas.dot(closest.on_b, Ink.SHAPE_B)
                words, middle = f"distance {amount(step.separation)}", (closest.on_a + closest.on_b) / 2.0
                canvas.label(words, middle, Ink.SEPARATION, toward=left_of(step.normal))
            case PairResult():
                marks.contact(canvas, step.contact, step.tolerance)
                if scene.misplaced and step.separation < 0.0:
                    wrong = step.contact.on_b + step.separation * step.normal  # carried the wrong way
                    canvas.dot(wrong, Ink.FAULTY)
                    off = length(wrong - step.contact.on_a)
                    canvas.label(f"off A's surface by {amount(off)}", wrong, Ink.FAULTY, toward=-step.normal)

    def _face(self, canvas: Canvas, face: FaceTested) -> None:
        canvas.stroke((face.start, face.end), Ink.REFERENCE)
        middle = (face.start + face.end) / 2.0
        name = f"edge {face.face} of {face.owner.value}"
        marks.normal_arrow(canvas, middle, face.outward, name)
        canvas.label(name, face.start, Ink.REFERENCE, toward=face.start - face.end)
        point = face.support.point
        foot = point - face.separation * face.outward
        canvas.unbounded(face.start, face.end - face.start, Ink.GHOST)
        ink = separation_ink(face.separation)
        canvas.stroke((foot, point), ink)
        canvas.dot(point, Ink.RESULT)
        words = f"{'gap' if face.separation > 0.0 else 'depth'} {amount(abs(face.separation))}"
        canvas.label(words, (foot + point) / 2.0, ink, toward=face.end - face.start)

    def explain(self, moment: Moment[TwoBoxes]) -> str:
        if moment.scene.misplaced and isinstance(moment.step, PairResult):
            return MISPLACED
        return EXPLAINED[type(moment.step)]

    def caption(self, moment: Moment[TwoBoxes]) -> str:
        match moment.step:
            case FaceTested() as face:
                other = "B" if face.owner is Owner.A else "A"
                ends = ": the greatest so far" if face.is_best else f"; {signed(face.best_separation)} stays ahead"
                value = tint(signed(face.separation), separation_ink(face.separation))
                vertex, name = face.support.index, f"edge {face.face} of {face.owner.value}"
                return f"Nearest to {name} is {other}'s vertex {vertex}: {value}{ends}."
            case ReferenceFound(reference):
                name = f"Edge {reference.face} of {reference.owner.value}"
                flat = moment.step.last - moment.step.first > 0.0
                nearest = "a whole edge faces it" if flat else "one corner is nearest to it"
                return f"{name} is the reference face; {nearest}."
            case CornersTested():
                distance = tint(amount(moment.step.separation), Ink.SEPARATION)
                return f"Beyond the face's end two corners are nearest: {distance}."
            case result:
                return f"The contact lies halfway between the surfaces, at {tint(pair(result.point), Ink.RESULT)}."

    def situation(self, moment: Moment[TwoBoxes]) -> str:
        result: PairResult = moment.trace.result
        if isinstance(moment.step, FaceTested):
            return f"Greatest separation so far: {signed(moment.step.best_separation)}."
        if result.is_touching:
            return "The boxes just touch."
        if result.separation > 0.0:
            return f"The boxes are {tint(amount(result.separation), Ink.SEPARATION)} apart."
        return f"The boxes overlap by {tint(amount(-result.separation), Ink.PENETRATION)}."

    def goal(self, moment: Moment[TwoBoxes]) -> Goal:
        """Just touching."""
        return axis_words.touching_goal(moment.trace.result.separation, moment.scene.a.world)

    def table(self, moment: Moment[TwoBoxes]) -> Table:
        rows = []
        for i, face in enumerate(moment.trace):
            if not isinstance(face, FaceTested):
                continue
            name = f"{face.owner.value} edge {face.face}"
            ink = Ink.SHAPE_A if face.owner is Owner.A else Ink.SHAPE_B
            feature = f"edge {face.face} of {face.owner.value}"
            cells = f"vertex {face.support.index}", tint(signed(face.separation), separation_ink(face.separation))
            unknown = "not tested yet"
            rows.append(step_row(i, moment.index, name, *cells, ink=ink, feature=feature, unknown=unknown))
        return Table(("face", "support", "separation"), tuple(rows))


EXPLAINED: Mapping[type, str] = {
    FaceTested: explained(
        """A face has all of its box behind it. How far the **other** box keeps in front is told by one point,
        its support point against the face's normal.""",
        r"s = \hat n \cdot (\vec v - \vec f)",
    ),
    ReferenceFound: explained(
        """The face of **greatest separation** wins: the first tested of equal ones. What is nearest to it may
        be a corner or a whole edge; then the middle of what they share is taken.""",
        r"s = \max_i s_i",
    ),
    CornersTested: explained(
        """Apart, and beyond the end of the face: no face sees the true distance. There two **corners** are
        nearest, and the line between them is the normal.""",
        r"s = |\vec b - \vec a\,|",
    ),
    PairResult: explained(
        """Point, normal from A to B, separation: with these B can be moved out, or pushed at the right place.
        The point lies **halfway** between the surfaces.""",
        r"\vec p = \vec f_s + \tfrac12 s\,\hat n",
    ),
}
MISPLACED = explained(
    """A sign slips, and the point is carried from the surface **the wrong way**: it lies off by twice the
    depth, on neither surface, and a push there turns the box the wrong way.""",
    r"|\vec p_{wrong} - \vec p_A| = 2\,|s|",
)
