"""What a faulty bound of a turn says in place of the right one, at the steps that tell the rule and its result."""

from __future__ import annotations

from dataclasses import replace

from geometry.faulty.angular_bound import FaultyBound
from geometry.time_of_impact.angular_bound import AngularBound, ChordTaken
from lessons.motion.angular_bound_scene import CENTROID, GAP, Turning, is_beaten
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import equation, fixed, tint

OWN_RADIUS = r"\faulty{r_\mathrm{centroid}=\max_i\,\lVert\boldsymbol{x}_i-\mathrm{centroid}\rVert}"
OWN_CHORD = r"\faulty{\lVert\boldsymbol{x}(t)-\boldsymbol{x}(0)\rVert\le\mathrm{chord}\cdot t}"
OWN_SUM = {
    True: r"\faulty{\mu=\boldsymbol{v}\cdot\hat n+r_\mathrm{centroid}\,|\omega|}",
    False: r"\faulty{\mu=\boldsymbol{v}\cdot\hat n+\mathrm{chord}}",
}
FROM_CENTROID = (
    r"Here $\faulty{r_\mathrm{centroid}}$, measured from the centroid, is taken for $r$. But A turns about another "
    "point, and its farthest vertex is farther from that one."
)
FROM_CHORD = (
    "Here the chord of the whole turn, times $t$, is taken for the bound. But on the way the vertex is farther from "
    "its start than that."
)


def told_wrong(page: Page, moment: Moment[Turning]) -> Page:
    """The page with the faulty rule, its numbers, and what is wrong with them; as it is where that rule is right."""
    scene, faulty = moment.scene, moment.faulty
    if not isinstance(faulty, FaultyBound) or not is_beaten(moment):
        return page
    is_centroid = moment.compare == CENTROID
    if page.stage == "Farthest" and is_centroid:
        says = tint(rf"$r_\mathrm{{centroid}}$ = **{fixed(faulty.radius)}**.", Ink.FAULTY)
        says += f" From the centre of rotation v{scene.found.furthest} is {fixed(scene.found.radius)} away."
        return replace(page, idea=FROM_CENTROID, formula=OWN_RADIUS, sentence=says)
    if isinstance(moment.step, ChordTaken) and not is_centroid:
        return replace(page, idea=FROM_CHORD, formula=OWN_CHORD)
    if isinstance(moment.step, AngularBound):
        return _sum(page, scene, faulty, is_centroid=is_centroid)
    return page


def _sum(page: Page, scene: Turning, faulty: FaultyBound, *, is_centroid: bool) -> Page:
    """Its bound with the translation, and until when that allows no hit, or how much less it allows than there is."""
    mu, t = scene.speed + faulty.bound, scene.overtaken(faulty.bound)
    says = told = equation("{v} + {w} = {mu}", lambda v, w: v + w, result="mu", v=scene.speed, w=faulty.bound)
    if t is None:
        return page
    if scene.hit is not None and GAP / mu > scene.hit:
        quotient = equation("{g} / {mu} = {t}", lambda g, mu: g / mu, result="t", g=GAP, mu=mu)
        says += f". No hit before $t$ = {quotient}."
        says = says if mu > GAP else f"{told}, not more than {fixed(GAP)}: no hit until $t$ = 1."
        says = f"{tint(says, Ink.FAULTY)} In fact A hits at $t$ = {fixed(scene.hit)}."
    else:
        says += f": until $t$ = {fixed(t)} at most {fixed(mu * t)}."
        says = f"{tint(says, Ink.FAULTY)} In fact A's front advances {fixed(scene.front(t))}."
    idea = FROM_CENTROID if is_centroid else FROM_CHORD
    return replace(page, idea=idea, formula=OWN_SUM[is_centroid], sentence=says)
