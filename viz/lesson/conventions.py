"""How the window, and what is exported, tell numbers in the conventions of another engine.

One mapping (`geometry.conventions`) is applied where a number is shown and where it is typed in. Nothing is computed
in another convention; figure, trace and claims know nothing of the switches, and the world on the glass stays. Only
difference space may be shown as B − A, by a switch of the lesson that draws it (`viz.lesson.difference`).

Channels that follow: the fields of steps in Values (`quantity_of` says what each measures), places, angles and
vertices in Edit, in both directions, the numbers at the grid's lines in the window and in SVG files, and points that
are copied and pasted.

Channels that stay as they are, and say so (`staying`): words, that is ideas, sentences, tables, predictions and
labels in the figure, and formulas. They are written text: a sentence that substitutes numbers in a formula would be
wrong with other signs. Scene files and codes are a format, which has one convention only. Fields that nobody can map
honestly (corners called low and high, a box's own frame) are marked in Values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from enum import Enum
from typing import Any

import numpy as np

from geometry.conventions import Conventions, Quantity
from geometry.outcome import Outcome
from geometry.shape import Convex
from viz.lesson.engines import SWITCHES, words_of

OURS = Conventions()
NAMES = tuple(each.name for each in fields(Conventions))
TOUCHES = 1e-9  # a separation as near to 0 is that of shapes that just touch

_FROM_A_TO_B = re.compile(r"\bA to B\b|\bfrom A\b")  # what the source says of a contact normal
_STAYS = frozenset(  # whose name, or whose frame, would be wrong with another sign
    (
        *((record, name) for record in ("Aabb", "Clamped", "RegionFound", "VertexTaken") for name in ("low", "high")),
        *(("Clamped", name) for name in ("center", "closest")),
        *(("BoxSpace", "half"), ("Unturned", "local"), ("AxisChosen", "axis")),
        *(("QuarterTurned", "left"), ("QuarterTurned", "right")),
    )
)
_OF_DIFFERENCE = frozenset(
    (
        *(("SimplexVertex", "w"), ("SupportTaken", "direction"), ("SimplexStarted", "direction")),
        *(
            ("SimplexKept", "estimate"),
            ("PlaneFound", "estimate"),
            ("PlaneFound", "closest"),
            ("PlaneFound", "plane"),
        ),
        *(("OriginMeasured", "nearest"), ("DifferenceFaces", "closest"), ("FeatureHit", "place")),
        *(("DifferenceFace", name) for name in ("closest", "start", "end")),
        *(("RayFormed", "ray"), ("RayCastStarted", "ray")),
    )
)
_TURNS = frozenset(
    (
        *(("Pose", "angle"), ("AngularBound", "turn"), ("TurnTaken", "turn")),
        *(("SweepsMeasured", "turn_a"), ("SweepsMeasured", "turn_b"), ("HeightMeasured", "area")),
        *(("Turned", "cross"), ("TipTested", "cross")),
        *(("DiagonalTried", "cross_first"), ("DiagonalTried", "cross_second")),
        *(("CrossProducts", name) for name in ("across", "of_path", "of_wall", "height", "change")),
        *(("CornerTurned", "start_angle"), ("ArcTested", "beside")),
    )
)
_AREAS = frozenset((("WindingFound", "area"), ("WindingFound", "signed_area")))
_DEPTHS = frozenset((("OverlapFound", "depth"), ("PairPushed", "depth"), ("WaysOut", "onward")))
_BOTH = frozenset(("Told", "Translated"))  # of the lesson that tells both engines itself


def quantity_of(record: str, field: str, note: str, value: Any) -> Quantity | None:
    """What a field of a step measures, by the names of the record and of the field and by the source's comment; None
    for one that is not mapped though it has a direction."""
    key = record, field
    if record in _BOTH or key in _STAYS:
        return None
    if isinstance(value, np.ndarray):
        if key in _OF_DIFFERENCE:
            return Quantity.DIFFERENCE
        return Quantity.NORMAL if field == "normal" and _FROM_A_TO_B.search(note) else Quantity.POINT
    if key in _TURNS:
        return Quantity.TURN
    return Quantity.AREA if key in _AREAS else Quantity.DEPTH if key in _DEPTHS else Quantity.LENGTH


def shown(record: Any, field: str, note: str, value: Any, conventions: Conventions) -> tuple[Any, bool]:
    """A field's value as it is told there, and whether it is told at all: False for one that stays as it is."""
    if conventions == OURS:
        return value, True
    if isinstance(value, Enum):
        return _outcome(record, value, conventions), True
    is_pair = isinstance(value, np.ndarray) and value.shape == (2,)
    if not is_pair and not isinstance(value, float):
        return value, True
    kind = quantity_of(type(record).__name__, field, note, value)
    return (value, False) if kind is None else (conventions.value(kind, value), True)


def _outcome(record: Any, value: Enum, conventions: Conventions) -> Enum:
    """The verdict on two shapes: one on shapes that just touch is a matter of convention."""
    separation = getattr(record, "separation", None)
    if value is not Outcome.OVERLAPPED or not isinstance(separation, float):
        return value
    return value if conventions.is_contact(separation, TOUCHES) else Outcome.SEPARATED


def staying(conventions: Conventions) -> str:
    """What is said beside a formula while switches are on: "words and formulas: y up, A to B"; else nothing."""
    on = [name for name in NAMES if getattr(conventions, name)]
    ours = words_of(OURS)
    return f"words and formulas: {', '.join(ours[NAMES.index(name)] for name in on)}" if on else ""


def badge(conventions: Conventions, engine: str = "") -> str:
    """What is on, in a few words; nothing where all is ours."""
    on = words_of(conventions, only_changed=True)
    if len(on) <= 2:
        return ", ".join(on)
    return engine or f"{len(on)} conventions"


def to_setting(conventions: Conventions) -> str:
    """As the settings keep them."""
    return " ".join(name for name in NAMES if getattr(conventions, name))


def from_setting(text: str) -> Conventions:
    """Raises ValueError for a switch that there is none of."""
    names = text.split()
    if unknown := [name for name in names if name not in SWITCHES]:
        raise ValueError(f"there is no convention {unknown[0]!r}; there are {', '.join(SWITCHES)}")
    return Conventions(**dict.fromkeys(names, True))


def points_told(shapes: Iterable[tuple[str, Convex]], conventions: Conventions) -> str:
    """The vertices of shapes as text to be copied, in the order and with the numbers of the engine: a list a line."""
    lines = [f"# {', '.join(words_of(conventions)[:2])}"]
    for name, shape in shapes:
        pairs = ", ".join(f"({_short(x)}, {_short(y)})" for x, y in conventions.outline(shape.points).tolist())
        rounded = f"  # radius {_short(shape.radius)}" if shape.radius > 0.0 else ""
        lines.append(f"{name} = [{pairs}]{rounded}")
    return "\n".join(lines) + "\n"


def _short(value: float) -> str:
    return f"{round(value, 9) + 0.0:g}" if abs(value) < 1e-4 else f"{round(value, 9):.10g}"
