"""The box that is set down: its tilt over time, under the crossing rule and under the two-point rule."""

from __future__ import annotations

import numpy as np

from geometry import PointRule
from lessons.edge_clipping.scene import Clipped, Settled
from lessons.first_edition.marks import RIGHT, UP
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.text import amount, signed

WIDE = 7.0  # of the whole time, in heights of the drawing


def draw(canvas: Canvas, scene: Clipped) -> None:
    """Time to the right, tilt upwards: each curve named at its end by what becomes of the box."""
    one, two = scene.set_down(PointRule.CROSSING), scene.set_down(PointRule.TWO_POINTS)
    reach = max(float(np.abs(one.tilts).max()), float(np.abs(two.tilts).max()), 1e-9)
    end = float(one.times[-1])

    def place(settled: Settled) -> np.ndarray:
        return np.stack((settled.times / end * WIDE, settled.tilts / reach), axis=1)

    canvas.stroke(((0.0, 0.0), (WIDE, 0.0)), Ink.CONSTRUCTION)
    canvas.label("0°", (0.0, 0.0), Ink.QUIET, toward=(-1.0, 0.0))
    canvas.label(f"{signed(scene.tilt)}°", (0.0, scene.tilt / reach), Ink.QUIET, toward=(-1.0, 0.0))
    canvas.label(f"{amount(end)} s", (WIDE, 0.0), Ink.QUIET, toward=RIGHT)
    for settled, ink, rule in ((one, Ink.FAULTY, "one point where edges cross"), (two, Ink.RESULT, "two points")):
        curve = place(settled)
        canvas.stroke(curve, ink)
        what = "rests" if settled.rests else f"rocks by {amount(settled.swing)}° for ever"
        high = curve[: len(curve) // 2]
        at = curve[len(curve) * (2 if ink is Ink.RESULT else 3) // 5]
        top = float(max(high[-1][1], curve[-10:, 1].max()))
        place_at = (at[0], top) if ink is Ink.FAULTY else (at[0], min(0.0, float(curve[-10:, 1].min())))
        canvas.label(f"{rule}: {what}", place_at, ink, toward=UP if ink is Ink.FAULTY else -UP)
