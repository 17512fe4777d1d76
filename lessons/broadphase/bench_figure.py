"""The figure of the bench: the moving crowd with what A is compared with."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from geometry.batch.shapes import Indices, Numbers
from geometry.broadphase.quadtree import Quadtree
from geometry.broadphase.quadtree_cell import Cell
from geometry.shape import boundary
from lessons.broadphase.bench_growth import last_two
from lessons.broadphase.bench_scene import (
    CENTER,
    FIRST_GAP,
    MOST_QUADTREE,
    Bench,
    Structure,
    cells_of,
)
from lessons.broadphase.bench_scene import (
    scene as crowd_of,
)
from lessons.broadphase.boxes import Crowd
from lessons.broadphase.boxes_figure import draw_outlines
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment

_FINE = 600  # shapes up to which outlines are round and filled
_COARSE = 1000  # from here on a rounding is smaller than a pixel, or hardly larger
_LEVELS = 8  # of a tree that are drawn: of thousands of small boxes nothing would be seen
_CELLS = 120  # lines of the grid, up to which they are drawn
HOME = {CENTER: Structure.GRID, FIRST_GAP: Structure.SWEEP}  # what each faulty rule is a fault of


class Asked(NamedTuple):
    """What A alone costs: the other shapes it is compared with, and how many cells or nodes on the way."""

    others: Indices
    nodes: int = 0
    straddles: bool = False  # whether A lies on a line that splits its cell of the quadtree
    above: int = 0  # how many of the others lie in the cells around its own


def draw_world(canvas: Canvas, moment: Moment[Bench]) -> None:
    if moment.is_last and not moment.compare:
        _two_crowds(canvas, moment.scene)
        return
    scene, time, structure = moment.scene, moment.time, shown(moment)
    bounds, at = scene.bounds(time), scene.middles(time)
    side = scene.side
    if scene.kind not in (Crowd.HEAP.value, Crowd.COLUMN.value) and structure is not Structure.QUADTREE:
        canvas.stroke(((0, 0), (side, 0), (side, side), (0, side)), Ink.CONSTRUCTION, closed=True, line=Line.THIN)
    if compares(moment):
        structure = HOME[moment.compare]
    if structure is not None:
        _behind(canvas, scene, structure, bounds, time)
        scene.ran(structure, time)  # whose pairs are looked at more closely
    hits = scene.touching(time)
    red = np.zeros(scene.n, dtype=bool)
    red[hits.first], red[hits.second] = True, True
    outlines, owner = _outlines(scene, at)
    for ink, chosen in ((Ink.A, ~red), (Ink.OVERLAP, red)):
        some = chosen[owner] & (owner > 0)
        fill = 0.12 if ink is Ink.A else 0.3 if len(hits.first) < 4 * scene.n else 0.05
        sides, is_filled = outlines[some], scene.n <= _FINE or ink is Ink.OVERLAP
        fans = np.concatenate((at.T[owner[some]], sides), axis=1) if is_filled else ()
        line = Line.OUTLINE if scene.n <= 60 else Line.THIN
        fill, opacity = (0.3 * fill, 0.35) if compares(moment) else (fill, 1.0)
        canvas.crowd(ink, segments=sides, triangles=fans, fill=fill, line=line, opacity=opacity)
    if structure is not None and not moment.is_last and not compares(moment):
        _compared(canvas, moment, structure)
    for pairs in (scene.missed(moment.compare, time),) if compares(moment) else ():
        for i, j in pairs.astype(int).tolist():
            canvas.stroke((at[:, i], at[:, j]), Ink.FAULTY, line=Line.MEASURE)
    outline = boundary(scene.a.world, 0.3 * canvas.pixel)
    canvas.area(outline, Ink.A, opacity=0.75)
    canvas.stroke(outline, Ink.A, closed=True, line=Line.FEATURE)
    canvas.label("A", scene.a.world.bounds().high, Ink.A, toward=(1.0, 1.0), style=TextStyle.LETTER)


def _compared(canvas: Canvas, moment: Moment[Bench], structure: Structure) -> None:
    """The boxes of A and of those that it is compared with, each joined to A."""
    scene, time = moment.scene, moment.time
    at, bounds, others = scene.middles(time), scene.bounds(time), asked(scene, structure, time).others
    few = len(others) < 60
    if scene.n <= _FINE:
        draw_outlines(canvas, bounds[:, others].T, Ink.EXAMINED, opacity=0.9 if few else 0.3)
    draw_outlines(canvas, bounds[:, :1].T, Ink.A)
    threads = np.column_stack((np.tile(at[:, 0], (scene.n, 1)), at.T))[others]
    opacity = 0.06 if moment.is_open else 0.7 if few else 0.3
    canvas.crowd(Ink.EXAMINED, segments=threads, line=Line.THIN, opacity=opacity)


def _two_crowds(canvas: Canvas, bench: Bench) -> None:
    """The two crowds whose counts make the slope, one above the other: A's strip and its cells in each, and how many
    others share those of a box on average: each pair is one comparison for two boxes."""
    sweep, grid = (last_two(bench, each) for each in (Structure.SWEEP, Structure.GRID))
    crowds = [crowd_of(bench.kind, n, bench.c) for n, _ in sweep[::-1]]
    scale, low = bench.side / (1.08 * crowds[0].side + crowds[1].side), 0.0  # together as high as the moving crowd
    for crowd, (n, p), (_, q) in zip(crowds, sweep[::-1], grid[::-1], strict=True):
        side, bounds = scale * crowd.side, crowd.bounds(0.0)
        mates = (bounds[0] <= bounds[2, 0]) & (bounds[2] >= bounds[0, 0])
        bounds = scale * bounds + np.array([[0.0], [low], [0.0], [low]])
        left, _, right, _ = bounds[:, 0].tolist()
        canvas.stroke(
            ((0, low), (side, low), (side, low + side), (0, low + side)),
            Ink.CONSTRUCTION,
            closed=True,
            line=Line.THIN,
        )
        draw_outlines(canvas, bounds[:, ~mates].T, Ink.A, opacity=0.5)
        strip = ((left, low), (right, low), (right, low + side), (left, low + side))
        canvas.area(strip, Ink.EXAMINED, opacity=0.25)
        draw_outlines(canvas, bounds[:, mates].T, Ink.EXAMINED, fill=0.3)
        for cell in cells_of(crowd):
            outline = [(scale * x, scale * y + low) for x, y in cell]
            canvas.stroke(outline, Ink.ANSWER, closed=True, line=Line.MEASURE)
        at, down = (side + 12.0 * canvas.pixel, low + side - 12.0 * canvas.pixel), 24.0 * canvas.pixel
        for k, (words, ink) in enumerate(
            (
                (f"$n$ = {n:,}", Ink.TEXT),
                (f"strip: {2.0 * p / n:,.1f} others", Ink.EXAMINED),
                (f"cells: {2.0 * q / n:,.1f} others", Ink.TEXT),
                ("on average", Ink.QUIET),
            )
        ):
            canvas.label(words, (at[0], at[1] - k * down), ink, toward=(1.0, 0.0), style=TextStyle.LABEL, fixed=True)
        low += 1.08 * side


def compares(moment: Moment[Bench]) -> bool:
    """Whether a faulty rule is shown: at the step of the structure that it is a fault of, and at the last."""
    return moment.compare != "" and shown(moment) in (HOME[moment.compare], None)


def shown(moment: Moment[Bench]) -> Structure | None:
    """The structure of this step; None where all are compared."""
    found: Structure | None = moment.step.structure
    return found


def _behind(canvas: Canvas, scene: Bench, structure: Structure, bounds: Numbers, time: float) -> None:
    """The structure itself, below the shapes."""
    match structure:
        case Structure.GRID:
            _grid(canvas, scene, bounds)
        case Structure.QUADTREE if scene.n <= MOST_QUADTREE:
            cells = np.array([cell.box for cell in scene.quadtree(time).cells()])
            draw_outlines(canvas, cells, Ink.EXAMINED, opacity=0.45)
        case Structure.SWEEP:
            low, high = bounds[0, 0], bounds[2, 0]
            strip = ((low, 0.0), (high, 0.0), (high, scene.side), (low, scene.side))
            canvas.area(strip, Ink.EXAMINED, opacity=0.14)
            for x in (low, high):
                canvas.stroke(((x, 0.0), (x, scene.side)), Ink.EXAMINED, line=Line.DASHED)
        case Structure.TREE:
            own, every = (
                bounds[:, 0],
                np.concatenate([np.empty((4, 0)), *scene.tree(time).levels[1:-1][:_LEVELS]], axis=1),
            )
            every = every[:, every[0] <= every[2]]
            meets = ((every[:2] <= own[2:, None]) & (own[:2, None] <= every[2:])).all(axis=0)
            draw_outlines(canvas, every[:, ~meets].T, Ink.CONSTRUCTION, opacity=0.4)
            draw_outlines(canvas, every[:, meets].T, Ink.EXAMINED, line=Line.MEASURE, opacity=0.8)


def _grid(canvas: Canvas, scene: Bench, bounds: Numbers) -> None:
    """Lines, and each cell the brighter the more pairs it holds."""
    c, side = scene.c, scene.side
    count = math.ceil(side / c)
    if count > _CELLS:
        return
    places = np.minimum(np.arange(count + 1) * c, side)
    none, whole = np.zeros(count + 1), np.full(count + 1, side)
    upright, level = np.stack((places, none, places, whole), axis=1), np.stack((none, places, whole, places), axis=1)
    low, high = (np.clip(np.floor(each / c), 0, count - 1).astype(int) for each in (bounds[:2], bounds[2:]))
    held = np.zeros((count + 1, count + 1))
    for sign, i, j in ((1, *low), (1, *(high + 1)), (-1, high[0] + 1, low[1]), (-1, low[0], high[1] + 1)):
        np.add.at(held, (j, i), sign)  # where a box begins and ends: the sums of these are how many cover a cell
    held = held.cumsum(axis=0).cumsum(axis=1)
    pairs = (held * (held - 1.0) / 2.0)[:count, :count]
    canvas.field((0.0, 0.0), (count * c, count * c), 0.5 * np.sqrt(pairs / max(pairs.max(), 3.0)), Ink.EXAMINED)
    canvas.crowd(
        Ink.CONSTRUCTION,
        segments=np.concatenate((upright, level)),
        line=Line.THIN,
        opacity=0.4 if count < 30 else 0.2,
    )


def asked(scene: Bench, structure: Structure, time: float) -> Asked:
    """Which shapes A is compared with by a structure, whoever of the two asks."""
    bounds = scene.bounds(time)
    others = np.arange(1, scene.n)
    low, high = bounds[:2, 1:], bounds[2:, 1:]
    match structure:
        case Structure.GRID:
            low, high, mine = np.floor(low / scene.c), np.floor(high / scene.c), np.floor(bounds[:, 0] / scene.c)
            return Asked(others[((low <= mine[2:, None]) & (high >= mine[:2, None])).all(axis=0)])
        case Structure.SWEEP:
            return Asked(others[(low[0] <= bounds[2, 0]) & (high[0] >= bounds[0, 0])])
        case Structure.TREE:
            return _down_the_tree(bounds, scene.tree(time).levels)
        case Structure.QUADTREE if scene.n <= MOST_QUADTREE:
            return _around_in_the_quadtree(scene.quadtree(time))
        case Structure.QUADTREE:
            return Asked(others[:0])
        case Structure.ALL_PAIRS:
            return Asked(others)


def _down_the_tree(bounds: Numbers, every: list[Numbers]) -> Asked:
    """The leaves that A's query reaches, and the inner nodes on the way."""
    own = bounds[:, 0]
    reached, nodes = np.ones(1, dtype=bool), 0
    for level in every[:-1]:
        nodes += int(reached.sum())
        meets = ((level[:2] <= own[2:, None]) & (own[:2, None] <= level[2:])).all(axis=0)
        reached = np.repeat(reached & meets, 2)
    boxes = every[-1][:, reached]
    at = [np.flatnonzero((bounds == each[:, None]).all(axis=0)) for each in boxes.T]
    found = np.unique(np.concatenate([np.empty(0, dtype=np.intp), *at]))
    return Asked(found[found > 0], nodes)


