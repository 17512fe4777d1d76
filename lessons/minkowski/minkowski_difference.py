"""Minkowski difference: two shapes and a question become one shape and the origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Trace, Vector, box, circle, convex, overlaps, regular_polygon, separation
from geometry.faulty.minkowski_difference import FaultyDifference, moves_a, not_reflected
from geometry.minkowski.sum import EdgeLaid
from geometry.query.nearest import NearestBoundary
from geometry.query.origin import OriginStep, OriginTested, Reflected, VerticesSubtracted
from geometry.vector import length
from lessons.minkowski.minkowski_difference_asked import highest_pair, moved_difference, nearest_point, next_face
from lessons.minkowski.minkowski_difference_cards import draw_cards
from lessons.minkowski.minkowski_difference_faulty import (
    FAULT_COLUMNS,
    MOVES_A,
    NOT_REFLECTED,
    V,
    differs,
    fault_goal,
    fault_page,
    fault_told,
    is_told,
)
from lessons.minkowski.minkowski_difference_figure import draw_space, draw_world
from lessons.minkowski.minkowski_difference_goals import goal
from lessons.minkowski.minkowski_difference_scene import (
    APART,
    MOST_LAID,
    PARALLEL,
    TOUCHING,
    Subtracted,
    farthest,
)
from lessons.minkowski.minkowski_difference_shrunk import Shrunk
from lessons.minkowski.minkowski_difference_shrunk import page as shrunk_page
from lessons.minkowski.minkowski_difference_sort import is_closed, sort_page
from lessons.stories.outlines import direction, laid_before, parts, take_difference
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.difference import difference_pane, is_reflected
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint
from viz.lesson.times import fraction

CARDS, SPACE = "Edges of A and −B", "Difference space: every a − b"
CENTERS = r"$\A{\boldsymbol{c}_A}$ − $\B{\boldsymbol{c}_B}$"
A, B = r"$\A{\boldsymbol{a}}$", r"$\B{\boldsymbol{b}}$"
IN_BOTH = r"\A{\boldsymbol a}\in\A{A},\ \B{\boldsymbol b}\in\B{B}"
DIFFERENCES = rf"\A{{A}}-\B{{B}}=\{{\,\A{{\boldsymbol a}}-\B{{\boldsymbol b}}\ :\ {IN_BOTH}\,\}}"
AS_SUM = r"\A{A}-\B{B}=\A{A}\oplus(-\B{B})"
INSIDE = r"\boldsymbol 0\in \A{A}-\B{B}\ \Longleftrightarrow\ \A{A}\cap\B{B}\ne\varnothing"
NEAREST = (
    r"\Vert\answer{\boldsymbol v}\Vert=\min\{\,\Vert\boldsymbol w\Vert\ :\ \boldsymbol w\ "
    r"\mathrm{on\ the\ outline\ of}\ \A{A}-\B{B}\,\}"
)
SUBTRACT = (
    f"Draw the arrow from every {B} to every {A}. Move its start to the **origin**: the tips fill the **Minkowski "
    f"difference** A − B. Where {A} = {B}, the arrow has length 0."
)
REFLECT = (
    "Subtracting b is adding −b. So **reflect** B through the origin: every b goes to −b. That is B rotated by 180°, "
    "and A − B is a Minkowski sum."
)
ORIGIN = (
    "If the origin lies inside A − B, the shapes **overlap**. If it lies on the outline of A − B, they **just "
    "touch**. If it lies outside, they are **apart**."
)
MTV = (
    f"{V} is the outline’s point nearest to the origin. If B moves by {V}, A − B moves by −{V}: the outline meets "
    f"the origin. A shorter move leaves the origin inside: {V} is the **MTV**."
)
GAP = (
    f"{V} is the point of A − B nearest to the origin, so no a − b is shorter. It leads from B’s closest point to "
    "A’s closest point."
)
ADDED = ("face", "added support point", "direction θ")  # heads of the table while faces are laid
MOST_ROWS = 7  # that the table has room for
TOUCH = f"The origin itself lies on the outline: {V} has length 0. A and B share a boundary point: no move is needed."


class MinkowskiDifferenceStory(Story):
    columns = ("face", "direction θ", "least distance")

    def stage(self, moment: Moment[Subtracted]) -> str:
        match moment.step:
            case VerticesSubtracted():
                return "Differences"
            case Reflected():
                return "Reflect B"
            case EdgeLaid():
                return "Sort"
            case OriginTested():
                return "Origin"
            case Shrunk():
                return "Shrink B"
        return "Nearest"

    def page(self, moment: Moment[Subtracted]) -> Page:
        scene = moment.scene
        a, b, figure = scene.a.world, scene.b.world, scene.figure
        match moment.step:
            case VerticesSubtracted(points=cloud):
                n, m = len(a.points), len(b.points)
                says = (
                    f"A and B are convex: A − B is the convex hull of the {n * m} differences of vertices. Its edges "
                    "are called **faces**."
                )
                if n == m == 1:
                    says = (
                        f"All differences fill the disc around {CENTERS}, of radius {fixed(a.radius)} + "
                        f"{fixed(b.radius)} = {fixed(figure.radius)}."
                    )
                page = Page(self.stage(moment), SUBTRACT, DIFFERENCES).says(says)
                page = page.claiming(
                    Claim("a − b", lambda: cloud, lambda: [p - q for p in a.points for q in b.points])
                )
                return page if moment.compare or is_reflected(scene) else page.asks(highest_pair(moment))
            case Reflected(points=reflected):
                k = farthest(b)
                (x, y), (u, v) = b.points[k].tolist(), reflected[k].tolist()
                what = f"Vertex {k}" if len(b.points) > 1 else "The centre"
                says = f"{what} of B goes from ({fixed(x)}, {fixed(y)}) to ({fixed(u)}, {fixed(v)})."
                says += " Each edge is reversed and keeps its name." if len(b.points) > 1 else ""
                page = Page(self.stage(moment), REFLECT, AS_SUM).says(says)
                reach = Claim(
                    "A − B = A ⊕ (−B)", lambda: _reach(figure.points), lambda: _reach(a.points) + _reach(reflected)
                )
                return page.claiming(reach)
            case EdgeLaid():
                return self.sorted(moment)
            case Shrunk():
                return shrunk_page(Page(self.stage(moment)), moment, touches=scene.is_touching)
            case OriginTested() as step:
                where = "on the outline of" if step.touches else "outside" if step.separation > 0.0 else "inside"
                what = "just touch" if step.touches else "are apart" if step.separation > 0.0 else "overlap"
                told = tint(f"**{what}**", separation_ink(0.0 if step.touches else step.separation))
                says = f"The origin lies {where} A − B: A and B {told}."
                page = Page(self.stage(moment), ORIGIN, INSIDE).says(says)
                meet = Claim("contact", lambda: step.separation <= 1e-9, lambda: overlaps(a, b))
                page = page.claiming(Claim("contact", lambda: True, lambda: True) if step.touches else meet)
                known = f"The origin lies {where} A − B."
                quiet = moment.compare or is_reflected(scene)
                return page if quiet else page.asks(nearest_point(moment), known)
        return self.nearest(moment)

    def sorted(self, moment: Moment[Subtracted]) -> Page:
        page = sort_page(Page(self.stage(moment)), moment)
        if moment.compare or is_reflected(moment.scene):
            return page
        if not is_closed(moment):
            return page.asks(next_face(moment), _untested(moment))
        known = "The edges of A and −B are laid in the order of their directions: the outline is closed."
        return page.asks(moved_difference(moment), known)

    def nearest(self, moment: Moment[Subtracted]) -> Page:
        scene, found = moment.scene, moment.scene.nearest
        v, ink = found.point, separation_ink(found.separation)
        idea = TOUCH if scene.is_touching else GAP if found.separation > 0.0 else MTV
        if scene.is_touching:
            says = f"{V} = (0.00, 0.00): A and B just touch."
        else:
            says = f"{V} = {_pair(v)}, {tint(f'**{fixed(length(v))}**', ink)} long"
            apart = ": the distance between A and B."
            says += apart if found.separation > 0.0 else f". After a move of B by {V}, A and B just touch."
        page = Page(self.stage(moment), idea, NEAREST).says(says)
        if is_told(moment):
            return fault_page(page, moment)
        page = self.faces(page, moment)
        moved = scene.b.world.moved(v)
        return page.claiming(
            Claim("‖v‖", lambda: length(v), lambda: abs(separation(scene.a.world, scene.b.world))),
            Claim("just touching", lambda: separation(scene.a.world, moved), lambda: 0.0, 1e-8),
        )

    def faces(self, page: Page, moment: Moment[Subtracted]) -> Page:
        """How far each face is from the origin, in the order of the outline; of many faces those that are nearest."""
        scene = moment.scene
        far, edges = scene.distances, scene.figure.edges
        most = MOST_ROWS if len(far) <= MOST_ROWS else MOST_ROWS - 1  # and a row that says how many are left out
        shown = sorted(sorted(range(len(far)), key=far.__getitem__)[:most])
        for i in shown:
            names = " ".join(tint(part.name, part.ink) for part in parts(edges[i], scene.a.world.points))
            is_least = far[i] <= min(far) + 1e-9
            ink = Ink.QUIET if scene.is_touching else separation_ink(scene.nearest.separation)
            told = tint(f"**{fixed(far[i])}**", ink) if is_least else fixed(far[i])
            page = page.row(names, f"{fixed(direction(edges[i]), 0)}°", told, ink=Ink.ANSWER if is_least else None)
        return page.row(f"{len(far) - most} more, farther from the origin") if len(far) > most else page

    def draw(self, canvas: Canvas, moment: Moment[Subtracted]) -> None:
        draw_world(canvas, moment)


def _reach(points: Any) -> Any:
    """How far points go along eight directions."""
    angles = np.arange(8) * np.pi / 4.0 + 0.1
    return (np.asarray(points) @ np.array((np.cos(angles), np.sin(angles)))).max(axis=0)


def _pair(v: Vector) -> str:
    return f"({fixed(float(v[0]))}, {fixed(float(v[1]))})"


def _moves(moment: Moment[Subtracted]) -> bool:
    """Whether B moves by v in the end."""
    return not moment.scene.is_touching and moment.compare != NOT_REFLECTED


def _run(rule: Any, scene: Subtracted) -> FaultyDifference:
    found: FaultyDifference = rule(scene.a.world, scene.b.world)
    return found


def _untested(moment: Moment[Subtracted]) -> str:
    """The situation until the origin is tested: what is known of A and B, which is not yet how they stand."""
    match moment.step:
        case VerticesSubtracted():
            if moment.scene.is_touching or moment.scene.nearest.separation <= 0.0:
                return "A and B share a point: there the arrow from b to a has length 0."
            return "A and B share no point: no arrow from a b to an a has length 0."
        case Reflected():
            return "Whether the origin lies in A − B is tested in a later step."
        case EdgeLaid() if is_closed(moment):
            return "The outline of A − B is closed. Whether the origin lies inside is tested in a later step."
        case EdgeLaid():
            return "The outline of A − B is not closed yet."
    return ""


def _cards_head(moment: Moment[Subtracted]) -> tuple[str, str]:
    step, count = moment.step, len(moment.scene.figure.edges)
    if not count:
        return "Radii of A and B", ""
    if isinstance(step, EdgeLaid):
        return f"{CARDS} by direction θ: {len(step.laid)} of {count} faces", ""
    return ("Differences of vertices" if isinstance(step, VerticesSubtracted) else CARDS), ""


def _noted(pane: Pane) -> Pane:
    """Says of the switch what it does."""

    def headed(moment: Moment[Subtracted]) -> tuple[str, str]:
        title, _ = pane.head(moment)
        return title, "A − B reflected through the origin" if is_reflected(moment.scene) else ""

    return replace(pane, headed=headed)


class MinkowskiDifference(Lesson[Subtracted]):
    id = "minkowski-difference"
    title = "Minkowski difference"
    source = "Collision detection for dummies"
    summary = "A − B is the set of all differences: it contains the origin exactly when A and B are in contact."
    terms = ("Minkowski difference", "reflection", "difference space", "configuration space", "face")
    builds_on = ("minkowski-sum", "minimum-translation")
    most_steps = MOST_LAID + 6
    story = MinkowskiDifferenceStory()
    compare = (
        Comparison(
            NOT_REFLECTED, partial(_run, not_reflected), differs, "Error 6 of *Collision detection for dummies*"
        ),
        Comparison(MOVES_A, partial(_run, moves_a), differs, "Errors 7 and 8 of *Collision detection for dummies*"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            above(
                Pane("world", "World", self.story.draw, is_world=True, share=0.55),
                Pane("cards", CARDS, draw_cards, share=0.45, headed=_cards_head, is_to_scale=False),
                share=0.42,
            ),
            _noted(difference_pane("space", SPACE, draw_space, share=0.58, take=take_difference)),
        )

    @cached_property
    def presented(self) -> Layout:
        """The cards get half of the height: their letters are larger on a wall."""
        world, cards, space = self.panes
        return beside(above(replace(world, share=0.47), replace(cards, share=0.53), share=0.42), space)

    @cached_property
    def scenes(self) -> Mapping[str, Subtracted | Preset[Subtracted]]:
        wedge, slab = convex(((-1.0, -0.8), (1.2, -0.8), (-0.2, 1.0))), box(1.4, 0.9)
        wide = convex(((-0.7, -0.9), (0.9, 0.0), (-0.7, 0.9)))
        small = convex(0.8 * wide.points)
        triangles = Subtracted(at(wide, 0.0, -0.8), at(small, 0.9, -0.05))
        contained = Subtracted(at(regular_polygon(6, 1.5), 0.6, 0.3, 5), at(box(0.9, 0.6), 0.95, 0.5, 20))
        return {
            "Overlap": Subtracted(at(wedge, -0.4, 0.0), at(slab, 0.5, 0.5, 24)),
            "Apart": Subtracted(at(wedge, -0.8, -0.1), at(slab, 1.0, 0.7, 24), asks=APART),
            "Just touching": Subtracted(at(slab, 0.2, 0.0), at(box(1.0, 1.2), 1.4, 0.5), asks=TOUCHING),
            "Two triangles": triangles,
            "Parallel edges": Subtracted(at(slab, 0.0, 0.0, 10), at(box(1.0, 1.1), 0.8, 0.4, 10), asks=PARALLEL),
            "Contained": contained,
            "Two circles": Subtracted(at(circle(0.9), -0.5, 0.0), at(circle(0.6), 0.5, 0.4)),
        }

    def run(self, scene: Subtracted) -> Trace[OriginStep | Shrunk, NearestBoundary]:
        return scene.trace

    def table(self, moment: Moment[Subtracted], pages: Sequence[Page] | None = None) -> Table | None:
        """What carries each edge, as far as faces are laid; at the last step how far each face is from the origin, of
        which only the nearest is raised."""
        pages = self.pages(moment) if pages is None else pages
        if isinstance(moment.step, NearestBoundary):
            rows = pages[moment.index].rows
            if is_told(moment):
                return Table(
                    FAULT_COLUMNS[moment.compare], tuple((moment.index, row) for row in rows), frozenset({1})
                )
            nearest = frozenset(i for i, row in enumerate(rows) if row.ink is Ink.ANSWER)
            return Table(self.story.columns, tuple((moment.index, row) for row in rows), nearest) if rows else None
        found = super().table(moment, pages)
        is_whole = not isinstance(moment.step, EdgeLaid) or is_closed(moment)
        return found and Table(ADDED, found.rows, frozenset() if is_whole else found.current)

    def clock(self, moment: Moment[Subtracted]) -> Clock | None:
        """Differences come one by one, B turns, edges fly, B shrinks to the origin, B moves by v: each plays when its
        stage is entered."""
        step = moment.step
        if isinstance(step, OriginTested) or (isinstance(step, NearestBoundary) and not _moves(moment)):
            return None
        if isinstance(step, VerticesSubtracted) and len(step.points) == 1:
            return None
        told, seconds = fraction("s") if isinstance(step, Shrunk) else None, 2.6 if isinstance(step, Shrunk) else 1.6
        if isinstance(step, EdgeLaid):
            seconds = min(1.2 * (len(step.laid) - laid_before(moment.scene.trace, step)), 6.0)
        ticks, again = (1.0,) * len(moment.trace), isinstance(step, EdgeLaid)
        return Clock(seconds, ticks=ticks, plays_on_entry=True, plays_each_step=again, told=told)

    def situation(self, moment: Moment[Subtracted]) -> str:
        scene, found = moment.scene, moment.scene.nearest
        if is_told(moment):
            return fault_told(moment)
        if untested := _untested(moment):
            return untested
        stands = standing(scene.a.world, scene.b.world, numbers=moment.is_last, found=found.separation)
        if not moment.is_last or scene.is_touching:
            return stands
        deep = tint(fixed(abs(found.separation)), separation_ink(found.separation))
        return f"{stands} The origin lies {deep} {'outside' if found.separation > 0.0 else 'inside'} A − B."

    def challenge(self, moment: Moment[Subtracted]) -> Challenge | None:
        """Once all faces are known; of a faulty idea that has come up its own."""
        step = moment.step
        if isinstance(step, VerticesSubtracted | Reflected) or (isinstance(step, EdgeLaid) and not is_closed(moment)):
            return None
        return (fault_goal(moment) if moment.compare else None) or goal(moment.scene)
