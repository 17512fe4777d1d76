"""Every state of the window as a picture to be looked at (in `screenshots/`), with what a machine can check of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.conftest import LESSONS
from tests.viz.test_whole import no_end
from viz.desktop.chrome import TABS
from viz.lesson.lesson import Pane, panes_of
from viz.picture.theme import THEMES

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

PICTURES = Path(__file__).parents[2] / "screenshots"
SIZES = {
    "1280x720": ((1280, 720), 1.0),
    "1920x1080": ((1920, 1080), 1.0),
    "1920x1080-text200": ((1920, 1080), 2.0),
}


def picture(desktop: Desktop, name: str) -> None:
    desktop.settle(4)
    PICTURES.mkdir(exist_ok=True)
    path = PICTURES / f"{name}.png"
    desktop.save_picture(str(path))
    assert path.stat().st_size > 10_000


def check_layout(desktop: Desktop) -> None:
    """The figure has room, every panel lies in the window, and no panel is wider inside than outside."""
    from imgui_bundle import imgui

    from viz.desktop.window import PANELS

    width, height = desktop.window.get_size()
    layout = desktop.session.lesson.layout
    row = layout if isinstance(layout, Pane) or layout.is_row else layout.parts[0]
    beside = list(panes_of(row))
    view = desktop.session.view
    assert len(beside) * view.size[0] >= 0.4 * width - 2.0
    assert view.size[1] >= 0.25 * height
    for name in PANELS:
        window = imgui.internal.find_window_by_name(name)
        assert window is not None, name
        if window.hidden:
            continue
        assert window.pos.x >= -1.0
        assert window.pos.y >= -1.0
        assert window.pos.x + window.size.x <= width + 1.0, name
        assert window.pos.y + window.size.y <= height + 1.0, name
        assert window.scroll_max.x <= 1.0, f"{name} is {window.scroll_max.x:g} pixels wider inside than outside"


def front(desktop: Desktop, name: str) -> None:
    """Show a tab of the panel."""
    desktop.session.chrome.tab = name


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tab", TABS)
def test_tabs(open_desktop: Callable[..., Desktop], size: str, tab: str) -> None:
    pixels, text_size = SIZES[size]
    desktop = open_desktop("minimum-translation", pixels, text_size=text_size)
    desktop.session.player.go(6)
    front(desktop, tab)
    picture(desktop, f"tab-{tab.lower()}-{size}")
    check_layout(desktop)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["point-on-line", "axis-by-axis"])
def test_themes(open_desktop: Callable[..., Desktop], theme: str, name: str) -> None:
    desktop = open_desktop(name)
    desktop.apply_theme(THEMES[theme], 1.0)
    desktop.session.player.last()
    picture(desktop, f"theme-{theme}-{name}")


def check_labels(desktop: Desktop) -> None:
    """No label of the world lies on a ring that can be held, or on another label."""
    from viz.desktop import handles

    shown = {pane.name for pane in panes_of(desktop.session.layout)}
    figure = next(f for f in desktop.canvas.figures if f.state.pane.is_world and f.state.pane.name in shown)
    paint, placed = figure.painter.paint, []

    def spy(*args: Any, **more: Any) -> Any:
        placed[:] = paint(*args, **more)
        return list(placed)

    figure.painter.paint = spy  # type: ignore[method-assign]
    desktop.settle(8)
    figure.painter.paint = paint  # type: ignore[method-assign]
    boxes = [(label.x, label.y, label.x + label.width, label.y + label.height) for label in placed]
    assert boxes or not desktop.session.player.trace.steps
    idle = figure.state.pane.idle(desktop.session.moment())
    held = handles.boxes(handles.shown_handles(desktop.session, figure.state.view, idle))
    for (left, top, right, bottom), other in [*itertools.product(boxes, held)]:
        across, down = min(right, other[2]) - max(left, other[0]), min(bottom, other[3]) - max(top, other[1])
        assert min(across, down) <= 1.0, f"a label at {left:g}, {top:g} lies on a ring"
    for one, other in itertools.combinations(boxes, 2):
        across, down = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
        assert min(across, down) <= 2.0, f"labels at {one[:2]} and {other[:2]} lie on each other"


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson(open_desktop: Callable[..., Desktop], name: str) -> None:
    desktop = open_desktop(name)
    desktop.session.reduced_motion = True
    picture(desktop, f"lesson-{name}-first")
    check_layout(desktop)
    check_labels(desktop)
    desktop.session.player.last()
    picture(desktop, f"lesson-{name}-last")
    check_layout(desktop)
    check_labels(desktop)


@pytest.mark.parametrize("size", SIZES)
def test_presenting(open_desktop: Callable[..., Desktop], size: str) -> None:
    pixels, text_size = SIZES[size]
    desktop = open_desktop("axis-by-axis", pixels, text_size=text_size)
    desktop.session.player.go(2)
    desktop.session.presenting = True
    picture(desktop, f"present-{size}")
    assert desktop.session.view.size[0] == pixels[0]


@pytest.mark.parametrize("size", SIZES)
def test_menus(open_desktop: Callable[..., Desktop], size: str) -> None:
    pixels, text_size = SIZES[size]
    desktop = open_desktop("point-on-line", pixels, text_size=text_size)
    desktop.session.chrome.keys = True
    picture(desktop, f"keys-{size}")
    desktop.session.chrome.keys = False
    desktop.session.chrome.view_menu = True
    picture(desktop, f"view-menu-{size}")


@pytest.mark.parametrize(
    ("size", "text_size"),
    [((800, 500), 1.0), ((800, 500), 1.5), ((1280, 720), 2.5), ((3840, 2160), 1.0), ((3840, 2160), 2.5)],
)
def test_extreme_sizes(open_desktop: Callable[..., Desktop], size: tuple[int, int], text_size: float) -> None:
    desktop = open_desktop("axis-by-axis", size, text_size=text_size)
    desktop.session.player.go(4)
    picture(desktop, f"size-{size[0]}x{size[1]}-text{round(100 * text_size)}")
    check_layout(desktop)


def test_resizing_while_open(open_desktop: Callable[..., Desktop]) -> None:
    """From small to large and back: the panels keep their widths, the figure its fit."""
    desktop = open_desktop("axis-by-axis", (1280, 720))
    for size in ((800, 500), (1920, 1080), (1280, 720)):
        desktop.window.set_size(*size)
        desktop.settle(4)
        check_layout(desktop)
        bounds = desktop.session.view.bounds()
        for body in (desktop.session.player.scene.a, desktop.session.player.scene.b):
            assert (bounds.low < body.world.bounds().low).all()
            assert (bounds.high > body.world.bounds().high).all()


def test_two_hundred_steps_and_a_hundred_vertices(open_desktop: Callable[..., Desktop]) -> None:
    from geometry import regular_polygon
    from viz.lesson.scene import at

    desktop = open_desktop("axis-by-axis")
    session = desktop.session
    scene: Any = session.player.scene
    scene = scene.with_field("a", at(regular_polygon(101, 1.2), -0.7, 0.0))
    scene = scene.with_field("b", at(regular_polygon(99, 1.0), 0.6, 0.2))
    assert session.set_field("a", scene.a)
    assert session.set_field("b", scene.b)
    session.player.first()
    assert len(session.player.trace) >= 200
    session.player.go(120)
    for tab in TABS:
        front(desktop, tab)
        picture(desktop, f"large-{tab.lower()}")
        check_layout(desktop)


def test_a_picture_that_cannot_be_written_leaves_the_one_before(
    open_desktop: Callable[..., Desktop], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop, path = open_desktop("point-on-line"), tmp_path / "mine.png"
    desktop.save_picture(str(path))
    before = path.read_bytes()
    desktop.session.player.forward()
    desktop.settle(2)
    monkeypatch.setattr("viz.files.whole.os.replace", no_end)
    with pytest.raises(OSError, match="full"):
        desktop.save_picture(str(path))
    assert path.read_bytes() == before
