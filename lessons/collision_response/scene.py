"""Three shapes that may overlap, one of them fixed at will."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Convex, box, circle, convex, regular_polygon, rounded
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, TwoShapes, at, body, choice, toggle

LETTERS = "ABC"
INKS = (Ink.A, Ink.B, Ink.SHAPE_C)
UNSEEN = 1e-9  # of the scene's size: what rounding leaves of a push is no overlap and no move


SHARES = {"half each": 0.5, "0.51 each": 0.51}


@dataclass(frozen=True, eq=False)
class Pile(TwoShapes):
    c: Body = body(Ink.SHAPE_C, "C")
    share: str = choice("Each takes", tuple(SHARES), "half each")
    floor: bool = toggle("A is fixed", False)
    slop: bool = toggle("Leave a little overlap standing", False)
    work: bool = toggle("Reckon the work", False)
    pieces: bool = toggle("A and C are pieces of one shape", False)

    def fixed(self) -> tuple[bool, bool, bool]:
        return self.floor or self.pieces, False, self.pieces

    def shapes(self) -> tuple[Convex, ...]:
        return self.a.world, self.b.world, self.c.world


def presets() -> Mapping[str, Pile]:
    slab, five, disc = box(1.5, 1.0), regular_polygon(5, 0.8), circle(0.6)
    ground = at(box(4.6, 0.7), 0.0, -1.0)
    half, rest = convex(((-0.9, -0.9), (0.9, -0.9), (-0.9, 0.9))), convex(((0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)))
    soft = rounded(box(0.9, 0.6), 0.2)
    return {
        "Two and one aside": Pile(at(slab, -0.6, 0.0, 8), at(five, 0.5, 0.2, 20), at(disc, 2.3, 0.3)),
        "A row": Pile(at(disc, -0.9, 0.0), at(disc, 0.0, 0.1), at(disc, 0.8, -0.1)),
        "0.51 overshoots": Pile(at(slab, -0.6, 0.0), at(slab, 0.6, 0.2), at(disc, 2.4, 0.0), "0.51 each"),
        "On the ground": Pile(ground, at(slab, -0.7, -0.3), at(five, 0.4, -0.2, 10), floor=True),
        "Stacked": Pile(ground, at(slab, 0.0, -0.3), at(soft, 0.1, 0.35, 5), floor=True),
        "Slop": Pile(ground, at(slab, -0.6, -0.2), at(disc, 0.9, -0.15), floor=True, slop=True),
        "Displacement, not work": Pile(
            at(box(1.8, 1.3), -0.7, 0.0, 8), at(disc, 0.55, 0.2), at(five, 2.4, 0.3), work=True
        ),
        "Two pieces of one shape": Pile(
            at(half, -0.3, -0.3), at(box(0.8, 0.6), 0.5, -0.6), at(rest, 0.3, 0.3), pieces=True
        ),
        "All on one spot": Pile(at(slab, 0.0, 0.0), at(five, 0.0, 0.0, 20), at(disc, 0.0, 0.0)),
    }
