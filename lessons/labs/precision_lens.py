"""The lens of the precision lab: what lies within a few steps of the grid, exactly and as it is stored."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lessons.labs.precision_figure import STORED, answer_ink, dots
from lessons.labs.precision_kinds import Boxes, Glancing, Turn
from lessons.labs.precision_scene import Far, Numbers, Stage, percent, step_text
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.picture.clipping import clip_outline, clip_segment

Seen = Callable[[Numbers], Numbers]  # far points as the lens shows them

MOST_COPIES = 160  # of a vertex, as dots in the lens
MOST_NAMED = 2  # stored places in the lens with their shares written at them
MOST_LINES = 40  # of the grid: more of them are not drawn one by one
MOST_STORED = 6  # lines through stored points: more of them are not drawn
HALF = 3.1, 3.0  # steps of the grid that the lens shows to each side
CLOSE = 1.5, 1.25  # the same where the gap is less than a step
WIDTH = 2.0 * HALF[0]  # of the line of numbers
ROWS = 1.9, -0.9  # heights of the lines of numbers: of the scene, and of a copy with a wrong verdict
CELL = 0.46  # steps from the middle of a cell to its sides
CORNERS = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
RIM = 0.15  # steps inside the lens in which no dot of the grid lies
MANY = 8  # stored places: more of them have smaller dots
BESIDE = 13.0  # pixels from a line to its words
BELOW = 20.0  # pixels below the lens: its step
FINE = 5.0  # pixels: a finer step of the numbers is not drawn
MOST_TICKS = 1000


def draw_lens(canvas: Canvas, moment: Moment[Far]) -> None:
    """What surrounds the focus, in steps of the grid; the focus is in the middle."""
    scene = moment.scene
    if isinstance(scene, Glancing) and moment.step.stage is not Stage.SPACING:
        _numbers(canvas, scene)
        return
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
    xs = (ticks[0] - center[0]) / u
    xs = xs[np.abs(xs) <= half[0] - RIM]
    places = np.stack(np.meshgrid(*ticks), axis=-1).reshape(-1, 2)
    has_cells = isinstance(scene, Turn) and moment.step.stage is Stage.FAR
    places = places[_inside(seen(places), scene, 0.0 if has_cells else RIM)]
    if isinstance(scene, Turn) and has_cells:
        _signs(canvas, scene, places, seen)
    elif len(ticks[1]) > MOST_LINES:  # y is far finer than x: no dots, lines
        lines = np.stack((xs, np.full_like(xs, -half[1]), xs, np.full_like(xs, half[1])), axis=1)
        canvas.crowd(Ink.QUIET, segments=lines, line=Line.THIN, opacity=0.8)
    else:
        dots(canvas, seen(places), Ink.QUIET, size=2.4, fill=0.9)
    if isinstance(scene, Turn):
        _lines(canvas, scene, moment.step.stage, seen)
    for ink, outline in scene.outlines:
        _outline(canvas, ink, seen(outline + scene.distance), half)
    if moment.step.stage in (Stage.SPACING, Stage.FAR):
        _vertices(canvas, scene, seen)
    else:
        _copies(canvas, scene, seen, is_open=is_hidden(moment))
    if isinstance(scene, Glancing):
        canvas.arrow((0.0, 0.0), 2.6 * scene.direction, STORED)
        canvas.label("the ray’s start", (0.0, 0.0), STORED, toward=(-0.5, 1.0), style=TextStyle.BOLD)
    canvas.stroke([(i * half[0], j * half[1]) for i, j in CORNERS], Ink.CONSTRUCTION, closed=True, line=Line.THIN)
    _step(canvas, (float(xs[0]), -half[1] - BELOW * canvas.pixel_y), u)


def is_hidden(moment: Moment[Far]) -> bool:
    """Whether it is asked where the vertices of two polygons are stored."""
    return moment.is_open and moment.step.stage is Stage.CANCELLATION and isinstance(moment.scene, Boxes)


def _outline(canvas: Canvas, ink: Ink, ring: Numbers, half: tuple[float, float]) -> None:
    """What a shape has in the lens: its sides, and its inside, cut to the lens."""
    low, high = (-half[0], -half[1]), half
    points = [(float(x), float(y)) for x, y in ring]
    inside = clip_outline(points, low, high)
    cut = (clip_segment(points[i - 1], point, low, high) for i, point in enumerate(points))
    sides = [(*both[0], *both[1]) for both in cut if both is not None]
    fan = [(inside[0], inside[i], inside[i + 1]) for i in range(1, len(inside) - 1)]
    canvas.crowd(ink, segments=sides, triangles=fan, line=Line.OUTLINE, fill=0.16, framed=False)


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
        _cells(canvas, scene, ink, seen(ticks[chosen]), fill=0.3)


def _cells(canvas: Canvas, scene: Far, ink: Ink, places: Numbers, *, fill: float) -> None:
    """The squares around places of the grid: all of their points are stored there."""
    half = np.array(half_of(scene))
    corners = np.clip(places[:, None] + CELL * CORNERS, -half, half)
    canvas.crowd(ink, triangles=corners[:, ((0, 1, 2), (0, 2, 3))].reshape(-1, 3, 2), fill=fill, framed=False)


def _lines(canvas: Canvas, scene: Turn, stage: Stage, seen: Seen) -> None:
    """The exact line through p and q, and those through the stored p and q: of the scene, or of all its copies."""
    if stage is not Stage.FAR:
        canvas.symbol("r", (0.0, 0.0), Ink.B, toward=(1.0, -0.1))
    exact = scene.p + scene.distance, scene.q + scene.distance
    words = "exact $p$, $q$" if stage is Stage.FAR else ""
    _line(canvas, scene, seen, exact, Ink.ANSWER, words, at=2.8)
    if stage is Stage.FAR:
        _line(canvas, scene, seen, scene.stored_alone, STORED, "stored $p$, $q$", below=True)
    if stage in (Stage.SPACING, Stage.FAR) or len(scene.stored_lines) > MOST_STORED:
        return
    named: set[Ink] = set()
    for line in scene.stored_lines:
        ink = Ink.GAP if line.left == line.copies else Ink.OVERLAP if not line.left else STORED
        share = float(np.mean((scene.far > 0.0) == (ink is Ink.GAP)))
        words = "" if ink in named or ink is STORED else f"{percent(share)}: {scene.turn_words(ink is Ink.GAP)}"
        named.add(ink)
        _line(canvas, scene, seen, (line.p, line.q), ink, words, below=ink is Ink.GAP)


def _line(
    canvas: Canvas,
    scene: Turn,
    seen: Seen,
    ends: tuple[Numbers, Numbers],
    ink: Ink,
    words: str,
    *,
    at: float = 0.5,
    below: bool = False,
) -> None:
    """The line through two far points, where it crosses the lens, and words so many steps along it."""
    p, way = seen(ends[0]), ends[1] - ends[0]
    if not way.any():
        return
    way = way / math.hypot(*way) * (1.0 if way[0] >= 0.0 else -1.0)
    foot = p - float(p @ way) * way
    cut = across(scene, foot, way)
    if cut is None:
        return
    canvas.stroke(cut, ink, line=Line.MEASURE)
    if words:  # above a line that rises, to the left; below it to the right
        side = -1.0 if below else 1.0
        beside = foot + side * at * way + np.array((0.0, side * BESIDE * canvas.pixel_y))
        toward = (-side if way[1] >= 0.0 else side, 0.0)
        canvas.label(words, beside, ink, toward=toward, style=TextStyle.BOLD, fixed=True)


def across(scene: Far, through: Numbers, way: Numbers) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The part of a line that lies in the lens."""
    half = half_of(scene)
    reach = 4.0 * (math.hypot(*half) + math.hypot(*through)) / math.hypot(*way) * way
    (x1, y1), (x2, y2) = (through - reach).tolist(), (through + reach).tolist()
    return clip_segment((x1, y1), (x2, y2), (-half[0], -half[1]), half)


