"""Drawing verbs of chapter 9: the boxes of a scene, threads between them, where two overlap, all of them clickable.

draw_boxes(canvas, scene, {3: Ink.EXAMINED})    # every box and its letter, number 3 in use
threads(canvas, scene, pairs, Ink.EXAMINED)     # a line from middle to middle for each pair compared
overlaps(canvas, scene, pairs)                  # the part that both boxes share, in the ink of overlaps
mist(canvas, scene, pairs)                      # thousands of threads as one soft field
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.broadphase.boxes import Box, overlap
from geometry.broadphase.structure import Pair
from lessons.broadphase.boxes import Boxes, center, corners
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.mark import Pair as XY
from viz.lesson.mark import Stroke

FEW = 400  # boxes, up to which each has the full outline of a shape
_PILED = 12  # overlapping pairs of few boxes up to which each shared part is plainly red
_MIST = 96  # cells of the field along each axis
_THREADS = 3000  # of those in a mist that are laid out, evenly chosen
_PLACES = 24  # along a thread


def draw_boxes(
    canvas: Canvas,
    scene: Boxes,
    inks: Mapping[int, Ink] | None = None,
    *,
    quiet: Collection[int] = (),
    dashed: Collection[int] = (),
    lettered: bool = True,
    clickable: bool = True,
) -> None:
    """Every box, those with an ink of their own in front and bold; `quiet` ones in grey (done with, skipped),
    `dashed` ones not reached yet."""
    inks = inks or {}
    if scene.is_crowd:
        _draw_crowd(canvas, scene, inks, quiet, dashed)
        return
    for i in sorted(range(scene.count), key=lambda i: i in inks):
        outline, in_use = corners(scene.boxes[i]), i in inks
        ink = inks.get(i, Ink.GHOST if i in quiet else Ink.A)
        canvas.area(outline, ink, opacity=0.24 if in_use else 0.12)
        line = Line.DASHED if i in dashed else Line.FEATURE if in_use else Line.OUTLINE
        canvas.stroke(outline, ink, closed=True, line=line)
        shape = scene.things[i].world
        if len(shape.points) != 4 or scene.things[i].pose.angle:
            canvas.stroke(shape.points, ink, closed=True, line=Line.THIN)
        feature = scene.feature(i) if clickable else None
        if feature is not None:
            canvas.feature((*outline, outline[0]), feature, ink)
            canvas.feature((center(scene.boxes[i]),), feature, ink)
        if lettered:
            canvas.label(scene.names[i], center(scene.boxes[i]), ink, style=TextStyle.BOLD, feature=feature)


MOST_LINES = 120  # that a letter is kept clear of


def own_place(boxes: Sequence[Box], i: int, lines: Sequence[tuple[XY, XY]], off: float) -> tuple[XY, float]:
    """Where the letter of a box stands, and how far from anything: in the middle, else in the part of it that is
    furthest from other boxes and from the lines drawn so far."""
    left, bottom, right, top = boxes[i]
    others = [b for b in boxes if b != boxes[i] and b[0] < right and left < b[2] and b[1] < top and bottom < b[3]]
    near = [
        (p, q)
        for p, q in lines
        if min(p[0], q[0]) < right + off
        and max(p[0], q[0]) > left - off
        and min(p[1], q[1]) < top + off
        and max(p[1], q[1]) > bottom - off
    ]
    near = near[:: 1 + len(near) // MOST_LINES]  # of a huge round shape there are thousands, one beside the other

    blocks, starts, ends = np.array(others), *np.array(near).reshape(-1, 2, 2).swapaxes(0, 1)

    def rooms(places: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far each place, of shape (n, 2), is from the box's sides, the other boxes and the lines."""
        inside: NDArray[np.float64] = np.hstack((places - (left, bottom), (right, top) - places)).min(axis=1)
        for block in blocks:
            inside = np.minimum(inside, np.hstack((block[:2] - places, places - block[2:])).max(axis=1))
        if not near:
            return inside
        way, to_place = ends - starts, places[:, None] - starts
        squared = (way * way).sum(axis=1)
        t = np.clip((to_place * way).sum(axis=2) / np.where(squared == 0.0, 1.0, squared), 0.0, 1.0)
        away = to_place - t[..., None] * way
        inside = np.minimum(inside, np.hypot(away[..., 0], away[..., 1]).min(axis=1))
        return inside

    middle = center(boxes[i])
    if (found := float(rooms(np.array([middle]))[0])) >= off:
        return middle, found
    parts = 0.5 + 0.06 * np.arange(-6, 7)
    xs, ys = np.meshgrid(left + parts * (right - left), bottom + parts * (top - bottom), indexing="ij")
    places = np.column_stack((xs.ravel(), ys.ravel()))
    found, x, y = max(np.column_stack((rooms(places), places)).tolist())
    return (x, y), found


