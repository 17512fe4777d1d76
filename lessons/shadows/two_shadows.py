"""Two shadows: the separation of two projections, and its curve over every direction of the axis."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial

import numpy as np

from geometry import Trace, box, capsule, circle, convex, regular_polygon
from geometry.faulty import sat as faulty
from geometry.sat.separating_axis import separation_along
from geometry.sat.separation_curve import (
    AtEdge,
    BestAxis,
    BetweenKinks,
    ByHand,
    CurveStep,
    EveryDirection,
    between_kinks,
    separation_curve,
)
from lessons.shadows.ideas import (
    BY_HAND,
    COSINE,
    CURVE,
    DECIDING,
    ENOUGH,
    EVERY,
    FACING,
    FACING_NEEDED,
    FINDS_GAP,
    HALF,
    KINKS,
    SAGS,
    SAGS_ROUND,
    TOP_APART,
    TOP_BETWEEN,
    TOP_CIRCLES,
    TOP_MISSED,
    TOP_OVERLAP,
    TOP_ROUND,
    TOP_TOUCH,
)
from lessons.shadows.scene import ShapesAndAxis, ShapesAndAxisBelow, apart, degrees
from lessons.shadows.separation_picture import (
    CurvePicture,
    axes_of,
    costs,
    take_angle,
)
from lessons.shadows.tasks import edge_asked, goal, is_round, move_asked, situation
from lessons.shadows.two_shadows_faulty import mistaken, s_of
from lessons.shadows.world_picture import HAND, INKS
from lessons.stories.sat import faulty_search
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, at_last, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, at
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint

STAGES: Mapping[type, str] = {
    ByHand: "By hand",
    EveryDirection: "All axes",
    BetweenKinks: "Between",
    BestAxis: "Best axis",
}


class TwoShadowsStory(CurvePicture, Story):
    """From one axis to the curve over all of them, to its kinks, and to why its tops lie there."""

    columns = ("axis", r"$\examined{\theta}$", "kink", "$s$")

    def stage(self, moment: Moment[ShapesAndAxis]) -> str:
        match moment.step:
            case AtEdge() as edge:
                return f"Edges of {edge.edge.owner}"
            case step:
                return STAGES[type(step)]

    def page(self, moment: Moment[ShapesAndAxis]) -> Page:
        scene, stage = moment.scene, self.stage(moment)
        match moment.step:
            case ByHand() as hand:
                page = Page(stage, BY_HAND, CURVE, (_claim(scene, hand.angle, hand.separation),))
                page = page.says(f"$s$ = {_terms(scene, hand)}: {_lie(scene, hand)}.")
                return page.row(*_hand_row(scene, hand), key="first")
            case EveryDirection() as every:
                page = self.curve_page(moment, every)
                return page.asks(move_asked(moment), situation(moment))
            case AtEdge() as edge:
                page = Page(stage, edge_idea(moment, edge), deciding(scene, edge.angle))
                page = page.claiming(_claim(scene, edge.angle, edge.separation))
                page = page.asks(edge_asked(moment), situation(moment))
                return self.edge_row(page.says(_told(moment, edge)), moment, edge)
            case BetweenKinks() as between:
                return between_page(moment, between)
            case BestAxis() as best:
                return self.best_page(moment, best)
        raise TypeError(moment.step)

    def edge_row(self, page: Page, moment: Moment[ShapesAndAxis], edge: AtEdge) -> Page:
        twins = [edge.edge.index, *_left_out(moment, edge)]
        name = f"edge{'s' if len(twins) > 1 else ''} {', '.join(f'{edge.edge.owner}{each}' for each in twins)}"
        cells = (name, degrees(edge.angle), "yes" if edge.faces else "no", s_of(moment.scene, edge))
        first = next(step for step in moment.trace if isinstance(step, AtEdge))
        key = "first" if edge is first else str(edge.edge)
        return page.row(*cells, ink=INKS[edge.edge.owner], feature=edge.edge, key=key)

    def curve_page(self, moment: Moment[ShapesAndAxis], every: EveryDirection) -> Page:
        scene = moment.scene
        if every.gaps:
            wide = degrees(every.width)
            green_part = f"The curve is {tint('green', Ink.GAP)} over {wide} of 180°"
            says = f"{green_part}. The longest gap is along the shortest line from A to B: their distance."
        elif abs(every.greatest) <= scene.near:
            says = "No axis shows a gap. On one axis the projections just touch: $s$ = 0, the distance of A and B."
        else:
            red = f"Every axis shows an {tint('overlap', Ink.OVERLAP)}"
            says = f"{red}. The least of all is as long as the shortest move that separates A and B."
        fine = np.linspace(0.0, math.pi, 20001)

        def green() -> float:
            return float((separation_along(scene.a.world, scene.b.world, fine) > 0.0).mean()) * math.pi

        claims = (
            Claim("width of the green part", lambda: every.width, green, 1e-3),
            _claim(scene, every.angle, every.greatest),
        )
        return Page("All axes", EVERY, CURVE, claims).says(says)

    def best_page(self, moment: Moment[ShapesAndAxis], best: BestAxis) -> Page:
        scene, edges = moment.scene, [step for step in moment.trace if isinstance(step, AtEdge)]
        if is_round(scene):
            seen = max((edge.separation for edge in edges), default=best.separation)
            missed = seen <= 0.0 and best.separation > scene.near
            idea = TOP_MISSED if missed else TOP_ROUND if edges else TOP_CIRCLES
        elif best.separation > scene.near:
            idea = TOP_APART if best.edge is not None else TOP_BETWEEN
        else:
            idea = TOP_TOUCH if best.is_touching else TOP_OVERLAP
        if best.edge is not None:
            where = f"perpendicular to {best.edge}"
        else:
            where = "between two edge normals" if len(edges) > 1 else "not at an edge normal"
            where = where if edges else "along the line of the centres"
        at_most = max((edge.separation for edge in edges), default=0.0)
        if idea == TOP_BETWEEN:
            where += f"; at these at most {tint(fixed(at_most), scene.ink_of(at_most))}"
        says = f"The greatest separation is {s_of(scene, best)}, at {degrees(best.angle)}, {where}."
        claims: tuple[Claim, ...] = (
            _claim(scene, best.angle, best.separation),
            Claim("greatest", lambda: best.separation, lambda: greatest_separation(scene), 1e-4),
        )
        formula = CURVE
        if is_round(scene) and best.edge is None:
            formula, claim = round_formula(scene, best)
            claims = (*claims, claim)
        if idea in (TOP_APART, TOP_BETWEEN):
            formula = FINDS_GAP
            claims = (*claims, Claim("both above 0", lambda: best.separation > 0.0, lambda: at_most > 0.0))
        if idea in (TOP_TOUCH, TOP_OVERLAP):
            formula = ENOUGH
            a, b, angles = scene.a.world, scene.b.world, np.array([*scene.edges.values()])
            at_normals = Claim("normals", lambda: best.separation, lambda: separation_along(a, b, angles).max())
            claims = (*claims, at_normals)
        page = Page("Best axis", idea, formula, claims)
        name = f"best: {best.edge.owner}{best.edge.index}" if best.edge is not None else "best"
        page = page.row(
            tint(name, Ink.ANSWER), degrees(best.angle), "", s_of(scene, best), feature=best.edge, key="last"
        )
        found = moment.faulty
        return mistaken(page, moment, found) if isinstance(found, faulty.FaultyAxis) else page.says(says)


def round_formula(scene: ShapesAndAxis, best: BestAxis) -> tuple[str, Claim]:
    """The greatest separation of round shapes, between the nearest points of their cores."""
    a, b = scene.a.world, scene.b.world
    d = math.hypot(*between_kinks(a, b, best.angle).difference)
    told = equation(
        "{long}-{ra}-{rb}={result}", lambda long, ra, rb: long - ra - rb, long=d, ra=a.radius, rb=b.radius
    )
    terms, _, s = told.replace("−", "-").rpartition("=")
    ink = scene.ink_of(best.separation).value
    claim = Claim("cores", lambda: best.separation, lambda: d - a.radius - b.radius)
    return rf"s=\|\answer{{\mathbf{{d}}}}\|-r_A-r_B={terms}=\{ink}{{{s}}}", claim


def edge_idea(moment: Moment[ShapesAndAxis], edge: AtEdge) -> str:
    """Why edges of A tell something; and those of B, where the ones of A did not show the gap."""
    if edge.edge.owner == "A":
        return KINKS
    of_a = [step.separation for step in moment.trace if isinstance(step, AtEdge) and step.edge.owner == "A"]
    is_needed = moment.trace.result.separation > moment.scene.near and of_a and max(of_a) <= 0.0
    return FACING_NEEDED if is_needed else FACING


def deciding(scene: ShapesAndAxis, angle: float) -> str:
    """The formula, with the term that is the smaller one on an axis set back."""
    first, second = scene.terms(angle)
    return CURVE if abs(first - second) <= scene.near else DECIDING[second > first]


def between_page(moment: Moment[ShapesAndAxis], step: BetweenKinks) -> Page:
    """The cosine of the two vertices that decide on the learner's axis, and what the last step needs of it: that it
    stays above 0 for half a turn, or that below 0 it curves upwards."""
    scene = moment.scene
    radii, (x, y) = scene.a.world.radius + scene.b.world.radius, step.difference
    d, alpha = math.hypot(x, y), abs(math.remainder(math.atan2(y, x) - step.angle, math.tau))
    template = "{d} · cos {turn}°" + (" − {radii}" if radii else "") + " = {result}"

    def cosine(d: float, turn: float, radii: float) -> float:
        return d * math.cos(math.radians(turn)) - radii

    turn = math.degrees(alpha)
    told = equation(
        template.replace("{turn}", fixed(turn, 1)),
        lambda d, radii: cosine(d, round(turn, 1), radii),
        d=d,
        radii=radii,
    )
    if told.rpartition(" ")[2] != fixed(step.separation):  # one decimal of the angle is too few for what it tells
        told = equation(template, cosine, d=d, turn=turn, radii=radii)
    names = []
    for owner, body, index in (("A", scene.a, step.vertex_a), ("B", scene.b, step.vertex_b)):
        name = f"v{index}" if len(body.world.points) > 1 else "the centre"
        names.append(f"{tint(name, INKS[owner])} of {owner}")
    a, b = scene.a.world.points[step.vertex_a], scene.b.world.points[step.vertex_b]
    if float((b - a) @ step.difference) < 0.0:
        names.reverse()
    shown = told.partition("cos ")[2].partition("°")[0]
    says = f"{tint('**d**', Ink.ANSWER)} from {' to '.join(names)} makes α = {shown}° with the axis: $s$ = {told}."
    claims = (
        _claim(scene, step.angle, step.separation),
        Claim("cosine", lambda: step.separation, lambda: d * math.cos(alpha) - radii),
    )
    is_apart = moment.trace.result.separation > scene.near
    idea = SAGS_ROUND if radii else HALF.replace("{width}", green_width(moment)) if is_apart else SAGS
    page = Page("Between", idea, COSINE + (r"-r_A-r_B" if radii else ""), claims)
    return page.says(says).row(*_hand_row(scene, step), key="last")


def green_width(moment: Moment[ShapesAndAxis]) -> str:
    """Of the part of the curve above 0."""
    return degrees(next(step for step in moment.trace if isinstance(step, EveryDirection)).width)


def greatest_separation(scene: ShapesAndAxis) -> float:
    """The top of the curve: the best of many directions, made better by ever smaller steps."""
    a, b, angles = scene.a.world, scene.b.world, np.linspace(0.0, math.pi, 3601)
    for _ in range(4):
        best = float(angles[int(separation_along(a, b, angles).argmax())])
        wide = float(angles[1] - angles[0])
        angles = np.linspace(best - wide, best + wide, 201)
    return float(separation_along(a, b, angles).max())


def _claim(scene: ShapesAndAxis, angle: float, s: float) -> Claim:
    a, b = scene.a.world, scene.b.world
    return Claim("s(θ)", lambda: s, lambda: float(separation_along(a, b, np.array((angle,)))[0]))


def _hand_row(scene: ShapesAndAxis, step: ByHand | BetweenKinks) -> tuple[str, ...]:
    return tint("by hand", Ink.EXAMINED), degrees(step.angle), "", s_of(scene, step)


def _stand(scene: ShapesAndAxis, s: float) -> str:
    """What two projections do."""
    if abs(s) <= scene.near:
        return "the projections just touch"
    number = tint(fixed(abs(s)), scene.ink_of(s))
    return f"the projections {'leave a gap of' if s > 0.0 else 'overlap by'} {number}"


def _lie(scene: ShapesAndAxis, hand: ByHand) -> str:
    """What the learner's two projections do; where one lies inside the other, the part that both share is too short
    a move to separate them."""
    if scene.kind(hand.angle) != "depth":
        return f"at {degrees(hand.angle)} {_stand(scene, hand.separation)}"
    shared = min(each.high - each.low for each in (hand.projection_a, hand.projection_b))
    depth = tint(fixed(-hand.separation), scene.ink_of(hand.separation))
    return f"the projections share {fixed(shared)}; separating them takes {depth}"


def _terms(scene: ShapesAndAxis, hand: ByHand) -> str:
    """Both terms of the formula in numbers, the smaller one quiet, and what they give in its ink."""
    a, b = hand.projection_a, hand.projection_b

    def separation(lb: float, ha: float, la: float, hb: float) -> float:
        return max(lb - ha, la - hb)

    told = equation("{lb} − {ha}, {la} − {hb}", separation, lb=b.low, ha=a.high, la=a.low, hb=b.high)
    terms = re.sub(r"− −([\d.]+)", r"− (−\1)", told).split(", ")
    first, second = scene.terms(hand.angle)
    if abs(first - second) > scene.near:
        terms[first > second] = tint(terms[first > second], Ink.QUIET)
    return f"max({', '.join(terms)}) = {s_of(scene, hand)}"


def _told(moment: Moment[ShapesAndAxis], step: AtEdge) -> str:
    """What an edge normal shows: which end of a projection the edge is, and whether that decides the separation."""
    owner, scene = step.edge.owner, moment.scene
    name = tint(f"Edge {step.edge.index} of {owner}", Ink.EXAMINED)
    x, y = scene.shape_of(step.edge).normals[step.edge.index]
    ahead = x * math.cos(step.angle) + y * math.sin(step.angle) > 0.0
    end = rf"$\{owner}{{\{'max' if ahead else 'min'}_{owner}}}$"
    verdict = "which decides {}: a kink." if step.faces else "which does not decide {}: no kink."
    s = f"$s$ = {s_of(scene, step)}"
    return f"{name}, axis at {degrees(step.angle)}: both ends lie at {end}, {verdict.format(s)}"


def _left_out(moment: Moment[ShapesAndAxis], step: AtEdge) -> list[int]:
    """Parallel edges of the same shape that have no step of their own: the axis is the same."""
    told = {each.edge for each in moment.trace if isinstance(each, AtEdge)}
    others = {e: angle for e, angle in moment.scene.edges.items() if e.owner == step.edge.owner and e not in told}
    return [edge.index for edge, angle in others.items() if apart(angle, step.angle) <= 1e-9]


def idle(moment: Moment[ShapesAndAxis]) -> tuple[str, ...]:
    """The learner's axis shows no end while another axis is told of."""
    return () if isinstance(moment.step, HAND) else ("axis",)


