"""Scenes of the precision lab: small tests of collision detection, far from the origin, a thousand times over.

A scene is kept near the origin. `stored` moves its copies away by the distance and puts every coordinate on the grid
of the precision, as a program that keeps world coordinates does; the tests then run in that precision.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.precision.measures import Reals
from geometry.vector import readonly
from viz.lesson.ink import Ink
from viz.lesson.scene import Scene, choice, log_slider
from viz.lesson.text import fixed

Numbers = NDArray[np.float64]
COPIES = 1000
SEED = 5
FEW = 24  # copies at each distance of the sweep
OFFSETS = readonly(np.random.default_rng(SEED).uniform(-1.0, 1.0, (COPIES, 3, 2)))
STAY = readonly(np.zeros((1, 3, 2)))  # the scene itself
SWEPT = readonly(10.0 ** np.linspace(0.0, 7.0, 113))
TYPES: dict[str, type[np.floating[Any]]] = {"float32": np.float32, "float64": np.float64}
FURTHEST = 1e7


class Stage(Enum):
    SPACING = "Spacing"
    FAR = "Far away"
    COPIES = "Copies"
    CANCELLATION = "Cancellation"
    LOCAL = "Local"
    TOLERANCE = "Tolerance"

    __hash__ = object.__hash__


class Words(NamedTuple):
    """What a scene's number is called, and what its sign means."""

    quantity: str
    symbol: str  # LaTeX
    low: str  # of numbers up to 0
    high: str  # above 0
    first: str = ""  # of the two numbers that are subtracted
    second: str = ""
    large: str = "x"  # what has the spacing that parts the answers, LaTeX

    @property
    def computed(self) -> str:
        """The axis of what the precisions compute, which is not always true."""
        quantity = "" if self.first.startswith("$") else f"{self.quantity} "  # its formula has symbols enough
        return rf"computed {quantity}$\tilde {self.symbol}$"

    @property
    def difference(self) -> str:
        """The two numbers that are subtracted, as a formula."""
        return f"${self.symbol}$ = {self.first} − {self.second}"


class Subtracted(NamedTuple):
    """The two numbers that a test subtracts last, for the scene itself."""

    exact: tuple[float, float]
    found: tuple[float, float]  # in the precision
    is_unstored: bool  # whether the exact ones are of the points before they are stored: the rest loses nothing


class Different(NamedTuple):
    """The different answers of all copies, from the least on, and how many copies give each."""

    answers: Numbers
    copies: NDArray[np.intp]


def _without_overflow(found: Reals, dtype: type[np.floating[Any]]) -> Reals:
    if not np.isfinite(found).all():
        raise ValueError(f"such a scene is too large for {dtype.__name__}: its numbers overflow")
    return found


