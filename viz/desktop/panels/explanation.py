"""Right: what the lesson says about this step, its table, its settings and its scenes."""

from __future__ import annotations

from imgui_bundle import imgui, rich_md

from viz.desktop import latex
from viz.desktop.look import SMALL, TITLE, Fonts, ink_color, packed, vec4
from viz.desktop.panels.scenes import ScenesStrip
from viz.desktop.panels.table import show_table
from viz.desktop.panels.tasks import show_tasks
from viz.desktop.session import Session
from viz.desktop.words import tinted
from viz.lesson.ink import Ink
from viz.lesson.scene import Choice, Slider, Toggle
from viz.lesson.text import Run, runs
from viz.picture.theme import Theme

TITLE_OF_WINDOW = "Explain###Explanation"
_FORMULA = 17.0  # font size, logical pixels at text size 100 %


def explanation_panel(session: Session, fonts: Fonts, scenes: ScenesStrip) -> None:
    if imgui.begin(TITLE_OF_WINDOW, None, imgui.WindowFlags_.no_move)[0]:
        _contents(session, fonts, scenes)
    imgui.end()


def _contents(session: Session, fonts: Fonts, scenes: ScenesStrip) -> None:
    lesson, player, theme = session.lesson, session.player, session.theme
    wrap = imgui.get_content_region_avail().x

    imgui.push_font(fonts.bold, TITLE)
    imgui.text_wrapped(lesson.title)
    imgui.pop_font()
    imgui.dummy((0.0, 1.0))
    page = session.page
    if page.idea:
        rich_md.render(as_markdown(page.idea))
    if page.formula:
        _formula(page.formula, session, wrap)
    imgui.push_font(fonts.regular, SMALL)
    imgui.text_colored(vec4(theme.quiet), f"Step {player.index + 1} of {len(player.trace)} · {page.stage}")
    imgui.pop_font()
    tinted(page.sentence, theme, wrap)
    show_tasks(session, fonts, wrap)
    if (table := session.table) is not None:
        show_table(session, table, fonts, wrap)
    imgui.dummy((0.0, 2.0 * session.text_size))
    _settings(session)
    scenes.show(fonts, wrap)


def as_markdown(text: str) -> str:
    """Tints become tags that `html_span` turns into colours."""
    return "".join(map(_as_markdown, runs(text)))


def _as_markdown(run: Run) -> str:
    words = f"**{run.text}**" if run.bold else f"${run.text}$" if run.is_formula else run.text
    return words if run.ink is None else f"<{_tag(run.ink)}>{words}</{_tag(run.ink)}>"


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
    tex, color = rf"\displaystyle {theme.tex(text)}", packed(theme.text)
    formula = latex.formula(tex, _FORMULA * scale, color)
    fit = min(1.0, max(0.3, (wrap - 20.0 * scale) / formula.width))
    if fit < 1.0:
        formula = latex.formula(tex, round(_FORMULA * scale * fit, 1), color)
    width, height = formula.width, formula.height
    corner = imgui.get_cursor_screen_pos()
    box = height + 20.0 * scale
    draw.add_rect_filled(corner, (corner.x + wrap, corner.y + box), packed(theme.raised), 5.0 * scale)
    left, top = round(corner.x + (wrap - width) / 2.0), round(corner.y + 10.0 * scale)
    formula.draw(draw, left, top + formula.baseline)
    imgui.dummy((wrap, box + 2.0 * scale))


def _tag(ink: Ink) -> str:
    return ink.name.lower().replace("_", "-")


_INK_OF_TAG = {_tag(ink): ink for ink in Ink}


def _settings(session: Session) -> None:
    """One widget for every slider, switch and choice that the scene declares."""
    for name, control, value in session.player.scene.controls():
        match control:
            case Toggle(label):
                changed, new = imgui.checkbox(label, value)
                if changed:
                    session.set_field(name, new)
            case Slider():
                _slider(session, name, control, value)
            case Choice():
                _choice(session, name, control, value)


def _choice(session: Session, name: str, choice: Choice, value: str) -> None:
    """The label and the options in as few lines as they need."""
    style = imgui.get_style()
    right = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
    imgui.align_text_to_frame_padding()
    imgui.text(choice.label)
    for option in choice.options:
        width = imgui.get_frame_height() + style.item_inner_spacing.x + imgui.calc_text_size(option).x
        if imgui.get_item_rect_max().x + style.item_spacing.x + width <= right:
            imgui.same_line()
        if imgui.radio_button(f"{option}##{name}", option == value) and option != value:
            session.set_field(name, option)


def _slider(session: Session, name: str, slider: Slider, value: float) -> None:
    """A whole drag of the slider is one edit."""
    imgui.set_next_item_width(-imgui.calc_text_size(slider.label).x - 12.0)
    text = f"%.{slider.decimals}f {slider.unit}".strip().replace(" %", " %%")
    changed, new = imgui.slider_float(slider.label, value, slider.low, slider.high, text)
    if imgui.is_item_activated():
        session.begin()
    if changed:
        session.try_field(name, new)
    if imgui.is_item_deactivated():
        session.commit()
