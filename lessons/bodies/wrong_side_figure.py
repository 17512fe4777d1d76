"""The picture of a box in a thin wall: samples, both pushes, where the box goes on, and a strip of all starts."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from geometry.dynamics.contacts import ContactsFound
from geometry.dynamics.starts import Remedy, StartsRun
from geometry.dynamics.step import GravityApplied, ImpulseApplied, WarmStarted
from geometry.faulty.chosen_normals import ChosenPush
from geometry.trace import Grouped
from geometry.vector import XY, Vector
from lessons.bodies.impulse_drawn import draw_contacts
from lessons.bodies.wrong_side_scene import BOX_HIGH, PRESS, RATE, Fate, Kind, Thrown
from lessons.bodies.wrong_side_starts import ROW, TOP, UNDER, above, draw_remedy, draw_starts, sample_outline
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import coords, fixed

ABOVE, BELOW, SHORT = 92.0, 120.0, 36.0  # that the wall is drawn beyond the box; short above the strip
FASTEST = 1.0  # world length: no velocity is drawn longer while its impulses are stepped through
NAME, NAME_AND_X = 38.0, 70.0  # pixels: half a sample's name, and a little
SPACED = 84.0  # pixels between samples that are named
SIDES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "up": (0.0, 1.0), "down": (0.0, -1.0)}


def side_of(normal: Any) -> str:
    """The side that a normal points to most."""
    return max(SIDES, key=lambda name: float(np.dot(SIDES[name], normal)))


def way_of(normal: Any) -> str:
    """All sides that a normal points to, in words."""
    x, y = float(normal[0]), float(normal[1])
    parts = ["up" if y > 0.0 else "down"] if abs(y) > 0.15 else []
    parts += [("to the " if parts else "") + ("right" if x > 0.0 else "left")] if abs(x) > 0.15 else []
    return " and ".join(parts)


def pushes(scene: Thrown) -> dict[str, float]:
    """How far the box has to go each way to leave the wall: the least first asked. Up only where the wall ends."""
    (x, y), half = scene.knots[-1][1:], scene.half
    found = {"left": half + x, "right": half - x}
    if scene.kind is Kind.OVER_THE_TOP:
        found["up"] = float(scene.wall.points[:, 1].max()) + BOX_HIGH / 2.0 - y
    return found


def speed_of(v: float) -> str:
    """A speed in words: whole, or with two decimals."""
    return fixed(v, 0) if abs(v - round(v)) < 0.01 else fixed(v)


def frames_of(moment: Moment[Thrown]) -> float:
    """The clock in frames since the start."""
    return moment.time * (moment.scene.sample + 1)


def draw_world(canvas: Canvas, moment: Moment[Thrown]) -> None:
    """Impulses are shown at the sample that they belong to, whatever the time."""
    scene, step = moment.scene, moment.step
    if moment.parent is not None:
        step, moment = moment.parent.step, replace(moment, time=scene.sample / (scene.sample + 1))
    _wall(canvas, scene, is_short=isinstance(step, StartsRun))
    remedy = step.remedy if isinstance(step, StartsRun) else Remedy.LEAST_PUSH
    solid = scene.at(remedy, frames_of(moment))
    if remedy is Remedy.SWEEP:
        _swept_samples(canvas, scene, solid)
    else:
        _samples(canvas, scene, solid, is_clear=isinstance(step, Grouped))
    is_wrong = scene.fate in (Fate.WRONG_SIDE, Fate.UNSEEN) and not moment.is_open
    if isinstance(step, GravityApplied):
        _travel(canvas, scene)
    if scene.kind is Kind.STRAIGHT and isinstance(step, GravityApplied | StartsRun):
        _width(canvas, scene, solid, up=62.0 if isinstance(step, StartsRun) else 54.0)
    if isinstance(step, ContactsFound | StartsRun) and scene.contact is not None and moment.faulty is None:
        _after_push(canvas, moment)
    if isinstance(step, ContactsFound) and scene.contact is None:
        _gaps(canvas, scene)
    if isinstance(step, StartsRun):
        draw_starts(canvas, scene, step)
        draw_remedy(canvas, scene, remedy)
    if remedy is not Remedy.LEAST_PUSH and is_wrong:
        place = scene.at(Remedy.LEAST_PUSH, frames_of(moment))
        marks.ghost(canvas, scene.box_at(place), Ink.FAULTY, Line.DOTTED)
        if moment.time == 1.0:
            words = f"least push, sample {scene.sample + 1}"
            if scene.contact is None:
                words = f"{moment.compare or 'least push'}:\npasses"
            above(canvas, scene, place, words, Ink.FAULTY)
    _box(canvas, moment, remedy)
    if isinstance(step, Grouped):
        _response(canvas, moment)
    if isinstance(moment.faulty, ChosenPush) and not isinstance(step, GravityApplied):
        _chosen(canvas, scene, moment.compare, moment.faulty, is_shown=isinstance(step, ContactsFound))


def _after_push(canvas: Canvas, moment: Moment[Thrown]) -> None:
    """Where the least push leaves the box, and how; with all starts, what this one comes to."""
    scene, step = moment.scene, moment.step
    ink = Ink.FAULTY if scene.fate is Fate.WRONG_SIDE and not moment.is_open else Ink.ANSWER
    (x, y), ghost = scene.pushed.tolist(), scene.box_at(scene.pushed)
    side = math.copysign(1.0, x)
    if isinstance(step, StartsRun):
        if step.remedy is Remedy.LEAST_PUSH and not moment.is_open:
            marks.ghost(canvas, ghost, ink, Line.DOTTED)
            edge = x + 0.5 * side * scene.width
            if side < 0.0:  # beside it stands an earlier sample
                above(canvas, scene, (edge, y), "after the push", ink)
            else:
                at = edge, y + 0.2 * BOX_HIGH
                canvas.label("after the push", at, ink, toward=(1.0, 0.0), style=TextStyle.BOLD)
        return
    both_pushes(canvas, scene)
    marks.ghost(canvas, ghost, ink, Line.DOTTED)
    if scene.kind is Kind.OVER_THE_TOP:
        at, toward = (x + scene.width / 2.0, y + 0.2 * BOX_HIGH), (1.0, 0.0)
    else:
        at, toward = (x + 0.62 * side * scene.width, y - BOX_HIGH / 2.0), (0.0, -1.0)
        _width(canvas, scene, scene.knots[-1][1:])
    canvas.label("after the push", at, ink, toward=toward, style=TextStyle.BOLD)


def _wall(canvas: Canvas, scene: Thrown, *, is_short: bool) -> None:
    """As far as it is of use; with the strip of all starts it ends above that, and is measured below the box."""
    down = SHORT if is_short else BELOW if scene.kind is Kind.STRAIGHT else 96.0
    half = scene.thickness / 2.0
    low, high = -BOX_HIGH / 2.0 - down * ROW, BOX_HIGH / 2.0 + (TOP if is_short else ABOVE) * ROW
    if scene.kind is Kind.OVER_THE_TOP:
        low, high = -0.45, float(scene.wall.points[:, 1].max())
    canvas.area(((-half, low), (half, low), (half, high), (-half, high)), Ink.A)
    for x in (-half, half):
        canvas.stroke(((x, low), (x, high)), Ink.A, line=Line.OUTLINE)
    strip = -BOX_HIGH / 2.0 - UNDER * ROW
    canvas.stroke(((0.0, strip if is_short else low), (0.0, high)), Ink.CONSTRUCTION, line=Line.DASHED)
    if scene.kind is Kind.OVER_THE_TOP:
        canvas.stroke(((-half, high), (half, high)), Ink.A, line=Line.OUTLINE)
        canvas.dot((0.0, 0.0), Ink.QUIET, Point.SMALL)
        canvas.label("(0, 0)", (-half, 0.0), Ink.QUIET, toward=(-1.0, 0.0))
        canvas.label("wall", (half, low / 2.0), Ink.A, toward=(1.0, 0.0), style=TextStyle.BOLD)
        return
    up = -BOX_HIGH / 2.0 - 18.0 * ROW if is_short else high - 12.0 * ROW
    measures.measure(canvas, (-half, up), (half, up), Ink.A)
    canvas.label("$x$ = 0", (0.0, high), Ink.QUIET, toward=(0.0, 1.0))
    canvas.label(f"wall, $T$ = {fixed(scene.thickness)}", (half, up), Ink.A, toward=(1.0, 0.0), style=TextStyle.BOLD)


def _swept_samples(canvas: Canvas, scene: Thrown, solid: XY) -> None:
    """The first one, and the one in the wall."""
    (_, x, y), (_, *now) = scene.knots[0], scene.knots[-1]
    canvas.dot((x, y), Ink.B, Point.SMALL)
    sample_outline(canvas, scene, (x, y), solid)
    above(canvas, scene, (x - 0.2 * scene.width, y), "sample 0", Ink.QUIET, bold=False)
    face, clear = scene.thickness / 2.0, NAME * canvas.pixel
    x = now[0] + 0.3 * scene.width
    x = -0.5 * face if x < 0.0 and face > 1.6 * clear else max(x, face + clear)
    above(canvas, scene, (x, now[1]), f"sample {scene.sample}", Ink.QUIET, bold=False)
    sample_outline(canvas, scene, (now[0], now[1]), solid)


def _samples(canvas: Canvas, scene: Thrown, solid: XY, *, is_clear: bool) -> None:
    """Earlier samples; those that have room are named. `is_clear`: none is named that the `solid` box covers."""
    last, has_room = scene.sample, scene.step > SPACED * canvas.pixel
    for k, (_, *place) in enumerate(scene.knots[:-1]):
        canvas.dot(place, Ink.B, Point.SMALL)
        if k and is_clear and abs(place[0] - solid[0]) < scene.width:
            continue
        if k == 0 or (has_room and k >= last - 3):
            sample_outline(canvas, scene, (place[0], place[1]), solid)
        if has_room and k >= last - 3:
            above(canvas, scene, (place[0], place[1]), f"sample {k}", Ink.QUIET, bold=False)


def _box(canvas: Canvas, moment: Moment[Thrown], remedy: Remedy) -> None:
    """The box at the clock's time, its overlap with the wall in red; where it was at the sample, once it moves on."""
    scene, frames = moment.scene, frames_of(moment)
    place = scene.at(remedy, frames)
    shape = scene.box_at(place)
    if scene.kind is Kind.PRESSED:
        x = float(scene.run.pose(2, frames / RATE).position[0])
        canvas.area(_corners(x, PRESS / 2.0, 0.5), Ink.GHOST, opacity=0.3)
        canvas.stroke(_corners(x, PRESS / 2.0, 0.5), Ink.GHOST, closed=True, line=Line.OUTLINE)
        canvas.label("press", (x, 0.5), Ink.QUIET, toward=(0.0, 1.0))
    marks.shape(canvas, shape, Ink.B)
    boxes = shape.bounds(), scene.wall.bounds()
    (x, y), (u, v) = np.max([each.low for each in boxes], axis=0), np.min([each.high for each in boxes], axis=0)
    if x < u and y < v:
        canvas.area(((x, y), (u, y), (u, v), (x, v)), Ink.OVERLAP, opacity=0.35)
    canvas.dot(place, Ink.B)
    if abs(frames - scene.sample) < 1e-9:
        _name_sample(canvas, moment, place)
    elif frames > scene.sample and remedy is not Remedy.SWEEP and scene.kind is not Kind.PRESSED:
        (_, x, y) = scene.knots[-1]
        sample_outline(canvas, scene, (x, y), place)


