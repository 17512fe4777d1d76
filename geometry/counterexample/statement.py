"""What a problem is: the question that a routine answers, where its scenes come from, and what counts as right.

A routine under test is plain Python and knows nothing of this package. An outline is a list of at least three (x, y)
tuples of floats; a point, a direction and a velocity are one such tuple; a radius and a spin are floats. A routine
that takes a circle takes two parameters for it, `center` and `radius`, in this order.
"""

from __future__ import annotations

import builtins
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

from geometry.record import record

Arguments = tuple[Any, ...]  # plain Python, in the order of the problem's parameters
Families = Mapping[str, Callable[[random.Random], Arguments]]


@record(eq=True)
class Conventions:
    """How a routine speaks: none of these is right or wrong, as long as it is the same in every scene."""

    y_down: bool = False  # its answers count y downward, while the scene's coordinates count it upward
    clockwise: bool = False  # outlines are handed to it clockwise; see `either_winding`
    normal_b_to_a: bool = False  # normals and translations are for A; differences are B - A; points come B's first
    depth_negative: bool = (
        False  # a penetration depth is negative; a distance of overlapping shapes is minus the depth
    )
    touching_counts: bool | None = True  # shapes that just touch are in contact; None: it says now yes, now no
    either_winding: bool = True  # both windings will do: outlines are handed over as they come
    start_inside: Literal["zero", "exit", "miss"] = "zero"  # what a cast that starts in the shape answers
    in_lengths: bool = False  # a cast answers a length, not a multiple of the direction


@record
class Parameter:
    """One parameter of a routine."""

    name: str
    kind: Literal["outline", "point", "direction", "velocity", "radius", "spin"]
    meaning: str  # for the template: one phrase


@record
class Problem:
    """One question, and all that is needed to find out whether a routine answers it."""

    name: str  # of the function, unless `function` is another
    parameters: tuple[Parameter, ...]
    returns: str  # what the function gives back, one sentence
    property: str  # what is right, one sentence
    families: Families  # kinds of scenes by name: "fails on {name} shapes"
    accepts: Callable[[Arguments], None]  # raises ValueError for a scene that the question cannot be asked of
    judge: Callable[[Arguments, Any, Conventions], str | None]  # None: right; else one sentence with numbers
    right: Callable[[Arguments, Conventions], Any]  # one right answer in plain types
    settings: tuple[Conventions, ...]  # all ways to speak that can be told apart by clear scenes, the usual one first
    clear: Callable[[random.Random], Arguments]  # scenes on which only the convention can be in question
    touching: Callable[[random.Random], Arguments] | None = None  # shapes that touch exactly, in whole numbers
    contact: Callable[[Any], bool | None] | None = None  # whether an answer says "contact"; None: it does not tell
    one_way: bool = False  # whether touching has to be answered in one way: else both may occur
    touches: Callable[[Arguments], bool] | None = None  # whether a scene is decided by a touch: shrinking adds none
    form: str = ""  # the problem whose answers are of the same form: "mtv" of `circle_polygon_mtv`; "": none else
    called_as: str = ""  # the function's name, where it has several signatures; "": the problem's
    note: str = ""  # for the template: what else there is to know, one sentence

    @builtins.property  # the class has a field of this name
    def question(self) -> str:
        """What is asked, whatever the shapes are: one of "overlap", "mtv", …"""
        return self.form or self.name

    @builtins.property  # the class has a field of this name
    def function(self) -> str:
        """The name that it is called by."""
        return self.called_as or self.name

    @builtins.property
    def signature(self) -> str:
        """ "mtv(a, b)"."""
        return f"{self.function}({', '.join(parameter.name for parameter in self.parameters)})"


def settings_of(**values: tuple[Any, ...]) -> tuple[Conventions, ...]:
    """All combinations of these fields' values; the first values make the first."""
    found = [Conventions()]
    for name, some in values.items():
        found = [replace(each, **{name: value}) for value in some for each in found]
    return tuple(found)


def wound(arguments: Arguments, kinds: tuple[Parameter, ...], conventions: Conventions) -> Arguments:
    """The arguments as this routine wants them: each outline in its winding."""
    if conventions.either_winding:
        return arguments
    return tuple(
        value if parameter.kind != "outline" or turns_left(value) != conventions.clockwise else value[::-1]
        for value, parameter in zip(arguments, kinds, strict=True)
    )


def turns_left(outline: list[tuple[float, float]]) -> bool:
    """Whether an outline runs counter-clockwise."""
    return area_of(outline) > 0.0


def area_of(outline: list[tuple[float, float]]) -> float:
    """Signed area, measured from vertex 0: positive counter-clockwise."""
    x0, y0 = outline[0]
    total = 0.0
    for (x, y), (next_x, next_y) in pairwise(outline[1:]):
        total += (x - x0) * (next_y - y0) - (next_x - x0) * (y - y0)
    return total / 2.0
