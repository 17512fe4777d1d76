"""Records: dataclasses that nobody can change, quick to make, with vectors that become arrays when they are read."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import numpy as np
import pytest

from geometry.interval import Interval, IntervalField
from geometry.record import OptionalVectorField, OptionalXYField, VectorField, XYField, record


@record
class Seen:
    """One of every kind of field."""

    at: VectorField  # where
    toward: OptionalVectorField
    span: IntervalField
    count: int
    name: str = "seen"

    at_xy = XYField("at")
    toward_xy = OptionalXYField("toward")

    @property
    def twice(self) -> int:
        return 2 * self.count


@record(eq=True)
class Pair:
    low: float
    high: float


SEEN = Seen((1.0, -2.0), None, (0.5, 3.0), 4)


def test_vectors_are_read_as_arrays_that_cannot_be_written() -> None:
    assert SEEN.at.tolist() == [1.0, -2.0]
    assert SEEN.at.dtype == np.float64
    assert SEEN.at.shape == (2,)
    assert SEEN.toward is None
    assert Seen(SEEN.at, (0.0, 1.0), (0.5, 3.0), 4).toward_xy == (0.0, 1.0)
    assert Seen(SEEN.at, (0.0, 1.0), (0.5, 3.0), 4).at.tolist() == [1.0, -2.0]  # an array will do
    with pytest.raises(ValueError, match="read-only"):
        SEEN.at[0] = 3.0
    with pytest.raises(ValueError, match="WRITEABLE"):
        SEEN.at.setflags(write=True)


def test_the_numbers_themselves() -> None:
    assert SEEN.at_xy == (1.0, -2.0)
    assert SEEN.toward_xy is None
    assert SEEN.span == Interval(0.5, 3.0)


@pytest.mark.parametrize("name", ["at", "_at", "at_xy", "span", "count", "name", "other"])
def test_nothing_of_it_can_be_changed(name: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(SEEN, name, 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        delattr(SEEN, name)
    assert not hasattr(SEEN, "__dict__")


def test_to_everybody_else_it_is_a_dataclass() -> None:
    assert [field.name for field in dataclasses.fields(SEEN)] == ["at", "toward", "span", "count", "name"]  # type: ignore[arg-type]
    assert repr(SEEN).endswith(
        "Seen(at=array([ 1., -2.]), toward=None, span=Interval(low=0.5, high=3.0), count=4, name='seen')"
    )
    match SEEN:
        case Seen(count=count, span=Interval(low, high)):
            assert (count, low, high) == (4, 0.5, 3.0)
    assert SEEN.twice == 8
    assert dataclasses.replace(SEEN, count=5).count == 5  # type: ignore[type-var]
    for same in (copy.copy(SEEN), copy.deepcopy(SEEN), pickle.loads(pickle.dumps(SEEN))):
        assert repr(same) == repr(SEEN)
        assert type(same) is Seen


def test_equal_by_value_only_where_it_says_so() -> None:
    assert Pair(1.0, 2.0) == Pair(1.0, 2.0) != Pair(1.0, 3.0)
    assert hash(Pair(1.0, 2.0)) == hash(Pair(1.0, 2.0))
    assert copy.copy(SEEN) != SEEN


def test_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'high'"):
        Pair(1.0)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'middle'"):
        Pair(1.0, 2.0, middle=1.5)  # type: ignore[call-arg]