def _name_sample(canvas: Canvas, moment: Moment[Thrown], place: XY) -> None:
    """The name of the sample in the wall, clear of it, with the place of its centre where that is told."""
    scene, is_over = moment.scene, moment.scene.kind is Kind.OVER_THE_TOP
    name = f"sample {scene.sample}"
    is_told = isinstance(moment.step, ContactsFound) and moment.faulty is None
    is_told = is_told or (isinstance(moment.step, GravityApplied) and scene.kind is not Kind.PRESSED)
    is_told = is_told and not moment.is_open
    if is_over and is_told:
        canvas.label(coords(place), place, Ink.B, toward=(1.0, -1.0))
    if is_over and moment.faulty is not None:  # above it stands the right one
        at = place[0] + scene.width / 2.0, place[1]
        canvas.label(name, at, Ink.B, toward=(1.0, 0.0), style=TextStyle.BOLD)
        return
    if is_over:
        above(canvas, scene, place, name, Ink.B)
        return
    left, right, face = place[0] - scene.width / 2.0, place[0] + scene.width / 2.0, scene.thickness / 2.0
    free = max((left, min(right, -face)), (max(left, face), right), key=lambda part: part[1] - part[0])
    x, clear = 0.5 * (free[0] + free[1]), face + (NAME_AND_X if is_told else NAME) * canvas.pixel
    words = f"{name}: $x$ = {fixed(place[0])}" if is_told else name
    above(canvas, scene, (math.copysign(max(abs(x), clear), x), place[1]), words, Ink.B)


