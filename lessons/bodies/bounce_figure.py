"""The figure of one hit: the bodies with lever arm, impulse and spin; and beside them its numbers as bars."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from geometry import Vector
from geometry.dynamics.contact_impulse import (
    ApproachFound,
    ContactImpulse,
    FrictionFound,
    LeversFound,
    NormalFound,
    Repeated,
    VelocitiesFound,
)
from geometry.dynamics.step import Impulse
from geometry.faulty.contact_impulse import FaultyImpulse
from geometry.shape import boundary
from lessons.bodies.bounce_scene import SCALE, Hit
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

IMPULSE = 0.25  # world length of the arrow of 1 N s
BELOW = 0.16  # world length from the contact down to the measured lever arm
CLEAR = 0.16  # from the bodies to the normal
SPIN = 46.0  # pixels, radius of the arrow of the spin


def reached(moment: Moment[Hit], *kinds: type) -> bool:
    return any(isinstance(step, kinds) for step in moment.seen)


def knows_after(moment: Moment[Hit]) -> bool:
    return reached(moment, VelocitiesFound, ContactImpulse)


def now(moment: Moment[Hit]) -> float:
    """The time on the clock; not beyond the hit before its outcome is known."""
    return moment.time if knows_after(moment) else min(moment.time, 0.5)


def differs(moment: Moment[Hit]) -> bool:
    """Whether a faulty rule lets B go another way."""
    faulty: FaultyImpulse | None = moment.faulty
    if faulty is None:
        return False
    right, wrong = moment.scene.trace.result.motions[1], faulty.motions[1]
    return bool(abs(right.spin - wrong.spin) > 1e-6 or np.abs(right.velocity - wrong.velocity).max() > 1e-6)


def impulse_at(moment: Moment[Hit]) -> Impulse | None:
    """The sums that are known at this step."""
    for step in reversed(moment.seen):
        match step:
            case VelocitiesFound() | ContactImpulse():
                return step.impulse
            case Repeated():
                return step.sums[-1]
            case FrictionFound():
                return Impulse(moment.first(NormalFound).normal, step.friction)  # type: ignore[union-attr]
            case NormalFound():
                return Impulse(step.normal, 0.0)
    return None


def draw_world(canvas: Canvas, moment: Moment[Hit]) -> None:
    scene, t = moment.scene, now(moment)
    if scene.on_floor:
        canvas.region(((0.0, 0.0),), ((0.0, 1.0),), Ink.A, 0.14)
        canvas.unbounded((0.0, 0.0), (1.0, 0.0), Ink.A, line=Line.OUTLINE)
    else:
        marks.shape(canvas, scene.placed(0, t), Ink.A, "A", numbered=False)
    _draw_trail(canvas, moment, t)
    b = scene.placed(1, t)
    low, middle = b.bounds().low[0], b.centroid
    left = min(b.points.tolist())[1] if len(b.points) > 1 else middle[1]
    letter = 0.45 * middle + 0.55 * np.array((low, left))  # clear of the arrow of the spin, on the right
    marks.shape(canvas, b, Ink.B, "B", numbered=False, letter_at=letter)
    if differs(moment):
        marks.ghost(canvas, scene.placed(1, 1.0, moment.faulty.motions), Ink.FAULTY, Line.DOTTED)
        _draw_impulse(canvas, scene, moment.faulty.impulse, Ink.FAULTY)
    if t != 0.5:
        return
    _draw_normal(canvas, scene)
    _draw_velocities(canvas, moment)
    if isinstance(moment.step, LeversFound | NormalFound | VelocitiesFound):
        _draw_lever(canvas, scene)
    impulse = impulse_at(moment)
    if impulse is not None and not isinstance(moment.step, ContactImpulse):
        _draw_cone(canvas, moment, impulse)
        _draw_impulse(canvas, scene, impulse, Ink.EXAMINED)
    marks.answer(canvas, scene.contact.point)


def _draw_trail(canvas: Canvas, moment: Moment[Hit], t: float) -> None:
    """The way to the hit, and, once it is known, the way on."""
    scene, moving = moment.scene, (1,) if moment.scene.is_static else (0, 1)
    for i in moving:
        ink = (Ink.A, Ink.B)[i]
        if t < 0.5 or not knows_after(moment):
            marks.sweep(canvas, [boundary(scene.placed(i, k / 28.0), 0.01) for k in range(14)], ink)
            marks.ghost(canvas, scene.placed(i, 0.0), ink, Line.START)
        if t != 0.5:
            marks.ghost(canvas, scene.placed(i, 0.5), ink, Line.START)
        if t >= 0.5 and knows_after(moment):
            for k in (1, 2, 3):
                marks.ghost(canvas, scene.placed(i, 0.5 + k / 6.0), Ink.ANSWER, opacity=0.75 - 0.16 * k)


def _draw_normal(canvas: Canvas, scene: Hit) -> None:
    """Beside the bodies, where it covers nothing."""
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    shapes = [scene.pair[1].placed[0]] + ([] if scene.on_floor else [scene.pair[0].placed[0]])
    off = max(float(((s.points - p) @ t).max()) + s.radius for s in shapes) + CLEAR
    measures.unit_arrow(canvas, p + off * t + 0.02 * n, n, r"\hat n", Ink.TEXT)


def _draw_velocities(canvas: Canvas, moment: Moment[Hit]) -> None:
    """Of the centres; of the contact point where it is examined; after the hit in white."""
    scene, p = moment.scene, moment.scene.contact.point
    known = knows_after(moment)
    for i, name in ((0, "v_A"), (1, "v_B")):
        body, motion = scene.pair[i], scene.before[i]
        if body.is_static:
            continue
        c, symbol = body.pose.position, r"\boldsymbol " + ("v" if scene.is_static else name)
        _arrow(canvas, c, SCALE * motion.velocity, (Ink.A, Ink.B)[i], "" if known else symbol)
        if known:
            after = scene.trace.result.motions[i]
            _arrow(canvas, c, SCALE * after.velocity, Ink.ANSWER, symbol + "'")
            _draw_spin(canvas, c, after.spin, Ink.ANSWER, r"\omega'")
        else:
            _draw_spin(canvas, c, motion.spin, Ink.B, r"\omega")
        canvas.dot(c, (Ink.A, Ink.B)[i])
    if isinstance(moment.step, ApproachFound) and scene.is_static:
        v, whole = scene.before[1].velocity, scene.speed_at(scene.before[1], p)
        canvas.stroke((scene.pair[1].pose.position, p), Ink.TEXT, line=Line.DASHED)
        if scene.spin:
            _arrow(canvas, p, SCALE * v, Ink.B, "")
            _arrow(canvas, p + SCALE * v, SCALE * (whole - v), Ink.B, r"\omega\times\ell")
        _arrow(canvas, p, SCALE * whole, Ink.EXAMINED, "")


def _arrow(canvas: Canvas, start: Vector, way: Vector, ink: Ink, symbol: str) -> None:
    if math.hypot(*way) > 6.0 * canvas.pixel:
        canvas.arrow(start, start + way, ink)
        if symbol:
            canvas.symbol(symbol, start + way, ink, toward=(way[1], -way[0]))


def _draw_spin(canvas: Canvas, c: Vector, spin: float, ink: Ink, symbol: str) -> None:
    if abs(spin) < 0.005:
        return
    ends = (math.radians(78.0), math.radians(-42.0))
    start, end = ends if spin < 0.0 else ends[::-1]
    measures.angle_arc(canvas, c, start, end, ink, radius=SPIN, arrow=True, line=Line.CURVE)
    size, way = SPIN * canvas.pixel, math.radians(18.0)
    at = (c[0] + size * math.cos(way), c[1] + size * math.sin(way))
    canvas.label(f"${symbol}$ = **{fixed(spin)}**", at, ink, toward=(1.0, 0.2))


def _draw_lever(canvas: Canvas, scene: Hit) -> None:
    """The distance of the centre from the line of the impulse."""
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    for body in scene.pair[0 if not scene.is_static else 1 :]:
        canvas.stroke((body.pose.position, p), Ink.TEXT, line=Line.DASHED)
    if abs(scene.lever) < 0.01 or not scene.is_static:
        return
    c = scene.pair[1].pose.position
    middle = 0.5 * (c + p)
    canvas.symbol(r"\ell", middle, Ink.TEXT, toward=(p[1] - c[1], c[0] - p[0]))
    low = p - BELOW * n
    foot = low + float((c - p) @ t) * t
    canvas.stroke((c, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    words = rf"$|\ell\times\hat n|$ = **{fixed(abs(scene.lever))}**"
    start, end = (low, foot) if float((foot - low) @ t) < 0.0 else (foot, low)
    measures.measure(canvas, start, end, Ink.EXAMINED, words, side=-1.0)


def _draw_impulse(canvas: Canvas, scene: Hit, impulse: Impulse, ink: Ink) -> None:
    """On B; where A moves the opposite one on A."""
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    whole = IMPULSE * (impulse.normal * n + impulse.friction * t)
    if math.hypot(*whole) < 1e-6:
        return
    if ink is Ink.EXAMINED:
        canvas.glow((p, p + whole), ink)
    canvas.arrow(p, p + whole, ink, line=Line.FEATURE if ink is Ink.EXAMINED else Line.DOTTED)
    if not scene.is_static:
        canvas.arrow(p, p - whole, ink, line=Line.FEATURE)
    size = math.hypot(impulse.normal, impulse.friction)
    name = "j" if impulse.friction else "j_n"
    canvas.label(f"${name}$ = **{fixed(size if impulse.friction else impulse.normal)}**", p + whole, ink, toward=t)


def _draw_cone(canvas: Canvas, moment: Moment[Hit], impulse: Impulse) -> None:
    """Where the impulse may lie, and how it comes to its place."""
    scene = moment.scene
    if not scene.friction or not reached(moment, FrictionFound):
        return
    n, t, p = scene.contact.normal.direction, scene.contact.tangent.direction, scene.contact.point
    top = 1.08 * impulse.normal * IMPULSE
    left, right = (p + top * (n + side * scene.friction * t) for side in (1.0, -1.0))
    canvas.area((p, left, right), Ink.GAP, opacity=0.16)
    for rim in (left, right):
        canvas.stroke((p, rim), Ink.GAP, line=Line.DASHED)
    canvas.label("friction cone", right, Ink.GAP, toward=-t, style=TextStyle.CAPTION)

    def tip(normal: float, friction: float) -> Vector:
        found: Vector = p + IMPULSE * (normal * n + friction * t)
        return found

    match moment.step:
        case FrictionFound():
            canvas.stroke((p, tip(impulse.normal, 0.0)), Ink.EXAMINED, line=Line.THIN)
            wanted = tip(impulse.normal, moment.step.wanted)
            canvas.stroke((tip(impulse.normal, 0.0), wanted), Ink.EXAMINED, line=Line.DASHED)
            if abs(moment.step.wanted) > moment.step.limit:
                marks.cross(canvas, wanted, "outside the cone", toward=n)
        case Repeated():
            path, before = [], 0.0
            for each in moment.step.sums:
                path += [tip(each.normal, before), tip(each.normal, each.friction)]
                before = each.friction
            canvas.stroke(path, Ink.TEXT, line=Line.THIN)
            for place in path[1:8:2]:
                canvas.dot(place, Ink.TEXT, Point.SMALL)


class Bar(NamedTuple):
    name: str
    low: float
    high: float
    ink: Ink
    text: str = ""  # of a bar that is stacked on others
    column: int | None = None


def bars_of(moment: Moment[Hit]) -> tuple[str, list[Bar]]:
    """What is measured, and the bars of a step."""
    scene, step, speed = moment.scene, moment.step, scene_speed(moment.scene)
    wrong = [moment.faulty] if differs(moment) else []
    match step:
        case NormalFound():
            found = Bar("change", speed, step.target, Ink.EXAMINED)
            return ALONG, [Bar("$v_n$", 0.0, speed, Ink.B), Bar(r"$-e\,v_n$", 0.0, step.target, Ink.ANSWER), found]
        case FrictionFound():
            given = Bar("$|j_t|$", 0.0, abs(step.friction), Ink.ANSWER)
            limit = Bar(r"$\mu\,j_n$", 0.0, step.limit, Ink.GAP)
            return "friction impulse, N s", [Bar("to stop", 0.0, abs(step.wanted), Ink.EXAMINED), limit, given]
        case VelocitiesFound():
            pink = [Bar("faulty", 0.0, each.speed, Ink.FAULTY) for each in wrong]
            return ALONG, [Bar("$v_n$", 0.0, speed, Ink.B), Bar("$v_n'$", 0.0, step.speed, Ink.ANSWER), *pink]
        case ContactImpulse() if not step.is_none:
            pink = [Bar("faulty", 0.0, each.kinetic, Ink.FAULTY) for each in wrong]
            return "kinetic energy, J", [*_energies(scene), *pink]
        case LeversFound():
            masses = scene.mass_a, scene.mass, step.effective_mass
            names, inks = ("$m_A$", "$m_B$", r"$m_{\mathrm{eff}}$"), (Ink.A, Ink.B, Ink.EXAMINED)
            return "mass, kg", [Bar(*each) for each in zip(names, (0.0,) * 3, masses, inks, strict=True)]
    n = scene.contact.normal.direction
    if scene.is_static:
        first = float(scene.before[1].velocity @ n)
        parts = [Bar(r"$\boldsymbol v\cdot\hat n$", 0.0, first, Ink.B)]
        parts.append(Bar(r"$(\omega\times\ell)\cdot\hat n$", first, speed, Ink.B))
    else:
        a, b = (float(each.velocity @ n) for each in scene.before)
        parts = [
            Bar(r"$\boldsymbol v_B\cdot\hat n$", 0.0, b, Ink.B),
            Bar(r"$-\boldsymbol v_A\cdot\hat n$", b, b - a, Ink.A),
        ]
    pink = [Bar("faulty", 0.0, each.speed, Ink.FAULTY) for each in wrong if isinstance(step, ContactImpulse)]
    return ALONG, [*parts, Bar("$v_n$", 0.0, speed, Ink.EXAMINED), *pink]


ALONG = r"speed along $\hat n$, m/s"


def scene_speed(scene: Hit) -> float:
    """v_n before the hit."""
    return scene.contact.normal.speed(*scene.before)


def _energies(scene: Hit) -> list[Bar]:
    """Of motion and of spin (where A moves: of either body), before and after, on each other."""
    bars = []
    for column, (name, motions) in enumerate((("before", scene.before), ("after", scene.trace.result.motions))):
        parts = [
            (0.5 * body.mass * float(m.velocity @ m.velocity), 0.5 * body.inertia * m.spin**2)
            for body, m in zip(scene.pair, motions, strict=True)
            if not body.is_static
        ]
        if scene.is_static:
            told = [("motion", parts[0][0], Ink.B), ("spin", parts[0][1], Ink.QUIET)]
        else:
            told = [("A", sum(parts[0]), Ink.A), ("B", sum(parts[1]), Ink.B)]
        low = 0.0
        for text, energy, ink in told:
            bars.append(Bar(name, low, low + energy, ink, text, column))
            low += energy
    return bars


def is_curve(moment: Moment[Hit]) -> bool:
    return isinstance(moment.step, Repeated) or (isinstance(moment.step, LeversFound) and moment.scene.is_static)


def axes(moment: Moment[Hit]) -> Axes:
    scene, step = moment.scene, moment.step
    if isinstance(step, Repeated):
        most = max(each.normal for each in step.sums)
        return Axes((1.0, float(len(step.sums))), (0.0, 1.15 * most), "iteration", "impulses, N s")
    if is_curve(moment):
        reach = (
            max(math.hypot(*(x - scene.pair[1].pose.position)) for x in scene.b.world.points) + scene.b.shape.radius
        )
        name = r"lever arm $\ell\times\hat n$, m"
        return Axes((-1.1 * reach, 1.1 * reach), (0.0, 1.15 * scene.mass), name, "effective mass, kg")
    title, bars = bars_of(moment)
    low, high = min(0.0, *(min(b.low, b.high) for b in bars)), max(0.0, *(max(b.low, b.high) for b in bars))
    slack = 0.14 * (high - low) or 1.0
    columns = max(_columns(bars)) + 1
    return Axes((-0.55, columns - 0.45), (low - slack * (low < 0.0), high + slack), "", title)


def _columns(bars: list[Bar]) -> list[int]:
    shift = sum(b.column is not None for b in bars) - len({b.column for b in bars} - {None})
    return [i - shift if b.column is None else b.column for i, b in enumerate(bars)]


def draw_chart(canvas: Canvas, moment: Moment[Hit]) -> None:
    scene, step, frame = moment.scene, moment.step, axes(moment)
    if isinstance(step, Repeated):
        charts.chart_axes(canvas, frame)
        xs = np.arange(1.0, len(step.sums) + 1.0)
        for name, values in (
            ("$j_n$", [s.normal for s in step.sums]),
            ("$|j_t|$", [abs(s.friction) for s in step.sums]),
        ):
            charts.curve(canvas, xs, values, Ink.EXAMINED, fill=0.0)
            canvas.label(f"{name} = **{fixed(values[-1])}**", (xs[-1], values[-1]), Ink.EXAMINED, toward=(-1.0, -1.0))
        return
    if is_curve(moment):
        charts.chart_axes(canvas, frame)
        inertia = scene.pair[1].inertia
        curve = charts.sampled(lambda x: 1.0 / (1.0 / scene.mass + x * x / inertia), *frame.x, 121)
        charts.curve(canvas, *curve, Ink.QUIET, fill=0.0)
        at = (scene.lever, step.effective_mass)
        charts.drop_line(canvas, at, 0.0)
        canvas.dot(at, Ink.EXAMINED, Point.FILLED)
        canvas.label(rf"$m_{{\mathrm{{eff}}}}$ = **{fixed(at[1])}**", at, Ink.EXAMINED, toward=(1.0, 1.0))
        return
    _, bars = bars_of(moment)
    columns = _columns(bars)
    names = {x: b.name for x, b in zip(columns, bars, strict=True)}
    charts.chart_axes(canvas, frame, x_ticks=list(names), x_text=list(names.values()))
    for x, bar in zip(columns, bars, strict=True):
        (low, high), size = sorted((bar.low, bar.high)), 13.0 * canvas.pixel_y
        canvas.area(((x - 0.3, low), (x + 0.3, low), (x + 0.3, high), (x - 0.3, high)), bar.ink, opacity=0.75)
        if bar.text:
            if high - low > 2.0 * size:
                said = f"{bar.text} {fixed(high - low)}"
                canvas.label(said, (x, 0.5 * (low + high)), Ink.TEXT, style=TextStyle.BOLD, fixed=True)
            continue
        end = bar.high + math.copysign(size, bar.high - bar.low)
        canvas.label(fixed(bar.high - bar.low), (x, end), bar.ink, style=TextStyle.BOLD, fixed=True)
