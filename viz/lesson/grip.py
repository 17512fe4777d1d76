"""Grips: where a scene can be taken hold of."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from geometry import Vector
from geometry.vector import readonly
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Handle, Scene

RING_DISTANCE = 34.0  # pixels from a shape to its rotation ring


class Part(Enum):
    """What of a field is held."""

    WHOLE = "whole"
    VERTEX = "vertex"
    POINT = "point"
    START = "start"
    END = "end"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Grip:
    """A part of a field of the scene."""

    field: str
    part: Part
    index: int = 0


class PlacedGrip(NamedTuple):
    grip: Grip
    at: Vector  # world


def placed_grips(
    scene: Scene, pixel: float, shapes: Container[str] | None = None, crowded: Container[str] = ()
) -> Iterator[PlacedGrip]:
    """Every grip with its world position, in the order of the Tab key; of the bodies and outlines all, or those
    named, and no vertices of the `crowded` ones. `pixel`: world length of one pixel."""
    for name, control, value in scene.controls():
        is_shape = isinstance(value, Body | Outline)
        if not isinstance(control, Handle) or (shapes is not None and is_shape and name not in shapes):
            continue
        match value:
            case Body():
                yield PlacedGrip(Grip(name, Part.WHOLE), value.pose.position)
                if len(value.shape.points) > 1 and name not in crowded:
                    for i, vertex in enumerate(value.world.points):
                        yield PlacedGrip(Grip(name, Part.VERTEX, i), vertex)
                if value.shows_turns:
                    yield PlacedGrip(Grip(name, Part.TURN), ring(value, pixel))
            case Arrow():
                yield PlacedGrip(Grip(name, Part.WHOLE), readonly((value.start + value.end) / 2.0))
                if control.has_tail:
                    yield PlacedGrip(Grip(name, Part.START), value.start)
                yield PlacedGrip(Grip(name, Part.END), value.end)
            case Outline():
                yield PlacedGrip(Grip(name, Part.WHOLE), value.middle)
                for i, vertex in enumerate(() if name in crowded else value.vertices):
                    yield PlacedGrip(Grip(name, Part.VERTEX, i), vertex)
            case _:
                yield PlacedGrip(Grip(name, Part.POINT), value)


def ring(body: Body, pixel: float) -> Vector:
    """Where a body's rotation ring stands: above it in its own frame, a fixed number of pixels off."""
    up, reach = body.above
    return readonly(body.pose.position + (reach + RING_DISTANCE * pixel) * up)
