"""Two runs over one seam, tile by tile and by the contacts of the floor, and their speed in time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry import Vector
from geometry.dynamics.contacts import Motion
from geometry.shape import Convex, boundary
from geometry.vector import Points
from lessons.bodies.inner_edges_chain import NAME, draw_chain, draw_limit
from lessons.bodies.inner_edges_lens import lens_of, rect
from lessons.bodies.inner_edges_now import (
    COMPARED,
    LEAST,
    OFTEN,
    RUNS,
    SEAM,
    TRIP,
    acting,
    frames_at,
    goes_wrong,
    is_false,
    is_faulty,
    is_foretold,
    leaning,
    own_side,
    reached,
    rule_of,
    wrong_run,
)
from lessons.bodies.inner_edges_scene import (
    ARROW,
    FASTEST,
    HIGH,
    LEFT,
    LIFT,
    RADIUS,
    RATE,
    RIGHT,
    SIDE,
    SLOWEST,
    WAY,
    Slide,
)
from lessons.bodies.runs import Run
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Follow, Moment
from viz.lesson.mark import Pair
from viz.lesson.text import fixed

BELOW, CHAIN_BELOW = -0.14, -0.24  # the lower end of a view of the runs; under a chain, whose end is named too
CAUSE_BELOW = -0.3  # with the words on a contact that is dropped, in both views
LABEL = LIFT + 0.12  # metres above a body, for its velocity
NORMAL = 32.0  # pixels
NEAR = 24.0  # pixels
PUSH = 1e-6  # N·s: an impulse below this is none
SLANT = 1e-3  # of a normal against the motion
SPIN, TURNS = 40.0, 0.05  # radius of its arrow in pixels; radians a second from which it is drawn
ASIDE = 0.16  # from the ends of the view, where the names of the tiles stand
TILE = 0.2  # opacity of the floor
SHORTEST = 8.0  # pixels: an arrow of a velocity below this is left out
HIT_SHOWN = 2.0  # frames: so long a hit is marked while the runs are played
POSES, FAINT = 3, 0.45  # of a run that trips, from the hit up to its highest frame
ROW = 17.0  # pixels between the names at the ends of two curves


def draw_wrong(canvas: Canvas, moment: Moment[Any]) -> None:
    _slide(canvas, moment, wrong_run(moment), Ink.FAULTY)


def draw_solving(canvas: Canvas, moment: Moment[Any], motion: Motion) -> None:
    """The first run while the impulses of its frame give it another motion."""
    _slide(canvas, moment, moment.scene.alone, Ink.FAULTY, motion)
    if abs(motion.spin) > TURNS:
        ends = math.radians(78.0), math.radians(-42.0)
        first, last = ends if motion.spin < 0.0 else ends[::-1]
        at = moment.scene.alone.bodies(moment.scene.frames)[1].pose.position
        words = f"$ω$ = {fixed(motion.spin)}"
        measures.angle_arc(canvas, at, first, last, Ink.EXAMINED, words, radius=SPIN, arrow=True, line=Line.MEASURE)


def draw_right(canvas: Canvas, moment: Moment[Any]) -> None:
    _slide(canvas, moment, moment.scene.right, Ink.ANSWER)
    if _has_chain(moment):
        draw_chain(canvas, moment.scene)


def _has_chain(moment: Moment[Any]) -> bool:
    """Whether the ends of the floor are in view."""
    return moment.index == COMPARED and not moment.scene.raised


def _span(moment: Moment[Any]) -> Pair:
    """What of x the runs need, and the chain: the same in both views, so that both have one scale."""
    if _has_chain(moment):
        return LEFT - 0.02, RIGHT + 0.02
    scene: Slide = moment.scene
    start = float(scene.motion.start[0])
    far = start + min(scene.count * scene.way, 1.2 * WAY)
    return start - RADIUS - 0.06, max(far + max(RADIUS, scene.speed * ARROW), 0.45) + 0.06


def _bottom(moment: Moment[Any]) -> float:
    if moment.index in (TRIP, RUNS):
        return CAUSE_BELOW
    return CHAIN_BELOW if _has_chain(moment) else BELOW


def _top(moment: Moment[Any]) -> float:
    """High enough for both runs, for a box on its corner too, so that both have one scale."""
    scene: Slide = moment.scene
    return LABEL + scene.raised + (2.0 * RADIUS if scene.is_round else math.sqrt(2.0) * SIDE)


def _height(body: Convex) -> float:
    return max(y for _, y in body.points_xy) + body.radius


def _slide(canvas: Canvas, moment: Moment[Any], run: Run, ink: Ink, motion: Motion | None = None) -> None:
    """The floor, the body, its velocity, the normals of its contacts, and where it started. `motion`: another one
    than that of the run."""
    scene, now, is_wrong = moment.scene, frames_at(moment), ink is Ink.FAULTY
    _floor(canvas, moment, is_wrong)
    if is_wrong and moment.index == SEAM:  # later a contact is marked there
        lens = lens_of(moment)
        canvas.stroke(rect(lens.x, lens.y), Ink.TEXT, closed=True, line=Line.THIN)
    body, (x, y) = run.placed(1, now / RATE)[0], run.pose(1, now / RATE).position.tolist()
    _ghost(canvas, run.bodies(0)[1].placed[0], body)
    if is_foretold(moment) or (moment.index == RUNS and not leaning(moment)):  # else the limit stands there
        _poses(canvas, moment, run, body, is_wrong=is_wrong and goes_wrong(moment))
    marks.shape(canvas, body, Ink.B)
    names_c = scene.is_round and moment.index in (SEAM, LEAST)  # in their formulas
    up = 0.15 if names_c else 0.06 if scene.is_round else 0.0  # clear of a normal under it
    canvas.label("B", (x, y + up), Ink.B, style=TextStyle.LETTER, fixed=True)
    if names_c:
        canvas.dot((x, y), Ink.B, Point.FILLED)
        canvas.symbol("c", (x, y), Ink.B, toward=(-1.0, -0.5))
    velocity = (run.bodies(reached(moment))[1] if motion is None else motion).velocity
    _velocity(canvas, moment, (x, _height(body) + LIFT), float(velocity[0]), is_own=motion is None)
    is_asked = moment.is_open and moment.index == OFTEN  # which normals are possible
    if moment.index >= LEAST and abs(now - round(now)) < 1e-6 and not is_asked:
        _normals(canvas, moment, run, acting(run, round(now)))
    elif moment.index == RUNS and 0.0 < now - scene.frames < HIT_SHOWN:  # of the others none is between two frames
        _normals(canvas, moment, run, scene.frames, against=True)
    if moment.index == RUNS:
        _cause(canvas, moment, body, is_wrong=is_wrong)


def _poses(canvas: Canvas, moment: Moment[Any], run: Run, body: Convex, *, is_wrong: bool) -> None:
    """Where the run has been since the hit: its last frame and some on the way; before, where it will end."""
    hit, last, is_later = moment.scene.frames + 1, moment.scene.count, is_foretold(moment)
    shade, line = (Ink.FAULTY, Line.DOTTED) if is_wrong else (Ink.B, Line.END)
    top = max(range(hit, last + 1), key=lambda k: _height(run.bodies(k)[1].placed[0]))
    # Before, the handle of the velocity is among those on the way.
    ways = range(POSES, POSES + 1) if is_later else range(1, POSES + 1)
    risen = [round(hit + (top - hit) * i / POSES) for i in ways] if is_wrong else []
    for k in sorted({*risen, last}):
        if is_later or k < frames_at(moment):
            _ghost(canvas, run.bodies(k)[1].placed[0], body, shade, line, FAINT if k < last else 1.0)


def _cause(canvas: Canvas, moment: Moment[Any], body: Convex, *, is_wrong: bool) -> None:
    """Why the run has ended so: what a faulty rule finds, or which contact the neighbours have dropped."""
    scene: Slide = moment.scene
    if is_wrong:
        if leaning(moment):
            draw_limit(canvas, scene, (0.0, scene.raised if scene.is_round else 0.4 * scene.raised))
        elif own_side(moment):
            front = int(np.argmax(scene.alone.bodies(0)[1].placed[0].normals[:, 0]))
            marks.highlight_edge(canvas, body.edges[front], Ink.EXAMINED, "B’s own side")
        return
    has_hit = frames_at(moment) > scene.frames
    if has_hit and scene.dropped:  # those of one side stand too close for two marks
        words = "covered point dropped" if scene.raised else f"dropped in frame {scene.frames + 1}"
        marks.cross(canvas, scene.dropped[0], ink=Ink.FAULTY)
        low, high = _span(moment)
        side = 1.0 if min(high, RIGHT) > -max(low, LEFT) else -1.0  # where there is more room
        under = side * 8.0 * canvas.pixel, -(NAME + ROW + 6.0) * canvas.pixel
        canvas.label(words, under, Ink.FAULTY, toward=(side, 0.0), fixed=True)


def _ghost(
    canvas: Canvas, there: Convex, body: Convex, ink: Ink = Ink.B, line: Line = Line.START, opacity: float = 1.0
) -> None:
    """Where the body was or will be, without what lies in the body now."""
    corners = boundary(there, marks.SMOOTH * canvas.pixel)
    parts = np.linspace(0.0, 1.0, max(1, 100 // len(corners)), endpoint=False)[None, :, None]
    ends = np.roll(corners, -1, axis=0)
    points = (corners[:, None] + parts * (ends - corners)[:, None]).reshape(-1, 2)
    points = np.concatenate((points, points[:1]))
    is_free = _over(body, points) > canvas.pixel
    breaks = (np.flatnonzero(is_free[1:] != is_free[:-1]) + 1).tolist()
    for piece, free in zip(np.split(points, breaks), np.split(is_free, breaks), strict=True):
        if free[0] and len(piece) > 1:
            canvas.stroke(piece, ink, line=line, opacity=opacity)


def _over(body: Convex, points: Points) -> NDArray[np.float64]:
    """How far points lie outside a body, at a corner less."""
    over: NDArray[np.float64]
    if len(body.points) < 3:
        over = np.hypot(*(points - body.points[0]).T)
    else:
        over = (points @ body.normals.T - (body.points * body.normals).sum(axis=1)).max(axis=1)
    over -= body.radius
    return over


def _floor(canvas: Canvas, moment: Moment[Any], is_wrong: bool) -> None:
    """Two tiles, in the second view as one floor, and their names."""
    scene, (low, high), bottom = moment.scene, _span(moment), _bottom(moment)
    canvas.stroke(((low, bottom), (high, _top(moment))), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    names = -NAME * canvas.pixel
    named = max(low, LEFT) + ASIDE, min(high, RIGHT) - ASIDE
    ends = max(low, LEFT), min(high, RIGHT)
    if scene.is_outline:
        _pieces(canvas, scene)
    for name, end, top, x in (("tile 1", ends[0], 0.0, named[0]), ("tile 2", ends[1], scene.raised, named[1])):
        corner, far, way = (0.0, top), (end, top), math.copysign(1.0, end)
        if not scene.is_outline:
            canvas.region((corner, corner, far), ((0.0, 1.0), (-way, 0.0), (way, 0.0)), Ink.A, TILE)
        canvas.crowd(Ink.A, segments=((corner, far),), line=Line.OUTLINE, framed=False)
        if end in (LEFT, RIGHT) and not scene.is_outline:  # else it goes on beyond the view
            canvas.unbounded(far, (0.0, -1.0), Ink.A, line=Line.OUTLINE, one_sided=True)
        if end < 0.0 or is_wrong or not _has_chain(moment):  # there the ghost vertex has its name
            canvas.label(name, (x, names), Ink.A, fixed=True)
    seam = Line.OUTLINE if is_wrong else Line.DASHED
    if scene.is_outline:
        canvas.stroke(((0.0, 0.0), (0.0, -HIGH)), Ink.A, line=seam)
    else:
        canvas.unbounded((0.0, 0.0), (0.0, -1.0), Ink.A, line=seam, one_sided=True)
    canvas.stroke(((0.0, 0.0), (0.0, scene.raised)), Ink.A, line=Line.OUTLINE)
    if LEAST <= moment.index < COMPARED and not (is_wrong or scene.raised):
        canvas.label("inner edge", (0.0, names), Ink.QUIET, toward=(-1.0 if low + high < 0.0 else 1.0, 0.0))


def _pieces(canvas: Canvas, scene: Slide) -> None:
    """Of a concave outline: all but their tops and the cut, whatever of it the view shows."""
    rings = [tile.points_xy for tile in scene.tiles]
    edges = [(p, q) for ring in rings for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)]
    canvas.crowd(
        Ink.A,
        segments=[(p, q) for p, q in edges if p[0] or q[0]],  # all but the cut
        triangles=[(ring[0], p, q) for ring in rings for p, q in pairwise(ring[1:])],
        line=Line.OUTLINE,
        fill=TILE,
        framed=False,
    )


def _velocity(canvas: Canvas, moment: Moment[Any], at: Pair, v_x: float, *, is_own: bool) -> None:
    """Its part along the floor as an arrow over the body, and its number at the other side of its middle."""
    scene: Slide = moment.scene
    right = fixed(scene.right.bodies(reached(moment))[1].velocity[0])
    is_other = is_own and is_faulty(moment) and fixed(v_x) != right
    ink = Ink.FAULTY if is_other else Ink.EXAMINED
    if abs(v_x) * ARROW > SHORTEST * canvas.pixel:
        canvas.arrow(at, (at[0] + v_x * ARROW, at[1]), ink, line=Line.MEASURE)
    canvas.label(f"$v_x$ = **{fixed(v_x)}**", at, ink, toward=(1.0 if v_x < -0.05 else -1.0, 0.0), fixed=True)


def _normals(canvas: Canvas, moment: Moment[Any], run: Run, k: int, *, against: bool = False) -> None:
    """The contacts that push in a frame, each with its normal: on the surface of the floor. `against`: those alone
    that push against the motion."""
    drawn: list[tuple[Pair, Pair]] = []
    long, near = min(NORMAL * canvas.pixel, 0.42 * RADIUS), NEAR * canvas.pixel  # clear of the letter
    for contact, impulse in zip(run.frame(k).contacts, run.frame(k).impulses, strict=True):
        (x, y), (nx, ny) = contact.contact.on_a.tolist(), contact.normal.direction.tolist()
        if impulse.normal < PUSH or (against and nx > -SLANT):
            continue
        shade = Ink.FAULTY if is_false(moment, (nx, ny)) else Ink.ANSWER
        canvas.dot((x, y), shade, Point.FILLED)  # two stand so close that halos would lie on each other
        # One arrow for two contacts that stand close together and push the same way.
        if all(math.dist(at, (x, y)) > near or math.dist(n, (nx, ny)) > 0.05 for at, n in drawn):
            canvas.arrow((x, y), (x + long * nx, y + long * ny), shade, line=Line.MEASURE)
            drawn.append(((x, y), (nx, ny)))


def chart_axes(moment: Moment[Any]) -> Axes:
    scene: Slide = moment.scene
    if moment.index == OFTEN:
        return Axes((0.0, FASTEST), (0.0, 110.0), "speed $v$, m/s", "share $p$, %")
    last = float(scene.count) if is_foretold(moment) else None
    low = min([0.0, *_speeds(wrong_run(moment), moment, last)[1]])
    return Axes((0.0, float(scene.count)), (1.15 * low, 1.2 * scene.speed), "frame", "")


def _speeds(run: Run, moment: Moment[Any], now: float | None = None) -> tuple[Sequence[float], Sequence[float]]:
    """Up to now, or to a frame: each frame changes the velocity at once, and then moves the body by it."""
    now, last = (frames_at(moment), reached(moment)) if now is None else (now, math.ceil(now))
    values = [float(run.bodies(k)[1].velocity[0]) for k in range(last + 1)]
    steps = [0.0, *(float(k) for k in range(len(values) - 1) for _ in range(2)), max(now, 0.0)]
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
    first = Ink.FAULTY if is_faulty(moment) else Ink.QUIET
    ends = []
    for run, ink in ((wrong_run(moment), first), (scene.right, Ink.ANSWER)):
        times, values = _speeds(run, moment)
        if len(times) > 1:
            canvas.stroke(tuple(zip(times, values, strict=True)), ink, line=Line.CURVE)
        canvas.dot((times[-1], values[-1]), ink, Point.FILLED)
        if is_foretold(moment):
            times, values = _speeds(run, moment, float(scene.count))
            line = tuple(zip(times, values, strict=True))
            canvas.stroke([p for p in line if p[0] >= frames_at(moment)], ink, line=Line.DOTTED)
        ends.append((times[-1], values[-1]))
    if moment.index in (TRIP, RUNS):
        _named_ends(canvas, moment, ends, first)
    charts.play_head(canvas, frames_at(moment), axes)


def _named_ends(canvas: Canvas, moment: Moment[Any], ends: Sequence[Pair], first: Ink) -> None:
    """Whose each curve is, and its velocity there; names of ends that lie close are set apart."""
    (x, wrong), (_, right) = ends
    if fixed(wrong) == fixed(right):
        canvas.label(f"**{fixed(right)}** both runs", (x, right), Ink.ANSWER, toward=(1.0, 0.0), fixed=True)
        return
    apart = max(0.5 * (ROW * canvas.pixel_y - abs(right - wrong)), 0.0) * math.copysign(1.0, right - wrong)
    for name, value, y, ink in (
        (rule_of(moment), wrong, wrong - apart, first),
        ("with neighbours", right, right + apart, Ink.ANSWER),
    ):
        canvas.label(f"**{fixed(value)}** {name}", (x, y), ink, toward=(1.0, 0.0), fixed=True)


def take_speed(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on the chart of shares drags the speed."""
    if moment.index != OFTEN or moment.parent is not None:
        return None
    return lambda scene, start, now: scene.with_field("speed", min(max(float(now[0]), SLOWEST), FASTEST))
