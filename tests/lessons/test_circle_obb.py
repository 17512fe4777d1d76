"""Circle and OBB: both frames and the ways between them, by complex numbers; what comes of a faulty way."""

from __future__ import annotations

import cmath
import math
import re
from dataclasses import replace
from unicodedata import normalize

import numpy as np
import pytest
import shapely

from geometry import box, circle
from geometry.primitives.circle_aabb import Clamped, RadiusCompared
from geometry.primitives.circle_obb import BackInWorld, Translated, Unturned
from lessons.pairs.box_figure import SHORTEST
from lessons.pairs.circle_obb import CircleObb
from lessons.pairs.circle_obb_asked import ONE_SIGN, ROTATED_FIRST, WRONG_WAY, sign_error, spread
from lessons.pairs.circle_obb_figure import ASIDE, COPIES
from lessons.pairs.scenes import BoxAndDisc
from tests.lessons.figures import drawn, labels, moments, regions, strokes, symbols
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Stroke
from viz.lesson.prediction import Adjust, Challenge, Place, Verdict
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = CircleObb()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)


def step_at(name: str, kind: type, compare: str = "") -> Moment[BoxAndDisc]:
    found = next(m for m in moments(LESSON, name, compare) if isinstance(m.step, kind))
    return replace(found, time=1.0)


class Reckoned:
    """A scene by complex numbers, and shapely for the separation."""

    def __init__(self, scene: BoxAndDisc) -> None:
        self.pose = scene.a.pose
        self.turn = cmath.rect(1.0, self.pose.angle)
        self.middle = complex(*self.pose.position)
        self.center = complex(*scene.b.pose.position)
        self.d = self.center - self.middle
        self.local = self.d / self.turn
        corner = scene.a.shape.points.max(axis=0)
        self.half = complex(*corner)
        self.radius = scene.r
        solid, c = shapely.Polygon(scene.a.world.points), shapely.Point(self.center.real, self.center.imag)
        distance = -solid.exterior.distance(c) if solid.contains(c) else solid.distance(c)
        self.separation = float(distance) - scene.r
        nearest = shapely.shortest_line(solid.exterior, c).coords[0]
        self.q = complex(*nearest)
        self.clamped = complex(
            min(max(self.local.real, -corner[0]), corner[0]), min(max(self.local.imag, -corner[1]), corner[1])
        )
        self.normal = (self.center - self.q) / abs(self.center - self.q) * math.copysign(1.0, distance)


def told(z: complex) -> str:
    return f"({fixed(z.real)}, {fixed(z.imag)})"


def centre_of(points: object) -> complex:
    return complex(*np.array(points).mean(axis=0))


@each_scene
def test_every_sentence_has_the_numbers(name: str) -> None:
    found = moments(LESSON, name)
    r = Reckoned(found[0].scene)
    says = [plain(LESSON.page(m).sentence) for m in found]
    assert [type(m.step) for m in found] == [Translated, Unturned, Clamped, RadiusCompared, BackInWorld]
    assert says[0] == f"d = {told(r.center)} − {told(r.middle)} = {told(r.d)}, in world directions."
    for letter, value in (("x", r.local.real), ("y", r.local.imag)):
        assert f"= {fixed(value)}" in says[1].split(f"c'_{letter}")[1]
    distance = r.separation + r.radius
    clamped = f", so c' is clamped to q' = {told(r.clamped)}."
    unchanged = f": clamping leaves c' = {told(r.local)} unchanged."
    assert says[2].endswith(f"= {told(r.half)}{clamped if distance > 0.0 else unchanged}")
    outside, inside = f"{fixed(distance)} − {fixed(r.radius)}", f"−({fixed(-distance)} + {fixed(r.radius)})"
    shown = outside if distance > 0.0 else inside
    near = "" if distance > 0.0 else f"The nearest face is {fixed(-distance)} from c'. "
    assert says[3] == f"{near}s = {shown} = {fixed(r.separation)}."
    back = (r.q - r.middle) / r.turn
    x, y = (f"{'−' if part < 0.0 else '+'} {fixed(abs(part))}" for part in (back.real, back.imag))
    sum_ = f"q = {told(r.middle)} + {x} x̂ {y} ŷ".replace("+ +", "+").replace("+ −", "−")
    assert normalize("NFC", says[4].replace("\u00a0", " ")) == normalize(
        "NFC", f"{sum_} = {told(r.q)}, n̂ = {told(r.normal)}."
    ), "the sum of the formula with its numbers"
    table = LESSON.table(found[-1])
    assert table is not None
    cells = {normalize("NFC", plain(row.cells[0])): plain(row.cells[1]) for _, row in table.rows}
    face = "q', local" if distance > 0.0 else "q', on the nearest face"
    assert cells == {
        "d": told(r.d),
        "c', local": told(r.local),
        normalize("NFC", "x̂, ŷ, world"): f"{told(r.turn)}, {told(1j * r.turn)}",
        face: told((r.q - r.middle) / r.turn),
        "s": fixed(r.separation),
        normalize("NFC", "n̂', local"): told(r.normal / r.turn),
        "q, world": told(r.q),
        normalize("NFC", "n̂, world"): told(r.normal),
    }, "in the end q' is the point that q = c_A + q'_x x̂ + q'_y ŷ carries back"