def _numbers(canvas: Canvas, scene: Glancing) -> None:
    """The two numbers that are subtracted, on the line of numbers of the precision: exactly, and as computed. Of the
    scene, and of a copy with a wrong verdict."""
    assert scene.subtracted is not None
    exact, found, _ = scene.subtracted
    _number_line(canvas, scene, ROWS[0], "the scene", exact, found)
    if (wrong := scene.wrong_terms) is not None:
        _number_line(canvas, scene, ROWS[1], "a copy with a wrong verdict", *wrong)
    step = scene.spacing(scene.size)
    y, length = -HALF[1] + 0.2, min(step / _scale(scene), WIDTH)
    measures.measure(canvas, (-HALF[0], y), (length - HALF[0], y), Ink.EXAMINED)
    words = rf"$u({scene.words.large})$ = {step_text(step)}"
    canvas.label(words, (length - HALF[0], y), Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)


def _scale(scene: Glancing) -> float:
    """What a unit of the lens is worth: a part of the step, or more where the numbers are many steps apart."""
    assert scene.subtracted is not None
    exact, found, _ = scene.subtracted
    return max(scene.spacing(scene.size) / 2.0, abs(exact[0] - exact[1]) / 3.0, abs(found[0] - found[1]) / 3.0)


def _number_line(
    canvas: Canvas, scene: Glancing, y: float, title: str, exact: tuple[float, float], found: tuple[float, float]
) -> None:
    """Two numbers on their part of the line: rings above it where they are exactly, dots where the precision is."""
    scale, step = _scale(scene), scene.spacing(scene.size)
    base = found[0] - 1.2 * scale
    canvas.stroke(((-HALF[0], y), (HALF[0], y)), Ink.CONSTRUCTION, line=Line.THIN)
    if step / scale > max(FINE * canvas.pixel, WIDTH / MOST_TICKS):
        first = math.ceil((base - HALF[0] * scale) / step)
        ticks = [(each * step - base) / scale for each in range(first, first + math.floor(WIDTH * scale / step) + 1)]
        canvas.crowd(Ink.QUIET, segments=[((x, y - 0.2), (x, y + 0.2)) for x in ticks if abs(x) <= HALF[0]])
    for true, computed, name in zip(exact, found, (scene.words.first, scene.words.second), strict=True):
        ring, dot = ((true - base) / scale, y + 0.75), ((computed - base) / scale, y)
        if max(abs(ring[0]), abs(dot[0])) <= HALF[0]:
            canvas.arrow(ring, dot, STORED, line=Line.THIN)
            canvas.dot(ring, Ink.ANSWER, Point.RING)
            canvas.dot(dot, STORED, Point.FILLED)
            canvas.label(name, ring, Ink.ANSWER, toward=(0.0, 1.0))
    answer = found[0] - found[1]
    canvas.label(title, (-HALF[0], y - 0.55), Ink.QUIET, toward=(1.0, 0.0), fixed=True)
    words = rf"$\tilde D$ = {scene.told(answer)}"
    ink = answer_ink(scene, answer)
    canvas.label(words, (-HALF[0], y - 1.05), ink, toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)


