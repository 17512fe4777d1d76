"""Vectors `(2,)` and rows of points `(n, 2)`: checked on the way in, read-only on the way out.

Here a, b, p, q, v are vectors, n is a unit normal, and arrays are float64.
"""

from __future__ import annotations

import math
from struct import Struct
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vector = NDArray[np.float64]  # shape (2,)
Points = NDArray[np.float64]  # shape (n, 2)
Array = TypeVar("Array", bound=NDArray[Any])
XY = tuple[float, float]  # a vector as two plain numbers: what inner loops work on

# Beyond this a product of four lengths would overflow; nothing that people draw comes near it.
LARGEST_COORDINATE = 1e75

# Below this a product of four lengths would underflow: an outline this small is taken for a point.
SMALLEST_LENGTH = 1e-75

_LARGEST_WHOLE = 2**53  # of those that floats tell from their neighbours


def readonly(array: Array) -> Array:
    """The same array, made read-only: what is handed out is never written again."""
    array.setflags(write=False)
    return array


_packed = Struct("2d").pack


def array_of(x: float, y: float) -> Vector:
    """Two numbers as a read-only vector. (Over bytes an array is read-only from the start, at half the cost.)"""
    return np.frombuffer(_packed(x, y))


def xy_of(v: Vector) -> XY:
    """A vector as two plain numbers."""
    x, y = v.tolist()
    return x, y


def xy_rows(rows: Points) -> tuple[XY, ...]:
    """Rows of points as plain numbers."""
    return tuple((x, y) for x, y in rows.tolist())


def vector(value: ArrayLike, name: str = "vector", most: float = LARGEST_COORDINATE) -> Vector:
    """A read-only float64 vector of shape (2,). Raises ValueError for another shape, type, NaN or infinity, and for
    coordinates beyond `most`."""
    if type(value) is np.ndarray and value.shape == (2,) and value.dtype == np.float64:
        x, y = value.tolist()
        if abs(x) <= most and abs(y) <= most:  # nor is NaN
            return array_of(x, y)
    array = _numbers(value, name)
    if array.shape != (2,):
        raise ValueError(f"{name} must have shape (2,), not {array.shape}")
    return _finite(array, name, most)


def xy_given(value: ArrayLike, name: str) -> XY:
    """A vector as two plain numbers, refused as `vector` refuses it; given as plain numbers it needs no array."""
    if isinstance(value, tuple) and len(value) == 2:
        x, y = value
        if type(x) is float and type(y) is float:
            if abs(x) <= LARGEST_COORDINATE and abs(y) <= LARGEST_COORDINATE:  # nor is NaN
                return x, y
        elif _is_plain(x) and _is_plain(y):
            return float(x), float(y)
    return xy_of(vector(value, name))


def _is_plain(value: object) -> bool:
    """Whether it is a float that a vector may have, or a whole number that a float holds."""
    if type(value) is float:
        return abs(value) <= LARGEST_COORDINATE  # nor is NaN
    return type(value) is int and abs(value) <= _LARGEST_WHOLE


def placeable(value: ArrayLike, name: str = "points") -> Points:
    """One point `(2,)` or rows of them `(n, 2)`, n >= 0. Raises ValueError for anything else, NaN or infinity."""
    array = _numbers(value, name)
    if array.shape[-1:] != (2,) or array.ndim > 2:
        raise ValueError(f"{name} must have shape (2,) or (n, 2), not {array.shape}")
    return _finite(array, name) if array.size else array


def points(value: ArrayLike, name: str = "points") -> Points:
    """Sealed float64 points of shape (n, 2), n >= 1. Raises ValueError and names the faulty vertex."""
    array = _numbers(value, name)
    if array.size == 0:
        raise ValueError(f"{name} must not be empty: at least one point is needed")
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"{name} must have shape (n, 2), not {array.shape}")
    return _finite(array, name)


