"""What two polygons asks: a direction in which light passes, and which edge of B shows a gap."""

from __future__ import annotations

import math

from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.edge_shadows import Screen
from geometry.sat.support import support
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Click, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed, listed

NEAR = math.radians(2.0)  # a screen stands where it should within so much


def turn_the_screen(moment: Moment[ShapesAndAxis]) -> Adjust:
    """Turn the screen to a gap; where there is none, to where the shadows just touch or overlap least."""
    scene, best = moment.scene, moment.trace.result.best
    return let_light_pass(best.angle) if best.separation > scene.near else to_least(scene, best)


def let_light_pass(angle: float) -> Adjust:
    """`angle`: of the screen that shows the widest gap."""

    def judge(scene: ShapesAndAxis) -> Verdict:
        s = scene.separation_at(scene.angle)
        if s > scene.near:
            because = f"At {degrees(scene.angle)} a gap of {fixed(s)} is left: light passes between A and B."
            return Verdict(True, because)
        (x, y), _, _ = scene.beside(scene.angle)
        a, b = (float(each.world.centroid @ (y, -x)) for each in (scene.a, scene.b))  # the light falls along (y, -x)
        first, second, body = ("A", "B", scene.b) if a < b else ("B", "A", scene.a)
        because = f"Here light that passes {first} meets {second}. Look for a direction that passes both."
        return Verdict(
            False, because, "No light passes", (Remark(xy(support(body.world, (-y, x)).point), "light ends here"),)
        )

    text = "From some direction light passes between A and B. Turn the screen to find it."
    return Adjust(text, judge, lambda scene: scene.turned_to(angle), "axis")


def to_least(scene: ShapesAndAxis, best: Screen) -> Adjust:
    """Where no light passes: the screen that comes nearest to a gap, which is perpendicular to an edge."""
    touches, is_nested = abs(best.separation) <= scene.near, scene.kind(best.angle) == "depth"
    does = "just touch" if touches else "need the least shift to be separated" if is_nested else "overlap least"

    def judge(now: ShapesAndAxis) -> Verdict:
        names = listed([f"{edge.owner}{edge.index}" for edge in best.edges])
        if apart(now.angle, best.angle) <= NEAR:
            told = "just touch" if touches else f"{does}, {fixed(-best.separation)}"
            return Verdict(
                True, f"Light along {names}: with this screen, at {degrees(best.angle)}, the shadows {told}."
            )
        because = f"At {degrees(now.angle)} {kept_off(now, now.angle)}. Another screen shows less."
        return Verdict(False, because, "Not the least yet")

    text = f"No light passes here. Turn the screen to where the shadows {does}."
    return Adjust(text, judge, lambda now: now.turned_to(best.angle), "axis")


def edge_with_gap(moment: Moment[ShapesAndAxis]) -> Click:
    """Which edge of B shows a gap, or none: before light is let along them."""
    scene = moment.scene
    shape = scene.b.world
    found = {edge: angle for edge, angle in scene.edges.items() if edge.owner == "B"}
    gaps = frozenset(edge for edge, angle in found.items() if scene.separation_at(angle) > scene.near)
    right: frozenset[FeatureRef | str] = gaps or frozenset(("none",))

    def judge(clicked: FeatureRef | str) -> Verdict:
        if clicked == "none":
            if clicked in right:
                return Verdict(True, "Along every edge of B the light that passes one shape meets the other.")
            return Verdict(
                False, "Along one of them light passes. Look along each edge of B, past A.", "There is one"
            )
        if not isinstance(clicked, FeatureRef) or clicked not in found:
            return Verdict(False, "The edges of A have been tried. Click an edge of B, or none.", "Not an edge of B")
        s, (p, q) = scene.separation_at(found[clicked]), shape.edges[clicked.index]
        middle = xy((p + q) / 2.0)
        is_right = clicked in right

        def draw(canvas: Canvas, pane: str) -> None:
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            canvas.unbounded(p, q - p, ink, line=Line.MEASURE if is_right else Line.DOTTED)

        if is_right:
            because = f"Light along {clicked} passes between the shapes: a gap of {fixed(s)}."
            return Verdict(True, because, remarks=(Remark(middle, f"gap {fixed(s)}", right=True),), draw=draw)
        because = f"Light along {clicked} does not pass: {kept_off(scene, found[clicked])}."
        return Verdict(False, because, "No gap here", (Remark(middle, "no gap along it"),), draw=draw)

    text = "Along which edge of B does light pass between A and B? Click it, or none."
    return Click(text, judge, right, ("none",), kinds=frozenset((FeatureKind.EDGE,)))


def kept_off(scene: ShapesAndAxis, angle: float) -> str:
    """What the shadows do where no light passes."""
    s = scene.separation_at(angle)
    if abs(s) <= scene.near:
        return "the shadows just touch"
    if scene.kind(angle) == "depth":
        return f"one shadow lies in the other, and a shift of {fixed(-s)} separates them"
    return f"the shadows overlap by {fixed(-s)}"
