"""Two polygons: one direction of light that passes between them is enough, and edges are all that must be tried."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial

from geometry import Trace, separation
from geometry.faulty.sat import FaultyAxis, x_and_y_only
from geometry.sat.edge_shadows import EdgeShadowStep, EdgesLit, Screen, Verdict, edge_shadows
from geometry.sat.separation_curve import ByHand
from lessons.shadows.scene import ShapesAndAxis, degrees
from lessons.shadows.two_polygons_asked import edge_with_gap, names, turn_the_screen
from lessons.shadows.two_polygons_figure import best_of, draw_world, ends_between, tinted
from lessons.shadows.two_polygons_light import gap_or_overlap
from lessons.shadows.two_polygons_scenes import finds_light, opening, opens_at
from lessons.shadows.world_picture import INKS
from lessons.stories.sat import faulty_search
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import counted, equation, fixed, listed, tint

NARROW = 0.10  # the gap of the challenge is less
ONE = (
    "Parallel light casts a **shadow** of A and of B on a screen: its **projection**. If the shadows leave a "
    "**gap**, light passes between the shapes."
)
EDGES_OF_A = (
    "A program cannot try all screens. But light that passes can be turned until it runs along an edge. So only "
    "edges are tried, each with a screen perpendicular to it."
)
EDGES_OF_B = (
    "Then the edges of B. Parallel edges share a screen. If two convex polygons are apart, one of these screens "
    "shows a gap."
)
APART = (
    "One gap proves that A and B are **apart**. A screen with a gap is a **separating axis**. A program may stop at "
    "the first: here at screen {first} of {count}."
)
XY_ONLY = (
    "**x and y only**: this rule looks at two screens alone, the level one and the upright one. A slanted gap may "
    "show on neither: the screens of the edges are needed."
)
CONTACT = (
    "No edge direction shows a gap. For **convex** polygons, which have no dents, this proves that they **overlap**."
)
TOUCH = (
    "No screen of an edge shows a gap, and on one the shadows only meet: the shapes **just touch**. This counts as "
    "contact too."
)


class TwoPolygonsStory(Story):
    """From one light over the edges of both shapes to the verdict."""

    columns = ("light along", "screen at", "shadows")

    def stage(self, moment: Moment[ShapesAndAxis]) -> str:
        match moment.step:
            case ByHand():
                return "One light"
            case EdgesLit(owner):
                return f"Edges of {owner}"
        return "Verdict"

    def page(self, moment: Moment[ShapesAndAxis]) -> Page:
        match moment.step:
            case ByHand() as hand:
                return self.by_hand(moment, hand)
            case EdgesLit() as lit:
                return self.edges(moment, lit)
            case Verdict() as verdict:
                return self.verdict(moment, verdict)
        raise TypeError(moment.step)

    def by_hand(self, moment: Moment[ShapesAndAxis], hand: ByHand) -> Page:
        scene = moment.scene
        page = Page("One light", ONE, claims=(claim(scene, scene.angle, hand.separation),))
        if finds_light(moment) and not opens_at(scene):  # the number would tell the answer
            page = page.says(f"The screen is at {degrees(scene.angle)}. Light falls on it at a right angle.")
        else:
            page = page.says(f"The shadows {shadows(scene, scene.angle)}.")
        return page if moment.compare else page.asks(turn_the_screen(moment), self.known(moment))

    @classmethod
    def known(cls, moment: Moment[ShapesAndAxis]) -> str:
        """What is known while a gap is looked for: nothing of a screen to which the learner turns."""
        is_told = opens_at(moment.scene) or not finds_light(moment)
        return cls.open(moment.scene) if is_told else "The shadow of B is shown when you check."

    @staticmethod
    def open(scene: ShapesAndAxis) -> str:
        """What one screen tells of the shapes: only a gap decides."""
        s = scene.separation_at(scene.angle)
        if s > scene.near:
            return "A and B are apart: light passes between them."
        return f"On this screen the shadows {'overlap' if s < -scene.near else 'just touch'}."

    @staticmethod
    def so_far(scene: ShapesAndAxis, lit: EdgesLit) -> str:
        """What the screens tried tell of the shapes."""
        if max(each.separation for each in lit.screens) > scene.near:
            return "A and B are apart: light passes between them."
        none = f"No light along an edge {'of A' if lit.owner == 'A' else 'of A or B'} passes between the shapes."
        return (
            f"At {degrees(scene.angle)} the shadows leave a gap. {none}"
            if scene.separation_at(scene.angle) > scene.near
            else none
        )

    def edges(self, moment: Moment[ShapesAndAxis], lit: EdgesLit) -> Page:
        scene = moment.scene
        first = moment.first(EdgesLit)
        before = () if first is None or first is lit else first.screens
        claims = tuple(claim(scene, each.angle, each.separation) for each in lit.screens)
        page = Page(self.stage(moment), EDGES_OF_A if lit.owner == "A" else EDGES_OF_B, claims=claims)
        new = lit.screens[len(before) :]
        says = self.newly(scene, new, "more screen" if before else "screen") if new else ""
        for each in lit.screens:
            page = screen_row(page, scene, each)
        page = page.says(says if new else "Every edge of B is parallel to one of A: no new screen.")
        return page if moment.compare or before else page.asks(edge_with_gap(moment), self.so_far(scene, lit))

    @staticmethod
    def newly(scene: ShapesAndAxis, new: Sequence[Screen], what: str) -> str:
        """How many new screens show a gap, and which shows the most of it."""
        gaps, best = sum(each.separation > scene.near for each in new), max(new, key=lambda each: each.separation)
        told = f"{gaps} of {counted(len(new), what)} show{'s' * (gaps == 1)} a gap"
        does = shadows(scene, best.angle).split(":")[0]
        if gaps == 0 and len(new) > 1:
            does = does.replace("overlap by", "overlap least, by")
        return f"{told}. With light along {names(best)} the shadows {does}."

    def verdict(self, moment: Moment[ShapesAndAxis], verdict: Verdict) -> Page:
        scene, best = moment.scene, verdict.best
        is_apart = best.separation > scene.near
        greatest = max(scene.separation_at(angle) for angle in scene.edges.values())
        touches = abs(best.separation) <= scene.near
        idea = TOUCH if touches else CONTACT
        if is_apart:
            first = next(k for k, each in enumerate(verdict.screens, 1) if each.separation > scene.near)
            idea = APART.format(first=first, count=len(verdict.screens))
        page = Page("Verdict", idea).claiming(Claim("greatest", lambda: best.separation, lambda: greatest))
        number = tint(f"**{fixed(abs(best.separation))}**", scene.ink_of(best.separation))
        least = "least shift that separates them" if scene.kind(best.angle) == "depth" else "least overlap"
        what = f"The {'widest gap' if is_apart else least} is {number}, with light along"
        says = f"{verdict.gaps} of {counted(len(verdict.screens), 'screen')} show{'s' * (verdict.gaps == 1)} a gap. "
        says += f"{'The shadows just touch with light along' if touches else what} {names(best)}."
        page = replace(page, formula=between(scene, best.angle))
        page = screen_row(page, scene, best).says(says)
        return xy_page(page, scene, best.separation) if misses(moment) else page

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        draw_world(canvas, moment)


def claim(scene: ShapesAndAxis, angle: float, separation: float) -> Claim:
    """The separation at an angle, from the vertices."""
    n = math.cos(angle), math.sin(angle)

    def measured() -> float:
        a, b = scene.a.world.points @ n, scene.b.world.points @ n
        return max(float(b.min() - a.max()), float(a.min() - b.max()))

    return Claim(f"s at {math.degrees(angle):.1f}°", lambda: separation, measured, 1e-8)


def xy_page(page: Page, scene: ShapesAndAxis, widest: float) -> Page:
    """What looking along x and y alone tells of shapes with a slanted gap, the widest of which is not seen."""
    x, y = (-scene.separation_at(angle) for angle in (0.0, math.pi / 2.0))
    for name, angle, depth in (("x", 0.0, x), ("y", math.pi / 2.0, y)):
        page = page.row(f"${name}$ alone", degrees(angle), f"{fixed(depth)} overlap", faulty=True)
    terms = ",\\ ".join(rf"\faulty{{\mathrm{{overlap}}_{name}}}" for name in "xy")
    formula = rf"\min({terms})={fixed(min(x, y))}>0"
    both = f"by {fixed(x)}" if fixed(x) == fixed(y) else f"by {fixed(x)} and {fixed(y)}"
    gap = tint(f"**{fixed(widest)}**", Ink.GAP)
    says = f"On both screens the shadows overlap {both}: {tint('contact', Ink.FAULTY)}. The gap of {gap} is not seen."
    return replace(page, idea=XY_ONLY, formula=formula).says(says)


def between(scene: ShapesAndAxis, angle: float) -> str:
    """What lies between both shadows, from the places of their ends."""
    right, low, left, high = ends_between(scene, angle)
    s = low - high
    first, second = (rf"\{right}{{\min_{right}}}", low), (rf"\{left}{{\max_{left}}}", high)
    what = "gap" if s >= -scene.near else "shift" if scene.kind(angle) == "depth" else "overlap"
    if what != "gap":
        first, second = second, first
    template = "{a} - {b} = {result}" if second[1] >= 0.0 else "{a} - ({b}) = {result}"
    numbers = equation(template, lambda a, b: a - b, a=first[1], b=second[1])
    ink = "gap" if s > scene.near else "overlap" if s < -scene.near else "answer"
    return rf"\{ink}{{\mathrm{{{what}}}}}={first[0]}-{second[0]}={numbers}".replace("−", "-")


def shadows(scene: ShapesAndAxis, angle: float) -> str:
    """What the shadows do on a screen."""
    s = scene.separation_at(angle)
    if abs(s) <= scene.near:
        return "just touch"
    number = tint(f"**{fixed(abs(s))}**", scene.ink_of(s))
    if scene.kind(angle) == "depth":
        return f"lie one in the other: a shift of {number} separates them"
    return f"leave a gap of {number}: light passes" if s > 0.0 else f"overlap by {number}"


def screen_row(page: Page, scene: ShapesAndAxis, screen: Screen) -> Page:
    first = screen.edges[0]
    shown = tint(gap_or_overlap(scene, screen.angle, in_column=True), scene.ink_of(screen.separation))
    owners = {edge.owner for edge in screen.edges}
    ink, cell = (INKS[first.owner], names(screen)) if len(owners) == 1 else (None, listed(tinted(screen)))
    return page.row(cell, degrees(screen.angle), shown, ink=ink, feature=first, key=str(first))


def misses(moment: Moment[ShapesAndAxis]) -> bool:
    """Whether the faulty search finds contact where there is a gap."""
    found, best = moment.faulty, moment.first(Verdict)
    return isinstance(found, FaultyAxis) and best is not None and found.separation <= 0.0 < best.best.separation


def idle(moment: Moment[ShapesAndAxis]) -> tuple[str, ...]:
    """The learner's screen has no knob while the screen of an edge stands in the figure."""
    return () if isinstance(moment.step, ByHand) else ("axis",)


