"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome
from geometry.minkowski.cross_check import CrossCheck, cross_check
from geometry.minkowski.faces import DifferenceFace, DifferenceFaces
from geometry.sat.separating_axis import Owner
from lessons.faces_of_the_difference import explanations
from lessons.first_edition.difference import Operand, Subtracted
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, sentence, signed, tint


def parents(scene: Subtracted, face: DifferenceFace) -> tuple[Operand, Operand]:
    """Whose edge the face is, and whose vertices support it."""
    first, second = scene.operands
    return (second, first) if face.owner is Owner.B else (first, second)


def edge_name(scene: Subtracted, face: DifferenceFace) -> str:
    own, _ = parents(scene, face)
    return "the only point" if face.edge is None else f"edge {face.edge} of {own.letter}"


def support_names(scene: Subtracted, face: DifferenceFace) -> list[str]:
    _, other = parents(scene, face)
    return [f"vertex {i} of {other.letter}" for i in face.supports]


def asked(scene: Subtracted) -> CrossCheck:
    """All three methods on this scene."""
    return cross_check(*scene.shapes)


def explain(moment: Moment[Subtracted]) -> str:
    match moment.step:
        case DifferenceFaces() as answer:
            inside = answer.decisive.separation <= answer.tolerance and answer.outcome is Outcome.OVERLAPPED
            return explanations.INSIDE if inside else explanations.OUTSIDE
        case DifferenceFace(same_as=twin) if twin is not None:
            return explanations.SAME
        case DifferenceFace() as face if len(face.supports) == 2:
            return explanations.PARALLEL
        case face:
            return explanations.SECOND if face.owner is Owner.B else explanations.FIRST


def caption(moment: Moment[Subtracted]) -> str:
    scene = moment.scene
    match moment.step:
        case DifferenceFaces() as answer:
            found = asked(scene)
            value = tint(signed(answer.separation), separation_ink(answer.separation))
            agree = "all three methods agree" if found.all_agree else tint("the methods DISAGREE", Ink.FAULTY)
            return f"{answer.count} faces, separation {value}: {agree}."
        case face:
            return _face(scene, face)


def _face(scene: Subtracted, face: DifferenceFace) -> str:
    name = sentence(edge_name(scene, face))
    if face.same_as is not None:
        twin = f"edge {face.same_as[1]} of {scene.letters[0]}"
        return f"{name} is parallel to {twin}: they make one face, which has been met."
    value = tint(signed(face.separation), separation_ink(face.separation))
    if face.edge is None:
        return f"Neither shape has an edge: the difference is one point, and the separation {value}."
    with_ = listed(support_names(scene, face))
    lead = " It is the greatest so far." if face.is_best and face.best is not None else ""
    side = "beyond" if face.separation > 0.0 else "inside"
    return f"{name} with {with_}: the origin lies {side} this face, separation {value}.{lead}"


def situation(moment: Moment[Subtracted]) -> str:
    answer: DifferenceFaces = moment.trace.result
    if not moment.is_last:
        first, second = moment.scene.letters
        return f"Does {first} − {second} hold the origin, and how far is it from the boundary?"
    if abs(answer.separation) <= answer.tolerance:
        return f"A and B {tint('just touch', Ink.OVERLAP)}: touching is contact."
    if answer.outcome is Outcome.SEPARATED:
        return f"A and B are {tint(amount(answer.separation), Ink.GAP)} apart."
    return f"A and B overlap by {tint(amount(-answer.separation), Ink.OVERLAP)}."


def table(moment: Moment[Subtracted]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, DifferenceFace):
            own, _ = parents(moment.scene, step)
            value = tint(signed(step.separation), separation_ink(step.separation))
            supports = "same face" if step.same_as is not None else ", ".join(map(str, step.supports))
            now = moment.step
            best = now.decisive if isinstance(now, DifferenceFaces) else now.best_so_far
            mark = tint("best", Ink.RESULT) if step is best else ""
            name = f"{own.letter} edge {step.edge}" if step.edge is not None else "point"
            feature = edge_name(moment.scene, step)
            rows.append(step_row(i, moment.index, name, supports, value, mark, ink=own.ink, feature=feature))
    return Table(("face of", "supports", "separation", ""), tuple(rows))
