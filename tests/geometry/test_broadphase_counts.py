"""What each structure counts, and how it is built inside: by hand on eight boxes, written down for the crowds."""

from __future__ import annotations

import math
import random

import pytest

from geometry import (
    Aabb,
    Keep,
    Quadtree,
    SweepAndPrune,
    UniformGrid,
    aabb_tree,
    all_pairs,
    quadtree,
    sweep_and_prune,
    uniform_grid,
)
from geometry.broadphase.all_pairs import RowCompared
from geometry.broadphase.quadtree_cell import CellCompared, CellSplit
from geometry.broadphase.sweep_and_prune import Began, Sorted, Swapped
from geometry.broadphase.uniform_grid import CellCompared as GridCellCompared
from geometry.broadphase.uniform_grid import cell_count, cells_of
from tests.benchmarks.broadphase_growth import STRUCTURES
from tests.geometry.crowds import UNIT, aabb, crowd, eight_boxes, filled, random_box, side_of, sides

AREA = aabb(0, 0, 8, 8)
A, B, C, D, E, F, G, H = range(8)
HITS = ((A, B), (C, D), (E, F))

# Comparisons for 300 boxes, seed 1; the tree's include the nodes. All but the trees' agree with the storyboard of
# chapter 9, which comes from other code; its "leaves" are 598 and 9,106, with another root.
COUNTS = {  # grid of 0.5, sweep along x and y, quadtree by cells and by leaves, tree with rotations and without
    "even": (251, 654, 3306, 3276, 15517, 586, 7588, 17982),
    "heap": (6553, 16162, 17939, 16648, 36125, 9104, 44608, 134702),
    "column": (3292, 5378, 44850, 3292, 44850, 3960, 17820, 30770),
}


@pytest.mark.parametrize("kind", COUNTS)
def test_comparisons_of_the_crowds(kind: str) -> None:
    boxes, area = crowd(kind), aabb(0, 0, side_of(300), side_of(300))
    answers = (
        uniform_grid(boxes, 0.5),
        sweep_and_prune(boxes, 0),
        sweep_and_prune(boxes, 1),
        quadtree(boxes, area),
        quadtree(boxes, area, keep=Keep.LEAVES),
        aabb_tree(boxes),
        aabb_tree(boxes, rotations=False),
    )
    assert (len(answers[0].pairs), *(answer.tested for answer in answers)) == COUNTS[kind]
    assert all_pairs(boxes).tested == 44850


@pytest.mark.parametrize(("n", "pairs"), [(0, 0), (1, 0), (2, 1), (10, 45), (100, 4950)])
def test_all_pairs_row_by_row(n: int, pairs: int) -> None:
    trace = all_pairs.trace(crowd("even", n))
    rows = [step for step in trace if isinstance(step, RowCompared)]
    assert [len(row.others) for row in rows] == list(range(n - 1, -1, -1))
    assert [row.tested for row in rows] == [sum(range(n - 1 - i, n)) for i in range(n)]
    assert trace.result.tested == pairs
    assert sum(len(row.hits) for row in rows) == len(trace.result.pairs)


# --- grid


@pytest.mark.parametrize(("size", "entries", "tested"), [(0.5, 63, 3), (1, 28, 3), (2, 15, 4), (4, 9, 7), (8, 8, 28)])
def test_grid_on_eight_boxes(size: float, entries: int, tested: int) -> None:
    grid = UniformGrid(size)
    filled(grid, eight_boxes())
    found = grid.pairs()
    assert (grid.entries, found.tested, found.pairs) == (entries, tested, HITS)


def test_grid_cells_of_eight_boxes() -> None:
    steps = [step for step in uniform_grid.trace(eight_boxes(), 2.0) if isinstance(step, GridCellCompared)]
    told = [(step.cell, step.compared, step.hits) for step in steps]
    assert told == [
        ((0, 0), ((A, B),), ((A, B),)),
        ((1, 0), ((B, C),), ()),
        ((2, 0), ((C, D),), ((C, D),)),
        ((3, 3), ((E, F),), ((E, F),)),
    ]


@pytest.mark.parametrize("kind", ["even", "heap"])
@pytest.mark.parametrize("size", [0.07, 0.5, 3.0])
def test_a_pair_is_compared_in_one_of_its_cells(kind: str, size: float) -> None:
    boxes = crowd(kind, 80)
    seen: dict[tuple[int, int], int] = {}
    for step in uniform_grid.trace(boxes, size):
        if isinstance(step, GridCellCompared):
            for pair in step.compared + step.elsewhere:
                seen[pair] = seen.get(pair, 0) + (pair in step.compared)
            assert len(step.compared) + len(step.elsewhere) == math.comb(len(step.ids), 2)
    assert set(seen.values()) == {1}


