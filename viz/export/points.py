"""Points as SVG: rings, discs, crosses."""

from __future__ import annotations

from viz.export.elements import Pixel, disc, glow, path_data, stroked
from viz.export.tex import n
from viz.lesson.ink import Ink, Point
from viz.picture.sizes import (
    ANSWER_AMOUNT,
    ANSWER_LIGHT,
    RADII,
    RING_DASH,
    RING_WIDTH,
    WRONG_AMOUNT,
    WRONG_ARM,
    WRONG_LIGHT,
    WRONG_RADIUS,
)
from viz.picture.theme import Theme


def point(at: Pixel, ink: Ink, kind: Point, theme: Theme, scale: float) -> str:
    """A point of a kind; in the ink of faulty answers rings are dashed, and a cross has a ring and light."""
    color, size = theme.color(ink), scale * theme.line_factor
    radius, is_wrong = RADII[kind] * size, ink is Ink.FAULTY
    match kind:
        case Point.RING:
            return _ring(at, 1.3 * radius if is_wrong else radius, color, theme.canvas, size, dashed=is_wrong)
        case Point.ANSWER:
            light = glow([at], theme.glow(ink), ANSWER_LIGHT * size, ANSWER_AMOUNT * theme.glow_factor)
            return light + disc(at, radius, color)
        case Point.FILLED | Point.SMALL:
            return disc(at, radius, color)
        case Point.CROSS if is_wrong:
            around = glow([at], theme.glow(ink), WRONG_LIGHT * size, WRONG_AMOUNT * theme.glow_factor)
            around += _ring(at, WRONG_RADIUS * size, color, theme.canvas, size, dashed=True)
            return around + _cross(at, WRONG_ARM * size, color, size)
        case Point.CROSS:
            return _cross(at, radius, color, size)
        case Point.DIAMOND:
            x, y = at
            around = path_data([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)], closed=True)
            return (
                f'<path d="{around}" fill="{theme.canvas}" stroke="{color}" stroke-width="{n(RING_WIDTH * size)}"/>'
            )
        case Point.HOLLOW:
            return _ring(at, radius, color, "none", size)


def _ring(at: Pixel, radius: float, color: str, inside: str, size: float, *, dashed: bool = False) -> str:
    dash = f' stroke-dasharray="{n(RING_DASH[0] * size)} {n(RING_DASH[1] * size)}"' if dashed else ""
    return (
        f'<circle cx="{n(at[0])}" cy="{n(at[1])}" r="{n(radius)}" fill="{inside}" '
        f'stroke="{color}" stroke-width="{n(RING_WIDTH * size)}"{dash}/>'
    )


def _cross(at: Pixel, arm: float, color: str, size: float) -> str:
    x, y = at
    arms = [[(x - arm, y - slope * arm), (x + arm, y + slope * arm)] for slope in (-1.0, 1.0)]
    return stroked("".join(path_data(each, closed=False) for each in arms), color, RING_WIDTH * size, 1.0, "round")