class TwoPolygons(Lesson[ShapesAndAxis]):
    id = "two-polygons"
    title = "Two polygons"
    source = "SAT explained"
    summary = "If light passes between two polygons from any side, they are apart. It is enough to try their edges."
    terms = ("shadow", "projection", "gap", "separating axis", "overlap", "apart", "convex")
    story = TwoPolygonsStory()
    compare = (Comparison("x and y only", partial(faulty_search, x_and_y_only), misses),)

    @property
    def layout(self) -> Layout:
        return Pane("world", "World", self.story.draw, is_world=True, idle=idle)

    @cached_property
    def scenes(self) -> Mapping[str, ShapesAndAxis | Preset[ShapesAndAxis]]:
        return opening()

    def run(self, scene: ShapesAndAxis) -> Trace[EdgeShadowStep, Verdict]:
        return edge_shadows.trace(scene.a.world, scene.b.world, scene.axis.vector)

    def table(self, moment: Moment[ShapesAndAxis], pages: Sequence[Page] | None = None) -> Table | None:
        """The row that is marked is the one whose screen stands in the figure."""
        table, lit = super().table(moment, pages), moment.latest(EdgesLit)
        if table is None or lit is None:
            return table
        key = str(best_of(lit.screens).edges[0])
        current = frozenset(i for i, (_, row) in enumerate(table.rows) if row.key == key)
        return Table(table.columns, table.rows, current)

    def situation(self, moment: Moment[ShapesAndAxis]) -> str:
        if moment.compare and isinstance(moment.faulty, FaultyAxis):
            found = moment.faulty.separation
            if found > 0.0:
                return f"On x and y alone the shadows leave a gap of {fixed(found)}: apart is right."
            if misses(moment) and isinstance(moment.step, Verdict):
                stands = standing(moment.scene.a.world, moment.scene.b.world)
                return f"This rule says contact: {tint('wrong', Ink.FAULTY)}. {stands}"
            return "On x and y alone the shadows leave no gap: contact."
        match moment.step:
            case ByHand():
                return self.story.open(moment.scene)
            case EdgesLit() as lit:
                return self.story.so_far(moment.scene, lit)
        return self.stands(moment.scene)

    @staticmethod
    def stands(scene: ShapesAndAxis) -> str:
        """How the shapes stand; of one inside the other no overlap is told but how far to shift it."""
        distance = separation(scene.a.world, scene.b.world)
        if distance > scene.near:
            widest = max(scene.separation_at(angle) for angle in scene.edges.values())
            is_more = distance > widest + scene.near
            how = "more than the widest gap, for vertex faces vertex" if is_more else "here as much as the widest gap"
            return f"{standing(scene.a.world, scene.b.world).removesuffix('.')}: {how}."
        told, _, depth = standing(scene.a.world, scene.b.world).partition("They overlap by ")
        return f"{told}A shift of {depth.removesuffix('.')} separates them." if depth else told

    def challenge(self, moment: Moment[ShapesAndAxis]) -> Challenge | None:
        if not isinstance(moment.step, Verdict):
            return None  # it names the edges of both
        scene = moment.scene
        gaps = {edge: s for edge, angle in scene.edges.items() if (s := scene.separation_at(angle)) > scene.near}
        screens = {round(scene.edges[edge], 9) % round(math.pi, 9) for edge in gaps}
        named = [f"{edge.owner}{edge.index}" for edge in gaps]
        gap = f"{fixed(max(gaps.values()))} along" if len(screens) == 1 else "gaps along"
        now = f"now {gap} {listed(named)}" if gaps else "now none"
        is_of_a = len(screens) == 1 and {edge.owner for edge in gaps} == {"A"}
        return Challenge(
            "Place B so that one screen of A and none of B shows a gap. The gap is less than 0.10.",
            is_of_a and max(gaps.values()) < NARROW,
            now,
            "Rotate B so that a corner of it points at the middle of an edge of A, then translate it close.",
        )
