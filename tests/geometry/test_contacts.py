"""The contacts of several pairs are those of each pair."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import box, circle, manifold
from geometry.contact.contacts import contacts
from tests.geometry.strategies import random_shape


def test_each_pair_has_its_own_manifold_in_order() -> None:
    random = np.random.default_rng(81)
    pairs = [tuple(random_shape(random, "rounded polygon") for _ in range(2)) for _ in range(20)]
    trace = contacts.trace(pairs)
    assert [step.index for step in trace] == list(range(20))
    assert trace.result == trace.steps
    for step, (a, b) in zip(trace, pairs, strict=True):
        alone = manifold(a, b)
        assert (step.a, step.b) == (a, b)
        assert step.found.separation == alone.separation
        assert [p.id for p in step.found.points] == [p.id for p in alone.points]


def test_refusals() -> None:
    with pytest.raises(ValueError, match="at least one pair"):
        contacts([])
    with pytest.raises(ValueError, match="two Convex; B"):
        contacts([(box(1, 1), circle(1)), (box(1, 1), "circle")])  # type: ignore[list-item]
