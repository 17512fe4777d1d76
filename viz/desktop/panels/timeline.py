"""Bottom: one tick a step, grouped into named stages, and the buttons that move the cursor."""

from __future__ import annotations

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from viz.desktop.look import BY_KEYBOARD, SMALL, Fonts, packed, vec4
from viz.desktop.session import Session
from viz.picture.row_layout import lay_out

TITLE_OF_WINDOW = "Timeline"
_FLAGS = imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_scrollbar
SPEEDS = (0.5, 1.0, 2.0, 4.0)
_HINT = "Space play   ← → step   A D turn   F1 all keys"


def timeline_panel(session: Session, fonts: Fonts) -> None:
    imgui.push_style_var(imgui.StyleVar_.window_padding, (18.0 * session.text_size, 10.0 * session.text_size))
    imgui.push_style_color(imgui.Col_.window_bg, vec4(session.theme.raised))
    imgui.begin(TITLE_OF_WINDOW, None, _FLAGS)
    imgui.push_font(fonts.regular, SMALL)
    _ticks(session, is_tight=_levels(session))
    imgui.pop_font()
    _buttons(session, fonts)
    imgui.end()
    imgui.pop_style_color()
    imgui.pop_style_var()


def _levels(session: Session) -> bool:
    """Where in nested traces we are, outermost first; nothing while there is only one and none to step into.
    Returns whether there was anything to show."""
    player, theme = session.player, session.theme
    nested = player.children()
    if len(player.levels) == 1 and not nested:
        return False
    for depth, level in enumerate(player.levels):
        is_here = depth == len(player.levels) - 1
        imgui.push_style_color(imgui.Col_.text, vec4(theme.text if is_here else theme.quiet))
        name = level.field or level.trace.function
        words = name if is_here else f"{name}, step {level.index + 1}"
        if imgui.small_button(f"{words}###level{depth}"):
            player.out(depth)
        imgui.pop_style_color()
        imgui.same_line()
        if not is_here:
            imgui.text_colored(vec4(theme.quiet), "›")
            imgui.same_line()
    for field, trace in nested:
        if imgui.small_button(f"↓ into {field} ({len(trace)} steps)###into {field}"):
            player.into(field)
        imgui.same_line()
    imgui.new_line()
    return True


def _ticks(session: Session, *, is_tight: bool) -> None:
    """A row of stage names over a row of ticks; press or drag along the ticks to go there."""
    player, theme, scale = session.player, session.theme, session.text_size
    draw, corner = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    inset = 10.0 * scale
    width = max(imgui.get_content_region_avail().x - 2.0 * inset, 1.0)
    names = imgui.get_text_line_height()
    height = names + (19.0 if is_tight else 34.0) * scale
    count = len(player.trace)
    spacing = width / max(count - 1, 1)
    left, y = corner.x + inset, corner.y + names + (12.0 if is_tight else 19.0) * scale

    imgui.invisible_button("ticks", (width + 2.0 * inset, height))
    pointer = imgui.get_io().mouse_pos.x
    near = min(max(round((pointer - left) / spacing), 0), count - 1)
    if imgui.is_item_active() and near != player.index:
        player.playing = False
        player.go(near)
    hovered = near if imgui.is_item_hovered() else None

    line = 3.0 * scale
    done = left + spacing * player.index
    draw.add_line((left, y), (left + width, y), packed(theme.rule), line)
    draw.add_line((left, y), (done, y), packed(theme.accent), line)
    small = min(4.5 * scale, max(1.5, 0.32 * spacing))
    for index in range(count):
        x = left + spacing * index
        if index == player.index:
            draw.add_circle_filled((x, y), 8.0 * scale, packed(theme.accent))
        elif index < player.index:
            draw.add_circle_filled((x, y), small, packed(theme.accent))
        else:
            draw.add_circle_filled((x, y), small, packed(theme.raised))
            draw.add_circle((x, y), small, packed(theme.quiet), 0, 1.4)
        if index == hovered and index != player.index:
            draw.add_circle((x, y), 8.0 * scale, packed(theme.accent), 0, 1.4)
    _stage_names(session, draw, left, corner.y, spacing)
    if hovered is not None:
        imgui.set_item_tooltip(f"Step {hovered + 1} of {count}")


