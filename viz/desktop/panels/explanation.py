"""Right: what the lesson says about this step, its table, its settings and its scenes."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui, rich_md

from viz.desktop import latex
from viz.desktop.look import SMALL, TITLE, Fonts, ink_color, packed, vec4
from viz.desktop.session import Session
from viz.desktop.words import tinted
from viz.ink import Ink
from viz.lesson import Moment, Row, RowState, Table
from viz.scene import Choice, Slider, Toggle
from viz.text import plain, runs
from viz.theme import Theme

TITLE_OF_WINDOW = "Explanation"
_FORMULA = 17.0  # font size, logical pixels at text size 100 %
_BULLET = 15.0  # pixels: room for a bullet before a row's name


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
        _table(session, table, fonts)
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


def _table(session: Session, table: Table, fonts: Fonts) -> None:
    theme, scale = session.theme, session.text_size
    flags = imgui.TableFlags_.sizing_fixed_fit | imgui.TableFlags_.no_pad_outer_x
    imgui.dummy((0.0, 2.0 * scale))
    if not imgui.begin_table("table", len(table.columns), flags):
        return
    widths = _column_widths(table, fonts, scale)
    for name, width in zip(table.columns, widths, strict=True):
        imgui.table_setup_column(name, imgui.TableColumnFlags_.width_fixed, width)
    imgui.push_font(fonts.regular, SMALL)
    imgui.table_next_row()
    for name in table.columns:
        imgui.table_next_column()
        imgui.text_colored(vec4(theme.quiet), name)
    imgui.pop_font()
    for number, row in enumerate(table.rows):
        _row(session, row, number, fonts)
    imgui.end_table()


def _column_widths(table: Table, fonts: Fonts, scale: float) -> list[float]:
    """The width of the longest words in each column. In a row of fewer cells the last one runs on over the columns
    that it leaves free, and does not count."""
    widths = [imgui.calc_text_size(name).x for name in table.columns]
    for row in table.rows:
        cells = row.cells if len(row.cells) == len(widths) else row.cells[:-1]
        for i, cell in enumerate(cells):
            imgui.push_font(_font(cell, fonts), 0.0)
            bullet = _BULLET * scale if i == 0 else 0.0
            widths[i] = max(widths[i], imgui.calc_text_size(plain(cell)).x + bullet)
            imgui.pop_font()
    return [width + 6.0 * scale for width in widths]


def _font(cell: str, fonts: Fonts) -> imgui.ImFont:
    """Numbers stand in columns; words do not."""
    return fonts.mono if plain(cell)[:1] in "+−(0123456789" else fonts.regular


def _row(session: Session, row: Row, number: int, fonts: Fonts) -> None:
    theme, scale = session.theme, session.text_size
    imgui.table_next_row()
    imgui.table_next_column()
    corner = imgui.get_cursor_screen_pos()
    if row.state is RowState.CURRENT:
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, packed(theme.rule))
    if row.step is not None:
        flags = imgui.SelectableFlags_.span_all_columns | imgui.SelectableFlags_.allow_overlap
        if imgui.selectable(f"##row{number}", False, flags)[0]:
            session.player.go(row.step)
        imgui.same_line(0.0, 0.0)
    faded = packed(theme.style(Ink.GHOST).color) if row.state is RowState.PENDING else None
    indent = 0.0
    if row.ink is not None:
        _bullet(theme, row, corner, scale)
        indent = _BULLET * scale
    for i, cell in enumerate(row.cells):
        if i > 0:
            imgui.table_next_column()
        else:
            imgui.set_cursor_screen_pos((corner.x + indent, corner.y))
        runs_on = i == len(row.cells) - 1
        if runs_on:
            at = imgui.get_cursor_screen_pos()
            edge = imgui.get_window_pos().x + imgui.get_window_size().x
            imgui.push_clip_rect(at, (edge, at.y + 2.0 * imgui.get_text_line_height()), False)
        imgui.push_font(_font(cell, fonts), 0.0)
        _cell(cell, theme, faded)
        imgui.pop_font()
        if runs_on:
            imgui.pop_clip_rect()


def _bullet(theme: Theme, row: Row, corner: imgui.ImVec2, scale: float) -> None:
    assert row.ink is not None
    draw = imgui.get_window_draw_list()
    middle = (corner.x + 5.0 * scale, corner.y + imgui.get_text_line_height() / 2.0)
    color = ink_color(theme, row.ink)
    if row.state is RowState.PENDING:
        draw.add_circle(middle, 4.0 * scale, color, 0, 1.4)
    else:
        draw.add_circle_filled(middle, 4.6 * scale, color)


def _cell(cell: str, theme: Theme, faded: int | None) -> None:
    for i, (piece, ink) in enumerate(runs(cell)):
        if i:
            imgui.same_line(0.0, 0.0)
        color = ink_color(theme, ink) if faded is None else faded
        imgui.push_style_color(imgui.Col_.text, color)
        imgui.text_unformatted(piece)
        imgui.pop_style_color()


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
