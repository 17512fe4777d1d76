"""A sample of `tests/campaigns/test_processors.py`: lessons whose ties once went by the processor."""

from __future__ import annotations

import pytest

from tests.lessons.processors import can_be, differences

SAMPLE = ("gjk", "two-polygons", "edge-clipping")


@pytest.mark.parametrize("processor", ["Haswell", "numpy's least"])
def test_the_record_does_not_go_by_the_processor(processor: str) -> None:
    if not can_be(processor):
        pytest.skip(f"this machine cannot run as if it were {processor}")
    assert not (told := differences(processor, SAMPLE)), told
