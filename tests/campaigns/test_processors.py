"""The golden record of all lessons is the same whatever processor numpy and its BLAS take this one for."""

from __future__ import annotations

import pytest

from tests.lessons.processors import PROCESSORS, can_be, differences


@pytest.mark.parametrize("processor", PROCESSORS)
def test_every_lesson(processor: str) -> None:
    if not can_be(processor):
        pytest.skip(f"this machine cannot run as if it were {processor}")
    assert not (told := differences(processor, workers=2)), told
