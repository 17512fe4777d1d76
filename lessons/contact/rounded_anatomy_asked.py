"""What the anatomy of a rounded polygon asks: where an outer edge ends, and what half the radius leaves."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from geometry import Convex
from geometry.contact.rounded_parts import CornerTurned, EdgeMovedOut
from geometry.feature import FeatureKind, FeatureRef
from lessons.contact.rounded_anatomy_figure import Rounding, disc_center, wedge
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Choose, Click, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.09  # world length that an answer may be off
UNMOVED = 0.005  # shown as 0.00
LEAST = 0.2  # of a radius that is asked about
HALF, LESS, MORE = "half", "less than half", "more than half"


def at_first(scene: Rounding) -> Place | Choose | None:
    """Of a polygon where an outer edge ends; of a long box what becomes of its form."""
    form = form_of(scene)
    return outer_ends(scene) if form is None else form


def of_the_turns(scene: Rounding) -> Click | Choose | None:
    """Before an angle is told: which arc of a triangle is the longest, or how much equal vertices turn."""
    return longest_arc(scene) if len(scene.core.points) == 3 else equal_turns(scene)


def longest_arc(scene: Rounding) -> Click | None:
    turns = [math.degrees(arc.sweep) for arc in scene.arcs]
    most = max(turns)
    right = frozenset(_vertex(i) for i, turn in enumerate(turns) if most - turn < 1e-6)
    if scene.radius < LEAST or len(right) == len(turns):
        return None

    def judge(given: FeatureRef | str) -> Verdict:
        assert isinstance(given, FeatureRef)
        i, is_right = given.index, given in right
        draw = partial(_draw_wedge, scene, i, is_right)
        if is_right:
            inside = f"180° − {fixed(180.0 - turns[i], 1)}°"
            return Verdict(
                True, f"It is the sharpest: the normals turn by {inside} = {fixed(turns[i], 1)}°.", draw=draw
            )
        because = f"Here the normals turn by {fixed(turns[i], 1)}°. At a sharper vertex they turn more."
        return Verdict(False, because, f"Not at v{i}", draw=draw)

    text = "An arc of radius $r$ will close each gap. Click the vertex that gets the longest arc."
    return Click(text, judge, right, kinds=frozenset((FeatureKind.VERTEX,)))


def _vertex(index: int) -> FeatureRef:
    return FeatureRef("A", FeatureKind.VERTEX, index)


def _draw_wedge(scene: Rounding, vertex: int, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The arc of the clicked vertex, with its angle."""
    arc, ink = scene.arcs[vertex], Ink.ANSWER if is_right else Ink.FAULTY
    outline = wedge(canvas, arc, scene.radius, arc.center)
    canvas.area(outline, ink, opacity=0.12)
    canvas.stroke(outline[1:], ink, line=Line.FEATURE)
    out = outline[len(outline) // 2] - arc.center
    canvas.label(f"{fixed(math.degrees(arc.sweep), 1)}°", arc.center + out, ink, toward=out)


LESS_LONG, SAME, LONGER = "less than {}", "{}", "more than {}"


def form_of(scene: Rounding) -> Choose | None:
    """What rounding makes of a box's form: length by width."""
    edges, r = [step.length for step in scene.outer], scene.radius
    if scene.smaller is not None or r < LEAST or len(edges) != 4 or not _has_right_angles(scene):
        return None
    length, width = max(edges[:2]), min(edges[:2])
    if length - width < LEAST or width < LEAST:
        return None
    before, added = fixed(length / width), fixed(2.0 * r)
    less, same, more = (name.format(before) for name in (LESS_LONG, SAME, LONGER))
    long, wide = length + 2.0 * r, width + 2.0 * r
    told = {
        less: (
            "",
            f"Both grow by 2$r$: ({fixed(length)} + {added}) / ({fixed(width)} + {added}) = {fixed(long / wide)}.",
        ),
        same: ("A scaled copy keeps it", f"Here length and width both grow by the same 2$r$ = {added}."),
        more: ("The width grows too", f"Length and width both grow by 2$r$ = {added}. For the width this is more."),
    }
    sizes = {less: (long, wide), same: (length * wide / width, wide), more: (long, width)}

    def judge(given: str) -> Verdict:
        head, because = told[given]
        return Verdict(given == less, because, head, draw=partial(_draw_form, scene, sizes[given], given == less))

    text = f"This box is {before} times as long as it is wide. How many times when it is rounded?"
    return Choose(text, judge, (more, same, less), frozenset((less,)))


def _has_right_angles(scene: Rounding) -> bool:
    return len(scene.arcs) == 4 and max(abs(arc.sweep - 0.5 * math.pi) for arc in scene.arcs) < 1e-6


def _draw_form(scene: Rounding, size: tuple[float, float], is_right: bool, canvas: Canvas, pane: str) -> None:
    """The rounded box; or a box of the size that was thought of."""
    if is_right:
        marks.ghost(canvas, scene.rounded, Ink.ANSWER, Line.FEATURE)
        return
    points = scene.core.points
    center, (p, q, _, s) = scene.core.centroid, points
    u, v = (q - p) / math.dist(p, q), (s - p) / math.dist(p, s)
    if math.dist(p, q) < math.dist(p, s):
        u, v = v, u
    ends = [center + 0.5 * (x * size[0] * u + y * size[1] * v) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    canvas.stroke(ends, Ink.FAULTY, closed=True, line=Line.DOTTED)


def outer_ends(scene: Rounding) -> Place | None:
    """Both ends of the outer edge of the longest edge. (Of a shrunk polygon the outer edges lie on its outline.)"""
    edge, r = scene.longest, scene.radius
    if equal_turns(scene) is not None or len(scene.core.points) == 3:
        return None  # of equal corners, and of a triangle's, something else is asked
    if r < LEAST or edge.length < 2.0 * LEAST or len(scene.core.points) < 3 or scene.smaller is not None:
        return None
    text = f"Rounding by $r$ = {fixed(r)} moves the edge {_name(scene)} out. Drag p' and q' to its new ends."
    start, right = (xy(edge.inner_start), xy(edge.inner_end)), (xy(edge.start), xy(edge.end))
    return Place(text, partial(_judge_ends, scene), start, right, "world", names=("p'", "q'"))


def _name(scene: Rounding) -> str:
    return rf"$\A{{\boldsymbol{{e}}_{scene.longest.edge}}}$"


def _judge_ends(scene: Rounding, points: Points) -> Verdict:
    edge, r = scene.longest, scene.radius
    right = xy(edge.start), xy(edge.end)
    hits = [math.dist(p, q) <= NEAR for p, q in zip(points, right, strict=True)]
    good = tuple(Remark(q, "", True) for q, hit in zip(right, hits, strict=True) if hit)
    if all(hits):
        because = f"Both ends move {fixed(r)} along the normal, so the edge keeps its length, {fixed(edge.length)}."
        return Verdict(True, because, remarks=good, draw=partial(_draw_edge, edge, right, True))
    heights = [float((np.array(p) - edge.inner_start) @ edge.normal) for p in points]
    size = math.dist(*points)
    if max(map(abs, heights)) < UNMOVED:
        because = f"p' and q' still lie on {_name(scene)}. Rounding moves them off it, by $r$ = {fixed(r)}."
        still = tuple(Remark(p, "not moved") for p in points)
        return Verdict(False, because, "Place the ends: 0 of 2", still, draw=partial(_draw_edge, edge, points, False))
    told = [f"{fixed(float(np.hypot(*(scene.core.points - p).T).min()))} from the vertex" for p in points]
    if max(abs(h - r) for h in heights) > NEAR:
        p, q = (fixed(h) for h in heights)
        because = f"Here p' lies {p} and q' lies {q} outside of {_name(scene)}. Rounding adds $r$ = {fixed(r)}."
        told = [f"{fixed(h)} from {_name(scene)}" for h in heights]
    elif size > edge.length + NEAR:
        because = f"Moving an edge keeps its length, {fixed(edge.length)}. Yours is {fixed(size)} long."
    else:
        because = f"The distance is right. But the ends move along the normal, at 90° to {_name(scene)}."
    wrong = tuple(Remark(p, words) for p, words, hit in zip(points, told, hits, strict=True) if not hit)
    feet = tuple(xy(np.array(p) - h * edge.normal) for p, h in zip(points, heights, strict=True))
    draw = partial(_draw_edge, edge, points, False, feet=feet)
    return Verdict(False, because, f"Place the ends: {sum(hits)} of 2", (*good, *wrong), draw=draw)


def _draw_edge(
    edge: EdgeMovedOut, ends: Points, is_right: bool, canvas: Canvas, pane: str, feet: Points = ()
) -> None:
    """The edge; how both right ends came there, and from wrong ends the distance to the line of the inner edge."""
    for end, foot in zip(ends, feet, strict=bool(feet)):
        canvas.stroke((foot, end), Ink.FAULTY, line=Line.DASHED)
    if is_right:
        for start, end, name in zip((edge.inner_start, edge.inner_end), ends, ("p'", "q'"), strict=True):
            canvas.arrow(start, end, Ink.EXAMINED, line=Line.MEASURE)
            canvas.symbol(rf"\boldsymbol {name}", end, Ink.A, toward=edge.normal)
            canvas.symbol(r"r\,\hat n", 0.5 * (start + np.array(end)), Ink.EXAMINED, toward=edge.inner_end - start)
    canvas.stroke(ends, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.FEATURE if is_right else Line.DOTTED)


def equal_turns(scene: Rounding) -> Choose | None:
    """By how much the normals turn at each of several equal corners; of a capsule, at each end."""
    arcs, n = scene.arcs, len(scene.arcs)
    is_equal = n > 1 and max(arc.sweep for arc in arcs) - min(arc.sweep for arc in arcs) < 1e-6
    if scene.radius < LEAST or not is_equal or n in (3, 4):
        return None
    turn = 360.0 / n
    inside, short = (360.0 if n == 2 else 180.0 - turn), 0.5 * turn
    told = {
        _degrees(turn): ("", f"Once around the shape the normals turn by 360°: 360° / {n} = {_degrees(turn)}."),
        _degrees(short): (
            "Too little",
            f"{n} such turns make 180°. Going around takes 360°.",
        ),
        _degrees(inside): (
            "Too much",
            f"{n} such turns make {_degrees(n * inside)}. But going around, the normals turn by 360°, once."
            if n == 2
            else "This is the angle inside, between two edges. The normals turn by 180° minus this angle.",
        ),
    }

    def judge(given: str) -> Verdict:
        head, because = told[given]
        is_right = given == _degrees(turn)
        draw = partial(_draw_turn, scene, float(given.removesuffix("°")), is_right)
        return Verdict(is_right, because, head, draw=draw)

    where = "each end of the segment" if n == 2 else f"each of the {n} equal corners"
    options = tuple(sorted(told, key=lambda given: float(given.removesuffix("°"))))
    return Choose(f"By which angle do the normals turn at {where}?", judge, options, frozenset((_degrees(turn),)))


def _degrees(angle: float) -> str:
    """With as few digits as it needs, two at most."""
    return f"{round(angle, 2):g}°"


def _draw_turn(scene: Rounding, degrees: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """An arc of this angle, from the outer edge that comes before a vertex: whether it meets the next one."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    arc, line = scene.arcs[0], Line.FEATURE if is_right else Line.DOTTED
    turned = marks.circle_points(canvas, arc.center, scene.radius, arc.start_angle, math.radians(degrees))
    canvas.stroke([*turned, turned[0]] if degrees >= 360.0 else turned, ink, line=line)
    for end in (turned[0], turned[-1]):
        canvas.stroke((xy(arc.center), end), ink, line=Line.DASHED)
    canvas.label(_degrees(degrees), turned[len(turned) // 2], ink, toward=turned[len(turned) // 2] - arc.center)


def of_the_disc(scene: Rounding) -> Choose | None:
    """What the disc means for the area: of a shape that was shrunk first, what the corners lose."""
    if equal_turns(scene) is not None or len(scene.core.points) == 3 or form_of(scene) is not None:
        return None
    return corners_lose(scene) if scene.smaller is not None else halved(scene)


NOTHING, DISC, REST = "nothing", "πr²", "4r² − πr²"


def corners_lose(scene: Rounding) -> Choose | None:
    """How much of its area a box loses that is shrunk and then rounded."""
    r = scene.radius
    if r < LEAST or not _has_right_angles(scene):
        return None
    squares, disc = 4.0 * r * r, math.pi * r * r
    told = {
        NOTHING: ("Some is lost", "Edges come back to where they were. But at each corner an arc cuts off a tip."),
        DISC: ("That is kept", "The disc is what the four corners keep. They lose the rest of their squares."),
        REST: (
            "",
            f"Each corner was a square of side $r$ and keeps a quarter disc: {fixed(squares)} − {fixed(disc)} = "
            f"{fixed(squares - disc)}.",
        ),
    }

    def judge(given: str) -> Verdict:
        head, because = told[given]
        return Verdict(given == REST, because, head, draw=partial(_draw_squares, scene, given == REST))

    text = "The box was shrunk, then rounded. How much of its area has it lost?"
    return Choose(text, judge, (NOTHING, DISC, REST), frozenset((REST,)))


def _draw_squares(scene: Rounding, is_right: bool, canvas: Canvas, pane: str) -> None:
    """At each corner of the box the square on the radius."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    for corner, arc in zip(scene.drawn.points, scene.arcs, strict=True):
        ends = [arc.center + scene.radius * np.array((math.cos(a), math.sin(a))) for a in _angles(arc)]
        canvas.stroke((arc.center, ends[0], corner, ends[1]), ink, closed=True, line=Line.OUTLINE)


def _angles(arc: CornerTurned) -> tuple[float, float]:
    return arc.start_angle, arc.start_angle + arc.sweep


def halved(scene: Rounding) -> Choose | None:
    """What is left of the layer's area."""
    whole = scene.parts.result
    if scene.radius < LEAST or len(scene.core.points) < 3:
        return None
    bands, disc = whole.bands, whole.sectors
    left = bands / 2.0 + disc / 4.0
    share = f"{fixed(left)} of {fixed(bands + disc)}, {fixed(100.0 * left / (bands + disc), 0)} %"
    told = {
        LESS: ("", f"The bands keep half, the disc a quarter: {share}."),
        HALF: (
            "Right for the bands only",
            f"The bands keep half, {fixed(bands / 2.0)}. The disc has $\\pi r^2$: half of $r$ leaves a quarter.",
        ),
        MORE: ("Too much", "The bands stay as long and become half as wide: half is left. The disc keeps even less."),
    }

    def judge(given: str) -> Verdict:
        head, because = told[given]
        return Verdict(given == LESS, because, head, draw=partial(_draw_half, scene, given == LESS))

    text = "Halve $r$. How much is left of the area of the bands and the disc together?"
    return Choose(text, judge, (MORE, HALF, LESS), frozenset((LESS,)))


def _draw_half(scene: Rounding, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The outline and the disc at half the radius."""
    ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
    center, half = disc_center(scene, is_named=True), 0.5 * scene.radius
    for shape in (Convex(scene.core.points, half), Convex([center], half)):
        marks.ghost(canvas, shape, ink, line)
    canvas.label("a quarter", center, ink, toward=(0.0, 1.0))
