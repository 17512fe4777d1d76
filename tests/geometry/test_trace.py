"""What holds for every steppable algorithm: same answer, frozen steps, true line numbers, kept refusals."""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import pydoc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import geometry
from geometry import (
    Convex,
    Polygon,
    Pose,
    Ray,
    RayKind,
    StepMemory,
    Steppable,
    StepRules,
    Steps,
    Sweep,
    Trace,
    aabb_around,
    aabb_overlap,
    aabb_tree,
    all_pairs,
    angular_bound,
    bilateral_advancement,
    box,
    box_box,
    circle,
    circle_aabb,
    circle_cast,
    circle_circle,
    circle_obb,
    collide,
    conservative_advancement,
    convex_decomposition,
    ear_clipping,
    epa,
    gjk,
    gjk_ray_cast,
    linear_cast,
    manifold,
    mass_properties,
    minimum_translation,
    minkowski_difference,
    minkowski_faces,
    minkowski_sum,
    point_in_triangle,
    point_query,
    polygon_manifold,
    polygon_pairs,
    polygon_translation,
    project_on_axis,
    project_on_line,
    project_on_vector,
    quadtree,
    ray_cast,
    rigid_body,
    rigid_step,
    rounded_parts,
    separating_axis,
    simulate,
    static_body,
    steppable,
    support_ties,
    sweep_and_prune,
    swept_circle_circle,
    swept_circle_point,
    swept_circle_segment,
    swept_point_segment,
    tunnelling,
    uniform_grid,
    winding,
)
from geometry.contact.relaxation import resolve_overlaps
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.minkowski.origin_test import origin_test
from geometry.primitives.aabb import aabb_joined, aabb_pair
from geometry.primitives.convex_convex import convex_convex
from geometry.sat.minimum_translation import parting_moves
from geometry.sat.separating_axis import Decided, projections_along
from geometry.sat.separating_line import line_separates
from geometry.time_of_impact.discrete import discrete_steps
from tests.geometry.awkward import AWKWARD
from tests.geometry.crowds import UNIT, crowd, eight_boxes
from tests.geometry.outlines import CAVE_WALL, INNER_SQUARE, L_SHAPE, SQUARE, STAR
from tests.geometry.strategies import random_pairs
from tests.geometry.sweeps import random_sweeps

