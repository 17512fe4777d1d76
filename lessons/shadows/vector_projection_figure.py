"""The figure of a vector on a vector: the fan of its directions, and the shadow of each as a bar."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Vector
from geometry.faulty.scalar import FaultyScalar
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.projection import ScalarFound, UnitTaken, VectorProjected, VectorsDotted
from geometry.vector import left_of, length
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.screen import pitch, xy
from viz.lesson.text import fixed

FAN = 15  # degrees between two ghosts of p
LEAST = 1e-9  # a length below it is that of a right angle, whatever sign rounding gives it
FIRST, LANE = 62.0, 9.0  # pixels from the line to the first bar of a ghost, and from bar to bar
NAMED = 18.0  # degrees from the present angle to the next that is named
FLAT = 160.0  # degrees: from here on below p there is its shadow
FLAT_P = 30.0  # degrees: up to here p leaves room for the symbol of the unit vector at its tip alone
APART = 8.0  # pixels by which a part of p that p lies on is moved aside
TURNED = (250.0, 165.0)  # pixels, of the inset with q along the x axis
ROOM = 120.0  # pixels below q in the first picture, for its words and the turned pair
BESIDE = 13.0  # pixels from q to the bar of the shadow in the first picture


def signed_ink(value: float) -> Ink:
    return Ink.ANSWER if value >= -LEAST else Ink.OVERLAP


def swung(scene: Any, turn: float) -> Vector:
    """p at an angle from q, in radians."""
    at = math.atan2(*scene.q.tolist()[::-1]) + turn
    return length(scene.p) * np.array((math.cos(at), math.sin(at)))


def swing(time: float, end: float) -> float:
    """The angle on the way from `end` to pi, back to 0 and to `end` again, all at one speed; `time` from 0 to 1."""
    return abs(math.remainder(end + 2.0 * math.pi * time, 2.0 * math.pi))


def is_swinging(moment: Moment[Any]) -> bool:
    """Whether p is on its way: at the first and the last instant it is at its own place."""
    is_there = moment.compare or not 0.0 < moment.time < 1.0 or not moment.scene.has_angle
    return isinstance(moment.step, ScalarFound) and not is_there


def angle_now(moment: Moment[Any]) -> float:
    """The angle between q and p, where p is at this time."""
    end = abs(moment.scene.turn)
    return swing(moment.time, end) if is_swinging(moment) else end


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both vectors, and what this step makes of them."""
    scene, step, o = moment.scene, moment.step, moment.scene.o
    side = -1.0 if scene.turn < 0.0 else 1.0
    if length(scene.q) > 0.0:
        canvas.unbounded(o, scene.q, Ink.CONSTRUCTION, line=Line.THIN)
        if isinstance(step, ScalarFound | VectorProjected):  # before, the unit vector's circle is the only unit
            span = span_of(moment) if isinstance(step, VectorProjected) else None
            draw_ruler(canvas, scene, -side, span)
    if isinstance(step, VectorsDotted | ScalarFound) and scene.has_angle:
        draw_half_circle(canvas, scene, side)
    out = side * left_of(scene.q) if length(scene.q) else np.array((0.0, 1.0))
    turn = side * angle_now(moment)
    p = swung(scene, turn) if is_swinging(moment) else scene.p
    if isinstance(step, ScalarFound):
        draw_fan(canvas, scene, turn)
        _name_border(canvas, scene, side)
    for name, v, ink in (("q", scene.q, Ink.TEXT), ("p", p, Ink.EXAMINED)):
        if length(v) > 0.0:  # q is quiet: white is the answer
            canvas.arrow(o, o + v, Ink.QUIET if name == "q" else ink, line=Line.MEASURE)
            canvas.feature((o, o + v), FeatureRef(name, FeatureKind.PART), ink)
        symbol = rf"\boldsymbol{{{name}}}" + ("" if length(v) else "=0")
        canvas.symbol(symbol, o + v, ink, toward=v if length(v) else (0.6, -1.0))
        if isinstance(step, VectorsDotted) and length(v) > 0.0:
            words = rf"$\lVert\boldsymbol{{{name}}}\rVert$ = {fixed(length(v))}"
            if name == "q":  # at its tip, beyond its symbol: not at the end of the shadow
                is_short = length(v) ** 2 < float(scene.p @ v) - LEAST  # the shadow of p goes on below it
                aside, place = out if is_short else v, 1.0 + (38.0 if is_short else 26.0) * canvas.pixel / length(v)
            else:
                away = side if scene.degrees <= 90.05 else -side  # from the shadow
                aside = out if scene.degrees > FLAT else away * left_of(v)
                place = 0.72 if scene.degrees < 90.0 else 0.55
            canvas.label(words, o + place * v, ink, toward=aside)
    if isinstance(step, VectorsDotted) and scene.has_angle:
        draw_cosines(canvas, scene, side)
        draw_angle(canvas, scene, scene.turn, rf"$\theta$ = **{fixed(scene.degrees, 1)}°**")
        draw_drop(canvas, scene, -out)
        draw_turned(canvas, scene)
        below = scene.o - ROOM * canvas.pixel * out / length(out)
        canvas.stroke((below, below + scene.q), Ink.QUIET, line=Line.THIN, opacity=0.0)
    elif isinstance(step, UnitTaken):
        draw_unit(canvas, scene, out)
        draw_length(canvas, scene, out)
        if length(scene.p) > 0.0:
            draw_drop(canvas, scene, -out)  # it stays while q becomes the unit vector
    elif isinstance(step, ScalarFound):
        draw_unit_beside(canvas, scene, out, 0.6)
        draw_shadow(canvas, moment, p, out)
        if scene.has_angle:
            draw_angle(canvas, scene, turn, r"$\theta$")
    elif isinstance(step, VectorProjected):
        draw_parts(canvas, moment, out)
    if length(scene.q) == 0.0 < length(scene.p):  # room for a q in any direction
        corners = [o + x * scene.p + y * left_of(scene.p) for x, y in ((-0.3, -1.0), (-0.3, 1.0), (1.0, 0.0))]
        canvas.stroke(corners, Ink.QUIET, line=Line.THIN, opacity=0.0)
    canvas.dot(o, Ink.TEXT)
    if isinstance(moment.faulty, FaultyScalar) and moment.latest(ScalarFound) is not None:
        draw_faulty(canvas, moment, moment.faulty, out)


