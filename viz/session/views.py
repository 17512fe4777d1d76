"""How the panes are looked at: fitted to the stage until the user pans or zooms, and soon there after a change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from viz.lesson.grip import placed_grips
from viz.lesson.lesson import Moment, Pane
from viz.picture.framing import FRAMING_SECONDS, frame, still_fits
from viz.picture.motion import eased
from viz.picture.view import View, between

UNSEEN = (1.0, 1.0)  # the size of a pane that has not been shown yet
NEARLY = 1.1  # scales whose larger one is no more than so many times the smaller
MARGIN = 0.12  # of the size: so much of a derived picture may leave its pane before the view follows


class Framed(NamedTuple):
    """What views are fitted to: the stage of the moment, which may have a clock, at the scale of the figure."""

    moment: Moment[Any]
    steps: range | None = None  # without them, the whole trace
    times: tuple[float, ...] = ()
    scale: float = 1.0

    def view(self, pane: Pane, size: tuple[float, float]) -> View:
        return frame(pane, self.moment, size, self.scale, steps=self.steps, times=self.times)


@dataclass
class PaneState:
    """One pane and how it is looked at; `fitted` until the user pans or zooms it."""

    pane: Pane
    view: View = field(default_factory=lambda: View(size=UNSEEN))  # what is shown now
    fitted: bool = True
    goal: View | None = None  # where the view is on its way to
    _start: View = field(default_factory=View)
    _passed: float = 0.0  # seconds since it set out
    _scale: float = 1.0  # of the figure, when the view was fitted
    _beside: float = 0.0  # pixels at its right side over which something else stands
    fitted_scale: float = 0.0  # of the view that it was fitted to last

    @property
    def is_seen(self) -> bool:
        return self.view.size != UNSEEN

    @property
    def is_moving(self) -> bool:
        return self.goal is not None

    def look(self, view: View) -> None:
        """From now on the view is the user's."""
        self.view, self.fitted, self.goal = view, False, None

    def fit(self, framed: Framed, *, smooth: bool = False) -> None:
        """Show everything that this stage draws: at once, or on a short way there."""
        self.fitted, self.goal, self._scale = True, None, framed.scale
        if not self.is_seen:
            return
        goal = self._goal(framed)
        self.fitted_scale = goal.scale
        if smooth and goal != self.view:
            self._start, self.goal, self._passed = self.view, goal, 0.0
        else:
            self.view = goal

    def at_scale(self, scale: float) -> None:
        """What it was fitted to, about the same middle, at a smaller scale."""
        (width, height), beside = self.view.size, min(self._beside, 0.4 * self.view.size[0])
        wanted = self.view if self.goal is None else self.goal
        if wanted.scale != scale:
            wanted = wanted.zoomed(scale / wanted.scale, (0.5 * (width - beside), 0.5 * height))
            wanted = replace(wanted, scale=scale)  # to the last bit: else the next frame would zoom again
            self.view, self.goal = (wanted, None) if self.goal is None else (self.view, wanted)

    def resize(self, size: tuple[float, float], framed: Framed, beside: float = 0.0) -> None:
        """The pane has another size, or the figure another scale, or `beside` pixels at its right are covered; a view
        that nobody has moved is fitted anew."""
        if not self.is_like(size, framed.scale, beside):
            self.view, self._scale, self._beside = self.view.resized(*size), framed.scale, beside
            if self.fitted:
                self.fit(framed)

    def is_like(self, size: tuple[float, float], scale: float, beside: float = 0.0) -> bool:
        """Whether the pane is so large and so covered, and the figure drawn at that scale."""
        return size == self.view.size and scale == self._scale and beside == self._beside

    def keep_in_view(self, framed: Framed, *, smooth: bool) -> None:
        """After an edit: go where the picture is if it has left the pane; a world stays while all that is drawn and
        all its handles are seen."""
        if not self.fitted or not self.is_seen:
            return
        if self.pane.is_held(framed.moment) and self._sees(framed):
            return
        goal = self._goal(framed)
        if self.pane.is_held(framed.moment) or self.pane.axes is not None or _leaves(goal, self.view):
            self.fit(framed, smooth=smooth)

    def _goal(self, framed: Framed) -> View:
        """What is drawn, fitted to what nothing else stands over."""
        (width, height), beside = self.view.size, min(self._beside, 0.4 * self.view.size[0])
        view = framed.view(self.pane, (width - beside, height))
        return view if not beside else view.resized(width, height).panned(-0.5 * beside, 0.0)

    def _sees(self, framed: Framed) -> bool:
        """Whether everything that can be held, and all that is drawn now, lies in the pane."""
        grips = placed_grips(framed.moment.scene, self.view.pixel) if self.pane.is_held(framed.moment) else ()
        places, seen = np.array([placed.at for placed in grips]).reshape(-1, 2), self.view.bounds()
        are_inside = ((places >= seen.low) & (places <= seen.high)).all()
        return bool(are_inside) and still_fits(self.view, self.pane, framed.moment, framed.scale)

    def tick(self, seconds: float) -> None:
        """Let time pass on the way to the goal."""
        if self.goal is not None:
            self._passed += seconds
            if self._passed >= FRAMING_SECONDS:
                self.view, self.goal = self.goal, None
            else:
                self.view = between(self._start, self.goal, eased(self._passed / FRAMING_SECONDS))


def agree(states: Iterable[PaneState], *, all_of_them: bool = False) -> None:
    """Views beside each other that are fitted to nearly the same scale have the same one, the smallest of theirs:
    what they show can be compared; `all_of_them`: whatever they are fitted to. Charts have scales of their own."""
    fitted = [
        each for each in states if each.fitted and each.is_seen and each.pane.axes is None and each.fitted_scale
    ]
    alike: list[PaneState] = []
    for each in sorted(fitted, key=lambda state: state.fitted_scale):
        if alike and not all_of_them and each.fitted_scale > NEARLY * alike[0].fitted_scale:
            alike = []
        alike.append(each)
        each.at_scale(alike[0].fitted_scale)


def _leaves(goal: View, view: View) -> bool:
    """Whether what the one view is fitted to sticks out of the other."""
    wanted, seen = goal.bounds(), view.bounds()
    spare = MARGIN * wanted.extent
    return bool((wanted.low + spare < seen.low).any() or (wanted.high - spare > seen.high).any())
