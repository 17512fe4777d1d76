"""What is asked on the way."""

from __future__ import annotations

from geometry.swept_circle.circle_segment import SlabCrossed
from geometry.vector import length
from lessons.swept_circle_segment.scene import CircleAndWall
from lessons.swept_circle_segment.words import WHERE
from viz.lesson.first_edition import Question
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def question(moment: Moment[CircleAndWall]) -> Question | None:
    """Where over the wall's line the slab is entered."""
    after = moment.trace.steps[moment.index + 1 : moment.index + 2]
    slab = next((step for step in after if isinstance(step, SlabCrossed)), None)
    if slab is None:
        return None
    because = (
        f"Its foot is then {amount(slab.foot)} from c, and the wall {amount(length(moment.scene.case.wall))} long."
    )
    text = "When the centre enters the slab, where does its foot lie?"
    return Question(text, frozenset((WHERE[slab.feature],)), because, tuple(WHERE.values()))