BOX = box(2, 1, (0.1, 0.2), 0.4)
POLYGONS = [Polygon(L_SHAPE), Polygon(CAVE_WALL[::-1]), Polygon(SQUARE, [INNER_SQUARE]), Polygon(STAR, radius=0.1)]
BODIES = [static_body(POLYGONS[0]), rigid_body(BOX.moved((1, 1.5))), rigid_body(circle(0.5, (2, 2.6)))]
SETTLED = simulate(BODIES, 20)[-1]
SOLIDS = [(p, q) for p in (*POLYGONS, BOX) for q in (BOX, POLYGONS[0].moved((1.5, 1)), circle(0.3, (9, 9)))]
PAIRS = [(case.a, case.b) for case in AWKWARD] + [(a, b) for a, b, _ in random_pairs(seed=5, n=81)]
TIMES: list[tuple[Steppable[..., Any, Any], tuple[int, ...]]] = [
    (conservative_advancement, ()),
    (bilateral_advancement, ()),
    (discrete_steps, (5,)),
    (tunnelling, (3,)),
]
CROWDS = ([], eight_boxes(), crowd("heap", 30))
BROADPHASES: list[tuple[Steppable[..., Any, Any], tuple[Any, ...]]] = [
    (all_pairs, ()),
    (uniform_grid, (0.5,)),
    (quadtree, (UNIT,)),
    (sweep_and_prune, ()),
    (aabb_tree, ()),
]
RUNS: list[tuple[Steppable[..., Any, Any], tuple[Any, ...]]] = [
    *((separating_axis, pair) for pair in PAIRS),
    *((run, pair) for pair in PAIRS for run in (minimum_translation, parting_moves)),
    (project_on_line, ((0, 0), (2, 1), (3, 4))),
    (project_on_line, ((1e6, 0), (1e6, 1e-3), (3, 4))),
    (project_on_vector, ((1, 2), (3, -1))),
    *((project_on_axis, (a, (1, 0.3))) for a, _ in PAIRS),
    *((support_ties, (a, (-0.2, 1))) for a, _ in PAIRS),
    *((projections_along, (a, b, (0.6, 0.8))) for a, b in PAIRS),
    *((line_separates, (a, b, (0, 1), (2, 0))) for a, b in PAIRS),
    *((origin_test, (a, b)) for a, b in PAIRS if min(len(a.points), len(b.points)) > 2 and not a.radius + b.radius),
    *((run, pair) for pair in PAIRS for run in (minkowski_difference, minkowski_sum, minkowski_faces)),
    *((run, pair) for pair in PAIRS for run in (gjk, epa)),
    *((resolve_overlaps, (pair, (False, i % 2 == 1))) for i, pair in enumerate(PAIRS[:20])),
    *((collide, pair) for pair in PAIRS),
    *((convex_convex, pair) for pair in PAIRS),
    *((aabb_around, (a,)) for a, _ in PAIRS),
    *((aabb_pair, pair) for pair in PAIRS),
    *((join, (a.bounds(), b.bounds())) for a, b in PAIRS for join in (aabb_joined, aabb_overlap)),
    *((circle_aabb, (BOX.bounds(), circle(0.4, at))) for at in ((2, 2), (0, 0.1), (1, 0), (0.2, 1.3))),
    *((circle_obb, (BOX, circle(0.4, at))) for at in ((2, 2), (0, 0.1), (0.3, -0.2))),
    *((rounded_parts, (a,)) for a, _ in PAIRS[:12]),
    *((circle_circle, (circle(1), circle(0.5, at))) for at in ((2, 2), (0, 0), (1.5, 0))),
    *((routine, pair) for pair in PAIRS for routine in (manifold, manifold_by_crossing)),
    *((point_query, (a, b.points[0])) for a, b in PAIRS),
    *((ray_cast, (a, Ray(b.points[0], (-1, 0.3), RayKind.HALF_LINE))) for a, b in PAIRS),
    *((circle_cast, (a, Ray(b.points[0], (-9, 0.3)), b.radius)) for a, b in PAIRS),
    *((mass_properties, (shape,)) for shape in (BOX, circle(1), Convex(SQUARE, 0.2), *POLYGONS[:3])),
    *((rigid_step, (BODIES, StepMemory(), StepRules(friction=mu))) for mu in (0, 0.5)),
    (rigid_step, (SETTLED.bodies, SETTLED.memory)),
    (simulate, (BODIES, 3)),
    *((box_box, (BOX, box(1, 1, at, 0.3))) for at in ((2, 2), (0, 0.1), (1.2, 0))),
    *((swept_circle_point, (at, 1, (4, 0), (3, 0.5))) for at in ((0, 0), (3, 0), (6, 0), (0, 4))),
    *((swept_circle_circle, (at, 1, (4, 0), (3, 0.5), 0.5)) for at in ((0, 0), (3, 0), (6, 0), (0, 4))),
    *((swept_circle_segment, (at, 1, (4, -4), (3, 0), (6, 0))) for at in ((0, 3), (3, 0), (6, 3), (-1, 4))),
    *((cast, (a, (3, 1), b, (-1, 0.5))) for a, b in PAIRS for cast in (linear_cast, gjk_ray_cast)),
    *((angular_bound, (a, Sweep(Pose(), Pose((1, 2), 3.0)))) for a, _ in PAIRS),
    *((run, (*case[:4], *more)) for case in random_sweeps(seed=6, n=40, turning=True) for run, more in TIMES),
    *((run, (p,)) for p in POLYGONS for run in (ear_clipping, convex_decomposition)),
    *((run, pair) for pair in SOLIDS for run in (polygon_pairs, polygon_translation, polygon_manifold)),
    (winding, (CAVE_WALL,)),
    *((point_in_triangle, (p, *SQUARE[:3])) for p in ((1, 1), (2, 1), (9, 1))),
    *((swept_point_segment, (at, (4, -4), (3, 0), (6, 0))) for at in ((0, 3), (3, 0), (6, -3), (-1, 4))),
    *((run, (boxes, *more)) for boxes in CROWDS for run, more in BROADPHASES),
]