def test_grid_cells_are_right_around_the_origin_and_after_moves() -> None:
    draw, grid = random.Random(3), UniformGrid(0.7)
    for i in range(30):
        grid.insert(i, random_box(draw, "even"))
    for step in range(200):
        body = draw.randrange(30)
        moved = random_box(draw, "even")
        grid.move(body, Aabb(moved.low - 5.0, moved.high - 5.0))
        if step % 20:
            continue
        for i, box in ((i, sides(grid.box(i))) for i in range(30)):
            covered = {cell for cell, ids in grid.cells.items() if i in ids}
            assert covered == set(cells_of(grid.spans[i]))
            low, high = min(covered), max(covered)
            assert low[0] * 0.7 <= box[0] < (low[0] + 1) * 0.7
            assert high[1] * 0.7 <= box[3] < (high[1] + 1) * 0.7
        assert grid.entries == sum(cell_count(span) for span in grid.spans.values())


def test_a_box_of_too_many_cells_is_refused() -> None:
    grid = UniformGrid(1e-3)
    for box in (aabb(0, 0, 2, 2), aabb(0, 0, 1e5, 0), aabb(0, 0, 1e75, 1e75)):
        with pytest.raises(ValueError, match=r"body 0 is .* cells wide and .* high"):
            grid.insert(0, box)
    grid.insert(0, aabb(1e70, 1e70, 1e70, 1e70))  # far out, and one cell
    assert len(grid.query(aabb(-1e75, -1e75, 1e75, 1e75)).ids) == 1
    with pytest.raises(ValueError, match="too many cells from the origin"):
        UniformGrid(1e-300).insert(0, aabb(1e70, 0, 1e70, 0))


# --- quadtree


def test_quadtree_on_eight_boxes() -> None:
    tree = Quadtree(AREA, capacity=2)
    filled(tree, eight_boxes())
    kept = [(cell.level, sorted(cell.ids)) for cell in tree.cells()]
    assert kept == [(0, [C]), (1, [A, B]), (1, [D, H]), (1, [G]), (1, [E, F])]
    compared = [step for step in tree.pairs.trace() if isinstance(step, CellCompared)]
    assert [(len(step.compared), step.above) for step in compared] == [
        (0, ()),
        (3, (C,)),
        (3, (C,)),
        (1, (C,)),
        (3, (C,)),
    ]
    assert tree.pairs().tested == 10
    assert quadtree(eight_boxes(), AREA, capacity=2, keep=Keep.LEAVES).tested == 4


def test_one_side_of_a_line_is_strict() -> None:
    """One box ends on the line, the other begins there: the first straddles, and the two meet."""
    for keep in Keep:
        tree = Quadtree(AREA, capacity=1, keep=keep)
        filled(tree, [aabb(3, 1, 4, 2), aabb(4, 1, 5, 2)])
        assert tree.pairs().pairs == ((0, 1),)
    tree = Quadtree(AREA, capacity=1)
    filled(tree, [aabb(3, 1, 4, 2), aabb(4, 1, 5, 2)])
    assert [(cell.level, sorted(cell.ids)) for cell in tree.cells() if cell.ids] == [(0, [0]), (1, [1])]


@pytest.mark.parametrize("keep", Keep)
def test_two_boxes_at_one_place_split_to_the_depth_limit(keep: Keep) -> None:
    tree = Quadtree(AREA, capacity=1, depth=5, keep=keep)
    filled(tree, [aabb(0.02, 0.02, 0.12, 0.12)] * 2)
    assert max(cell.level for cell in tree.cells()) == 5
    assert tree.pairs().pairs == ((0, 1),)


def test_depth_of_the_challenge() -> None:
    tree = Quadtree(AREA, capacity=2)
    filled(tree, [aabb(x, y, x + 0.1, y + 0.1) for x, y in ((0.02, 0.02), (0.15, 0.05), (0.3, 0.3))])
    assert max(cell.level for cell in tree.cells()) == 5


def test_large_boxes_in_small_leaves_do_not_split_without_end() -> None:
    tree = Quadtree(aabb(0, 0, 1, 1), capacity=1, depth=16, keep=Keep.LEAVES)
    filled(tree, [aabb(-1e6, 0.1, 1e6, 0.11), aabb(-1e6, 0.1, 1e6, 0.12), aabb(-1e9, -1e9, 1e9, 1e9)])
    assert len(tree.cells()) < 20000
    assert tree.pairs().pairs == ((0, 1), (0, 2), (1, 2))


