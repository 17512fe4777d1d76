"""What the lesson on manifolds of rounded shapes says, and what the printed steps get wrong."""

from __future__ import annotations

import pytest
import shapely

from geometry import Manifold, boundary
from geometry.contact.manifold_points import ManifoldKind
from geometry.faulty.printed_manifold import Verdict
from lessons.rounded_manifold import RoundedManifold
from lessons.rounded_manifold.scene import OTHER
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Dot, Label
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = RoundedManifold()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def page(name: str) -> Preset:
    return preset(LESSON.id, name)


def distance(page: Preset) -> float:
    """Of the two shapes as shapely sees them: cores with a buffer."""
    cores = []
    for shape in (page.scene.a.world, page.scene.b.world):
        p = shape.points - page.scene.a.pose.position
        kind = (shapely.Point, shapely.LineString, shapely.Polygon)[min(len(p), 3) - 1]
        cores.append(kind(p if len(p) > 1 else p[0]))
    return cores[0].distance(cores[1]) - page.scene.a.world.radius - page.scene.b.world.radius


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_contact_is_reported_exactly_where_the_shapes_overlap(page: Preset) -> None:
    found = page.lesson.run(page.scene).result
    assert bool(found.points) == (distance(page) <= 0.0)
    middle = page.scene.a.pose.position
    for p in found.points:
        for shape, at in ((page.scene.a.world, p.on_a), (page.scene.b.world, p.on_b)):
            outline = shapely.Polygon(boundary(shape, 1e-4) - middle)
            if found.kind is not ManifoldKind.EDGE_EDGE:
                assert outline.exterior.distance(shapely.Point(at - middle)) < 2e-4


def fault_labels(moment: Moment) -> list[str]:
    return [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]


@pytest.mark.parametrize(
    ("name", "verdict", "count"),
    [
        ("Printed: a gap is a line", Verdict.LINE, 0),
        ("Printed: deep is nothing", Verdict.NONE, 2),
        ("Printed: the other end", Verdict.NONE, 1),
        ("Capsules end to end", Verdict.NONE, 1),
    ],
)
def test_the_printed_steps_are_wrong_and_shown_beside_the_right_ones(name: str, verdict: Verdict, count: int) -> None:
    moment = page(name).moments()[-1]
    assert isinstance(moment.step, Manifold)
    assert len(moment.step.points) == count
    assert moment.scene.printed.verdict is verdict
    assert (distance(page(name)) <= 0.0) == bool(count)  # so the printed answer is wrong, by shapely too
    assert fault_labels(moment) == [f"as printed: {verdict.value}"]
    assert verdict.value in plain(LESSON.caption(moment))
    assert verdict.value in plain(LESSON.situation(moment))


@pytest.mark.parametrize("name", ["Edges overlap", "Edges cross", "Corner to corner", "A circle"])
def test_nothing_faulty_is_drawn_where_the_printed_steps_are_right(name: str) -> None:
    moment = page(name).moments()[-1]
    assert fault_labels(moment) == []
    assert not [m for m in draw(LESSON, moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]


def test_the_deeper_end_would_have_done() -> None:
    """Errata S0.6 alone: with the deeper end the same scene comes out right."""
    scene = page("Printed: the other end").scene
    assert scene.beside == OTHER
    right = scene.with_field("beside", "printed steps")
    assert right.printed.verdict is Verdict.CORNER
    assert right.fault(LESSON.run(right).result) is None


def test_kinds_of_contact() -> None:
    kinds = {p.name: p.lesson.run(p.scene).result.kind for p in MINE}
    assert kinds["Edges overlap"] is ManifoldKind.EDGE_EDGE
    assert kinds["Edges cross"] is ManifoldKind.EDGE_CORNER
    assert kinds["Corner to corner"] is ManifoldKind.CORNER_CORNER
    assert kinds["A circle"] is ManifoldKind.CIRCLE


def test_the_table_has_the_five_steps() -> None:
    moments = page("Edges overlap").moments()
    first, last = LESSON.table(moments[0]), LESSON.table(moments[-1])
    assert [row.cells[0][0] for row in last.rows] == ["1", "2", "3", "4", "5"]
    assert all(len(row.cells) == 2 for row in last.rows)
    assert plain(last.rows[-1].cells[1]) == "two points"
    assert plain(first.rows[-1].cells[1]) == "not yet"
    assert LESSON.goal(page("Corner to corner").moments()[0]).is_reached
    assert not LESSON.goal(moments[0]).is_reached
