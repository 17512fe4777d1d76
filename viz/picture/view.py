"""The view: which part of the world is seen, and where each world point lands on the screen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.shape import Aabb
from geometry.vector import Vector

SMALLEST_SCALE = 1e-7  # pixels per unit: shapes of size 1e6 and beyond still fit
LARGEST_SCALE = 1e9  # shapes of size 1e-6 fill the view


class Insets(NamedTuple):
    """Room that is kept free at each side of a canvas, in pixels."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class View:
    """World units to logical pixels of a canvas `size` wide and high, y turned down, origin at its top left.

    One scale serves both directions, but in a chart: there a unit of y is `stretch` times as long as one of x.
    """

    center: tuple[float, float] = (0.0, 0.0)  # the world point in the middle
    scale: float = 100.0  # pixels per world unit, along x
    size: tuple[float, float] = (800.0, 600.0)
    stretch: float = 1.0

    @property
    def scale_y(self) -> float:
        """Pixels per world unit, along y."""
        return self.scale * self.stretch

    @property
    def scales(self) -> tuple[float, float]:
        return self.scale, self.scale * self.stretch

    @property
    def pixel(self) -> float:
        """World length of one pixel, along x."""
        return 1.0 / self.scale

    @property
    def pixel_y(self) -> float:
        """World length of one pixel, along y."""
        return 1.0 / self.scale_y

    def to_screen(self, world: ArrayLike) -> NDArray[np.float64]:
        """World points `(n, 2)` or one `(2,)`, in pixels."""
        offset = (np.asarray(world, dtype=np.float64) - self.center) * (self.scale, -self.scale_y)
        return offset + (self.size[0] / 2.0, self.size[1] / 2.0)

    def to_world(self, screen: tuple[float, float]) -> Vector:
        """A pixel's world point, shape (2,)."""
        return np.array(
            (
                self.center[0] + (screen[0] - self.size[0] / 2.0) / self.scale,
                self.center[1] - (screen[1] - self.size[1] / 2.0) / self.scale_y,
            )
        )

    def bounds(self) -> Aabb:
        """The part of the world that is seen."""
        half = np.array(self.size) / (2.0 * np.array(self.scales))
        return Aabb(np.array(self.center) - half, np.array(self.center) + half)

    def panned(self, dx: float, dy: float) -> View:
        """Dragged by so many pixels: what was under the pointer stays under it."""
        return replace(self, center=(self.center[0] - dx / self.scale, self.center[1] + dy / self.scale_y))

    def zoomed(self, factor: float, at: tuple[float, float]) -> View:
        """Enlarged by `factor` about a pixel, whose world point stays where it is."""
        scale = within_limits(self.scale * factor)
        fixed = self.to_world(at)
        shift_x, shift_y = at[0] - self.size[0] / 2.0, at[1] - self.size[1] / 2.0
        center = (float(fixed[0]) - shift_x / scale, float(fixed[1]) + shift_y / (scale * self.stretch))
        return replace(self, scale=scale, center=center)

    def resized(self, width: float, height: float) -> View:
        """The same middle on a canvas of another size."""
        return replace(self, size=(max(width, 1.0), max(height, 1.0)))

    def fitted(self, box: Aabb, margin: float = 48.0) -> View:
        """The whole of `box` in the middle, to one scale, with a margin in pixels (less on a small canvas)."""
        width, height = self.size
        margin = min(margin, 0.12 * min(width, height))
        extent = box.extent
        fits = [
            (room - 2.0 * margin) / float(length)
            for room, length in zip((width, height), extent, strict=True)
            if length > 0.0
        ]
        scale = within_limits(min(fits, default=self.scale))
        x, y = box.center
        return replace(self, center=(float(x), float(y)), scale=scale, stretch=1.0)

    def filled(self, x: Sequence[float], y: Sequence[float], insets: Insets) -> View:
        """A chart: the range x from the left inset to the right one, the range y from the bottom one to the top one.
        Raises ValueError for a range without length."""
        (left, right), (low, high) = x, y
        if not (right > left and high > low):
            raise ValueError(f"a chart's ranges need a length: {left:g} … {right:g}, {low:g} … {high:g}")
        width = max(self.size[0] - insets.left - insets.right, 1.0)
        height = max(self.size[1] - insets.top - insets.bottom, 1.0)
        scale, scale_y = width / (right - left), height / (high - low)
        middle_x, middle_y = insets.left + width / 2.0, insets.top + height / 2.0
        center = (
            (left + right) / 2.0 + (self.size[0] / 2.0 - middle_x) / scale,
            (low + high) / 2.0 + (middle_y - self.size[1] / 2.0) / scale_y,
        )
        return replace(self, center=center, scale=scale, stretch=scale_y / scale)


def between(old: View, new: View, t: float) -> View:
    """The view a part `t` of the way from one to another, on the canvas of the new one. Scales change by factors, and
    the middle so that the world point at which both agree stays where it is: zooming, without a swerve."""
    if t >= 1.0:
        return new
    x, scale = _glide(old.center[0], old.scale, new.center[0], new.scale, t)
    y, scale_y = _glide(old.center[1], old.scale_y, new.center[1], new.scale_y, t)
    return View((x, y), scale, new.size, scale_y / scale)


def _glide(start: float, scale: float, end: float, last: float, t: float) -> tuple[float, float]:
    """Middle and scale of one direction, a part t of the way: the middle is a linear function of 1 / scale."""
    factor = last / scale
    now = scale * factor**t
    if abs(factor - 1.0) < 1e-6:
        return start + t * (end - start), now
    return start + (end - start) * (1.0 / now - 1.0 / scale) / (1.0 / last - 1.0 / scale), now


def within_limits(scale: float) -> float:
    """A scale that floats can work with; the largest one for what has no size."""
    return min(max(scale, SMALLEST_SCALE), LARGEST_SCALE) if math.isfinite(scale) else LARGEST_SCALE
