"""What the lesson on clipping asks, and how answers are judged."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import shapely

from geometry import box
from geometry.feature import FeatureKind, FeatureRef
from lessons.contact.clip_scenes import PLANES, Clipping
from tests.lessons.clip_reading import (
    B_OWNS,
    BOTH,
    CONTACTS,
    DISCARDED,
    FLAT,
    LESSON,
    OVERHANG,
    ROUNDED,
    TOUCHING,
    WALL,
    dots,
    incident,
    labels,
    moments,
    near,
    reference,
    rows,
    stage,
    strokes,
    world,
)
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.prediction import Adjust, Choose, Click, Place
from viz.lesson.scene import at
from viz.lesson.text import plain


def on_line(edge: Any, other: Any, x: float) -> tuple[float, float]:
    """The point of the other edge's line that lies `x` along the edge."""
    part = (x - edge.x(other.u)) / (edge.x(other.v) - edge.x(other.u))
    p, q = other.u + part * (other.v - other.u)
    return float(p), float(q)


def test_the_ends_that_stay_are_placed_along_the_edge() -> None:
    moment = moments(OVERHANG)[0]
    asked, edge, other = LESSON.page(moment).prediction, reference(moment.scene), incident(moment.scene)
    assert isinstance(asked, Place)

    on = partial(on_line, edge, other)
    assert near((on(0.0), other.u), asked.right)
    assert near([on(0.24 * 1.7), on(0.56 * 1.7)], asked.start), "far from both ends, and from each other"
    good = asked.judge((on(1.66), on(-0.04)))
    assert good.right
    assert plain(good.because) == (
        "From vertex 0 of B, x = 1.70, to the side plane of u, x = 0.00: there the reference edge ends."
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
    assert near([on(0.0), on(1.7)], [r.at for r in good.remarks])
    assert not asked.judge((on(1.64), on(0.0))).right
    long = asked.judge((tuple(other.v), on(1.7)))
    assert (long.right, long.head) == (False, "Place the ends: 1 of 2")
    assert plain(long.because) == (
        "At x = −0.59 the edge is beyond the side plane of u: the reference edge does not reach there."
    )
    assert [(r.words, r.right) for r in long.remarks] == [
        ("beyond the side plane", False),
        ("", True),
    ]
    inside = plain(asked.judge((on(-0.07), on(1.7))).because)
    assert inside.startswith("x = −0.07 is inside A, but beyond the side plane of u. That is perpendicular")
    short = asked.judge((on(0.22), on(1.7)))
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


def test_of_edges_that_only_touch_the_contacts_are_counted() -> None:
    moment = moments(TOUCHING)[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {asked.options[len(CONTACTS[TOUCHING])]}
    said = {answer: plain(asked.judge(answer).because) for answer in asked.options}
    assert said == {
        "none": "h = 0.00 is at most h_max = 0.01: a point that only touches is a contact, too.",
        "one": "x = −0.90 lies beyond u and is cut off. But the edge still has two ends.",
        "two": "The cut makes a new end at x = 0.00. Both ends have h = 0.00, at most h_max = 0.01.",
    }
    edge = reference(moment.scene)
    assert [(r.words, r.right, round(edge.x(r.at), 9)) for r in asked.judge("two").remarks] == [
        ("new end", True, 0.0)
    ]
    assert [round(edge.x(r.at), 9) for r in asked.judge("one").remarks] == [-0.9]


def test_the_least_margin_that_would_keep_both_ends_is_set() -> None:
    moment = stage(FLAT, "Height")
    assert LESSON.page(moments(FLAT)[0]).prediction is None, "not before the margin is explained"
    asked, edge, other = LESSON.page(moment).prediction, reference(moment.scene), incident(moment.scene)
    assert isinstance(asked, Adjust)
    low, high = sorted((edge.h(other.u), edge.h(other.v)))
    lifted = moment.scene.with_field("b", moment.scene.b.moved(-low * edge.n))
    for margin in (0.07, 0.08, 0.10, 0.11, 0.12, 0.13):
        verdict = asked.judge(moment.scene.with_field("margin", margin))
        points = len(LESSON.run(lifted.with_field("margin", margin)).result.points)
        assert (points == 2) == (margin >= high - low)
        assert verdict.right == (points == 2 and margin - 0.01 < high - low)
        assert verdict.head == ("" if verdict.right else "Too large" if points == 2 else "Too small")
        assert verdict.right or "0.11" not in verdict.because, "not told"
    assert asked.right(moment.scene).margin == 0.11
    shown = " ".join(plain(LESSON.page(moment).sentence).split() + [cell for row in rows(moment) for cell in row])
    assert "0.11" not in shown, "it has to be found"
    least = moments_of(LESSON, asked.right(moment.scene))[moment.index]
    again = LESSON.page(least).prediction
    assert isinstance(again, Adjust), "it stays while the margin is set"
    assert plain(again.judge(least.scene).because) == (
        "Lifted by 0.04, vertex 1 of B has h = +0.11, at most h_max = 0.11: both ends stay."
    )
    assert plain(again.judge(moment.scene.with_field("margin", 0.07)).because) == (
        "Lifted, vertex 1 of B is farther in front of the reference edge than h_max = 0.07: no contact there."
    )


def test_the_new_end_of_a_rounded_edge_is_placed() -> None:
    moment = moments(ROUNDED)[0]
    asked, edge, other = LESSON.page(moment).prediction, reference(moment.scene), incident(moment.scene)
    assert isinstance(asked, Place)

    on = partial(on_line, edge, other)
    assert near([on(0.0)], asked.right)
    assert asked.judge(asked.right).right
    assert plain(asked.judge((on(0.04),)).because) == (
        "The reference edge ends at u, x = 0.00: the side plane stands there."
    )
    assert not asked.judge(asked.start).right
    said = {x: plain(asked.judge((on(x),)).because) for x in (-0.6, -0.07, 0.3)}
    assert said == {
        -0.6: "At x = −0.60 the reference edge has ended: this place lies beyond the side plane of u.",
        -0.07: "x = −0.07 is inside A, but A is round there: the reference edge has ended.",
        0.3: "At x = 0.30 the edge still lies over the reference edge: the part that stays goes further.",
    }
    whole = shapely.Polygon(moment.scene.a.world.points).buffer(moment.scene.a.world.radius)
    assert whole.contains(shapely.Point(on(-0.07)))


def test_the_feature_that_makes_a_contact_with_a_vertex_is_chosen() -> None:
    moment = stage(WALL, "Height")
    asked, edge = LESSON.page(moment).prediction, reference(moment.scene)
    assert isinstance(asked, Choose)
    (contact,) = LESSON.run(moment.scene).result.points
    assert asked.right == {str(FeatureRef("A", contact.id[0].kind, contact.id[0].index)).removesuffix(" of A")}
    assert set(asked.options) == {"vertex 1", "edge 1", "vertex 2"}
    assert near(moment.scene.a.world.points[1:3], [edge.u, edge.v]), "the vertices of its ends"
    assert [plain(asked.judge(each).because) for each in asked.options] == [
        "Vertex 1 is named only where the side plane of u cuts the incident edge.",
        "No side plane has cut: vertex 0 of B is a contact because it lies behind edge 1 of A.",
        "Vertex 2 is named only where the side plane of v cuts the incident edge.",
    ]
    assert "edge 1" not in plain(LESSON.page(moment).known)


def test_one_end_of_a_level_edge_is_cut_off() -> None:
    scene = LESSON.presets[TOUCHING].scene
    moment = moments_of(LESSON, scene.with_field("b", scene.b.moved(-0.2 * reference(scene).n)))[0]
    asked, edge, other = LESSON.page(moment).prediction, reference(moment.scene), incident(moment.scene)
    assert isinstance(asked, Choose)
    assert asked.right == {asked.options[sum(not 0.0 <= edge.x(p) <= edge.length for p in (other.u, other.v))]}
    verdict = asked.judge("one")
    assert plain(verdict.because) == (
        "x = −0.90 lies beyond u: this end is cut off. x = 0.80 lies between the side planes."
    )
    assert [(r.words, r.right) for r in verdict.remarks] == [("beyond $u$", True)]
    more = asked.judge("two")
    assert plain(more.because) == "Not all of them: x = 0.80 lies between the side planes."
    assert [edge.x(r.at) for r in more.remarks] == [pytest.approx(0.8)]
    assert not more.remarks[0].right
    assert edge.x(verdict.remarks[0].at) == pytest.approx(-0.9)


def test_the_end_that_is_cut_off_is_clicked() -> None:
    moment = moments(B_OWNS)[0]
    asked, edge, a = LESSON.page(moment).prediction, reference(moment.scene), moment.scene.a.world.points
    assert isinstance(asked, Click)
    first, second = (FeatureRef("A", FeatureKind.VERTEX, i) for i in (0, 1))
    assert asked.right == {first}
    assert edge.x(a[0]) > edge.length > edge.x(a[1]) > 0.0
    right, wrong = asked.judge(first), asked.judge(second)
    assert (right.right, wrong.right) == (True, False)
    assert plain(right.because) == "x = 3.37 lies beyond v, where x = 2.60: there the reference edge has ended."
    assert plain(wrong.because) == "x = 0.90 lies between the side planes, 0 and L = 2.60: this end stays."
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


ASKED = [
    (OVERHANG, Place),
    (DISCARDED, Click),
    (FLAT, Adjust),
    (B_OWNS, Click),
    (BOTH, Choose),
    (WALL, Choose),
    (ROUNDED, Place),
    (TOUCHING, Choose),
]


def test_no_question_is_asked_twice() -> None:
    pages = [LESSON.page(m) for name in LESSON.presets for m in moments(name)]
    texts = [each.prediction.text for each in pages if each.prediction is not None]
    assert len(set(texts)) == len(texts) == len(ASKED) + 1, "one in each scene, and the next push of the first"


@pytest.mark.parametrize(("name", "kind"), ASKED)
def test_each_clip_asks_once_and_a_comparison_its_first_step_alone(name: str, kind: type) -> None:
    asked = [LESSON.page(m).prediction for m in moments(name)[:-2]]
    assert [type(each) for each in asked if each is not None] == [kind]
    compared = [LESSON.page(m).prediction for m in moments(name, PLANES)]
    assert type(compared[0]) is type(asked[0])
    assert (asked[0] is None) is (name in (DISCARDED, FLAT, WALL)), "these wait for what they are about"
    assert not any(compared[1:]), "later the ghost has shown it"


def test_the_scene_that_opens_beside_a_faulty_rule_gives_nothing_away() -> None:
    assert [name for name, each in LESSON.presets.items() if each.compare == PLANES] == [TOUCHING]
    first = moments(TOUCHING, PLANES)[0]
    assert labels(world(first), Ink.FAULTY)
    asked = world(replace(first, is_open=True))
    assert not labels(asked, Ink.FAULTY)
    assert {"p = v0", "v1"} <= set(labels(asked, Ink.B)), "the names of the ends, as without a comparison"


def test_the_point_that_is_no_contact_is_clicked() -> None:
    assert LESSON.page(stage(DISCARDED, "Edges")).prediction is None, "not before the planes have cut nothing"
    moment = stage(DISCARDED, "Plane of v")
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
