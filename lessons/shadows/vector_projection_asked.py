"""What a vector on a vector asks: first by what its scene is for (where p or its shadow ends when something
changes), then where the shadow of q on p ends."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.vector import left_of, length
from lessons.shadows.vector_projection_figure import swung
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.mark import Glow, Label, Pair, Stroke
from viz.lesson.prediction import Challenge, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import equation, fixed

P, Q = r"\examined{\boldsymbol{p}}", r"\boldsymbol{q}"
NEAR = 3.0  # degrees
STEEP = 135.0  # degrees: beyond them half the shadow is asked for, not a shadow as long
OFF = 0.05  # world length, or part of q, that the end of a shadow may be off


def asked_first(scene: Any) -> Place | None:
    """Of a long or short q: what its length does. Else about the angle: how the cosine falls, its sign, how fast it
    grows beyond 90°, and how slowly before 180°."""
    p, q = length(scene.p), length(scene.q)
    if min(p, q) < 1e-9:
        return _another_zero(scene) if p > q else None
    degrees = scene.degrees
    if not 0.5 * p < q < 2.0 * p:
        return _other_length(scene, *((0.5, "half") if q > p else (4.0, "four times")))
    if degrees > 179.95:
        return _turned_back(scene)
    if abs(degrees - 90.0) < 0.05:
        text = f"Turn ${P}$ so that its shadow points against ${Q}$ and is half as long as ${P}$. Drag the mark."
        because = f"cos 120° = −0.50. At 135°, halfway from 90° to 180°, the shadow would be 0.71 of ${P}$."
        return _turned(scene, text, 120.0, f"half of ${P}$", because, 10, 135.0)
    if degrees > 90.0:
        text = f"Turn ${P}$ so that its shadow is just as long as now, but points along ${Q}$. Drag the mark."
        other, cosine = 180.0 - degrees, math.cos(scene.turn)
        if degrees > STEEP:
            return _half_as_long(scene, -cosine)
        both = f"cos {fixed(other, 1)}° = {fixed(-cosine)} and cos {fixed(degrees, 1)}° = {fixed(cosine)}"
        because = f"{both}: only the sign differs."
        return _turned(scene, text, other, f"{fixed(-cosine)} of ${P}$", because, 8 if other > 45.0 else 30)
    text = f"Turn ${P}$ so that its shadow points along ${Q}$ and is half as long as ${P}$. "
    text += f"Drag the mark to the tip of ${P}$."
    because = f"cos 60° = 0.50. At 45°, half of 90°, the shadow would be 0.71 of ${P}$."
    return _turned(scene, text, 60.0, f"half of ${P}$", because, 49, 45.0)


def _half_as_long(scene: Any, cosine: float) -> Place:
    """Where p has half the shadow that it has now, the other way: `cosine` is the present one without its sign."""
    text = f"Turn ${P}$ so that its shadow points along ${Q}$ and is half as long as now. Drag the mark."
    degrees = math.degrees(math.acos(cosine / 2.0))
    because = f"cos {fixed(degrees, 1)}° = {fixed(cosine / 2.0)}, half of {fixed(cosine)}, and positive below 90°."
    return _turned(scene, text, degrees, f"{fixed(cosine / 2.0)} of ${P}$", because, 30)


def _turned(
    scene: Any, text: str, degrees: float, words: str, because: str, start: int, guess: float | None = None
) -> Place:
    """Where on its circle p ends when it is turned so many degrees from q; the mark starts at 3 · `start` degrees.
    `guess`: another angle that the answer tells of."""
    side = -1.0 if scene.turn < 0.0 else 1.0
    arc = tuple(xy(scene.o + swung(scene, side * math.radians(angle))) for angle in range(0, 181, 3))

    def judge(points: Points) -> Verdict:
        v = np.array(points[0]) - scene.o
        cosine = float(v @ scene.q) / (length(v) * length(scene.q))
        angle = math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))
        is_right = abs(angle - degrees) <= NEAR
        if is_right:
            v, cosine = swung(scene, side * math.radians(degrees)), math.cos(math.radians(degrees))
        draw = partial(_draw_shadow, scene, v, is_right, guess=guess)
        foot = xy(scene.o + cosine * length(v) * scene.q / length(scene.q))
        if is_right:
            return Verdict(True, because, remarks=(Remark(foot, words, right=True),), draw=draw)
        told, way = fixed(abs(cosine)), "along" if cosine > 0.0 else "against"
        is_other_way = (angle < 90.0) is not (degrees < 90.0)
        pointing = f"points {way} ${Q}$ and " if is_other_way else ""
        there = f"At {fixed(angle, 0)}° the"
        why = f"{there} cosine is {fixed(cosine)}: the shadow {pointing}is {told} times as long as ${P}$."
        if abs(angle + degrees - 180.0) <= NEAR:
            why = f"{there} shadow is as long as asked, but it points {way} ${Q}$: cos = {fixed(cosine)}."
        head = f"Points {way} q" if is_other_way else "Another length"
        if round(cosine, 2) == 0.0:
            why, head = f"{there} cosine is 0.00: ${P}$ has no shadow.", "No shadow"
        return Verdict(False, why, head, (Remark(foot, f"{told} of ${P}$"),), draw=draw)

    return Place(
        text,
        judge,
        start=(arc[start],),
        right=(xy(scene.o + swung(scene, side * math.radians(degrees))),),
        pane="world",
        along=(arc,),
    )


def _another_zero(scene: Any) -> Place:
    """Where else the tip of q, which has no length, can lie so that the dot product stays 0."""
    o, p = scene.o, length(scene.p)
    across = left_of(scene.p) / p

    def judge(points: Points) -> Verdict:
        q = np.array(points[0]) - o
        size, value = length(q), float(scene.p @ q)
        if size < 0.2 * p:
            words = f"There ${Q}$ has nearly no length. Find a ${Q}$ with a length and a direction."
            return Verdict(False, words, "Nearly no q", (Remark(points[0], "too short"),))
        degrees = math.degrees(math.acos(min(max(value / size / p, -1.0), 1.0)))
        is_right = abs(degrees - 90.0) <= NEAR
        draw = partial(_draw_across, scene, q, is_right)
        if is_right:
            why = f"cos 90° = 0: every ${Q}$ perpendicular to ${P}$ has the dot product 0, however long it is."
            return Verdict(True, why, remarks=(Remark(points[0], "90°", right=True),), draw=draw)
        why = f"The angle there is {fixed(degrees, 0)}°, so ${P}\\cdot{{{Q}}}$ = {fixed(value)}."
        return Verdict(False, why, "Not 0", (Remark(points[0], f"{fixed(degrees, 0)}°"),), draw=draw)

    dotted = f"${P}\\cdot{{{Q}}}$"
    text = f"{dotted} is 0. Give ${Q}$ a length, with {dotted} still 0: drag the mark to where its tip can lie."
    start, right = xy(o + 0.5 * scene.p - 0.2 * p * across), xy(o - 0.5 * p * across)
    return Place(text, judge, (start,), (right,), "world")


def _draw_across(scene: Any, q: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The q that was placed, with the right angle to p, or the shadow that p has on its line."""
    canvas.arrow(scene.o, scene.o + q, Ink.ANSWER if is_right else Ink.FAULTY)
    if is_right:
        measures.right_angle(canvas, scene.o, scene.p, q, Ink.ANSWER)
        return
    foot = scene.o + float(scene.p @ q) / float(q @ q) * q
    canvas.stroke((scene.o + scene.p, foot), Ink.FAULTY, line=Line.DOTTED)
    canvas.stroke((scene.o, foot), Ink.FAULTY, line=Line.BAR)


