"""Knows only bodies that move; two more parameters have defaults. Each normal gives a time to enter and to leave."""


def time_of_impact(a, velocity_a, b, velocity_b, tolerance=1e-12, most=100):
    vx, vy = velocity_b[0] - velocity_a[0], velocity_b[1] - velocity_a[1]
    enter, leave = 0.0, 1.0
    for ring in (a, b):
        for i in range(len(ring)):
            (px, py), (qx, qy) = ring[i - 1], ring[i]
            nx, ny = qy - py, px - qx
            size = (nx * nx + ny * ny) ** 0.5
            pa = [(x * nx + y * ny) / size for x, y in a]
            pb = [(x * nx + y * ny) / size for x, y in b]
            speed = (vx * nx + vy * ny) / size
            gaps = (min(pb) - max(pa), min(pa) - max(pb))
            for gap, closing in ((gaps[0], -speed), (gaps[1], speed)):
                # gap - closing * t <= 0 has to hold
                if abs(closing) < tolerance:
                    if gap > tolerance:
                        return None
                elif closing > 0:
                    enter = max(enter, gap / closing)
                else:
                    leave = min(leave, gap / closing)
    return enter if enter <= leave else None
