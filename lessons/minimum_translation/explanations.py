"""What is said in this lesson, stage by stage."""

from __future__ import annotations

from viz.text import explained

AXES = explained(
    """As before, every edge offers an axis. This time keep, besides the verdict, the axis on which the shadows
    **overlap least**.""",
    r"\mathrm{overlap} = \min(\max A - \min B,\ \max B - \min A)",
)
APART = explained(
    """There is a gap, so the shapes do not touch and **nothing must move**. A routine that answers a
    translation here pulls separate shapes together.""",
    r"\mathrm{separation} > 0",
)
OVERLAPPED = explained(
    """No axis shows a gap. To part the shapes one gap is enough, so look for the axis on which it **costs
    least** to open one.""",
    r"\mathrm{depth} = \min_i\ \mathrm{overlap}_i",
)
LEAST = explained(
    """The overlap counts **the shorter way out** of two shadows, so one inside the other is no special case. Of
    axes that are equally good the first tested wins, so that the answer does not flicker.""",
    r"\mathrm{overlap} = \min(\max A - \min B,\ \max B - \min A)",
)
TRANSLATION = explained(
    """Move B by the depth along the normal that points **from A to B**, or A the other way, or each by half.
    The shapes then just touch, and no shorter move parts them.""",
    r"\vec t = \mathrm{depth} \cdot \hat n",
)
BY_CENTRES = explained(
    """Some routines turn the normal to point **from centre to centre**. But the shadows decide which way is
    shorter, and a centre of area need not lie in the middle of its shadow. Then the move goes deeper in.""",
    r"(\vec c_B - \vec c_A) \cdot \hat n < 0",
)
