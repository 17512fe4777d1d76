"""How one hit is told: approach, lever arm, impulse, friction, velocities, energy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import ClassVar

import numpy as np

from geometry.dynamics.contact_impulse import (
    ApproachFound,
    ContactImpulse,
    FrictionFound,
    LeversFound,
    NormalFound,
    Repeated,
    VelocitiesFound,
)
from geometry.vector import cross
from lessons.bodies.bounce_asked import before_velocities, how_much_friction, where_friction_ends
from lessons.bodies.bounce_figure import draw_world, untouched_point
from lessons.bodies.bounce_scene import Hit
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed

APPROACH = (
    r"The **contact point** of B has the velocity $\boldsymbol{v}+\omega\times\ell$. Its part along the **contact "
    r"normal** $\hat n$, from A to B, is the **normal velocity** $\examined{v_n}$. Below 0, A and B approach."
)
TURNING = (
    r"Spin adds $\omega\times\ell$ to the velocity of the **contact point**: $\ell$ turned by 90°, times $\omega$. "
    r"The part along the **contact normal** $\hat n$, from A to B, is the **normal velocity** $\examined{v_n}$."
)
BALLS = (
    r"The **contact normal** $\hat n$ points from A to B. The **normal velocity** is the part along $\hat n$ of "
    r"B's velocity as seen from A. Below 0 the bodies approach."
)
LEVER = (
    r"The **lever arm** $\ell$ leads from the centre to the contact point. If $\ell\times{}\hat n$ is not 0, an "
    r"impulse along $\hat n$ also turns B. The point is easier to move: its **effective mass** is below $m$."
)
CENTRAL = (
    r"The **lever arm** $\ell$, from the centre to the contact point, lies along $\hat n$. So "
    r"$\ell\times{}\hat n$ is 0, this impulse turns nothing, and the **effective mass** is the whole mass $m$."
)
TOGETHER = (
    "Here the impulse passes through both centres, so it turns nothing. Both bodies yield: the **effective mass** is "
    "smaller than either mass."
)
NORMAL = (
    r"An **impulse** changes a velocity at once: 1 N s gives 1 kg a change of 1 m/s. The contact point leaves at $e$ "
    r"(**restitution**) times its approach speed."
)
FRICTION = (
    r"**Friction** acts against the slip $v_t$. Stopping it needs the impulse $m_t v_t$ ($m_t$: effective mass "
    r"along A). Friction can give at most $\mu j_n$: the **friction cone**."
)
TURNED = (
    r"The normal impulse has turned B: the slip is now $v_t$. To stop it takes $m_t v_t$ ($m_t$: effective mass "
    r"along A). **Friction** gives at most $\mu j_n$: the **friction cone**."
)
REPEAT = (
    r"Friction has a lever arm too, and has changed $v_n$. So normal and friction are computed again, on their sums, "
    "until neither changes."
)
VELOCITIES = (
    r"The impulse changes the velocity by $j/m$ and the spin by $\ell\times j/I$. Both together let the contact "
    r"point separate at $e$ times its approach speed."
)
UNTOUCHED = (
    r"Beyond the centre the changes of velocity and spin cancel along $\hat n$. So one point of the rod keeps that "
    r"part of its velocity: $I/(m\,|\ell\times\hat n|)$ away, perpendicular to $\hat n$."
)
LOST = (
    r"The impact takes away kinetic energy, except for $e$ = 1. What is left is the sum of translation and "
    "rotation. A is static and takes none."
)
RUBBED = (
    "Kinetic energy is the sum of translation and rotation. An impulse whose line misses the centre turns one into "
    "the other. What the impact takes away becomes heat."
)
KANE = (
    "Friction with restitution can even add energy to a body that spins: a known flaw of this rule of $e$ "
    "(**Kane's paradox**)."
)
KEPT = (
    r"A gets the same impulse as B in the opposite direction. So the **momentum** of both together is kept. "
    "Kinetic energy is kept only for $e$ = 1."
)
PARTED = (
    r"The contact points separate already: $v_n$ is not below 0. A contact can only push, so there is **no impulse**."
)


class BounceStory(Story):
    columns = ("quantity", "before", "after")
    stages: ClassVar[Mapping[type, str]] = {
        ApproachFound: "Approach",
        LeversFound: "Lever arm",
        NormalFound: "Impulse",
        FrictionFound: "Friction",
        Repeated: "Repeat",
        VelocitiesFound: "Velocities",
        ContactImpulse: "Energy",
    }

    def stage(self, moment: Moment[Hit]) -> str:
        parted = isinstance(moment.step, ContactImpulse) and moment.step.is_none
        return "No impulse" if parted else super().stage(moment)

    def page(self, moment: Moment[Hit]) -> Page:
        step = moment.step
        tell: Callable[[Page, Moment[Hit]], Page] = PAGES[type(step)]
        page = tell(Page(self.stage(moment)), moment)
        is_due = isinstance(moment.next, VelocitiesFound) and not moment.compare
        return page.asks(before_velocities(moment)) if is_due else page

    def draw(self, canvas: Canvas, moment: Moment[Hit]) -> None:
        draw_world(canvas, moment)


def _rows(page: Page, moment: Moment[Hit], *, after: bool) -> Page:
    """The motion, before the impact or with that after it."""
    scene = moment.scene
    motions, ends = scene.before, scene.trace.result.motions
    for i, name in ((0, "A"), (1, "B")):
        if not scene.pair[i].is_static:
            end = (coords(ends[i].velocity),) if after else ()
            symbol = r"$\boldsymbol{v}$" if scene.is_static else rf"$\boldsymbol{{v}}_{name}$"
            page = page.row(
                f"velocity {symbol}, m/s", coords(motions[i].velocity), *end, ink=(Ink.A, Ink.B)[i], key=name
            )
    if scene.is_static:
        spins = [fixed(each.spin) for each in (motions[1], ends[1])][: 1 + after]
        page = page.row(r"spin $\omega$, rad/s", *spins, ink=Ink.B, key="spin")
    speeds = [fixed(each) for each in (scene.approach, scene.contact.normal.speed(*ends))][: 1 + after]
    return page.row("normal velocity $v_n$, m/s", *speeds, ink=Ink.EXAMINED, key="v_n")


def _approach(page: Page, moment: Moment[Hit]) -> Page:
    scene, speed = moment.scene, moment.step.speed
    n = scene.contact.normal.direction
    point = scene.speed_at(scene.before[1], scene.contact.point)
    word = "they approach" if speed < 0.0 else "they separate"
    if scene.is_static:
        page = Page(
            page.stage,
            TURNING if scene.spin else APPROACH,
            r"\examined{v_n}=(\boldsymbol v+\omega\times\ell)\cdot\hat n",
        )
        told = f"{_normal_velocity_told(scene)} m/s: {word}."
    else:
        page = Page(page.stage, BALLS, r"\examined{v_n}=(\B{\boldsymbol v_B}-\A{\boldsymbol v_A})\cdot\hat n")
        told = (
            f"Along $\\hat n$: {fixed(float(point @ n))} for B, {fixed(float(scene.before[0].velocity @ n))} for A: "
        )
        told += f"$v_n$ = {fixed(speed)} m/s, {word}."
    page = page.says(told).claiming(Claim("v_n", lambda: speed, lambda: (point - scene.before[0].velocity) @ n))
    return _rows(page, moment, after=False)


def _normal_velocity_told(scene: Hit) -> str:
    """What velocity and spin give along the normal."""
    centre = float(scene.before[1].velocity @ scene.contact.normal.direction)
    if not scene.spin:
        return f"There is no spin. Along $\\hat n$ the velocity gives {fixed(scene.approach)}"
    lever, is_level = scene.lever, float(scene.contact.normal.direction[1]) > 1.0 - 1e-12
    name = r"\omega\,\ell_x" if is_level else r"\omega\,(\ell\times\hat n)"
    turn = "{w} · ({arm}) = {result}" if lever < 0.0 else "{w} · {arm} = {result}"
    turn = equation(turn, lambda w, arm: w * arm, w=scene.spin, arm=lever)
    both = equation("{v} + {w} = {result}", lambda v, w: v + w, v=centre, w=scene.approach - centre)
    return f"${name}$ = {turn}. Along $\\hat n$: {both.replace('+ −', '− ')}"


def _lever(page: Page, moment: Moment[Hit]) -> Page:
    scene, found = moment.scene, moment.step
    a, b = scene.pair
    x, y = scene.contact.point - b.pose.position
    nx, ny = scene.contact.normal.direction
    lever = x * ny - y * nx
    claim = Claim(
        "1/m_eff", lambda: 1.0 / found.effective_mass, lambda: 1.0 / a.mass + 1.0 / b.mass + lever**2 / b.inertia
    )
    if not scene.is_static:
        formula = r"\frac{1}{\examined{m_{\mathrm{eff}}}}=\frac{1}{\A{m_A}}+\frac{1}{\B{m_B}}"
        told = equation("1/{a} + 1/{b} = {result}", lambda a, b: 1.0 / a + 1.0 / b, a=a.mass, b=b.mass)
        page = Page(page.stage, TOGETHER, formula)
        page = page.says(f"{told}, so $m_{{\\mathrm{{eff}}}}$ = **{scene.effective}** kg.")
        return _effective(page, scene).claiming(claim)
    formula = r"\frac{1}{\examined{m_{\mathrm{eff}}}}=\frac1m+\frac{(\ell\times\hat n)^2}{I}"
    is_off = abs(lever) > 0.005
    turning = f"{scene.arm}²/{fixed(b.inertia, 4)}" if is_off else "0"
    told = f"1/{fixed(b.mass)} + {turning} = {fixed(found.yielding)}, so $\\examined{{m_{{\\mathrm{{eff}}}}}}$ = "
    told += f"**{scene.effective}** kg. The whole mass is {fixed(b.mass)} kg."
    page = Page(page.stage, LEVER if is_off else CENTRAL, formula).says(told)
    return _effective(page, scene).claiming(claim)


def _effective(page: Page, scene: Hit) -> Page:
    return page.row(r"effective mass $m_{\mathrm{eff}}$, kg", scene.effective, ink=Ink.EXAMINED, key="m_eff")


def _normal(page: Page, moment: Moment[Hit]) -> Page:
    scene, found = moment.scene, moment.step
    speed, effective = scene.approach, 1.0 / scene.contact.normal.yielding
    told = f"−(1 + {fixed(scene.restitution)}) · ({fixed(speed)}) · {scene.effective} = {fixed(found.normal)}"
    formula = r"\examined{j_n}=-(1+e)\,v_n\,m_{\mathrm{eff}}"
    page = Page(page.stage, NORMAL, formula).says(f"$\\examined{{j_n}}$ = {told} N s.")
    page = page.row("impulse $j_n$, N s", fixed(found.normal), ink=Ink.EXAMINED, key="j_n")
    page = page.claiming(Claim("j_n", lambda: found.normal, lambda: -(1.0 + scene.restitution) * speed * effective))
    return page.asks(None if moment.compare else how_much_friction(moment) or where_friction_ends(moment))


def _friction(page: Page, moment: Moment[Hit]) -> Page:
    scene, found = moment.scene, moment.step
    normal = moment.latest(NormalFound)
    assert normal is not None
    limit = equation("{mu} · {j} = {result}", lambda mu, j: mu * j, mu=scene.friction, j=normal.normal)
    tangent = scene.contact.tangent
    stop = equation("{v}/{k} = {result}", lambda v, k: v / k, v=abs(found.slip), k=tangent.yielding)
    ends = "it sticks" if abs(found.wanted) <= found.limit else "it still slides"
    told = f"With $1/m_t$ = {fixed(tangent.yielding)}, {stop} stops the slip; the cone allows {limit}: **{ends}**."
    most, yielding = scene.friction * normal.normal, tangent.yielding
    idea = FRICTION if abs(scene.lever) < 0.005 else TURNED
    page = Page(page.stage, idea, r"\examined{j_t}=\mathrm{clamp}(-m_t\,v_t,\ -\gap{\mu\,j_n},\ \gap{\mu\,j_n})")
    page = page.row(r"slip $|v_t|$, m/s", fixed(abs(found.slip)), ink=Ink.B, key="v_t")
    page = page.row(r"friction $|j_t|$, N s", fixed(abs(found.friction)), ink=Ink.EXAMINED, key="j_t")
    return page.says(told).claiming(
        Claim("j_t", lambda: found.friction, lambda: np.clip(-found.slip / yielding, -most, most)),
        Claim("in the cone", lambda: abs(found.friction) <= most * (1.0 + 1e-12), lambda: True),
    )


def _repeat(page: Page, moment: Moment[Hit]) -> Page:
    scene, found = moment.scene, moment.step
    last = found.sums[-1]
    sticks = abs(last.friction) < scene.friction * last.normal * (1.0 - 1e-9)
    told = f"After {len(found.sums)} iterations: $j_n$ = **{fixed(last.normal)}**, $|j_t|$ = "
    told += f"**{fixed(abs(last.friction))}** of at most {fixed(scene.friction * last.normal)}: "
    told += "it sticks." if sticks else "it slides."
    rows = (("impulse $j_n$, N s", last.normal, "j_n"), (r"friction $|j_t|$, N s", abs(last.friction), "j_t"))
    for name, size, key in rows:
        page = page.row(name, fixed(size), ink=Ink.EXAMINED, key=key)
    formula = r"j_n\leftarrow j_n-(v_n+e\,v_{n,\mathrm{before}})\,m_{\mathrm{eff}}"
    page = Page(page.stage, REPEAT, formula, rows=page.rows).says(told)
    ends = scene.trace.result.motions
    before = -scene.restitution * scene.approach
    return page.claiming(Claim("v_n'", lambda: scene.contact.normal.speed(*ends), lambda: before, 1e-7))


def _velocities(page: Page, moment: Moment[Hit]) -> Page:
    scene, found = moment.scene, moment.step
    a, b = scene.pair
    n, t = scene.contact.normal.direction, scene.contact.tangent.direction
    j = found.impulse.normal * n + found.impulse.friction * t
    arm, (first, second) = scene.contact.point - b.pose.position, found.motions
    has_rest = not scene.friction and untouched_point(scene) is not None
    page = Page(
        page.stage,
        UNTOUCHED if has_rest else VELOCITIES,
        r"\answer{\boldsymbol v'}=\boldsymbol v+\frac{\boldsymbol j}{m}\qquad"
        r"\answer{\omega'}=\omega+\frac{\ell\times\boldsymbol j}{I}",
    )
    speed = float(b.velocity @ n)
    along = equation("{v} + {j}/{m} = {result}", lambda v, j, m: v + j / m, v=speed, j=found.impulse.normal, m=b.mass)
    told = f"B along $\\hat n$: {along}. The contact point separates at **{fixed(found.speed)}** m/s."
    if scene.is_static:
        told = f"{_spin_told(scene, found)}. Contact point: {_point_told(scene, found)} m/s."
    page = page.says(told).claiming(
        Claim("v'", lambda: second.velocity, lambda: b.velocity + j / b.mass),
        Claim("A", lambda: first.velocity, lambda: a.velocity - j / a.mass),
        Claim("spin", lambda: second.spin, lambda: b.spin + cross(arm, j) / b.inertia),
        Claim("v_n'", lambda: found.speed, lambda: -scene.restitution * scene.approach, 1e-7),
    )
    return _rows(page, moment, after=True)


def _spin_told(scene: Hit, found: VelocitiesFound) -> str:
    """The new spin from the old one; with friction by the whole of the impulse's turning effect."""
    b, j, lever = scene.pair[1], found.impulse, scene.lever
    inertia = round(b.inertia, 4)
    change, start = found.motions[1].spin - b.spin, b.spin
    sign = "−" if change < 0.0 else "+"
    if inertia == 0.0:  # a B of some centimetres: four decimals do not tell it
        told = f"Spin: {{w}} {sign} {{by}} = {{result}}"
        return equation(told, lambda w, by: w + math.copysign(by, change), w=start, by=abs(change))
    turn = change * inertia
    if j.friction or abs(lever) < 0.005:
        by = round(turn, 4)
        told = f"Spin, by $\\ell\\times j/I$: {{w}} {sign} {fixed(abs(by), 4)}/{fixed(inertia, 4)} = {{result}}"
        return equation(told, lambda w: w + by / inertia, w=start)
    arm = round(abs(lever), 4)
    told = f"Spin: {{w}} {sign} {scene.arm} · {{j}}/{fixed(inertia, 4)} = {{result}}"
    return equation(told, lambda w, j: w + math.copysign(arm * j, turn) / inertia, w=start, j=j.normal)


