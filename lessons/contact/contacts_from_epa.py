"""Contact points from EPA: its witness point jumps from one end of an edge to the other, two clipped points stay."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Manifold, Trace, Vector, epa, separation
from geometry.contact.along_normal import ReferenceChosen, SupportEdge
from geometry.contact.clipping import Clipped, ClipStarted
from geometry.sat.separating_axis import Owner
from geometry.trace import grouped, picked
from lessons.contact.contacts_from_epa_asked import (
    goal,
    is_other_end,
    next_contacts,
    next_witness,
    normal_s_edge,
    tilt_told,
)
from lessons.contact.contacts_from_epa_figure import draw_next, draw_world, jumps, partners, stands_alone
from lessons.contact.contacts_from_epa_scene import WITNESS, EpaAnswered, Frame, NextFrame, Turned, presets
from lessons.stories.clip import ClipStory
from lessons.stories.clip_state import place_of, shape_of, steps_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint

N_AB = r"\examined{\hat n_{AB}}"
ALONG_A, ALONG_B = rf"{N_AB}\cdot\A{{\hat a_i}}", rf"{N_AB}\cdot\B{{\hat b_j}}"
P_A, P_B = r"\A{\boldsymbol p_A}", r"\B{\boldsymbol p_B}"
STAGES = {
    EpaAnswered: "EPA",
    NextFrame: "Next frame",
    SupportEdge: "Edges",
    ReferenceChosen: "Reference",
    Clipped: "Clip",
    Manifold: "Both frames",
}
IDEAS = {
    EpaAnswered: (
        f"We want the contact points. EPA's nearest face gives the normal ${N_AB}$ and two **witness points**: "
        f"$\\A{{\\boldsymbol{{p_A}}}}$ on A, $\\B{{\\boldsymbol{{p_B}}}}$ on B. Their signed distance along "
        f"${N_AB}$ is $s$."
    ),
    NextFrame: (
        "A box at rest needs a push at both ends. It rocks, here drawn larger. Even at 0.1° a single contact point "
        "**jumps**: its push turns B one way, then the other."
    ),
    SupportEdge: (
        f"Keep only EPA's normal. A's **support edge** has the normal $\\A{{\\hat a_i}}$ that points most along "
        f"${N_AB}$; B's has the normal $\\B{{\\hat b_j}}$ that points most against it."
    ),
    ReferenceChosen: (
        f"Every face of A − B comes from an edge of A or of B. So ${N_AB}$ is perpendicular to one of the two: the "
        "**reference edge**. The other is the incident edge."
    ),
    Clipped: (
        "Cut the incident edge at the side planes and keep its ends behind the reference edge. Each "
        "contact point is drawn on the incident edge."
    ),
    Manifold: (
        "The next frame clips the same two edges. Both points **stay** nearly in place, so a solver can begin from "
        "their last pushes (warm start). A witness point may jump."
    ),
}
FORMULAS = {
    EpaAnswered: rf"{P_B}-{P_A}=s\,{N_AB}",
    NextFrame: r"\text{moved by}=|\examined{x'}-\examined{x}|",
    SupportEdge: (
        rf"i=\mathrm{{argmax}}_k\ {N_AB}\cdot\A{{\hat a_k}}\qquad "
        rf"j=\mathrm{{argmin}}_k\ {N_AB}\cdot\B{{\hat b_k}}"
    ),
    ReferenceChosen: rf"{ALONG_A}\ \ge\ -{ALONG_B}\ \Rightarrow\ \text{{edge of A}}",
    Clipped: r"0\le x\le L\qquad h\le {margin}",
    Manifold: r"\text{moved by}=|\examined{x'}-\examined{x}|",
}
CHANGES = (
    "Here the next frame {why}, so a contact point may **end** or begin. The others stay near their places along the "
    "edge."
)
ONE_BEHIND = (
    "Only one end of the incident edge is behind the reference edge, so there is one contact point, like EPA's. No "
    "edge rests on the other: no second one is needed."
)
ONE_JUMPS = (
    "In each frame only one end is behind the reference edge, and it is not the same end. Then the clipped point "
    "**jumps** as well: two pushes need two ends behind the edge."
)
SAME = 1e-6  # world length: a witness point is at a corner
TURNS = "B turns a little, here drawn larger. "
ONE_POINT = TURNS + "Again EPA gives one point of each shape, where the overlap is deepest in that frame."
THEN_APART = TURNS + "In the next frame A and B are apart: EPA is not needed there, and no contact point is left."
EPA_S = "EPA's $p_B$"
ONE_ALONE = (
    "**Witness point only** keeps one contact, midway between EPA's **witness points**. To rest, B needs a push at "
    "both ends. It has one, and its place **jumps**."
)
APART = "EPA is not needed: A and B are apart, and GJK gives their distance. There is no contact point to look for."


class ContactsFromEpaStory(Story):
    columns = ("point", "$x$ now", "$x'$ next", "moved by")

    def stage(self, moment: Moment[Turned]) -> str:
        return STAGES[type(steps_of(moment.step)[-1])]

    def page(self, moment: Moment[Turned]) -> Page:
        kind = type(steps_of(moment.step)[-1])
        formula = FORMULAS[kind].replace("{margin}", fixed(moment.scene.margin))
        if isinstance(moment.step, ReferenceChosen) and moment.step.reference.owner is Owner.B:
            formula = formula.replace(r"\ge", "<").replace("edge of A", "edge of B")
        page = Page(self.stage(moment), IDEAS[kind], formula)
        tell = {
            EpaAnswered: _answered,
            NextFrame: _next,
            SupportEdge: _edges,
            ReferenceChosen: _reference,
            Clipped: _clipped,
            Manifold: _both,
        }
        page = tell[kind](page, moment)
        is_seen = _differs(moment) and isinstance(moment.step, NextFrame | Manifold)
        return replace(page, idea=ONE_ALONE) if is_seen else page

    def draw(self, canvas: Canvas, moment: Moment[Turned]) -> None:
        draw_world(canvas, moment)


def _x(scene: Turned, frame: Frame, p: Vector) -> str:
    """Along the reference edge, from u."""
    ruler = scene.ruler(frame)
    return fixed(ruler.along(p)) if ruler is not None else "–"


def _depth(s: float) -> str:
    return tint(f"**{fixed(abs(s))}**", separation_ink(s))


def _s(s: float) -> str:
    """With its sign: negative behind the edge."""
    return tint(f"**{fixed(s)}**", separation_ink(s))


def _answered(page: Page, moment: Moment[Turned]) -> Page:
    scene, found = moment.scene, moment.scene.now.found
    n, (x, y) = found.normal, found.normal.tolist()
    page = page.claiming(
        Claim("p_B - p_A", lambda: found.on_b - found.on_a, lambda: found.separation * n),
        Claim("s", lambda: found.separation, lambda: separation(scene.a.world, scene.b.world), 1e-8),
    )
    if scene.now.trace is None:
        page = Page(page.stage, APART, page.formula, claims=page.claims)
        return page.says(f"A and B are {_depth(found.separation)} apart.")
    told = f"$s$ = {_s(found.separation)} along ${N_AB}$ = ({fixed(x)}, {fixed(y)})."
    page = page.says(f"{told} EPA gives only **one point** of each shape.")
    return page if moment.compare else page.asks(next_witness(moment), tilt_told(scene))


def _next(page: Page, moment: Moment[Turned]) -> Page:
    scene, then = moment.scene, moment.scene.then
    page = replace(page, idea=_turned(scene))
    angle = math.radians(scene.turn)
    turn = np.array(((math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))))
    pivot = scene.b.pose.position
    moved = type(scene.b.world)(pivot + (scene.b.world.points - pivot) @ turn)
    jump = scene.told(scene.now.found.on_b, then.found.on_b)
    p, q, edge = scene.now.found.on_b, then.found.on_b, scene.ruler(scene.now)
    if edge is not None and edge.owner is Owner.B and scene.ruler(then) is not edge:  # it has turned with B
        q = pivot + turn @ (q - pivot)
    along = math.dist(p, q) if edge is None or then.trace is None else abs(float((q - p) @ edge.tangent))
    page = page.claiming(
        Claim("jump", lambda: moment.step.jump, lambda: along),
        Claim("s next", lambda: then.found.separation, lambda: separation(scene.a.world, moved), 1e-8),
    )
    if then.trace is None:
        return page.says(f"Turned by {fixed(scene.turn, 1)}°, A and B are {_depth(then.found.separation)} apart.")
    if _differs(moment):
        page = _one_contact(page, moment)
    else:
        places = [_x(scene, frame, frame.found.on_b) for frame in (scene.now, then)]
        page = page.row(EPA_S, *places, jump, ink=Ink.B, key="EPA")
    moves = "jumps" if jumps(scene) else "moves"
    page = page.says(
        f"B turns by {fixed(scene.turn, 1)}°. Its witness point {moves} by **{jump}**, measured along EPA's face."
    )
    return page if moment.compare else page.asks(normal_s_edge(moment), _situation(moment))


def _one_contact(page: Page, moment: Moment[Turned]) -> Page:
    """Of the other rule, in both frames: in place of EPA's point, which has the same places."""
    scene = moment.scene
    places = [_x(scene, frame, p) for frame, p in zip((scene.now, scene.then), moment.faulty, strict=True)]
    return page.row("one contact", *places, scene.told(*moment.faulty), ink=Ink.FAULTY, key="one")