def draw_angle(canvas: Canvas, scene: Any, turn: float, words: str) -> None:
    """The angle by which p is turned from q."""
    start = math.atan2(*scene.q.tolist()[::-1])
    measures.angle_arc(canvas, scene.o, start, start + turn, Ink.EXAMINED, words, radius=52.0)
    place = tuple(scene.o + 52.0 * canvas.pixel * swung(scene, turn / 2.0) / length(scene.p))
    canvas.feature((place,), FeatureRef("θ", FeatureKind.PART), Ink.EXAMINED)


def draw_drop(canvas: Canvas, scene: Any, below: Vector) -> None:
    """The shadow of p as a bar beside q, before it has a symbol and a number."""
    unit = scene.q / length(scene.q)
    value = float(scene.p @ unit)
    foot, rest = scene.o + value * unit, scene.p - value * unit
    beside = BESIDE * canvas.pixel * below / length(below)
    end = foot
    if abs(value) > LEAST:
        ink, end = signed_ink(value), foot + beside
        canvas.glow((scene.o + beside, end), ink)
        canvas.stroke((scene.o + beside, end), ink, line=Line.BAR)
        part = 0.2 if length(scene.q) + LEAST > value > 0.0 else 0.3 if value > 0.0 else 0.6  # clear of the angle
        words, place = r"shadow of $\boldsymbol{p}$", scene.o + beside + part * value * unit
        canvas.label(words, place, ink, toward=below, style=TextStyle.BOLD)
    else:
        canvas.label("90°: no shadow", foot, Ink.ANSWER, toward=below, style=TextStyle.BOLD)
    if length(rest) > 24.0 * canvas.pixel:
        canvas.stroke((scene.tip_p, end), Ink.QUIET, line=Line.DASHED)
        measures.right_angle(canvas, foot, -unit if value > LEAST else unit, rest)


