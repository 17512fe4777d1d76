"""Where everything in the window stands, by numbers alone: no window is needed."""

from __future__ import annotations

import itertools

import pytest

from viz.desktop.places import (
    GROUPED_FROM,
    SECOND_COLUMN_FROM,
    Places,
    Rect,
    interface_scale,
    places,
    presenting_places,
)

SIZES = [
    (640.0, 400.0), (800.0, 1280.0), (1000.0, 640.0), (1280.0, 720.0), (1366.0, 768.0), (1600.0, 900.0),
    (1920.0, 1080.0), (2560.0, 1080.0), (2560.0, 1440.0), (3840.0, 2160.0),
]  # fmt: skip
TEXTS = [1.0, 1.1, 1.25, 1.4, 1.5, 2.0, 2.5]
HD = (1280.0, 720.0)


def share(at: Places, size: tuple[float, float]) -> float:
    return at.figure.width * at.figure.height / (size[0] * size[1])


def parts(at: Places) -> list[Rect]:
    """The rectangles that tile the window."""
    found = [at.top, at.figure, at.situation, at.timeline]
    if at.pinned is not None and at.pinned.y == at.panel.y:
        found.append(at.pinned)
    return [*found, at.panel]


def test_the_numbers_of_the_design_at_1280_by_720() -> None:
    at = places(*HD)
    assert at.top == (0, 0, 1280, 40)
    assert at.figure == (0, 40, 896, 592)
    assert at.situation == (0, 632, 896, 32)
    assert at.timeline == (0, 664, 896, 56)
    assert at.panel == (896, 40, 384, 680)
    assert (at.tabs.y, at.tabs.bottom) == (40, 76)
    assert (at.scenes.y, at.scenes.bottom) == (625, 720)
    assert at.slots is not None
    tops_and_bottoms = [(slot.y, slot.bottom) for slot in at.slots]
    assert tops_and_bottoms == [(88, 148), (158, 216), (230, 286), (294, 378), (392, 612)]


def test_all_sizes_times_a_quarter_more_at_1920_by_1080() -> None:
    at = places(1920.0, 1080.0)
    assert at.ui == 1.25
    assert at.figure == (0, 50, 1440, 920)
    assert at.panel.width == 480


@pytest.mark.parametrize(("size", "text", "pinned"), list(itertools.product(SIZES, TEXTS, (False, True))))
def test_the_window_is_tiled_and_nothing_leaves_it(size: tuple[float, float], text: float, pinned: bool) -> None:
    at = places(*size, text, pinned=pinned)
    assert sum(part.width * part.height for part in parts(at)) == pytest.approx(size[0] * size[1])
    inside = [*parts(at), at.tabs, at.body, at.scenes, *(at.slots or ())]
    if at.pinned is not None:
        inside.append(at.pinned)
    for part in inside:
        assert part.width >= 1.0
        assert part.height >= 1.0
        assert part.x >= 0.0
        assert part.y >= 0.0
        assert part.right <= size[0] + 1e-9
        assert part.bottom <= size[1] + 1e-9


@pytest.mark.parametrize(("size", "text"), list(itertools.product(SIZES, TEXTS)))
def test_slots_stand_one_below_the_other_between_tabs_and_scenes(size: tuple[float, float], text: float) -> None:
    at = places(*size, text)
    if at.slots is None:
        return
    tops = [at.body.y, *(slot.bottom for slot in at.slots)]
    for above, slot in zip(tops, at.slots, strict=False):
        assert slot.y >= above
    assert at.slots.table.bottom <= at.scenes.y
    assert at.slots.table.height >= 80.0 * at.ui


@pytest.mark.parametrize("text", TEXTS)
def test_how_much_of_the_window_the_figure_keeps(text: float) -> None:
    at = places(*HD, text)
    assert share(at, HD) >= (0.56 if text <= 1.25 else 0.45) - 1e-12
    assert (at.slots is None) == (text >= GROUPED_FROM)
    assert at.panel.width <= 0.36 * HD[0] + 0.5
    for bar, usual in ((at.top, 40.0), (at.situation, 32.0), (at.timeline, 56.0)):
        assert bar.height <= 1.5 * usual


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] >= 1280.0])
def test_a_larger_window_never_gives_the_figure_less(size: tuple[float, float]) -> None:
    assert share(places(*size), size) >= 0.56
    assert places(*size).slots is not None


def test_an_idea_that_is_longer_takes_its_room_from_the_table() -> None:
    usual, longer = places(*HD).slots, places(*HD, idea=100.0).slots
    assert usual is not None
    assert longer is not None
    assert longer.idea.height == 100.0
    assert longer.table.bottom == usual.table.bottom
    most = places(*HD, idea=1000.0).slots
    assert most is not None
    assert most.table.height == 84.0


@pytest.mark.parametrize("size", SIZES)
def test_a_pinned_tab_has_a_column_or_the_lower_half(size: tuple[float, float]) -> None:
    at = places(*size, pinned=True)
    assert at.pinned is not None
    if size[0] >= SECOND_COLUMN_FROM:
        assert at.pinned.right == at.panel.x
        assert at.pinned.width == at.panel.width
        assert at.slots is not None
    else:
        assert at.pinned.x == at.panel.x
        assert at.pinned.y == at.body.bottom
        assert at.pinned.bottom == at.scenes.y


def test_the_interface_grows_half_as_fast_as_the_window() -> None:
    assert interface_scale(*HD) == interface_scale(640.0, 400.0) == 1.0
    assert interface_scale(1920.0, 1080.0) == 1.25
    assert interface_scale(2560.0, 1440.0) == 1.5
    assert interface_scale(3840.0, 720.0) == 1.0


@pytest.mark.parametrize("size", SIZES)
def test_presenting_leaves_the_figure_the_most(size: tuple[float, float]) -> None:
    at = presenting_places(*size)
    assert at.figure.bottom == at.band.y
    assert at.band.bottom == at.track.y
    assert at.track.bottom == size[1]
    if size == HD:
        assert at.figure == (0, 0, 1280, 600)
        assert at.track.height == 8
