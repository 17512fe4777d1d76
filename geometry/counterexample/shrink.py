"""Shrinking: the simplest scene that still fails. Fewer items first, then rounder numbers, then smaller ones.

A scene is plain nested data: items are taken out of lists (of outlines), never out of tuples, and numbers are
rounded. A change is kept if the scene is simpler by `cost`, is accepted, and still fails; when no change is left, it
is the smallest. Nothing is drawn by lot: the same failure shrinks to the same scene.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Any

from geometry.counterexample.statement import Arguments, Problem, turns_left

Path = tuple[Any, ...]
Cost = tuple[float, ...]

MOST_TRIES = 4000  # of candidates asked: an end for data that never gets simple
FACTORS = (
    1.0,
    2.0,
    0.5,
    3.0,
    4.0,
    5.0,
    8.0,
    10.0,
    0.1,
    0.25,
)  # a small detail survives whole numbers if it is larger


def shrink(
    problem: Problem, arguments: Arguments, fails: Callable[[Arguments], bool], budget_s: float | None = None
) -> Iterator[Arguments]:
    """Simpler and simpler arguments that still fail; the last ones are the smallest. Outlines keep their winding, and
    no touch comes in that was not there: a scene that explains itself is no special case if it need not be.

    `fails` is asked of accepted arguments only; any failure will do, it need not stay the same.
    """
    windings = _windings(problem, arguments)
    is_special = problem.touches is None or problem.touches(arguments)

    def accepts(candidate: Arguments) -> None:
        problem.accepts(candidate)
        if _windings(problem, candidate) != windings:
            raise ValueError("an outline has turned over")
        if not is_special and problem.touches is not None and problem.touches(candidate):
            raise ValueError("a touch has come in")

    kinds = [each.kind for each in problem.parameters]
    for one, other in combinations([i for i, kind in enumerate(kinds) if kind == "outline"], 2):
        for simpler in _twins(arguments, one, other, accepts, fails, budget_s):
            arguments = simpler
            yield arguments
    places = tuple(i for i, kind in enumerate(kinds) if kind in ("outline", "point"))
    yield from shrink_data(arguments, accepts, fails, places, budget_s)


def _twins(
    arguments: Arguments,
    one: int,
    other: int,
    accepts: Callable[[Arguments], None],
    fails: Callable[[Arguments], bool],
    budget_s: float | None,
) -> Iterator[Arguments]:
    """Two outlines that cover each other, made simpler together: changed alone they would not cover any more."""
    if sorted(arguments[one]) != sorted(arguments[other]):
        return

    def both(rest: Arguments) -> Arguments:
        return (*rest[:other], list(rest[one]), *rest[other:])

    rest = (*arguments[:other], *arguments[other + 1 :])
    if arguments[one] != arguments[other]:
        if not fails(both(rest)):
            return
        yield both(rest)
    simpler = shrink_data(rest, lambda data: accepts(both(data)), lambda data: fails(both(data)), (one,), budget_s)
    yield from map(both, simpler)


def _windings(problem: Problem, arguments: Arguments) -> tuple[bool, ...]:
    pairs = zip(problem.parameters, arguments, strict=True)
    return tuple(turns_left(value) for parameter, value in pairs if parameter.kind == "outline")


def shrink_data(
    arguments: Arguments,
    accepts: Callable[[Arguments], None],
    fails: Callable[[Arguments], bool],
    places: tuple[int, ...] | None = None,
    budget_s: float | None = None,
) -> Iterator[Arguments]:
    """Shrink any nested tuples, lists and dictionaries of numbers.

    `accepts` raises ValueError for data that cannot be asked. `places`: the items of `arguments` that are moved when
    the whole scene is moved: its points and outlines; all by default. Yields nothing where nothing is simpler, and no
    more once `budget_s` seconds have passed.
    """
    until = math.inf if budget_s is None else time.monotonic() + budget_s
    known: set[str] = set()
    moved = partial(_all_moved, places=tuple(range(len(arguments))) if places is None else places)

    def is_failing(candidate: Arguments) -> bool:
        key = repr(candidate)
        if key in known or len(known) > MOST_TRIES or time.monotonic() > until:
            return False
        known.add(key)
        try:
            accepts(candidate)
        except ValueError:
            return False
        return fails(candidate)

    best, least = arguments, cost(arguments)
    is_simpler = True
    while is_simpler:
        is_simpler = False
        for changes in (_without_an_item, _all_rounder, moved, _each_rounder, _traded):
            again = True
            while again:
                again = False
                for candidate in changes(best):
                    price = cost(candidate)
                    if price < least and is_failing(candidate):
                        best, least = candidate, price
                        again = is_simpler = True
                        yield best
                        break


def cost(data: Any) -> Cost:
    """How complicated data is: items, numbers of more than two decimals, decimals, digits, size, signs."""
    values = [value for _, value in _numbers(data)]
    decimals = [_decimals(value) for value in values]
    return (
        float(sum(len(_at(data, path)) for path in _lists(data))),
        float(sum(count > 2 for count in decimals)),
        float(sum(decimals)),
        sum(_digits(value) for value in values),
        sum(abs(value) for value in values),
        float(sum(value < 0.0 for value in values)),
    )


def _decimals(value: float) -> int:
    if float(value).is_integer():
        return 0
    for count in range(1, 7):
        if round(value, count) == value:
            return count
    return 7


def _digits(value: float) -> float:
    """How many digits; a zero at the end counts half: 100,000 is worse than 10 and better than 123,456."""
    digits = f"{abs(value):.7f}".rstrip("0").replace(".", "") if value % 1.0 else f"{abs(value):.0f}"
    kept = digits.lstrip("0").rstrip("0")
    return len(kept) + 0.5 * (len(digits) - len(digits.rstrip("0"))) if kept else 0.0


def _walk(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _walk(value, (*path, key))
    elif isinstance(data, list | tuple):
        for i, value in enumerate(data):
            yield from _walk(value, (*path, i))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers(data: Any) -> list[tuple[Path, Any]]:
    return [(path, value) for path, value in _walk(data) if _is_number(value)]


def _lists(data: Any) -> list[Path]:
    return [path for path, value in _walk(data) if isinstance(value, list)]


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _with(data: Any, path: Path, value: Any) -> Any:
    """A copy of the data with another value at a path."""
    if not path:
        return value
    step, *rest = path
    if isinstance(data, dict):
        return {key: _with(each, tuple(rest), value) if key == step else each for key, each in data.items()}
    changed = [_with(each, tuple(rest), value) if i == step else each for i, each in enumerate(data)]
    return changed if isinstance(data, list) else tuple(changed)


def _mapped(data: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of the data with every number changed."""
    if isinstance(data, dict):
        return {key: _mapped(value, change) for key, value in data.items()}
    if isinstance(data, list):
        return [_mapped(value, change) for value in data]
    if isinstance(data, tuple):
        return tuple(_mapped(value, change) for value in data)
    return _like(change(data), data) if _is_number(data) else data