def letters(canvas: Canvas, scene: Boxes, boxes: Sequence[Box], inks: Mapping[int, Ink]) -> None:
    """The letter of each of few boxes in its own part of it, clear of the lines drawn so far, or beside it where it
    has no room; those of boxes at one place side by side."""
    strokes = [mark for mark in canvas.marks if isinstance(mark, Stroke)]
    lines = [
        ends
        for each in strokes
        for ends in itertools.pairwise((*each.points, *each.points[: 1 if each.closed else 0]))
    ]
    groups: dict[Box, list[int]] = {}
    for i in () if scene.is_crowd else range(scene.count):
        groups.setdefault(boxes[i], []).append(i)
    for box, ids in groups.items():
        words, ink, feature = " ".join(scene.names[i] for i in ids), inks.get(ids[-1], Ink.A), scene.feature(ids[0])
        at, room = own_place(boxes, ids[0], lines, 10.0 * canvas.pixel)
        if room > 7.0 * canvas.pixel:
            canvas.label(words, at, ink, style=TextStyle.BOLD, feature=feature, fixed=True)
        else:
            at = (center(box)[0], box[3])
            canvas.label(words, at, ink, toward=(0.0, 1.0), style=TextStyle.BOLD, feature=feature)


def _draw_crowd(
    canvas: Canvas, scene: Boxes, inks: Mapping[int, Ink], quiet: Collection[int], faint: Collection[int]
) -> None:
    """Each ink's boxes as one mark, those in use last."""
    groups: dict[tuple[bool, bool, Ink], list[Box]] = {}
    for i in range(scene.count):
        ink = inks.get(i, Ink.GHOST if i in quiet else Ink.A)
        groups.setdefault((i in inks, i in faint, ink), []).append(scene.boxes[i])
    line = Line.OUTLINE if scene.count <= FEW else Line.THIN  # of a thousand boxes an outline would hide all else
    for (in_use, is_faint, ink), members in sorted(groups.items(), key=lambda item: item[0][0]):
        opacity, fill = (1.0, 0.5) if in_use else (0.3, 0.05) if is_faint else (0.75, 0.12)
        draw_outlines(canvas, members, ink, line=line, opacity=opacity, fill=fill)


def draw_outlines(
    canvas: Canvas, boxes: ArrayLike, ink: Ink, *, line: Line = Line.THIN, opacity: float = 1.0, fill: float = 0.0
) -> None:
    """Many boxes, shape (n, 4), filled or not, as one mark."""
    left, low, right, high = np.asarray(boxes, dtype=np.float64).reshape(-1, 4).T
    around = (left, low), (right, low), (right, high), (left, high)
    sides = [(*p, *q) for p, q in itertools.pairwise((*around, around[0]))]
    halves = [(*around[0], *p, *q) for p, q in itertools.pairwise(around[1:])] if fill else []
    canvas.crowd(
        ink,
        segments=np.concatenate([np.stack(side, axis=1) for side in sides]),
        triangles=np.concatenate([np.stack(half, axis=1) for half in halves]) if halves else (),
        line=line,
        opacity=opacity,
        fill=fill,
    )


