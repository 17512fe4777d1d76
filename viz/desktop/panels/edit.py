"""Exact editing of everything in the scene: kinds, sizes, places and angles by number, vertices one by one."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from imgui_bundle import imgui

from geometry import Pose, Vector
from geometry.conventions import Quantity
from geometry.feature import FeatureKind, FeatureRef
from viz.desktop.look import SMALL, Fonts, ink_color, vec4
from viz.desktop.session import Session
from viz.lesson.grip import Grip, Part
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Handle
from viz.session.reshape import (
    ShapeKind,
    kind_of,
    with_kind,
    with_radius,
    with_sides,
    with_size,
    with_vertex_added,
    with_vertex_removed,
)

_MOST_LISTED = 100  # vertices of an outline
_KINDS = [kind.value for kind in ShapeKind]


def edit_panel(session: Session, fonts: Fonts, scale: float) -> None:
    """In a part of the window that is current and scrolls; `scale`: of the design's pixels."""
    _history(session)
    for name, control, value in list(session.player.scene.controls()):
        if not isinstance(control, Handle):
            continue
        imgui.push_id(name)
        imgui.dummy((0.0, 4.0 * scale))
        imgui.push_font(fonts.bold, 0.0)
        imgui.push_style_color(imgui.Col_.text, ink_color(session.theme, control.ink))
        imgui.text(control.name or name)
        imgui.pop_style_color()
        imgui.pop_font()
        match value:
            case Body():
                _body(session, name, value, fonts)
            case Outline():
                _draw(session, name)
                _place(session, "centre", value.middle, lambda p, v=value: v.moved(p - v.middle), name)  # type: ignore[misc]
                for i, vertex in enumerate(value.vertices[:_MOST_LISTED]):
                    _place(session, f"v{i}", vertex, partial(value.with_vertex, i), name)
            case Arrow():
                _place(session, f"{name} from", value.start, lambda p, v=value: Arrow(p, v.end), name)  # type: ignore[misc]
                _place(session, f"{name} to", value.end, lambda p, v=value: Arrow(v.start, p), name)  # type: ignore[misc]
            case _:
                _place(session, "place", value, lambda p: p, name)
        imgui.pop_id()


def _history(session: Session) -> None:
    for words, able, act, keys in (
        ("Undo", session.history.can_undo, session.undo, "Ctrl+Z"),
        ("Redo", session.history.can_redo, session.redo, "Ctrl+Shift+Z"),
        ("Reset", True, session.reset, "R"),
    ):
        imgui.begin_disabled(not able)
        if imgui.button(words):
            act()
        imgui.end_disabled()
        imgui.set_item_tooltip(keys)
        imgui.same_line()
    imgui.new_line()


def _body(session: Session, name: str, body: Body, fonts: Fonts) -> None:
    kind = kind_of(body.shape)
    _narrow(session)
    changed, chosen = imgui.combo("kind", _KINDS.index(kind.value), _KINDS)
    if changed:
        session.reshape(name, lambda b: with_kind(b, ShapeKind(_KINDS[chosen])), Grip(name, Part.WHOLE))
        return
    _draw(session, name)
    pose = body.pose
    _place(session, "centre", pose.position, lambda p: body.placed(Pose(p, pose.angle)), name)
    turned = session.conventions.sign(Quantity.TURN)
    degrees = turned * math.degrees(pose.angle) + 0.0  # no negative zero
    _numbers(
        session,
        "angle",
        (degrees,),
        "%.1f°",
        lambda v: body.placed(Pose(pose.position, turned * math.radians(v[0]))),
        name,
    )
    match kind:
        case ShapeKind.REGULAR:
            _narrow(session)
            different, sides = imgui.input_int("sides", len(body.shape.points))
            if different:
                session.reshape(name, lambda b: with_sides(b, sides), Grip(name, Part.WHOLE))
                return
        case ShapeKind.BOX:
            size = body.shape.points.max(axis=0) - body.shape.points.min(axis=0)
            _numbers(session, "size", tuple(size.tolist()), "%.3f", lambda v: with_size(body, *v), name)
    _numbers(session, "radius", (body.shape.radius,), "%.3f", lambda v: with_radius(body, v[0]), name)
    if len(body.shape.points) > 1 and imgui.tree_node("vertices"):
        _vertices(session, name, body, fonts)
        imgui.tree_pop()


def _draw(session: Session, name: str) -> None:
    if imgui.button("draw by hand"):
        session.begin_sketch(name)
    imgui.set_item_tooltip("Then draw once around it in the figure, with the button held down")


def _vertices(session: Session, name: str, body: Body, fonts: Fonts) -> None:
    world, handle = body.world, {n: h.name for n, h, _ in session.player.scene.bodies()}[name]
    listed = session.conventions.order(len(world.points))
    for i in listed:
        vertex = world.points[i]
        imgui.push_id(i)
        _place(session, f"{i}", vertex, partial(body.with_vertex, i), name)
        if imgui.is_item_hovered():
            session.point_at(FeatureRef(handle, FeatureKind.VERTEX, i))
        if len(world.points) > 2:
            imgui.same_line()
            if imgui.small_button("+"):
                session.reshape(name, partial(with_vertex_added, edge=i), Grip(name, Part.VERTEX, i + 1))
            imgui.set_item_tooltip("A new vertex on the edge that begins here (or double-click an edge)")
            imgui.same_line()
            if imgui.small_button("−"):
                session.reshape(name, partial(with_vertex_removed, index=i))
            imgui.set_item_tooltip("Remove this vertex (or select it and press Delete)")
        imgui.pop_id()
    way = "clockwise" if session.conventions.clockwise else "counter-clockwise"
    imgui.push_font(fonts.regular, SMALL)
    imgui.text_colored(vec4(session.theme.quiet), f"{len(world.points)} vertices, {way}")
    imgui.pop_font()


def _place(session: Session, label: str, at: Vector, make: Callable[[Vector], object], name: str) -> None:
    """A point, shown and typed in the conventions that are on."""
    to = partial(session.conventions.value, Quantity.POINT)
    x, y = to(at).tolist()
    _numbers(session, label, (x, y), "%.3f", lambda v: make(to(v)), name)


def _numbers(
    session: Session,
    label: str,
    now: tuple[float, ...],
    form: str,
    make: Callable[[tuple[float, ...]], object],
    name: str,
) -> None:
    """One or two numbers that can be typed or dragged; a whole drag is one edit, and a refused value says why."""
    _narrow(session)
    speed = 0.5 if "°" in form else 0.01
    different: bool
    new: tuple[float, ...]
    if len(now) == 1:
        different, one = imgui.drag_float(label, now[0], speed, 0.0, 0.0, form)
        new = (one,)
    else:
        different, two = imgui.drag_float2(label, list(now), speed, 0.0, 0.0, form)
        new = tuple(two)
    if imgui.is_item_activated():
        session.begin()
    if different:
        try:
            session.try_field(name, make(new))
        except ValueError as reason:
            session.say(str(reason))
    if imgui.is_item_deactivated():
        session.commit()


def _narrow(session: Session) -> None:
    width = min(190.0 * session.text_size * session.interface_scale, imgui.get_content_region_avail().x * 0.62)
    imgui.set_next_item_width(max(width, 20.0))