@pytest.mark.parametrize("keep", Keep)
@pytest.mark.parametrize("kind", ["even", "lattice", "mixed"])
def test_quadtree_is_the_same_whatever_has_happened_before(keep: Keep, kind: str) -> None:
    """Splits and joins undo each other: the cells depend on the boxes alone."""
    draw, area = random.Random(4), aabb(-30, -30, 50, 50)  # large enough: a root that has grown stays
    moved, fresh = (Quadtree(area, capacity=2, depth=5, keep=keep) for _ in range(2))
    for i in range(40):
        moved.insert(i, random_box(draw, kind))
    for _ in range(150):
        body = draw.randrange(40)
        if body not in moved:
            moved.insert(body, random_box(draw, kind))
        elif draw.random() < 0.3:
            moved.remove(body)
        else:
            moved.move(body, random_box(draw, kind))
    for i in sorted(moved.boxes):
        fresh.insert(i, moved.box(i))
    assert [(cell.box, cell.ids) for cell in moved.cells()] == [(cell.box, cell.ids) for cell in fresh.cells()]


@pytest.mark.parametrize("keep", Keep)
def test_every_box_is_where_it_belongs(keep: Keep) -> None:
    tree = Quadtree(UNIT, capacity=2, keep=keep)
    filled(tree, crowd("even", 120))
    for cell in tree.cells():
        for i in cell.ids:
            box = sides(tree.box(i))
            if keep is Keep.CELL:
                assert cell.contains(box)
                assert not any(quarter.contains(box) for quarter in cell.quarters)
            else:
                assert not cell.quarters
    for i in range(120):
        homes = [cell for cell in tree.cells() if i in cell.ids]
        if keep is Keep.CELL:
            assert len(homes) == 1
            continue
        box = sides(tree.box(i))
        for cell in tree.cells():
            left, bottom, right, top = cell.box
            is_over = box[0] < right and box[2] >= left and box[1] < top and box[3] >= bottom
            assert (cell in homes) == (is_over and not cell.quarters)


def test_a_split_says_where_everybody_goes() -> None:
    (split,) = (step for step in quadtree.trace(eight_boxes(), AREA, capacity=4) if isinstance(step, CellSplit))
    assert split.lines.tolist() == [4, 4]
    assert split.stayed == (C,)
    assert split.quarters == ((A, B), (D,), (), (E,))  # when E comes, the fifth


# --- sweep and prune


def test_sweep_on_eight_boxes() -> None:
    for axis, order, tested in ((0, "ABGCDHEF", 5), (1, "ACDBHGEF", 8)):
        trace = sweep_and_prune.trace(eight_boxes(), axis)
        began = [step for step in trace if isinstance(step, Began)]
        assert "".join("ABCDEFGH"[step.id] for step in began) == order
        assert (trace.result.tested, trace.result.pairs) == (tested, HITS)
    active = {step.id: step.active for step in sweep_and_prune.trace(eight_boxes(), 0) if isinstance(step, Began)}
    assert active == {A: (), B: (A,), G: (B,), C: (), D: (C,), H: (D,), E: (), F: (E,)}


def test_a_column_has_one_good_axis() -> None:
    column = [aabb(1, 2 * i, 2, 2 * i + 1) for i in range(8)]
    assert (sweep_and_prune(column, 0).tested, sweep_and_prune(column, 1).tested) == (28, 0)
    assert sweep_and_prune(column).tested == 0


@pytest.mark.parametrize("speed", [0.001, 0.05, 3.0])
def test_swaps_are_the_ends_that_changed_their_order(speed: float) -> None:
    draw, sweep = random.Random(2), SweepAndPrune(0)
    boxes = crowd("even", 60)
    filled(sweep, boxes)
    before = [step for step in sweep.pairs.trace() if isinstance(step, Sorted)][-1]
    assert before.swaps == 0
    for i, each in enumerate(boxes):
        by = draw.uniform(-speed, speed)
        boxes[i] = Aabb(each.low + by, each.high + by)
        sweep.move(i, boxes[i])
    trace = sweep.pairs.trace()
    after = [step for step in trace if isinstance(step, Sorted)][-1]
    assert list(after.ends) == sorted(after.ends)
    place = {(side, body): at for at, (_, side, body) in enumerate(after.ends)}
    ranks = [place[side, body] for _, side, body in before.ends]
    inversions = sum(ranks[i] > ranks[j] for i in range(len(ranks)) for j in range(i + 1, len(ranks)))
    assert after.swaps == inversions == sum(isinstance(step, Swapped) for step in trace)
    assert after.swaps > 0


