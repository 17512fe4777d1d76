"""The switches in the View menu: what follows in the window, and the one click that brings all back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from geometry.conventions import Conventions
from tests.desktop.engine import drive
from tests.desktop.test_settings import start
from viz.__main__ import main
from viz.lesson.conventions import OURS
from viz.lesson.engines import ENGINES

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

Open = Callable[..., "Desktop"]


def test_a_switch_in_the_menu_and_the_badge_that_brings_all_back(open_desktop: Open) -> None:
    desktop = open_desktop("minimum-translation")
    session = desktop.session
    trace, scene = session.player.trace, session.player.scene
    seen: list[Any] = []

    def act(context: Any) -> None:
        context.item_click("##top/view")
        context.yield_(3)
        context.item_click("//$FOCUSED/y points down")
        context.yield_(2)
        seen.append(session.conventions)
        context.item_click("//$FOCUSED/normals from B to A")
        context.yield_(2)
        seen.append(session.conventions)
        context.popup_close_all()
        context.yield_(3)
        context.item_click("##top/conventions")
        context.yield_(2)
        seen.append(session.conventions)

    drive(desktop, act)
    assert seen == [Conventions(y_down=True), Conventions(y_down=True, normal_b_to_a=True), OURS]
    assert session.player.trace is trace, "nothing is computed anew"
    assert session.player.scene is scene


def test_an_engine_s_row_and_what_was_not_checked(open_desktop: Open) -> None:
    from viz.desktop.panels.conventions import NOT_CHECKED, engine_shown, known_from

    session = open_desktop("gjk").session
    assert engine_shown(session) == "Separatrix"
    for name, engine in ENGINES.items():
        session.speak_as(engine.conventions, name)
        assert engine_shown(session) == name
        for switch in ("y_down", "b_minus_a", "touching_is_apart"):
            assert (known_from(session, switch) == NOT_CHECKED) is (switch not in engine.known)
    session.speak_as(Conventions(clockwise=True))
    assert engine_shown(session) == known_from(session, "y_down") == ""


def test_what_is_on_is_kept_from_one_start_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    first = start(path)
    first.session.speak_as(ENGINES["Matter.js"].conventions, "Matter.js")
    first.close()
    kept = json.loads(path.read_text())
    assert kept["conventions"] == "y_down clockwise normal_b_to_a touching_is_apart"
    assert kept["engine"] == "Matter.js"
    again = start(path)
    assert again.session.conventions == ENGINES["Matter.js"].conventions
    assert again.session.engine == "Matter.js"
    again.close()
    path.write_text(json.dumps(kept | {"conventions": "upside_down"}))
    third = start(path)
    third.close()
    assert third.session.conventions == OURS
    assert third.session.notice is not None
    assert "upside_down" in third.session.notice.text


def test_the_picture_changes_only_at_the_grid_and_in_the_panel(open_desktop: Open) -> None:
    desktop = open_desktop("minimum-translation")
    desktop.settle(20)
    before = desktop.pixels().astype(int)
    desktop.session.speak_as(Conventions(normal_b_to_a=True, depth_negative=True))
    desktop.settle(4)
    figure = slice(60, 620), slice(0, 880)
    assert np.abs(desktop.pixels().astype(int) - before)[figure].max() == 0
    desktop.session.speak_as(Conventions(y_down=True))
    desktop.settle(4)
    inner = slice(110, 600), slice(48, 560)
    assert np.abs(desktop.pixels().astype(int) - before)[inner].max() == 0, "the world stays where it is"
    assert np.abs(desktop.pixels().astype(int) - before)[slice(600, 632), slice(0, 560)].max() > 0, "numbers"


def test_typed_numbers_are_those_of_the_engine(open_desktop: Open) -> None:
    desktop = open_desktop("minimum-translation")
    session = desktop.session
    session.chrome.tab = "Edit"
    session.speak_as(Conventions(y_down=True))
    before = session.player.scene.a.pose  # type: ignore[attr-defined]

    def act(context: Any) -> None:
        context.yield_(3)
        context.item_input_value("**/a/angle", 30.0)
        context.yield_(3)

    drive(desktop, act)
    after = session.player.scene.a.pose  # type: ignore[attr-defined]
    assert np.degrees(after.angle) == pytest.approx(-30.0, abs=1e-3)
    assert after.position == pytest.approx(before.position)


def test_points_are_copied_and_pasted_as_the_engine_counts(open_desktop: Open) -> None:
    from imgui_bundle import imgui

    desktop = open_desktop("gjk")
    session = desktop.session
    before = session.player.scene.a.world.points  # type: ignore[attr-defined]
    session.speak_as(Conventions(y_down=True, clockwise=True))
    session.chrome.wish = "points"
    desktop.settle(2)
    text = imgui.get_clipboard_text()
    assert text.startswith("# y down, clockwise\nA = [(")
    desktop.filing.paste(text)
    desktop.settle(2)
    after = session.player.scene.a.world.points  # type: ignore[attr-defined]
    assert sorted(map(tuple, after.round(6).tolist())) == sorted(map(tuple, before.round(6).tolist()))


def test_exports_follow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def export(name: str, *more: str) -> str:
        assert main(["export", "minimum-translation", "-o", str(tmp_path / name), *more]) == 0
        return (tmp_path / name).read_text(encoding="utf-8")

    plain, down = export("a.svg"), export("b.svg", "--conventions", "matter.js")
    assert "grid: y down" in down
    assert "words and formulas: y up" in down
    assert "grid:" not in plain
    ours, theirs = export("a.txt"), export("b.txt", "--conventions", "y-down")
    assert ours.startswith("# y up")
    assert theirs.startswith("# y down")
    assert export("c.svg", "--conventions", "y-down").count("<path") == plain.count("<path")
    with pytest.raises(SystemExit):
        main(["export", "gjk", "-o", "x.svg", "--conventions", "unreal"])
    assert "no convention 'unreal'" in capsys.readouterr().err


def test_a_scene_of_b_minus_a_has_its_values_and_its_note(
    open_desktop: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    from viz.desktop.panels import explain, values

    desktop, told = open_desktop("gjk"), []
    for panel, name in ((explain, "staying"), (values, "values")):
        original = getattr(panel, name)
        monkeypatch.setattr(panel, name, lambda *given, f=original: (told.append(given[-1]), f(*given))[1])
    for order, is_on in (("A − B", False), ("B − A", True)):
        desktop.session.set_field("order", order)
        for tab in ("Explain", "Values"):
            desktop.session.chrome.tab = tab
            told.clear()
            desktop.settle(4)
            assert told
            assert {each.b_minus_a for each in told} == {is_on}, tab
    assert desktop.session.conventions == OURS, "that of the scene alone"