def test_the_first_scene_can_be_checked_by_hand() -> None:
    """Its axes and places have no more digits than are shown."""
    r = Reckoned(SCENES["At a corner"].scene)
    for z in (r.turn, r.center, r.middle, r.local, r.half, r.q):
        for part in (z.real, z.imag):
            assert float(fixed(part).replace("−", "-")) == pytest.approx(part, abs=1e-9)


@each_scene
def test_the_frame_turns_until_the_box_is_upright(name: str) -> None:
    moment = step_at(name, Unturned)
    r = Reckoned(moment.scene)
    for time in (0.0, 0.3, 1.0):
        canvas = drawn(LESSON, "local", replace(moment, time=time))
        part = cmath.rect(1.0, -time * cmath.phase(r.turn))
        (solid,) = strokes(canvas, Ink.A, Line.OUTLINE)
        corners = {complex(round(x, 6), round(y, 6)) for x, y in solid.points}
        for sign in (1, -1):
            there = sign * r.half * r.turn * part
            assert min(abs(there - corner) for corner in corners) < 1e-5
        (disc,) = strokes(canvas, Ink.B, Line.OUTLINE)
        assert centre_of(disc.points) == pytest.approx(r.d * part)
        (before,) = strokes(canvas, Ink.B, Line.START)
        assert centre_of(before.points) == pytest.approx(r.d)
        axes = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.A]
        ways = [complex(*m.end) - complex(*m.start) for m in axes]
        assert ways == pytest.approx([0.48 * r.turn * part, 0.48j * r.turn * part]), "the axes turn with the box"
        degrees = math.degrees(cmath.phase(r.turn))
        assert (f"rotated by {fixed(-degrees, 0)}°" in labels(canvas, Ink.EXAMINED)) is (time > 0.0)
    assert LESSON.clock(moment) is not None
    assert LESSON.clock(step_at(name, Unturned, WRONG_WAY)) is None, "a comparison shows the upright box at once"
    first = drawn(LESSON, "local", moments(LESSON, name)[0])
    assert r"\boldsymbol{c}" not in symbols(first), "in this frame the centre of B is at d"
    (disc,) = strokes(first, Ink.B, Line.OUTLINE)
    assert centre_of(disc.points) == pytest.approx(r.d), "still in world directions"


