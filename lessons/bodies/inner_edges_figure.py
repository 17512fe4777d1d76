"""Two runs over one seam, tile by tile and by the contacts of the floor; the corner, enlarged; the speed in time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry import Vector
from geometry.feature import FeatureKind, FeatureRef
from lessons.bodies.inner_edges_scene import (
    FASTEST,
    RADIUS,
    RATE,
    SKIPPED,
    SLOWEST,
    TOP,
    WALL,
    WAY,
    Slide,
    place_of,
)
from lessons.bodies.runs import Run
from viz.lesson import charts, marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Follow, Moment
from viz.lesson.mark import Pair
from viz.lesson.measures import bracket, measure, unit_arrow
from viz.lesson.text import fixed

BELOW = -0.14  # the lower end of a view of the runs
TRAIL = 5  # frames between two earlier poses
NORMAL = 40.0  # pixels
NEAR = 24.0  # pixels
FAN = 40.0  # pixels
TILE = 0.2  # opacity of the floor
DEPTH, SEAM, LEAST, HIT, OFTEN, COMPARED, RUNS = range(7)  # the steps


def edge(index: int) -> FeatureRef:
    """Of tile 2."""
    return FeatureRef("tile 2", FeatureKind.EDGE, index)


def frames_at(moment: Moment[Any]) -> float:
    """Frames since the start; while it is asked which edge wins, the runs end before it is seen."""
    scene: Slide = moment.scene
    frames = min(max(moment.time, 0.0), 1.0) * scene.count
    return min(frames, float(scene.frames)) if moment.is_open and moment.index <= SEAM else frames


def wrong_run(moment: Moment[Any]) -> Run:
    """By the faulty rule that is switched on, or tile by tile."""
    found: Run = moment.faulty if isinstance(moment.faulty, Run) else moment.scene.alone
    return found


def rule_of(moment: Moment[Any]) -> str:
    """By which the first run is made."""
    return moment.compare if isinstance(moment.faulty, Run) else "tile by tile"


def own_side(moment: Moment[Any]) -> bool:
    """Whether a rule that skips the inner edge takes B's own side in its place."""
    scene: Slide = moment.scene
    return moment.compare == SKIPPED and isinstance(moment.faulty, Run) and scene.is_dropped


def draw_wrong(canvas: Canvas, moment: Moment[Any]) -> None:
    _slide(canvas, moment, wrong_run(moment), Ink.FAULTY)


def draw_right(canvas: Canvas, moment: Moment[Any]) -> None:
    _slide(canvas, moment, moment.scene.right, Ink.ANSWER)


def _span(scene: Slide) -> Pair:
    """What of x the runs need."""
    start = float(scene.motion.start[0])
    far = start + min(scene.count * scene.way, 1.2 * WAY)
    return start - RADIUS - 0.04, max(far + RADIUS, 0.45) + 0.04


def _top(scene: Slide) -> float:
    return 0.84 + (0.0 if scene.is_round else 0.8 * scene.raised)


