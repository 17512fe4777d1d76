"""What each method costs on this motion: a bar along the lower side of its cell, below its number."""

from __future__ import annotations

from geometry.time_of_impact.comparison import MethodAsked, MotionMethod
from geometry.vector import Vector
from lessons.motion.all_methods_scene import FOOT, Compared
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.text import counted

THICK, OFF = 4.0, 4.0  # pixels of a bar, and between it and the line between two rows
INSET = 15.0  # and between a cell's side and a bar: it begins below its number
ASIDE, ABOVE = 4.0, 18.0  # pixels from the cell's left side to its number, and at least from its lower side
OTHERS = 0.5  # opacity of bars that are not the cheapest that cannot fail


def safe(scene: Compared) -> list[MethodAsked]:
    """The right ones that cannot fail on a motion like this."""
    return [each for each in scene.right if scene.is_safe(each.method)]


def cheapest(scene: Compared) -> list[MethodAsked]:
    """Those of them that cost least."""
    found = safe(scene)
    least = min((each.cost for each in found), default=0)
    return [each for each in found if each.cost == least]


def factors(scene: Compared, asked: MethodAsked) -> str:
    """How a cost comes about, from the numbers of vertices n and m: what gives it, each factor named."""
    n, m = len(scene.a.shape.points), len(scene.b.shape.points)
    supports = f"{counted(asked.supports, 'support point')} × {n + m}"
    match asked.method:
        case MotionMethod.END_ONLY:
            each = f"({counted(n, 'normal')} × {m} {'vertex' if m == 1 else 'vertices'} + {m} × {n})"
            return f"{counted(asked.count, 'test')} × {each}"
        case MotionMethod.SUB_STEPS:
            return f"{counted(asked.count, 'test')} × {2 * n * m}"
        case MotionMethod.RAY:
            return f"{counted(n, 'edge')} of A × 2"
        case MotionMethod.LINEAR_CAST:
            features = "edges and corners tested" if scene.a.shape.radius + scene.b.shape.radius else "edges tested"
            return f"{n + m} to build A − B + 2 × {asked.count} {features}"
        case MotionMethod.GJK_RAY_CAST:
            return f"{supports} vertices"
    trials = f" + {counted(asked.trials, 'trial')} × 2" if asked.trials else " vertices"
    return f"{counted(asked.count, 'query')}: {supports}{trials}"


def draw_cost(canvas: Canvas, scene: Compared, asked: MethodAsked, shift: Vector, ink: Ink) -> None:
    """A bar, of the cell's width for the dearest method; its number above where all bars begin, bold for the ones to
    use."""
    (x, y), (w, h), pixel = scene.cell[0] + shift, scene.cell[1], canvas.pixel
    is_best, left = asked in cheapest(scene), x + INSET * pixel
    right = left + (w - 2.0 * INSET * pixel) * asked.cost / max(each.cost for each in scene.asked)
    under, over = y + OFF * pixel, y + (OFF + THICK) * pixel
    canvas.area(((left, under), (right, under), (right, over), (left, over)), ink, opacity=1.0 if is_best else OTHERS)
    style = TextStyle.BOLD if is_best else TextStyle.LABEL
    at = x + ASIDE * pixel, y + max(0.5 * FOOT * h, ABOVE * pixel)
    canvas.label(f"cost {asked.cost}", at, ink, toward=(1.0, 0.0), style=style, fixed=True)