@each_scene
def test_the_legs_lead_along_the_axes_of_the_box(name: str) -> None:
    moment = step_at(name, Unturned)
    r = Reckoned(moment.scene)
    legs = {m.ink: complex(*m.end) for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow)}
    assert legs[Ink.EXAMINED] == pytest.approx(r.center)
    arrows = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Arrow)]
    units = [complex(*m.end) - complex(*m.start) for m in arrows if m.ink is Ink.A]
    assert units == pytest.approx([0.48 * r.turn, 0.48j * r.turn])
    ways = [complex(*m.end) - complex(*m.start) for m in arrows if m.ink is Ink.EXAMINED]
    wanted = [r.local.real * r.turn, 1j * r.local.imag * r.turn]
    assert ways == pytest.approx([way for way in wanted if abs(way) > 1e-9])
    back = drawn(LESSON, "world", step_at(name, BackInWorld))
    *ways, normal = [m for m in back.marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
    assert complex(*ways[-1].end) == pytest.approx(r.q)
    assert complex(*normal.end) - complex(*normal.start) == pytest.approx(0.48 * r.normal)
    start = r.center if r.separation > 0.0 else r.q
    assert complex(*normal.start) == pytest.approx(start), "from q, as it is asked, unless the bar of a gap is there"
    local = [m for m in drawn(LESSON, "local", step_at(name, BackInWorld)).marks if isinstance(m, Arrow)]
    (normal,) = [m for m in local if m.ink is Ink.EXAMINED]
    assert complex(*normal.start) == pytest.approx((start - r.middle) / r.turn), "from the same point in both frames"
    ink = Ink.GAP if r.separation > 0.0 else Ink.OVERLAP
    if r.separation + r.radius > 0.0:
        (piece,) = strokes(back, ink, Line.FEATURE)
        assert [complex(*p) for p in piece.points] == pytest.approx([r.q, r.q + r.separation * r.normal])
    else:
        piece, *_ = strokes(back, ink, Line.MEASURE)
        start, end = (complex(*p) for p in piece.points)
        assert end - start == pytest.approx(-r.separation * r.normal), "beside the way back along y"
    assert complex(*symbols(back)[r"\boldsymbol{q}"]) == pytest.approx(r.q)


@each_scene
def test_in_the_local_frame_the_centre_is_clamped(name: str) -> None:
    moment = step_at(name, Clamped)
    r = Reckoned(moment.scene)
    canvas = drawn(LESSON, "local", moment)
    inside = r.separation + r.radius < 0.0
    dots = [complex(*m.at) for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert dots == pytest.approx([] if inside else [r.clamped]), "q' is the face point alone, where c' is inside"
    assert complex(*symbols(canvas, Ink.EXAMINED)[r"\boldsymbol{c}'"]) == pytest.approx(r.local)
    sides = [math.copysign(1.0, part) for part in (r.local.real, r.local.imag)]
    off = ASIDE * canvas.pixel
    wanted = {
        f"$h_x$ = {fixed(r.half.real)}": complex(0.5 * sides[0] * r.half.real, -sides[1] * off),
        f"$h_y$ = {fixed(r.half.imag)}": complex(-sides[0] * (r.half.real + off), 0.5 * sides[1] * r.half.imag),
    }
    found = {m.text: complex(*m.at) for m in canvas.marks if isinstance(m, Label) and m.text.startswith("$h")}
    assert found == pytest.approx(wanted), "where the centre is clamped; that along y outside, clear of the axes"
    only_y = r.clamped.real == r.local.real and not inside
    assert ("h_y" in LESSON.page(moment).formula) is only_y, "of the coordinate that changes"
    assert not regions(drawn(LESSON, "local", step_at(name, Clamped, WRONG_WAY))), "a comparison has room of its own"
    (lit,) = [each for each in regions(canvas) if each.ink is (Ink.OVERLAP if inside else Ink.EXAMINED)]
    for through, normal in zip(lit.through, lit.normals, strict=True):
        assert (np.array((r.local.real, r.local.imag)) - through) @ normal <= 1e-9
    ways = (abs(r.local.real - r.clamped.real), abs(r.local.imag - r.clamped.imag))
    is_narrow = any(0.0 < way <= least * canvas.pixel for way, least in zip(ways, SHORTEST, strict=True))
    named = {words for words, way in zip(("clamp x", "clamp y"), ways, strict=True) if way > 0.0 and not is_narrow}
    told_ways = labels(canvas, Ink.EXAMINED)
    assert {words for words in told_ways if words.startswith("clamp")} == named, "no longer than its way, or neither"
    early = labels(drawn(LESSON, "local", replace(moment, time=0.6)), Ink.EXAMINED)
    assert all(early[words] == told_ways[words] for words in named if words in early), "they do not travel"
    assert ("nearest face decides" in LESSON.page(moment).idea) is inside
    assert (LESSON.clock(moment) is None) is inside
    compared = drawn(LESSON, "local", step_at(name, RadiusCompared))
    pills = [m.text for m in compared.marks if isinstance(m, Label) and m.style is TextStyle.PILL]
    assert pills == [f"$s$ = {fixed(r.separation)}"]
    if not inside:
        told = [m.text for m in compared.marks if isinstance(m, Label)]
        assert f"$r$ = {fixed(r.radius)}" in told
        assert any(text.endswith(f"= {fixed(r.separation + r.radius)}") for text in told)


def placed(name: str) -> tuple[Place, Reckoned]:
    moment = moments(LESSON, name)[0]
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place)
    return question, Reckoned(moment.scene)


def judged(question: Place, z: complex, head: str, *, drawn_in: str, empty: str) -> tuple[Verdict, Canvas]:
    """An answer, right where it has no head, and what it draws in its one pane."""
    verdict = question.judge(((z.real, z.imag),))
    assert (verdict.right, verdict.head) == (head == "", head)
    canvas = Canvas(0.01)
    assert verdict.draw is not None
    verdict.draw(canvas, empty)
    assert not canvas.marks
    verdict.draw(canvas, drawn_in)
    return verdict, canvas


@pytest.mark.parametrize("name", ["At a corner"])
def test_where_the_centre_comes_to_lie_is_judged(name: str) -> None:
    question, r = placed(name)
    assert complex(*question.right[0]) == pytest.approx(r.local)
    cases = {
        r.local + 0.08: "",
        r.d: "Not turned",
        r.d * r.turn: "The wrong way",
        1.4 * r.local: "Too far",
        0.6 * r.local: "Too near",
        -r.local: "Another axis",
        1j * r.local: "Another axis",
        -1j * r.local: "Another axis",
        r.local * cmath.rect(1.0, 0.5): "Another angle",
    }
    assert "until x̂ points right" in normalize("NFC", plain(question.text)), "of four ways to align it the one"
    for z, head in cases.items():
        verdict, canvas = judged(question, z, head, drawn_in="local", empty="world")
        ink, line = (Ink.ANSWER, Line.END) if verdict.right else (Ink.FAULTY, Line.DOTTED)
        (disc,) = strokes(canvas, ink, line)
        assert centre_of(disc.points) == pytest.approx(r.local if verdict.right else z)
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert complex(*arrow.end) - complex(*arrow.start) == pytest.approx(r.local if verdict.right else z)
        degrees = math.degrees(cmath.phase(r.turn))
        words = {
            "": f"by {fixed(-degrees, 0)}°",
            "The wrong way": f"turned by {fixed(degrees, 0)}°",
            "Too near": fixed(abs(r.d)),
            "Too far": fixed(abs(r.d)),
            "Another axis": "axis-aligned as well",
        }
        assert words.get(head, "turn") in verdict.because
    assert not question.judge(question.start).right


def test_where_the_normal_points_in_the_world_is_placed() -> None:
    moment = step_at("At a face", RadiusCompared)
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place)
    r = Reckoned(moment.scene)
    local, degrees = r.normal / r.turn, math.degrees(cmath.phase(r.turn))
    assert complex(*question.right[0]) == pytest.approx(r.q + r.radius * r.normal)
    cases = {
        "": (r.normal * cmath.rect(1.0, math.radians(6.0)), f"{told(r.normal)}."),
        "Not turned back": (local, f"{told(local)} is a direction of the local frame"),
        "The wrong way": (local / r.turn, f"Back it turns by {fixed(degrees, 0)}°"),
        "The wrong side": (-r.normal, "from A to B"),
        "Another angle": (r.normal * 1j, "perpendicular to a face"),
    }
    for head, (way, words) in cases.items():
        tip = r.q + r.radius * way
        verdict = question.judge(((tip.real, tip.imag),))
        assert (verdict.right, verdict.head) == (head == "", head)
        assert words in plain(verdict.because)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "local")
        assert not canvas.marks
        verdict.draw(canvas, "world")
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert complex(*arrow.start) == pytest.approx(r.q)
        assert complex(*arrow.end) == pytest.approx(r.q + r.radius * r.normal if verdict.right else tip)
        assert arrow.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
    assert not question.judge(question.start).right
    assert [abs(complex(*p) - r.q) for p in question.along[0]] == pytest.approx([r.radius] * 181)
    assert question.draw is not None
    canvas = Canvas(0.01)
    question.draw(canvas, "world")
    (dot,) = [m for m in canvas.marks if isinstance(m, Dot)]
    assert complex(*dot.at) == pytest.approx(r.q)