def _turned(scene: Turned) -> str:
    """What the next frame is for: where EPA's point does not jump, nothing is said of a jump."""
    if scene.then.trace is None:
        return THEN_APART
    if jumps(scene):
        return IDEAS[NextFrame]
    first, second = (
        {i for i, corner in enumerate(frame.b.points) if math.dist(corner, frame.found.on_b) < SAME}
        for frame in (scene.now, scene.then)
    )
    return ONE_POINT + (" Here that is the same corner." if first & second else "")


def _edges(page: Page, moment: Moment[Turned]) -> Page:
    scene, chosen = moment.scene, moment.scene.now.chosen
    assert chosen is not None
    of_a, of_b = chosen.of_a, chosen.of_b
    n = scene.now.found.normal
    says = " ".join(
        f"{tint(f'Edge {e.edge} of {e.owner.value}', ink)}: {fixed(e.dot, 4)}, the {which} of its edges."
        for e, ink, which in ((of_a, Ink.A, "greatest"), (of_b, Ink.B, "least"))
    )
    return page.says(says).claiming(
        Claim("greatest", lambda: of_a.dot, lambda: (scene.a.world.normals @ n).max()),
        Claim("least", lambda: of_b.dot, lambda: (scene.b.world.normals @ n).min()),
    )


def _reference(page: Page, moment: Moment[Turned]) -> Page:
    chosen, scene = moment.step, moment.scene
    n, reference = scene.now.found.normal, moment.step.reference
    owner = shape_of(moment, reference.owner)
    first, second = fixed(chosen.of_a.dot, 4), fixed(-chosen.of_b.dot, 4)
    sign = "≥" if reference.owner is Owner.A else "<"
    off = [fixed(math.degrees(math.acos(min(dot, 1.0))), 1) for dot in (chosen.of_a.dot, -chosen.of_b.dot)]
    says = (
        f"{first} {sign} {second} ({off[0]}° and {off[1]}° off): edge {reference.edge} of {reference.owner.value} "
        f"is the reference edge, edge {chosen.incident.edge} of {chosen.incident.owner.value} the incident edge."
    )
    return page.says(says).claiming(
        Claim("perpendicular", lambda: abs(float(owner.normals[reference.edge] @ n)), lambda: 1.0, 1e-6),
        Claim("A's edge", lambda: reference.owner is Owner.A, lambda: chosen.of_a.dot >= -chosen.of_b.dot - 1e-12),
    )