def test_a_list_that_is_not_nearly_sorted_is_sorted_anew() -> None:
    sweep, boxes = SweepAndPrune(0), [aabb(i, 0, i + 1.5, 1) for i in range(2000)]
    filled(sweep, boxes)
    known = sweep.pairs().pairs
    for i, each in enumerate(reversed(boxes)):
        sweep.move(i, each)
    assert sweep.pairs().pairs == known  # the row read from its other end
    assert 400 * 4000 < sweep.swaps < 401 * 4000
    sweep.move(0, aabb(-2, 0, -1, 1))
    sweep.pairs()
    assert sweep.swaps < 9000


# Comparisons of even crowds at constant density, seed 1: all pairs, sweep along x, quadtree by cells and by leaves,
# tree, grid of 0.5. To n = 20,000: `python -m tests.benchmarks.broadphase_growth`.
GROWTH = {
    250: (31125, 2457, 11220, 474, 6130, 522),
    500: (124750, 7102, 32730, 1042, 13596, 1104),
    1000: (499500, 20127, 101636, 2053, 29522, 2194),
    2000: (1999000, 57324, 289464, 4154, 63578, 4509),
}
SLOPES = ((2.0, 0.01), (1.5, 0.05), (1.56, 0.05), (1.04, 0.05), (1.12, 0.05), (1.04, 0.05))


@pytest.mark.parametrize("n", [250, 500, 1000])
def test_growth_is_as_written_down(n: int) -> None:
    boxes = crowd("even", n)
    assert tuple(ask(boxes).tested for ask in STRUCTURES.values()) == GROWTH[n]


def test_slopes_of_what_is_written_down() -> None:
    for column, (known, within) in enumerate(SLOPES):
        slope = math.log(GROWTH[2000][column] / GROWTH[250][column]) / math.log(8.0)
        assert slope == pytest.approx(known, abs=within)


@pytest.mark.parametrize("keep", list(Keep))
@pytest.mark.parametrize("kind", ["even", "mixed", "touching"])
def test_a_quadtree_that_is_filled_is_the_one_that_was_filled_box_by_box(kind: str, keep: Keep) -> None:
    draw = random.Random(5)
    for count in (0, 1, 4, 5, 60, 200):
        given = [*map(sides, crowd("even", count, 3) if kind == "even" else several(draw, kind, count))]
        low, high = min((min(box) for box in given), default=0.0), max((max(box) for box in given), default=1.0)
        area = aabb(low, low, high + 1.0, high + 1.0)
        at_once, one_by_one = Quadtree(area, keep=keep), Quadtree(area, keep=keep)
        at_once.fill(given)
        for i, box in enumerate(given):
            one_by_one.insert(i, aabb(*box))
        assert [(cell.box, cell.level, cell.ids) for cell in at_once.cells()] == [
            (cell.box, cell.level, cell.ids) for cell in one_by_one.cells()
        ]
        first, second = at_once.pairs(), one_by_one.pairs()
        assert (first.pairs, first.tested) == (second.pairs, second.tested)


def several(draw: random.Random, kind: str, count: int) -> list[Aabb]:
    """Of the awkward kinds: any, or on a lattice, where boxes touch each other and the lines of cells."""
    if kind == "mixed":
        return [random_box(draw, "mixed") for _ in range(count)]
    corners = [(draw.randrange(16), draw.randrange(16)) for _ in range(count)]
    return [aabb(x / 2, y / 2, (x + draw.randrange(3)) / 2, (y + draw.randrange(3)) / 2) for x, y in corners]


def test_a_quadtree_is_filled_once_and_with_boxes_in_its_root() -> None:
    tree, good = Quadtree(AREA), (1.0, 1.0, 2.0, 2.0)
    for bad, words in (
        ((math.nan, 0.0, 1.0, 1.0), "body 1|finite"),
        ((2.0, 1.0, 1.0, 2.0), "low <= high"),
        ((1.0, 1.0, math.inf, 2.0), "finite"),
        ((1.0, 1.0, 8.0, 2.0), "box of body 1 must lie in the root"),
    ):
        with pytest.raises(ValueError, match=words):
            tree.fill([good, bad])
        assert len(tree) == 0
        assert not tree.root.ids
    tree.fill([good])
    with pytest.raises(ValueError, match="only an empty quadtree"):
        tree.fill([good])
