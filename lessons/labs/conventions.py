"""Conventions: the same scene in another engine's words, one switch after the other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Trace, box, convex, minkowski_difference, regular_polygon, separation
from geometry.conventions import changed_by
from geometry.engine.told import KINDS, Told, Translated
from geometry.faulty.conventions import FaultyTold, flipped_twice, vertices_only
from geometry.outline import signed_area
from geometry.shape import Convex
from lessons.labs import conventions_asked as asked
from lessons.labs.conventions_board import draw_board, shows_card, take
from lessons.labs.conventions_figure import (
    AXIS,
    COMPUTED,
    DEPTH,
    DIFFERENCE,
    NORMAL,
    ORDER,
    TOUCHING,
    draw_here,
    draw_there,
    headed,
    is_unchecked,
    moved_by,
)
from lessons.labs.conventions_scene import NAMES, ON_CARD, Spoken
from lessons.labs.conventions_words import N_HAT, W, before_the_move, sentence, situation
from viz.lesson.canvas import Canvas
from viz.lesson.engines import ENGINES
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, at
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

VERTICES, TWICE = "only vertices mirrored", "normal flipped twice"
STAGES = ("Here", "y axis", "Winding", "Normal", "Difference", "Depth", "Touching")
IDEAS = (
    "A normal copied from one engine may push B the wrong way in another: their **conventions** differ, such as "
    "which way y points. First, our own numbers.",
    "Screens count y downward. The shapes stay; every y and every angle changes its sign. "
    "**Handedness** changes too: which direction of turning is positive.",
    "**Winding** is the direction in which vertices are listed. With y down the list stays, but $S$ changes its "
    "sign: a formula for outward normals gives inward ones.",
    r"From A to B, or from B to A? With a positive depth, moving B by depth times $\hat n$ separates the shapes only "
    r"if $\hat n$ points from A to B.",
    r"$\boldsymbol{w}$ is the boundary point of A − B nearest to the origin. B − A is A − B reflected through the "
    r"origin, so both signs of $\boldsymbol{w}$ change.",
    "Some engines report a positive depth for an overlap. Others report the separation $s$: negative for an overlap, "
    "positive for a gap.",
    "B has been moved until it just touches A: $s$ = 0. A test for $s$ ≤ 0 reports a contact, a test for $s$ < 0 "
    "reports none.",
)
FORMULAS = (
    "",
    r"(x,\,y)\mapsto(x,\,-y),\quad \phi\mapsto-\phi",
    r"S=\tfrac12\sum\mathrm{cross}(\boldsymbol{a}_i,\,\boldsymbol{a}_{i+1})",
    r"\hat n_{BA}=-\hat n_{AB}",
    r"B-A=-(A-B)",
    r"\mathrm{depth}=-s",
    r"\mathrm{contact\ if}\ s\le 0",
)
MIRRORED = r"(x,\,y)\mapsto(x,\,-y)"  # of a pair whose y alone changes
TURNED = rf"{MIRRORED}\mapsto(-x,\,y)"  # and that is reversed too
SWITCHED = {
    DEPTH: r"\mathrm{here:}\ \mathrm{depth}=-s,\quad \mathrm{there:}\ \mathrm{depth}=s",
    TOUCHING: r"\mathrm{here:}\ s\le 0,\quad \mathrm{there:}\ s<0",
}
SKINS = {  # where an engine's separations count a skin of each shape
    DEPTH: r"\mathrm{{here:}}\ \mathrm{{depth}}=-s,\quad \mathrm{{there:}}\ s-{:.2f}",
    TOUCHING: r"\mathrm{{here:}}\ s\le 0,\quad \mathrm{{there:}}\ s\le {:.2f}",
}
BY = {"y_down": "y axis", "clockwise": "winding", "normal_b_to_a": "normal", "b_minus_a": "difference"}
BY |= {"depth_negative": "depth", "touching_is_apart": "touching"}
ROWS: tuple[tuple[tuple[str, str, str], ...], ...] = (  # what each step adds: kind of number, examples, one of them
    (),
    (
        ("point, vector", "corner, velocity", "vertex"),
        ("rotation", "angle, spin, torque", "angle"),
        ("no direction", "length, mass, energy", "distance"),
    ),
    (("signed area", "$S$ of a list", "area"),),
    (("contact normal", N_HAT, "normal"),),
    (("point of A − B", W, "nearest"),),
    (("depth", "overlap or gap", "depth"),),
    (("contact or not", "just touching", "touching"),),
)


class ConventionsStory(Story):
    """One switch a step, from our telling to that of the other engine."""

    columns = ("kind of number", "such as", "changes with")

    def stage(self, moment: Moment[Any]) -> str:
        return STAGES[moment.index]

    def page(self, moment: Moment[Spoken]) -> Page:
        index, scene = moment.index, moment.scene
        page = Page(STAGES[index], IDEAS[index], _formula(moment), _claims(moment)).says(sentence(moment))
        for kind, examples, name in ROWS[index]:
            page = page.row(kind, examples, _switches(name), key=name)
        if scene.asks and index == COMPUTED:
            return page.asks(asked.which_change(), situation(scene))
        if scene.asks and index == ORDER:
            return page.asks(asked.way_out(scene), situation(scene))
        return page

    def draw(self, canvas: Canvas, moment: Moment[Spoken]) -> None:
        draw_here(canvas, moment)


def _switches(name: str) -> str:
    """Which switches change a number."""
    switches = changed_by(KINDS[name]) if name in KINDS else ("touching_is_apart",)
    return ", ".join(BY[each] for each in switches) or "never"


def _formula(moment: Moment[Spoken]) -> str:
    """True of the numbers of both engines: for a pair, all changes of sign up to this step."""
    index, so_far = moment.index, moment.step.so_far
    if index in (NORMAL, DIFFERENCE) and so_far.y_down and not is_unchecked(moment):
        name = r"\hat n" if index == NORMAL else r"\boldsymbol{w}"
        is_reversed = so_far.normal_b_to_a if index == NORMAL else so_far.b_minus_a
        return f"{name}:\\ {TURNED if is_reversed else MIRRORED}"
    if index == NORMAL and not so_far.normal_b_to_a and not so_far.y_down:
        return r"\hat n_{\mathrm{there}}=\hat n_{\mathrm{here}}"
    if moment.scene.skins and index in SKINS:
        return SKINS[index].format(moment.scene.skins)
    is_switched = {DEPTH: so_far.depth_negative, TOUCHING: so_far.touching_is_apart}.get(index, False)
    return SWITCHED[index] if is_switched else FORMULAS[index]


def _claims(moment: Moment[Spoken]) -> tuple[Claim, ...]:
    """Each from the shapes, or from the numbers that are told there with the formulas that anybody uses."""
    scene, told, so_far = moment.scene, moment.step.told, moment.step.so_far
    a, b = scene.shapes
    y = np.array((1.0, -1.0 if so_far.y_down else 1.0))
    match moment.index:
        case 0:
            return (Claim("energy", lambda: told.energy, lambda: _energy(b, scene.spin)),)
        case 1:
            turn = np.array((math.cos(told.angle), math.sin(told.angle))) * y
            angle = scene.b.pose.angle
            return (
                Claim("same screen", lambda: told.outline * y, lambda: a.points),
                Claim("b0", lambda: told.vertex * y, lambda: b.points[0]),
                Claim("phi", lambda: turn, lambda: np.array((math.cos(angle), math.sin(angle)))),
            )
        case 2:
            p, q = a.edges[0][1] - a.edges[0][0], a.edges[1][1] - a.edges[1][0]
            flip = -1.0 if so_far.y_down else 1.0
            return (
                Claim("S", lambda: told.area, lambda: signed_area(told.outline)),
                Claim("cross", lambda: _cross(p * y, q * y), lambda: flip * _cross(p, q)),
                Claim("mirrored", lambda: _cross(p * (1, -1), q * (1, -1)), lambda: -_cross(p, q)),
            )
        case 3:
            way = told.normal * y * (-1.0 if so_far.normal_b_to_a else 1.0)
            depth = scene.here.depth
            return (
                Claim("unit", lambda: math.hypot(*told.normal), lambda: 1.0),
                Claim("B just touches A", lambda: separation(a, b.moved(depth * way)), lambda: 0.0, 1e-8),
            )
        case 4:
            first, second = (b, a) if so_far.b_minus_a else (a, b)
            sign = -1.0 if so_far.b_minus_a else 1.0
            return (
                Claim("vertices", lambda: _sorted(first, second, 1.0), lambda: _sorted(a, b, sign)),
                Claim("B + w touches A", lambda: separation(a, b.moved(sign * told.nearest * y)), lambda: 0.0, 1e-8),
                Claim("w", lambda: math.hypot(*told.nearest), lambda: abs(separation(a, b)), 1e-8),
            )
    if moment.index == DEPTH:
        sign = -1.0 if so_far.depth_negative else 1.0
        return (Claim("depth", lambda: sign * told.depth, lambda: -separation(a, b), 1e-8),)
    return (Claim("touching", lambda: told.touching, lambda: so_far.is_contact(0.0)),)


def _cross(p: Any, q: Any) -> float:
    return float(p[0] * q[1] - p[1] * q[0])


def _sorted(a: Convex, b: Convex, sign: float) -> Any:
    """The vertices of A − B, all times a sign, as the sums of their coordinates in order."""
    points = sign * minkowski_difference(a, b).points
    return np.sort(points @ (1.0, math.e))


def _energy(b: Convex, spin: float) -> float:
    """Of a spinning body, from the triangles of a fan about its centre: I = m (p² + p·q + q²) / 6 each."""
    if b.radius > 0.0 or len(b.points) < 3:
        from geometry.dynamics.mass import mass_properties

        return 0.5 * mass_properties(b).inertia * spin**2
    found, around = 0.0, b.points - b.centroid
    for p, q in zip(around, np.roll(around, -1, axis=0), strict=True):
        found += 0.5 * _cross(p, q) * float(p @ p + p @ q + q @ q) / 6.0
    return 0.5 * found * spin**2


def _differs(moment: Moment[Spoken]) -> bool:
    return isinstance(moment.faulty, FaultyTold) and moment.faulty.error > 1e-6 and moment.index >= NORMAL


class ConventionsLab(Lesson[Spoken]):
    id = "conventions"
    title = "In another engine's words"
    source = "Collision detection for dummies; Shapes and collision"
    summary = "The same scene told by two engines: which numbers change their sign, and why none of them is wrong."
    terms = ("convention", "handedness", "winding")
    builds_on = ("edge-normals", "minimum-translation")
    tells_conventions = True
    story = ConventionsStory()
    compare = (
        Comparison(VERTICES, lambda scene: vertices_only(scene.here, scene.conventions), _differs),
        Comparison(TWICE, lambda scene: flipped_twice(scene.here, scene.conventions), _differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return self._arranged(0.268)

    @cached_property
    def presented(self) -> Layout:
        """On a wall the letters of the board are larger."""
        return self._arranged(0.38)

    def _arranged(self, board: float) -> Layout:
        return above(
            beside(
                Pane("here", "Here", draw_here, is_world=True, headed=partial(headed, is_there=False)),
                Pane("there", "There", draw_there, is_world=True, headed=partial(headed, is_there=True)),
                share=1.0 - board,
            ),
            Pane("board", "", draw_board, share=board, take=take, margin=0.012, is_to_scale=False),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Spoken | Preset[Spoken]]:
        wedge, kite = convex(((-1.3, -0.75), (1.2, -0.6), (0.8, 0.75), (-1.0, 0.6))), box(1.9, 0.9)
        dart = convex(((-0.7, -0.5), (0.9, -0.3), (0.1, 0.8)))
        left, right = at(wedge, -0.3, 0.4), at(kite, 1.05, -0.36, 25.0)

        def told(engine: str, a: Body, b: Body, *chosen: str) -> Spoken:
            on = tuple(name for name in NAMES if getattr(ENGINES[engine].conventions, name) or name in chosen)
            return Spoken(a, b, there=on, engine=engine)

        at_normal = lambda trace: NORMAL  # noqa: E731
        return {
            "Everything opposite": Spoken(left, right, there=NAMES, asks=True),
            "Screen, y down": Preset(
                told("Screen, y down", at(box(2.0, 0.8), -0.3, -0.45, 8.0), at(dart, 0.3, 0.45, 15.0)),
                VERTICES,
                at_normal,
            ),
            "Box2D": told("Box2D", at(box(2.2, 0.7), 0.1, -0.35, -6.0), at(box(0.9, 0.9), 0.5, 0.35, 14.0)),
            "pymunk, y down": told(
                "Chipmunk, pymunk",
                at(regular_polygon(5, 0.9), -0.6, 0.1, 9.0),
                at(wedge, 0.78, -0.1, 60.0),
                *("y_down", "clockwise"),  # what is chosen, and what its own order of vertices is then
            ),
            "Matter.js": Preset(
                told("Matter.js", at(dart, -0.6, 0.2, 200.0), at(box(1.1, 1.4), 0.5, -0.2, 20.0)), TWICE, at_normal
            ),
            "Rapier": told("Rapier", at(dart, -0.85, 0.35, 30.0), at(regular_polygon(6, 0.7), 0.85, -0.3, 71.0)),
        }

    def run(self, scene: Spoken) -> Trace[Translated, Told]:
        return scene.trace

    def clock(self, moment: Moment[Spoken]) -> Clock | None:
        """The mirror folds when y down is set."""
        folds = moment.index == AXIS and moment.step.so_far.y_down
        return Clock(1.2, plays_on_entry=True) if folds else None

    def shows_controls(self, moment: Moment[Spoken]) -> bool:
        return shows_card(moment)

    def situation(self, moment: Moment[Spoken]) -> str:
        if not _differs(moment):
            return before_the_move(moment.scene) if moment.index == TOUCHING else situation(moment.scene)
        degrees = fixed(math.degrees(moment.faulty.error), 0)
        a, b = moment.scene.shapes
        left = separation(a, b.moved(moved_by(moment.scene, moment.faulty)))
        here, there = moment.scene.here, moment.scene.conventions
        way = "along" if (here.depth > 0.0) is not there.normal_b_to_a else "against"
        done = f"B moved {fixed(abs(here.depth))} {way} it is {fixed(abs(left))} {'deep' if left < 0.0 else 'apart'}"
        slip = (
            r"The $y$ of $\hat n$ is not mirrored"
            if moment.compare == VERTICES
            else r"$\hat n$ is reversed once too often"
        )
        return tint(f"{slip}, {degrees}° off: {done}.", Ink.FAULTY)

    def challenge(self, moment: Moment[Spoken]) -> Challenge | None:
        scene = moment.scene
        if not shows_card(moment):
            return None
        agree = len(scene.agreeing)
        return Challenge(
            "The row **card** shows what an unknown engine prints. Set the switches until its five numbers agree.",
            agree == len(ON_CARD),
            f"{agree} of {len(ON_CARD)} numbers agree",
            "Begin with a quantity that only one switch changes: the point with y, the depth with its sign.",
        )
