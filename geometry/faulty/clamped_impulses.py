"""Each single impulse clamped at 0 instead of a contact's sum.

    right    sum = max(0, sum + change)
    here     sum = sum + max(0, change)

What one iteration gave too much, because its neighbours had not been corrected yet, a later one cannot take back: the
bodies part with the speed that is left, and a stack jumps until it falls.
"""

from __future__ import annotations

from dataclasses import replace

from geometry.dynamics.rules import StepRules


def clamp_each(before: float, change: float) -> float:
    """A clamp rule."""
    return before + max(0.0, change)


def with_each_impulse_clamped(rules: StepRules) -> StepRules:
    return replace(rules, clamp=clamp_each, limit_energy=False)
