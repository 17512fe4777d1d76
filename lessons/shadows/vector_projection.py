"""Vector on a vector: a vector swings, and its shadow shrinks to 0 at 90° and grows backwards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from geometry import Trace, Vector, project_on_vector
from geometry.faulty.scalar import FaultyScalar, raw_product, without_sign
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.projection import ScalarFound, UnitTaken, VectorProjected, VectorProjectionStep, VectorsDotted
from geometry.vector import length, vector
from lessons.shadows.ruler import product
from lessons.shadows.vector_projection_asked import asked_first, goal_with_sign, goal_with_unit, shadow_of_q
from lessons.shadows.vector_projection_figure import angle_now, draw_world, is_swinging, signed_ink, swung
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment, Preset
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Scene, handle
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, tint

RAW, NO_SIGN = "raw dot product", "length without sign"
RIGHT = 0.3  # how far to the right both vectors reach, and how far below 0 p·q lies, where the challenge is met
STAGES = {VectorsDotted: "Angle", UnitTaken: "Unit vector", ScalarFound: "Scalar", VectorProjected: "Vector"}
P, Q, Q_HAT = r"\examined{\boldsymbol{p}}", r"\boldsymbol{q}", r"\hat q"
L, REST, THETA = r"\answer{\ell}", r"\boldsymbol{p}_\perp", r"\examined{\theta}"
P_X, P_Y = r"\examined{p_x}", r"\examined{p_y}"
BY_COORDINATES = rf"{P}\cdot{{{Q}}}={P_X}q_x+{P_Y}q_y"
ANGLE = (
    f"We want the shadow of ${P}$: how far it extends along ${Q}$. Rotating both keeps lengths, angle and "
    f"${P}\\cdot{{{Q}}}$. With ${Q}$ along x its y part is 0: ${P}\\cdot{{{Q}}}$ is the shadow times "
    f"$\\lVert{Q}\\rVert$."
)
ZERO = (
    f"${Q}$ has length 0 and no direction. So ${Q_HAT}$ = ${Q}/\\lVert{Q}\\rVert$ = 0 / 0 has no value. Test "
    f"$\\lVert{Q}\\rVert$ before you divide."
)
UNIT = (
    f"If ${Q}$ is twice as long, the dot product is twice as large, but the shadow stays. So divide ${Q}$ by its "
    f"length: the **unit vector** ${Q_HAT}$ has length 1 and the same direction."
)
SCALAR = (
    f"With ${Q_HAT}$ the dot product is the **scalar projection** ${L}$: the length of the shadow of ${P}$, with a "
    "sign. It is 0 at 90° and negative beyond."
)
VECTOR = (
    f"${Q_HAT}$ scaled by ${L}$ is the **vector projection**, the part of ${P}$ along ${Q}$. The rest, ${REST}$, is "
    f"perpendicular to ${Q}$."
)


NOT_DIVIDED = (
    f"This rule takes the dot product for the length of the shadow, without dividing by $\\lVert{Q}\\rVert$. "
    f"So a longer ${Q}$ gives another length."
)
BOTH_WAYS = (
    f"This rule takes the length of the shadow without its sign. A shadow that points against ${Q}$ is then the "
    f"same as one along ${Q}$."
)
FAULTY = {
    RAW: (NOT_DIVIDED, r"\faulty{\ell'=\boldsymbol{p}\cdot\boldsymbol{q}}"),
    NO_SIGN: (BOTH_WAYS, r"\faulty{\ell'=\lvert\boldsymbol{p}\cdot\hat q\,\rvert}"),
}


@dataclass(frozen=True, eq=False)
class TwoVectors(Scene):
    """Two vectors from one point, given by their tips."""

    o: Vector = handle(Ink.TEXT, "start")
    tip_p: Vector = handle(Ink.EXAMINED, "tip of p")
    tip_q: Vector = handle(Ink.TEXT, "tip of q")

    @cached_property
    def p(self) -> Vector:
        return self.tip_p - self.o

    @cached_property
    def q(self) -> Vector:
        return self.tip_q - self.o

    @property
    def has_angle(self) -> bool:
        return min(length(self.p), length(self.q)) > 1e-9

    @cached_property
    def turn(self) -> float:
        """From q to p, in radians: negative clockwise."""
        (px, py), (qx, qy) = self.p.tolist(), self.q.tolist()
        return math.atan2(qx * py - qy * px, qx * px + qy * py)

    @property
    def degrees(self) -> float:
        return math.degrees(abs(self.turn))


class VectorProjectionStory(Story):
    """From the angle over the unit vector to the part of p along q."""

    columns = ("quantity", "value")
    stages = STAGES

    def page(self, moment: Moment[TwoVectors]) -> Page:
        match moment.step:
            case VectorsDotted(dotted):
                return self.angle(moment, dotted)
            case UnitTaken() as unit:
                return self.unit(moment, unit)
            case ScalarFound() as scalar:
                return self.scalar(moment, scalar)
            case VectorProjected() as projected:
                return self.vector(moment, projected)
        raise TypeError(moment.step)

    def angle(self, moment: Moment[TwoVectors], dotted: float) -> Page:
        scene, (p, q) = moment.scene, (length(moment.scene.p), length(moment.scene.q))
        claims = (
            Claim("components", lambda: dotted, lambda: scene.p[0] * scene.q[0] + scene.p[1] * scene.q[1]),
            Claim("cosine", lambda: dotted, lambda: p * q * math.cos(scene.turn)),
        )
        formula = rf"{BY_COORDINATES}=\lVert{P}\rVert\,\lVert{Q}\rVert\,\cos{THETA}"
        says = f"${Q if q == 0.0 else P}$ has length 0: no angle, and the dot product is 0."
        if scene.has_angle:
            sum_ = by_angle(p, q, scene.degrees, dotted)
            says = f"${P}\\cdot{{{Q}}}$ = {product(float(scene.p[0]), float(scene.p[1]), scene.q)}. Also {sum_}."
        idea = ANGLE
        if q == 0.0:
            idea, formula = ZERO, BY_COORDINATES
        page = Page("Angle", idea, formula, claims).says(says)
        for name, value, feature, ink in (
            (P, coords(scene.p), "p", Ink.EXAMINED),
            (Q, coords(scene.q), "q", Ink.TEXT),
            (THETA, f"{fixed(scene.degrees, 1)}°", "θ", Ink.EXAMINED),
            (rf"{P}\cdot{{{Q}}}", fixed(dotted), "p · q", Ink.TEXT),
        ):
            if name != THETA or scene.has_angle:
                page = row(page, name, value, feature, ink)
        return page.asks(None if moment.compare else asked_first(scene), outset(scene))

    def unit(self, moment: Moment[TwoVectors], unit: UnitTaken) -> Page:
        scene, (x, y) = moment.scene, unit.unit.tolist()
        claims = (
            Claim("unit", lambda: unit.unit * math.hypot(*scene.q), lambda: scene.q),
            Claim("length", lambda: math.hypot(x, y), lambda: 1.0),
        )
        formula = rf"{Q_HAT}={Q}/\lVert{Q}\rVert"
        says = f"${Q}$ is {fixed(unit.length)} long, so ${Q_HAT}$ = {coords(unit.unit)}."
        page = Page("Unit vector", UNIT, formula, claims).says(says)
        return row(page, Q_HAT, coords(unit.unit), "q̂", Ink.TEXT)

    def scalar(self, moment: Moment[TwoVectors], scalar: ScalarFound) -> Page:
        scene, value = moment.scene, scalar.scalar
        (px, py), q = scene.p.tolist(), length(scene.q)
        claims = (
            Claim("products", lambda: value, lambda: (px * scene.q[0] + py * scene.q[1]) / q),
            Claim("cosine", lambda: value, lambda: math.hypot(px, py) * math.cos(scene.turn)),
        )
        formula = rf"{L}={P}\cdot{Q_HAT}=\lVert{P}\rVert\,\cos{THETA}"
        way = "vanishes" if abs(value) < 0.005 else f"points {'along' if value > 0.0 else 'against'} ${Q}$"
        says = f"${L}$ = {product(px, py, scalar.unit)}: the shadow {way}."
        idea, formula = (text.replace(L, inked_ell(value)) for text in (SCALAR, formula))
        says = says.replace(L, inked_ell(value))
        shown = value
        if is_swinging(moment):
            size, turn = math.hypot(px, py), angle_now(moment)
            shown, degrees = size * math.cos(turn), fixed(math.degrees(turn), 1)
            says = f"Now ${inked_ell(shown)}$ = {fixed(size)} · cos {degrees}° = **{fixed(shown)}**."
        if differs(moment):
            (idea, formula), says = FAULTY[moment.compare], faulty_told(moment, value)
        page = Page(STAGES[ScalarFound], idea, formula, claims).says(says)
        if differs(moment):
            page = row(page, r"\faulty{\ell'}", fixed(moment.faulty.value), "ℓ'", Ink.FAULTY)
        page = row(page, inked_ell(shown), fixed(shown), "ℓ", signed_ink(shown))
        return page if moment.compare else page.asks(shadow_of_q(scene), outset(scene))

    def vector(self, moment: Moment[TwoVectors], projected: VectorProjected) -> Page:
        scene, part = moment.scene, projected.projection
        rest, q = scene.p - part, scene.q / length(scene.q)
        claims = (
            Claim("along", lambda: part, lambda: float(scene.p @ q) * q),
            Claim("sum", lambda: scene.p, lambda: projected.scalar * projected.unit + rest),
            Claim("perpendicular", lambda: rest @ q, lambda: 0.0),
        )
        formula = rf"{P}={L}\,{Q_HAT}+{REST},\quad {REST}\cdot{Q_HAT}=0"
        along, across = coords(part), coords(rest)
        says = f"Along ${Q}$: {along}. The rest: {across}."
        ell, ink = inked_ell(projected.scalar), signed_ink(projected.scalar)
        idea, formula = (text.replace(L, ell) for text in (VECTOR, formula))
        product_ = rf"{ell}\,{Q_HAT}"
        if differs(moment):
            (idea, formula), says = FAULTY[moment.compare], faulty_told(moment, projected.scalar)
        page = row(Page(STAGES[VectorProjected], idea, formula, claims).says(says), product_, along, "ℓq̂", ink)
        return row(page, REST, across, "p⊥", Ink.TEXT)

    def draw(self, canvas: Canvas, moment: Moment[TwoVectors]) -> None:
        draw_world(canvas, moment)


def by_angle(p: float, q: float, degrees: float, dotted: float) -> str:
    """The dot product from both lengths and the angle: with one decimal, or as many as the shown result needs."""
    for places in range(1, 5):
        shown = round(p, 2) * round(q, 2) * math.cos(math.radians(round(degrees, places)))
        if abs(shown - round(dotted, 2)) <= 0.01:
            break
    return f"{fixed(p)} · {fixed(q)} · cos {fixed(degrees, places)}° = {fixed(dotted)}"


def inked_ell(value: float) -> str:
    """The symbol of the scalar projection, in the ink of its bar."""
    return rf"\{'overlap' if signed_ink(value) is Ink.OVERLAP else 'answer'}{{\ell}}"


def row(page: Page, name: str, value: str, feature: str, ink: Ink) -> Page:
    """A quantity with its value; pointing at it highlights its mark."""
    return page.row(f"${name}$", tint(value, ink), feature=FeatureRef(feature, FeatureKind.PART), key=feature)


def outset(scene: TwoVectors) -> str:
    """The angle between the vectors, in words."""
    if not scene.has_angle:
        return "A vector of length 0 has no direction."
    if abs(scene.degrees - 90.0) < 0.05:
        return f"${P}$ and ${Q}$ are perpendicular."
    if scene.degrees > 179.95:
        return f"${P}$ and ${Q}$ point in opposite directions."
    side = "less" if scene.degrees < 90.0 else "more"
    return f"The angle between ${P}$ and ${Q}$ is **{fixed(scene.degrees, 1)}°**, {side} than 90°."


def swung_told(scene: TwoVectors, turn: float) -> str:
    """Of p on its way."""
    value = length(scene.p) * math.cos(turn)
    told = tint(f"**{fixed(value)}**", signed_ink(value))
    return f"While ${P}$ swings: at ${THETA}$ = {fixed(math.degrees(turn), 1)}° its scalar projection is {told}."


def shadow_told(scene: TwoVectors) -> str:
    """What was wanted, in words."""
    value = float(scene.p @ scene.q) / length(scene.q)
    if abs(value) < 0.005:
        return f"${P}$ has no shadow on the line of ${Q}$: they are perpendicular."
    way, ink = ("along", Ink.ANSWER) if value > 0.0 else ("against", Ink.OVERLAP)
    return f"The shadow of ${P}$ is {tint(f'**{fixed(abs(value))}**', ink)} long and points {way} ${Q}$."


def faulty(rule: Any, scene: TwoVectors) -> FaultyScalar | None:
    found: FaultyScalar | None = rule(scene.p, scene.q) if length(scene.q) > 0.0 else None
    return found


def differs(moment: Moment[TwoVectors]) -> bool:
    return isinstance(moment.faulty, FaultyScalar) and moment.faulty.error > 1e-6


def faulty_told(moment: Moment[TwoVectors], value: float) -> str:
    """What the rule computes here, and what is right."""
    found: FaultyScalar = moment.faulty
    wrong, q = tint(f"**{fixed(found.value)}**", Ink.FAULTY), length(moment.scene.q)
    if moment.compare == RAW:
        right = equation("{dot} / {q} = {result}", lambda dot, q: dot / q, dot=found.value, q=q)
        return f"The rule says {wrong}. The shadow is {right}."
    return f"The rule says {wrong}, and lays it along ${Q}$. The shadow points against ${Q}$: {fixed(value)}."


class VectorProjection(Lesson[TwoVectors]):
    id = "vector-projection"
    title = "Vector on a vector"
    source = "SAT explained"
    summary = "A dot product with a unit vector is a signed length: the shadow of the other vector."
    terms = ("unit vector", "scalar projection", "vector projection")
    builds_on = ("point-on-line",)
    tells_time = True
    story = VectorProjectionStory()
    compare = (
        Comparison(RAW, partial(faulty, raw_product), differs, "Error 4 of *SAT explained*"),
        Comparison(NO_SIGN, partial(faulty, without_sign), differs, "Error 21 of *SAT explained*"),
    )

    @cached_property
    def scenes(self) -> Mapping[str, TwoVectors | Preset[TwoVectors]]:
        tips = {
            "Acute angle": ((1.4, 1.5), (2.2, 0.5)),
            "Obtuse angle": ((-1.2, 1.3), (2.0, 0.4)),
            "Right angle": ((-0.4, 1.6), (2.0, 0.5)),
            "Long q": ((1.0, 1.3), (3.6, 0.4)),
            "Short q": ((1.5, 1.2), (0.4, 0.1)),
            "Opposite directions": ((-1.2, -0.6), (1.6, 0.8)),
            "Sign left out": ((-1.5, 0.9), (2.1, 0.3)),
            "Zero vector": ((1.4, 1.0), (0.0, 0.0)),
        }
        scenes = {name: TwoVectors(*(vector(v) for v in ((0.0, 0.0), p, q))) for name, (p, q) in tips.items()}
        return {
            **scenes,
            "Long q": Preset(scenes["Long q"], RAW, lambda trace: 2),
            "Sign left out": Preset(scenes["Sign left out"], NO_SIGN, lambda trace: 2),
        }

    def run(self, scene: TwoVectors) -> Trace[VectorProjectionStep, Vector]:
        return project_on_vector.trace(scene.p, scene.q)

    def table(self, moment: Moment[TwoVectors], pages: Sequence[Page] | None = None) -> Table | None:
        """While p swings every row tells of p where it is; after the swing's step, of p at rest."""
        if is_swinging(moment):
            turn = math.copysign(angle_now(moment), moment.scene.turn)
            scene = replace(moment.scene, tip_p=moment.scene.o + swung(moment.scene, turn))
            moment, pages = replace(moment, scene=scene, trace=self.run(scene), time=0.0), None
        elif moment.time > 0.0 and not isinstance(moment.step, ScalarFound):
            moment, pages = replace(moment, time=0.0), None
        return super().table(moment, pages)

    def clock(self, moment: Moment[TwoVectors]) -> Clock | None:
        """p swings until its shadow is longest backwards, to the direction of q, and back to its own."""
        moves = isinstance(moment.step, ScalarFound) and moment.scene.has_angle and not moment.compare
        return Clock(3.0, plays_on_entry=True) if moves else None

    def situation(self, moment: Moment[TwoVectors]) -> str:
        scene, found = moment.scene, moment.faulty
        if isinstance(found, FaultyScalar) and moment.latest(ScalarFound) is not None:
            error = f": error {fixed(found.error)}"
            if moment.compare == RAW:
                told = f"This rule takes ${P}\\cdot{{{Q}}}$ = {fixed(found.value)} for the length of the shadow"
                return f"{told}, however long ${Q}$ is{error}."
            return f"This rule takes the length {fixed(found.value)} without its sign and lays it along ${Q}${error}."
        if is_swinging(moment):
            return swung_told(scene, angle_now(moment))
        if moment.trace.refusal is not None:
            return f"${Q_HAT}$ = 0 / 0 has no value: ${Q}$ has no direction."
        return shadow_told(scene) if moment.is_last else outset(scene)

    def challenge(self, moment: Moment[TwoVectors]) -> Challenge | None:
        scene = moment.scene
        if not scene.has_angle:
            return None
        if moment.compare and moment.latest(ScalarFound) is not None:
            return (goal_with_unit if moment.compare == RAW else goal_with_sign)(scene)
        if isinstance(moment.step, ScalarFound):  # p swings there, and the goal's number is of p at rest
            return None
        dotted = float(scene.p @ scene.q)
        reached = min(float(scene.p[0]), float(scene.q[0])) > RIGHT and dotted < -RIGHT
        return Challenge(
            f"Make ${P}\\cdot{{{Q}}}$ less than −0.30 while ${P}$ and ${Q}$ both point to the right.",
            reached,
            f"now p·q = {fixed(dotted)}",
            "Only the angle between them decides the sign. Turn one up and the other down.",
        )
