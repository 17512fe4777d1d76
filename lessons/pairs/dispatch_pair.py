"""The pair that the table is asked about, with its normal, and where the generic routine looks at it."""

from __future__ import annotations

from typing import Any

from geometry import Contact
from geometry.faulty.kind_table import NotReversed
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import GenericCounted, StoredFirst, kind_of
from geometry.tolerance import rounding
from geometry.vector import Vector, left_of, right_of
from lessons.pairs.dispatch_counts import name_of
from lessons.pairs.dispatch_faulty import shows_fault
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.screen import xy
from viz.lesson.text import fixed

ARROW = 0.7  # world length of the arrow of a normal
OFF = 30.0  # pixels of s from the normal's own line
LETTER = 0.34  # of A and B from the middle of their shapes


def draw_pair(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B with their kinds, and the normal as the routine answers it and as it is wanted."""
    scene, step, stored = moment.scene, moment.step, moment.latest(StoredFirst)
    is_first = isinstance(step, StoredFirst) and step.swapped
    contact = moment.trace.result.contact
    n_ab = contact.normal
    aside = right_of(n_ab) if n_ab[0] > 0.0 else left_of(n_ab)  # below: the letters stand clear of the arrows
    is_wrong = shows_fault(moment)
    is_kept = is_wrong and isinstance(moment.faulty, NotReversed)  # its own words stand above B
    for each, ink, order in ((scene.a.world, Ink.A, "second"), (scene.b.world, Ink.B, "first")):
        marks.shape(canvas, each, ink, ink.name, numbered=False, letter_at=each.centroid + LETTER * aside)
        told = name_of(kind_of(each)) + (f": {order}" if is_first else "")
        up = 1.0 if ink is Ink.B and not is_kept else -1.0
        end = each.points[(up * each.points[:, 1]).argmax()] + (0.0, up * each.radius)
        canvas.label(told, end, ink, toward=(0.0, up), style=TextStyle.LABEL)
    if is_kept:
        ghost, left = scene.b.world.moved(moment.faulty.move), -moment.faulty.separation
        marks.ghost(canvas, ghost, Ink.FAULTY, Line.DOTTED)
        if left > 0.0:
            top = ghost.points[ghost.points[:, 1].argmax()] + (0.0, ghost.radius)
            canvas.label(f"not reversed: **{fixed(left)}** deep", top, Ink.FAULTY, toward=(0.0, 1.0))
    is_denied = is_wrong and moment.faulty is False
    if is_denied:
        marks.cross(canvas, contact.point, "no contact", Ink.FAULTY, toward=(0.0, 1.0))
    if is_first:  # room for the push that is asked about
        pushed = scene.b.world.moved(-contact.separation * n_ab)
        low, high = pushed.points.min(axis=0) - pushed.radius, pushed.points.max(axis=0) + pushed.radius
        canvas.stroke((low, high), Ink.QUIET, line=Line.THIN, opacity=0.0)
    if not (is_first and moment.is_open):  # the normal is asked for, and s lies along it
        _separation(canvas, scene, contact, aside)
    asks = isinstance(step, GenericCounted) and not is_wrong
    if asks:
        _supports(canvas, scene)
    if stored is None or asks or is_denied:  # a rule that sees no contact returns no normal
        return
    _normals(canvas, moment, stored, is_wrong)


def _normals(canvas: Canvas, moment: Moment[Any], stored: StoredFirst, is_wrong: bool) -> None:
    """The normal that the routine returns, and the one that is wanted, once it is told. A reversal is no turn: it
    shrinks to nothing and grows out on the other side, through no other direction."""
    step, answered, at = moment.step, stored.answered.normal, stored.answered.point
    if stored.swapped and not moment.is_open:
        kept = Ink.FAULTY if is_wrong else Ink.QUIET  # as long as the right one
        canvas.arrow(at, at + ARROW * answered, kept, line=Line.DOTTED)
        named = r"\hat n" if is_wrong else r"\hat n_{BA}"
        canvas.symbol(named, at + ARROW * answered, kept, toward=answered)
    if not (isinstance(step, StoredFirst) and stored.swapped):
        n = -answered if stored.swapped else answered
        length = 2.0 * moment.time - 1.0 if isinstance(step, TurnedRound) else 1.0
        if length:
            canvas.arrow(at, at + ARROW * length * n, Ink.EXAMINED)
        if is_wrong and stored.swapped:  # the rule's own is another
            canvas.label("reversed", at + ARROW * n, Ink.EXAMINED, toward=n)
        elif length == 1.0:
            canvas.symbol(r"\hat n_{AB}", at + ARROW * n, Ink.EXAMINED, toward=n)
    canvas.dot(at, Ink.ANSWER, Point.SMALL)


def _separation(canvas: Canvas, scene: Any, contact: Contact, aside: Vector) -> None:
    """s between the two lines across the normal at which A ends and B begins, clear of the arrows; none of 0."""
    a, b = scene.a.world, scene.b.world
    if abs(contact.separation) <= rounding(a, b):
        return
    n, at = contact.normal, contact.point
    end, begin = float((a.points @ n).max()) + a.radius, float((b.points @ n).min()) - b.radius
    start, stop = (at + (along - float(at @ n)) * n for along in (end, begin))
    off = OFF if float(left_of(stop - start) @ aside) < 0.0 else -OFF
    told = f"$s$ = {fixed(contact.separation)}"
    measures.measure(canvas, start, stop, separation_ink(contact.separation), told, off=off, style=TextStyle.PILL)


def _supports(canvas: Canvas, scene: Any) -> None:
    """Both cores, and the support points for which the generic routine asked them, with how often it got each."""
    for which, (body, ink) in enumerate(((scene.a.world, Ink.A), (scene.b.world, Ink.B))):
        away = scene.contact.normal * (1.0 if which == 0 else -1.0)
        if body.radius > 0.0:  # else the core is the shape itself
            canvas.stroke(body.points, ink, closed=len(body.points) > 2, line=Line.FEATURE)
            middle = body.points.mean(axis=0)
            canvas.label("core", middle, ink, toward=-away, style=TextStyle.LABEL)
        found = [xy(asked[which]) for asked in scene.asked]
        for at in dict.fromkeys(found):
            canvas.glow((at,), Ink.EXAMINED)
            canvas.dot(at, Ink.EXAMINED, Point.FILLED)
            if len(found) == scene.times:  # else its steps do not tell of all
                canvas.label(f"{found.count(at)}×", at, Ink.EXAMINED, toward=away, style=TextStyle.BOLD)
