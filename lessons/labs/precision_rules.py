"""The rules that the precision lab compares with: what they make of the answers, and how often they are wrong."""

from __future__ import annotations

import numpy as np

from geometry.faulty.contact_rules import ABSOLUTE, Flags, absolute_tolerance, equality, sign_of_the_computed
from lessons.labs.precision_kinds import Boxes
from lessons.labs.precision_scene import Far, percent
from viz.lesson.lesson import Comparison, Moment

SINGLE, TOLERANT, EQUAL = "test against 0", "absolute tolerance", "equality"
FORMULAS = {SINGLE: r"\le 0", TOLERANT: rf"\le {ABSOLUTE}", EQUAL: "= 0"}  # what they ask of a computed answer
RULES = {SINGLE: sign_of_the_computed, TOLERANT: absolute_tolerance, EQUAL: equality}


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


def is_like_0(name: str, scene: Boxes) -> bool:
    """Whether the tolerance changes none of the verdicts of a test against 0: no answer lies between them."""
    clouds = scene, scene.contacts
    return name == TOLERANT and all(bool((contact_by(name, x) == contact_by(SINGLE, x)).all()) for x in clouds)


def how_many(share: float) -> str:
    """A share of the copies, in a sentence."""
    return {0.0: "none", 1.0: "all"}.get(share) or percent(share)


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
