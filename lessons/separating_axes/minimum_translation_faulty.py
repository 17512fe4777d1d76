"""What minimum translation says of each faulty rule: its formula, what it does here, and where it does no harm."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from geometry import Convex, Vector, separation
from geometry.faulty import translation as faulty
from geometry.sat.minimum_translation import MinimumTranslation, MovesShared
from geometry.sat.separating_axis import AxisTested
from geometry.tolerance import rounding
from lessons.separating_axes.minimum_translation_figure import (
    RAW,
    SHARED_PART,
    error_of,
    name_of,
    raw_overlap,
    untested,
)
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed, tint

CENTRES, NO_TEST, TWICE = "flip by centres", "no overlap test", "sign flipped twice"
COLUMNS = ("move of B", "length", "overlap left")
OVERLAPS = 0.02  # shapes that overlap by less prove nothing of a rule

IDEAS = {
    CENTRES: (
        "**Flip by centres**: $\\hat n$ is turned to point from A's centre to B's. The shorter way out of A "
        "may lie on the other side."
    ),
    RAW: (
        "**Raw normals** are as long as their edges. They make the overlap at a long edge look greater than it is, "
        "so a short edge may win."
    ),
    NO_TEST: (
        "**No overlap test**: the least |s| of all axes is taken for an overlap, even if it is a gap. Then B is "
        "pulled onto A."
    ),
    TWICE: (
        "**Sign flipped twice**: the search has turned $\\hat n$ to point from A to B. The code turns it once more, "
        "and B goes deeper."
    ),
    SHARED_PART: (
        "**Shared part**: the piece that both projections $\\A{P_A}$, $\\B{P_B}$ share is taken for the overlap. If "
        "one projection contains the other, this piece is too short."
    ),
}
FORMULAS = {
    CENTRES: (
        r"\faulty{\boldsymbol m}=\mathrm{sign}\left(\examined{\hat n}\cdot(\boldsymbol c_B-\boldsymbol c_A)\right)\,"
        r"\text{depth}\;\examined{\hat n}"
    ),
    RAW: r"\faulty{k}=\mathrm{argmin}_i\,(-s_i\,\lVert\boldsymbol e_i\rVert)",
    NO_TEST: r"\faulty{k}=\mathrm{argmin}_i\,|s_i|",
    TWICE: r"\faulty{\boldsymbol m}=+\overlap{s_+}\,\examined{\hat n}",
    SHARED_PART: r"\faulty{\text{depth}}=\min_i\,\lvert\A{P_A}\cap\B{P_B}\rvert",
}
HARMLESS = {
    CENTRES: (
        "Drag B, so that it still overlaps A and flip by centres makes no error.",
        "From A's centre to B's has to lead to the side on which B leaves.",
    ),
    RAW: (
        "Reshape A or B until raw normals choose the right axis.",
        "The edge with the least overlap must not be the long one.",
    ),
    NO_TEST: (
        "Keep A and B apart, but let the rule take an overlap as the least |s|.",
        "B has to show a gap on one axis, and on another one a shorter overlap.",
    ),
    SHARED_PART: (
        "Drag B a little out of A, until the shared part is the true overlap.",
        "B's projection has to stick out of A's.",
    ),
}


def shows_move(moment: Moment[Any]) -> bool:
    """Whether this step shows where the faulty rule puts B; earlier ones know of the right overlaps alone."""
    return moment.is_last or isinstance(moment.step, MinimumTranslation)


def differs(moment: Moment[Any]) -> bool:
    return error_of(moment) != ""


def told(page: Page, moment: Moment[Any]) -> Page:
    """The page of a step that shows a faulty rule's move: the rule, its own formula, and what it costs here."""
    rule, claims = moment.compare, page.claims
    formula = FORMULAS[rule]
    if moment.faulty is None or (rule == TWICE and not differs(moment)):
        formula = page.formula  # nothing is pushed; or n was right as it was offered, and nothing is turned
    elif rule in CLAIMS:
        claims = (*claims, CLAIMS[rule](moment))
    page = replace(page, idea=IDEAS[rule], formula=formula, claims=claims).says(_cost(moment))
    if not moment.is_last or moment.faulty is None:
        return page
    (a, b), m = moment.scene.shapes, moment.trace.result.translation
    for name, move, is_faulty in (("shortest", m, False), (rule, moment.faulty, True)):
        move = 0.0 * moment.faulty if move is None else move
        left = max(0.0, -separation(a, b.moved(move)))
        left = left if left > rounding(a, b) else 0.0
        page = page.row(name, fixed(math.hypot(*move)), fixed(left), faulty=is_faulty, key=name)
    return page


def opening(moment: Moment[Any]) -> str:
    """What the faulty move does that is drawn before the rule is explained."""
    a, b = moment.scene.shapes
    left, wrong = separation(a, b.moved(moment.faulty)), tint(f"**{fixed(math.hypot(*moment.faulty))}**", Ink.FAULTY)
    told = f"B still overlaps A by {tint(fixed(-left), Ink.FAULTY)}" if left < -1e-6 else "that is more than needed"
    return f"The rule “{moment.compare}” moves B by {wrong}: {told}."


