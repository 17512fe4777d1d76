"""The numbers of one hit beside it: bars of speeds, impulses, masses and energies; two curves."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from geometry.dynamics.contact_impulse import (
    ContactImpulse,
    FrictionFound,
    LeversFound,
    NormalFound,
    Repeated,
    VelocitiesFound,
)
from geometry.dynamics.contacts import Motion
from geometry.faulty.contact_impulse import FaultyImpulse
from lessons.bodies.bounce_scene import Hit, differs
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed


class Bar(NamedTuple):
    name: str
    low: float
    high: float
    ink: Ink
    text: str = ""  # of a bar that is stacked on others
    column: int | None = None
    opacity: float = 0.75


def bars_of(moment: Moment[Hit]) -> tuple[str, list[Bar]]:
    """What is measured, and the bars of a step."""
    scene, step, speed = moment.scene, moment.step, moment.scene.approach
    wrong = [moment.faulty] if differs(moment) else []
    match step:
        case NormalFound():
            found = Bar("$-(1+e)\\,v_n$", speed, step.target, Ink.EXAMINED)
            return ALONG, [
                Bar("$v_n$", 0.0, speed, Ink.EXAMINED, opacity=PAST),
                Bar(r"$-e\,v_n$", 0.0, step.target, Ink.ANSWER),
                found,
            ]
        case FrictionFound():
            given = Bar("$|j_t|$", 0.0, abs(step.friction), Ink.ANSWER)
            limit = Bar(r"$\mu\,j_n$", 0.0, step.limit, Ink.GAP)
            return "friction impulse, N s", [Bar("to stop", 0.0, abs(step.wanted), Ink.EXAMINED), limit, given]
        case VelocitiesFound():
            pink = [
                Bar("faulty", 0.0, each.speed, Ink.FAULTY) for each in wrong if abs(each.speed - step.speed) > 0.005
            ]
            return ALONG, [*_parts(scene, step.motions, "'"), Bar("$v_n'$", 0.0, step.speed, Ink.ANSWER), *pink]
        case ContactImpulse() if not step.is_none:
            pink = [bar for each in wrong for bar in _faulty_energy(scene, each.motions)]
            return "kinetic energy, J", [*_energies(scene), *pink]
        case LeversFound():
            masses = scene.mass_a, scene.mass, step.effective_mass
            names, inks = ("$m_A$", "$m_B$", r"$m_{\mathrm{eff}}$"), (Ink.A, Ink.B, Ink.EXAMINED)
            return "mass, kg", [Bar(*each) for each in zip(names, (0.0,) * 3, masses, inks, strict=True)]
    parts = _parts(scene, scene.before, "")
    pink = [Bar("faulty", 0.0, each.speed, Ink.FAULTY) for each in wrong if isinstance(step, ContactImpulse)]
    return ALONG, [*parts, Bar("$v_n$", 0.0, speed, Ink.EXAMINED), *pink]


ALONG = r"velocity along $\hat n$, m/s"
HALF = 0.13  # of a bar's width, in columns
PAST = 0.28  # opacity of what an earlier step has found


def _parts(scene: Hit, motions: tuple[Motion, Motion], prime: str) -> list[Bar]:
    """What the velocity along the normal at the contact is made of, before the impact or after it."""
    n = scene.contact.normal.direction
    a, b = (float(each.velocity @ n) for each in motions)
    if scene.is_static:
        whole = scene.contact.normal.speed(*motions)
        name = rf"$(\omega{prime}\!\times\!\ell)\cdot\hat n$"
        return [Bar(rf"$\boldsymbol v{prime}\cdot\hat n$", 0.0, b, Ink.B), Bar(name, b, whole, Ink.B)]
    return [
        Bar(rf"$\boldsymbol v_B{prime}\cdot\hat n$", 0.0, b, Ink.B),
        Bar(rf"$-\boldsymbol v_A{prime}\cdot\hat n$", b, b - a, Ink.A),
    ]


def _energies(scene: Hit) -> list[Bar]:
    """Of motion and of spin (where A moves: of either body), before and after, on each other."""
    bars = []
    names = ("$E$ before", "$E'$ after") if scene.is_static else ("before", "after")
    for column, (name, motions) in enumerate(zip(names, (scene.before, scene.trace.result.motions), strict=True)):
        parts = [
            (0.5 * body.mass * float(m.velocity @ m.velocity), 0.5 * body.inertia * m.spin**2)
            for body, m in zip(scene.pair, motions, strict=True)
            if not body.is_static
        ]
        if scene.is_static:
            told = [("translation", parts[0][0], Ink.B), ("rotation", parts[0][1], Ink.B)]
        else:
            told = [("A", sum(parts[0]), Ink.A), ("B", sum(parts[1]), Ink.B)]
        low = 0.0
        for text, energy, ink in told:
            bars.append(Bar(name, low, low + energy, ink, text, column, 0.35 if text == "rotation" else 0.75))
            low += energy
    return bars


def _faulty_energy(scene: Hit, motions: tuple[Motion, Motion]) -> list[Bar]:
    """Of translation and of rotation, on each other."""
    moving, turning = _energy_of(scene, motions)
    return [
        Bar("faulty", 0.0, moving, Ink.FAULTY, column=2),
        Bar("faulty", moving, moving + turning, Ink.FAULTY, column=2, opacity=0.35),
    ]


def _energy_of(scene: Hit, motions: tuple[Motion, Motion]) -> tuple[float, float]:
    """Of translation and of rotation; static bodies have none."""
    pairs = [(b, m) for b, m in zip(scene.pair, motions, strict=True) if not b.is_static]
    moving = sum(0.5 * b.mass * float(m.velocity @ m.velocity) for b, m in pairs)
    return moving, sum(0.5 * b.inertia * m.spin**2 for b, m in pairs)


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
        name = r"$\ell\times\hat n$, m"
        return Axes((-1.1 * reach, 1.1 * reach), (0.0, 1.15 * scene.mass), name, "effective mass, kg")
    title, bars = bars_of(moment)
    low, high = min(0.0, *(min(b.low, b.high) for b in bars)), max(0.0, *(max(b.low, b.high) for b in bars))
    slack = 0.14 * (high - low) or 1.0
    columns = max(_columns(bars)) + 1
    sides = (-0.2, columns - (0.76 if columns > 2 else 0.2)) if bars[0].text else (-0.55, columns - 0.45)
    return Axes(sides, (low - slack * (low < 0.0), high + slack), "", title)


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
    inside = isinstance(step, NormalFound)
    charts.chart_axes(
        canvas, frame, x_ticks=[] if inside else list(names), x_text=[] if inside else list(names.values())
    )
    _connect(canvas, columns, bars)
    if isinstance(step, ContactImpulse) and not step.is_none:
        _totals(canvas, step)
        if differs(moment):
            _faulty_total(canvas, moment.faulty, *_energy_of(scene, moment.faulty.motions))
    if isinstance(step, NormalFound):
        _draw_product(canvas, scene, step, bars, frame)
    told: dict[int, float] = {}  # how high the words of a column reach
    for x, bar in zip(columns, bars, strict=True):
        (low, high), size = sorted((bar.low, bar.high)), 13.0 * canvas.pixel_y
        if bar.text and high - low < 0.005:
            continue
        outline = ((x - HALF, low), (x + HALF, low), (x + HALF, high), (x - HALF, high))
        canvas.area(outline, bar.ink, opacity=bar.opacity)
        if bar.ink is Ink.FAULTY and bar.column is not None:
            continue  # with its total
        if bar.text:
            words = fixed(bar.high - bar.low)
            if not x or len(names) < 3:  # compared: the first bar has the names, and the others its shades
                words = f"{bar.text}\n{words}"
            told[x] = _part(canvas, bar, x, told.get(x, -size) + 2.3 * size, words)
            continue
        if len(names) < 4 and _draw_length(canvas, bar, x, size, inside=inside):
            continue
        end = bar.high + math.copysign(size, bar.high - bar.low)
        canvas.label(fixed(bar.high - bar.low), (x, end), bar.ink, style=TextStyle.BOLD, fixed=True)


def _draw_length(canvas: Canvas, bar: Bar, x: float, size: float, *, inside: bool) -> bool:
    """Of a bar that does not begin at 0: its length at the middle of a bracket, as its end stands at another number;
    False where it is too short for that, or begins at 0. `inside`: the words stand there already."""
    if abs(bar.low) < 1e-9 or abs(bar.high - bar.low) < 1.5 * size:
        return False
    low, high = sorted((bar.low, bar.high))
    at, tick = x - HALF - 7.0 * canvas.pixel, 4.0 * canvas.pixel
    canvas.stroke(((at, low), (at, high)), bar.ink, line=Line.THIN)
    for end in (low, high):
        canvas.stroke(((at - tick, end), (at + tick, end)), bar.ink, line=Line.THIN)
    if not inside:
        beside = (at - 2.0 * canvas.pixel, 0.5 * (low + high))
        words = fixed(bar.high - bar.low)
        canvas.label(words, beside, bar.ink, toward=(-1.0, 0.0), style=TextStyle.BOLD, fixed=True)
    return True


def _draw_product(canvas: Canvas, scene: Hit, step: NormalFound, bars: list[Bar], frame: Axes) -> None:
    """The bars' names where they begin, and beside the change of velocity the impulse that makes it."""
    size = 13.0 * canvas.pixel_y
    for x, bar in enumerate(bars[:2]):
        at = (float(x), math.copysign(size, bar.low - bar.high))
        canvas.label(bar.name, at, bar.ink, style=TextStyle.CAPTION, fixed=True)
    change = bars[2]
    below = (2.0, change.low - 1.5 * size)
    canvas.label(f"change\n{change.name}", below, Ink.EXAMINED, style=TextStyle.CAPTION, fixed=True)
    lines = [y for y in charts.round_ticks(*frame.y)[::-1] if change.low < y < 1e-9]
    gaps = [0.5 * (a + b) for a, b in pairwise([*lines, change.low])]
    clear = [y for y in gaps if y < -3.6 * size] or gaps[-1:]  # of the names below the axis
    middle = min(clear, key=lambda y: abs(y - 0.5 * (change.low + change.high)))
    at = (2.0 - HALF - 12.0 * canvas.pixel, middle)  # between two lines, at the bracket
    words = f"{fixed(change.high - change.low)} m/s\n× {scene.effective} kg\n= **{fixed(step.normal)}** N s"
    canvas.label(words, at, Ink.EXAMINED, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)


