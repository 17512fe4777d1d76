"""Two rounded shapes, and which printed rule is shown beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from geometry import Convex, Manifold, box, capsule, circle, convex, regular_polygon, rounded
from geometry.faulty.printed_manifold import PrintedContact, Verdict, contact_as_printed
from viz.lesson.scene import Body, TwoShapes, at, choice

DEEPER, OTHER = "printed steps", "other end"
COUNT_OF = {Verdict.NONE: 0, Verdict.POINT: 1, Verdict.CORNER: 1, Verdict.LINE: 2}


@dataclass(frozen=True, eq=False)
class Rounded(TwoShapes):
    beside: str = choice("Beside it", (DEEPER, OTHER, "nothing"), DEEPER)

    @cached_property
    def printed(self) -> PrintedContact | None:
        """What the article's steps answer, if they are shown."""
        if self.beside == "nothing":
            return None
        return contact_as_printed(self.a.world, self.b.world, deeper_end=self.beside == DEEPER)

    def fault(self, found: Manifold) -> PrintedContact | None:
        """The printed answer, where it speaks of another number of points."""
        printed = self.printed
        return None if printed is None or COUNT_OF[printed.verdict] == len(found.points) else printed


def presets() -> Mapping[str, Rounded]:
    soft, slab = rounded(box(1.3, 0.6), 0.3), rounded(box(1.9, 0.5), 0.2)
    stick = capsule((-0.7, 0.0), (0.7, 0.0), 0.35)
    tile = rounded(convex(((0.88, -0.36), (0.36, 0.88), (-0.88, 0.36), (-0.36, -0.88))), 0.77)
    wedge = rounded(convex(((3.32, -0.29), (2.78, 0.5), (2.36, -0.36))), 0.61)
    lozenge = rounded(convex(((0.625, -0.317), (0.456, 0.533), (-0.625, 0.317), (-0.456, -0.533))), 0.243)
    six = rounded(
        convex(((0.33, -1.335), (1.11, -1.375), (1.535, -0.72), (1.18, -0.024), (0.399, 0.016), (-0.025, -0.639))),
        0.092,
    )
    return {
        "Edges overlap": Rounded(at(slab, -0.2, -0.4), at(soft, 0.5, 0.43, 4)),
        "Edges cross": Rounded(at(slab, 0.0, -0.4), at(soft, 0.35, 0.62, 38)),
        "Corner to corner": Rounded(at(soft, -0.8, -0.4, 6), at(soft, 0.86, 0.6, 12)),
        "Printed: a gap is a line": Rounded(_placed(tile), _placed(wedge)),
        "Printed: deep is nothing": Rounded(_placed(lozenge), _placed(six)),
        "Printed: the other end": Rounded(at(soft, -0.8, -0.4, 6), at(soft, 0.86, 0.6, 12), OTHER),
        "Capsules end to end": Rounded(at(stick, -1.0, 0.0), at(stick, 1.0, 0.0), OTHER),
        "A circle": Rounded(at(soft, -0.4, 0.0, 8), at(circle(0.7), 0.75, 0.5)),
        "Far from the origin": Rounded(
            at(slab, 1e6 - 0.2, 1e6 - 0.4), at(rounded(regular_polygon(5, 0.7), 0.2), 1e6 + 0.5, 1e6 + 0.55, 30)
        ),
    }


def _placed(shape: Convex) -> Body:
    """A body whose pivot is the middle of a shape that stands where it is wanted."""
    return at(shape, *shape.centroid.tolist())