def situation(moment: Moment[Any]) -> str:
    """How both moves leave the shapes, where B stands parted."""
    a, b = (body.world for body in (moment.scene.a, moment.scene.b))
    left, m = separation(a, b.moved(moment.faulty)), moment.trace.result.translation
    if left < -1e-6:
        return f"After the shortest move A and B just touch; after the faulty one they overlap by {fixed(-left)}."
    more = math.hypot(*moment.faulty) - math.hypot(*m)
    if more > 1e-6:
        return f"After both moves A and B just touch; the faulty one is {fixed(more)} longer."
    return "After the shortest move A and B just touch."


def harmless(moment: Moment[Any]) -> Challenge:
    """The goal of a scene that opens with a faulty rule: where the rule is right; without an overlap test, where it
    takes for the depth what is not even a gap."""
    overlaps = moment.scene.separation < -OVERLAPS
    text, hint = HARMLESS[moment.compare]
    if moment.compare == NO_TEST:
        s = untested(*moment.scene.shapes).separation
        now = f"now {'an overlap' if s < 0.0 else 'a gap'} of {fixed(abs(s))}"
        is_apart = moment.scene.separation > OVERLAPS
        return Challenge(text, is_apart and s < -OVERLAPS, now if is_apart else "now they overlap", hint)
    now = "no overlap" if not overlaps else error_of(moment) or "no error"
    return Challenge(text, overlaps and not differs(moment), now if shows_move(moment) else "", hint)


def _cost(moment: Moment[Any]) -> str:
    """What the faulty rule does here, against the right answer."""
    m = moment.trace.result.translation
    if not differs(moment):
        moves = "nothing is moved" if m is None else f"B moves as it should, by {fixed(math.hypot(*m))}"
        return f"Here that does no harm: {moves}."
    wrong = tint(f"**{fixed(math.hypot(*moment.faulty))}**", Ink.FAULTY)
    if m is None:
        return f"The least |s| is {wrong}. The rule moves B by it, although A and B are apart."
    least = fixed(math.hypot(*m))
    left = separation(moment.scene.a.world, moment.scene.b.world.moved(moment.faulty))
    if moment.compare == RAW:
        chosen = _chosen(moment)
        raw = tint(fixed(raw_overlap(moment.scene, chosen) or 0.0), Ink.FAULTY)
        edge = name_of(moment.scene, chosen).removesuffix(", faces away")
        return f"The least raw overlap is {raw}, at {edge}. There B moves by {wrong}; {least} is enough."
    if left < -1e-6:
        told = f"B moves by {wrong} and still overlaps A by {tint(fixed(-left), Ink.FAULTY)}."
        as_long = abs(math.hypot(*moment.faulty) - math.hypot(*m)) <= rounding(*moment.scene.shapes)
        right = "The shortest move is as long, but opposite." if as_long else f"The shortest move is {least} long."
        return f"{told} {right}" if isinstance(moment.step, MovesShared) else told
    return f"B moves by {wrong}; {least} is enough."


def _chosen(moment: Moment[Any]) -> AxisTested:
    chosen = faulty.best_by_raw_normals(*moment.scene.shapes)
    assert chosen is not None
    return chosen


def _size(moment: Moment[Any]) -> float:
    return math.hypot(*moment.faulty)


def _centres_claim(moment: Moment[Any]) -> Claim:
    a, b = moment.scene.shapes
    n, depth = moment.trace.result.found.best.normal, max(0.0, -separation(a, b))

    def by_formula() -> Vector:
        move: Vector = (-depth if float((b.centroid - a.centroid) @ n) < 0.0 else depth) * n
        return move

    return Claim("m by centres", lambda: moment.faulty, by_formula, 1e-6)


def _raw_claim(moment: Moment[Any]) -> Claim:
    def least() -> float:
        tests = moment.trace.result.found.tests
        return min(raw for test in tests if (raw := raw_overlap(moment.scene, test)) is not None)

    return Claim("least raw overlap", lambda: raw_overlap(moment.scene, _chosen(moment)) or 0.0, least, 1e-6)


def _untested_claim(moment: Moment[Any]) -> Claim:
    """The least |s| is at most that of the axis of the right rule."""
    return Claim("|s|", lambda: _size(moment) <= abs(moment.trace.result.found.separation) + 1e-9, lambda: True)


def _shared_claim(moment: Moment[Any]) -> Claim:
    def least() -> float:
        return min(_common(moment.scene.shapes, test.normal) for test in moment.trace.result.found.tests)

    return Claim("shared part", lambda: _size(moment), least, 1e-6)


def _common(shapes: tuple[Convex, Convex], n: Vector) -> float:
    """The length of the piece that the projections of both shapes share."""
    ends = [(float((s.points @ n).min()) - s.radius, float((s.points @ n).max()) + s.radius) for s in shapes]
    return max(0.0, min(high for _, high in ends) - max(low for low, _ in ends))


CLAIMS: dict[str, Callable[[Moment[Any]], Claim]] = {
    CENTRES: _centres_claim,
    RAW: _raw_claim,
    NO_TEST: _untested_claim,
    SHARED_PART: _shared_claim,
}
