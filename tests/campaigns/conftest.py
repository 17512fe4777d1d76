"""Campaigns are run by hand (`-m campaign`): bars with thousands of cases, or minutes of waiting."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Everything in this folder is a campaign, and left out unless campaigns are asked for."""
    mine = [item for item in items if HERE in item.path.parents]
    for item in mine:
        item.add_marker(pytest.mark.campaign)
    if "campaign" not in config.option.markexpr:
        items[:] = [item for item in items if item not in mine]