def draw_turned(canvas: Canvas, scene: Any) -> None:
    """Both vectors turned until q lies along the x axis: the component of p along x is the shadow."""
    q, at = length(scene.q), scene.turn
    p = length(scene.p) * np.array((math.cos(at), math.sin(at)))
    foot, up = np.array((p[0], 0.0)), 1.0 if p[1] >= 0.0 else -1.0
    span = max(p[0], q, 0.0) - min(p[0], 0.0)
    small = Canvas(1.3 * span / TURNED[0])
    small.unbounded((0.0, 0.0), (1.0, 0.0), Ink.CONSTRUCTION, line=Line.THIN)
    small.unbounded((0.0, 0.0), (0.0, 1.0), Ink.CONSTRUCTION, line=Line.THIN)
    small.arrow((0.0, 0.0), (q, 0.0), Ink.QUIET, line=Line.MEASURE)
    if abs(p[0]) > LEAST:
        below = np.array((0.0, -up * APART * small.pixel))
        small.stroke((below, foot + below), signed_ink(p[0]), line=Line.BAR)
        small.label("shadow", 0.5 * foot + below, signed_ink(p[0]), toward=(0.0, -up))
    if abs(p[1]) > LEAST:
        small.stroke((foot, p), Ink.QUIET, line=Line.DASHED)
    small.arrow((0.0, 0.0), p, Ink.EXAMINED, line=Line.MEASURE)
    small.symbol(r"\boldsymbol{p}", p, Ink.EXAMINED, toward=p)
    small.symbol(r"\boldsymbol{q}", (q, 0.0), Ink.TEXT, toward=(0.3, -up))
    room = np.array((0.0, -up * 36.0 * small.pixel))  # for the words below the axis
    small.stroke((room, room + (q, 0.0)), Ink.QUIET, line=Line.THIN, opacity=0.0)
    sign = "−" if p[0] < -LEAST else ""
    told = rf"$\boldsymbol{{p}}\cdot\boldsymbol{{q}}$ = {sign}shadow · $\lVert\boldsymbol{{q}}\rVert$"
    canvas.inset("bottom right", TURNED, f"both rotated: {told}", small.marks)


def draw_half_circle(canvas: Canvas, scene: Any, side: float) -> None:
    """Where p can end on its side of q: beyond 90° the product is negative."""
    start, size = math.atan2(*scene.q.tolist()[::-1]), length(scene.p)
    for k, ink in enumerate((Ink.EXAMINED, Ink.OVERLAP)):
        arc = marks.circle_points(canvas, scene.o, size, start + k * side * math.pi / 2.0, side * math.pi / 2.0)
        canvas.stroke(arc, ink, line=Line.THIN, opacity=0.6)


def draw_cosines(canvas: Canvas, scene: Any, side: float) -> None:
    """The direction at 90°, and what the cosine is there and where p points along q or against it."""
    up = swung(scene, side * math.pi / 2.0)
    canvas.stroke((scene.o, scene.o + up), Ink.QUIET, line=Line.DASHED)
    for turn, words, ink in ((0, "1", Ink.EXAMINED), (90, "0", Ink.QUIET), (180, "−1", Ink.OVERLAP)):
        v = swung(scene, side * math.radians(turn))
        if abs(scene.degrees - turn) > 12.0:
            toward = v if turn == 90 else -up
            text = rf"$\cos\theta$ = {words}"
            canvas.label(text, scene.o + v, ink, toward=toward, style=TextStyle.CAPTION)


