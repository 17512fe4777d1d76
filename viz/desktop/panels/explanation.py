"""Right: what the lesson says about this step, its table, its settings and its scenes."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui, rich_md

from viz.desktop import latex
from viz.desktop.look import SMALL, TITLE, Fonts, ink_color, packed, vec4
from viz.desktop.panels.table import show_table
from viz.desktop.session import Session
from viz.desktop.words import tinted
from viz.ink import Ink
from viz.lesson import Moment
from viz.scene import Choice, Slider, Toggle
from viz.text import runs
from viz.theme import Theme

TITLE_OF_WINDOW = "Explanation"
_FORMULA = 17.0  # font size, logical pixels at text size 100 %


def explanation_panel(session: Session, fonts: Fonts) -> None:
    imgui.begin(TITLE_OF_WINDOW, None, imgui.WindowFlags_.no_move)
    lesson, player, theme = session.lesson, session.player, session.theme
    moment: Moment[object] = player.moment  # type: ignore[type-var]  # the lesson's own scene type
    wrap = imgui.get_content_region_avail().x

    imgui.push_font(fonts.bold, TITLE)
    imgui.text(lesson.title)
    imgui.pop_font()
    imgui.dummy((0.0, 1.0))
    for i, part in enumerate(lesson.explain(moment).split("$$")):
        if i % 2:
            _formula(part, session, wrap)
        elif part.strip():
            rich_md.render(as_markdown(part))
    imgui.push_font(fonts.regular, SMALL)
    stage = lesson.stage(moment.step)
    imgui.text_colored(vec4(theme.quiet), f"Step {player.index + 1} of {len(player.trace)} · {stage}")
    imgui.pop_font()
    tinted(lesson.caption(moment), theme, wrap)
    if (table := lesson.table(moment)) is not None:
        show_table(session, table, fonts, wrap)
    imgui.dummy((0.0, 2.0 * session.text_size))
    _settings(session)
    _scenes(session, fonts, wrap)
    imgui.end()


def as_markdown(text: str) -> str:
    """Tints become tags that `html_span` turns into colours."""
    return "".join(piece if ink is None else f"<{_tag(ink)}>{piece}</{_tag(ink)}>" for piece, ink in runs(text))


def html_span(theme: Theme, tag: str, opening: bool) -> bool:
    """rich_md's callback for inline tags: colours those that name an ink."""
    ink = _INK_OF_TAG.get(tag)
    if ink is None:
        return False
    if opening:
        imgui.push_style_color(imgui.Col_.text, ink_color(theme, ink))
    else:
        imgui.pop_style_color()
    return True


def _formula(text: str, session: Session, wrap: float) -> None:
    """A displayed formula in a quiet box, made smaller where the panel is too narrow for it."""
    theme, scale, draw = session.theme, session.text_size, imgui.get_window_draw_list()
    pixels = imgui.get_io().display_framebuffer_scale.x
    texture, width, height = latex.symbol(text, _FORMULA * scale, packed(theme.text), pixels)
    fit = min(1.0, (wrap - 20.0 * scale) / width)
    width, height = width * fit, height * fit
    corner = imgui.get_cursor_screen_pos()
    box = height + 20.0 * scale
    draw.add_rect_filled(corner, (corner.x + wrap, corner.y + box), packed(theme.raised), 5.0 * scale)
    left, top = round(corner.x + (wrap - width) / 2.0), round(corner.y + 10.0 * scale)
    draw.add_image(texture, (left, top), (left + width, top + height))
    imgui.dummy((wrap, box + 2.0 * scale))


def _tag(ink: Ink) -> str:
    return ink.name.lower().replace("_", "-")


_INK_OF_TAG = {_tag(ink): ink for ink in Ink}


def _settings(session: Session) -> None:
    """One widget for every slider, switch and choice that the scene declares."""
    changed: bool
    new: Any
    for name, control, value in session.player.scene.controls():
        match control:
            case Toggle():
                changed, new = imgui.checkbox(control.label, value)
            case Slider():
                imgui.set_next_item_width(-imgui.calc_text_size(control.label).x - 12.0)
                text = f"%.2f {control.unit}".strip().replace(" %", " %%")
                changed, new = imgui.slider_float(control.label, value, control.low, control.high, text)
            case Choice():
                changed, new = False, value
                imgui.align_text_to_frame_padding()
                imgui.text(control.label)
                for option in control.options:
                    imgui.same_line()
                    if imgui.radio_button(f"{option}##{name}", option == value):
                        changed, new = True, option
            case _:
                continue
        if changed:
            session.change(session.player.scene.with_field(name, new))


def _scenes(session: Session, fonts: Fonts, wrap: float) -> None:
    """The presets, with the key of each; two columns."""
    theme, scale = session.theme, session.text_size
    imgui.dummy((0.0, 4.0 * scale))
    imgui.push_font(fonts.regular, SMALL)
    imgui.text_colored(vec4(theme.quiet), "Scenes")
    width = (wrap - imgui.get_style().item_spacing.x) / 2.0
    imgui.push_style_var(imgui.StyleVar_.button_text_align, (0.0, 0.5))
    for i, (name, _) in enumerate(session.presets):
        if i % 2:
            imgui.same_line()
        if imgui.button(f"{i + 1}  {name}###scene{i}", (width, 0.0)):
            session.preset(i)
        if imgui.calc_text_size(name).x > width - 30.0 * scale:
            imgui.set_item_tooltip(name)
    imgui.pop_style_var()
    imgui.pop_font()