def _clipped(page: Page, moment: Moment[Turned]) -> Page:
    scene, points = moment.scene, steps_of(moment.step)[-1].points
    reference = scene.now.chosen.reference if scene.now.chosen is not None else None
    for i, p in enumerate(points):
        page = page.row(f"contact {i + 1}", fixed(p.along), "", "", ink=Ink.ANSWER, key=f"contact {i}")
    heights = " and ".join(_s(p.height) for p in points)
    count = "Two contact points" if len(points) == 2 else "One contact point"
    kept = f"A point up to {fixed(scene.margin)} in front of the reference edge is kept, too."
    page = page.says(f"{count}: $h$ = {heights}. {kept}" if points else "Nothing is left of the incident edge.")
    page = page if moment.compare else page.asks(next_contacts(moment), _situation(moment))
    return page.claiming(
        Claim("x and h", lambda: [(p.along, p.height) for p in points],
              lambda: [place_of(moment, reference, p.point) for p in points] if reference else []),
    )  # fmt: skip


def _both(page: Page, moment: Moment[Turned]) -> Page:
    scene, found = moment.scene, moment.trace.result
    moved, ended = [], []
    for i, (p, q) in enumerate(zip(scene.now.points, partners(scene.now, scene.then), strict=True)):
        name, at = f"contact {i + 1}", _x(scene, scene.now, p)
        if q is None:
            ended.append(name)
            cells = name, at, "ends", "–"
        else:
            moved.append(scene.told(p, q))
            cells = name, at, _x(scene, scene.then, q), moved[-1]
        page = page.row(*cells, ink=Ink.ANSWER, key=f"contact {i}")
    page = page.claiming(
        Claim("s", lambda: found.separation, lambda: separation(scene.a.world, scene.b.world), 1e-8),
    )
    if not moved:
        return page.says("In the next frame A and B are apart: no contact point is left.")
    farthest = max(moved, key=float)
    if ended or not scene.keeps_edges:
        why = "keeps less of the incident edge" if scene.keeps_edges else _other_edge(scene)
        page = Page(page.stage, CHANGES.format(why=why), page.formula, rows=page.rows, claims=page.claims)
    some = "Clipped points move by at most" if len(moved) > 1 else "The clipped point moves by"
    far = f"{some} **{farthest}**"
    if ended:
        far = f"In the next frame {ended[0]} ends. The other moves by **{farthest}**"
    elif scene.keeps_edges and len(scene.now.points) == len(scene.then.points) == 1:
        idea = ONE_JUMPS if is_other_end(scene) else ONE_BEHIND
        page = Page(page.stage, idea, page.formula, rows=page.rows, claims=page.claims)
    jump = scene.told(scene.now.found.on_b, scene.then.found.on_b)
    if _differs(moment):
        return page.says(f"The one contact jumps by {tint(scene.told(*moment.faulty), Ink.FAULTY)}. {far}.")
    jump = tint(jump, Ink.B) if jumps(scene) else jump
    return page.says(f"{far}, EPA's by {jump}.")