def _point_told(scene: Hit, found: VelocitiesFound) -> str:
    """The velocity of the contact point along the normal: that of the centre, and what the new spin gives to it."""
    second, arm = found.motions[1], round(abs(scene.lever), 4)
    centre = float(second.velocity @ scene.contact.normal.direction)
    if abs(scene.lever) < 0.005:
        return f"as the centre, {fixed(found.speed)}"
    turn = found.speed - centre
    told = f"{{v}} {'−' if turn < 0.0 else '+'} {{w}} · {scene.arm} = {{result}}"
    return equation(told, lambda v, w: v + math.copysign(w * arm, turn), v=centre, w=abs(second.spin))


def _energy(page: Page, moment: Moment[Hit]) -> Page:
    scene, found = moment.scene, moment.step
    before, after = found.kinetic_before, found.kinetic_after
    energies = f"{fixed(before)}\u00a0J before, **{fixed(after)}**\u00a0J after"
    page = _rows(page, moment, after=True).row("kinetic energy, J", fixed(before), fixed(after), key="energy")
    said = f"Kinetic energy: {energies}."
    claim = Claim("energy", lambda: after, lambda: _energy_of(scene))
    if found.is_none:
        idea, formula, said = PARTED, r"v_n\ge 0\ \Rightarrow\ j_n=0", "B keeps its velocity and its spin."
        claim = Claim("parting", lambda: scene.approach >= 0.0, lambda: True)
    elif not scene.is_static:
        idea, formula = KEPT, r"m_A\boldsymbol v_A+m_B\boldsymbol v_B=m_A\boldsymbol v_A'+m_B\boldsymbol v_B'"
        said = f"Momentum {coords(found.momentum_before)} kg\u00a0m/s before and after. Kinetic energy: {energies}."
        claim = Claim("momentum", lambda: found.momentum_after, lambda: found.momentum_before)
    elif not scene.friction:
        idea, formula = LOST, r"E-E'=\tfrac12\,(1-e^2)\,m_{\mathrm{eff}}\,v_n^2"
        left = equation("{b} − {x} = {result}", lambda b, x: b - x, b=before, x=before - after)
        lose = equation(
            "½ · {k} · {m} · {v}² = {result}",
            lambda k, m, v: 0.5 * k * m * v * v,
            k=1.0 - scene.restitution**2,
            m=1.0 / scene.contact.normal.yielding,
            v=abs(scene.approach),
        )
        said = f"{lose}\u00a0J are lost. {left}\u00a0J are left."
        lost = 0.5 * (1.0 - scene.restitution**2) * scene.approach**2 / scene.contact.normal.yielding
        claim = Claim("lost", lambda: before - after, lambda: lost)
    else:
        idea = KANE if after > before else RUBBED
        formula = r"E=\tfrac12\,m\,\lVert\boldsymbol v\rVert^2+\tfrac12\,I\,\omega^2"
    return Page(page.stage, idea, formula, rows=page.rows).says(said).claiming(claim)


def _energy_of(scene: Hit) -> float:
    ends = zip(scene.pair, scene.trace.result.motions, strict=True)
    moving = [(b, m) for b, m in ends if not b.is_static]
    return sum(0.5 * (b.mass * math.hypot(*m.velocity) ** 2 + b.inertia * m.spin**2) for b, m in moving)


PAGES: Mapping[type, Callable[[Page, Moment[Hit]], Page]] = {
    ApproachFound: _approach,
    LeversFound: _lever,
    NormalFound: _normal,
    FrictionFound: _friction,
    Repeated: _repeat,
    VelocitiesFound: _velocities,
    ContactImpulse: _energy,
}
