"""The task of the present step: a prediction that is answered in the figure, tried again, skipped or shown.

Each scene keeps its own answers, step by step. A story's predictions are asked only on the main track of the lesson.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from viz.lesson.canvas import Feature
from viz.lesson.prediction import Adjust, Challenge, Choose, Click, Place, Points, Prediction, Verdict, head_of
from viz.lesson.scene import Scene
from viz.session.answer import Answer, nearest_on
from viz.session.player import Player

SHOWN_FROM = 2  # wrong tries before the answer may be shown
MOST_ANSWERS = 200  # kept: of so many steps and scenes
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


class Task:
    """The predictions of the lesson that the player looks at, and what has been answered."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.is_on = True  # predictions and challenges are asked
        self.selected: int | None = None  # the learner's point that has the focus
        self._answers: dict[tuple[int, int], Answer] = {}  # by scene and step, of what has been touched
        self._fresh: tuple[int, Answer] | None = None  # of the present step, while nothing has been done about it
        self._opened: set[str] = set()  # goals whose Click has been settled, by their `opened_by`
        self._adjusted: tuple[int, int] | None = None  # the step whose Adjust was last judged wrong, and its tries

    @property
    def prediction(self) -> Prediction | None:
        """What is asked at the step under the cursor."""
        if not self.is_on or len(self.player.levels) > 1:
            return None
        return self.player.page.prediction

    @property
    def answer(self) -> Answer | None:
        """What has been done about it; None where nothing is asked."""
        prediction = self.prediction
        if prediction is None:
            return None
        scene, index = self.player.scene, self.player.index
        if (told := self._answers.get((id(scene), index))) is not None:
            return told
        if self._fresh is None or self._fresh[0] != index or self._fresh[1].scene is not scene:
            self._fresh = index, self._begun(prediction, scene, index)
        return self._fresh[1]

    @property
    def is_open(self) -> bool:
        """Whether a prediction waits for its answer."""
        answer = self.answer
        return answer is not None and answer.is_open

    @property
    def told_stages(self) -> list[tuple[str, range]]:
        """The stages that may be named: while a prediction is open none that comes, whose name could answer it."""
        stages = self.player.stages
        return [stage for stage in stages if stage[1].start <= self.player.index] if self.is_open else stages

    @property
    def hides_end(self) -> bool:
        """Whether the number of steps may not be seen, as it would answer the open prediction."""
        asked = self.prediction
        return self.is_open and isinstance(asked, Click) and asked.hides_end

    @property
    def settled(self) -> tuple[Prediction, Answer] | None:
        """What is shown of answers: of this step's prediction, else of the one that the step before has asked and
        that this step answers."""
        if (prediction := self.prediction) is not None and (answer := self.answer) is not None:
            return prediction, answer
        if not self.is_on or len(self.player.levels) > 1 or self.player.index == 0:
            return None
        before = self.player.index - 1
        told = self._answers.get((id(self.player.scene), before))
        if told is None or told.verdict is None or not told.verdict.right:
            return None
        asked = self.player.pages[before].prediction
        return None if asked is None or _opens(asked) else (asked, told)

    @property
    def state(self) -> object:
        """Equal while what the figure shows of answers is the same."""
        settled = self.settled
        if settled is None:
            return None
        answer = settled[1]
        return (
            *(id(answer), answer.points, answer.chosen, answer.tries, answer.is_shown, answer.is_skipped),
            *(answer.verdict is None, tuple(answer.kept)),
        )

    @property
    def challenge(self) -> Challenge | None:
        """The lesson's challenge as it stands; it waits while a prediction is open, or one that it would answer."""
        if not self.is_on or self.is_open:
            return None
        found = self.player.lesson.challenge(self.player.outermost)
        return None if found is not None and found.opened_by not in {"", *self._opened} else found

    @property
    def head(self) -> str:
        """The first line of the prediction's card."""
        settled = self.settled
        if settled is None or settled[1].verdict is None:
            return "Predict" if settled is None else head_of(settled[0])
        answer, verdict = settled[1], settled[1].verdict
        assert verdict is not None
        if answer.is_shown:
            return "Shown"
        if not verdict.right:
            return verdict.head or "Not yet"
        return "Right" if answer.tries == 1 else f"Right, at the {_ordinal(answer.tries)} try"

    @property
    def can_check(self) -> bool:
        """Whether there is something placed or set that waits to be judged."""
        return isinstance(self.prediction, Place | Adjust) and self.is_open and self._verdict is None

    @property
    def can_try_again(self) -> bool:
        return self.is_open and self._verdict is not None

    @property
    def can_show(self) -> bool:
        answer = self.answer
        return answer is not None and answer.is_open and answer.tries >= SHOWN_FROM

    @property
    def buttons(self) -> tuple[str, ...]:
        """Answers to be pressed, in words."""
        match self.prediction:
            case Choose() as choose:
                return tuple(choose.options)
            case Click() | Place() as asked:
                return asked.buttons
            case _:
                return ()

    @property
    def highlighted(self) -> frozenset[Feature]:
        """Features of the figure that the answer speaks of: the clicked one, or the right ones once shown."""
        settled = self.settled
        if settled is None:
            return frozenset()
        asked, answer = settled
        if not isinstance(asked, Click):
            return frozenset()
        if answer.is_shown:
            return asked.right - set(asked.buttons)
        chosen = answer.chosen
        if chosen is None or chosen in asked.buttons:
            return frozenset()
        return frozenset({chosen}) | (frozenset() if answer.verdict is None else answer.verdict.features)

    @property
    def points(self) -> Points:
        """The learner's points, where the step asks for some and they can still be moved."""
        answer = self.answer
        return answer.points if answer is not None and answer.is_open else ()

    @property
    def time(self) -> float | None:
        """Where the learner's point stands in time, where the step asks for one; None elsewhere."""
        asked, answer = self.prediction, self.answer
        if not isinstance(asked, Place) or not asked.is_time or answer is None or answer.is_skipped:
            return None
        return answer.points[0][0]

    @property
    def pane(self) -> str:
        """The name of the pane in which the answer lies."""
        settled = self.settled
        if settled is not None and isinstance(settled[0], Place):
            return settled[0].pane
        panes = self.player.lesson.panes
        return next((pane for pane in panes if pane.is_world), panes[0]).name

    def wants(self, feature: Feature) -> bool:
        """Whether a click on such a feature answers what the step asks. Any other click selects."""
        asked = self.prediction
        return isinstance(asked, Click) and self.is_open and asked.wants(feature)

    def give(self, chosen: Feature) -> None:
        """Answer with a click on a feature, or with one of the buttons."""
        asked, answer = self.prediction, self.answer
        if asked is None or answer is None or not answer.is_open:
            return
        match asked:
            case Click() | Choose():
                verdict = asked.judge(chosen)  # type: ignore[arg-type]  # a Choose is given only its options
            case Place() if asked.judge_button is not None and isinstance(chosen, str):
                verdict = asked.judge_button(chosen)
            case _:
                return
        answer.chosen = chosen
        self._judged(answer, verdict)

    def move(self, index: int, to: tuple[float, float]) -> None:
        """Carry one of the learner's points to a place of its pane; one that is bound to a path stays on it."""
        asked, answer = self.prediction, self.answer
        if not isinstance(asked, Place) or answer is None or not answer.is_open:
            return
        if asked.along:
            to = nearest_on(asked.along[index], to)
        if answer.points[index] == to:
            return
        self._touched(answer)
        answer.points = (*answer.points[:index], to, *answer.points[index + 1 :])
        answer.verdict = None
        answer.kept.pop(index, None)

    def check(self) -> None:
        """Judge what has been placed or set."""
        asked, answer = self.prediction, self.answer
        if answer is None or not answer.is_open:
            return
        match asked:
            case Place():
                self._judged(answer, asked.judge(answer.points))
                self._keep(answer)
            case Adjust():
                self._judged(answer, asked.judge(self.player.scene))
                self._adjusted = (self.player.index, answer.tries) if answer.is_open else None

    def try_again(self) -> None:
        """Take the verdict away; what was right stays."""
        answer = self.answer
        if answer is not None and answer.is_open:
            answer.verdict = None

    def skip(self) -> None:
        """Leave it: nothing is hidden any more."""
        answer = self.answer
        if answer is not None:
            self._touched(answer)
            answer.is_skipped = True
            self._opened.add(_opens(self.prediction))

    def show(self, change: Callable[[Any], object]) -> None:
        """Show the answer. `change` makes a scene the present one, for answers that are made in the scene."""
        asked, answer = self.prediction, self.answer
        if asked is None or answer is None or not self.can_show:
            return
        match asked:
            case Place():
                answer.points = asked.right
                answer.verdict = asked.judge(asked.right)
            case Click():
                answer.chosen = next(iter(sorted(asked.right, key=str)))
                answer.verdict = asked.judge(answer.chosen)
            case Choose():
                answer.chosen = next(option for option in asked.options if option in asked.right)
                answer.verdict = asked.judge(answer.chosen)
            case Adjust():
                change(asked.right(self.player.scene))
                asked, answer = self.prediction, self.answer  # of the new scene
                if not isinstance(asked, Adjust) or answer is None:
                    return
                answer.verdict, self._adjusted = asked.judge(self.player.scene), None
        self._touched(answer)
        answer.is_shown = True
        self._opened.add(_opens(asked))

    @property
    def _verdict(self) -> Verdict | None:
        answer = self.answer
        return None if answer is None else answer.verdict

    def _begun(self, prediction: Prediction, scene: Scene, index: int) -> Answer:
        """A prediction that nothing has been done about. Where the scene itself is the answer, the tries made on the
        scene before this one count on."""
        if isinstance(prediction, Place):
            return Answer(scene, prediction.start)
        if isinstance(prediction, Adjust) and self._adjusted is not None and self._adjusted[0] == index:
            return Answer(scene, tries=self._adjusted[1])
        return Answer(scene)

    def _touched(self, answer: Answer) -> None:
        """Something has been done about the present step's prediction: it is kept with its scene."""
        if len(self._answers) >= MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]
        self._answers[id(answer.scene), self.player.index] = answer  # it holds its scene: no other can have that id

    def _judged(self, answer: Answer, verdict: Verdict) -> None:
        self._touched(answer)
        answer.verdict = verdict
        if not verdict.counts:
            return
        answer.tries += 1
        if verdict.right:
            self._opened.add(_opens(self.prediction))
        if not verdict.right and answer.tries == 1:
            right = {remark.at for remark in verdict.remarks if remark.right}
            wrong = tuple(remark.at for remark in verdict.remarks if not remark.right)
            answer.missed = tuple(p for p in answer.points if p not in right) if answer.points else wrong

    def _keep(self, answer: Answer) -> None:
        """Points that the verdict calls right stay marked so while the others are tried again."""
        assert answer.verdict is not None
        for remark in answer.verdict.remarks:
            if remark.right and answer.points:
                index = min(range(len(answer.points)), key=lambda i: math.dist(answer.points[i], remark.at))
                answer.kept[index] = remark


def _opens(asked: Prediction | None) -> str:
    """The goal that an answer opens; "" for none."""
    return asked.opens if isinstance(asked, Click) else ""


def _ordinal(number: int) -> str:
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"
