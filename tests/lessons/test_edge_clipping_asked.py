"""What the lesson on clipping asks, and how answers are judged."""

from __future__ import annotations

import pytest

from geometry import box
from geometry.feature import FeatureKind, FeatureRef
from lessons.contact.clip_scenes import PLANES, Clipping
from tests.lessons.clip_reading import (
    B_OWNS,
    BOTH,
    DISCARDED,
    FLAT,
    LESSON,
    OVERHANG,
    ROUNDED,
    TOUCHING,
    WALL,
    dots,
    incident,
    moments,
    near,
    reference,
    stage,
    strokes,
    world,
)
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.scene import at
from viz.lesson.text import plain


def test_the_ends_that_stay_are_placed_along_the_edge() -> None:
    moment = moments(OVERHANG)[0]
    asked, edge, other = LESSON.page(moment).prediction, reference(moment.scene), incident(moment.scene)
    assert isinstance(asked, Place)

    def on(x: float) -> tuple[float, float]:
        part = (x - edge.x(other.u)) / (edge.x(other.v) - edge.x(other.u))
        p, q = other.u + part * (other.v - other.u)
        return float(p), float(q)

    assert near((on(0.0), other.u), asked.right)
    assert near([on(0.24 * 1.3), on(0.56 * 1.3)], asked.start), "far from both ends, and from each other"
    good = asked.judge((on(1.26), on(-0.04)))
    assert good.right
    assert plain(good.because) == (
        "From vertex 0 of B, x = 1.30, to the side plane of u, x = 0.00: there the reference edge ends."
    )
    canvas = Canvas(0.01)
    assert good.draw is not None
    good.draw(canvas, "World")
    ((above, below),) = strokes(canvas, Ink.ANSWER, Line.DASHED)
    assert near([0.0, 0.0], [edge.x(above), edge.x(below)]), "the side plane of u"
    assert edge.h(above) > 0.0
    assert edge.h(below) < edge.h(on(0.0)), "through the cut"
    assert asked.judge((on(0.3), on(0.7))).draw is None, "not before it is found"
    assert [(r.words, r.right) for r in good.remarks] == [("cut at $u$", True), ("", True)]
    assert near([on(0.0), on(1.3)], [r.at for r in good.remarks])
    assert not asked.judge((on(1.24), on(0.0))).right
    long = asked.judge((tuple(other.v), on(1.3)))
    assert (long.right, long.head) == (False, "Place the ends: 1 of 2")
    assert plain(long.because) == (
        "At x = −0.99 the edge is beyond the side plane of u: the reference edge does not reach there."
    )
    assert [(r.words, r.right) for r in long.remarks] == [
        ("beyond the side plane", False),
        ("", True),
    ]
    inside = plain(asked.judge((on(-0.07), on(1.3))).because)
    assert inside.startswith("x = −0.07 is inside A, but beyond the side plane of u. That is perpendicular")
    short = asked.judge((on(0.22), on(1.3)))
    assert plain(short.because) == (
        "This place lies between the side planes, but the part that stays goes further out."
    )
    none = asked.judge(asked.start)
    assert none.head == "Place the ends: 0 of 2"
    assert plain(none.because) == (
        "Both places lie between the side planes: the part that stays goes further out at both ends."
    )
    assert [r.words for r in none.remarks] == ["not an end"] * 2
    assert not any(c.isdigit() for c in none.because + short.because), "the right place is not given away"
    assert plain(LESSON.page(moment).known) == "A and B overlap by 0.50."


def test_the_number_of_ends_that_are_cut_off_is_chosen() -> None:
    moment = moments(BOTH)[0]
    asked, edge, other = LESSON.page(moment).prediction, reference(moment.scene), incident(moment.scene)
    assert isinstance(asked, Choose)
    count = sum(not 0.0 <= edge.x(p) <= edge.length for p in (other.u, other.v))
    assert asked.right == {asked.options[count]}
    for answer in asked.options:
        verdict = asked.judge(answer)
        assert verdict.right == (answer == "two")
        assert verdict.head == ("" if verdict.right else "Not this many")
        assert (
            plain(verdict.because)
            == {
                "none": "x = 2.50 lies beyond v. Compare the other end's x, too: with 0, and with L = 1.70.",
                "one": "Not only one end: x = −0.90 lies beyond u.",
                "two": "x = 2.50 lies beyond v, and x = −0.90 lies beyond u: both ends are cut off.",
            }[answer]
        )
        wanted = {"none": ["beyond $v$"], "one": ["beyond $u$"], "two": ["beyond $v$", "beyond $u$"]}[answer]
        assert [(r.words, r.right) for r in verdict.remarks] == [(each, verdict.right) for each in wanted]
        for r in verdict.remarks:
            x = max(edge.x(other.u), edge.x(other.v)) if "v" in r.words else min(edge.x(other.u), edge.x(other.v))
            assert edge.x(r.at) == pytest.approx(x)


