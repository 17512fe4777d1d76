"""Edits of a scene that are the same on every machine: what can be held is moved a little, what can be set is set."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np

from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Choice, Control, Handle, Press, Scene, Slider, Toggle

FARTHEST, TURN, VERTEX = 0.5, 0.5, 0.12  # most that is moved along an axis, turned in radians, moved at one vertex
MOST = 20  # that are counted, unless there are more as it is: thousands take their time


def edited(scene: Scene, chance: random.Random) -> tuple[str, Scene]:
    """The scene after one to three edits of it, and the names of the fields that took them: it may refuse some. No
    button is pressed: what one finds may be a search with a limit of time."""
    controls = [(name, control) for name, control, _ in scene.controls() if not isinstance(control, Press)]
    taken = []
    for name, control in chance.sample(controls, min(chance.randint(1, 3), len(controls))):
        value = _another(control, getattr(scene, name), chance)
        try:
            scene = scene.with_field(name, value)
        except ValueError:
            continue
        taken.append(name)
    return ", ".join(taken), scene


def other_value(scene: Scene, name: str, chance: random.Random) -> Scene:
    """The scene with another value of one field; as it is, where it refuses that, or only a drag can set it."""
    controls = {field: control for field, control, _ in scene.controls()}
    if name not in controls:
        return scene
    try:
        return scene.with_field(name, _another(controls[name], getattr(scene, name), chance))
    except ValueError:
        return scene


def _another(control: Control, value: Any, chance: random.Random) -> Any:
    def by(most: float) -> np.ndarray[Any, Any]:
        return np.array((chance.uniform(-most, most), chance.uniform(-most, most)))

    match control, value:
        case Handle(), Body():
            moved = value.moved(by(FARTHEST)).turned(chance.uniform(-TURN, TURN))
            return _reshaped(moved, moved.world.points, by(VERTEX), chance)
        case Handle(), Outline():
            return _reshaped(value.moved(by(FARTHEST)), value.vertices, by(VERTEX), chance)
        case Handle(), Arrow():
            return Arrow(value.start + by(FARTHEST), value.end + by(FARTHEST))
        case Handle(), np.ndarray():
            return value + by(FARTHEST)
        case Slider(_, low, high), int():
            return chance.randint(math.ceil(low), min(math.floor(high), max(value, MOST)))
        case Slider(), _:
            return control.at(chance.random())
        case Toggle(), _:
            return not value
        case Choice(_, options), _:
            return chance.choice(options)
    raise TypeError(f"{control}: {value!r}")


def _reshaped(shape: Any, points: Any, by: Any, chance: random.Random) -> Any:
    """Every other time with one vertex elsewhere, where the shape may have it there."""
    index = chance.randrange(len(points))
    if len(points) < 3 or chance.random() < 0.5:
        return shape
    try:
        return shape.with_vertex(index, points[index] + by)
    except ValueError:
        return shape