def _by_hand_at(angle: float) -> Arrow:
    return Arrow((0.0, 0.0), (math.cos(math.radians(angle)), math.sin(math.radians(angle))))


class TwoShadows(Lesson[ShapesAndAxis]):
    id = "two-shadows"
    title = "Two shadows"
    source = "SAT explained"
    summary = "Turn an axis by hand, watch gap and overlap, and see why edge normals are enough."
    terms = ("separation", "separating axis", "kink", "edge normal")
    builds_on = ("polygon-shadow",)
    most_steps = 24
    story = TwoShadowsStory()

    @cached_property
    def layout(self) -> Layout:
        curve = Pane("curve", "Separation s for every axis", self.story.draw_curve, axes=axes_of, take=take_angle)
        return beside(Pane("world", "World", self.story.draw, is_world=True, share=1.15, idle=idle), curve)

    @cached_property
    def scenes(self) -> Mapping[str, ShapesAndAxis | Preset[ShapesAndAxis]]:
        low = convex(((-1.25, -0.45), (0.5, -0.95), (1.3, -0.3), (0.1, 0.85)))
        high = convex(((-1.3, -0.35), (1.2, -0.6), (0.4, 0.8)))
        four = convex(((-1.25, -0.88), (1.24, -0.44), (0.92, 0.36), (-0.65, 0.71)))
        wedge, square = convex(((-1.0, 0.75), (0.5, -1.0), (1.0, 0.7))), box(1.3, 1.3)
        leaning = capsule((0.1, -0.65), (-0.15, 0.7), 0.45)
        made = {
            "Gap on few axes": (at(low, -0.4, -0.7, -30), at(high, 0.69, 0.98, -10), 26),
            "Corner to corner": (at(box(1.5, 1.3), -0.7, -0.85), at(box(1.2, 1.4), 0.9, 0.85), 150),
            "Overlap": (at(four, -0.1, -0.6, -14), at(box(1.8, 1.2), 0.3, 0.505, 30), 135),
            "Just touching": (at(box(2.0, 1.4), -0.1, -0.7), at(box(1.6, 1.3), 0.2, 0.65), 150),
            "Contained": (at(regular_polygon(6, 1.4), 0.0, 0.0, 5), at(box(0.95, 0.55), 0.2, 0.35, 25), 53),
            "Two circles": (at(circle(1.0), -0.25, -0.9), at(circle(0.7), 0.25, 1.1), 142),
            "Capsule and circle": (at(leaning, 0.4, -0.75), at(circle(0.7), -0.4, 1.2), 46),
            "Gap missed by A’s edges": (at(box(2.0, 0.9), -0.25, -0.9), at(wedge, 0.95, 0.55), 108),
            "Gap missed by x and y": (at(square, -0.5, -0.6, 45), at(square, 0.4, 0.95, 45), 153),
        }
        scenes = {name: ShapesAndAxisBelow(a, b, _by_hand_at(angle)) for name, (a, b, angle) in made.items()}
        by_a, by_xy = "Gap missed by A’s edges", "Gap missed by x and y"
        return {
            **scenes,
            by_a: Preset(scenes[by_a], "edges of A only", at_last),
            by_xy: Preset(scenes[by_xy], "x and y only", at_last),
        }

    compare = (
        Comparison("edges of A only", partial(faulty_search, faulty.edges_of_a_only), costs),
        Comparison("x and y only", partial(faulty_search, faulty.x_and_y_only), costs),
    )

    def run(self, scene: ShapesAndAxis) -> Trace[CurveStep, BestAxis]:
        return separation_curve.trace(scene.a.world, scene.b.world, scene.axis.vector)

    def table(self, moment: Moment[ShapesAndAxis], pages: Sequence[Page] | None = None) -> Table | None:
        """Without the column of kinks as long as no edge has been looked at."""
        table = super().table(moment, pages)
        if table is None or moment.has_seen(AtEdge):
            return table
        rows = ((at, replace(row, cells=(*row.cells[:2], *row.cells[3:]))) for at, row in table.rows)
        return Table((*table.columns[:2], *table.columns[3:]), tuple(rows), table.current)

    def situation(self, moment: Moment[ShapesAndAxis]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[ShapesAndAxis]) -> Challenge:
        return goal(moment)
