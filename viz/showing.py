"""Traces of one's own, in the window or in a notebook: with the command line the only file that joins lessons and
desktop.

    from geometry import box, gjk
    from viz import show

    show(gjk.trace(box(2, 2), box(1, 1, (3, 0.2))))    # the lesson on GJK, on these shapes; a figure in a notebook
    show(box(2, 2), box(1, 1, (3, 0.2)), lesson="epa")
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Polygon, Ray, Sweep, Trace
from geometry.summary import summary
from lessons import CURRICULUM
from lessons.reference import reference
from viz.choosing import ENTRIES
from viz.export.handout import Opening, Told, document, lesson_html
from viz.files.scene_file import saved
from viz.lesson.curriculum import Chapter, Entry
from viz.lesson.lesson import Lesson, Moment, Preset
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Handle, Scene, Slider
from viz.session.any_trace import TraceLesson

# The lesson that tells a function. Of several it is the one about the function alone.
TOLD_BY = {
    "separating_axis": "axis-by-axis",
    "circle_circle": "circle-circle",
    "circle_obb": "circle-obb",
    "box_box": "box-box",
    "minkowski_sum": "minkowski-sum",
    "minkowski_faces": "faces-of-the-difference",
    "gjk": "gjk",
    "epa": "epa",
    "manifold": "edge-clipping",
    "point_query": "point-query",
    "ray_cast": "ray-cast",
    "circle_cast": "circle-cast",
    "tunnelling": "tunnelling",
    "linear_cast": "linear-cast",
    "gjk_ray_cast": "gjk-ray-cast",
    "conservative_advancement": "conservative-advancement",
    "bilateral_advancement": "bilateral-advancement",
    "ear_clipping": "ear-clipping",
    "convex_decomposition": "convex-pieces",
}
_HEIGHT = 900  # pixels of a figure in a notebook


class Shown(NamedTuple):
    """A lesson on a scene, and the step to begin at, from 0."""

    lesson: Lesson[Any]
    scene: Scene
    step: int

    def _repr_html_(self) -> str:
        return framed(self)


def show(*what: Any, lesson: str | None = None) -> Shown | None:
    """Open the window on a trace, on a moment of a lesson, or on shapes (with the lesson's id), and come back when it
    is closed. In a notebook nothing is opened: what is returned displays itself. Raises ValueError for anything else,
    for shapes that the lesson has no use for, and where there is no display."""
    found = found_in(what, lesson)
    if _is_notebook():
        return found
    from viz.desktop import display

    display.prepare()
    from viz.desktop.window import Desktop

    own = Chapter(0, "Your own", (Entry.of(found.lesson),))
    chapters = CURRICULUM if found.lesson.id in ENTRIES else (own, *CURRICULUM)
    desktop = Desktop(chapters, found.lesson, settings=display.settings_file(), reference=reference())
    if found.lesson.id in ENTRIES:
        name = next(iter(found.lesson.presets))
        desktop.session.take_up(saved(found.lesson, name, found.scene, step=found.step))
    else:
        desktop.session.player.go(found.step)
    desktop.run()
    return None


def _is_notebook() -> bool:
    """Whether this runs in a notebook's kernel: a plain IPython prompt has none."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


def found_in(what: tuple[Any, ...], lesson: str | None = None) -> Shown:
    """The lesson, scene and step that show a trace, a moment or shapes. Raises ValueError where there are none."""
    match what:
        case (Moment() as moment,):
            return _of_trace(moment.trace)._replace(step=moment.index)
        case (Trace() as trace,) if lesson is None:
            return _of_trace(trace)
        case _ if lesson is None:
            raise ValueError(
                "show a trace (such as gjk.trace(a, b)), or shapes and the lesson: show(a, b, lesson='gjk')"
            )
    if not what:
        raise ValueError(f"which shapes? show(a, b, lesson={lesson!r})")
    if lesson not in ENTRIES:
        raise ValueError(f"there is no lesson {lesson!r}: separatrix list names them all")
    named = ENTRIES[lesson].lesson
    given = dict(enumerate(what)) if not isinstance(what[0], Trace) else _arguments(what[0])
    scene = scene_of(named, given)
    if scene is None:
        raise ValueError(f"the lesson {lesson!r} has no place for these shapes")
    named.run(scene)  # or it says what is wrong with them
    return Shown(named, scene, 0)


def _of_trace(trace: Trace[Any, Any]) -> Shown:
    """The lesson on the trace's function where it tells the same as the trace; else a lesson made of the trace."""
    name = TOLD_BY.get(trace.function)
    if name is not None:
        lesson = ENTRIES[name].lesson
        try:
            scene = scene_of(lesson, _arguments(trace))
            if scene is not None and _is_same(lesson.run(scene), trace):
                return Shown(lesson, scene, 0)
        except ValueError:
            pass  # the lesson refuses what the function takes
    own = TraceLesson(trace)
    return Shown(own, next(iter(own.presets.values())).scene, 0)


def _arguments(trace: Trace[Any, Any]) -> Mapping[Any, Any]:
    bound = None if trace.call is None else trace.call.bound(trace.function)
    return {} if bound is None else bound[1]


def scene_of(lesson: Lesson[Any], arguments: Mapping[Any, Any]) -> Scene | None:
    """The lesson's first scene with the arguments of a call in the place of what it has: shapes, motions, rays,
    points and numbers, each kind in its order. None where one of them finds no place."""
    scene: Scene = next(iter(lesson.presets.values())).scene
    free = {name: (control, value) for name, control, value in scene.controls()}
    changed: dict[str, Any] = {}
    last = ""  # the body that a motion belongs to

    def take(kind: type) -> str | None:
        named = (name for name, (control, value) in free.items() if isinstance(_held(control, value), kind))
        return next((name for name in named if name not in changed and not name.endswith("_end")), None)

    made: Any
    for value in arguments.values():
        match value:
            case Convex():
                name, made = take(Body), Body(value).centred()
                last = name or ""
            case Sweep() if f"{last}_end" in free:
                local = changed[last].world  # as the call was given it
                changed[last] = Body(local, value.start, counts_turns=True)
                name, made = f"{last}_end", Body(local, value.end, counts_turns=True)
            case Polygon() if not value.radius:
                name, made = take(Outline), Outline(value.outline, *value.holes)
            case Ray():
                name, made = take(Arrow), Arrow(value.origin, value.at(1.0))
                if "kind" in free:
                    changed["kind"] = value.kind.value
            case bool() | None:
                continue
            case float() | int():
                name, made = take(Slider), float(value)
            case _ if np.shape(value) == (2,):
                if f"{last}_end" in free and f"{last}_end" not in changed:
                    name, made = f"{last}_end", changed[last].moved(value)
                else:
                    name, made = take(np.ndarray), np.array(value, dtype=np.float64)
            case _:
                return None
        if name is None:
            return None
        changed[name] = made
    for name in [each for each in changed if f"{each}_end" in free and f"{each}_end" not in changed]:
        changed[f"{name}_end"] = changed[name]  # it stands still
    for name, made in changed.items():
        scene = scene.with_field(name, made)
    return scene


def _held(control: Any, value: Any) -> Any:
    """What a field can take in: the value of a handle, the slider itself of a number."""
    return value if isinstance(control, Handle) else control


def _is_same(told: Trace[Any, Any], trace: Trace[Any, Any]) -> bool:
    """Whether two runs of the same function came to the same answer, up to rounding."""
    if told.function != trace.function or (told.refusal is None) != (trace.refusal is None):
        return False
    texts = [re.split(r"(-?\d+\.?\d*(?:e[+-]?\d+)?|\binf\b|\bnan\b)", summary(each.answer)) for each in (told, trace)]
    if len(texts[0]) != len(texts[1]) or texts[0][::2] != texts[1][::2]:
        return False
    pairs = zip(texts[0][1::2], texts[1][1::2], strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=1e-5, abs_tol=1e-9) for a, b in pairs)


def framed(shown: Shown) -> str:
    """A figure that steps, for a notebook: a document of its own in a frame, so that several stand on one page."""
    lesson, scene, step = shown
    told = Told("", lesson)
    opening = Opening("Your own", step)
    section = lesson_html(told, presets={opening.scene: Preset(scene)}, opening=opening)
    whole = document([section], [(told, opening)], lesson.title)
    style = f"width: 100%; height: {_HEIGHT}px; border: 0"
    return f'<iframe title="{escape(lesson.title)}" style="{style}" srcdoc="{escape(whole)}"></iframe>'


def figure_of(trace: Trace[Any, Any]) -> str:
    """What a notebook shows of a trace."""
    return framed(_of_trace(trace))
