"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

MOMENTS = explained(
    """A game moves everything by a **step** and then looks for overlaps: a test at the start, and one after each
    step. What happens between two moments is seen by nobody.""",
    r"t_k = \frac{k}{n} \qquad k = 0, 1, \ldots, n",
)
SEEN = explained(
    """A moment shows an overlap: found. But the first contact was **earlier**, and by now the shapes are some
    depth into each other. The push that parts them may go out on the wrong side.""",
    r"0 \le t_{found} - t_{contact} < \frac{1}{n}",
)
UNSEEN = explained(
    """No moment shows anything. That proves nothing: the shapes may have passed **through** each other between two
    of them. Where both **widths** along the way add up to less than one step, a contact fits in between.""",
    r"w_A + w_B < \frac{|\vec v\,|}{n} \ \Rightarrow\ \mathrm{may\ tunnel}",
)
CONTINUOUS = explained(
    """A **continuous** test asks for the first time at which the separation is 0, in all the interval. This is the
    curve below; how its first zero is found without drawing it is what the rest of the chapter is about.""",
    r"t^* = \min\,\{\,t \in [0, 1] : s(t) \le 0\,\}",
)
TUNNELLED = explained(
    """It **tunnelled**: they touch, and no moment shows it. More steps cost more and only move the limit, for a
    faster or a thinner thing slips through again; and one more step may even see less.""",
    r"s(t_k) > 0 \ \ \forall k \ \not\Rightarrow\ s(t) > 0 \ \ \forall t",
)
VERDICT = explained(
    """Continuous is not always the better choice. Where shapes **rest** on each other, or are slow and thick, a
    few moments show the same and cost less: use it for what is fast and thin.""",
    r"n + 1\ \mathrm{tests} \quad \mathrm{against}\ \mathrm{a\ search}",
)
INSIDE = explained(
    """This is the search itself, step by step: bilateral advancement, with its own lesson at the end of the
    chapter.""",
    r"t^* = \min\,\{\,t \in [0, 1] : s(t) \le 0\,\}",
)
