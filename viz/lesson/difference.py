"""Difference space, shown as A − B or as B − A: the switch of a lesson that draws it.

All is computed and drawn as A − B. Where a scene's `order` is B − A, each mark of a pane (`difference_pane`) is shown
at its negative by the one mapping of conventions, and what it is called there is the negative too: the vertex
w = a − b stands as −w = b − a, the outline as B − A. Words, tables and formulas stay, and say so beside the formula
(`conventions.staying`); nothing is asked meanwhile, as questions are words on A − B.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from geometry.conventions import Conventions, Quantity
from geometry.vector import Vector
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Follow, Moment, Pane
from viz.lesson.mark import Crowd, Field, Inset, Label, Mark, Symbol
from viz.lesson.scene import choice

A_MINUS_B, B_MINUS_A = "A − B", "B − A"
AS_B_MINUS_A = Conventions(b_minus_a=True)
_SIGN = AS_B_MINUS_A.sign(Quantity.DIFFERENCE)

_PLACES = ("points", "through", "normals", "origin", "toward", "direction", "start", "end", "at")  # of marks
_NAME = re.compile(r"(−?)(\d\.\d+ )?([AB])")
_PAIRS = (  # a − b in words, in tints, in formulas
    re.compile(r"(\bA\b)( − )(\bB\b)"),
    re.compile(r"(\ba\b)( − )(\bb\b)"),
    re.compile(r"(\S*\ba\d+\S*)( − )(\S*\bb\d+\S*)"),
    re.compile(r"(\\A\{\\boldsymbol a_\{?\w+\}?\})( ?- ?)(\\B\{\\boldsymbol b_\{?\w+\}?\})"),
)
_VECTOR = re.compile(r"(-?)(\\(?:boldsymbol|hat)\b)")
_NAMED = re.compile(r"(?:^|(?<=direction ))\$(?=(?:\\[a-z]+\{)?\\(?:boldsymbol|hat)\b)[^$]*\$")
_SUM = re.compile(r"\$(\\A\{A\}\\oplus[^$]*)\$")


def order(label: str = "difference") -> Any:
    """Declares the switch of a scene whose difference is drawn."""
    return choice(label, (A_MINUS_B, B_MINUS_A), A_MINUS_B)


def is_reflected(scene: Any) -> bool:
    """Whether a scene's difference is shown as B − A."""
    return getattr(scene, "order", A_MINUS_B) == B_MINUS_A


def conventions_of(scene: Any, conventions: Conventions) -> Conventions:
    """Those that numbers of a scene are told in: its own order of the difference goes before."""
    return replace(conventions, b_minus_a=True) if is_reflected(scene) else conventions


def difference_pane(
    name: str,
    title: str,
    draw: Callable[[Canvas, Any], None],
    *,
    share: float = 1.0,
    take: Callable[[Any, Vector], Follow | None] | None = None,
    titled: Callable[[Any], str] | None = None,
) -> Pane:
    """A pane of difference space, which follows the scene's switch; `draw`, `take` and `titled`, the title of a
    moment where that follows it, know A − B alone."""

    def drawn(canvas: Canvas, moment: Moment[Any]) -> None:
        if not is_reflected(moment.scene):
            draw(canvas, moment)
            return
        ours = Canvas(canvas.pixel, canvas.pixel_y)
        ours.is_live, ours.is_pointed_at = canvas.is_live, canvas.is_pointed_at
        draw(ours, moment)
        canvas.is_unfinished = ours.is_unfinished
        canvas.marks.extend(map(reflected, ours.marks))

    def taken(moment: Moment[Any], at: Vector) -> Follow | None:
        if take is None or not is_reflected(moment.scene):
            return None if take is None else take(moment, at)
        follow = take(moment, _negative(at))
        return None if follow is None else lambda scene, start, now: follow(scene, _negative(start), _negative(now))

    def headed(moment: Moment[Any]) -> tuple[str, str]:
        text = title if titled is None else titled(moment)
        return words(text) if is_reflected(moment.scene) else text, ""

    return Pane(name, title, drawn, share=share, take=None if take is None else taken, headed=headed)


def reflected(mark: Mark) -> Mark:
    """A mark of A − B at its place in B − A, by its name there."""
    match mark:
        case Crowd():
            return replace(mark, segments=_rows(mark.segments), triangles=_rows(mark.triangles))
        case Field():
            low, high = _pair(mark.high), _pair(mark.low)
            return mark._replace(low=low, high=high, amounts=tuple(row[::-1] for row in mark.amounts[::-1]))
        case Inset():
            sides = {"left": "right", "right": "left"}
            side, other = mark.corner.split()
            at = None if mark.at is None else _pair(mark.at)
            return mark._replace(corner=f"{side} {sides[other]}", marks=tuple(map(reflected, mark.marks)), at=at)
    changed: dict[str, Any] = {}
    for name in _PLACES:
        value = getattr(mark, name, None)
        if value is not None:
            changed[name] = tuple(map(_pair, value)) if isinstance(value[0], tuple) else _pair(value)
    if isinstance(mark, Label):
        changed["text"] = words(mark.text)
    elif isinstance(mark, Symbol):
        changed["latex"] = _opposite(mark.latex)
    return mark._replace(**changed)


@lru_cache(maxsize=1024)
def words(text: str) -> str:
    """What stands at a mark of A − B, for its negative: differences the other way round, vectors with their minus."""
    if found := _NAME.fullmatch(text):
        sign, part, letter = found.groups()
        return f"{'' if sign else '−'}{part or ''}{letter}"
    for pattern in _PAIRS:
        text = pattern.sub(r"\3\2\1", text)
    text = _SUM.sub(r"$-(\1)$", text)
    return _NAMED.sub(lambda found: found[0] if r"\cdot" in found[0] else f"${_opposite(found[0][1:-1])}$", text)


def _opposite(latex: str) -> str:
    """The symbol of the opposite vector; a length stays."""
    return _VECTOR.sub(lambda found: ("" if found[1] else "-") + found[2], latex, count=1)


def _negative(values: ArrayLike) -> Any:
    return AS_B_MINUS_A.value(Quantity.DIFFERENCE, values)


def _pair(at: tuple[float, float]) -> tuple[float, float]:
    """`_negative` of one place: a picture has hundreds."""
    return _SIGN * at[0] + 0.0, _SIGN * at[1] + 0.0


def _rows(values: np.ndarray) -> np.ndarray:
    return np.asarray(_negative(values.reshape(-1, 2))).reshape(values.shape)
