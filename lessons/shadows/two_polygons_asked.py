"""What two polygons asks: a direction in which light passes, and which edge of B shows a gap."""

from __future__ import annotations

from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.support import support
from lessons.shadows.scene import ShapesAndAxis, degrees
from lessons.shadows.two_polygons_figure import draw_light
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Click, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed


def let_light_pass(moment: Moment[ShapesAndAxis]) -> Adjust | None:
    """Turn the screen to a gap, where there is one and it does not show yet."""
    best = moment.trace.result.best
    if best.separation <= moment.scene.near or moment.step.separation > moment.scene.near:
        return None

    def judge(scene: ShapesAndAxis) -> Verdict:
        s = scene.separation_at(scene.angle)
        if s > scene.near:
            because = f"At {degrees(scene.angle)} a gap of {fixed(s)} is left: light passes between A and B."
            return Verdict(True, because)
        (x, y), _, _ = scene.beside(scene.angle)
        a, b = (float(each.world.centroid @ (y, -x)) for each in (scene.a, scene.b))  # the light falls along (y, -x)
        first, second, body = ("A", "B", scene.b) if a < b else ("B", "A", scene.a)
        because = f"Here the light that passes {first} meets {second}: the shadows overlap by {fixed(-s)}."
        met = support(body.world, (-y, x)).point

        def draw(canvas: Canvas, pane: str) -> None:
            draw_light(canvas, scene, scene.angle, is_hand=False, is_open=False)

        return Verdict(False, because, "No light passes", (Remark(xy(met), "light ends here"),), draw=draw)

    text = "Light passes between A and B in some direction. Turn the screen until it does."
    return Adjust(text, judge, lambda scene: scene.turned_to(best.angle), "axis")


def edge_with_gap(moment: Moment[ShapesAndAxis]) -> Click:
    """Which edge of B shows a gap, or none: before light is let along them."""
    scene = moment.scene
    shape = scene.b.world
    found = {edge: scene.separation_at(angle) for edge, angle in scene.edges.items() if edge.owner == "B"}
    gaps = frozenset(edge for edge, s in found.items() if s > scene.near)
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
        s, (p, q) = found[clicked], shape.edges[clicked.index]
        middle = xy((p + q) / 2.0)
        is_right = clicked in right

        def draw(canvas: Canvas, pane: str) -> None:
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            canvas.unbounded(p, q - p, ink, line=Line.MEASURE if is_right else Line.DOTTED)

        if is_right:
            because = f"Light along {clicked} passes between the shapes: a gap of {fixed(s)}."
            return Verdict(True, because, remarks=(Remark(middle, f"gap {fixed(s)}", right=True),), draw=draw)
        because = f"Light along {clicked} does not pass: the shadows overlap by {fixed(-s)}."
        return Verdict(False, because, "No gap here", (Remark(middle, "no gap along it"),), draw=draw)

    text = "Now light along the edges of B. Click an edge of B along which it passes between A and B, or none."
    return Click(text, judge, right, ("none",), kinds=frozenset((FeatureKind.EDGE,)))
