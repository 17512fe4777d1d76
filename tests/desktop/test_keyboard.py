"""Everything without a mouse: the panels by F6, the figure by its keys, the sentence by Ctrl+C."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.test_editing import key
from viz.lesson.text import plain

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def focused() -> str:
    from imgui_bundle import imgui

    window = imgui.get_current_context().nav_window
    return "" if window is None else window.name.split("/")[0]


def test_f6_visits_every_panel_and_escape_returns(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    from viz.desktop.window import PANELS

    seen = []
    for _ in PANELS:
        key(desktop, imgui.Key.f6)
        desktop.settle(2)
        assert desktop.session.in_panels
        assert imgui.get_io().nav_visible, "the keyboard's place must be seen"
        seen.append(focused())
    assert seen == list(PANELS)
    key(desktop, imgui.Key.escape)
    assert not desktop.session.in_panels
    assert focused() == "##canvas"
    key(desktop, imgui.Key.f6)
    key(desktop, imgui.Key.mod_shift, imgui.Key.f6)
    assert not desktop.session.in_panels


def test_arrows_belong_to_the_panel_only_while_it_has_the_keyboard(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    player = desktop.session.player
    key(desktop, imgui.Key.right_arrow)
    assert player.index == 1
    key(desktop, imgui.Key.f6)
    key(desktop, imgui.Key.right_arrow)
    key(desktop, imgui.Key.end)
    assert player.index == 1
    key(desktop, imgui.Key.escape)
    key(desktop, imgui.Key.right_arrow)
    assert player.index == 2


def walk_to(desktop: Desktop, panel: str, item: str, way: Any, most: int = 40) -> None:
    """Go to a panel with F6 and to an item in it with an arrow key, by its identifier."""
    from imgui_bundle import imgui

    for _ in range(8):
        key(desktop, imgui.Key.f6)
        if focused() == panel:
            break
    assert focused() == panel
    window = imgui.internal.find_window_by_name(panel)
    wanted = window.get_id(item)
    key(desktop, imgui.Key.home)
    for _ in range(most):
        if imgui.get_current_context().nav_id == wanted:
            return
        key(desktop, way)
    pytest.fail(f"the keyboard does not reach {item} in {panel}")


def test_the_keyboard_opens_a_lesson(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    before = desktop.session.lesson.id
    walk_to(desktop, "##top", "next lesson", imgui.Key.right_arrow)
    key(desktop, imgui.Key.space)
    assert desktop.session.lesson.id != before


def test_the_search_opens_a_lesson(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    key(desktop, imgui.Key.mod_ctrl, imgui.Key.k)
    desktop.settle(2)
    assert desktop.session.chrome.drawer
    imgui.get_io().add_input_characters_utf8("minkowski sum")
    desktop.settle(3)
    assert desktop.session.chrome.search == "minkowski sum"
    key(desktop, imgui.Key.enter)
    desktop.settle(2)
    assert desktop.session.lesson.id == "minkowski-sum"
    assert not desktop.session.chrome.drawer


def test_escape_closes_the_drawer(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    key(desktop, imgui.Key.mod_ctrl, imgui.Key.k)
    desktop.settle(2)
    for _ in range(3):  # out of the field, then out of the drawer
        key(desktop, imgui.Key.escape)
    assert not desktop.session.chrome.drawer


def test_the_keyboard_sets_a_switch(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    walk_to(desktop, "##panel", "##early_out", imgui.Key.down_arrow)
    assert desktop.session.player.scene.early_out
    key(desktop, imgui.Key.space)
    assert not desktop.session.player.scene.early_out


def test_the_keyboard_loads_a_scene(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    walk_to(desktop, "##panel", "###scene0", imgui.Key.down_arrow)
    for _ in range(5):
        key(desktop, imgui.Key.right_arrow)
    key(desktop, imgui.Key.space)
    assert desktop.session.player.scene is desktop.session.presets[5][1].scene


def test_control_and_a_number_open_a_tab(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    for number, name in ((3, "Code"), (2, "Steps"), (5, "Edit"), (4, "Values"), (1, "Explain")):
        key(desktop, imgui.Key.mod_ctrl, getattr(imgui.Key, f"_{number}"))
        desktop.settle()
        assert desktop.session.chrome.tab == name
    assert desktop.session.player.scene is desktop.session.presets[0][1].scene, "no scene was loaded by it"


def test_the_situation_can_be_copied(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    from imgui_bundle import imgui

    copied: list[str] = []
    monkeypatch.setattr(desktop.window, "set_clipboard_text", copied.append)
    key(desktop, imgui.Key.mod_ctrl, imgui.Key.c)
    session = desktop.session
    assert copied == [plain(session.situation)]


def test_text_size_by_keys_within_its_limits(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    session = desktop.session
    for _ in range(20):
        key(desktop, imgui.Key.mod_ctrl, imgui.Key.equal)
    assert session.text_size == 2.5
    for _ in range(20):
        key(desktop, imgui.Key.mod_ctrl, imgui.Key.minus)
    assert session.text_size == 1.0


def test_presenting_by_key(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    key(desktop, imgui.Key.p)
    assert desktop.session.presenting
    assert desktop.session.view.size[0] == 1280
    key(desktop, imgui.Key.right_arrow)
    assert desktop.session.player.index == 1
    key(desktop, imgui.Key.escape)
    desktop.settle()
    assert not desktop.session.presenting
    assert desktop.session.view.size[0] == 896


def test_stepping_into_nested_traces_by_key(open_desktop: Callable[..., Desktop]) -> None:
    from imgui_bundle import imgui

    from tests.viz.counting import CountingTwice

    desktop = open_desktop(CountingTwice())
    player = desktop.session.player
    key(desktop, imgui.Key.down_arrow)
    assert len(player.levels) == 2
    key(desktop, imgui.Key.right_arrow)
    assert player.moment.step.left == 3
    key(desktop, imgui.Key.up_arrow)
    assert len(player.levels) == 1


def test_motion_lasts_less_than_a_fifth_of_a_second(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    session = desktop.session
    session.reduced_motion = False
    figure = desktop.canvas.figures[0]
    key(desktop, imgui.Key.right_arrow)
    assert figure._from is not None
    for _ in range(12):
        desktop.frame(1.0 / 60.0)
    assert figure._from is None
    session.reduced_motion = True
    key(desktop, imgui.Key.right_arrow)
    assert figure._from is None