def _inside(places: Numbers, scene: Far, rim: float = 0.0) -> NDArray[np.bool_]:
    return np.asarray((np.abs(places) <= np.array(half_of(scene)) - rim).all(axis=1))


def _copies(canvas: Canvas, scene: Far, seen: Seen, *, is_open: bool) -> None:
    """The copies of each vertex in the lens; unless it is asked for, where the grid puts them, and how many."""
    words: dict[tuple[float, float], list[str]] = {}
    found: list[tuple[Ink, Numbers]] = []
    for i, (part, away) in enumerate(zip(scene.parts, scene.away, strict=True)):
        for at in part + scene.distance * away:
            points = at + scene.offsets[:, i]
            if not _inside(seen(at)[None], scene).all():
                continue
            found.append((scene.inks[i], seen(points[:MOST_COPIES])))
            places = seen(points.astype(scene.dtype).astype(np.float64))
            stored, counts = np.unique(places, axis=0, return_counts=True)
            for place, count in zip(stored.tolist(), counts.tolist(), strict=True):
                share = "all" if count == len(points) else percent(count / len(points))
                words.setdefault((place[0], place[1]), []).append(f"{share} of {'AB'[i]}" if i < 2 else "")
    every = np.reshape(list(words), (-1, 2))
    every = every[_inside(every, scene)]
    if not is_open:
        _cells(canvas, scene, STORED, every, fill=0.12)
    for ink, places in found:
        dots(canvas, places[_inside(places, scene)], ink, size=1.3, fill=0.9, framed=False)
    if is_open:
        return
    dots(canvas, every, STORED, size=4.0 if len(every) <= MANY else 2.8, fill=1.0, framed=False)
    if isinstance(scene, Boxes) and len(words) <= MOST_NAMED:
        toward = (0.0, -1.0) if scene.is_aligned else (1.0, -0.8)
        for place, lines in words.items():
            canvas.label("\n".join(lines), place, STORED, toward=toward, style=TextStyle.BOLD)


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
                name = ""
                if isinstance(scene, Turn):  # above the line
                    out, away, name = (-1.0, 0.4), (-1.0, 0.0), " $r$"
                canvas.label(f"exact{name}", true, Ink.ANSWER, toward=out)
                canvas.label(f"stored{name}", stored, STORED, toward=away)
                named = True


def _step(canvas: Canvas, at: tuple[float, float], u: float) -> None:
    """One step of the grid, at its lower left."""
    x, y = at
    measures.measure(canvas, (x, y), (x + 1.0, y), Ink.EXAMINED)
    words = f"$u$ = {step_text(u)}"
    canvas.label(words, (x + 1.0, y), Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)
