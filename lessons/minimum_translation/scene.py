"""Two shapes, and who moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from geometry import Convex, Vector, box, circle, convex, regular_polygon, rounded
from geometry.faulty.translation import (
    best_by_raw_normals,
    translation_by_centres,
    translation_turned_twice,
    translation_without_verdict,
)
from geometry.vector import readonly
from viz.lesson.scene import TwoShapes, at, choice, toggle


def _by_raw_normals(a: Convex, b: Convex) -> Vector | None:
    chosen = best_by_raw_normals(a, b)
    return None if chosen is None else readonly(-chosen.separation * chosen.normal)


FAULTS: Mapping[str, Callable[[Convex, Convex], Vector | None]] = {
    "raw normals": _by_raw_normals,
    "no verdict first": translation_without_verdict,
    "sign turned twice": translation_turned_twice,
}
FAULT_WORDS = {
    "raw normals": "Chosen by raw normals",
    "no verdict first": "Without a verdict",
    "sign turned twice": "With the sign turned twice",
}
SHARES_OF_A = {"B alone": 0.0, "each half": 0.5, "A alone": 1.0}


@dataclass(frozen=True, eq=False)
class Overlapping(TwoShapes):
    moves: str = choice("Moves", tuple(SHARES_OF_A), "B alone")
    by_centres: bool = toggle("Show the flip by centres", False)
    beside: str = choice("Beside it", ("nothing", *FAULTS), "nothing")

    def fault(self) -> tuple[str, Vector] | None:
        """What a faulty routine makes of the scene: its name in a sentence, and how it would move B."""
        a, b = self.a.world, self.b.world
        if self.by_centres:
            move = translation_by_centres(a, b)
            return None if move is None else ("Turned by the centres", move)
        match FAULTS.get(self.beside):
            case None:
                return None
            case routine:
                move = routine(a, b)
                return None if move is None else (FAULT_WORDS[self.beside], move)


def presets() -> Mapping[str, Overlapping]:
    pentagon, slab, square = regular_polygon(5, 1.15), box(1.7, 1.2), box(1.6, 1.6)
    wedge = convex(((-1.5, -0.8), (1.5, -0.8), (0.0, 1.6)))
    soft = rounded(box(1.2, 0.9), 0.3)
    return {
        "Overlapping": Overlapping(at(pentagon, -0.75, 0.0, 9), at(slab, 0.8, 0.35, 18)),
        "Flip by centres fails": Overlapping(at(box(5.0, 1.0), 0.0, 0.0), at(wedge, 0.0, -0.2), by_centres=True),
        "Contained": Overlapping(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
        "Tie": Overlapping(at(square, -0.5, -0.5), at(square, 0.5, 0.5)),
        "One centre": Overlapping(at(square, 0.0, 0.0), at(square, 0.0, 0.0)),
        "Sign turned twice": Overlapping(
            at(circle(0.8), -0.5, -0.3), at(soft, 0.6, 0.45, 200), "B alone", beside="sign turned twice"
        ),
        "Raw normals choose wrong": Overlapping(
            at(box(3.4, 0.8), -0.3, 0.0), at(box(1.5, 1.1), 1.6, 0.75, 10), beside="raw normals"
        ),
        "Touching": Overlapping(at(square, -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
        "Apart": Overlapping(at(box(1.7, 1.4), -1.1, -0.1, 12), at(slab, 0.9, 0.4, 12), beside="no verdict first"),
    }
