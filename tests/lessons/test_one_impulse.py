"""One impulse in every lesson on bodies: it can be stepped into, back and forward, while the scene is dragged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry.dynamics.step import ImpulseApplied
from geometry.trace import Grouped
from tests.lessons.figures import lesson_of
from viz.lesson.scene import Arrow
from viz.session.player import Player


def nudged(lesson_id: str, scene: Any, by: float) -> Any:
    """As by a pointer that holds an arrow's tip, or a slider."""
    match lesson_id:
        case "resting":
            return scene.with_field("friction", scene.friction + by)
        case "inner-edges":
            tip = scene.motion.end + (by, 0.0)
            return scene.with_field("motion", Arrow(scene.motion.start, tip))
        case "speculative":
            return scene.with_field("path", Arrow(scene.path.start, scene.path.end + np.array((by, 0.0))))
    return scene.with_field("speed", scene.speed + 100.0 * by)


def inner(step: Any) -> Any:
    return step.part if isinstance(step, Grouped) else ()


@pytest.mark.parametrize("lesson_id", ["resting", "inner-edges", "speculative", "wrong-side"])
def test_an_impulse_is_stepped_into_while_the_scene_is_dragged(lesson_id: str) -> None:
    player = Player(lesson_of(lesson_id))
    while not any(isinstance(step, ImpulseApplied) for step in inner(player.moment.step)):
        player.forward()
    player.into()
    while not isinstance(player.moment.step, ImpulseApplied):
        player.forward()
    scene, index, seen = player.scene, player.index, set()
    for i in range(6):
        player.change(nudged(lesson_id, scene, 1e-3 * i))
        assert (len(player.levels), player.index) == (2, index), "it stays at its impulse"
        assert isinstance(player.moment.step, ImpulseApplied)
        seen.add(player.page.sentence)
    if lesson_id != "resting":  # where the first impulse stops gravity alone
        assert len(seen) == 6, "each scene has another one"
    player.forward()
    assert player.index == index + 1
    player.back()
    assert player.index == index
    player.out()
    assert len(player.levels) == 1


def test_the_impulse_of_bounce_is_its_main_track_and_mass_has_none() -> None:
    assert [type(step).__name__ for step in Player(lesson_of("bounce")).trace][:3] == [
        "ApproachFound",
        "LeversFound",
        "NormalFound",
    ]
    mass = lesson_of("mass")
    for preset in mass.presets.values():
        found = [mass.run(preset.scene)]
        while found:
            trace = found.pop()
            assert not any(isinstance(step, ImpulseApplied) for step in trace)
            found += [child for i in range(len(trace)) for _, child in trace.children(i)]
