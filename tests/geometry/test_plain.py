"""A plain call: the same source without its pauses, from the same lines."""

from __future__ import annotations

import traceback

import pytest

from geometry import AabbTree, Steppable, Steps, gjk, manifold, point_query, ray_cast, separating_axis, steppable
from geometry.plain import without_pauses

made: list[str] = []


def record_of(what: str) -> str:
    made.append(what)
    return what


@steppable
def part(n: int, *, refuse: bool = False) -> Steps[str, int]:
    for i in range(n):
        yield record_of(f"part {i}")
        if refuse:
            raise ValueError("refused")
    return n


@steppable
def whole(n: int, times: int = 2) -> Steps[str, int]:
    total = 0
    for _ in range(times):
        total += yield from part.steps(n)
    if total > 5:
        yield record_of("many")
    else:
        yield record_of("few")
    return (yield from part.steps(n)) + total


def helper() -> Steps[str, int]:
    yield record_of("helped")
    return 7


@steppable
def with_a_helper() -> Steps[str, int]:
    return 1 + (yield from helper())


def test_no_step_is_made_and_the_answer_is_the_same() -> None:
    made.clear()
    assert whole(2) == 6
    assert whole(3, times=1) == 6
    assert made == []
    assert whole.trace(2).result == 6
    assert made == ["part 0", "part 1", "part 0", "part 1", "few", "part 0", "part 1"]


def test_a_refusal_comes_from_its_own_line() -> None:
    with pytest.raises(ValueError, match="refused") as plain:
        part(2, refuse=True)
    place = traceback.extract_tb(plain.value.__traceback__)[-1]
    traced = part.trace(2, refuse=True).refusal
    assert traced is not None
    assert place.filename == __file__
    assert place.lineno == traceback.extract_tb(traced.__traceback__)[-1].lineno


def test_what_has_no_plain_form_is_run_to_its_end() -> None:
    beside = 3

    @steppable
    def nested(n: int) -> Steps[str, int]:
        yield record_of("nested")
        return n + beside

    for algorithm, arguments, answer in ((nested, (4,), 7), (with_a_helper, (), 8)):
        assert isinstance(algorithm, Steppable)
        assert without_pauses(algorithm.steps) is None
        assert algorithm(*arguments) == answer


@pytest.mark.parametrize("algorithm", [separating_axis, gjk, manifold, point_query, ray_cast])
def test_the_quick_ones_have_a_plain_form(algorithm: Steppable[..., object, object]) -> None:
    plain = without_pauses(algorithm.steps)
    assert plain is not None
    assert not plain.__code__.co_flags & 0x20  # no generator
    assert plain.__code__.co_firstlineno in range(
        algorithm.steps.__code__.co_firstlineno, algorithm.steps.__code__.co_firstlineno + 3
    )
    assert plain.__kwdefaults__ == algorithm.steps.__kwdefaults__  # type: ignore[attr-defined]


def test_a_method_has_a_plain_form_too() -> None:
    """It is bound to its object, and its phases run without their pauses."""
    tree = AabbTree()
    for call in (tree.insert, tree.move, tree.remove, tree.pairs, tree.query, tree.cast):
        assert not call.plain.__func__.__code__.co_flags & 0x20  # type: ignore[attr-defined]
        assert call.plain.__self__ is tree  # type: ignore[attr-defined]
    assert repr(AabbTree.query) == "<steppable AabbTree.query>"
