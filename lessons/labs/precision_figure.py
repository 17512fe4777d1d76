"""The figure of the precision lab: the scene, a lens on the grid of the precision, and the stage's chart."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.sat.closest_points import closest_points
from lessons.labs.precision_kinds import Boxes, Corner, Glancing, Square, Turn
from lessons.labs.precision_scene import Far, Numbers, Stage, percent, step_text
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body
from viz.lesson.text import fixed

Seen = Callable[[Numbers], Numbers]  # far points as the lens shows them

STORED = Ink.EXAMINED  # places of the grid: what a wrong verdict comes from is not wrong itself
MOST_COPIES = 160  # of a vertex, as dots in the lens
MOST_NAMED = 2  # stored places in the lens with their shares written at them
MOST_LINES = 40  # of the grid: more of them are not drawn one by one
HALF = 3.4, 3.0  # steps of the grid that the lens shows to each side
CLOSE = 1.6, 1.5  # the same where the gap is less than a step
RADIUS_AT = math.radians(-25.0)  # where a circle's radius is drawn
SEEN = 4.0  # pixels that a vertex must be moved by rounding to be seen
RED, GREEN = 0.11, 0.07  # tints of the two verdicts
_RIMS = {n: np.array([(math.cos(a), math.sin(a)) for a in np.arange(n) * math.tau / n]) for n in (8, 16)}
_FANS = {n: np.array([(0, i, i + 1) for i in range(1, n - 1)]) for n in (8, 16)}
LARGE = 4.0  # pixels of radius from which on an octagon is seen to have corners


def dots(
    canvas: Canvas, places: Numbers, ink: Ink, *, size: float = 2.4, fill: float = 0.6, framed: bool = True
) -> None:
    """Thousands of small discs at places (n, 2), of so many pixels' radius."""
    corners = 16 if size >= LARGE else 8
    rims = places[:, None] + size * _RIMS[corners] * np.array((canvas.pixel, canvas.pixel_y))
    canvas.crowd(ink, triangles=rims[:, _FANS[corners]].reshape(-1, 3, 2), fill=fill, framed=framed)


def answer_ink(scene: Far, answer: float) -> Ink:
    """Of an answer: pink where its verdict is wrong."""
    return Ink.FAULTY if (answer > 0.0) != (scene.true > 0.0) else Ink.TEXT


def draw_world(canvas: Canvas, moment: Moment[Far]) -> None:
    scene = moment.scene
    match scene:
        case Glancing():
            _ray(canvas, scene)
        case Turn():
            _points(canvas, scene)
        case Corner():
            _shapes(canvas, scene.a, scene.b)
            first, second = scene.candidates
            marks.highlight_edge(canvas, scene.a.world.edge(scene.reference), glow=False)
            for edge, ink, line in ((first, Ink.B, Line.DOUBLE), (second, Ink.B, Line.FEATURE)):
                marks.highlight_edge(canvas, scene.b.world.edge(edge), ink, line=line, glow=False)
        case Square():
            _shapes(canvas, scene.a)
        case Boxes():
            _shapes(canvas, scene.a, scene.b)
            _gap(canvas, scene)
            if moment.step.stage is Stage.CANCELLATION:
                start = 0.5 * (scene.a.world.centroid + scene.b.world.centroid)
                measures.unit_arrow(canvas, start, scene.tested.normal)
    _stored(canvas, scene)
    marks.circle(canvas, scene.focus, 9.0 * canvas.pixel, Ink.EXAMINED)


def _shapes(canvas: Canvas, a: Body, b: Body | None = None) -> None:
    marks.shape(canvas, a.world, Ink.A, "A")
    if b is not None:
        marks.shape(canvas, b.world, Ink.B, "B")