def test_one_end_of_a_level_edge_is_cut_off() -> None:
    moment = moments(TOUCHING)[0]
    asked, edge, other = LESSON.page(moment).prediction, reference(moment.scene), incident(moment.scene)
    assert isinstance(asked, Choose)
    assert asked.right == {asked.options[sum(not 0.0 <= edge.x(p) <= edge.length for p in (other.u, other.v))]}
    verdict = asked.judge("one")
    assert plain(verdict.because) == (
        "x = −0.70 lies beyond u: this end is cut off. x = 1.00 lies between the side planes."
    )
    assert [(r.words, r.right) for r in verdict.remarks] == [("beyond $u$", True)]
    more = asked.judge("two")
    assert plain(more.because) == "Not all of them: x = 1.00 lies between the side planes."
    assert [edge.x(r.at) for r in more.remarks] == [pytest.approx(1.0)]
    assert not more.remarks[0].right
    assert edge.x(verdict.remarks[0].at) == pytest.approx(-0.7)


def test_the_end_that_is_cut_off_is_clicked() -> None:
    moment = moments(B_OWNS)[0]
    asked, edge, a = LESSON.page(moment).prediction, reference(moment.scene), moment.scene.a.world.points
    assert isinstance(asked, Click)
    first, second = (FeatureRef("A", FeatureKind.VERTEX, i) for i in (0, 1))
    assert asked.right == {first}
    assert edge.x(a[0]) > edge.length > edge.x(a[1]) > 0.0
    right, wrong = asked.judge(first), asked.judge(second)
    assert (right.right, wrong.right) == (True, False)
    assert plain(right.because) == "x = 3.37 lies beyond v: the reference edge does not reach there."
    assert plain(wrong.because) == "x = 0.90 lies between the side planes of u and v: this end stays."
    assert [(r.words, r.right) for r in (*right.remarks, *wrong.remarks)] == [
        ("beyond $v$", True),
        ("between the planes", False),
    ]
    assert near(a[:2], [r.at for r in (*right.remarks, *wrong.remarks)])
    for feature in (FeatureRef("A", FeatureKind.VERTEX, 2), FeatureRef("B", FeatureKind.EDGE, 2)):
        assert "one of the two ends" in asked.judge(feature).because
        assert not asked.judge(feature).right


def test_where_edges_nearly_coincide_nothing_is_said_of_a_crossing() -> None:
    scene = Clipping(at(box(3.0, 1.0), 0.0, 0.0, 5.0), at(box(1.6, 1.0), 0.1, 0.98, 5.0))
    first = moments_of(LESSON, scene)[0]
    asked, other = LESSON.page(first).prediction, incident(scene)
    assert isinstance(asked, Place)
    middle = 0.5 * (other.u + other.v)
    verdict = asked.judge((tuple(middle), tuple(other.v)))
    assert "cross" not in verdict.because
    assert {r.words for r in verdict.remarks} >= {"not an end"}
    assert plain(asked.judge(asked.right).because).endswith("no end lies beyond a side plane.")


@pytest.mark.parametrize(("name", "kind"), [(OVERHANG, Place), (DISCARDED, Click), (WALL, Click), (ROUNDED, Click)])
def test_each_clip_asks_once_and_no_comparison_asks(name: str, kind: type) -> None:
    asked = [LESSON.page(m).prediction for m in moments(name)[:-2]]
    assert [type(each) for each in asked if each is not None] == [kind]
    assert not any(LESSON.page(m).prediction for m in moments(name, PLANES))
    assert not any(LESSON.page(m).prediction for m in moments(FLAT)[:-2]), "the margin is told later"


def test_the_point_that_is_no_contact_is_clicked() -> None:
    moment = stage(DISCARDED, "Edges")
    asked, b = LESSON.page(moment).prediction, moment.scene.b.world.points
    assert isinstance(asked, Click)
    assert asked.right == {FeatureRef("B", FeatureKind.VERTEX, 1)}
    right = asked.judge(FeatureRef("B", FeatureKind.VERTEX, 1))
    assert plain(right.because) == "h = +0.33: in front of the reference edge by more than the margin h_max = 0.01."
    assert near(b[1], right.remarks[0].at)
    wrong = asked.judge(FeatureRef("B", FeatureKind.VERTEX, 0))
    assert plain(wrong.because) == "h = −0.25: it is behind the reference edge, so A and B overlap there."
    assert near(b[0], wrong.remarks[0].at)
    assert "Vertex 1 of A is no end" in asked.judge(FeatureRef("A", FeatureKind.VERTEX, 1)).because
    assert "Click" in asked.judge(FeatureRef("A", FeatureKind.EDGE, 1)).because
    assert not dots(world(moment), Ink.ANSWER, Point.ANSWER), "nothing is given away"