def _around_in_the_quadtree(tree: Quadtree) -> Asked:
    """The boxes of A's own cell, of those above it and of those below."""
    (home,) = [cell for cell in tree.cells() if 0 in cell.ids]
    above: Cell | None = home.parent
    found: set[int] = set()
    while above is not None:
        found.update(above.ids)
        above = above.parent
    around, below = len(found), [home]
    while below:
        cell = below.pop()
        found.update(cell.ids)
        below.extend(cell.quarters)
    return Asked(np.array(sorted(found - {0}), dtype=np.intp), 0, bool(home.quarters), around)


@lru_cache(maxsize=3)
def _circle(points: int) -> Numbers:
    turn = np.arange(points) * (math.tau / points)
    return np.stack((np.cos(turn), np.sin(turn)), axis=1)


def _outlines(scene: Bench, at: Numbers) -> tuple[Numbers, Indices]:
    """The sides of all shapes as lines (m, 4), and whose each is."""
    shapes, lines, owners = scene.shapes, [], []
    for vertices in np.unique(shapes.count).tolist():
        of = np.flatnonzero(shapes.count == vertices)
        core = np.stack((shapes.x[:vertices, of], shapes.y[:vertices, of]), axis=-1).transpose(1, 0, 2)
        radius = shapes.radius[of][:, None, None]
        if vertices == 1:
            core = core + radius * _circle(16 if scene.n <= _FINE else 8 if scene.n <= _COARSE else 6)
        elif radius.any() and scene.n > _COARSE:  # rounded squares: as squares
            core = core + radius * np.sign(core)
        elif radius.any():  # rounded squares: cut corners
            steps = np.array(((-1, 0), (0, -1), (0, -1), (1, 0), (1, 0), (0, 1), (0, 1), (-1, 0)), dtype=float)
            core = np.repeat(core, 2, axis=1) + radius * steps
        core = core + at.T[of][:, None]
        lines.append(np.concatenate((core, np.roll(core, -1, axis=1)), axis=-1).reshape(-1, 4))
        owners.append(np.repeat(of, core.shape[1]))
    return np.concatenate(lines), np.concatenate(owners)
