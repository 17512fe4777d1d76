"""The idea and the formula of each stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.primitives.circle_circle import (
    DistanceFound,
    NormalFound,
    OffsetFound,
    RadiiSummed,
    SeparationFound,
)
from geometry.primitives.contact import PairResult
from viz.lesson.text import explained

EXPLAINED: Mapping[type, str] = {
    OffsetFound: explained(
        """The simplest pair of all. Two discs differ only in where they are and how far they reach, so start
        with the way **from A to B**.""",
        r"\vec d = \vec b - \vec a",
    ),
    DistanceFound: explained(
        """Its length is the distance of the centres. For a yes or no the squares would do; for the depth and
        the normal the root is needed.""",
        r"|\vec d\,| = \sqrt{d_x^2 + d_y^2}",
    ),
    RadiiSummed: explained(
        """Each circle reaches its radius towards the other. They touch when the centres are exactly **one sum
        of radii** apart.""",
        r"r_A + r_B",
    ),
    SeparationFound: explained(
        """One subtraction tells it all: positive is a gap, negative an overlap, and **zero counts as contact**,
        here as in every other query.""",
        r"s = |\vec d\,| - (r_A + r_B)",
    ),
    NormalFound: explained(
        """The normal is d brought to length 1: **from A to B**. Equal centres have no direction between them;
        dividing would give NaN, so a rule decides.""",
        r"\hat n = \frac{\vec d}{|\vec d\,|}",
    ),
    PairResult: explained(
        """Moving B by the depth along the normal leaves the two just touching. The contact point is put
        **halfway** between the surfaces, so that swapping A and B changes nothing.""",
        r"\vec b\,' = \vec b - s\,\hat n",
    ),
}


BACKWARDS = explained(
    """Here the vector is taken **from B to A**, and B is moved along it. That drives the circles deeper into
    each other: a sign is no detail.""",
    r"\vec d = \vec a - \vec b",
)
