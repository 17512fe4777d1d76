"""The rules that the precision lab compares with: what they make of the answers, and how often they are wrong."""

from __future__ import annotations

import numpy as np

from geometry.faulty.contact_rules import ABSOLUTE, Flags, absolute_tolerance, equality, sign_of_the_computed
from lessons.labs.precision_kinds import Boxes
from lessons.labs.precision_scene import Far
from viz.lesson.lesson import Comparison, Moment

SINGLE, TOLERANT, EQUAL = "test against 0", "absolute tolerance", "equality"
FORMULAS = {
    SINGLE: r"\faulty{\tilde s\le 0}",
    TOLERANT: rf"\faulty{{\tilde s\le {ABSOLUTE}}}",
    EQUAL: r"\faulty{\tilde s=0}",
}
RULES = {SINGLE: sign_of_the_computed, TOLERANT: absolute_tolerance, EQUAL: equality}
FAULTS = {
    SINGLE: r"**Test against 0**: touching where the computed $\tilde s$ is at most 0, as if it were exact. "
    "Where the grid is coarse, a gap becomes 0.",
    TOLERANT: rf"**Absolute tolerance**: every computed $\tilde s$ up to {ABSOLUTE} counts as touching: "
    f"so do true gaps below {ABSOLUTE}. Far away the rounding error is larger than that.",
    EQUAL: r"**Equality**: touching only where the computed $\tilde s$ is exactly 0. Rounding can turn a gap into 0, "
    "and a true 0 into another number.",
}


def contact_by(name: str, scene: Far) -> Flags:
    """What a rule makes of the copies' answers: float32's always in single precision."""
    values = scene.values(scene.distance, np.float32) if name == SINGLE else scene.far
    return RULES[name](values)


def missed_by(name: str, scene: Boxes) -> float:
    """The share of the copies in contact that a rule calls apart."""
    return float(np.mean(~contact_by(name, scene.contacts)))


def taken_by(name: str, scene: Boxes) -> float:
    """The share of the copies that are apart in truth, and that a rule takes for contact."""
    return float(np.mean(contact_by(name, scene) & (scene.truth > 0.0)))


def wrong_by(moment: Moment[Far]) -> float:
    """The share of copies that the faulty rule puts on the wrong side."""
    return float(np.mean(moment.faulty != (moment.scene.truth <= 0.0)))


def rule(name: str, credit: str) -> Comparison[Far]:
    """A rule that makes verdicts of the copies' answers, beside their true signs."""
    return Comparison(name, lambda scene: contact_by(name, scene), lambda moment: wrong_by(moment) > 0.0, credit)


def counted_by(moment: Moment[Far]) -> int:
    """How many copies a rule takes for contact, by the different answers."""
    scene = moment.scene
    answers = (
        np.unique(scene.values(scene.distance, np.float32)) if moment.compare == SINGLE else scene.different.answers
    )
    values = scene.values(scene.distance, np.float32) if moment.compare == SINGLE else scene.far
    counts = np.array([np.count_nonzero(values == each) for each in answers.tolist()])
    low, high = {SINGLE: (-np.inf, 0.0), TOLERANT: (-np.inf, ABSOLUTE), EQUAL: (0.0, 0.0)}[moment.compare]
    return int(counts[(answers >= low) & (answers <= high)].sum())