def _stage_names(session: Session, draw: imgui.ImDrawList, left: float, top: float, spacing: float) -> None:
    """Each stage's name above its first tick, or as near to it as its neighbours let it be."""
    player, theme = session.player, session.theme
    nudge = 6.0 * session.text_size
    wanted = [left + spacing * steps.start - nudge for _, steps in player.stages]
    widths = [imgui.calc_text_size(name).x for name, _ in player.stages]
    current = next(i for i, (_, steps) in enumerate(player.stages) if player.index in steps)
    right = left + spacing * max(len(player.trace) - 1, 1) + 1.5 * nudge
    places = lay_out(wanted, widths, right, 2.0 * nudge, current)
    for i, ((name, _), x) in enumerate(zip(player.stages, places, strict=True)):
        if x is not None:
            draw.add_text((x, top), packed(theme.text if i == current else theme.quiet), name)


def _buttons(session: Session, fonts: Fonts) -> None:
    player, theme, scale = session.player, session.theme, session.text_size
    size = imgui.get_frame_height()
    imgui.push_style_color(imgui.Col_.button, vec4(theme.raised))
    width = imgui.get_content_region_avail().x
    is_short = width < 7.5 * (size * 1.15 + imgui.get_style().item_spacing.x)
    for name, icon, act in (
        ("first", icons.ICON_FA_BACKWARD_STEP, player.first),
        ("back", icons.ICON_FA_CARET_LEFT, player.back),
        ("play", icons.ICON_FA_PAUSE if session.playing else icons.ICON_FA_PLAY, session.play_or_pause),
        ("forward", icons.ICON_FA_CARET_RIGHT, player.forward),
        ("last", icons.ICON_FA_FORWARD_STEP, player.last),
    ):
        if is_short and name in ("first", "last"):
            continue
        if name == "play":
            _play_button(session, icon, size)
        elif imgui.button(f"{icon}###{name}", (size * 1.15, size)):
            act()
        imgui.set_item_tooltip(_TIPS[name])
        imgui.same_line()
    imgui.pop_style_color()

    if width < 6.0 * (size * 1.15 + imgui.get_style().item_spacing.x):
        imgui.new_line()
        return
    imgui.push_font(fonts.regular, SMALL)
    speed = f"{player.speed:g}×"
    room = imgui.get_content_region_avail().x
    button = imgui.calc_text_size("0.5×").x + 22.0 * scale
    hint = imgui.calc_text_size(_HINT).x
    if room > hint + button + size + 40.0 * scale:
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (room - button - size - hint) / 2.0)
        imgui.align_text_to_frame_padding()
        imgui.text_colored(vec4(theme.quiet), _HINT)
        imgui.same_line()
    imgui.set_cursor_pos_x(imgui.get_window_width() - button - imgui.get_style().window_padding.x)
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() - size - imgui.get_style().item_spacing.x)
    shade = theme.accent if player.looping else theme.quiet
    imgui.push_style_color(imgui.Col_.text, vec4(shade))
    if imgui.button(f"{icons.ICON_FA_REPEAT}###loop", (size, size)):
        player.looping = not player.looping
    imgui.pop_style_color()
    imgui.set_item_tooltip("Start over at the end: " + ("on" if player.looping else "off"))
    imgui.same_line()
    if imgui.button(f"{speed}###speed", (button, size)):
        player.speed = SPEEDS[(SPEEDS.index(player.speed) + 1) % len(SPEEDS)]
    imgui.set_item_tooltip("Speed of play: click for the next")
    imgui.pop_font()


_TIPS = {
    "first": "First step (Home)",
    "back": "Step back (←)",
    "play": "Play and pause (Space)",
    "forward": "Step forward (→)",
    "last": "Last step (End)",
}


def _play_button(session: Session, icon: str, size: float) -> None:
    """The one round button, in the accent."""
    theme, corner = session.theme, imgui.get_cursor_screen_pos()
    if imgui.invisible_button("play", (size * 1.15, size), BY_KEYBOARD):
        session.play_or_pause()
    draw = imgui.get_window_draw_list()
    middle = (corner.x + size * 0.575, corner.y + size / 2.0)
    draw.add_circle_filled(middle, size * 0.5, packed(theme.accent, 0.8 if imgui.is_item_hovered() else 1.0))
    extent = imgui.calc_text_size(icon)
    draw.add_text((middle[0] - extent.x / 2.0, middle[1] - extent.y / 2.0), packed(theme.canvas), icon)
