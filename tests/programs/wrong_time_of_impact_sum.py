"""Bug: adds the velocities instead of subtracting them."""


def time_of_impact(a, velocity_a, b, velocity_b):
    vx, vy = velocity_b[0] + velocity_a[0], velocity_b[1] + velocity_a[1]
    enter, leave = 0.0, 1.0
    for shape in (a, b):
        for i in range(len(shape)):
            nx, ny = shape[i][1] - shape[i - 1][1], shape[i - 1][0] - shape[i][0]
            pa = [x * nx + y * ny for x, y in a]
            pb = [x * nx + y * ny for x, y in b]
            speed = vx * nx + vy * ny
            before, after = max(pa) - min(pb), min(pa) - max(pb)
            if speed == 0:
                if before < 0 or after > 0:
                    return None
                continue
            first, last = sorted((before / speed, after / speed))
            enter, leave = max(enter, first), min(leave, last)
    return enter if enter <= leave else None
