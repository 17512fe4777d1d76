"""What is said in this lesson, stage by stage."""

from __future__ import annotations

from viz.lesson.text import explained

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
    edges that are equally good the first is taken: A's before B's, then the lower number.""",
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
BESIDE = {
    "raw normals": explained(
        """An overlap is a length only along a **unit** normal. Along a raw one it is multiplied by the length of
        the edge: long edges look deep, a short edge wins, and B is moved further than it need be.""",
        r"\mathrm{overlap}_{raw} = |\vec e\,|\ \mathrm{overlap}",
    ),
    "sign turned twice": explained(
        """The overlap's sign says which way to go. Turn the axis by hand **as well**, and the two signs cancel:
        for every axis that points from B to A, B is moved deeper in.""",
        r"(-1)\,(-1)\,\vec t = \vec t",
    ),
}