def test_what_is_asked_where_and_what_is_held_back() -> None:
    asked = {n: [type(p) for m in moments(LESSON, n) if (p := LESSON.page(m).prediction)] for n in SCENES}
    assert asked["At a corner"] == [Place]
    assert asked["Centre inside"] == [Adjust]
    assert asked["At a face"] == [Place]
    for name in SCENES:
        for moment in moments(LESSON, name):
            known = moment.latest(RadiusCompared) is not None
            assert any(c.isdigit() for c in plain(LESSON.situation(moment))) is known
            assert (LESSON.challenge(moment) is not None) is known
        for moment in moments(LESSON, name, WRONG_WAY):
            assert LESSON.page(moment).prediction is None
            assert (LESSON.challenge(moment) is None) is isinstance(moment.step, Translated)
    upright = BoxAndDisc(at(box(2.0, 1.0), 0.0, 0.0, 4.0), at(circle(0.6), 1.2, 0.9))
    assert all(LESSON.page(m).prediction is None for m in moments_of(LESSON, upright)), "nothing turns"


@each_scene
def test_the_turn_is_drawn_where_it_is_told_and_turned_back_at_the_end(name: str) -> None:
    """First the box as it will stand, then the turn; nothing of it where the centre is clamped and measured."""
    first = moments(LESSON, name)[0]
    r = Reckoned(first.scene)
    (aligned,) = strokes(drawn(LESSON, "local", first), Ink.A, Line.END)
    assert [complex(abs(x), abs(y)) for x, y in aligned.points] == [pytest.approx(r.half)] * 4
    for kind in (Clamped, RadiusCompared):
        canvas = drawn(LESSON, "local", step_at(name, kind))
        assert not strokes(canvas, Ink.A, Line.START)
        assert not [text for text in labels(canvas) if "rotated" in text or "back" in text]
    last = drawn(LESSON, "local", step_at(name, BackInWorld))
    assert f"back by {fixed(math.degrees(cmath.phase(r.turn)), 0)}°" in labels(last, Ink.ANSWER)
    (at_,) = [m.at for m in last.marks if isinstance(m, Label) and m.text.startswith("back by")]
    if abs(r.d - r.local) >= r.radius:
        assert complex(*at_) == pytest.approx(
            cmath.rect(abs(r.d), cmath.phase(r.local) + cmath.phase(r.turn) / 2.0)
        ), "at the middle of the arc"
    else:
        for circle_at in (r.d, r.local):
            assert abs(complex(*at_) - circle_at) > r.radius + 0.3, "away from the circle, where all else is told"
    there = strokes(last, Ink.B, Line.START)
    wanted = [r.d] if abs(r.d - r.local) >= r.radius else []
    assert [centre_of(m.points) for m in there] == pytest.approx(wanted), "if it moves far enough"
    faint = [m for m in last.marks if isinstance(m, Area) and m.ink is Ink.B and m.opacity and m.opacity < 0.05]
    assert len(faint) == len(wanted) * COPIES, "the way back as a trail"
    middles = [centre_of(m.points) for m in faint]
    assert [abs(z) for z in middles] == pytest.approx([abs(r.d)] * len(faint)), "about the centre of A"
    pills = [
        [m.text for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.PILL]
        for canvas in (drawn(LESSON, "world", step_at(name, BackInWorld)), last)
    ]
    s = [f"$s$ = {fixed(r.separation)}"]
    assert pills == ([s, []] if r.separation + r.radius > 0.0 else [[], s]), "once, where there is room"


