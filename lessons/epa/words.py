"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome, Penetration, separation
from geometry.minkowski.epa import Face, FaceSplit, FaceTested, PolytopeStarted
from geometry.minkowski.gjk import Termination
from lessons.epa import explanations
from lessons.epa.scene import Overlapping
from lessons.first_edition.simplex_picture import name
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, signed, tint


def face_name(scene: Overlapping, face: Face) -> str:
    """By its two ends: "A0 − B2 to A1 − B2"."""
    return f"{name(scene, face.start)} to {name(scene, face.end)}"


def first_face(moment: Moment[Overlapping]) -> Face | None:
    """The nearest face of GJK's own triangle, where there is one."""
    started = moment.trace.steps[0]
    if not isinstance(started, PolytopeStarted) or len(started.simplex.vertices) < 3:
        return None
    return min(started.faces, key=lambda face: face.distance)


def left_over(moment: Moment[Overlapping], face: Face) -> float:
    """The separation after B has been moved out of one face by its distance, radii included."""
    first, second = moment.scene.shapes
    return separation(first, second.moved((face.distance + first.radius + second.radius) * face.normal))


def explain(moment: Moment[Overlapping]) -> str:
    match moment.step:
        case PolytopeStarted():
            return explanations.STARTED
        case FaceTested():
            return explanations.TESTED
        case FaceSplit():
            return explanations.SPLIT
        case Penetration() as answer if answer.face is None:
            return explanations.APART
        case answer:
            if moment.scene.naive and first_face(moment) is not None:
                return explanations.NAIVE
            return explanations.ROUNDED if answer.distance.radius > 0.0 else explanations.DEPTH


def caption(moment: Moment[Overlapping]) -> str:
    scene = moment.scene
    match moment.step:
        case PolytopeStarted(_, simplex, added):
            points = tint(listed([name(scene, vertex) for vertex in simplex.vertices]), Ink.RESULT)
            more = f" Too few for faces: {listed([name(scene, v) for v in added])} is looked for." if added else ""
            return f"GJK's last simplex: {points}.{more}"
        case FaceTested() as tested:
            near = tint(amount(tested.lower), Ink.OVERLAP)
            new = tint(name(scene, tested.vertex), Ink.INCIDENT)
            if tested.is_last:
                return f"The nearest face is {near} out, and {new} no further: it lies on the boundary."
            return f"The nearest face is {near} out; {new} lies {amount(tested.upper)} out: the depth is in between."
        case FaceSplit(_, _, replaced, added):
            gone = "One face gives" if len(replaced) == 1 else f"{len(replaced)} faces give"
            corner = tint(name(scene, added[0].end), Ink.INCIDENT)
            return f"{gone} way to two that meet in {corner}."
        case answer:
            return _answer(moment, answer)


def _answer(moment: Moment[Overlapping], answer: Penetration) -> str:
    if answer.termination is Termination.NOT_NEEDED:
        value = tint(signed(answer.separation), separation_ink(answer.separation))
        return f"The cores are {amount(answer.distance.core_distance)} apart: EPA is not needed. Separation {value}."
    depth = tint(amount(answer.depth), Ink.OVERLAP)
    text = f"Depth {depth}, after {answer.iterations} {'round' if answer.iterations == 1 else 'rounds'}."
    face = first_face(moment)
    if moment.scene.naive and face is not None:
        left = tint(signed(left_over(moment, face)), Ink.FAULTY)
        return f"{text} GJK's triangle says {tint(amount(face.distance), Ink.FAULTY)}, and leaves {left}."
    return text


def situation(moment: Moment[Overlapping]) -> str:
    answer: Penetration = moment.trace.result
    if not moment.is_last:
        return "How far must B move, and which way, until A and B just touch?"
    if answer.outcome is Outcome.SEPARATED:
        return f"A and B are {tint(amount(answer.separation), Ink.GAP)} apart: nothing must move."
    if abs(answer.separation) <= answer.tolerance:
        return f"A and B {tint('just touch', Ink.OVERLAP)}: nothing must move."
    first, second = moment.scene.letters
    return f"Moving {second} by {tint(amount(answer.depth), Ink.OVERLAP)} away from {first} makes them just touch."


def table(moment: Moment[Overlapping]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, FaceTested):
            cells = (name(moment.scene, step.vertex), amount(step.lower), amount(step.upper))
            rows.append(step_row(i, moment.index, str(step.iteration), *cells, ink=Ink.INCIDENT))
    return Table(("round", "new point", "at least", "at most"), tuple(rows))