def _corners(x: float, half: float, tall: float) -> tuple[XY, ...]:
    return (x - half, -tall), (x + half, -tall), (x + half, tall), (x - half, tall)


def _travel(canvas: Canvas, scene: Thrown) -> None:
    """The last step before the sample, from centre to centre."""
    (_, *start), (_, *end) = scene.knots[-2:]
    canvas.arrow(start, end, Ink.EXAMINED, line=Line.MEASURE)
    middle = 0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1])
    if scene.kind is not Kind.OVER_THE_TOP:
        middle = _free_of_edges(scene, start[0], end[0]), start[1]
    canvas.label(
        rf"$d$ = {fixed(math.dist(start, end))}", middle, Ink.EXAMINED, toward=(0.0, -1.0), style=TextStyle.BOLD
    )
    if scene.kind is Kind.PRESSED:
        canvas.label(f"$x_{{{scene.sample - 1}}}$", start, Ink.B, toward=(-1.0, 1.0))
        canvas.label(f"$x_{{{scene.sample}}}$", end, Ink.B, toward=(1.0, 1.0))
    else:
        canvas.label(f"$v$ = {speed_of(scene.speed)}", middle, Ink.EXAMINED, toward=(0.0, 1.0))


def _free_of_edges(scene: Thrown, start: float, end: float) -> float:
    """The middle of the longest part of a straight step that no edge of both boxes cuts, outside of the wall."""
    face, half = scene.thickness / 2.0, math.copysign(scene.width / 2.0, end - start)
    low, high = sorted((start, end))
    cuts = sorted(min(max(x, low), high) for x in (start, end, start + half, end - half, -face, face))
    parts = [(round(b - a, 6), (a + b) / 2.0) for a, b in pairwise(cuts) if abs(a + b) / 2.0 > face]
    return max(parts, default=(0.0, (start + end) / 2.0))[1]