@each_scene
def test_the_axes_that_the_last_formula_multiplies_are_drawn_in_the_world(name: str) -> None:
    moment = step_at(name, BackInWorld)
    r, canvas = Reckoned(moment.scene), drawn(LESSON, "world", moment)
    arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.A]
    ways = [complex(*m.end) - complex(*m.start) for m in arrows if complex(*m.start) == pytest.approx(r.middle)]
    assert ways == pytest.approx([0.48 * r.turn, 0.48j * r.turn])
    assert {r"\hat x", r"\hat y"} <= set(symbols(canvas, Ink.A))


@each_scene
def test_the_dot_products_add_up_as_they_are_shown(name: str) -> None:
    sentence = plain(LESSON.page(step_at(name, Unturned)).sentence).replace("−", "-")
    number = r"\(?(-?[\d.]+)\)?"
    found = re.findall(rf"= {number} · {number} \+ {number} · {number} = (-?[\d.]+\d)", sentence)
    assert len(found) == 2, sentence
    for a, u, b, v, value in found:
        assert f"{float(a) * float(u) + float(b) * float(v) + 0.0:.2f}" == value


@pytest.mark.parametrize("compare", [WRONG_WAY, ROTATED_FIRST, ONE_SIGN])
@each_scene
def test_a_faulty_way_puts_the_circle_elsewhere(compare: str, name: str) -> None:
    moment = step_at(name, RadiusCompared, compare)
    r = Reckoned(moment.scene)
    c = {
        WRONG_WAY: r.d * r.turn,
        ROTATED_FIRST: r.center / r.turn - r.middle,
        # Erratum S2.23: x cos − y sin is right, x sin − y cos is not; the angle is the box's, reversed.
        ONE_SIGN: complex(r.local.real, -r.d.real * r.turn.imag - r.d.imag * r.turn.real),
    }[compare]
    solid = shapely.box(-r.half.real, -r.half.imag, r.half.real, r.half.imag)
    at_ = shapely.Point(c.real, c.imag)
    s = float(-solid.exterior.distance(at_) if solid.contains(at_) else solid.distance(at_)) - r.radius
    canvas = drawn(LESSON, "local", moment)
    outline, ghost = strokes(canvas, Ink.FAULTY, Line.DOTTED)
    assert centre_of(ghost.points) == pytest.approx(c)
    twice = fixed(math.degrees(cmath.phase(r.turn * r.turn)), 0)
    shifted = told(r.middle / r.turn - r.middle)
    says_of = {
        WRONG_WAY: f"turns A on to {twice}°, not back to 0°",
        ROTATED_FIRST: f"rotates first, so the centre of A lands at {shifted}, not at the origin",
        ONE_SIGN: "subtracts the second product of c'_y, and A changes its shape",
    }
    error = abs(s - r.separation)
    assert f"s = {fixed(s)}, error {fixed(error)}" in labels(canvas, Ink.FAULTY)
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    assert comparison.differs(moment) is (error > 1e-9)
    if error > 1e-9:
        says = plain(LESSON.situation(moment))
        assert fixed(s) != fixed(r.separation), "a scene in which the error shows"
        assert says == f"This rule {says_of[compare]}: s = {fixed(s)}, not {fixed(r.separation)}."
    rows = [row.cells[-1] for row in LESSON.page(moment).rows if row.faulty]
    assert rows == [fixed(s)]
    if error > 1e-9:
        for kind in (Unturned, RadiusCompared, BackInWorld):
            page = LESSON.page(step_at(name, kind, compare))
            assert page.formula not in ("", LESSON.page(step_at(name, kind)).formula), "the rule's own formula"
            assert page.idea.startswith(f"**{compare.capitalize()}**")
            assert plain(page.sentence).startswith("By this rule ")
        place = plain(LESSON.page(step_at(name, Unturned, compare)).sentence)
        assert normalize("NFKC", place).endswith(f"{told(c)}, not {told(r.local)}.")
        for value in (s, r.separation):
            how = f"they are {fixed(value)} apart" if value > 0.0 else f"they overlap by {fixed(-value)}"
            assert how in plain(LESSON.page(moment).sentence)
        assert symbols(canvas)
    carried = {
        WRONG_WAY: lambda z: (z - r.middle) * r.turn,
        ROTATED_FIRST: lambda z: z / r.turn - r.middle,
        ONE_SIGN: lambda z: complex(
            ((z - r.middle) / r.turn).real,
            -(z - r.middle).real * r.turn.imag - (z - r.middle).imag * r.turn.real,
        ),
    }[compare]
    rotated = drawn(LESSON, "local", step_at(name, Unturned, compare))
    wanted = [carried(complex(*corner)) for corner in moment.scene.a.world.points]
    for box_there in (strokes(rotated, Ink.FAULTY, Line.DOTTED)[0], outline):
        assert [complex(*p) for p in box_there.points] == pytest.approx(wanted), "the box by the same rule"
    before = moments(LESSON, name, compare)[1]
    assert not any(text.startswith("s =") for text in labels(rotated, Ink.FAULTY)), "s is not yet known"
    assert "s =" not in plain(LESSON.situation(before))
    if error > 1e-9:
        assert plain(LESSON.situation(before)) == f"This rule {says_of[compare]}."
    assert plain(LESSON.situation(moments(LESSON, name, compare)[0])) == plain(
        LESSON.situation(moments(LESSON, name)[0])
    )