def _slide(canvas: Canvas, moment: Moment[Any], run: Run, ink: Ink) -> None:
    """The floor, where the body was, where it is, its velocity and the normals of its contacts."""
    scene: Slide = moment.scene
    low, high = _span(scene)
    bottom, now = BELOW, frames_at(moment)
    canvas.stroke(((low, bottom), (high, _top(scene))), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    is_wrong = ink is Ink.FAULTY
    for name, way, top, x in (("tile 1", -1.0, 0.0, 0.5 * low), ("tile 2", 1.0, scene.raised, high - 0.16)):
        corner = (0.0, top)
        canvas.region((corner, corner), ((0.0, 1.0), (-way, 0.0)), Ink.A, TILE)
        canvas.unbounded(corner, (way, 0.0), Ink.A, line=Line.OUTLINE, one_sided=True)
        canvas.label(name, (x, 0.68 * bottom), Ink.A, fixed=True)
    seam = Line.OUTLINE if is_wrong else Line.DASHED
    canvas.unbounded((0.0, 0.0), (0.0, -1.0), Ink.A, line=seam, one_sided=True)
    canvas.stroke(((0.0, 0.0), (0.0, scene.raised)), Ink.A, line=Line.OUTLINE)
    if moment.index >= LEAST and not (is_wrong or scene.raised):
        canvas.label("inner edge", (0.0, 0.68 * bottom), Ink.QUIET, toward=(1.0, 0.0))
    if is_wrong:
        lens = lens_of(moment)
        canvas.stroke(_rect(lens.x, lens.y), Ink.TEXT, closed=True, line=Line.THIN)
    if now > 1e-6:  # what can be held stands at the start
        canvas.arrow(scene.motion.start, scene.motion.end, Ink.EXAMINED, line=Line.THIN)
    for k in range(0, math.ceil(now), TRAIL):
        is_off = is_wrong and k > scene.frames and (scene.is_dropped or run is not scene.alone)
        shade, line = (ink, Line.DOTTED) if is_off else (Ink.B, Line.START)
        marks.ghost(canvas, run.bodies(k)[1].placed[0], shade, line, opacity=0.7)
    body, pose = run.placed(1, now / RATE)[0], run.pose(1, now / RATE)
    marks.shape(canvas, body, Ink.B)
    x, y = pose.position.tolist()
    canvas.label("B", (x - 0.12, y + 0.14), Ink.B, style=TextStyle.LETTER, fixed=True)
    if scene.is_round and moment.index >= SEAM:
        canvas.symbol("c", (x, y), Ink.B, toward=(-1.0, -0.5))
    vx, vy = run.bodies(int(now + 1e-6))[1].velocity.tolist()
    shown = scene.motion.vector[0] / scene.speed
    if math.hypot(vx, vy) * shown > 6.0 * canvas.pixel:
        canvas.arrow((x, y), (x + vx * shown, y + vy * shown), Ink.EXAMINED, line=Line.MEASURE)
    at = (x, max(v for _, v in body.points_xy) + body.radius)
    canvas.label(f"$v_x$ = **{fixed(vx)}**", at, Ink.EXAMINED, toward=(0.0, 1.0))
    if moment.index >= LEAST and abs(now - round(now)) < 1e-6:  # between two frames there are no contacts
        _normals(canvas, run, round(now), ink if scene.is_dropped else Ink.ANSWER)


def _normals(canvas: Canvas, run: Run, k: int, ink: Ink) -> None:
    """The contacts that a frame finds, each with its normal."""
    drawn: list[tuple[Pair, Pair]] = []
    long, near = NORMAL * canvas.pixel, NEAR * canvas.pixel
    for contact in run.frame(k).contacts:
        (x, y), (nx, ny) = contact.point.tolist(), contact.normal.direction.tolist()
        is_wrong = ink is Ink.FAULTY and nx < -1e-3
        shade = Ink.FAULTY if is_wrong else Ink.ANSWER
        canvas.dot((x, y), shade, Point.FILLED if is_wrong else Point.ANSWER)
        # One arrow for two contacts that stand close together and push the same way.
        if all(math.dist(at, (x, y)) > near or math.dist(n, (nx, ny)) > 0.05 for at, n in drawn):
            canvas.arrow((x, y), (x + long * nx, y + long * ny), shade, line=Line.MEASURE)
            drawn.append(((x, y), (nx, ny)))


class Lens(NamedTuple):
    """The part of the floor that is enlarged, and where the front of the body is in it."""

    x: Pair
    y: Pair
    front: float


def lens_of(moment: Moment[Any]) -> Lens:
    scene: Slide = moment.scene
    front = scene.past
    if moment.index == DEPTH:
        front = float(scene.motion.start[0]) + scene.reach
        size = 4.0 * scene.depth
        return Lens((front - 1.1 * size, front + 0.3 * size), (-0.75 * size, 0.5 * size), front)
    if scene.is_round:
        size = 2.3 * scene.reach
        return Lens((-1.25 * scene.reach, 0.85 * scene.reach), (-0.4 * size, 0.5 * size), front)
    if moment.index == OFTEN or (moment.index == HIT and not scene.raised):
        size = max(1.5 * scene.way, 3.0 * scene.depth)
        return Lens((-0.28 * size, 0.76 * size), (-0.6 * size, 0.36 * size), front)
    size = 2.8 * max(scene.top, scene.past)
    middle = 0.3 * scene.raised
    left = -0.6 if moment.index < COMPARED else -0.45  # the words of the cone stand right of the body
    return Lens((left * size, (left + 1.1) * size), (middle - 0.6 * size, middle + 0.42 * size), front)


def _rect(x: Pair, y: Pair) -> list[Pair]:
    return [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]


def draw_corner(canvas: Canvas, moment: Moment[Any]) -> None:
    """The seam and the front corner of the body past it, with what the step measures."""
    scene: Slide = moment.scene
    lens = lens_of(moment)
    (left, right), (low, high) = lens.x, lens.y
    canvas.stroke(_rect(lens.x, lens.y), Ink.CONSTRUCTION, closed=True, line=Line.THIN)
    seam = min(max(0.0, left), right)
    for ends, top in (((left, seam), 0.0), ((seam, right), min(scene.raised, high))):
        if ends[1] > ends[0]:
            canvas.area(_rect(ends, (low, top)), Ink.A)
            if top < high:  # else its top lies above
                canvas.stroke(((ends[0], top), (ends[1], top)), Ink.A, line=Line.OUTLINE)
    if seam == 0.0:
        is_skipped = own_side(moment) and moment.index in (LEAST, HIT)
        ink, line = (Ink.CONSTRUCTION, Line.DASHED) if is_skipped else (Ink.A, Line.OUTLINE)
        canvas.stroke(((0.0, low), (0.0, min(scene.raised, high))), ink, line=line)
        if is_skipped:
            canvas.label("skipped", (0.0, 0.55 * low), Ink.QUIET, toward=(-1.0, 0.0))
        canvas.feature(((0.0, low), (0.0, min(scene.raised, high))), edge(WALL), Ink.A)
        canvas.feature(((0.0, min(scene.raised, high)), (right, min(scene.raised, high))), edge(TOP), Ink.A)
    _enlarged_body(canvas, scene, lens)
    aside, up = 26.0 * canvas.pixel, low + 13.0 * canvas.pixel
    for name, x, y, ink in (
        ("tile 1", left + aside, up, Ink.A),
        ("tile 2" if seam < right else "", right - aside, up, Ink.A),
        ("B", left + aside, high - aside, Ink.B),
    ):
        if name:
            style = TextStyle.LETTER if name == "B" else TextStyle.LABEL
            canvas.label(name, (x, y), ink, style=style, fixed=True)
    if moment.index == DEPTH:
        _measured(canvas, scene, lens, is_side=False)
    elif moment.index in (SEAM, LEAST):
        _measured(canvas, scene, lens, is_side=True, is_asked=moment.is_open)
    elif moment.index == OFTEN or (moment.index == HIT and not scene.raised):
        _places(canvas, moment, lens)
    if moment.index in (LEAST, HIT):
        _winner(canvas, moment, lens)
    if moment.index >= COMPARED:
        _cone(canvas, scene, lens)


def _enlarged_body(canvas: Canvas, scene: Slide, lens: Lens) -> None:
    """Cut to the lens."""
    (left, _), (_, high) = lens.x, lens.y
    if not scene.is_round:
        outline = _rect((left, lens.front), (-scene.depth, high))
        canvas.area(outline, Ink.B)
        canvas.stroke((outline[0], outline[1], outline[2]), Ink.B, line=Line.OUTLINE)
        return
    radius, x, y = RADIUS, lens.front - scene.reach, RADIUS - scene.depth
    half = math.acos(min(max((y - high) / radius, -1.0), 1.0))
    arc = [(x + radius * math.sin(t), y - radius * math.cos(t)) for t in np.linspace(-half, half, 65).tolist()]
    arc = [(min(max(u, lens.x[0]), lens.x[1]), v) for u, v in arc]
    canvas.area(arc, Ink.B)
    canvas.stroke([p for p in arc if lens.x[0] < p[0] < lens.x[1]], Ink.B, line=Line.OUTLINE)


def _measured(canvas: Canvas, scene: Slide, lens: Lens, *, is_side: bool, is_asked: bool = False) -> None:
    """The depth under the floor; past the seam the overlap along the side too, or that of a round body's corner."""
    wide = lens.x[1] - lens.x[0]
    if not is_side:
        x = lens.front - 0.3 * wide
        measure(canvas, (x, -scene.depth), (x, 0.0), Ink.OVERLAP, r"$o_\mathrm{top} = h$")
        return
    if scene.is_round:
        nx, ny = scene.spot.normal
        canvas.dot((0.0, scene.raised), Ink.EXAMINED)
        canvas.label("corner", (0.0, scene.raised), Ink.EXAMINED, toward=(1.0, -0.6))
        tip = (-scene.spot.overlap * nx, scene.raised - scene.spot.overlap * ny)
        measure(canvas, (0.0, scene.raised), tip, Ink.OVERLAP, "$o$")
        return
    c, h, top = scene.past, scene.depth, min(scene.raised, lens.y[1])
    canvas.area(_rect((0.0, c), (-h, top)), Ink.OVERLAP, opacity=0.3)
    if is_asked:  # which of both is less
        return
    measure(canvas, (c, top), (c, -h), Ink.OVERLAP, r"$o_\mathrm{top}$", off=16.0)
    measure(canvas, (0.0, -h), (c, -h), Ink.OVERLAP, r"$o_\mathrm{side}$", off=-16.0)


def _winner(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """The edge of least overlap, and its normal."""
    scene, spot = moment.scene, moment.scene.spot
    top = min(scene.raised, lens.y[1])
    if own_side(moment):
        x = scene.past
        marks.highlight_edge(canvas, ((x, -scene.depth), (x, lens.y[1])), Ink.EXAMINED)
        unit_arrow(canvas, (x, 0.4 * lens.y[1]), spot.normal, r"\hat n")
        canvas.label("B’s own side", (x, 0.7 * lens.y[1]), Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)
        return
    if scene.is_round and spot.is_side:
        unit_arrow(canvas, (0.0, top), spot.normal, r"\hat n")
        return
    ends = ((0.0, lens.y[0]), (0.0, top)) if spot.is_side else ((0.0, top), (lens.x[1], top))
    marks.highlight_edge(canvas, ends, Ink.EXAMINED)
    at = (0.0, _middle(scene, lens)) if spot.is_side else (0.85 * lens.x[1], top)
    unit_arrow(canvas, at, spot.normal, r"\hat n")


def _middle(scene: Slide, lens: Lens) -> float:
    """Of the height over which the body overlaps tile 2."""
    return 0.5 * (min(scene.raised, lens.y[1]) - scene.depth)


def _places(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """Where the corner of B may be after the frame at the seam: all along one frame's way."""
    scene: Slide = moment.scene
    w, y = scene.way, -scene.depth
    if scene.is_round:
        if moment.index == HIT:
            return
        measure(canvas, (scene.past - scene.reach, 0.0), (scene.past, 0.0), Ink.OVERLAP, "$w$")
        bracket(canvas, (scene.past - w, 0.0), (scene.past, 0.0), Ink.EXAMINED, r"$v\,Δt$", off=-30.0)
        return
    bracket(canvas, (0.0, y), (w, y), Ink.EXAMINED, r"one frame: $v\,Δt$", off=-34.0)
    if moment.index == HIT:
        canvas.stroke(((0.0, y), (w, y)), Ink.EXAMINED, line=Line.MEASURE)
        return
    end = min(scene.top, w)
    canvas.stroke(((0.0, y), (end, y)), Ink.FAULTY, line=Line.BAR)
    if end < w:
        canvas.stroke(((end, y), (w, y)), Ink.GAP, line=Line.BAR)
    for i, trips in enumerate(scene.tripped):
        canvas.dot((place_of(i, w), y - 16.0 * canvas.pixel), Ink.FAULTY if trips else Ink.GAP, Point.SMALL)
    bracket(canvas, (0.0, y), (end, y), Ink.FAULTY, r"side wins: $o_\mathrm{top}$", off=18.0)


def _cone(canvas: Canvas, scene: Slide, lens: Lens) -> None:
    """The normals that a contact at the corner of tile 2 may have, and the one that it has there."""
    corner, cone, spot = (0.0, min(scene.raised, lens.y[1])), scene.cone, scene.spot
    ends, size = (cone.first, cone.second), FAN * canvas.pixel
    if cone.turn > 1e-9:
        base = math.atan2(cone.first[1], cone.first[0])
        fan = [corner, *marks.circle_points(canvas, corner, size, base, cone.turn)]
        canvas.area(fan, Ink.GAP, opacity=0.25)
    if scene.raised:
        unit_arrow(canvas, corner, ends[0], r"\hat n_\mathrm{right}", Ink.GAP)
        unit_arrow(canvas, corner, ends[1], r"\hat n_\mathrm{left}", Ink.GAP)
    else:
        unit_arrow(canvas, corner, ends[0], "", Ink.GAP)
        at = (0.0 if scene.is_round else max(0.0, lens.front) + 6.0 * canvas.pixel, 42.0 * canvas.pixel)
        canvas.symbol(r"\hat n_\mathrm{left}=\hat n_\mathrm{right}", at, Ink.GAP, toward=(1.0, 0.1))
    if not spot.is_side:
        return
    start = corner if scene.is_round else (0.0, _middle(scene, lens))
    unit_arrow(canvas, start, spot.normal, r"\hat n", Ink.FAULTY if scene.is_dropped else Ink.ANSWER)
    if scene.is_dropped:
        marks.cross(canvas, start, "dropped", Ink.FAULTY)
    else:
        marks.answer(canvas, start, "kept", toward=(1.0, 0.0))


def chart_axes(moment: Moment[Any]) -> Axes:
    scene: Slide = moment.scene
    if moment.index == OFTEN:
        return Axes((0.0, FASTEST), (0.0, 110.0), "speed $v$", "share $p$, %")
    low = min([0.0, *_speeds(wrong_run(moment), moment)[1]])
    return Axes((0.0, float(scene.count)), (1.15 * low, 1.2 * scene.speed), "frame", "")


def _speeds(run: Run, moment: Moment[Any]) -> tuple[Sequence[float], Sequence[float]]:
    """Up to now: each frame changes the velocity at once."""
    now = frames_at(moment)
    values = [float(run.bodies(k)[1].velocity[0]) for k in range(int(now + 1e-6) + 1)]
    frames = [float(k) for k in range(len(values))]
    steps = [frames[0], *(k for k in frames[1:] for _ in range(2)), max(now, frames[-1])]
    return steps, [value for value in values for _ in range(2)]


def draw_chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """The speed of both bodies; at the question how often, the share of all starts for every speed."""
    scene: Slide = moment.scene
    axes = chart_axes(moment)
    charts.chart_axes(canvas, axes)
    if moment.index == OFTEN:
        speeds = np.linspace(SLOWEST, FASTEST, 121)
        charts.curve(canvas, speeds, 100.0 * np.minimum(1.0, scene.limit * RATE / speeds), Ink.FAULTY)
        at = (scene.speed, 100.0 * scene.share)
        charts.drop_line(canvas, at, 0.0)
        canvas.dot(at, Ink.FAULTY, Point.FILLED)
        canvas.label(f"**{fixed(at[1], 0)} %**", at, Ink.FAULTY, toward=(1.0, 1.0))
        return
    for run, ink in ((wrong_run(moment), Ink.FAULTY), (scene.right, Ink.ANSWER)):
        times, values = _speeds(run, moment)
        if len(times) > 1:
            canvas.stroke(tuple(zip(times, values, strict=True)), ink, line=Line.CURVE)
        canvas.dot((times[-1], values[-1]), ink, Point.FILLED)
    charts.play_head(canvas, frames_at(moment), axes)


def take_speed(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on the chart of shares drags the speed."""
    if moment.index != OFTEN or moment.parent is not None:
        return None
    return lambda scene, start, now: scene.with_field("speed", min(max(float(now[0]), SLOWEST), FASTEST))
