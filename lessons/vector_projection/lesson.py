"""A vector on a vector: the shadow's signed length, and why the vector projected on must have length 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geometry import Trace, Vector, project_on_vector
from geometry.projection import ScalarFound, UnitTaken, VectorProjected, VectorProjectionStep, VectorsDotted
from geometry.vector import cross, left_of, length, vector
from lessons.vector_projection.words import EXPLAINED, INKS, NAMES, RAW, REFUSED, STAGES
from viz import marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal
from viz.scene import Scene, handle, toggle
from viz.table import Table, step_row
from viz.text import NOISE, amount, pair, tint


@dataclass(frozen=True, eq=False)
class TwoVectors(Scene):
    o: Vector = handle(Ink.CONSTRUCTION, "start")
    a: Vector = handle(Ink.VECTOR_P, "tip of a")
    b: Vector = handle(Ink.VECTOR_Q, "tip of b")
    raw: bool = toggle("Skip the unit vector", False)


def _scene(a: tuple[float, float], b: tuple[float, float], *, raw: bool = False) -> TwoVectors:
    return TwoVectors(vector((0.0, 0.0)), vector(a), vector(b), raw)


class VectorProjection(Lesson[TwoVectors]):
    id = "vector-projection"
    title = "Vector on a vector"
    source = "SAT explained"
    summary = "The scalar projection is a signed length; without a unit vector it is no length at all."

    def presets(self) -> Mapping[str, TwoVectors]:
        return {
            "Leaning together": _scene((1.4, 1.5), (2.2, 0.5)),
            "Leaning apart": _scene((-1.2, 1.3), (2.0, 0.4)),
            "Right angle": _scene((-0.4, 1.6), (2.0, 0.5)),
            "Skipping the unit": _scene((1.0, 1.3), (2.4, 0.3), raw=True),
            "Same direction": _scene((0.8, 0.4), (2.0, 1.0)),
            "b has no length": _scene((1.2, 1.0), (0.0, 0.0)),
        }

    def run(self, scene: TwoVectors) -> Trace[VectorProjectionStep, Vector]:
        return project_on_vector.trace(scene.a - scene.o, scene.b - scene.o)

    def stage(self, step: VectorProjectionStep) -> str:
        return STAGES[type(step)]

    def draw(self, canvas: Canvas, moment: Moment[TwoVectors]) -> None:
        scene, step = moment.scene, moment.step
        a, b = scene.a - scene.o, scene.b - scene.o
        along = b if float(b @ b) > 0.0 else None
        if along is not None:
            canvas.unbounded(scene.o, along, Ink.AXIS)
        for v, name, ink in ((a, "a", Ink.VECTOR_P), (b, "b", Ink.VECTOR_Q)):
            canvas.arrow(scene.o, scene.o + v, ink)
            canvas.dot(scene.o + v, ink)
            canvas.hot((scene.o, scene.o + v), name, ink)
            if length(v) > 0.0:
                side = left_of(v) if (cross(b, a) >= 0.0) == (name == "a") else -left_of(v)
                canvas.symbol(rf"\vec {name}", scene.o + 0.62 * v, ink, toward=side, feature=name)
        if isinstance(step, UnitTaken | ScalarFound | VectorProjected):
            canvas.arrow(scene.o, scene.o + step.unit, Ink.REFERENCE)
            below = -left_of(step.unit) if cross(b, a) >= 0.0 else left_of(step.unit)
            canvas.symbol(r"\hat b", scene.o + 0.5 * step.unit, Ink.REFERENCE, toward=below, feature="unit")
            canvas.hot((scene.o, scene.o + step.unit), "unit", Ink.REFERENCE)
        if isinstance(step, ScalarFound | VectorProjected):
            self._shadow(canvas, scene, step)

    def _shadow(self, canvas: Canvas, scene: TwoVectors, step: ScalarFound | VectorProjected) -> None:
        a, n = scene.a - scene.o, step.unit
        foot = scene.o + step.scalar * n
        up = left_of(n) if cross(n, a) >= 0.0 else -left_of(n)
        canvas.stroke((scene.a, foot), Ink.PROJECTOR_A)
        if length(scene.a - foot) > 24.0 * canvas.pixel:
            marks.right_angle(canvas, foot, -n if step.scalar > 0.0 else n, scene.a - foot)
        marks.measured(canvas, scene.o, foot, -up, Ink.RESULT, f"scalar {amount(step.scalar)}")
        canvas.hot((scene.o, foot), "scalar", Ink.RESULT)
        if isinstance(step, VectorProjected):
            canvas.arrow(scene.o, foot, Ink.RESULT)
            canvas.label("projection", foot, Ink.RESULT, toward=up + 0.7 * n)
        if scene.raw:
            wrong = scene.o + float(a @ (scene.b - scene.o)) * n
            canvas.arrow(scene.o, wrong, Ink.FAULTY)
            canvas.label(f"a · b as a length: {amount(float(a @ (scene.b - scene.o)))}", wrong, Ink.FAULTY, toward=n)

    def explain(self, moment: Moment[TwoVectors]) -> str:
        if moment.trace.refusal is not None and moment.is_last:
            return REFUSED
        if moment.scene.raw and isinstance(moment.step, ScalarFound | VectorProjected):
            return RAW
        return EXPLAINED[type(moment.step)]

    def caption(self, moment: Moment[TwoVectors]) -> str:
        step: VectorProjectionStep = moment.step
        value = tint(_value(step), INKS[type(step)])
        if moment.trace.refusal is not None and moment.is_last:
            return f"a · b = {value}, but no direction to project on: {moment.trace.refusal}."
        match step:
            case VectorsDotted():
                return f"a · b = {value}: the shadow's length times the length of b."
            case UnitTaken():
                return f"b is {amount(step.length)} long; divided by that, it is {value}, of length 1."
            case ScalarFound():
                return f"a · b̂ = {value}: {_sign(step.scalar)}."
            case VectorProjected():
                return f"The part of a along b is {value}, and the rest of a stands across b."

    def situation(self, moment: Moment[TwoVectors]) -> str:
        if moment.trace.refusal is not None:
            return "b has no length, so it has no direction, and nothing can be projected on it."
        if not isinstance(moment.step, ScalarFound | VectorProjected):
            return "How long is the shadow of a on the line along b?"
        reach = tint(amount(moment.step.scalar), Ink.RESULT)
        return f"Vector {_sign(moment.step.scalar)}: its shadow reaches {reach} along b."

    def feature_of(self, field: str, value: Any) -> str | None:
        return {"unit": "unit", "scalar": "scalar", "projection": "scalar"}.get(field)

    def goal(self, moment: Moment[TwoVectors]) -> Goal:
        """A right angle."""
        a, b = moment.scene.a - moment.scene.o, moment.scene.b - moment.scene.o
        sizes = length(a) * length(b)
        cosine = float(a @ b) / sizes if sizes > 0.0 else 1.0
        return Goal("Turn a until its shadow on b vanishes.", abs(cosine) <= 0.02, f"Cosine {amount(cosine)}.")

    def table(self, moment: Moment[TwoVectors]) -> Table:
        rows = []
        for at, (kind, name) in enumerate(NAMES.items()):
            step = at if at < len(moment.trace) else None
            value = [] if step is None else [tint(_value(moment.trace.steps[step]), INKS[kind])]
            unknown = "refused" if moment.trace.refusal is not None else "not yet"
            rows.append(step_row(step, moment.index, name, *value, ink=INKS[kind], unknown=unknown))
        return Table(("quantity", "value"), tuple(rows))


def _sign(scalar: float) -> str:
    if abs(scalar) < NOISE:
        return "a stands across b"
    return "a leans the way b points" if scalar > 0.0 else "a leans against b"


def _value(step: VectorProjectionStep) -> str:
    match step:
        case VectorsDotted(a_dot_b):
            return amount(a_dot_b)
        case UnitTaken():
            return pair(step.unit)
        case ScalarFound():
            return amount(step.scalar)
        case VectorProjected():
            return pair(step.projection)