def test_each_failing_scene_gives_the_wrong_verdict() -> None:
    for name, compare, says, true in (
        ("Turned the wrong way", WRONG_WAY, -1, 1),
        ("Rotated, then translated", ROTATED_FIRST, 1, -1),
        ("One sign wrong", ONE_SIGN, 1, -1),
    ):
        assert SCENES[name].compare == compare
        moment = step_at(name, RadiusCompared, compare)
        assert moment.faulty.separation * says > 0.0
        assert Reckoned(moment.scene).separation * true > 0.0


def test_the_box_is_turned_for_a_local_centre() -> None:
    moment = moments(LESSON, "Centre inside")[0]
    question = LESSON.page(moment).prediction
    assert isinstance(question, Adjust)
    size = abs(Reckoned(moment.scene).d)
    assert plain(question.text).startswith(f"Rotate A until c'\u00a0=\u00a0(0.00,\u00a0{fixed(size)}):"), (
        "on one line"
    )
    wanted = question.right(moment.scene)
    assert Reckoned(wanted).local == pytest.approx(1j * size)
    cases = {0.0: "", 4.0: "", 180.0: "The other end", 90.0: "The other axis", -90.0: "The other axis"}
    for degrees, head in {**cases, 40.0: "Another angle"}.items():
        scene = wanted.with_field("a", wanted.a.turned(math.radians(degrees)))
        verdict = question.judge(scene)
        assert (verdict.right, verdict.head) == (head == "", head)
        assert verdict.remarks[0].words == f"c′ = {told(Reckoned(scene).local)}"
        again = LESSON.page(moments_of(LESSON, scene)[0]).prediction
        assert isinstance(again, Adjust), "asked at every angle"