def draw_length(canvas: Canvas, scene: Any, out: Vector) -> None:
    """The length by which q is divided."""
    off = -64.0 * canvas.pixel * out / length(out)
    ends = scene.o + off, scene.tip_q + off
    words = rf"$\lVert\boldsymbol{{q}}\rVert$ = {fixed(length(scene.q))}"
    measures.measure(canvas, *ends, Ink.QUIET, words, side=side_of(ends, -out), line=Line.THIN)


def side_of(ends: tuple[Vector, Vector], way: Vector) -> float:
    """1 where a direction points to the left of a measure, else -1."""
    return 1.0 if float(left_of(ends[1] - ends[0]) @ way) > 0.0 else -1.0


def span_of(moment: Moment[Any]) -> tuple[float, float]:
    """What of the line of q the last picture needs: both vectors' ends on it, and that of a faulty rule."""
    scene, wrong = moment.scene, moment.faulty.value if isinstance(moment.faulty, FaultyScalar) else 0.0
    size = length(scene.q)
    ends = (0.0, size, float(scene.p @ scene.q) / size, wrong)
    return min(ends), max(ends)


def draw_ruler(canvas: Canvas, scene: Any, side: float, span: tuple[float, float] | None = None) -> None:
    """Ticks at whole lengths along the line of q: as far as its vectors reach both ways, or in a span of it."""
    unit = scene.q / length(scene.q)
    across = side * left_of(unit)
    reach = max(length(scene.p), length(scene.q), 1.0)
    step = pitch(2.0 * float(reach))
    low, high = (-reach, reach) if span is None else span
    for t in range(math.ceil(low / step - LEAST) * step, math.floor(high / step + LEAST) * step + 1, step):
        at = scene.o + t * unit
        canvas.stroke((at - 6.0 * canvas.pixel * across, at + 6.0 * canvas.pixel * across), Ink.QUIET, line=Line.THIN)
        text = f"{t}".replace("-", "−")
        canvas.label(text, at + 6.0 * canvas.pixel * across, Ink.QUIET, toward=across, style=TextStyle.CAPTION)


def draw_unit_beside(canvas: Canvas, scene: Any, out: Vector, place: float) -> None:
    """The unit vector beside the line, with its symbol at a `place` on it."""
    unit = scene.q / length(scene.q)
    start = scene.o + 12.0 * canvas.pixel * out / length(out)
    canvas.arrow(start, start + unit, Ink.QUIET, line=Line.MEASURE)
    canvas.feature((start, start + unit), FeatureRef("q̂", FeatureKind.PART), Ink.TEXT)
    canvas.symbol(r"\hat q", start + place * unit, Ink.TEXT, toward=out)


def draw_unit(canvas: Canvas, scene: Any, out: Vector) -> None:
    """The unit vector with its circle."""
    unit = scene.q / length(scene.q)
    canvas.arrow(scene.o, scene.o + unit, Ink.TEXT, line=Line.FEATURE)
    canvas.feature((scene.o, scene.o + unit), FeatureRef("q̂", FeatureKind.PART), Ink.TEXT)
    canvas.symbol(r"\hat q", scene.o + 0.6 * unit, Ink.TEXT, toward=out)
    marks.circle(canvas, scene.o, 1.0, Ink.CONSTRUCTION, Line.DASHED)
    canvas.label(
        "radius 1", scene.o - unit, Ink.QUIET, toward=-unit + 0.5 * out / length(out), style=TextStyle.CAPTION
    )


