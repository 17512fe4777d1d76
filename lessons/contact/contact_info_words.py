"""What is told of a contact, step by step: the steps of this lesson, their ideas and formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry.contact.manifold_points import Manifold
from geometry.primitives.dispatch import RoutineChosen
from geometry.vector import Vector


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """All pairs, before one of them is looked at."""

    pairs: int


@dataclass(frozen=True, slots=True, eq=False)
class Directed:
    """The normal is known."""

    normal: Vector  # unit, from A to B


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The separation is known."""

    separation: float  # along the normal; negative when the two overlap


@dataclass(frozen=True, slots=True, eq=False)
class Flipped:
    """What the routine returned, and which way it counts."""

    answered: Vector  # from the routine's first shape to its second
    normal: Vector  # from A to B


@dataclass(frozen=True, slots=True, eq=False)
class Pushed:
    """A solver moves B out of A."""

    move: Vector  # of B


IDEAS: Mapping[type, str] = {
    Seen: "A solver pushes overlapping shapes apart. Each of the 25 pairs gets **contact info** (**contact "
    "manifold**) of one form: a normal, a separation, contact points.",
    Directed: r"In every pair the **contact normal** $\examined{\hat n}$ points from A to B. Moving B along "
    "it is the shortest way to separate shapes that overlap.",
    Measured: r"The **separation** $s$ is measured along $\examined{\hat n}$, from $p_A$ on A's surface to $p_B$ on "
    "B's. An overlap is measured where it is deepest, and is negative.",
    Manifold: "Clipping leaves one or two points of the **incident edge**; a circle has one deepest point. A line "
    r"along $\examined{\hat n}$ joins each to the other surface. Its middle is a **contact point**.",
    RoutineChosen: "A **dispatch table** picks the **pair routine**. Its normal points from its first shape to its "
    "second. In 7 cells the routine expects the kind of B first: the call is **swapped**.",
    Flipped: "A **swapped** call returns the normal from B to A: it must be reversed. $p_A$ and $p_B$ change places, "
    "and so do the features of A and B. $s$ and the contact points stay.",
    Pushed: "A solver reads the contact info and never asks for the kinds. The same line of code moves B out of A in "
    "every cell, by the shortest push.",
}
APART = (
    r"Where the shapes are apart, the **contact normal** $\examined{\hat n}$ points along the shortest line from A "
    "to B."
)
NO_POINT = (
    "These two shapes are apart, so there is no **contact point**. Their contact info still has a normal and the "
    "separation $s$."
)
UNFLIPPED = (
    "Each pair gets **contact info** (**contact manifold**) of one form. Pink: by this rule the normals of "
    "**swapped** calls are not reversed, so they point from B to A."
)
UNPUSHED = (
    "Where $s$ is positive there is nothing to push: this B stays. A solver reads that from $s$ alone, and does "
    "not ask for the kinds."
)
FLIPPED = (
    "The call was **swapped**, and the returned normal was not reversed: it still points from B to A. The solver "
    "cannot see that."
)
PUSHED_WRONG = (
    "The solver trusts the normal. In the cells whose call was **swapped** it pushes B into A instead of out of "
    "it. All other pairs just touch."
)
TIE = (
    r"Two opposite pushes out of this overlap are equally short, so it has no single normal. The pair routine picks "
    r"one of them as $\examined{\hat n}$: either separates the shapes."
)
ONE_POINT = r"\answer{p_1}=\tfrac12\,(\A{p_A}+\B{p_B})"
TWO_POINTS = r"\answer{p_k}=\tfrac12\,(\A{p_{A,k}}+\B{p_{B,k}})"
FORMULAS: Mapping[type, str] = {
    Measured: r"\B{p_B}-\A{p_A}=s\,\examined{\hat n}",
    Flipped: r"\examined{\hat n_{AB}}=-\,\answer{\hat n_{BA}}",
    Pushed: r"\B{c_B'}=\B{c_B}-s\,\examined{\hat n}",
}


def shown(stage: str, *, is_open: bool, overlaps: bool, is_wrong: bool) -> str:
    """What the numbers, dots and arrows of the board are, at a stage; `is_wrong`: with the normals not reversed."""
    if not overlaps and stage in ("Seen", "Directed", "Manifold", "Flipped"):
        return "Number: separation" if stage == "Seen" else ""
    arrows = "Pink: normal not reversed" if is_wrong else "Arrow: contact normal"
    return {
        "Seen": "Number: separation" + ("" if is_open else ". " + arrows.replace("contact ", "")),
        "Directed": arrows,
        "Measured": "Number: separation",
        "Manifold": "Number: contact points",
        "RoutineChosen": "swap: B goes in first. any: either order",
        "Flipped": arrows if is_wrong else "White: as returned" + ("" if is_open else ". Yellow: reversed"),
        "Pushed": "Number: separation",
    }[stage]
