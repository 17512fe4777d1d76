"""Halves the interval: a half in which the gap cannot close is left out; what starts in contact is no hit."""

from math import cos, hypot, sin


class Body:
    def __init__(self, outline, velocity, spin):
        self.velocity, self.spin = velocity, spin
        area = x = y = 0.0
        ox, oy = outline[0]
        for i in range(1, len(outline) - 1):
            ux, uy = outline[i][0] - ox, outline[i][1] - oy
            vx, vy = outline[i + 1][0] - ox, outline[i + 1][1] - oy
            part = ux * vy - uy * vx
            area, x, y = area + part, x + part * (ux + vx) / 3, y + part * (uy + vy) / 3
        self.x, self.y = ox + x / area, oy + y / area
        self.arms = [(px - self.x, py - self.y) for px, py in outline]
        self.reach = max(hypot(px, py) for px, py in self.arms)

    def at(self, t):
        c, s = cos(self.spin * t), sin(self.spin * t)
        x, y = self.x + self.velocity[0] * t, self.y + self.velocity[1] * t
        return [(x + c * px - s * py, y + s * px + c * py) for px, py in self.arms]


def gap_of(a, b):
    """A gap that is no more than the distance: on the best normal, or between the nearest vertices."""
    best = -1e300
    axes = []
    for ring in (a, b):
        for i in range(len(ring)):
            (px, py), (qx, qy) = ring[i - 1], ring[i]
            axes.append((qy - py, px - qx))
    near = min(((hypot(p[0] - q[0], p[1] - q[1]), p, q) for p in a for q in b), key=lambda each: each[0])
    axes.append((near[2][0] - near[1][0], near[2][1] - near[1][1]))
    for nx, ny in axes:
        size = hypot(nx, ny)
        if size == 0:
            continue
        pa = [(x * nx + y * ny) / size for x, y in a]
        pb = [(x * nx + y * ny) / size for x, y in b]
        best = max(best, min(pb) - max(pa), min(pa) - max(pb))
    return best


def time_of_impact(a, velocity_a, spin_a, b, velocity_b, spin_b):
    one, other = Body(a, velocity_a, spin_a), Body(b, velocity_b, spin_b)
    speed = hypot(velocity_a[0] - velocity_b[0], velocity_a[1] - velocity_b[1])
    speed += abs(spin_a) * one.reach + abs(spin_b) * other.reach
    near = 1e-7 * max(one.reach, other.reach) + 1e-13 * (abs(one.x) + abs(one.y))
    if gap_of(a, b) <= near:
        return None
    waiting = [(0.0, 1.0)]
    while waiting:
        low, high = waiting.pop()
        middle, half = (low + high) / 2, (high - low) / 2
        gap = gap_of(one.at(middle), other.at(middle))
        if gap > speed * half:
            continue
        if half * speed < near / 2:
            if gap <= near:
                return middle
            continue
        waiting += [(middle, high), (low, middle)]
    return None
