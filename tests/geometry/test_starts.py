"""All starts of a body that flies at a thin wall: closed forms, and the bodies themselves."""

from __future__ import annotations

import itertools
import math

import pytest

from geometry import RigidBody, StepMemory, StepRules, box, rigid_body, rigid_step, static_body
from geometry.dynamics.starts import Remedy, StartsRun, run_starts

W, T, RATE = 0.5, 0.2, 60.0


def starts(step: float, remedy: Remedy, **more: float) -> StartsRun:
    return next(each for each in run_starts(W, T, step, **more) if each.remedy is remedy)  # type: ignore[arg-type]


def flown(start: float, step: float, *, dt: float = 1.0 / RATE, margin: float = 0.0) -> float:
    """Where a box is after it must have met the wall, in steps of the bodies."""
    rules = StepRules(dt=dt, gravity=(0.0, 0.0), share=1.0, slop=0.0, margin=margin)
    bodies: tuple[RigidBody, ...] = (
        static_body(box(T, 2.0)),
        rigid_body(box(W, W).moved((start, 0.0)), velocity=(step * RATE, 0.0)),
    )
    memory = StepMemory()
    for _ in range(4 * round(1.0 / RATE / dt)):
        stepped = rigid_step(bodies, memory, rules)
        bodies, memory = stepped.bodies, stepped.memory
    return float(bodies[1].pose.position[0])


@pytest.mark.parametrize(
    ("speed", "stopped", "wrong_side"),
    [(21, 1.0, 0.0), (24, 0.875, 0.125), (30, 0.7, 0.3), (42, 0.5, 0.5), (60, 0.35, 0.35)],
)
def test_fractions_of_the_least_push(speed: float, stopped: float, wrong_side: float) -> None:
    """The storyboard's; at 60 the rest is never seen."""
    found = starts(speed / RATE, Remedy.LEAST_PUSH)
    assert found.stopped / found.count == pytest.approx(stopped, abs=0.001)
    assert found.wrong_side / found.count == pytest.approx(wrong_side, abs=0.001)
    assert found.stopped + found.wrong_side + found.unseen == found.count == 1000


@pytest.mark.parametrize("step", [0.3, 0.5, 0.9, 1.4])
@pytest.mark.parametrize("remedy", list(Remedy))
def test_closed_forms(step: float, remedy: Remedy) -> None:
    half, margin = (W + T) / 2.0, 0.2
    found = starts(step, remedy, margin=margin)
    wanted = {
        Remedy.LEAST_PUSH: half / step,
        Remedy.SUBSTEPS: half / (step / 2.0),
        Remedy.MARGIN: (half + margin) / step,
        Remedy.LAST_NORMAL: 2.0 * half / step,
        Remedy.SWEEP: 1.0,
    }[remedy]
    assert found.stopped / found.count == pytest.approx(min(1.0, wanted), abs=0.0011)
    assert found.low <= found.stops <= found.leaves <= found.high
    parts = [b - a for a, b in itertools.pairwise((found.low, found.stops, found.leaves, found.high))]
    counted = found.stopped, found.wrong_side, found.unseen
    assert [part / sum(parts) for part in parts] == pytest.approx([c / found.count for c in counted], abs=0.0011)


@pytest.mark.parametrize(
    ("remedy", "more"),
    [(Remedy.LEAST_PUSH, {}), (Remedy.SUBSTEPS, {"dt": 0.5 / RATE}), (Remedy.MARGIN, {"margin": 0.3})],
)
@pytest.mark.parametrize("step", [0.5, 1.0])
def test_the_bodies_agree_start_by_start(remedy: Remedy, more: dict[str, float], step: float) -> None:
    count = 25
    margin = more.get("margin", 0.0)
    found = starts(step, remedy, margin=margin, count=count)
    places = [
        flown(found.low + (i + 0.5) / count * (found.high - found.low) - 2.0 * step, step, **more)
        for i in range(count)
    ]
    stopped = [x for x in places if x < 0.0]
    assert stopped == pytest.approx([-(W + T) / 2.0] * found.stopped, abs=1e-6)


def test_a_centre_in_the_very_middle_is_pushed_on() -> None:
    """A tie, which the first edge of the wall wins: its right one."""
    assert flown(-0.5, 0.5) > 0.35
    found = run_starts(W, T, 0.7, count=1)  # its one sample lies in the middle
    assert (found[0].stopped, found[0].wrong_side) == (0, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0.0},
        {"thickness": -1.0},
        {"step": 0.0},
        {"margin": -0.1},
        {"margin": math.nan},
        {"count": 0},
        {"count": 2.5},
        {"substeps": 0},
    ],
)
def test_refusals(wrong: dict[str, float]) -> None:
    arguments = {"width": W, "thickness": T, "step": 0.5, **wrong}
    with pytest.raises(ValueError, match=r"must be (> 0|>= 0|finite|a whole number)"):
        run_starts(**arguments)  # type: ignore[arg-type]
