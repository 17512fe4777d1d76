"""Frames with a stage that is wrong: one reports pairs that are apart, one loses pairs that are not."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from geometry.batch.separation import overlapping
from geometry.batch.shapes import Shapes
from geometry.broadphase.all_pairs import all_pairs
from geometry.broadphase.structure import Pair
from geometry.faulty import broadphase
from geometry.record import record
from geometry.shape import Convex


@record
class FaultyFrame:
    """What such a frame hands to the manifold, held against the pairs of shapes that do touch or overlap."""

    reported: tuple[Pair, ...]
    missed: tuple[Pair, ...]  # shapes overlap, not reported
    false: tuple[Pair, ...]  # reported, and the shapes are apart
    kept: tuple[int, ...] = ()  # pairs after its broadphase and its box test, if not the right ones


def boxes_as_the_answer(shapes: Sequence[Convex]) -> FaultyFrame:
    """No exact test: a contact wherever two boxes overlap."""
    boxes = _boxes(shapes)
    true = set(_touching(shapes, boxes))
    return FaultyFrame(tuple(boxes), (), tuple(pair for pair in boxes if pair not in true))


def cell_of_the_centre(shapes: Sequence[Convex], c: float) -> FaultyFrame:
    """A broadphase that notes each box in the one cell of its centre only: pairs across a border are lost for good,
    however exact the tests that follow."""
    pairs = broadphase.cell_of_the_centre([shape.bounds() for shape in shapes], c)
    lost = {*pairs.missed}
    true = _touching(shapes, _boxes(shapes))
    kept, missed = (tuple(pair for pair in true if (pair in lost) is gone) for gone in (False, True))
    return FaultyFrame(kept, missed, (), (pairs.tested, len(pairs.reported)))


def _boxes(shapes: Sequence[Convex]) -> tuple[Pair, ...]:
    return all_pairs([shape.bounds() for shape in shapes]).pairs


def _touching(shapes: Sequence[Convex], pairs: Collection[Pair]) -> list[Pair]:
    """Those pairs that do."""
    if not pairs:
        return []
    packed, ends = Shapes.of(list(shapes)), np.array(list(pairs), dtype=np.intp)
    hit = overlapping(packed.take(ends[:, 0]), packed.take(ends[:, 1]))
    return [pair for pair, touches in zip(pairs, hit.tolist(), strict=True) if touches]