def both_pushes(canvas: Canvas, scene: Thrown) -> None:
    """Below the box the way out to each side, from the edge that has to leave; of a push up beside it."""
    (x, y), found = scene.knots[-1][1:], pushes(scene)
    least = min(found, key=lambda name: found[name])
    low = y - BOX_HIGH / 2.0
    for row, (name, size) in enumerate(sorted(found.items(), key=lambda each: each[1])):
        (nx, ny), ink = SIDES[name], Ink.OVERLAP if name == least else Ink.QUIET
        words = f"{name} {fixed(size)}"
        if ny:
            at = x + scene.width / 2.0 + 16.0 * canvas.pixel
            canvas.arrow((at, low), (at, low + ny * size), ink, line=Line.MEASURE)
            canvas.label(words, (at, low), ink, toward=(1.0, 0.0), style=TextStyle.BOLD)
            continue
        edge, down = x - nx * scene.width / 2.0, low - (26.0 + 34.0 * row) * ROW
        canvas.stroke(((edge, low), (edge, down)), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.arrow((edge, down), (edge + nx * size, down), ink, line=Line.MEASURE)
        words_at, way = edge, -nx
        if scene.kind is Kind.PRESSED and nx > 0.0:  # beside the press
            words_at, way = edge + size, nx
        canvas.label(words, (words_at, down), ink, toward=(way, 0.0), style=TextStyle.BOLD)


def _width(canvas: Canvas, scene: Thrown, place: XY, up: float = 54.0) -> None:
    """Above the box at a place."""
    (x, y), half = place, scene.width / 2.0
    up = y + BOX_HIGH / 2.0 + up * ROW
    measures.measure(canvas, (x - half, up), (x + half, up), Ink.B)
    face = scene.thickness / 2.0
    side = 1.0 if scene.kind is Kind.PRESSED or x - half > face else -1.0
    canvas.label(f"$w$ = {fixed(scene.width)}", (x + side * half, up), Ink.B, toward=(side, 0.0))


def _gaps(canvas: Canvas, scene: Thrown) -> None:
    """From the wall to the last two samples of a box that is not seen."""
    for k, x, y in scene.knots[-2:] if scene.fate is Fate.UNSEEN else ():
        side, low = math.copysign(1.0, x), y - 0.3 * BOX_HIGH
        gap = abs(x) - scene.half
        if gap > 0.0:
            start, end = (side * scene.thickness / 2.0, low), (x - side * scene.width / 2.0, low)
            measures.measure(canvas, start, end, Ink.GAP)
            words = rf"$s_{{{k:.0f}}}$ = {fixed(gap)}"
            canvas.label(words, end, Ink.GAP, toward=(side, -1.0), style=TextStyle.BOLD)


def _response(canvas: Canvas, moment: Moment[Thrown]) -> None:
    """The push, its normal, and the velocity that the impulses find; in one of them the velocity after it."""
    scene, inner = moment.scene, moment.step
    v = inner.motions[1].velocity if isinstance(inner, ImpulseApplied | WarmStarted) else scene.before
    place = np.array(scene.at(Remedy.LEAST_PUSH, frames_of(moment)))
    solved = moment.trace.steps[:-1] if moment.parent is not None else ()
    fast = max((float(np.hypot(*step.motions[1].velocity)) for step in solved), default=0.0)
    unit = 1.0 / max(RATE, fast / FASTEST)  # the impulses of the frame before may be much too great for this one
    if float(np.hypot(*v)) > 1e-3:
        is_changed = moment.parent is None and float(np.hypot(*(scene.after.velocity - v))) > 1e-3
        canvas.arrow(place, place + unit * v, Ink.EXAMINED, line=Line.DASHED if is_changed else Line.MEASURE)
        if is_changed:
            _stopped(canvas, place, scene.after.velocity)
        words, at = f"$v$ = {speed_of(float(np.hypot(*v)))}", place + 0.3 * unit * v
        if moment.parent is None:
            words = _along_normal(canvas, scene, place, v) + words
        canvas.label(words, at, Ink.EXAMINED, toward=(0.0, -1.0), style=TextStyle.BOLD)
    if moment.parent is not None:
        draw_contacts(canvas, moment, scene.speed)
    if scene.contact is None:
        return
    n, size = scene.contact.normal.direction, 0.5 * np.array((scene.width, BOX_HIGH))
    if abs(n[0]) <= 0.5:
        measures.unit_arrow(canvas, place + n * size, n, r"\hat n", Ink.TEXT)
    else:
        face = math.copysign(scene.thickness / 2.0, n[0]), -size[1] - 66.0 * ROW
        measures.unit_arrow(canvas, face, n, r"\hat n", Ink.TEXT)
        down = np.array((0.0, -size[1] - 26.0 * ROW))
        start, end = np.array(scene.knots[-1][1:]) + down, scene.pushed + down
        canvas.arrow(start, end, Ink.OVERLAP, line=Line.MEASURE)
        words = f"push {fixed(-scene.contact.separation)}"
        canvas.label(words, end, Ink.OVERLAP, toward=(math.copysign(1.0, n[0]), 0.0), style=TextStyle.BOLD)


def _along_normal(canvas: Canvas, scene: Thrown, place: Vector, v: Vector) -> str:
    """The part of the velocity along the normal: an arrow of its own, or told with a velocity that has no other."""
    if scene.contact is None:
        return ""
    n = scene.contact.normal.direction
    part = float(v @ n)
    told, rest = f"$v_n$ = {speed_of(part)}", v - part * n
    if float(np.hypot(*rest)) < 1e-3:
        return "$v_n$ = " if part > 0.0 else f"{told}, "
    start = place + rest / RATE
    canvas.arrow(start, start + part * n / RATE, Ink.EXAMINED, line=Line.MEASURE)
    canvas.label(told, start + 0.5 * part * n / RATE, Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)
    return ""


def _stopped(canvas: Canvas, place: Vector, v: Vector) -> None:
    """The velocity after the impulses."""
    size = float(np.hypot(*v))
    if size > 1e-3:
        canvas.arrow(place, place + v / RATE, Ink.ANSWER, line=Line.MEASURE)
    at = place + 0.6 * v / RATE
    canvas.label(f"$v'$ = {speed_of(size)}", at, Ink.ANSWER, toward=(0.0, 1.0), leader=True)


def _chosen(canvas: Canvas, scene: Thrown, rule: str, push: ChosenPush, *, is_shown: bool) -> None:
    """Where a faulty rule puts the box; `is_shown`: how, and the right place."""
    if not push.depth:
        return
    at, is_wrong = np.array(scene.knots[-1][1:]), scene.error(push) > 1e-6
    (x, y), ink = (at + push.push).tolist(), Ink.FAULTY if is_wrong else Ink.ANSWER
    marks.ghost(canvas, scene.box_at((x, y)), ink, Line.DOTTED)
    above(canvas, scene, (x, y), f"error {fixed(scene.error(push))}" if is_wrong else f"{rule}: correct", ink)
    if not is_shown:
        return
    if scene.kind is Kind.OVER_THE_TOP:
        _supports(canvas, scene, push, ink)
    else:
        canvas.arrow(at, (x, y), ink)
        face = push.normal[0] * scene.thickness / 2.0, -BOX_HIGH / 2.0 - 48.0 * ROW
        measures.unit_arrow(canvas, face, push.normal, r"\hat n", ink)
    if is_wrong and scene.exact is not None:
        marks.ghost(canvas, scene.box_at(scene.exact), Ink.ANSWER, Line.END)
        (x, y), side = scene.exact.tolist(), math.copysign(1.0, scene.exact[0])
        words = "least push: correct" if scene.is_right else "from the first touch on"
        if scene.kind is Kind.OVER_THE_TOP:
            above(canvas, scene, (x + 0.3 * scene.width, y), words, Ink.ANSWER, up=8.0)
            return
        edge = x + 0.2 * side * scene.width, y - 0.5 * BOX_HIGH
        canvas.label(words, edge, Ink.ANSWER, toward=(0.0, -1.0), style=TextStyle.BOLD)


def _supports(canvas: Canvas, scene: Thrown, push: ChosenPush, ink: Ink) -> None:
    """The push from the support vertex of the box against n to the line of the wall's along n."""
    n = np.array(push.normal)
    wall, box = scene.wall.points, scene.box_at(scene.knots[-1][1:]).points
    of_wall, of_box = wall[np.argmax(wall @ n)], box[np.argmin(box @ n)]
    end, along = of_box + push.push, np.array((-n[1], n[0]))
    for corner, other in ((of_wall, end), (of_box, of_box)):
        reach = np.array(sorted((float((other - corner) @ along), 0.0))) + (-0.12, 0.12)
        canvas.stroke([corner + part * along for part in reach], Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.arrow(of_box, end, ink, line=Line.MEASURE)
    canvas.label(f"push {fixed(push.depth)}", of_box, ink, toward=(1.0, -0.6), style=TextStyle.BOLD)
    canvas.dot(of_wall, Ink.A, Point.SMALL)
    canvas.dot(of_box, Ink.B, Point.SMALL)
    measures.unit_arrow(canvas, of_wall, n, r"\hat n", ink)