@pytest.mark.parametrize("name", ["Turned the wrong way", "Rotated, then translated", "One sign wrong"])
def test_of_each_faulty_way_a_test_that_it_passes_is_wanted(name: str) -> None:
    preset = SCENES[name]

    def goal_of(scene: BoxAndDisc) -> Challenge:
        found = LESSON.challenge(step_of(scene, preset.compare))
        assert found is not None
        return found

    def error(scene: BoxAndDisc) -> float:
        moment = step_of(scene, preset.compare)
        return abs(moment.faulty.separation - moment.trace.result.separation)

    scene = preset.scene
    assert not goal_of(scene).reached
    x, y = scene.a.pose.position
    size = np.ptp(scene.a.shape.points, axis=0)
    reached = {
        WRONG_WAY: [scene.with_field("a", at(box(*size), x, y, angle)) for angle in (90.0, -90.0, 180.0)],
        ROTATED_FIRST: [scene.with_field("a", at(box(*size), 0.0, 0.0, angle)) for angle in (10.0, 70.0, 200.0)],
        ONE_SIGN: [
            scene.with_field("a", at(box(*size), x, y, angle)).with_field("b", at(circle(scene.r), x + dx, y + dy))
            for angle in (15.0, 100.0)
            for dx, dy in ((1.2, 0.0), (0.0, -1.4))
        ],
    }[preset.compare]
    for changed in reached:
        assert goal_of(changed).reached
        assert error(changed) < 1e-9, "there the rule is right"
    near = {
        WRONG_WAY: scene.with_field("a", at(box(*size), x, y, 0.0)),
        ROTATED_FIRST: scene.with_field("a", at(box(*size), 0.03, 0.0, 40.0)),
        ONE_SIGN: scene.with_field("b", at(circle(scene.r), x + 0.5, y)),
    }[preset.compare]
    assert not goal_of(near).reached


def step_of(scene: BoxAndDisc, compare: str) -> Moment[BoxAndDisc]:
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    return replace(moments_of(LESSON, scene)[-1], compare=compare, faulty=comparison.run(scene))


@pytest.mark.parametrize("d", [(0.8, -1.4), (1.0, 0.3), (0.0, 1.2)])
def test_the_goal_says_how_far_one_wrong_sign_leads(d: tuple[float, float]) -> None:
    scene = SCENES["One sign wrong"].scene
    x, y = scene.a.pose.position
    changed = scene.with_field("b", at(circle(scene.r), x + d[0], y + d[1]))
    size = np.ptp(scene.a.shape.points, axis=0)
    found = []
    for angle in range(180):
        moment = step_of(changed.with_field("a", at(box(*size), x, y, angle)), ONE_SIGN)
        found.append(abs(moment.faulty.separation - moment.trace.result.separation))
    assert sign_error(np.array(d), scene.space.half) == pytest.approx(max(found), abs=0.01)


@each_scene
def test_both_panes_have_as_much_room(name: str) -> None:
    sizes = []
    for pane in ("world", "local"):
        for moment in moments(LESSON, name):
            thin = [m for m in drawn(LESSON, pane, moment).marks if isinstance(m, Stroke) and m.line is Line.THIN]
            low, high = (np.array(m.points[0]) for m in thin if m.points[0] == m.points[1])
            sizes.append(high - low)
    assert np.ptp(sizes, axis=0).max() < 1e-9, "lengths look the same in both frames, at every step"


def spread_of(scene: BoxAndDisc, off: float) -> float:
    """By how much the separation changes, by turning the box through the lesson itself."""
    x, y = scene.a.pose.position
    changed = scene.with_field("b", at(circle(scene.r), x + off, y))
    turns = [changed.with_field("a", at(box(1.3, 2.2), x, y, angle)) for angle in range(180)]
    found = [LESSON.run(each).result.separation for each in turns]
    return max(found) - min(found)


@pytest.mark.parametrize("off", [0.3, 1.0, 1.75])
def test_the_goal_says_how_much_the_separation_changes(off: float) -> None:
    scene = SCENES["At a corner"].scene
    assert spread(off, scene.space.half) == pytest.approx(spread_of(scene, off), abs=0.01)