def _other_length(scene: Any, factor: float, words: str) -> Place:
    """Where the shadow of p ends when q is so many times as long: where it ends now."""
    value = float(scene.p @ scene.q) / length(scene.q)

    def wrong(at: float) -> tuple[str, str]:
        if abs(at - factor * value) <= 0.1 * length(scene.p):
            return (
                "q counts twice",
                f"${P}\\cdot{{{Q}}}$ is then {words} as large, but so is $\\lVert{Q}\\rVert$, "
                "by which it is divided.",
            )
        return "Not below the tip", f"The shadow ends where the perpendicular from the tip of ${P}$ meets the line."

    because = f"The perpendicular from the tip of ${P}$ meets the line at the same place, however long ${Q}$ is."
    text = f"If ${Q}$ were {words} as long, where would the shadow of ${P}$ end? Drag the mark there."
    return _ended(scene, text, scene.p, "the same end", because, wrong)


def _turned_back(scene: Any) -> Place:
    """Where the shadow of p ends when p is turned from 180° to 150°."""

    def wrong(at: float) -> tuple[str, str]:
        part = at / length(scene.p)
        if abs(part) < 0.05:
            return "No shadow", f"Only at 90° the shadow ends at the origin. Here ${P}$ is turned to 150°."
        if part > 0.0:
            return "Along q", f"150° is more than 90°: the shadow still points against ${Q}$."
        return "Another cosine", f"That is {fixed(-part)} of ${P}$. The shadow is $\\lVert{P}\\rVert$ cos 150°."

    because = "cos 150° = −0.87: after a third of the turn to 90° the shadow has lost only 0.13 of its length."
    text = f"Turn ${P}$ by 30° towards ${Q}$. Where does its new shadow end? Drag the mark there."
    v = swung(scene, (-1.0 if scene.turn < 0.0 else 1.0) * math.radians(150.0))
    return _ended(scene, text, v, f"0.87 of ${P}$", because, wrong)