def _other_edge(scene: Turned) -> str:
    """Which edge the next frame has in place of one of this frame."""
    now, then = scene.now.chosen, scene.then.chosen
    assert now is not None
    assert then is not None
    if (now.incident.owner, now.incident.edge) == (then.incident.owner, then.incident.edge):
        return f"has edge {then.reference.edge} of {then.reference.owner.value} as reference edge"
    return f"has edge {then.incident.edge} of {then.incident.owner.value} as incident edge"


def _situation(moment: Moment[Turned]) -> str:
    scene = moment.scene
    s, then = scene.now.found.separation, scene.then
    if _differs(moment) and not isinstance(moment.step, EpaAnswered):
        jump = tint(f"**{scene.told(*moment.faulty)}**", Ink.FAULTY)
        turns = [frame.turns_by(p) for frame, p in zip((scene.now, scene.then), moment.faulty, strict=True)]
        told = "it pushes at one place, then at another."
        if turns[0] * turns[1] < 0.0:
            told = "its push turns B one way, in the next frame the other way."
        return f"One contact jumps by {jump}: {told}"
    first = f"A and B overlap by {_depth(s)}" if scene.now.trace is not None else f"A and B are {_depth(s)} apart"
    if isinstance(moment.step, Manifold) and 0.0 < moment.time < 1.0:
        between = scene.frame_at(moment.time).found.separation
        told = f"overlap by {_depth(between)}" if between <= 0.0 else f"are {_depth(between)} apart"
        return f"Between both frames, at $t$ = {fixed(moment.time)}, A and B {told}."
    if stands_alone(moment) or isinstance(moment.step, EpaAnswered) or then.trace is None:
        return f"{first}."
    if isinstance(steps_of(moment.step)[-1], Clipped):
        kept = counted(len(scene.now.points), "contact point")
        return f"In this frame the clip keeps {kept}, EPA gives 1."
    if isinstance(moment.step, Manifold) and jumps(scene):
        return "From this frame to the next the clipped points stay near their places; EPA's witness point does not."
    return f"{first}, in the next frame by {_depth(then.found.separation)}."


