"""The scene of `conventions`: two shapes, the switches of the other engine, and the cards of unknown ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from geometry import Convex, Trace
from geometry.conventions import Conventions, changed_by
from geometry.engine.told import KINDS, Told, Translated, put_into, translated
from viz.lesson.engines import ENGINES
from viz.lesson.scene import TwoShapes, slider
from viz.lesson.text import coords, fixed

NAMES = tuple(each.name for each in fields(Conventions))
ON_CARD = ("vertex", "area", "normal", "depth", "touching")  # each switch but that of the difference changes one
NUMBERS = ("vertex", "angle", "spin", "area", "normal", "nearest", "depth", "touching", "distance", "energy")
ASKED = ("vertex", "angle", "spin", "depth", "distance", "energy")  # what y down may change: no list, no pair yet
PAIRS = ("vertex", "normal", "nearest")
REACHED = (  # the numbers that each step reaches: all switches that they follow are set by then
    (),
    ("vertex", "angle", "spin", "distance", "energy"),
    ("area",),
    ("normal",),
    ("nearest",),
    ("depth",),
    ("touching",),
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
    "vertex": "B's corner",
    "area": "signed area of A",
    "normal": "normal",
    "depth": "signed",
    "touching": "at gap 0",
    "angle": "angle",
    "spin": "spin",
    "nearest": "of difference",
    "distance": "of centres",
    "energy": "of spin",
}
UNKNOWN = "–"  # for a number that the engine has none of, or of which nobody checked how it tells it
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
        return "yes" if value else "no"
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

    card: int = slider("Unknown engine", 1, len(CARDS), 1, decimals=0)
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
        """The switches of which nobody knows how the engine has them, or that it has none of."""
        engine = ENGINES.get(self.engine)
        return frozenset() if engine is None else frozenset(NAMES) - {*engine.known, *engine.free}

    @property
    def title(self) -> str:
        """The name of the other engine, with what the program that uses it has chosen."""
        engine = ENGINES.get(self.engine)
        if engine is None:
            return "the other engine"
        chosen = ", y down" if "y_down" in engine.free and self.conventions.y_down else ""
        return f"{engine.title}{chosen}"

    def field(self, name: str) -> str:
        """The engine's own word for a number; nothing where it has none that is known."""
        engine = ENGINES.get(self.engine)
        return "" if engine is None else engine.fields.get(name, "")

    def unknown(self, name: str) -> frozenset[str]:
        """The switches that a number follows and that are not known."""
        switches = ("touching_is_apart",) if name == "touching" else changed_by(KINDS[name])
        return self.is_not_checked.intersection(switches)

    def told_there(self, name: str, told: Told) -> str:
        """A number as it is read there; a dash where that is not known."""
        value = getattr(told, name)
        if name == "depth":
            value -= self.skins
        return UNKNOWN if self.unknown(name) else number(name, value)

    @property
    def skins(self) -> float:
        """What the engine's separations take off for the skins of the pair."""
        engine = ENGINES.get(self.engine)
        return 0.0 if engine is None or not self.conventions.depth_negative else engine.skins

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
        """The numbers of the card that the switches, as they are set, give."""
        return tuple(name for name in ON_CARD if not is_changed(name, self.printed, self.trace.result))
