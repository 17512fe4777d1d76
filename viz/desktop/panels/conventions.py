"""The conventions that numbers are told in: switches in the View menu, and the badge that shows which are on."""

from __future__ import annotations

from dataclasses import replace

from imgui_bundle import imgui

from viz.desktop.look import SMALL, Fonts, vec4
from viz.desktop.pen import Pen, place
from viz.desktop.places import Rect
from viz.desktop.session import Session
from viz.lesson.conventions import NAMES, OURS, badge, staying
from viz.lesson.engines import ENGINES, words_of

OWN = "own choice"
NOT_CHECKED = "Not checked"
_EM, _PAD, _LONGEST = 12.0, 9.0, 190.0
_SAID = {  # what a switch says when it is on
    "y_down": "y points down",
    "clockwise": "outlines clockwise on the glass",
    "normal_b_to_a": "normals from B to A",
    "b_minus_a": "difference B − A",
    "depth_negative": "depth is negative",
    "touching_is_apart": "touching is no contact",
}


def engine_shown(session: Session) -> str:
    """The preset that is on; no name for switches set by hand."""
    engine = ENGINES.get(session.engine)
    if engine is not None and engine.conventions == session.conventions:
        return engine.name
    return "Separatrix" if session.conventions == OURS else ""


def known_from(session: Session, switch: str) -> str:
    """Where it is known from how the chosen engine has a switch; nothing where no engine is chosen."""
    name = engine_shown(session)
    return ENGINES[name].known.get(switch, NOT_CHECKED) if name else ""


def conventions_menu(session: Session, fonts: Fonts, width: float) -> None:
    """Within the View menu: whose conventions, and each switch."""
    name = engine_shown(session)
    imgui.set_next_item_width(width)
    if imgui.begin_combo("##engine", f"as in {name}" if name else OWN):
        for each, engine in ENGINES.items():
            if imgui.menu_item(each, "", each == name, True)[0]:
                session.speak_as(engine.conventions, each)
        imgui.end_combo()
    for switch in NAMES:
        is_on = getattr(session.conventions, switch)
        changed, is_on = imgui.checkbox(_SAID[switch], is_on)
        source = known_from(session, switch)
        if source:
            imgui.set_item_tooltip(f"{ENGINES[name].name}: {source}.".replace("*", ""))
        if changed:
            session.speak_as(replace(session.conventions, **{switch: is_on}))
        if source == NOT_CHECKED:
            imgui.same_line()
            imgui.push_font(fonts.regular, SMALL)
            imgui.text_colored(vec4(session.theme.quiet), NOT_CHECKED)
            imgui.pop_font()


def conventions_badge(session: Session, pen: Pen, right: float, middle: float) -> float:
    """What is on, in a capsule that ends at `right`: a press brings our own back. Returns where it begins; nothing is
    drawn while all is ours."""
    words = badge(session.conventions, engine_shown(session))
    if not words:
        return right
    k, theme = pen.scale, pen.theme
    shown = pen.shortened(words, _EM, _LONGEST * k)
    width = pen.width(shown, _EM) + (2.0 * _PAD + 16.0) * k
    at = Rect(right - width, middle - 11.5 * k, width, 23.0 * k)
    pressed, hovered = place("conventions", at)
    pen.box(at, theme.accent, 11.5, 0.38 if hovered else 0.22)
    pen.words(at.x + _PAD * k, middle + 4.3 * k, shown, _EM, theme.text)
    x, half, color = at.right - _PAD * k - 4.0 * k, 3.5 * k, theme.text if hovered else theme.quiet
    for way in (-1.0, 1.0):
        pen.line((x - half, middle - way * half), (x + half, middle + way * half), color, 1.5)
    if hovered:
        on = ", ".join(words_of(session.conventions, only_changed=True))
        stays = staying(session.conventions)
        told = f"Numbers in Values, in Edit and at the grid: {on}.\nAs they are: {stays}."
        imgui.set_tooltip(f"{told}\nA press brings all back.")
    if pressed:
        session.speak_as(OURS)
    return at.x
