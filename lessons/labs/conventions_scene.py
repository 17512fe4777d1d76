"""The scene of `conventions`: two shapes, the switches of the other engine, and the cards of unknown ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from geometry import Convex, Trace
from geometry.conventions import Conventions, changed_by
from geometry.dynamics.told import KINDS, Told, Translated, put_into, translated
from viz.lesson.engines import ENGINES
from viz.lesson.scene import TwoShapes, slider
from viz.lesson.text import coords, fixed

NAMES = tuple(each.name for each in fields(Conventions))
ON_CARD = ("vertex", "area", "normal", "depth", "touching")  # each switch but that of the difference changes one
NUMBERS = (*ON_CARD, "angle", "spin", "nearest", "distance", "energy")
ASKED = tuple(name for name in NUMBERS if name not in ("normal", "nearest"))  # of what is met before the first step
PAIRS = ("vertex", "normal", "nearest")
REACHED = (  # the numbers that each step reaches: all switches that they follow are set by then
    (),
    ("vertex", "angle", "spin", "distance", "energy"),
    ("area",),
    ("normal",),
    ("nearest",),
    ("depth", "touching"),
)
SYMBOLS = {
    "vertex": r"$\boldsymbol{b}_0$",
    "area": "$S$",
    "normal": r"$\hat n$",
    "depth": "depth",
    "touching": "touching",
    "angle": r"$\phi$",
    "spin": r"$\omega$",
    "nearest": r"$\boldsymbol{w}$",
    "distance": "distance",
    "energy": "energy",
}
MEANINGS = {  # below the symbols
    "vertex": "corner of B",
    "area": "signed area",
    "normal": "normal",
    "depth": "of overlap",
    "touching": "at gap 0",
    "angle": "angle of B",
    "spin": "spin of B",
    "nearest": "point of A − B",
    "distance": "of centres",
    "energy": "of B's spin",
}
NAMED = {  # in the table
    "vertex": "first corner of B",
    "area": "signed area of A",
    "normal": "contact normal",
    "depth": "of the overlap",
    "touching": "contact at gap 0",
    "angle": "angle of B",
    "spin": "angular velocity of B",
    "nearest": "nearest point of A − B",
    "distance": "of the centres",
    "energy": "kinetic, of B's spin",
}
UNKNOWN = "–"  # for a number of which nobody checked how the engine tells it
CARDS = (  # of unknown engines
    Conventions(clockwise=True, normal_b_to_a=True, touching_is_apart=True),
    Conventions(y_down=True, depth_negative=True),
    Conventions(y_down=True, clockwise=True, touching_is_apart=True),
    Conventions(clockwise=True, depth_negative=True),
    Conventions(y_down=True, normal_b_to_a=True),
    Conventions(y_down=True, normal_b_to_a=True, depth_negative=True, touching_is_apart=True),
)
CLEAR = 0.02  # a number nearer to 0 shows no sign


def number(name: str, value: Any) -> str:
    """A field of an answer as it is read."""
    if name == "touching":
        return "is contact" if value else "no contact"
    if name == "angle":
        return f"{fixed(math.degrees(value), 0)}°"
    return coords(value) if name in PAIRS else fixed(value)


def reached_by(name: str) -> int:
    """The step that reaches a number."""
    return next(step for step, names in enumerate(REACHED) if name in names)


def is_changed(name: str, ours: Told, theirs: Told) -> bool:
    """Whether a number reads differently there."""
    return number(name, getattr(ours, name)) != number(name, getattr(theirs, name))


@dataclass(frozen=True, eq=False)
class Spoken(TwoShapes):
    """A and B, and how the other engine tells them."""

    card: int = slider("Card of an unknown engine", 1, len(CARDS), 1, decimals=0)
    there: tuple[str, ...] = ()  # the switches that are on, in any order
    engine: str = ""  # whose switches they are; none once one was set by hand
    spin: float = 2.0  # of B, radians a second
    marked: tuple[str, ...] = ()  # the numbers that the learner says will change
    asks: bool = False

    @cached_property
    def conventions(self) -> Conventions:
        return Conventions(**{name: True for name in NAMES if name in self.there})

    @property
    def shapes(self) -> tuple[Convex, Convex]:
        return self.a.world, self.b.world

    @cached_property
    def trace(self) -> Trace[Translated, Told]:
        return translated.trace(*self.shapes, self.conventions, self.b.pose.angle, self.spin)

    @property
    def here(self) -> Told:
        return self.trace.steps[0].told

    @property
    def is_not_checked(self) -> frozenset[str]:
        """The switches of which nobody knows how the engine has them."""
        engine = ENGINES.get(self.engine)
        return frozenset() if engine is None else frozenset(NAMES) - frozenset(engine.known)

    @property
    def is_free(self) -> frozenset[str]:
        """The switches that the engine leaves to the program that uses it."""
        engine = ENGINES.get(self.engine)
        return frozenset() if engine is None else frozenset(engine.free)

    def unknown(self, name: str) -> frozenset[str]:
        """The switches that a number follows and that were not checked."""
        switches = ("touching_is_apart",) if name == "touching" else changed_by(KINDS[name])
        return self.is_not_checked.intersection(switches)

    def told_there(self, name: str, told: Told) -> str:
        """A number as it is read there, with ± for each sign that depends on what was not checked."""
        unknown, value = self.unknown(name), getattr(told, name)
        if not unknown:
            return number(name, value)
        if name == "touching":
            return UNKNOWN
        if name not in PAIRS:
            return f"±{number(name, abs(value))}"
        x, y = value.tolist()
        if "y_down" not in unknown:
            return f"±{coords(value)}"
        has_both = len(unknown) > 1
        return f"{'±' if has_both else ''}({fixed(abs(x) if has_both else x)}, ±{fixed(abs(y))})"

    def flipped(self, name: str) -> Spoken:
        """With one switch the other way."""
        kept = tuple(each for each in self.there if each != name)
        return replace(self, there=kept if name in self.there else (*self.there, name), engine="")

    def with_mark(self, name: str) -> Spoken:
        """With a number marked, or no longer."""
        kept = tuple(each for each in self.marked if each != name)
        return replace(self, marked=kept if name in self.marked else (*self.marked, name))

    @cached_property
    def printed(self) -> Told:
        """What stands on the card."""
        return put_into(self.here, CARDS[min(max(int(self.card), 1), len(CARDS)) - 1])

    @property
    def can_be_read(self) -> bool:
        """Whether every sign on the card can be seen."""
        here = self.here
        return bool(min(abs(here.vertex[1]), abs(here.area), abs(here.depth)) > CLEAR)

    @property
    def agreeing(self) -> tuple[str, ...]:
        """The lines of the card that the switches, as they are set, give."""
        return tuple(name for name in ON_CARD if not is_changed(name, self.printed, self.trace.result))