def number(value: object, name: str = "number") -> float:
    """A finite float. Raises ValueError for anything else (text, None, NaN, infinity, an array)."""
    if isinstance(value, float) and abs(value) <= LARGEST_COORDINATE:  # nor is NaN
        return float(value)
    array = _numbers(value, name)  # type: ignore[arg-type]  # that is what is checked here
    if array.shape != ():
        raise ValueError(f"{name} must be one number, not an array of shape {array.shape}")
    if not abs(array) <= LARGEST_COORDINATE:
        raise ValueError(f"{name} must be finite and at most {LARGEST_COORDINATE:g}, not {float(array)}")
    return float(array)


def dot(a: Vector, b: Vector) -> float:
    """a . b: positive when the directions agree."""
    (ax, ay), (bx, by) = a.tolist(), b.tolist()  # plain numbers: arrays of two cost more than they save
    return float(ax * bx + ay * by)


def cross(a: Vector, b: Vector) -> float:
    """a x b: positive when b lies counter-clockwise of a."""
    (ax, ay), (bx, by) = a.tolist(), b.tolist()
    return float(ax * by - ay * bx)


def length(v: Vector) -> float:
    """|v|, without overflow or underflow on the way."""
    return math.hypot(v[0], v[1])


def following(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Row i + 1 at place i, the first row last: the successor of every corner of a closed outline."""
    return np.concatenate((rows[1:], rows[:1]))


def following_xy(rows: tuple[XY, ...]) -> tuple[XY, ...]:
    """`following` of plain numbers."""
    return rows[1:] + rows[:1]


def left_of(v: Vector) -> Vector:
    """v turned a quarter counter-clockwise."""
    return readonly(np.array((-v[1], v[0])))


def right_of(v: Vector) -> Vector:
    """v turned a quarter clockwise: the outward side of a counter-clockwise edge."""
    return readonly(np.array((v[1], -v[0])))


def unit(v: ArrayLike, name: str = "direction") -> Vector:
    """v scaled to length 1. Raises ValueError for the zero vector, which has no direction."""
    x, y = vector(v, name).tolist()
    if x == y == 0.0:
        raise ValueError(f"{name} has no direction: its length is 0")
    return array_of(*unit_xy(x, y))


def unit_xy(x: float, y: float) -> XY:
    """The vector (x, y), which is not 0, scaled to length 1."""
    size = math.hypot(x, y)
    if size < 1e-290:  # 1 / size would overflow or lose digits among the denormals
        x, y = x * 1e200, y * 1e200
        size = math.hypot(x, y)  # measured again: among the denormals it had few digits, or none
    return x / size, y / size


def _numbers(value: ArrayLike, name: str) -> NDArray[np.float64]:
    if type(value) is np.ndarray and value.dtype == np.float64:  # nor is it masked
        return value.copy()
    if np.ma.is_masked(value):
        raise ValueError(f"{name} must have all its numbers: some of them are masked")
    try:
        array = np.asarray(value)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} must be an array of numbers: {error}") from None
    if array.dtype.kind not in "iuf" and array.size:
        raise ValueError(f"{name} must be numbers, not {array.dtype}")
    if array.dtype == np.float64:
        return array.copy()
    with np.errstate(over="ignore"):  # a longer float than ours becomes infinite, and is refused as that
        return np.array(array, dtype=np.float64)


def _finite(array: NDArray[np.float64], name: str, most: float = LARGEST_COORDINATE) -> NDArray[np.float64]:
    if not np.abs(array).max() <= most:  # nor is NaN
        bad = ~(np.abs(array) <= most)
        if array.ndim == 1:
            raise ValueError(f"{name} must be finite and within ±{most:g}, not {array.tolist()}")
        vertex = int(np.flatnonzero(bad.any(axis=1))[0])
        raise ValueError(f"{name} must be finite and within ±{most:g}, vertex {vertex} is {array[vertex].tolist()}")
    return readonly(array)