def _like(value: float, old: Any) -> Any:
    """A number of the old one's type; never −0."""
    return int(value) if isinstance(old, int) else float(value) + 0.0


def _without_an_item(data: Any) -> Iterator[Any]:
    for path in _lists(data):
        items = _at(data, path)
        for i in range(len(items)):
            yield _with(data, path, items[:i] + items[i + 1 :])


def _traded(data: Any) -> Iterator[Any]:
    """Of a list of more than four points one is taken out, and another moved: a failure that hangs on the mean of the
    points, for example, does not outlive the first alone."""
    for path in _lists(data):
        items = _at(data, path)
        if not 4 < len(items) < 8 or not all(_is_point(each) for each in items):
            continue
        for i in range(len(items)):
            rest = items[:i] + items[i + 1 :]
            for k, (x, y) in enumerate(rest):
                for dx, dy in product((0, -1, 1, -2, 2), repeat=2):
                    yield _with(data, path, [*rest[:k], (_like(x + dx, x), _like(y + dy, y)), *rest[k + 1 :]])


def _all_rounder(data: Any) -> Iterator[Any]:
    """Every number on one grid, the whole scaled at the same time."""
    for decimals in (0, 1, 2):
        for factor in FACTORS:
            yield _mapped(data, partial(_scaled, factor, decimals))


def _scaled(factor: float, decimals: int, value: float) -> float:
    return round(factor * value, decimals)


def _all_moved(data: Any, places: tuple[int, ...]) -> Iterator[Any]:
    """All places moved together, so that one of them comes to an axis; then one outline alone, to round numbers."""

    def moved(part: Any, x: float, y: float) -> Any:
        if isinstance(part, tuple) and len(part) == 2 and all(_is_number(value) for value in part):
            return (_like(_neat(part[0] + x), part[0]), _like(_neat(part[1] + y), part[1]))
        if isinstance(part, list | tuple):
            return type(part)(moved(each, x, y) for each in part)
        return part

    points = [value for i in places for _, value in _walk(data[i]) if _is_point(value)]
    for px, py in points[:8]:
        for x, y in ((-px, -py), (-px, 0.0), (0.0, -py)):
            yield tuple(moved(part, x, y) if i in places else part for i, part in enumerate(data))
    for i in places:
        for px, py in [value for _, value in _walk(data[i]) if _is_point(value)][:8]:
            for decimals in (0, 1, 2):
                shifted = moved(data[i], round(px, decimals) - px, round(py, decimals) - py)
                yield (*data[:i], shifted, *data[i + 1 :])


def _is_point(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(_is_number(each) for each in value)


def _neat(value: float) -> float:
    """A sum without the last digits' rounding: 0.30000000000000004 is 0.3."""
    short = round(value, 6)
    return short if abs(short - value) <= 1e-12 * max(1.0, abs(value)) else value


def _each_rounder(data: Any) -> Iterator[Any]:
    """One number, or both of one point, changed for simpler ones."""
    for path, value in _walk(data):
        if _is_point(value):
            for decimals in (0, 1, 2):
                yield _with(data, path, tuple(_like(round(each, decimals), each) for each in value))
    for path, value in _numbers(data):
        for simple in _simpler(float(value)):
            if not isinstance(value, int) or simple.is_integer():
                yield _with(data, path, _like(simple, value))


def _simpler(value: float) -> Iterator[float]:
    """Numbers to try in place of one: the simplest first."""
    yield 0.0
    yield 1.0
    for power in range(7, 0, -1):
        unit = 10.0**power
        if abs(value) >= unit:
            yield round(value / unit) * unit
    below = float(int(value))
    yield from (
        float(round(value / 10.0)),
        2.0,
        float(round(value)),
        below,
        below + 1.0,
        below - 1.0,
        float(int(value / 2.0)),
    )
    yield from (round(value * 2.0) / 2.0, round(value, 1), round(value, 2), -value)
    yield from (step(unit * value) / unit for unit in (10.0, 100.0) for step in (math.floor, math.ceil))
