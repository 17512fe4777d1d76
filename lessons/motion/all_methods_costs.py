"""What each method costs on this motion, as bars in the order of the methods."""

from __future__ import annotations

from geometry.time_of_impact.comparison import MethodAsked
from lessons.motion.all_methods_figure import reached, shade_of
from lessons.motion.all_methods_scene import NAMES, Compared
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes, Moment

HALF = 6.0  # pixels of half a bar, at most
SLIM = 0.34  # of a row: and a bar's half is at most so high
UNDER = 1.5  # rows that stand where other charts have the numbers of their axis
ASIDE = 1.0  # pixels between a bar and its words
OTHERS = 0.5  # opacity of bars that are not the cheapest that cannot fail


def axes_of(moment: Moment[Compared]) -> Axes:
    """A row for each method, the first on top."""
    asked = moment.scene.asked
    return Axes((0.0, float(max(each.cost for each in asked))), (UNDER, len(asked)))


def safe(scene: Compared) -> list[MethodAsked]:
    """The right ones that cannot fail on a motion like this."""
    return [each for each in scene.right if scene.is_safe(each.method)]


def cheapest(scene: Compared) -> list[MethodAsked]:
    """Those of them that cost least."""
    found = safe(scene)
    least = min((each.cost for each in found), default=0)
    return [each for each in found if each.cost == least]


def draw_costs(canvas: Canvas, moment: Moment[Compared]) -> None:
    """A bar for each method that has answered, in the ink of what its answer is worth; the ones to use are bold."""
    scene, half = moment.scene, min(HALF * canvas.pixel_y, SLIM)
    best = cheapest(scene)
    for row, each in zip(range(len(scene.asked), 0, -1), reached(moment), strict=False):
        y, ink, is_best = row - 0.5, shade_of(scene, each), each in best
        style = TextStyle.BOLD if is_best else TextStyle.LABEL
        corners = ((0.0, y - half), (each.cost, y - half), (each.cost, y + half), (0.0, y + half))
        canvas.area(corners, ink, opacity=1.0 if is_best else OTHERS)
        name = -ASIDE * canvas.pixel, y
        canvas.label(NAMES[each.method], name, ink, toward=(-1.0, 0.0), style=style, fixed=True)
        number = each.cost + ASIDE * canvas.pixel, y
        canvas.label(str(each.cost), number, ink, toward=(1.0, 0.0), style=style, fixed=True)
    canvas.stroke(((0.0, 0.0), (0.0, float(len(scene.asked)))), Ink.CONSTRUCTION, line=Line.THIN)