@dataclass(frozen=True, eq=False, kw_only=True)
class Far(Scene):
    """One test on parts that are moved a little each, shifted away from the origin."""

    distance: float = log_slider("shift d", 1.0, FURTHEST, 260_000.0)
    moved: float = log_slider("spread of copies", 1e-6, 0.1, 0.0018)
    tolerance: float = log_slider("tolerance τ", 1e-6, 1.0, 0.01)
    precision: str = choice("precision", tuple(TYPES), "float32")

    stages: ClassVar[tuple[Stage, ...]] = tuple(Stage)[:-1]

    @property
    @abstractmethod
    def words(self) -> Words: ...

    @property
    @abstractmethod
    def parts(self) -> Sequence[Numbers]:
        """The points near the origin, (k, 2) each; those of one part are moved together."""

    @property
    def inks(self) -> Sequence[Ink]:
        """Whose each part is."""
        return Ink.A, Ink.B

    @property
    @abstractmethod
    def focus(self) -> Numbers:
        """Where the lens looks, near the origin."""

    @abstractmethod
    def measure(self, parts: Sequence[Reals]) -> Reals:
        """The test's number for parts of shape (n, k, 2), in their precision, (n,)."""

    def terms(self, parts: Sequence[Reals]) -> tuple[Reals, Reals] | None:
        """The two numbers that the test subtracts last, (n,) each; None where no difference is looked at."""
        return None

    @property
    def outlines(self) -> Sequence[tuple[Ink, Numbers]]:
        """What the lens shows beside the points: outlines, near the origin."""
        return ()

    @property
    def dtype(self) -> type[np.floating[Any]]:
        return TYPES[self.precision]

    @property
    def away(self) -> Numbers:
        """How each part is moved for a distance of 1, (parts, 2)."""
        return np.ones((len(self.parts), 2))

    def stored(self, offsets: Numbers, distance: ArrayLike, dtype: type[np.floating[Any]]) -> list[Reals]:
        """Every part of every copy, moved away and put on the grid of the precision: (n, k, 2) each. `offsets`: of
        the copies and their parts, (n, parts or more, 2); `distance`: one, or one a copy."""
        far = np.reshape(np.asarray(distance, dtype=np.float64), (-1, 1, 1))
        with np.errstate(over="ignore"):
            return [
                _without_overflow((part[None] + offsets[:, i, None, :] + far * self.away[i]).astype(dtype), dtype)
                for i, part in enumerate(self.parts)
            ]

    def values(
        self,
        distance: ArrayLike,
        dtype: type[np.floating[Any]],
        *,
        offsets: Numbers | None = None,
        relative: bool = False,
    ) -> Numbers:
        """The answers of the copies, computed in the precision throughout. `relative`: the first point is subtracted
        from all stored ones before the test. Raises ValueError for numbers that are too large for the precision."""
        parts = self.stored(self.offsets if offsets is None else offsets, distance, dtype)
        if relative:
            origin = parts[0][:, :1]
            parts = [part - origin for part in parts]
        with np.errstate(over="ignore", invalid="ignore"):
            found = np.asarray(self.measure(parts), dtype=np.float64)
        _without_overflow(found, dtype)
        return found

    def alone(self, distance: float, dtype: type[np.floating[Any]], *, relative: bool = False) -> float:
        """The answer for the scene itself."""
        return float(self.values(distance, dtype, offsets=STAY, relative=relative)[0])

    @cached_property
    def offsets(self) -> Numbers:
        """By which every part of every copy is moved, (copies, parts or more, 2)."""
        return np.asarray(self.moved * OFFSETS)

    @cached_property
    def true(self) -> float:
        """The scene's answer near the origin in double precision."""
        return self.alone(0.0, np.float64)

    @cached_property
    def truth(self) -> Numbers:
        """The copies' answers near the origin in double precision."""
        return self.values(0.0, np.float64)

    @cached_property
    def far(self) -> Numbers:
        """The copies' answers at the distance, in the chosen precision."""
        return self.values(self.distance, self.dtype)

    @cached_property
    def relative(self) -> Numbers:
        """The same, where a near point is subtracted from the stored coordinates first."""
        return self.values(self.distance, self.dtype, relative=True)

    @cached_property
    def kept(self) -> Numbers:
        """The same where coordinates are kept near the origin, and never stored far away."""
        return self.values(0.0, self.dtype)

    def wrong(self, values: Numbers) -> float:
        """The share of copies whose sign is wrong."""
        return float(np.mean((values > 0.0) != (self.truth[: len(values)] > 0.0)))

    @cached_property
    def different(self) -> Different:
        """Of the answers at the distance."""
        return Different(*np.unique(self.far, return_counts=True))

    @cached_property
    def swept(self) -> Numbers:
        """The answers of FEW copies at every distance of SWEPT, (distances, FEW)."""
        return self._few(SWEPT)

    def few_wrong(self, distances: Numbers) -> Numbers:
        """The share of FEW copies whose sign is wrong, at each distance."""
        signs = self._few(distances) > 0.0
        return np.asarray((signs != (self.truth[:FEW] > 0.0)).mean(axis=1))

    def _few(self, distances: Numbers) -> Numbers:
        offsets = np.tile(self.offsets[:FEW], (len(distances), 1, 1))
        return self.values(np.repeat(distances, FEW), self.dtype, offsets=offsets).reshape(-1, FEW)

    def spacing(self, at: float) -> float:
        """From a number to the next one that the precision has."""
        return float(np.spacing(self.dtype(abs(at))))

    @property
    def unit(self) -> float:
        """The spacing at the distance."""
        return self.spacing(self.distance)

    @cached_property
    def focus_far(self) -> Numbers:
        """Where the lens looks, moved away."""
        return np.asarray(self.focus + self.distance * self.away[0])

    @cached_property
    def decimals(self) -> int:
        """With which the scene's numbers are told."""
        size = max(abs(self.true), 0.05 * self.moved, 1e-6)
        return min(max(2 - math.floor(math.log10(size)), 2), 8)

    @cached_property
    def subtracted(self) -> Subtracted | None:
        """The numbers of `terms`: of the stored points exactly (in double precision, which is fine enough), or of the
        points before that, where storing is all that rounds; and as the precision computes them."""
        parts = self.stored(STAY, self.distance, self.dtype)
        kinds = (parts, [part.astype(np.float64) for part in parts], self.stored(STAY, self.distance, np.float64))
        pairs = []
        for each in kinds:
            found = self.terms(each)
            if found is None:
                return None
            pairs.append((float(found[0][0]), float(found[1][0])))
        found_pair, exact, unstored = pairs
        is_unstored = exact == found_pair
        return Subtracted(unstored if is_unstored else exact, found_pair, is_unstored)

    @property
    def size(self) -> float:
        """Of the numbers whose spacing parts the answers."""
        return max(map(abs, self.subtracted.found)) if self.subtracted else self.distance

    @property
    def idea(self) -> str:
        """What the distance does, in words."""
        return (
            f"Every point is shifted by $d$ along x and y. The true {self.words.quantity} stays. But stored points "
            "move to the grid, and the test uses **those**."
        )

    @property
    def kept_words(self) -> tuple[str, str]:
        """How the copies are kept that never go far."""
        return "local", "never stored far away"

    @property
    def shift_words(self) -> str:
        """What d is, as the title of an axis."""
        return "shift $d$ along x and y"

    @property
    def moves(self) -> str:
        """What stays the same at a distance, as LaTeX."""
        inner = ("A", "B") if len(self.parts) > 1 else ("P",)
        return rf"{self.words.symbol}({','.join(f'{x}+(d,d)' for x in inner)})={self.words.symbol}({','.join(inner)})"

    def told(self, value: float) -> str:
        """An answer as it is written everywhere in the lesson: with one digit more where that is all it has."""
        if abs(value) >= 100.0:
            return f"{value:,.0f}".replace("-", "−")
        return fixed(value, self.decimals + (_has(value, self.decimals + 1) and not _has(value, self.decimals)))

    def told_alike(self, values: Sequence[float]) -> list[str]:
        """Answers that stand below each other, all with the digits of the one that has most."""
        told = [self.told(value) for value in values]
        most = max((len(each.partition(".")[2]) for each in told), default=0)
        return [fixed(x, most) if "." in each else each for x, each in zip(values, told, strict=True)]


def percent(share: float) -> str:
    """A share of the copies."""
    if 0.0 < share < 0.005:
        return "less than 1 %"
    return "nearly 100 %" if 0.995 <= share < 1.0 else f"{100.0 * share:.0f} %"


def step_text(u: float) -> str:
    """A step of the grid: whole, or by three digits, by four where these are all it has (1/32 = 0.03125)."""
    if u >= 1.0 or u < 1e-8:
        return f"{u:,.0f}" if u >= 1.0 else "nearly 0"
    decimals = 2 - math.floor(math.log10(u))
    return fixed(u, decimals + (float(f"{u:.3e}") == u != float(f"{u:.2e}")))


def rounded(number: float) -> str:
    """A large number by three digits."""
    return f"{float(f'{number:.2e}'):,.0f}"


def _has(value: float, decimals: int) -> bool:
    """Whether a number has no more decimals than these."""
    return float(f"{value:.{decimals}f}") == value