def same(first: object, second: object) -> bool:
    """Equal field by field, arrays to the last bit."""
    if isinstance(first, np.ndarray):
        return isinstance(second, np.ndarray) and first.tobytes() == second.tobytes()
    if dataclasses.is_dataclass(first):
        names = [f.name for f in dataclasses.fields(first)]
        return type(first) is type(second) and all(same(getattr(first, n), getattr(second, n)) for n in names)
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(same(*both) for both in zip(first, second, strict=True))
    return first == second


def unfrozen(value: object, path: str = "step") -> str | None:
    """Where a value that was handed out could still be written, or None."""
    if isinstance(value, np.ndarray):
        return path if value.flags.writeable else None
    if isinstance(value, (list, dict, set, bytearray)):
        return path
    if isinstance(value, tuple):
        return next(filter(None, (unfrozen(v, f"{path}[{i}]") for i, v in enumerate(value))), None)
    if dataclasses.is_dataclass(value):
        if not value.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            return path
        named = ((f.name, getattr(value, f.name)) for f in dataclasses.fields(value))
        return next(filter(None, (unfrozen(v, f"{path}.{name}") for name, v in named)), None)
    return None


@functools.cache
def yields_of(file: str) -> set[int]:
    """The lines of a source file that a yield stands on."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    found = (node for node in ast.walk(tree) if isinstance(node, (ast.Yield, ast.YieldFrom)))
    return {line for node in found for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


def test_all_public_steppables_are_run_here() -> None:
    public = {name for name in geometry.__all__ if isinstance(getattr(geometry, name), Steppable)}
    assert public <= {algorithm.__name__ for algorithm, _ in RUNS}


def test_calling_and_tracing_give_the_same() -> None:
    for algorithm, arguments in RUNS:
        assert same(algorithm(*arguments), algorithm.trace(*arguments).result)


def test_twice_the_same_trace() -> None:
    for algorithm, arguments in RUNS:
        first, second = algorithm.trace(*arguments), algorithm.trace(*arguments)
        assert same(first.steps, second.steps)
        assert first.lines == second.lines


def test_steps_and_results_are_frozen() -> None:
    for algorithm, arguments in RUNS:
        trace = algorithm.trace(*arguments)
        assert unfrozen(trace.steps) is None
        assert unfrozen(trace.result, "result") is None


def test_lines_point_at_yields() -> None:
    for algorithm, arguments in RUNS:
        trace = algorithm.trace(*arguments)
        assert len(trace.lines) == len(trace) == len(tuple(trace)) > 0
        for chain in trace.lines:
            assert chain[0].function == trace.function == algorithm.__qualname__
            for place in chain:
                assert Path(place.file).is_relative_to(Path(geometry.__file__).parent)
                assert place.line in yields_of(place.file)


def test_every_decision_yields_before_it_returns() -> None:
    for a, b in PAIRS:
        last = separating_axis.trace(a, b).steps[-1]
        assert isinstance(last, Decided)
        assert same(last.found, separating_axis(a, b))


def test_nested_phase_gives_the_innermost_line() -> None:
    trace = minimum_translation.trace(box(2, 2), box(2, 2, (1, 0.5)))
    functions = [trace.line(i).function for i in range(len(trace))]
    assert functions[0] == "separating_axis"
    assert functions[-1] == "minimum_translation"
    assert [place.function for place in trace.lines[0]] == ["minimum_translation", "separating_axis"]
    assert trace.line(0).file.endswith("separating_axis.py")
    assert trace.line(len(trace) - 1).file.endswith("minimum_translation.py")


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Counted:
    n: int
    below: Trace[Counted, int] | None = None


@steppable
def countdown(n: int, fail_at: int = -1) -> Steps[Counted, int]:
    """The answer is how many steps were made; a child trace hangs on each of them."""
    if n < 0:
        raise ValueError("n must be >= 0")
    made = 0
    for k in range(n, 0, -1):
        yield Counted(k, countdown.trace(1) if n > 1 else None)
        made += 1
        if k == fail_at:
            raise ValueError(f"refused at {k}")
    return made


@steppable
def twice(n: int) -> Steps[Counted, int]:
    first = yield from countdown.steps(n)
    second = yield from countdown.steps(n)
    return first + second


def test_a_phase_hands_its_answer_on() -> None:
    assert twice(3) == twice.trace(3).result == 6
    assert [step.n for step in twice.trace(2)] == [2, 1, 2, 1]


def test_refusal_midway_is_kept() -> None:
    trace = countdown.trace(3, 2)
    assert [step.n for step in trace] == [3, 2]
    assert str(trace.refusal) == "refused at 2"
    for run in (lambda: countdown(3, 2), lambda: trace.result, lambda: trace.result):
        with pytest.raises(ValueError, match="refused at 2"):
            run()


def test_refusal_of_the_line_without_length_keeps_its_steps() -> None:
    trace = project_on_line.trace((1, 1), (1, 1), (2, 3))
    assert len(trace) == 4
    assert type(trace.steps[-1]).__name__ == "Squared"
    assert trace.refusal is not None


@pytest.mark.parametrize("run", [countdown, countdown.trace])
def test_refusal_before_the_first_step_is_raised(run: Callable[[int], object]) -> None:
    with pytest.raises(ValueError, match="n must be >= 0"):
        run(-1)


def test_an_error_of_ours_is_no_refusal() -> None:
    @steppable
    def broken() -> Steps[Counted, int]:
        yield Counted(1)
        raise KeyError("a bug")

    with pytest.raises(KeyError):
        broken.trace()


def test_children_are_found() -> None:
    trace = countdown.trace(2)
    ((name, child),) = trace.children(0)
    assert name == "below"
    assert child.result == 1
    assert child.children(0) == ()


def test_a_step_that_is_no_record_has_no_children() -> None:
    @steppable
    def plain() -> Steps[int, None]:
        yield 1

    assert plain.trace().children(0) == ()


def test_it_still_looks_like_the_function() -> None:
    assert separating_axis.__name__ == "separating_axis"
    assert separating_axis.__doc__ is not None
    assert separating_axis.steps.__module__ == "geometry.sat.separating_axis"


def test_a_trace_stays_as_it_was() -> None:
    """Steps kept from a run are not changed by its later steps."""
    a, b = box(2, 2), Convex(box(1, 3, (0.5, 0.2), 0.4).points, 0.1)
    live = [repr(step) for step in minimum_translation.steps(a, b)]
    assert live == [repr(step) for step in minimum_translation.trace(a, b)]


def test_a_trace_can_be_indexed() -> None:
    trace = separating_axis.trace(*PAIRS[0])
    assert trace[0] is trace.steps[0]
    assert trace[-1] is trace.steps[-1]
    with pytest.raises(IndexError):
        trace[len(trace)]


def test_traces_and_answers_print_on_one_short_line() -> None:
    for algorithm, arguments in RUNS:
        trace = algorithm.trace(*arguments)
        if type(trace.result).__name__ in geometry.__all__:
            assert len(repr(trace.result)) <= 160
            assert "\n" not in repr(trace.result)
        assert len(repr(trace)) <= 240
        assert repr(trace).startswith(f"<{trace.function}: {len(trace)} steps, ")
    refused = project_on_line.trace((0, 0), (0, 0), (1, 1))
    assert repr(refused) == "<project_on_line: 4 steps, refused: the line has no direction: a and b coincide>"


def test_a_summary_says_what_fits() -> None:
    found = separating_axis(box(1, 1), box(1, 1, (3, 0)))
    assert repr(found).startswith("SeparatingAxis(outcome=SEPARATED, ")
    assert repr(project_on_line((0, 0), (2, 0), (1, 1))) == "PointOnLine(foot=(1, 0), fraction=0.5, signed_length=1)"


def test_help_and_signature_are_those_of_a_plain_call() -> None:
    for algorithm, _ in RUNS:
        signature = inspect.signature(algorithm)
        assert list(signature.parameters) == list(inspect.signature(algorithm.steps).parameters)
        assert "Steps[" not in str(signature.return_annotation)
    assert str(inspect.signature(separating_axis)).endswith("-> 'SeparatingAxis'")
    text = pydoc.render_doc(separating_axis, renderer=pydoc.plaintext)
    assert "separating_axis(a: 'Convex', b: 'Convex', *, early_out: 'bool' = True) -> 'SeparatingAxis'" in text
    assert repr(separating_axis) == "<steppable separating_axis>"
