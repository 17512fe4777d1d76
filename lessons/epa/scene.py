"""Overlapping shapes, and the order of their difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, capsule, circle, regular_polygon, rounded, segment
from lessons.first_edition.difference import B_MINUS_A, Subtracted
from viz.lesson.scene import at, toggle


@dataclass(frozen=True, eq=False)
class Overlapping(Subtracted):
    naive: bool = toggle("Stop at GJK's triangle", False)


def presets() -> Mapping[str, Overlapping]:
    five, slab, square = regular_polygon(5, 1.1), box(1.7, 1.2), box(1.6, 1.6)
    many = regular_polygon(24, 1.2)
    soft = rounded(box(1.2, 0.8), 0.3)
    return {
        "Overlapping": Overlapping(at(five, -0.6, 0.0, 9), at(slab, 0.7, 0.35, 18)),
        "The triangle is not enough": Overlapping(at(five, -0.6, 0.0, 9), at(slab, 0.7, 0.35, 18), naive=True),
        "Contained": Overlapping(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
        "Tie": Overlapping(at(square, -0.5, -0.5), at(square, 0.5, 0.5)),
        "Just touching": Overlapping(at(square, -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
        "Crossed segments": Overlapping(
            at(segment((-1.0, -0.4), (1.0, 0.4)), 0.0, 0.0), at(segment((-0.4, -1.0), (0.6, 0.9)), 0.1, 0.1)
        ),
        "Two circles, one centre": Overlapping(at(circle(0.9), 0.0, 0.0), at(circle(0.6), 0.0, 0.0)),
        "Round, cores overlap": Overlapping(at(soft, -0.4, 0.0, 15), at(capsule((-0.7, 0), (0.5, 0), 0.3), 0.3, 0.3)),
        "Many vertices, B − A": Overlapping(at(many, -0.7, -0.1), at(many, 0.6, 0.4, 3), B_MINUS_A),
    }
