"""The view: which part of the world is seen, and where each world point lands on the screen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry import Aabb, Vector

SMALLEST_SCALE = 1e-7  # pixels per unit: shapes of size 1e6 and beyond still fit
LARGEST_SCALE = 1e9  # shapes of size 1e-6 fill the view


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """World units to logical pixels of a canvas `size` wide and high, y turned down, origin at its top left."""

    center: tuple[float, float] = (0.0, 0.0)  # the world point in the middle
    scale: float = 100.0  # pixels per world unit
    size: tuple[float, float] = (800.0, 600.0)

    @property
    def pixel(self) -> float:
        """World length of one pixel."""
        return 1.0 / self.scale

    def to_screen(self, world: ArrayLike) -> NDArray[np.float64]:
        """World points `(n, 2)` or one `(2,)`, in pixels."""
        offset = (np.asarray(world, dtype=np.float64) - self.center) * (self.scale, -self.scale)
        return offset + (self.size[0] / 2.0, self.size[1] / 2.0)

    def to_world(self, screen: tuple[float, float]) -> Vector:
        """A pixel's world point, shape (2,)."""
        return np.array(
            (
                self.center[0] + (screen[0] - self.size[0] / 2.0) / self.scale,
                self.center[1] - (screen[1] - self.size[1] / 2.0) / self.scale,
            )
        )

    def bounds(self) -> Aabb:
        """The part of the world that is seen."""
        half = np.array(self.size) / (2.0 * self.scale)
        return Aabb(np.array(self.center) - half, np.array(self.center) + half)

    def panned(self, dx: float, dy: float) -> View:
        """Dragged by so many pixels: what was under the pointer stays under it."""
        return replace(self, center=(self.center[0] - dx / self.scale, self.center[1] + dy / self.scale))

    def zoomed(self, factor: float, at: tuple[float, float]) -> View:
        """Enlarged by `factor` about a pixel, whose world point stays where it is."""
        scale = min(max(self.scale * factor, SMALLEST_SCALE), LARGEST_SCALE)
        fixed = self.to_world(at)
        shift_x, shift_y = at[0] - self.size[0] / 2.0, at[1] - self.size[1] / 2.0
        return replace(
            self, scale=scale, center=(float(fixed[0]) - shift_x / scale, float(fixed[1]) + shift_y / scale)
        )

    def resized(self, width: float, height: float) -> View:
        """The same middle on a canvas of another size."""
        return replace(self, size=(max(width, 1.0), max(height, 1.0)))

    def fitted(self, box: Aabb, margin: float = 48.0) -> View:
        """The whole of `box` in the middle, with a margin in pixels (less on a small canvas)."""
        width, height = self.size
        margin = min(margin, 0.12 * min(width, height))
        extent = box.extent
        fits = [
            (room - 2.0 * margin) / float(length)
            for room, length in zip((width, height), extent, strict=True)
            if length > 0.0
        ]
        scale = min(max(min(fits, default=self.scale), SMALLEST_SCALE), LARGEST_SCALE)
        x, y = box.center
        return replace(self, center=(float(x), float(y)), scale=scale)