def _gap(canvas: Canvas, scene: Boxes) -> None:
    """The separation, at the place where it is measured."""
    best = scene.tested.best
    if scene.true > 0.0:
        pair = closest_points(scene.a.world, scene.b.world)
        ends = [pair.on_a, pair.on_b]
    else:
        axis = best.axis.direction
        middle = 0.5 * (scene.a.world.centroid + scene.b.world.centroid)
        ends = [middle + (x - float(middle @ axis)) * axis for x in (best.between.low, best.between.high)]
    ink = Ink.GAP if scene.true > 0.0 else Ink.OVERLAP
    canvas.stroke(ends, ink, line=Line.MEASURE)
    canvas.label(
        f"$s$ = {scene.told(scene.true)}", ends[0], ink, toward=(-0.4, 1.0), style=TextStyle.BOLD, leader=True
    )


def _ray(canvas: Canvas, scene: Glancing) -> None:
    marks.shape(
        canvas, scene.a.world, Ink.A, "A", letter_at=scene.center - np.array((0.0, 0.4)) * scene.a.shape.radius
    )
    canvas.unbounded(scene.ray.start, scene.direction, Ink.EXAMINED, line=Line.DASHED)
    canvas.arrow(scene.ray.start, scene.ray.end, Ink.EXAMINED)
    foot, r = scene.foot, scene.a.shape.radius
    rim = scene.center + r * np.array((math.cos(RADIUS_AT), math.sin(RADIUS_AT)))
    canvas.stroke((scene.center, rim), Ink.A, line=Line.THIN)
    canvas.label(f"$r$ {fixed(r)}", 0.5 * (scene.center + rim), Ink.A, toward=(0.7, -0.7))
    canvas.symbol("h", 0.5 * (scene.center + foot), Ink.QUIET, toward=(-1.0, 0.0))
    canvas.stroke((scene.center, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.label(fixed(math.dist(scene.center, foot)), 0.5 * (scene.center + foot), Ink.QUIET, toward=(1.0, 0.0))


def _points(canvas: Canvas, scene: Turn) -> None:
    way = scene.q - scene.p
    if way.any():
        canvas.unbounded(scene.p, way, Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.stroke((scene.p, scene.q, scene.r), Ink.EXAMINED, line=Line.MEASURE)
    for name, at, ink in (("p", scene.p, Ink.A), ("q", scene.q, Ink.A), ("r", scene.r, Ink.B)):
        canvas.dot(at, ink)
        canvas.symbol(name, at, ink, toward=(0.3, 1.0))


def _stored(canvas: Canvas, scene: Far) -> None:
    """The outlines through the stored vertices, where they differ visibly."""
    for _, outline in scene.outlines:
        far = (outline + scene.distance).astype(scene.dtype).astype(np.float64) - scene.distance
        if np.abs(far - outline).max() > SEEN * canvas.pixel:
            canvas.stroke(far, STORED, closed=True, line=Line.DOTTED)


def draw_lens(canvas: Canvas, moment: Moment[Far]) -> None:
    """What surrounds the focus, in steps of the grid; the focus is in the middle."""
    scene = moment.scene
    center, half = scene.focus_far, half_of(scene)
    steps = np.array([scene.spacing(x) for x in center])
    u = unit_of(scene)
    steps = np.maximum(steps, u / 4096.0)  # of a coordinate near 0 they are finer than anything that is seen

    def seen(points: Numbers) -> Numbers:
        """Far points as the lens shows them."""
        return np.asarray((points - center) / u)

    ticks = [
        np.round(at / step) * step + np.arange(-n, n + 1) * step for at, step, n in _counts(center, steps, u, half)
    ]
    if isinstance(scene, Turn):
        _signs(canvas, scene, np.stack(np.meshgrid(*ticks), axis=-1).reshape(-1, 2), seen)
    elif len(ticks[1]) > MOST_LINES:  # y is far finer than x: no dots, lines
        xs = (ticks[0] - center[0]) / u
        lines = np.stack((xs, np.full_like(xs, 0.6 - half[1]), xs, np.full_like(xs, half[1])), axis=1)
        canvas.crowd(Ink.QUIET, segments=lines, line=Line.THIN, opacity=0.8)
    else:
        dots(canvas, seen(np.stack(np.meshgrid(*ticks), axis=-1).reshape(-1, 2)), Ink.QUIET, size=2.4, fill=0.9)
    for ink, outline in scene.outlines:
        ring = seen(outline + scene.distance)
        fan = [(ring[0], ring[i], ring[i + 1]) for i in range(1, len(ring) - 1)]
        sides = np.concatenate((ring, np.roll(ring, -1, axis=0)), axis=1)
        canvas.crowd(ink, segments=sides, triangles=fan, line=Line.OUTLINE, fill=0.16, framed=False)
    (_vertices if moment.step.stage in (Stage.SPACING, Stage.FAR) else _copies)(canvas, scene, seen)
    _step(canvas, ((float(ticks[0][0]) - float(center[0])) / u, -half[1] - 0.9 * (half == HALF)), u)


def unit_of(scene: Far) -> float:
    """The step of the grid in the lens: the coarser one of x and y."""
    return max(scene.spacing(x) for x in scene.focus_far.tolist())


def half_of(scene: Far) -> tuple[float, float]:
    """How many steps the lens shows to each side: fewer where A and B lie between the same columns of the grid."""
    return CLOSE if isinstance(scene, Boxes) and 0.0 < scene.true < unit_of(scene) else HALF


def _counts(center: Numbers, steps: Numbers, u: float, half: tuple[float, float]) -> list[tuple[float, float, int]]:
    """Of x and of y: the focus, the step of the grid, and how many steps the lens shows to each side."""
    return [
        (float(at), float(step), min(math.floor(reach * u / step), 2 * MOST_LINES))
        for at, step, reach in zip(center, steps, half, strict=True)
    ]


def _signs(canvas: Canvas, scene: Turn, ticks: Numbers, seen: Seen) -> None:
    """Every representable place of r: green where p, q, r turn left from there by the precision, red elsewhere."""
    p, q = (np.broadcast_to((each + scene.distance).astype(scene.dtype), ticks.shape) for each in (scene.p, scene.q))
    r = ticks.astype(scene.dtype)
    turns = scene.measure((p[:, None], q[:, None], r[:, None]))
    for ink, chosen in ((Ink.GAP, turns > 0.0), (Ink.OVERLAP, turns <= 0.0)):
        places, h = seen(ticks[chosen]), 0.46
        corners = places[:, None] + np.array(((-h, -h), (h, -h), (h, h), (-h, h)))
        canvas.crowd(ink, triangles=corners[:, ((0, 1, 2), (0, 2, 3))].reshape(-1, 3, 2), fill=0.3)
    way = scene.q - scene.p
    if way.any():
        canvas.unbounded(seen(scene.p + scene.distance), way, Ink.ANSWER, line=Line.MEASURE)


def _inside(places: Numbers, scene: Far) -> NDArray[np.bool_]:
    return np.asarray((np.abs(places) <= half_of(scene)).all(axis=1))


def _copies(canvas: Canvas, scene: Far, seen: Seen) -> None:
    """The copies of each vertex in the lens: where they are, where the grid puts them, and how many of them."""
    words: dict[tuple[float, float], list[str]] = {}
    for i, (part, away) in enumerate(zip(scene.parts, scene.away, strict=True)):
        for at in part + scene.distance * away:
            points = at + scene.offsets[:, i]
            true = seen(points)
            if not _inside(seen(at)[None], scene).all():
                continue
            places = seen(points.astype(scene.dtype).astype(np.float64))
            stored, counts = np.unique(places, axis=0, return_counts=True)
            _borders(canvas, stored, half_of(scene))
            few = true[:MOST_COPIES]
            dots(canvas, few[_inside(few, scene)], Ink.ANSWER, size=1.3, fill=0.6, framed=False)
            dots(canvas, stored[_inside(stored, scene)], STORED, size=5.0, fill=1.0, framed=False)
            for place, count in zip(stored.tolist(), counts.tolist(), strict=True):
                share = "all" if count == len(points) else percent(count / len(points))
                words.setdefault((place[0], place[1]), []).append(f"{share} of {'AB'[i]}" if i < 2 else "")
    if isinstance(scene, Boxes) and len(words) <= MOST_NAMED:
        toward = (0.0, -1.0) if scene.is_aligned else (1.0, -0.8)
        for place, lines in words.items():
            canvas.label("\n".join(lines), place, STORED, toward=toward, style=TextStyle.BOLD)


def _borders(canvas: Canvas, stored: Numbers, half: tuple[float, float]) -> None:
    """Halfway between two columns (or rows) of the grid, where copies of a vertex go to both."""
    for axis, reach in ((0, half[1]), (1, half[0])):
        values = np.unique(stored[:, axis])
        if len(values) == 2:
            middle = 0.5 * float(values.sum())
            ends = np.array(((middle, -0.6 * reach), (middle, 0.6 * reach)))
            canvas.stroke(ends if axis == 0 else ends[:, ::-1], Ink.CONSTRUCTION, line=Line.DASHED)


def _vertices(canvas: Canvas, scene: Far, seen: Seen) -> None:
    """Each vertex in the lens, and the arrow to its stored place; the first one says which is which."""
    named = False
    for part, away in zip(scene.parts, scene.away, strict=True):
        far = part + scene.distance * away
        for true, stored in zip(seen(far), seen(far.astype(scene.dtype).astype(np.float64)), strict=True):
            if not _inside(np.array((true, stored)), scene).all():
                continue
            if math.dist(true, stored) > 12.0 * canvas.pixel:
                canvas.arrow(true, stored, STORED, line=Line.THIN)
            canvas.dot(true, Ink.ANSWER, Point.RING)
            canvas.dot(stored, STORED, Point.FILLED)
            if math.dist(true, stored) > 6.0 * canvas.pixel and not named:
                out = (true[0] - stored[0], true[1] - stored[1])
                away = (-out[0], -out[1])
                if isinstance(scene, Boxes) and scene.is_aligned:  # below the shapes
                    out, away = (-0.4, -1.0), (0.2, -1.0)
                canvas.label("exact", true, Ink.ANSWER, toward=out)
                canvas.label("stored", stored, STORED, toward=away)
                named = True


def _step(canvas: Canvas, at: tuple[float, float], u: float) -> None:
    """One step of the grid, at its lower left."""
    x, y = at
    measures.measure(canvas, (x, y), (x + 1.0, y), Ink.EXAMINED)
    words = f"$u$ = {step_text(u)}"
    canvas.label(words, (x + 1.0, y), Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)


def verdicts(
    canvas: Canvas,
    scene: Far,
    box: Sequence[tuple[float, float]],
    *,
    border: float = 0.0,
    across: bool = False,
    named: str = "both",
) -> None:
    """The two verdicts as tints of a box (lower left, upper right), at both sides of a border, which lies across."""
    (left, low), (right, high) = box
    words = scene.words
    zero = min(max(border, low if across else left), high if across else right)
    parts = (
        (((left, low), (right, zero)), ((left, zero), (right, high)))
        if across
        else (((left, low), (zero, high)), ((zero, low), (right, high)))
    )
    for ((x, y), (u, v)), ink, tinted, name in zip(
        parts, (Ink.OVERLAP, Ink.GAP), (RED, GREEN), words[2:4], strict=True
    ):
        if u <= x or v <= y:
            continue
        canvas.area(((x, y), (u, y), (u, v), (x, v)), ink, opacity=tinted)
        if named not in ("both", "low" if ink is Ink.OVERLAP else "high"):
            continue
        is_low = ink is Ink.OVERLAP
        if across:
            at = (left + 6.0 * canvas.pixel, y + 16.0 * canvas.pixel_y if is_low else v - 16.0 * canvas.pixel_y)
            canvas.label(name, at, ink, toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)
        else:
            at = (u - 6.0 * canvas.pixel if not is_low else x + 6.0 * canvas.pixel, y + 22.0 * canvas.pixel_y)
            lines = name.replace(" or ", "\nor ").replace(" is ", "\nis ") if is_low else name
            canvas.label(lines, at, ink, toward=(1.0 if is_low else -1.0, 0.0), style=TextStyle.BOLD, fixed=True)
    ends = ((left, 0.0), (right, 0.0)) if across else ((0.0, low), (0.0, high))
    canvas.stroke(ends, Ink.TEXT, line=Line.THIN)
