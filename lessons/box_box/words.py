"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Owner
from geometry.primitives.box_box import CornersTested, FaceTested, ReferenceFound
from geometry.primitives.contact import PairResult
from lessons.box_box import beside
from lessons.box_box.explanations import BESIDE, EXPLAINED
from lessons.box_box.scene import TwoBoxes
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, sentence, signed, tint


def explain(moment: Moment[TwoBoxes]) -> str:
    return BESIDE.get((type(moment.step), moment.scene.beside), EXPLAINED[type(moment.step)])


def caption(moment: Moment[TwoBoxes]) -> str:
    match moment.step:
        case FaceTested() as face:
            other = "B" if face.owner is Owner.A else "A"
            ends = ", the greatest so far" if face.is_best else f"; {signed(face.best_separation)} stays ahead"
            value = tint(signed(face.separation), separation_ink(face.separation))
            vertex, name = face.support.index, f"edge {face.face} of {face.owner.value}"
            lies = "nearest in front of" if face.separation > 0.0 else "deepest behind"
            return f"Vertex {vertex} of {other} lies {lies} {name}: {value}{ends}."
        case ReferenceFound(reference):
            name = f"Edge {reference.face} of {reference.owner.value}"
            flat = moment.step.last - moment.step.first > 0.0
            nearest = "a whole edge faces it" if flat else "one corner is nearest to it"
            return f"{name} is the reference face; {nearest}.{beside.sentence(moment)}"
        case CornersTested():
            distance = tint(amount(moment.step.separation), Ink.GAP)
            return f"Beyond the face's end two corners are nearest: {distance}."
        case result:
            where = tint(pair(result.point), Ink.RESULT)
            return f"The contact lies halfway between the surfaces, at {where}.{beside.sentence(moment)}"


def situation(moment: Moment[TwoBoxes]) -> str:
    result: PairResult = moment.trace.result
    if isinstance(moment.step, FaceTested):
        return f"Greatest separation so far: {signed(moment.step.best_separation)}."
    if result.is_touching:
        return "The boxes just touch."
    if result.separation > 0.0:
        return f"The boxes are {tint(amount(result.separation), Ink.GAP)} apart."
    return f"The boxes overlap by {tint(amount(-result.separation), Ink.OVERLAP)}."


def question(moment: Moment[TwoBoxes]) -> Question | None:
    """Which face will win: asked when the first has been tested. Those that tie will all do."""
    if moment.index:
        return None
    tests, result = beside.faces(moment), moment.trace.result
    greatest = max(face.separation for face in tests)
    names = [beside.name_of(face) for face in tests if face.separation >= greatest - result.tolerance]
    value = tint(signed(greatest), separation_ink(greatest))
    because = f"{sentence(names[0])} has {value} in front of it: no other has more."
    return Question("Which face has the greatest separation in front of it?", frozenset(names), because)


def table(moment: Moment[TwoBoxes]) -> Table:
    rows = []
    for i, face in enumerate(moment.trace):
        if not isinstance(face, FaceTested):
            continue
        name = f"{face.owner.value} edge {face.face}"
        ink = Ink.A if face.owner is Owner.A else Ink.B
        feature = f"edge {face.face} of {face.owner.value}"
        cells = f"vertex {face.support.index}", tint(signed(face.separation), separation_ink(face.separation))
        unknown = "not tested yet"
        rows.append(step_row(i, moment.index, name, *cells, ink=ink, feature=feature, unknown=unknown))
    return Table(("face", "support", "separation"), tuple(rows))
