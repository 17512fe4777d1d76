"""The lesson on what a contact is told by, for every pair of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from geometry import Trace, support
from geometry.contact.contacts import PairContact, contacts
from geometry.primitives.dispatch import pair_functions_needed
from lessons.contact_info import explanations
from lessons.contact_info.scene import Bodies, Pair, contact_apart, one_contact, presets
from lessons.first_edition import contact_picture, marks
from lessons.first_edition.contact_captions import COUNTS, count, tinted_depth
from lessons.first_edition.contact_mark import draw_contact
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.text import listed, pair, sentence, signed, tint


class ContactInfo(Lesson[Bodies]):
    id = "contact-info"
    title = "Contact info"
    source = "Shapes and collision detection"
    summary = "Point, normal and separation: what is known of every pair, whatever its kinds."

    def presets(self) -> Mapping[str, Bodies]:
        return presets()

    def run(self, scene: Bodies) -> Trace[PairContact, tuple[PairContact, ...]]:
        return contacts.trace([(p.a, p.b) for p in scene.pairs])

    def stage(self, step: PairContact) -> str:
        return f"With the {STAGES[step.index]}"

    def pair(self, moment: Moment[Bodies], index: int | None = None) -> Pair:
        """The pair that a step is about; that of this step by default."""
        return moment.scene.pairs[moment.index if index is None else index]

    def draw(self, canvas: Canvas, moment: Moment[Bodies]) -> None:
        now = self.pair(moment)
        for name in NAMES:
            if name not in (now.name_a, now.name_b):
                world = getattr(moment.scene, name).world
                marks.ghost(canvas, world)
                canvas.label(name, world.centroid, Ink.QUIET)
        for shape, ink, letter, name in (
            (now.a, Ink.A, "A", now.name_a),
            (now.b, Ink.B, "B", now.name_b),
        ):
            marks.shape(canvas, shape, ink, letter)
            top = shape.bounds().center + (0.0, 0.5 * float(shape.bounds().extent[1]))
            canvas.label(f"{letter}: {name}", top, ink, toward=marks.UP)
        found = moment.step.found
        contact, unturned = one_contact(now)
        if abs(contact.separation) > found.tolerance:  # what the three are for: B moved by them just touches A
            landed = now.b.moved(-contact.separation * contact.normal)
            marks.ghost(canvas, landed, Ink.LANDED_B)
            low = support(landed, -marks.UP).point
            canvas.label("B moved by −s n: touching", low, Ink.LANDED_B, toward=-marks.UP)
        if found.points:
            contact_picture.points(canvas, found, ids=False)
        else:
            draw_contact(canvas, contact)
        if unturned is not None and moment.scene.unturned:
            tip = contact.point + 62.0 * canvas.pixel * unturned.normal
            canvas.arrow(contact.point, tip, Ink.FAULTY)
            canvas.label("not turned round: from B to A", tip, Ink.FAULTY, toward=unturned.normal)

    def explain(self, moment: Moment[Bodies]) -> str:
        if moment.scene.unturned and one_contact(self.pair(moment))[1] is not None:
            return explanations.UNTURNED
        return (explanations.APART, explanations.ONE, explanations.TWO)[len(moment.step.found.points)]

    def caption(self, moment: Moment[Bodies]) -> str:
        now, found = self.pair(moment), moment.step.found
        contact, unturned = one_contact(now)
        name = f"A the {said(now.name_a)}, B the {said(now.name_b)}"
        if not found.points:
            text = f"{name}: apart, separation {tint(signed(contact.separation), Ink.GAP)}"
            text = f"{text}, normal {tint(pair(contact.normal), Ink.REFERENCE)}."
        else:
            deep = listed([tinted_depth(p.separation, found.tolerance) for p in found.points])
            many, normal = tint(count(found), Ink.RESULT), tint(pair(found.normal), Ink.REFERENCE)
            text = f"{name}: {many}, {deep}, normal {normal}."
        if unturned is not None and moment.scene.unturned:
            text += f" Not turned round: {tint(pair(unturned.normal), Ink.FAULTY)}."
        return text

    def situation(self, moment: Moment[Bodies]) -> str:
        touching = sum(bool(step.found.points) for step in moment.trace.steps[: moment.index + 1])
        many = pair_functions_needed(len(NAMES))
        some = f"{touching or 'none'} {'touches' if touching == 1 else 'touch'}"
        asked = "" if moment.is_last else f"; asked so far: {moment.index + 1}"
        return f"Five kinds make {many} pairs{asked}, of which {some}."

    def question(self, moment: Moment[Bodies]) -> Question | None:
        """About the next pair, where it touches."""
        following = moment.trace.steps[moment.index + 1] if not moment.is_last else None
        if following is None or not following.found.points:
            return None
        asked = self.pair(moment, following.index)
        because = f"{sentence(asked.name_a)} and {said(asked.name_b)}: {following.found.kind.value}."
        text = f"How many contact points do the {said(asked.name_a)} and the {said(asked.name_b)} have?"
        return Question(text, frozenset((count(following.found),)), because, COUNTS)

    def goal(self, moment: Moment[Bodies]) -> Goal:
        touching, many = sum(bool(step.found.points) for step in moment.trace), len(moment.trace)
        return Goal("Make every pair touch.", touching == many, f"Now {touching} of {many}.")

    def table(self, moment: Moment[Bodies]) -> Table:
        rows = []
        for now, step in zip(moment.scene.pairs, moment.trace, strict=True):
            cells: tuple[str, ...] = ()
            if step.index <= moment.index:
                known = step.found if step.found.points else contact_apart(now.a, now.b)
                value = 0.0 if abs(known.separation) <= step.found.tolerance else known.separation
                number = tint(signed(value), separation_ink(value))
                cells = (number, str(len(step.found.points)), pair(known.normal))
            rows.append(step_row(step.index, moment.index, now.name, *cells, ink=Ink.RESULT))
        return Table(("pair", "separation", "points", "normal"), tuple(rows))


def said(name: str) -> str:
    """A body's name in a sentence."""
    return name.replace("rounded", "rounded box")


NAMES = tuple(f.name for f in fields(Bodies))[:5]
STAGES = tuple(name for i, name in enumerate(NAMES) for _ in NAMES[i:])  # of each pair, the first one's name
