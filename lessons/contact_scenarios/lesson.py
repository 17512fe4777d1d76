"""The lesson on the four situations: one point or two?"""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Trace
from geometry.contact.contacts import PairContact, contacts
from geometry.vector import readonly
from lessons.contact_scenarios import explanations
from lessons.contact_scenarios.scene import LETTERS, Situations, presets
from lessons.first_edition import contact_picture, marks
from lessons.first_edition.contact_captions import COUNTS, count, id_name, tinted_depth
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Goal, Lesson, Moment, Question, Table, step_row
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.text import amount, listed, sentence, tint


class ContactScenarios(Lesson[Situations]):
    id = "contact-scenarios"
    title = "Contact scenarios"
    source = "Rounding collider corners"
    summary = "A corner on an edge needs one contact point, an edge on an edge two."

    def presets(self) -> Mapping[str, Situations]:
        return presets()

    def run(self, scene: Situations) -> Trace[PairContact, tuple[PairContact, ...]]:
        return contacts.trace([(pair.a, pair.b) for pair in scene.pairs])

    def stage(self, step: PairContact) -> str:
        return f"Situation {LETTERS[step.index]}"

    def draw(self, canvas: Canvas, moment: Moment[Situations]) -> None:
        for pair, step in zip(moment.scene.pairs, moment.trace, strict=True):
            for shape, ink, letter in ((pair.a, Ink.A, "A"), (pair.b, Ink.B, "B")):
                marks.shape(canvas, shape, ink)
                canvas.label(letter, shape.centroid, ink, style=TextStyle.LETTER)
            words = pair.letter
            if step.index <= moment.index:
                kind = f", {step.found.kind.value}" if step.found.kind is not None else ""
                words = f"{pair.letter}: {count(step.found)}{kind}"
                self._contact(canvas, moment, step)
            box = pair.a.bounds().joined(pair.b.bounds())
            foot = readonly(box.center + (0.0, -0.5) * box.extent)
            is_now = step.index == moment.index
            canvas.label(words, foot, Ink.TEXT if is_now else Ink.QUIET, toward=-marks.UP)

    def _contact(self, canvas: Canvas, moment: Moment[Situations], step: PairContact) -> None:
        """The points of one pair; of the one in question also the edges, the normal and the other rule's answer."""
        found = step.found
        if step.index != moment.index:
            for p in found.points:
                canvas.stroke((p.on_a, p.on_b), Ink.OVERLAP)
                canvas.dot(p.point, Ink.RESULT)
            return
        if found.reference is not None and found.incident is not None:
            canvas.stroke((found.reference.start, found.reference.end), Ink.REFERENCE)
            canvas.stroke((found.incident.start, found.incident.end), Ink.INCIDENT)
        contact_picture.points(canvas, found, ids=False)
        if self._differs(moment, step):
            for p in moment.scene.by_crossing[step.index].points:
                canvas.dot(p.point, Ink.FAULTY)
                canvas.label("crossing rule: this point alone", p.point, Ink.FAULTY, toward=-found.normal)

    def _differs(self, moment: Moment[Situations], step: PairContact) -> bool:
        """Whether the crossing rule, if it is shown, has another number of points."""
        return moment.scene.crossing and len(moment.scene.by_crossing[step.index].points) != len(step.found.points)

    def explain(self, moment: Moment[Situations]) -> str:
        if self._differs(moment, moment.step):
            return explanations.RULES
        kind = moment.step.found.kind
        return explanations.APART if kind is None else explanations.OF_KIND[kind]

    def caption(self, moment: Moment[Situations]) -> str:
        step: PairContact = moment.step
        name = f"Situation {LETTERS[step.index]}"
        if step.found.kind is None:
            return f"{name}: a gap of {tint(amount(step.found.separation), Ink.GAP)}, so no contact point."
        many = tint(count(step.found), Ink.RESULT)
        deep = listed([tinted_depth(p.separation, step.found.tolerance) for p in step.found.points])
        text = f"{name}, {step.found.kind.value}: {many}, {deep}."
        if self._differs(moment, step):
            text += f" By the crossing rule {tint(self._other(moment, step), Ink.FAULTY)}."
        return text

    def _other(self, moment: Moment[Situations], step: PairContact) -> str:
        return count(moment.scene.by_crossing[step.index])

    def situation(self, moment: Moment[Situations]) -> str:
        seen = moment.trace.steps[: moment.index + 1]
        if not moment.is_last:
            return f"How many points hold two shapes that touch? Situation {LETTERS[moment.index + 1]} comes next."
        each = listed([f"{count(s.found)} in {LETTERS[s.index]}" for s in seen])
        return f"{sentence(each)}."

    def question(self, moment: Moment[Situations]) -> Question | None:
        if moment.is_last:
            return None
        following: PairContact = moment.trace.steps[moment.index + 1]
        letter, many = LETTERS[following.index], count(following.found)
        kind = following.found.kind
        because = f"Situation {letter}: {many}, {kind.value if kind is not None else 'for the shapes are apart'}."
        return Question(f"How many contact points in situation {letter}?", frozenset((many,)), because, COUNTS)

    def goal(self, moment: Moment[Situations]) -> Goal:
        with_two = sum(len(step.found.points) == 2 for step in moment.trace)
        return Goal(
            "Give every situation two points.", with_two == len(LETTERS), f"Now {with_two} of {len(LETTERS)}."
        )

    def table(self, moment: Moment[Situations]) -> Table:
        rows = []
        for step in moment.trace:
            ids = listed([id_name(p) for p in step.found.points]) if step.found.points else ""
            other = self._other(moment, step)
            beside = tint(other, Ink.FAULTY) if self._differs(moment, step) else other
            cells = (tint(count(step.found), Ink.RESULT), beside, ids)
            row = step_row(step.index, moment.index, LETTERS[step.index], *cells, ink=Ink.RESULT)
            rows.append(row)
        return Table(("", "our rule", "crossing rule", "ids"), tuple(rows))
