"""Reference and incident edge, beside the world: separations as bars, normals on one circle, leads in the frames."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from lessons.contact.reference_and_incident_asked import CLEAR, HIGH, WIDE, Kind, every_edge, highest, kind_of, leads
from lessons.contact.reference_and_incident_scene import Edge, Hysteresis, Jitter, changes, telling, tried_in
from lessons.contact.reference_and_incident_wrong import goes_without, wrong_edge
from lessons.stories.clip_state import ink_of, outermost, shape_of, steps_of
from lessons.stories.reference import edge_ref
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import angle_arc
from viz.lesson.text import counted, fixed

TALL = 1.9  # of all bars
THICK = 0.036  # half of a bar
NUMBERS = 0.24  # at the left, for the number of the longest bar
AXIS = 1.2  # where the dot products are read off
NARROW = 0.3  # radians: there are no words within a smaller angle
N = r"\hat n"
RULE = r"\mathrm{change\ if}\quad s_\mathrm{new}-s_\mathrm{old}>\interface{\varepsilon}"


def seen(moment: Moment[Any]) -> list[Any]:
    return [each for step in moment.seen for each in steps_of(step)]


def pair_of(moment: Moment[Any]) -> tuple[IncidentEdge | None, ReferenceEdge | None]:
    """Both edges that the main track finds."""
    main = outermost(moment)
    return main.first(IncidentEdge), main.first(ReferenceEdge)


def compared(moment: Moment[Any]) -> set[int]:
    """The edges whose normals have been compared up to this step."""
    return {step.edge for step in seen(moment) if isinstance(step, NormalCompared)}


def named(edge: Edge) -> str:
    """ "A1": edge 1 of A."""
    return f"{edge[0].value}{edge[1]}"


def frame_at(moment: Moment[Any]) -> int:
    return min(int(moment.time * len(moment.scene.frames)), len(moment.scene.frames) - 1)


def frame_formula(moment: Moment[Any]) -> str:
    """The rule of hysteresis, whose numbers the sentence has; without it the test of the frame on the clock: the
    greatest separation and the next."""
    scene, k = moment.scene, frame_at(moment)
    if isinstance(moment.step, Hysteresis) and not goes_without(moment):
        return RULE
    every, best = scene.separations(scene.frames[k].degrees), scene.frames[k].greatest
    if best is None:
        return ""
    other = max((edge for edge in every if edge != best), key=every.__getitem__)
    if _is_turned(moment, best, other):
        return rf"{_lead(other, best)}={fixed(every[other] - every[best], 4)}\le 0"
    return rf"{_lead(best, other)}={fixed(every[best] - every[other], 4)}\ge 0"


def _is_turned(moment: Moment[Any], new: Edge, old: Edge) -> bool:
    """Whether the curve of leads has the difference of these two edges the other way round."""
    return (old, new) == (moment.scene.rival, moment.scene.frames[0].kept)


def told_of_test(moment: Moment[Any]) -> str:
    """The test of hysteresis in the frame on the clock, with its numbers."""
    scene, k = moment.scene, frame_at(moment)
    tried = tried_in(scene, k)
    if tried is None:
        return "The first frame has no old edge." if scene.frames[k].kept is not None else "A and B are apart."
    old, kept = named(tried.old), named(tried.kept)
    if not tried.is_more and tried.kept != tried.old:
        return f"No deepest vertex is over {old}: {kept} takes over."
    places, sign = telling(tried.lead, scene.epsilon, 4), ">" if tried.is_more else "≤"
    if tried.lead < 0.0:
        new = f"$s_\\mathrm{{{named(tried.other)}}}$"
        return f"{new} is {fixed(-tried.lead, places)} less than $s_\\mathrm{{{old}}}$: {kept} stays."
    test = f"{fixed(tried.lead, places)} {sign} $\\interface{{ε}}$ = {fixed(scene.epsilon, places)}"
    return f"{named(tried.other)} leads {old} by {test}: {kept} {'takes over' if tried.is_more else 'stays'}."


def _lead(new: Edge, old: Edge) -> str:
    return rf"s_\mathrm{{{named(new)}}}-s_\mathrm{{{named(old)}}}"


def head(moment: Moment[Any]) -> tuple[str, str]:
    """Title and note of the pane."""
    last = steps_of(moment.step)[-1]
    if isinstance(last, NormalCompared | IncidentEdge):
        return f"Normals of {last.owner.value}", "turned until the reference normal points up"
    if isinstance(last, Jitter | Hysteresis):
        old, new = moment.scene.frames[0].kept, moment.scene.rival
        if old is not None:
            one, other = (f"edge {edge} of {owner.value}" for owner, edge in (old, new))
            return f"Lead of {named(new)} over {named(old)}", f"{named(new)} is {other}, {named(old)} is {one}"
    return "Separation of each edge", "s = −depth"


def draw_compared(canvas: Canvas, moment: Moment[Any]) -> None:
    last = steps_of(moment.step)[-1]
    if isinstance(last, NormalCompared | IncidentEdge):
        _circle(canvas, moment)
    elif isinstance(last, Jitter | Hysteresis):
        _frames(canvas, moment, last)
    else:
        _bars(canvas, moment)


def _bars(canvas: Canvas, moment: Moment[Any]) -> None:
    """A row for every edge: its separation from 0, negative ones to the left, so that the greatest ends farthest to
    the right."""
    every = list(every_edge(moment).values())
    known = {id(s) for s in seen(moment)}
    found = moment.latest(ReferenceEdge)
    best = found or next((s.best_so_far for s in reversed(seen(moment)) if isinstance(s, EdgeMeasured)), None)
    step = [s for s in steps_of(moment.step) if isinstance(s, EdgeMeasured)]
    own = max(step, key=lambda m: m.separation, default=None)  # the one that the world shows now
    low, high = min(0.0, *(m.separation for m in every)), max(0.0, *(m.separation for m in every))
    unit = (WIDE - NUMBERS) / ((high - low) or 1.0)
    zero = WIDE - unit * high
    canvas.stroke(((zero, 0.0), (zero, -TALL)), Ink.QUIET, line=Line.THIN)
    canvas.label("0", (zero, 0.0), Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    canvas.symbol("s", (NUMBERS, 0.06), Ink.OVERLAP, toward=(-1.0, 0.0))
    canvas.arrow((NUMBERS, 0.06), (NUMBERS + 0.2, 0.06), Ink.QUIET, line=Line.THIN)
    canvas.stroke(((0.0, -TALL), (WIDE, -TALL)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.01)
    for i, m in ((i, m) for i, m in enumerate(every) if id(m) in known):
        y, tip = -(i + 0.5) * TALL / len(every), zero + unit * m.separation
        is_best = best is not None and (m.owner, m.edge) == (best.owner, best.edge)
        is_own = own is not None and (m.owner, m.edge) == (own.owner, own.edge)
        ink = Ink.EXAMINED if is_own or (is_best and found is not None) else ink_of(m.owner)
        style = TextStyle.BOLD if is_best or is_own else TextStyle.LABEL
        name = f"{m.edge} of {m.owner.value}"
        canvas.label(name, (0.0, y), ink, toward=(-1.0, 0.0), style=style, feature=edge_ref(m))
        shade = separation_ink(m.separation)
        corners = ((zero, y - THICK), (tip, y - THICK), (tip, y + THICK), (zero, y + THICK))
        canvas.area(corners, shade, opacity=1.0 if is_own or (is_best and found is not None) else 0.35)
        if is_best and not is_own:
            canvas.stroke(corners, shade, closed=True, line=Line.OUTLINE)
        places = moment.scene.decimals if best is not None and m.separation > best.separation - CLEAR else 2
        side = math.copysign(1.0, m.separation)
        canvas.label(fixed(m.separation, places), (tip, y), shade, toward=(side, 0.0), style=style)


def _circle(canvas: Canvas, moment: Moment[Any]) -> None:
    """The normals compared so far at one centre, the reference normal upright: the dot product is the height."""
    incident, reference = pair_of(moment)
    assert incident is not None
    assert reference is not None
    known = compared(moment)
    own, wrong, (x, y) = ink_of(incident.owner), wrong_edge(moment), reference.normal_xy
    turn = math.pi / 2.0 - math.atan2(y, x)
    marks.circle(canvas, (0.0, 0.0), 1.0, Ink.CONSTRUCTION)
    canvas.stroke(((AXIS, -1.0), (AXIS, 1.0)), Ink.QUIET, line=Line.THIN)
    canvas.symbol("d", (AXIS, 1.08), Ink.TEXT, toward=(0.0, 1.0))
    for d in (-1.0, 0.0, 1.0):
        canvas.label(fixed(d, 0, sign=True), (AXIS, d), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)
    for i, normal in enumerate(shape_of(moment, incident.owner).normals):
        if i not in known:
            continue
        angle = math.atan2(normal[1], normal[0]) + turn
        tip = (math.cos(angle), math.sin(angle))
        is_least, is_wrong = i == incident.edge, i == wrong
        faded, ink = 1.0 if is_least or is_wrong else 0.45, Ink.FAULTY if is_wrong else own
        canvas.stroke((tip, (AXIS, tip[1])), ink, line=Line.DASHED, opacity=faded)
        canvas.arrow((0.0, 0.0), tip, ink, line=Line.FEATURE if is_least or is_wrong else Line.MEASURE)
        if is_least:
            off = math.remainder(angle + math.pi / 2.0, math.tau)
            is_opposite = abs(off) <= 1e-6  # one place has one name
            canvas.symbol(rf"\hat m_{{{i}}}" + r"=-\hat n" * is_opposite, tip, ink, toward=tip)
            if not is_opposite:
                _angle(canvas, off)
        else:
            canvas.label(str(i), tip, ink, toward=tip, style=TextStyle.BOLD if is_wrong else TextStyle.NUMBER)
        canvas.dot((AXIS, tip[1]), ink, Point.FILLED if is_least else Point.SMALL)
    canvas.arrow((0.0, 0.0), (0.0, 1.0), Ink.EXAMINED, line=Line.FEATURE)
    canvas.symbol(N, (0.0, 1.0), Ink.EXAMINED, toward=(0.0, 1.0))


def _angle(canvas: Canvas, off: float) -> None:
    """How far the incident normal, `off` radians from straight down, is off the reference normal turned round."""
    down = -math.pi / 2.0
    canvas.stroke(((0.0, 0.0), (0.0, -1.0)), Ink.EXAMINED, line=Line.DASHED)
    canvas.symbol(r"-\hat n", (0.0, -1.0), Ink.EXAMINED, toward=(-math.copysign(0.6, off), -1.0))
    words, radius = f"{fixed(math.degrees(abs(off)), 0)}°", 0.7
    is_wide = abs(off) > NARROW
    angle_arc(canvas, (0.0, 0.0), down, down + off, Ink.TEXT, words if is_wide else "", radius=radius / canvas.pixel)
    if not is_wide:
        canvas.label(words, (0.0, -radius), Ink.TEXT, toward=(-math.copysign(1.0, off), 0.0))


def _frames(canvas: Canvas, moment: Moment[Any], step: Jitter | Hysteresis) -> None:
    """How far the rival edge is ahead in each frame so far, within the band of hysteresis or not; and which edge is
    the reference by either rule."""
    scene, frames = moment.scene, moment.scene.frames
    old, new = frames[0].kept, scene.rival
    if old is None:
        return
    place, k = leads(moment), frame_at(moment)
    foretold = kind_of(moment) is Kind.LEANING  # what is asked of the curve needs all of it, and the band
    canvas.stroke(((0.0, 0.0), (WIDE, 0.0)), Ink.QUIET, line=Line.THIN)
    canvas.label("0", (0.0, 0.0), Ink.QUIET, toward=(-1.0, 0.0), style=TextStyle.CAPTION)
    if isinstance(step, Hysteresis) or foretold:
        _band(canvas, moment)
    canvas.stroke(place[: k + 1], Ink.TEXT, line=Line.MEASURE)
    canvas.stroke(place[k:], Ink.GHOST, line=Line.DOTTED)
    for i, at in enumerate(place):
        canvas.dot(at, Ink.TEXT if i <= k else Ink.GHOST, Point.FILLED if i == k else Point.SMALL)
    x = place[k][0]
    canvas.stroke(((x, -HIGH), (x, HIGH)), Ink.INTERFACE, line=Line.THIN)
    canvas.symbol(f"{_lead(new, old)}={fixed(scene.ahead[k], 4)}", (0.5 * WIDE, -HIGH - 0.09), Ink.TEXT, toward=None)
    pink = isinstance(moment.faulty, tuple) and isinstance(step, Hysteresis)
    ink = Ink.FAULTY if pink else Ink.TEXT
    words = "without hysteresis" if isinstance(step, Hysteresis) else "edge of greatest separation"
    _strip(canvas, -0.75, words, [f.greatest for f in frames], k, ink)
    if isinstance(step, Hysteresis):
        _strip(canvas, -1.08, "with hysteresis", [f.kept for f in frames], k, Ink.TEXT)


def _band(canvas: Canvas, moment: Moment[Any]) -> None:
    """The leads that change nothing."""
    scene = moment.scene
    band = HIGH * scene.epsilon / highest(moment)
    canvas.area(((0.0, -band), (WIDE, -band), (WIDE, band), (0.0, band)), Ink.INTERFACE, opacity=0.14)
    for sign in (1.0, -1.0):
        canvas.stroke(((0.0, sign * band), (WIDE, sign * band)), Ink.INTERFACE, line=Line.DASHED)
    if band > 0.1:
        canvas.symbol(rf"\varepsilon={fixed(scene.epsilon, 4)}", (0.2, band), Ink.INTERFACE, toward=(0.0, 1.0))
        canvas.symbol(r"-\varepsilon", (0.0, -band), Ink.INTERFACE, toward=(-1.0, 0.0))


def _strip(canvas: Canvas, y: float, words: str, edges: list[Edge | None], k: int, ink: Ink) -> None:
    """The reference edge of every frame up to `k`: other ones than the first stand out."""
    for i, edge in enumerate(edges):
        x, is_first = WIDE * i / (len(edges) - 1), edge == edges[0]
        corners = np.array((x, y)) + ((-0.055, -0.05), (0.055, -0.05), (0.055, 0.05), (-0.055, 0.05))
        if i > k:
            canvas.stroke(corners, Ink.GHOST, closed=True, line=Line.THIN, opacity=0.4)
            continue
        shade = Ink.INTERFACE if is_first else Ink.FAULTY if ink is Ink.FAULTY else Ink.QUIET
        canvas.area(corners, shade, opacity=0.25 if is_first else 0.5)
        canvas.label("–" if edge is None else named(edge), (x, y), ink, style=TextStyle.CAPTION, fixed=True)
    many = counted(changes(edges[: k + 1]), "change")
    canvas.label(f"{words}: {many}", (0.5 * WIDE, y - 0.11), ink, fixed=True)