def _ended(
    scene: Any, text: str, v: Vector, words: str, because: str, wrong: Callable[[float], tuple[str, str]]
) -> Place:
    """Where the shadow of v ends on the line of q; the mark starts on the other side of the origin. `wrong`: what is
    said of another place of it."""
    unit, reach = scene.q / length(scene.q), 1.15 * max(length(scene.p), length(scene.q))
    right = float(v @ unit)

    def judge(points: Points) -> Verdict:
        at = float((np.array(points[0]) - scene.o) @ unit)
        if abs(at - right) <= max(OFF, 0.05 * length(v)):
            draw, place = partial(_draw_shadow, scene, v, True), xy(scene.o + right * unit)
            return Verdict(True, because, remarks=(Remark(place, words, right=True),), draw=draw)
        (head, why), place = wrong(at), xy(scene.o + at * unit)
        return Verdict(False, why, head, (Remark(place, "not here"),), draw=partial(_draw_end, scene.o, place))

    path = xy(scene.o - reach * unit), xy(scene.o + reach * unit)
    start = xy(scene.o - math.copysign(0.4 * reach, right) * unit)
    return Place(text, judge, (start,), (xy(scene.o + right * unit),), "world", along=(path,))


def _draw_end(o: Vector, place: Pair, canvas: Canvas, pane: str) -> None:
    if math.dist(o, place) > 1e-9:
        canvas.stroke((xy(o), place), Ink.FAULTY, line=Line.BAR)
    canvas.dot(place, Ink.FAULTY)


def _draw_shadow(
    scene: Any, v: Vector, is_right: bool, canvas: Canvas, pane: str, *, guess: float | None = None
) -> None:
    """The vector that was placed, with its shadow; for the right one, what it answers steps back, and p at the angle
    that many would `guess` stands beside it."""
    unit = scene.q / length(scene.q)
    foot = scene.o + float(v @ unit) * unit
    ink, turn = (Ink.ANSWER if is_right else Ink.FAULTY), math.atan2(unit[0] * v[1] - unit[1] * v[0], float(v @ unit))
    if is_right:
        _step_back(canvas)
        if guess is not None:
            _draw_guess(canvas, scene, guess)
    if math.dist(v, scene.p) > 1e-6:  # not p itself
        canvas.arrow(scene.o, scene.o + v, ink)
        start, degrees = math.atan2(*scene.q.tolist()[::-1]), abs(math.degrees(turn))
        told = fixed(degrees, 1).removesuffix(".0") if is_right else fixed(degrees, 0)
        measures.angle_arc(canvas, scene.o, start, start + turn, ink, f"{told}°", radius=88.0)
    canvas.stroke((scene.o + v, foot), ink, line=Line.DASHED if is_right else Line.DOTTED)
    canvas.stroke((scene.o, foot), ink, line=Line.BAR)


def _draw_guess(canvas: Canvas, scene: Any, degrees: float) -> None:
    """p at another angle, with the light to the end of its shadow."""
    at, unit = swung(scene, math.copysign(math.radians(degrees), scene.turn)), scene.q / length(scene.q)
    foot = float(at @ unit) * unit
    canvas.stroke((scene.o, scene.o + at), Ink.QUIET, line=Line.THIN)
    canvas.stroke((scene.o + at, scene.o + foot), Ink.QUIET, line=Line.DOTTED)
    words = rf"{fixed(degrees, 0)}°: {fixed(abs(math.cos(math.radians(degrees))))} of ${P}$"
    canvas.label(words, scene.o + at, Ink.QUIET, toward=at, style=TextStyle.CAPTION)


def _step_back(canvas: Canvas) -> None:
    """The lengths and the angle of p and the name of its shadow give way to the answer, and its shadow is quieter
    than that of the answer."""
    gone = r"$\lVert", r"$\theta$ =", "shadow of"
    kept = (m for m in canvas.marks if not (isinstance(m, Label) and m.text.startswith(gone)))
    marks = (m for m in kept if not isinstance(m, Glow))
    canvas.marks[:] = [m._replace(opacity=0.4) if isinstance(m, Stroke) and m.line is Line.BAR else m for m in marks]


