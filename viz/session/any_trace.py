"""A lesson made of a trace that no lesson tells: its arguments as shapes and points that can be dragged, and of each
step what can be drawn of its values."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, make_dataclass
from typing import Any

import numpy as np

from geometry.polygon import Polygon
from geometry.ray import Ray
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Trace
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Lesson, Moment
from viz.lesson.outline import Outline
from viz.lesson.page import Page
from viz.lesson.scene import Arrow, Body, Scene, body, handle
from viz.lesson.story import Story
from viz.session.values import values

ID = "trace"
_LONGEST = 12  # letters of a stage
_ROWS = 12  # of the table
_DIRECTION = re.compile(r"\b(unit|direction|displacement|vector|velocity|normal|translation|motion)\b")
_INKS = (Ink.A, Ink.B, Ink.CONSTRUCTION)


class TraceLesson(Lesson[Scene]):
    """The lesson of one trace. Its scene has what the call was given, as far as that can be held; dragging calls
    again. Of a trace that no call has made, or whose arguments cannot be held, the scene is empty."""

    id = ID
    source = "a trace of one's own"
    frames_stages = False
    most_steps = 1_000_000  # whatever it has

    def __init__(self, trace: Trace[Any, Any]) -> None:
        self.trace = trace
        self.title = trace.function  # type: ignore[misc]  # of this one
        self.summary = f"The steps of {trace.function} as they were recorded."  # type: ignore[misc]
        self.story = _TraceStory()
        bound = None if trace.call is None else trace.call.bound(trace.function)
        self._function = None if bound is None else bound[0]
        self._given: Mapping[str, Any] = {} if bound is None else bound[1]
        held = {name: of_scene(value) for name, value in self._given.items()}
        self._held = {name: value for name, value in held.items() if value is not None}

    @property
    def scenes(self) -> Mapping[str, Scene]:
        shapes = [name for name, value in self._held.items() if isinstance(value, Body | Outline)]
        inks = {name: _INKS[min(i, len(_INKS) - 1)] for i, name in enumerate(shapes)}
        declared = [
            (name, type(value), (body if isinstance(value, Body) else handle)(inks.get(name, Ink.EXAMINED), name))
            for name, value in self._held.items()
        ]
        kind = make_dataclass("Arguments", declared, bases=(Scene,), frozen=True, eq=False)
        return {"As it was called": kind(**self._held)}

    def run(self, scene: Scene) -> Trace[Any, Any]:
        changed = {
            name: given(getattr(scene, name), self._given[name])
            for name, value in self._held.items()
            if getattr(scene, name) is not value
        }
        if self._function is None or not changed:
            return self.trace
        return self._function.trace(**{**self._given, **changed})

    def situation(self, moment: Moment[Scene]) -> str:
        refusal = moment.trace.refusal
        told = summary(moment.trace.answer) if refusal is None else f"refused: {refusal}"
        return told.replace("-", "−").replace("*", "×").replace("$", "")


class _TraceStory(Story):
    columns = ("value", "")

    def page(self, moment: Moment[Any]) -> Page:
        kind: type = type(moment.step)
        page = Page(self.stage(moment), _first_sentence(kind))
        before = moment.trace[moment.index - 1] if moment.index else None
        for each in [row for row in values(moment.step, before) if not row.depth][:_ROWS]:
            page = page.row(each.name.replace("_", " "), each.text.replace("*", "×").replace("$", ""), key=each.name)
        return page

    def stage(self, moment: Moment[Any]) -> str:
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(moment.step).__name__).split()
        told = words[0]
        for word in words[1:]:
            if len(told) + 1 + len(word) > _LONGEST:
                break
            told += f" {word.lower()}"
        return told[:_LONGEST]

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        held = {control.name: (control, value) for _, control, value in moment.scene.controls()}
        for name, (control, value) in held.items():
            _argument(canvas, name.replace("_", " "), control.ink, value)
        for name, value, note in _drawn(moment.step):
            if name not in held:
                _value(canvas, name.replace("_", " "), value, note)


def of_scene(value: Any) -> Body | Outline | Arrow | Any:
    """What of a scene stands for an argument: a body, an outline, an arrow, a point; None for anything else."""
    match value:
        case Convex():
            return Body(value).centred()
        case Polygon() if not value.radius:
            return Outline(value.outline, *value.holes)
        case Ray():
            return Arrow(value.origin, value.at(1.0))
        case np.ndarray() | tuple() | list():
            numbers = np.asarray(value) if np.shape(value) == (2,) else None
            is_point = numbers is not None and numbers.dtype.kind in "if"
            return np.array(value, dtype=np.float64) if is_point else None
    return None


def given(held: Any, before: Any) -> Any:
    """The argument that stands for what is held in a scene; `before`: what it was at first."""
    match held:
        case Body():
            return held.world
        case Outline():
            return Polygon(held.points, holes=held.rings[1:])
        case Arrow():
            return Ray(held.start, held.vector, before.kind)
    return held


def _argument(canvas: Canvas, name: str, ink: Ink, value: Any) -> None:
    match value:
        case Body():
            marks.shape(canvas, value.world, ink, name.upper() if len(name) == 1 else name)
        case Outline():
            canvas.area(value.points, ink)
            for ring in value.rings:
                canvas.stroke(ring, ink, closed=True, line=Line.OUTLINE)
        case Arrow():
            canvas.arrow(value.start, value.end, ink)
        case _:
            _value(canvas, name, value, "")


def _drawn(step: Any) -> Iterator[tuple[str, Any, str]]:
    """Name, value and note of what of a step can be drawn, those of records inside it too."""
    for row in values(step):
        if isinstance(row.value, Convex | np.ndarray):
            yield row.name, row.value, row.note


def _value(canvas: Canvas, name: str, value: Convex | Any, note: str) -> None:
    """A shape, a row of points, or a vector: an arrow from the origin where its name or its note says that it is no
    place."""
    if isinstance(value, Convex):
        marks.shape(canvas, value, Ink.CONSTRUCTION)
    elif value.shape == (2,) and np.isfinite(value).all():
        if _DIRECTION.search(f"{name} {note}") and value.any():
            canvas.arrow((0.0, 0.0), value, Ink.EXAMINED)
        else:
            canvas.dot(value, Ink.EXAMINED, Point.FILLED)
        canvas.label(name, value, Ink.EXAMINED)
    elif value.ndim == 2 and value.shape[1] == 2 and len(value) > 1 and np.isfinite(value).all():
        canvas.stroke(value, Ink.EXAMINED, closed=len(value) > 2, line=Line.THIN)


def _first_sentence(kind: type) -> str:
    """What the record's docstring says of it."""
    told = (inspect.getdoc(kind) or "") if is_dataclass(kind) and fields(kind) else ""
    first = (
        re.split(r"(?<=\.)\s", told.replace("\n", " "), maxsplit=1)[0] if not told.startswith(kind.__name__) else ""
    )
    return re.sub(r"[`*$]", "", first)
