"""The frame at the seam, stepped into: its impulses, contact point by contact point, tile by tile."""

from __future__ import annotations

from functools import partial
from typing import Any

from geometry.dynamics.contacts import BodyContact
from geometry.dynamics.step import ImpulseApplied, WarmStarted
from lessons.bodies import inner_edges_figure as figure
from lessons.bodies import inner_edges_lens as enlarged
from lessons.bodies.impulse_drawn import draw_contacts
from lessons.bodies.impulse_told import impulse_page, start_page
from lessons.bodies.inner_edges_now import outer
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import fixed

AGAINST = (
    "Point {} is on the {} of tile 2. Its normal points against the motion, so its impulse takes $v_x$ away{}. "
    "$K_n$: what an impulse of 1 changes of $v_n$."
)


class SolvedStory(Story):
    """Tells the impulses of one frame."""

    columns = ("contact point", "$v_n$, m/s", "$j$, N·s", "$v_x$ after")

    def stage(self, moment: Moment[Any]) -> str:
        return "Start" if isinstance(moment.step, WarmStarted) else f"Iteration {moment.step.iteration + 1}"

    def page(self, moment: Moment[Any]) -> Page:
        step, started = moment.step, started_of(moment)
        if isinstance(step, WarmStarted):
            page = start_page(self.stage(moment), step)
            for i, each in enumerate(step.impulses):
                page = _row(page, moment, i, "", fixed(each.normal, 3), "")
            return page
        contact, v_x = started.contacts[step.contact], float(step.motions[1].velocity[0])
        page = impulse_page(self.stage(moment), started, step)
        if is_against(contact) and step.after > step.before:
            turns = " and turns B" if abs(contact.normal.lever_b) > 1e-3 else ""
            idea = AGAINST.format(step.contact + 1, "corner" if moment.scene.is_round else "side", turns)
            page = Page(page.stage, idea, page.formula, page.claims, page.sentence)
        before = moment.trace[moment.index - 1].motions[1].velocity[0]
        n, m = contact.normal.direction[0], moment.scene.rigid[1].mass
        page = _row(page, moment, step.contact, fixed(step.speed, 3), fixed(step.after, 3), fixed(v_x))
        return page.says(f"{page.sentence} $v_x$ = **{fixed(v_x)}**.").claiming(
            Claim("v_x", lambda: v_x, lambda: before + (step.after - step.before) * n / m)
        )

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        figure.draw_solving(canvas, outer(moment), moment.step.motions[1])


def _row(page: Page, moment: Moment[Any], i: int, *cells: str) -> Page:
    contact = started_of(moment).contacts[i]
    name = f"{i + 1}, on tile {contact.id.pair.piece_a + 1}"
    return page.row(name, *cells, key=f"point {i}", faulty=_ink(moment, contact) is Ink.FAULTY)


def started_of(moment: Moment[Any]) -> WarmStarted:
    found = moment.first(WarmStarted)
    assert found is not None
    return found


def is_against(contact: BodyContact) -> bool:
    """Whether its impulse slows B along the floor."""
    return float(contact.normal.direction[0]) < -1e-3


def _ink(moment: Moment[Any], contact: BodyContact) -> Ink:
    """A real step may slow B; a seam may not."""
    return Ink.FAULTY if is_against(contact) and moment.scene.is_dropped else Ink.ANSWER


def situation(moment: Moment[Any]) -> str:
    frame, done = moment.scene.frames + 1, sum(isinstance(step, ImpulseApplied) for step in moment.seen)
    v_x = fixed(moment.step.motions[1].velocity[0])
    when = f"After {done} impulses of frame {frame}" if done else f"At the start of frame {frame}"
    return f"{when} B moves along the floor at {v_x} m/s (tile by tile)."


def draw_lens(canvas: Canvas, moment: Moment[Any]) -> None:
    """The corner of B at the seam, with the contact points there."""
    shown = outer(moment)
    lens = enlarged.lens_of(shown)
    enlarged.draw_place(canvas, shown, lens)

    def is_inside(contact: BodyContact) -> bool:
        x, y = contact.point.tolist()
        return bool(lens.x[0] < x < lens.x[1] and lens.y[0] < y < lens.y[1])

    room = 0.3 * (lens.x[1] - lens.x[0])
    draw_contacts(canvas, moment, moment.scene.speed, ink=partial(_ink, moment), shown=is_inside, at_most=room)


def draw_chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both runs up to the frame, and what the impulses have made of the speed."""
    scene, shown = moment.scene, outer(moment)
    figure.draw_chart(canvas, shown)
    at, v_x = float(scene.frames), float(moment.step.motions[1].velocity[0])
    canvas.stroke(((at, scene.speed), (at, v_x)), Ink.FAULTY, line=Line.CURVE)
    canvas.dot((at, v_x), Ink.FAULTY, Point.FILLED)