def shadow_of_q(scene: Any) -> Place | None:
    """Where the shadow of q ends on the line of p; not where it vanishes, nor on one line, where it is q."""
    dotted, p, q = float(scene.p @ scene.q), length(scene.p), length(scene.q)
    if min(p, q) < 1e-6 or not 0.02 < abs(dotted) / (p * q) < 0.99:
        return None
    unit, right, near = scene.p / p, dotted / p, max(OFF, OFF * q)
    reach = 1.15 * max(p, q)

    def judge(points: Points) -> Verdict:
        at = float((np.array(points[0]) - scene.o) @ unit)
        is_right = abs(at - right) <= near
        place = xy(scene.o + (right if is_right else at) * unit)
        draw = partial(_draw_other, scene, right if is_right else at, is_right)
        if is_right:
            sum_ = equation("{dot} / {p} = {result}", lambda dot, p: dot / p, dot=dotted, p=p)
            because = f"{sum_}: the dot product is the same, but it is divided by the length of ${P}$."
            return Verdict(True, because, remarks=(Remark(place, "end of the shadow", right=True),), draw=draw)
        head, words = "Not at a right angle", "not a right angle"
        off = f"Here it is {_off(scene, at)}°."
        because = f"The line from the tip of ${Q}$ to the end must be at a right angle to ${P}$. {off}"
        if abs(abs(at) - abs(dotted) / q) <= near:
            head, words = "The shadow of p is so long", f"as long as ${P}$’s"
            because = f"That is as long as the shadow of ${P}$: ${P}\\cdot{{{Q}}}$ divided by the "
            because += f"length of ${Q}$. Now divide by that of ${P}$."
        elif at * right < 0.0:
            side, way = ("less", "along") if right > 0.0 else ("more", "against")
            head, words = "The other way", "wrong side"
            because = f"The angle is {side} than 90°, so the shadow points {way} ${P}$."
        return Verdict(False, because, head, (Remark(place, words),), draw=draw)

    text = f"${Q}$ casts a shadow on the line of ${P}$ too. Drag the mark to the end of this shadow."
    path = xy(scene.o - reach * unit), xy(scene.o + reach * unit)
    end = xy(scene.o + right * unit)
    return Place(text, judge, (xy(scene.o),), (end,), "world", along=(path,))


def goal_with_unit(scene: Any) -> Challenge:
    """Where the dot product itself is the length of the shadow."""
    q, value = length(scene.q), float(scene.p @ scene.q)
    done = abs(q - 1.0) <= 0.03 and value < -0.3
    text = f"Find vectors for which this rule is right, with a shadow of ${P}$ that points against ${Q}$."
    return Challenge(text, done, f"now ‖q‖ = {fixed(q)}", f"By what must ${P}\\cdot{{{Q}}}$ be divided?")


def goal_with_sign(scene: Any) -> Challenge:
    """Where the shadow has no sign to leave out."""
    value = float(scene.p @ scene.q) / length(scene.q)
    done = value > 0.3 and float(scene.p[0]) < -0.1 and float(scene.q[0]) > 0.1
    text = f"Make this rule right while ${P}$ points to the left and ${Q}$ to the right, with a shadow over 0.30."
    return Challenge(text, done, f"now ℓ = {fixed(value)}", "Only the angle between them decides the sign.")


def _off(scene: Any, at: float) -> str:
    """The angle at a place of the line of p between it and the way to the tip of q, in whole degrees up to 90."""
    unit = scene.p / length(scene.p)
    way = scene.q - at * unit
    return fixed(math.degrees(math.atan2(abs(unit[0] * way[1] - unit[1] * way[0]), abs(float(way @ unit)))), 0)


def _draw_other(scene: Any, at: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The line of p, and the light from the tip of q to a place of it."""
    unit = scene.p / length(scene.p)
    end, ink = scene.o + at * unit, Ink.ANSWER if is_right else Ink.FAULTY
    canvas.unbounded(scene.o, unit, ink, line=Line.DASHED if is_right else Line.DOTTED)
    canvas.stroke((scene.tip_q, end), ink, line=Line.DASHED if is_right else Line.DOTTED)
    if is_right:
        measures.right_angle(canvas, end, -unit if at > 0.0 else unit, scene.tip_q - end, ink)
        off = 14.0 if scene.turn * at > 0.0 else -14.0
        measures.bracket(canvas, scene.o, end, ink, fixed(abs(at)), off=off)
