"""What is said of the steps of GJK, and the numbers in it. For every lesson that runs it or steps into it."""

from __future__ import annotations

from typing import Any

from geometry import GjkDistance, Outcome
from geometry.minkowski.gjk import GjkStep, SimplexReduced, SimplexStarted, SupportTaken, Termination
from geometry.minkowski.simplex import SimplexRegion, SimplexVertex
from lessons.first_edition import gjk_explanations as explanations
from lessons.first_edition.difference import B_MINUS_A, Subtracted
from lessons.first_edition.simplex_picture import name
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, signed, tint

REGIONS = {SimplexRegion.VERTEX: "a vertex", SimplexRegion.EDGE: "an edge", SimplexRegion.INSIDE: "the inside"}


def explain(moment: Moment[Any]) -> str:
    scene = moment.scene
    match moment.step:
        case SimplexStarted() as started:
            if started.is_warm:
                return explanations.WARM
            return explanations.TURNED if scene.order == B_MINUS_A else explanations.STARTED
        case SupportTaken() as taken:
            return explanations.ACROSS if taken.is_across else explanations.TAKEN
        case SimplexReduced():
            return explanations.REDUCED
        case GjkDistance() as answer if answer.separation is None:
            return explanations.CONTAINED
        case answer:
            return explanations.ROUNDED if answer.radius > 0.0 else explanations.APART


def caption(moment: Moment[Any], also: str = "") -> str:
    """`also`: what is said after the cost of the answer."""
    scene = moment.scene
    match moment.step:
        case SimplexStarted(simplex, _, is_warm):
            points = tint(listed([name(scene, vertex) for vertex in simplex.vertices]), Ink.RESULT)
            if is_warm:
                return f"Warm start, with what was right a moment ago: {points}."
            return f"The first point of the difference is {points}, {amount(simplex.distance)} from the origin."
        case SupportTaken() as taken:
            return _taken(scene, taken)
        case SimplexReduced(_, _, simplex, dropped):
            nearest = tint(REGIONS[simplex.region], Ink.RESULT)
            if simplex.region is SimplexRegion.INSIDE:
                return "The triangle holds the origin."
            away = tint(amount(simplex.distance), Ink.GAP)
            return f"Nearest to the origin is {nearest}, {away} away.{_gone(scene, dropped)}"
        case answer:
            return _answer(answer, also)


def _gone(scene: Subtracted, dropped: tuple[SimplexVertex, ...]) -> str:
    if not dropped:
        return ""
    return f" {listed([name(scene, vertex) for vertex in dropped])} {'is' if len(dropped) == 1 else 'are'} dropped."


def _taken(scene: Subtracted, taken: SupportTaken) -> str:
    new = tint(name(scene, taken.vertex), Ink.INCIDENT)
    if taken.is_across:
        if taken.is_last:
            return f"{new} reaches no further on this side: the origin lies on the boundary."
        return f"{new} lies further out: the difference goes on beyond this edge."
    bounds = f"between {amount(max(taken.lower, 0.0))} and {amount(taken.upper)}"
    if taken.is_last:
        return f"{new} is no further on: the bounds meet at {tint(amount(taken.upper), Ink.GAP)}."
    if taken.lower < 0.0:
        return f"{new} lies beyond the origin: the distance is {bounds}, perhaps 0."
    return f"Towards the origin {new} is furthest: the distance is {bounds}."


def _answer(answer: GjkDistance, also: str) -> str:
    points = "support point" if answer.supports == 1 else "support points"
    cost = f"{answer.supports} {points}, {answer.dots} dot products{also}"
    if answer.termination is Termination.CONTAINS_ORIGIN:
        return f"The difference holds the origin. Cost: {cost}."
    value = tint(signed(answer.separation or 0.0), separation_ink(answer.separation or 0.0))
    return f"Separation {value}. Cost: {cost}."


def situation(moment: Moment[Any]) -> str:
    answer: GjkDistance = moment.trace.result
    if not moment.is_last:
        first, second = moment.scene.letters
        return f"How far is the origin from {first} − {second}? That is how far A is from B."
    if answer.separation is None:
        return f"A and B {tint('overlap', Ink.OVERLAP)}; how deep, GJK does not say."
    if answer.outcome is Outcome.SEPARATED:
        return f"A and B are {tint(amount(answer.separation), Ink.GAP)} apart."
    if abs(answer.separation) <= answer.tolerance:
        return f"A and B {tint('just touch', Ink.OVERLAP)}."
    return f"A and B overlap by {tint(amount(-answer.separation), Ink.OVERLAP)}, their cores do not."


def stage(step: GjkStep) -> str:
    match step:
        case SimplexStarted():
            return "Start"
        case GjkDistance():
            return "Answer"
        case _:
            return f"Round {step.iteration}"


def table(moment: Moment[Any]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, SupportTaken):
            lower = "" if step.is_across else amount(max(step.lower, 0.0))
            cells = (name(moment.scene, step.vertex), lower, amount(step.upper))
            row = step_row(i, moment.index, str(step.iteration), *cells, ink=Ink.INCIDENT)
            rows.append(row)
    return Table(("round", "new point", "at least", "at most"), tuple(rows))
