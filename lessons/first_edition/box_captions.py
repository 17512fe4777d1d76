"""Words about a circle against a box, shared by the lessons on both kinds of box."""

from __future__ import annotations

from typing import Any

from geometry import Trace
from geometry.primitives.circle_aabb import (
    Clamped,
    FaceMeasured,
    OutsideMeasured,
    RadiusCompared,
    Region,
    RegionFound,
)
from geometry.primitives.contact import PairResult
from viz.lesson.first_edition import Question
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.text import amount, pair, signed, tint

NEAREST = ("a face", "a corner", "neither tells: it is inside")
STAGES: dict[type, str] = {
    Clamped: "Clamp", RegionFound: "Region", OutsideMeasured: "Distance", FaceMeasured: "Nearest face",
    RadiusCompared: "Radius", PairResult: "Contact",
}  # fmt: skip


def caption(step: Any) -> str:
    """One sentence on a step in the box's axes, or on the answer."""
    match step:
        case Clamped() if (step.closest == step.center).all():
            return "Clamping changes nothing: the centre stays where it is."
        case Clamped():
            return f"Held between the sides, the centre becomes {tint(pair(step.closest), Ink.RESULT)}."
        case RegionFound():
            if step.region is Region.INSIDE:
                return "The centre lies inside the box: clamping cannot tell the way out."
            what = "a corner" if step.region.is_corner else "a face"
            return f"The centre lies in the region {tint(step.region.value, Ink.RESULT)}: {what} is nearest."
        case OutsideMeasured():
            return f"From the closest point to the centre: {tint(amount(step.distance), Ink.VECTOR_P)}."
        case FaceMeasured():
            depth = tint(amount(step.depth), Ink.RESULT)
            end = "the nearest so far" if step.is_best else f"{step.best.value} stays nearer"
            return f"Behind the face {step.face.value}: {depth} deep, {end}."
        case RadiusCompared():
            value = tint(signed(step.separation), separation_ink(step.separation))
            text = f"{amount(step.distance)} less the radius {amount(step.radius)}: separation {value}."
            if step.distance >= 0.0:
                return text
            return f"{text} Clamping alone finds the distance 0, and says {tint(signed(-step.radius), Ink.FAULTY)}."
        case PairResult():
            return f"The contact lies halfway between the surfaces, at {tint(pair(step.point), Ink.RESULT)}."
    raise TypeError(f"not a step of a circle against a box: {type(step).__name__}")


def situation(result: PairResult, *, is_last: bool) -> str:
    """How the box and the circle stand, once that is known."""
    if not is_last:
        return "Which point of the box is nearest to the centre of the circle?"
    if result.is_touching:
        return "The box and the circle just touch."
    if result.separation > 0.0:
        return f"The circle is {tint(amount(result.separation), Ink.GAP)} away from the box."
    return f"The circle and the box overlap by {tint(amount(-result.separation), Ink.OVERLAP)}."


def question(trace: Trace[Any, PairResult], step: Any) -> Question | None:
    """What of the box is nearest to the centre: asked once the centre has been clamped."""
    if not isinstance(step, Clamped):
        return None
    region = next(s.region for s in trace if isinstance(s, RegionFound))
    face, corner, inside = NEAREST
    answer = inside if region is Region.INSIDE else corner if region.is_corner else face
    because = f"Its region is {tint(region.value, Ink.RESULT)}."
    return Question("What of the box is nearest to the centre of the circle?", frozenset((answer,)), because, NEAREST)