def threads(
    canvas: Canvas, scene: Boxes, pairs: Iterable[Pair], ink: Ink, line: Line = Line.THIN, *, opacity: float = 1.0
) -> None:
    """A line for each pair: from middle to middle in a crowd, else from border to border, clear of the letters, and
    none between boxes that overlap."""
    if scene.is_crowd:
        ends = np.array([(*center(scene.boxes[i]), *center(scene.boxes[j])) for i, j in pairs])
        if len(ends):
            canvas.crowd(ink, segments=ends, line=line, opacity=opacity)
        return
    for i, j in pairs:
        a, b = scene.boxes[i], scene.boxes[j]
        if not overlap(a, b):
            canvas.stroke((_left_at(a, center(b)), _left_at(b, center(a))), ink, line=line, opacity=opacity)


def _left_at(sides: Box, toward: XY) -> XY:
    """Where the way from a box's middle to a point outside leaves the box."""
    (x, y), half = center(sides), ((sides[2] - sides[0]) / 2.0, (sides[3] - sides[1]) / 2.0)
    way = (toward[0] - x, toward[1] - y)
    t = min((h / abs(d) for h, d in zip(half, way, strict=True) if d), default=0.0)
    return x + min(t, 1.0) * way[0], y + min(t, 1.0) * way[1]


def overlaps(canvas: Canvas, scene: Boxes, pairs: Collection[Pair], ink: Ink = Ink.OVERLAP) -> None:
    """The part that two boxes share; of boxes that only touch a line. Many such parts, as in a heap, lie over each
    other: each is fainter."""
    opacity = 0.5 if len(pairs) <= max(_PILED, 3 * scene.count if scene.is_crowd else 0) else 0.03
    for i, j in pairs:
        a, b = scene.boxes[i], scene.boxes[j]
        low, high = (max(a[0], b[0]), max(a[1], b[1])), (min(a[2], b[2]), min(a[3], b[3]))
        if low[0] < high[0] and low[1] < high[1]:
            canvas.area(corners((*low, *high)), ink, opacity=opacity)
        elif low <= high:
            canvas.stroke((low, high), ink, line=Line.MEASURE)


def missed(canvas: Canvas, now: Boxes, pairs: Collection[Pair]) -> None:
    """Pairs that a faulty rule does not compare: their boxes, and what they have in common."""
    overlaps(canvas, now, pairs, Ink.FAULTY)
    for i, j in pairs:
        a, b = now.boxes[i], now.boxes[j]
        for each in (a, b):
            canvas.stroke(corners(each), Ink.FAULTY, closed=True, line=Line.DOTTED)
        if not now.is_crowd:
            at = ((center(a)[0] + center(b)[0]) / 2.0, max(a[3], b[3]))
            canvas.label("missed", at, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)


def mist(canvas: Canvas, scene: Boxes, pairs: ArrayLike, ink: Ink = Ink.TEXT, *, most: float = 0.4) -> None:
    """Where many threads run, shape (n, 2) by the places of their boxes: one field, brightest where most of them
    cross."""
    ends = np.asarray(pairs, dtype=np.intp).reshape(-1, 2)
    if not len(ends):
        return
    left, bottom, right, top = scene.around
    sides = np.array(scene.boxes)
    middles = (sides[:, :2] + sides[:, 2:]) / 2.0
    chosen = ends[np.linspace(0, len(ends) - 1, min(len(ends), _THREADS)).astype(np.intp)]
    along = (np.arange(_PLACES) + 0.5) / _PLACES
    start, way = middles[chosen[:, 0]], middles[chosen[:, 1]] - middles[chosen[:, 0]]
    places = (start[:, None] + along[:, None] * way[:, None]).reshape(-1, 2)
    weights = np.repeat(np.hypot(*way.T), _PLACES)  # so that a long thread is as dense as a short one
    amounts = np.histogram2d(
        places[:, 1], places[:, 0], bins=_MIST, range=((bottom, top), (left, right)), weights=weights
    )[0]
    all_of_them = scene.count * (scene.count - 1) / 2.0
    canvas.field(
        (left, bottom), (right, top), most * (len(ends) / all_of_them) * amounts / max(amounts.max(), 1e-12), ink
    )
