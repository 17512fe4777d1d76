"""A logarithmic slider, worked by pointer and keyboard in an off-screen window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_the_knob_of_a_logarithmic_slider_sets_two_digits(open_desktop: Callable[..., Desktop]) -> None:
    from tests.desktop.engine import drive

    desktop = open_desktop("precision")
    session = desktop.session
    session.task.skip()
    desktop.settle(3)
    before = session.player.scene.distance
    drive(desktop, lambda context: context.item_click("//##panel/**/##distance"))  # its middle
    there = session.player.scene.distance
    assert 10**3.0 < there < 10**4.0, "half way from 1 to 10,000,000"
    assert there == float(f"{there:.1e}")
    session.undo()
    assert session.player.scene.distance == before, "one edit"
