"""How the quadtree lesson tells a comparison: the cells, the comparisons and the table of the faulty rule."""

from __future__ import annotations

from typing import Any

from geometry.broadphase.quadtree_cell import CellCompared, CellSplit, Kept
from geometry.broadphase.structure import CandidatePairs
from lessons.broadphase.boxes import contacts, sides_of
from lessons.broadphase.quadtree_state import Parted
from lessons.broadphase.quadtree_words import FAULTS, counted, named
from lessons.broadphase.quadtree_wrong import CENTRE, Wrong, above_of, pairs_in, wrong_of
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import listed, tint


def told_wrong(moment: Moment[Parted], page: Page, stage: str) -> Page:
    """The page of a step as the faulty rule takes it; `page`: that of the right rule."""
    wrong, step = wrong_of(moment), moment.step
    if wrong is None:
        return page
    told = Page(stage, FAULTS[moment.compare])
    match step:
        case Kept() if wrong.tree.nodes[wrong.tree.root].lines is not None:
            return told.says(_goes(moment, wrong, (step.id,)))
        case CellSplit():
            moved = sorted({*step.stayed, *(i for quarter in step.quarters for i in quarter)})
            return told.says(_goes(moment, wrong, tuple(moved)))
        case CellCompared():
            return _compared(moment, wrong, step, told)
        case CandidatePairs():
            return _answer(moment, wrong, step, told)
    return told.says(page.sentence)  # before the first split nothing is different yet


def _goes(moment: Moment[Parted], wrong: Wrong, ids: tuple[int, ...]) -> str:
    """Where boxes are kept, those in pink that the right rule keeps elsewhere."""
    scene, right = moment.scene, moment.scene.trees[moment.index]
    into: dict[str, list[int]] = {}
    for i in ids:
        into.setdefault(wrong.tree.name(wrong.tree.cells_of(i)[0]), []).append(i)
    off = [i for i in ids if wrong.tree.cells_of(i) != right.cells_of(i)]
    how = "By centre" if moment.compare == CENTRE else "By ≤ and ≥"
    parts = [
        f"{tint(named(scene, each), Ink.FAULTY) if {*each} & {*off} else named(scene, each)} "
        f"{'in the ' if where == 'root' else ''}{where}"
        for where, each in into.items()
    ]
    says = f"{how}: {', '.join(parts)}."
    if off:
        home = right.name(right.cells_of(off[0])[0])
        says += f" The right rule keeps {named(scene, off)} in {'the ' if home == 'root' else ''}{home}."
    return says


def _compared(moment: Moment[Parted], wrong: Wrong, cell: CellCompared, told: Page) -> Page:
    scene, box = moment.scene, sides_of(cell.cell)
    where = moment.scene.trees[moment.index].name(box)
    own = sorted(wrong.tree.nodes[box].ids) if box in wrong.tree.nodes else []
    above = above_of(wrong.tree, box) if own else []
    pairs, lost = pairs_in(wrong.tree, box) if own else [], [p for p in cell.hits if p in wrong.missed]
    k, a = len(own), len(above)
    missed = f" {tint(_pairs(scene, lost), Ink.FAULTY)} {'is' if len(lost) == 1 else 'are'} missed." if lost else ""
    if own:
        names, over = f" ({named(scene, own)})", f" ({named(scene, above)})" if a else ""
        hits = contacts(scene.boxes, [pair for pair in pairs if pair in wrong.hits])
        says = f"{where.capitalize()}: $k$ = {k}{names}, $a$ = {a} above{over}. {k * (k - 1) // 2} + {k} · {a} = "
        says += f"**{len(pairs)}** {'comparison' if len(pairs) == 1 else 'comparisons'}, {hits}.{missed}"
    else:
        says = f"{where.capitalize()}: the faulty rule keeps no box here.{missed}"
    return (
        told.says(says)
        .claiming(Claim("P", lambda: len(pairs), lambda: k * (k - 1) / 2 + k * a))
        .row(where, named(scene, own) if own else "–", f"{a}", f"{len(pairs)}", faulty={*own} != {*cell.ids})
    )


def _pairs(scene: Parted, pairs: list[Any]) -> str:
    return listed([f"{scene.names[i]} {scene.names[j]}" for i, j in pairs])


def _answer(moment: Moment[Parted], wrong: Wrong, answer: CandidatePairs, told: Page) -> Page:
    """What the faulty rule finds, and the rows of the cells that the right rule does not have."""
    scene = moment.scene
    page = told.says(compared_with(moment, wrong, answer)).claiming(
        Claim("tested", lambda: len(wrong.compared), lambda: moment.faulty.tested),
        Claim("missed", lambda: wrong.missed, lambda: moment.faulty.missed),
    )
    known = {sides_of(step.cell) for step in moment.seen if isinstance(step, CellCompared)}
    for box, node in wrong.tree.nodes.items():
        if node.ids and box not in known:
            above, pairs = above_of(wrong.tree, box), pairs_in(wrong.tree, box)
            own = named(scene, sorted(node.ids))
            right = scene.trees[moment.index].nodes.get(box)
            is_off = right is None or right.ids != node.ids
            page = page.row(wrong.tree.name(box), own, f"{len(above)}", f"{len(pairs)}", faulty=is_off)
    return page


def compared_with(moment: Moment[Parted], wrong: Wrong, answer: CandidatePairs) -> str:
    """The faulty rule beside the right one."""
    return (
        f"{moment.compare[0].upper()}{moment.compare[1:]}: {counted(len(wrong.compared), 'comparison')}, "
        f"{tint(f'{len(wrong.hits):,}', Ink.FAULTY)} of {counted(len(answer.pairs), 'pair')} found. The right rule: "
        f"{counted(answer.tested, 'comparison')}, none missed."
    )
