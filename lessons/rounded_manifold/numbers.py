"""The table of the five steps, the questions and the goal."""

from __future__ import annotations

from geometry import Manifold
from geometry.contact.clipping import FaceCompared
from geometry.contact.manifold_points import CornersMeasured, ManifoldKind
from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge
from lessons.first_edition import clip_captions, contact_captions
from lessons.first_edition.contact_captions import COUNTS
from lessons.rounded_manifold.scene import Rounded
from viz.lesson.first_edition import Goal, Question, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, sentence, signed, tint

STEPS = ("1 inner axes", "2 both edges", "3 corners", "4 clip", "5 face")


def question(moment: Moment[Rounded]) -> Question | None:
    if moment.index == 0:
        found: Manifold = moment.trace.result
        kind = f", {found.kind.value}" if found.kind is not None else ""
        many = COUNTS[len(found.points)]
        return Question("How many contact points?", frozenset((many,)), f"{sentence(many)}{kind}.", COUNTS)
    following = moment.trace.steps[moment.index + 1] if not moment.is_last else None
    if isinstance(following, CornersMeasured):
        decides = "the corners" if following.are_nearest else "the edges"
        where = (
            "beyond the reference edge's end" if following.corner is not None else "in front of the reference edge"
        )
        because = f"The deepest inner vertex lies {where}, {amount(following.distance)} from it."
        return Question("What decides?", frozenset((decides,)), because, ("the edges", "the corners"))
    return None


def goal(moment: Moment[Rounded]) -> Goal:
    kind = moment.trace.result.kind
    reached = kind is ManifoldKind.CORNER_CORNER
    return Goal("Make two round corners touch.", reached, "They do." if reached else "They do not.")


def table(moment: Moment[Rounded]) -> Table:
    """The five steps, each with its outcome once it is done."""
    steps = list(moment.trace)
    at: dict[str, tuple[int, str]] = {}
    for i, step in enumerate(steps):
        match step:
            case EdgeMeasured():
                best = step if step.is_gap else step.best_so_far
                value = 0.0 if abs(best.separation) <= best.tolerance else best.separation
                at["1 inner axes"] = i, tint(signed(value), separation_ink(value))
            case IncidentEdge() as incident:
                reference = clip_captions.reference_of(moment)
                at["2 both edges"] = i, f"{_short(reference)}, {_short(incident)}"
            case CornersMeasured() as corners:
                at["3 corners"] = i, "decide" if corners.are_nearest else "not nearest"
            case FaceCompared():
                at.setdefault("4 clip", (i - 1, _left(i, moment)))
            case Manifold() as found:
                name = "5 face" if "4 clip" in at else "answer"
                at[name] = i, tint(contact_captions.count(found), Ink.RESULT)
    rows = []
    for name in [n for n in STEPS if n in at or "answer" not in at] + ["answer"] * ("answer" in at):
        where, words = at.get(name, (None, ""))
        unknown = "not needed" if where is None else "not yet"
        rows.append(step_row(where, moment.index, name, words, ink=Ink.REFERENCE, unknown=unknown))
    return Table(("step", "outcome"), tuple(rows))


def _short(edge: ReferenceEdge | IncidentEdge) -> str:
    return f"{edge.owner.value} {edge.edge}"


def _left(first: int, moment: Moment[Rounded]) -> str:
    """How much of the incident edge the side planes have left."""
    return f"{COUNTS[len(clip_captions.alive(Moment(moment.scene, moment.trace, first - 1)))]} left"