def draw_fan(canvas: Canvas, scene: Any, turn: float) -> None:
    """p in other directions, on its side of q, and the shadow of each, forwards or backwards, as a bar below the
    line; among them, lit, that of the angle `turn`."""
    o, side, size = scene.o, -1.0 if scene.turn < 0.0 else 1.0, length(scene.p)
    unit, start = scene.q / length(scene.q), _fan_line(canvas, scene)
    way, now = (start[1] - start[0]) / (180 // FAN + 2), abs(math.degrees(turn))
    draw_sectors(canvas, scene, side)
    for k, degrees in enumerate(range(0, 181, FAN)):
        v = swung(scene, side * math.radians(degrees))
        t = size * math.cos(math.radians(degrees))
        ink, foot = Ink.EXAMINED if t >= 0.0 else Ink.OVERLAP, start[0] + (k + 1) * way
        canvas.stroke((o + 0.12 * v, o + v), ink, line=Line.THIN, opacity=0.35)
        if abs(t) > 1e-9:
            canvas.stroke((foot, foot + t * unit), ink, line=Line.BAR, opacity=0.3)
        if degrees % 90 == 0 and abs(degrees - now) > NAMED:
            _name_bar(canvas, f"{degrees}°", foot, t, unit, Ink.QUIET)
    canvas.stroke(start, Ink.QUIET, line=Line.THIN)
    t, foot = size * math.cos(turn), start[0] + (now / FAN + 1.0) * way
    if abs(t) > LEAST:
        canvas.stroke((foot, foot + t * unit), signed_ink(t), line=Line.BAR)
    _name_bar(canvas, r"$\theta$", foot, t, unit, Ink.EXAMINED)
    words = rf"shadows of $\boldsymbol{{p}}$ every {FAN}°"
    below = start[0] + 11.5 * way + 6.0 * canvas.pixel * unit
    canvas.label(words, below, Ink.QUIET, toward=unit, style=TextStyle.CAPTION)


def draw_sectors(canvas: Canvas, scene: Any, side: float) -> None:
    """Where p has a shadow forwards and where backwards, and the border between them, at 90°."""
    start, size = math.atan2(*scene.q.tolist()[::-1]), length(scene.p)
    for k, ink in enumerate((Ink.EXAMINED, Ink.OVERLAP)):
        arc = marks.circle_points(canvas, scene.o, size, start + k * side * math.pi / 2.0, side * math.pi / 2.0)
        canvas.area([xy(scene.o), *arc], ink, opacity=0.08)
    border = swung(scene, side * math.pi / 2.0)
    canvas.stroke((scene.o, scene.o + border), Ink.TEXT, line=Line.DASHED, opacity=0.7)


def _name_border(canvas: Canvas, scene: Any, side: float) -> None:
    """At 90°, unless p is there."""
    border = swung(scene, side * math.pi / 2.0)
    if abs(scene.degrees - 90.0) > 12.0:
        canvas.label("90°: no shadow", scene.o + border, Ink.TEXT, toward=border, style=TextStyle.CAPTION)


def _name_bar(canvas: Canvas, words: str, foot: Vector, t: float, unit: Vector, ink: Ink) -> None:
    """The angle of a bar of length t, at its end."""
    at = foot + (t if abs(t) > LEAST else 8.0 * canvas.pixel) * unit
    canvas.label(words, at, ink, toward=-unit if t < -LEAST else unit, style=TextStyle.CAPTION)


def _fan_line(canvas: Canvas, scene: Any) -> tuple[Vector, Vector]:
    """The line that the bars of a fan start from, a lane before the first and after the last."""
    across = (1.0 if scene.turn < 0.0 else -1.0) * left_of(scene.q) / length(scene.q)
    low, high = (FIRST - LANE) * canvas.pixel, (FIRST + LANE * (180 // FAN + 1)) * canvas.pixel
    return scene.o + low * across, scene.o + high * across


def draw_shadow(canvas: Canvas, moment: Moment[Any], p: Vector, out: Vector) -> None:
    """The shadow of p on the line."""
    scene, o = moment.scene, moment.scene.o
    unit = scene.q / length(scene.q)
    value = float(p @ unit)
    foot, ink = o + value * unit, signed_ink(value)
    rest = p - value * unit
    canvas.stroke((o + p, foot), Ink.ANSWER, line=Line.DASHED)
    if abs(value) > LEAST:
        canvas.stroke((o, foot), ink, line=Line.BAR)
    canvas.dot(foot, ink, Point.FILLED)
    canvas.feature((o, foot) if abs(value) > LEAST else (o,), FeatureRef("ℓ", FeatureKind.PART), ink)
    words = rf"$\ell$ = **{fixed(value)}**"
    off = -34.0 * canvas.pixel * out / length(out)
    canvas.label(words, o + 0.5 * value * unit + off, ink, style=TextStyle.BOLD, toward=-out)
    if length(rest) > 24.0 * canvas.pixel:
        measures.right_angle(canvas, foot, -unit if value > LEAST else unit, rest, Ink.ANSWER)


def draw_parts(canvas: Canvas, moment: Moment[Any], out: Vector) -> None:
    """Both parts of p as vectors, the length of the first as a measure below it, and the unit vector beside it."""
    scene, o, p = moment.scene, moment.scene.o, moment.scene.p
    unit, aside = scene.q / length(scene.q), canvas.pixel * out / length(out)
    value = float(p @ unit)
    foot, ink = o + value * unit, signed_ink(value)
    rest, back = p - value * unit, -unit if value > LEAST else unit
    if not moment.compare:  # its place belongs to the faulty rule
        place = 0.6 if value > LEAST else 0.75
        draw_unit_beside(canvas, scene, out, place if scene.degrees > FLAT_P else 0.95)
    near = APART * canvas.pixel
    if length(rest) > 1e-6:
        beside = -near * back if abs(value) < near else 0.0 * back  # p lies on it
        canvas.arrow(foot + beside, o + p + beside, Ink.QUIET, line=Line.FEATURE)
        canvas.symbol(r"\boldsymbol{p}_\perp", foot + beside + 0.5 * rest, Ink.TEXT, toward=-back)
    if length(rest) > 24.0 * canvas.pixel:
        measures.right_angle(canvas, foot, -back, rest, Ink.ANSWER)  # the other side has the arrow head
    below = -APART * aside if length(rest) < near else 0.0 * aside
    if abs(value) > LEAST:
        canvas.arrow(o + below, foot + below, ink, line=Line.FEATURE)
    canvas.feature((o, foot) if abs(value) > LEAST else (o,), FeatureRef("ℓq̂", FeatureKind.PART), ink)
    canvas.feature((foot, o + p), FeatureRef("p⊥", FeatureKind.PART), Ink.TEXT)
    if abs(value) > LEAST:
        middle = o + below + 0.5 * value * unit
        canvas.symbol(r"\ell\,\hat q", middle, ink, toward=-out)
        if not moment.compare:
            number = rf"$\ell$ = **{fixed(value)}**"
            canvas.label(number, middle - 34.0 * aside, ink, toward=-out, style=TextStyle.BOLD)
    else:
        canvas.label(r"$\ell$ = **0.00**, $\ell\,\hat q$ = **0**", o, ink, toward=-out, style=TextStyle.BOLD)


def draw_faulty(canvas: Canvas, moment: Moment[Any], found: FaultyScalar, out: Vector) -> None:
    """The bar of a faulty rule, above the line, and how far its end is off."""
    scene, o, unit = moment.scene, moment.scene.o, moment.scene.q / length(moment.scene.q)
    aside = out / length(out) * canvas.pixel
    start, end = o + 13.0 * aside, o + found.value * unit + 13.0 * aside
    canvas.stroke((start, end), Ink.FAULTY, line=Line.DOTTED)
    wrong, way = o + found.value * unit, unit if found.value >= 0.0 else -unit
    canvas.stroke((end, wrong), Ink.FAULTY, line=Line.DOTTED)
    marks.cross(canvas, wrong, moment.compare, Ink.FAULTY, toward=way + 0.8 * out / length(out))
    if found.error > 1e-6:
        true = o + float(scene.p @ unit) * unit
        measures.measure(
            canvas,
            true - 40.0 * aside,
            o + found.value * unit - 40.0 * aside,
            Ink.FAULTY,
            f"error {fixed(found.error)}",
            side=1.0 if found.value < float(scene.p @ unit) else -1.0,
        )