def _differs(moment: Moment[Turned]) -> bool:
    """Whether the one contact jumps although the clipped ones stay."""
    scene = moment.scene
    if moment.faulty is None or len(scene.now.points) < 2 or len(scene.then.points) < 2:
        return False
    return math.dist(*moment.faulty) > 0.5


class ContactsFromEpa(Lesson[Turned]):
    id = "contacts-from-epa"
    title = "Contact points from EPA"
    source = "A question that forums ask about GJK and EPA"
    summary = "EPA answers how deep and along which normal; the support edges along that normal answer where."
    terms = ("witness points", "support edge")
    builds_on = ("epa", "edge-clipping")
    story = ContactsFromEpaStory()
    clipping = ClipStory()
    compare = (Comparison(WITNESS, lambda scene: scene.witnesses(), _differs, "What most write-ups of EPA stop at"),)

    @property
    def layout(self) -> Layout:
        return above(
            Pane("world", "This frame", self.draw_told, is_world=True),
            Pane("next", "Next frame: B is turned", draw_next),
        )

    def layout_at(self, moment: Moment[Turned]) -> Layout:
        """This frame alone, and large, where nothing is told of the next one."""
        return self.panes[0] if stands_alone(moment) else self.layout

    @property
    def scenes(self) -> Mapping[str, Turned | Preset[Turned]]:
        return presets()

    def run(self, scene: Turned) -> Trace[Any, Any]:
        """EPA's answer in both frames; then the manifold along its normal in this one."""
        along = scene.now.trace
        first = EpaAnswered(scene.now)
        if along is None:
            search = epa.trace(scene.a.world, scene.b.world)
            return Trace(search.function, (first,), search.lines[-1:], None, search.answer)
        along = picked(along, range(1, len(along)))  # both support edges are one step
        kinds = [type(step) for step in along]
        told = grouped(along, [range(kinds.index(ClipStarted), kinds.index(Clipped) + 1)])
        steps = (first, NextFrame(scene.then, scene.jump), *told.steps)
        return Trace(told.function, steps, (told.lines[0],) * 2 + told.lines, told.refusal, told.answer)

    def story_of(self, moment: Moment[Turned]) -> Story:
        in_clip = moment.parent is not None and isinstance(moment.trace.steps[0], ClipStarted)
        return self.clipping if in_clip else self.story

    def clock(self, moment: Moment[Turned]) -> Clock | None:
        """B turns from this frame to the next."""
        is_last = moment.parent is None and isinstance(moment.step, Manifold)
        return Clock(2.0, ticks=(1.0,) * len(moment.trace), plays_on_entry=True) if is_last else None

    def situation(self, moment: Moment[Turned]) -> str:
        return _situation(moment)

    def challenge(self, moment: Moment[Turned]) -> Challenge | None:
        return goal(moment.scene, moment.faulty if moment.compare else None)
