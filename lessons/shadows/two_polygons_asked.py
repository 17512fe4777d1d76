"""What two polygons asks: a direction in which light passes, and which edge of B shows a gap."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.edge_shadows import Screen
from geometry.sat.support import ends_along, support
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from lessons.shadows.two_polygons_figure import draw_place, name_edges
from lessons.shadows.two_polygons_light import UP, draw_shadow_of_b, met
from lessons.shadows.two_polygons_scenes import edges_with_gap, elsewhere, finds_light, opens_at
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Adjust, Click, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed, listed

PAST = 0.04  # world length from a shape to the ray that passes it
NEAR = math.radians(2.0)  # a screen stands where it should within so much


def turn_the_screen(moment: Moment[ShapesAndAxis]) -> Adjust:
    """Turn the screen to a gap, or to the widest where several edges show one; where there is none, to where the
    shadows just touch or overlap least."""
    scene, found = moment.scene, moment.trace.result
    if found.best.separation <= scene.near:
        return to_least(scene, found.best)
    if not finds_light(moment):
        return to_widest(found.best)
    is_slanted = all(scene.separation_at(angle) < -scene.near for angle in (0.0, math.pi / 2.0))
    return let_light_pass(found.best, is_slanted=is_slanted)


def let_light_pass(best: Screen, *, is_slanted: bool) -> Adjust:
    """`best`: the screen that shows the widest gap. `is_slanted`: it shows neither on the level screen nor on the
    upright one."""

    def judge(scene: ShapesAndAxis) -> Verdict:
        s = scene.separation_at(scene.angle)
        if s > scene.near:
            is_along = apart(scene.angle, best.angle) <= NEAR
            way = f"The light runs along {names(best)}: it" if is_along else "Light"
            because = f"{way} passes between A and B, and at {degrees(scene.angle)} leaves a gap of {fixed(s)}."
            return Verdict(True, because, draw=named(scene, best) if is_along else None)
        told, ray = stopped(scene)
        because = f"{told} Look for a direction that passes both."
        draw = partial(draw_stopped, scene, ray)
        return Verdict(False, because, "No light passes", (Remark(ray[1], "light ends here"),), draw=draw)

    text = "Turn the screen until light passes between A and B. While you turn it, B’s shadow is hidden."
    if is_slanted:
        text = "The level screen and the upright one show no gap. Turn the screen until light passes between A and B."
    return Adjust(text, judge, lambda scene: scene.turned_to(best.angle), "axis")


def stopped(scene: ShapesAndAxis) -> tuple[str, tuple[Pair, Pair]]:
    """Where two shadows overlap: what becomes of the light, and a ray up to where it ends. That is the ray just past
    the shape in front, which the one behind stops; or one that the shape in front stops itself, if the other stands
    in its shadow."""
    n, _, _ = scene.beside(scene.angle)
    up = np.array((-n[1], n[0]))  # light falls against it
    bodies = {"A": scene.a.world, "B": scene.b.world}
    front, back = sorted(bodies, key=lambda name: round(float(-bodies[name].centroid @ up), 9))
    (low, high), (first, last) = (ends_along(bodies[name], *n) for name in (front, back))
    out, side = max((round(last - high, 9), 1.0), (round(low - first, 9), -1.0))
    if out > scene.near:
        told = f"No light passes between them: light just past {front} ends on {back}."
        place, stops = (high if side > 0.0 else low) + side * min(PAST, out / 2.0), back
    else:
        told, stops = f"Here {back} stands in the shadow of {front}.", front
        place = float(support(bodies[front], xy(up)).point @ n)
    top = max(support(shape, xy(up)).value for shape in bodies.values()) + UP
    start, end = (xy(place * np.array(n) + level * up) for level in (top, met(bodies[stops], n, place)))
    return told, (start, end)


def draw_stopped(scene: ShapesAndAxis, ray: tuple[Pair, Pair], canvas: Canvas, pane: str) -> None:
    """The ray that ends, and the shadow that was held back while the screen was turned."""
    canvas.stroke(ray, Ink.FAULTY, line=Line.MEASURE)
    if not opens_at(scene):
        draw_shadow_of_b(canvas, scene)


def to_widest(best: Screen) -> Adjust:
    """The screen of the widest gap, which is as wide as the shapes are apart."""

    def judge(now: ShapesAndAxis) -> Verdict:
        s, at = now.separation_at(now.angle), degrees(now.angle)
        if apart(now.angle, best.angle) <= NEAR:
            told = f"with this screen, at {degrees(best.angle)}, the gap is the widest, {fixed(best.separation)}"
            told = f"Light along {names(best)}: {told}. Here it is the distance between A and B."
            return Verdict(True, told, draw=named(now, best))
        if s > now.near:
            return Verdict(
                False, f"At {at} a gap of {fixed(s)} is left. Another screen shows a wider one.", "Not the widest yet"
            )
        return Verdict(False, f"At {at} {kept_off(now, now.angle)}. Another screen shows a gap.", "No gap here")

    text = "Light passes from many directions. Turn the screen to where the gap is the widest."
    return Adjust(text, judge, lambda now: now.turned_to(best.angle), "axis")


def names(screen: Screen) -> str:
    """The edges that light runs along."""
    return listed([f"{edge.owner}{edge.index}" for edge in screen.edges])


def named(scene: ShapesAndAxis, best: Screen) -> Callable[[Canvas, str], None]:
    """Draws the edges that an answer names, which have no names while a screen is looked for."""

    def draw(canvas: Canvas, pane: str) -> None:
        name_edges(canvas, scene, best)

    return draw


def to_least(scene: ShapesAndAxis, best: Screen) -> Adjust:
    """Where no light passes: the screen that comes nearest to a gap, which is perpendicular to an edge."""
    touches, is_nested = abs(best.separation) <= scene.near, scene.kind(best.angle) == "depth"
    does = "just touch" if touches else "overlap least"
    shift = "the smallest shift separates the shadows"

    def judge(now: ShapesAndAxis) -> Verdict:
        if apart(now.angle, best.angle) <= NEAR:
            told = shift if is_nested else f"the shadows {does}"
            number = "" if touches else f", {fixed(-best.separation)}"
            here = f"with this screen, at {degrees(best.angle)}, {told}{number}"
            return Verdict(True, f"Light along {names(best)}: {here}.", draw=named(now, best))
        because = f"At {degrees(now.angle)} {kept_off(now, now.angle)}. Another screen shows less."
        return Verdict(False, because, "They still overlap" if touches else "Not the least yet")

    text = f"No light passes here. Turn the screen to where {shift if is_nested else f'the shadows {does}'}."
    return Adjust(text, judge, lambda now: now.turned_to(best.angle), "axis")


def edge_with_gap(moment: Moment[ShapesAndAxis]) -> Click | None:
    """Which edge of B shows a gap, or none: before light is let along them. Of shapes apart the learner has seen that
    already: then which edge of A does, of B at another place. Nothing where an edge of A has shown a gap, or where
    the first picture tells that B has none: one shape inside the other, or at it."""
    s = moment.trace.result.best
    is_plain = abs(s.separation) <= moment.scene.near or moment.scene.kind(s.angle) == "depth"
    if is_plain or edges_with_gap(moment.scene, "A"):
        return None
    there = elsewhere(moment.scene)
    scene, owner = (moment.scene, "B") if there is None else (there, "A")
    shape = scene.a.world if owner == "A" else scene.b.world
    found = {edge: angle for edge, angle in scene.edges.items() if edge.owner == owner}
    gaps = frozenset(edge for edge, angle in found.items() if scene.separation_at(angle) > scene.near)
    right: frozenset[FeatureRef | str] = gaps or frozenset(("none",))
    past = "B" if owner == "A" else "A"

    def place(canvas: Canvas, pane: str) -> None:
        if there is not None:
            draw_place(canvas, there)

    def judge(clicked: FeatureRef | str) -> Verdict:
        if clicked == "none":
            if clicked in right:
                told = f"No light along an edge of {owner} passes between the shapes: their shadows overlap."
                return Verdict(True, told)
            because = f"Along one of them light passes. Look along each edge of {owner}, past {past}."
            return Verdict(False, because, "There is one", draw=place)
        if not isinstance(clicked, FeatureRef) or clicked not in found:
            head = f"Not an edge of {owner}"
            return Verdict(False, f"The question is about {owner}. Click an edge of {owner}, or none.", head)
        s, (p, q) = scene.separation_at(found[clicked]), shape.edges[clicked.index]
        middle = xy((p + q) / 2.0)
        is_right = clicked in right

        def draw(canvas: Canvas, pane: str) -> None:
            place(canvas, pane)
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            canvas.unbounded(p, q - p, ink, line=Line.MEASURE if is_right else Line.DOTTED)

        if is_right:
            because = f"Light along {clicked.owner}{clicked.index} passes between the shapes: a gap of {fixed(s)}."
            return Verdict(True, because, remarks=(Remark(middle, f"gap {fixed(s)}", right=True),), draw=draw)
        because = f"Light along {clicked.owner}{clicked.index} does not pass: {kept_off(scene, found[clicked])}."
        return Verdict(False, because, "No gap here", (Remark(middle, "no gap along it"),), draw=draw)

    text = "Along which edge of B does light pass between A and B? Click it, or none."
    if there is not None:
        text = "B moves to the dashed place. Along which edge of A does light pass then? Click it, or none."
    return Click(text, judge, right, ("none",), kinds=frozenset((FeatureKind.EDGE,)))


def kept_off(scene: ShapesAndAxis, angle: float) -> str:
    """What the shadows do where no light passes."""
    s = scene.separation_at(angle)
    if abs(s) <= scene.near:
        return "the shadows just touch"
    if scene.kind(angle) == "depth":
        return f"one shadow lies in the other, and a shift of {fixed(-s)} separates them"
    return f"the shadows overlap by {fixed(-s)}"