def _connect(canvas: Canvas, columns: list[int], bars: list[Bar]) -> None:
    """From the end of a bar to the next one that begins or ends there."""
    for (x, bar), (other, following) in pairwise(zip(columns, bars, strict=True)):
        if other != x and abs(bar.high) > 1e-9 and bar.high in (following.low, following.high):
            canvas.stroke(((x + HALF, bar.high), (other - HALF, bar.high)), Ink.QUIET, line=Line.DASHED)


def _faulty_total(canvas: Canvas, faulty: FaultyImpulse, moving: float, turning: float) -> None:
    size = 13.0 * canvas.pixel_y
    for up, words, style in (
        (1.0, fixed(faulty.kinetic), TextStyle.BOLD),
        (2.3, f"{fixed(moving)} + {fixed(turning)}", TextStyle.CAPTION),
    ):
        canvas.label(words, (2.0, faulty.kinetic + up * size), Ink.FAULTY, style=style, fixed=True)


def _totals(canvas: Canvas, step: ContactImpulse) -> None:
    """What the bodies have before and after; and dashed what the impact took away."""
    before, after, size = step.kinetic_before, step.kinetic_after, 13.0 * canvas.pixel_y
    lost = before - after
    canvas.label(fixed(before), (0.0, before + size), Ink.TEXT, style=TextStyle.BOLD, fixed=True)
    if lost > 4.0 * size:  # beside the frame of what is lost
        at = (1.0 - HALF + 6.0 * canvas.pixel, after)
        canvas.label(fixed(after), at, Ink.TEXT, toward=(-1.0, 0.0), style=TextStyle.BOLD, fixed=True)
    else:
        canvas.label(fixed(after), (1.0, after + size), Ink.TEXT, style=TextStyle.BOLD, fixed=True)
    if lost > 4.0 * size:
        box = ((1.0 - HALF, after), (1.0 + HALF, after), (1.0 + HALF, before), (1.0 - HALF, before))
        canvas.stroke(box, Ink.EXAMINED, closed=True, line=Line.DASHED)
        words = f"lost\n**{fixed(lost)}**"
        _aside(canvas, words, (1.0, after + 0.6 * lost), Ink.EXAMINED)


def _part(canvas: Canvas, bar: Bar, x: float, least: float, words: str) -> float:
    """The words beside a part of a stacked bar; clear of those of the part below."""
    middle, size = 0.5 * (bar.low + bar.high), 13.0 * canvas.pixel_y
    at = max(min(middle, bar.high - 1.4 * size) if bar.low > 0.0 else middle, least)  # below the total
    _aside(canvas, words, (x, at), Ink.TEXT)
    return at


def _aside(canvas: Canvas, words: str, at: tuple[float, float], ink: Ink) -> None:
    """Words right of a bar."""
    beside = (at[0] + HALF - 5.0 * canvas.pixel, at[1])
    canvas.label(words, beside, ink, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