def test_the_challenge_wants_both_centres_at_one_point() -> None:
    scene = SCENES["At a corner"].scene
    for off, reached in ((0.0, True), (0.019, True), (0.028, False)):
        changed = scene.with_field("b", at(circle(0.6), 1.35 + off, 0.8))
        goal = LESSON.challenge(moments_of(LESSON, changed)[-1])
        assert goal is not None
        assert (goal.reached, goal.now) == (
            reached,
            f"s changes by up to {fixed(spread_of(scene, off))} as the box turns",
        )
    turned = [changed.with_field("a", at(box(1.3, 2.2), 1.378, 0.8, angle)) for angle in (0.0, 30.0, 100.0)]
    assert len({round(LESSON.run(each).result.separation, 9) for each in turned}) == 1


def test_other_shapes_are_refused() -> None:
    scene = SCENES["At a corner"].scene
    for name, shape in (("a", circle(1.0)), ("b", box(1.0, 1.0))):
        with pytest.raises(ValueError, match="sharp corners"):
            scene.with_field(name, at(shape, 0.0, 0.0))
    assert scene.with_field("b", at(circle(0.9), 0.0, 0.0)).r == 0.9


def test_with_both_centres_at_one_point_nothing_turns() -> None:
    scene = SCENES["At a corner"].scene.with_field("b", at(circle(0.6), 1.35, 0.8))
    for moment in moments_of(LESSON, scene):
        canvas = drawn(LESSON, "local", replace(moment, time=1.0))
        assert not any("rotated by" in text or "back by" in text for text in labels(canvas))


@each_scene
def test_the_first_step_says_d_once_and_its_angle_beyond_the_line(name: str) -> None:
    """The numbers beside the other two vectors, in the world; where the centre is asked only the letter."""
    first = moments(LESSON, name)[0]
    r = Reckoned(first.scene)
    world, local = (drawn(LESSON, pane, first) for pane in ("world", "local"))
    assert any(text.startswith("d = (") for text in labels(world, Ink.EXAMINED))
    assert not any("(" in text for text in labels(local, Ink.EXAMINED))
    degrees = fixed(math.degrees(cmath.phase(r.turn)), 0)
    assert labels(local, Ink.EXAMINED)[f"{degrees}°"][1] == pytest.approx(0.0), "on the line of x"


def test_beside_a_faulty_way_only_its_circle_has_more_than_its_centre() -> None:
    for name, rule in (("Turned the wrong way", WRONG_WAY), ("At a face", WRONG_WAY)):
        assert r"\hat n'" not in symbols(drawn(LESSON, "local", step_at(name, BackInWorld, rule)))
        assert r"\hat n'" in symbols(drawn(LESSON, "local", step_at(name, BackInWorld)))


def test_a_centre_inside_does_not_tint_the_box_like_an_overlap() -> None:
    canvas = drawn(LESSON, "local", step_at("Centre inside", Clamped))
    (lit,) = [each for each in regions(canvas) if each.ink is Ink.OVERLAP]
    assert lit.opacity is not None
    assert lit.opacity < 0.2


def test_where_the_closest_point_lies_in_the_world() -> None:
    """Of a circle with a clear gap: another question than of one that overlaps a face."""
    moment = step_at("Turned the wrong way", RadiusCompared)
    question, r = LESSON.page(moment).prediction, Reckoned(moment.scene)
    assert isinstance(question, Place)
    assert complex(*question.right[0]) == pytest.approx(r.q)
    local = r.clamped
    assert f"q' = {told(local)}" in plain(question.text)
    cases = {
        "": r.q + 0.05,
        "Not rotated": r.middle + local,
        "Not translated": local * r.turn,
        "Still local": local,
        "Another point": r.q + 0.6,
    }
    for head, z in cases.items():
        verdict, canvas = judged(question, z, head, drawn_in="world", empty="local")
        first, second = [m for m in canvas.marks if isinstance(m, Arrow)]
        along, up = (complex(*m.end) - complex(*m.start) for m in (first, second))
        assert (along / r.turn).imag == pytest.approx(0.0)
        assert (up / r.turn).real == pytest.approx(0.0)
        assert complex(*first.start) == pytest.approx(r.middle)
        assert complex(*second.end) == pytest.approx(r.q if verdict.right else z)
        if head == "Another point":
            assert told((z - r.middle) / r.turn) in verdict.because
    assert not question.judge(question.start).right
    beside = drawn(LESSON, "local", step_at("Turned the wrong way", Clamped, WRONG_WAY))
    assert not any(text.startswith("h_") for text in labels(beside)), "no measures among two boxes"
