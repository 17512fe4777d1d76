"""Bug: asks whether the centre, not where it will be, stands over the wall."""


def swept_circle(center, radius, velocity, start, end):
    (cx, cy), (vx, vy) = center, velocity
    ex, ey = end[0] - start[0], end[1] - start[1]
    size = (ex * ex + ey * ey) ** 0.5
    ux, uy = ex / size, ey / size
    x, y = cx - start[0], cy - start[1]
    along = max(0.0, min(size, x * ux + y * uy))
    if (x - along * ux) ** 2 + (y - along * uy) ** 2 <= radius * radius:
        return 0
    times = []
    height, speed = -x * uy + y * ux, -vx * uy + vy * ux
    if height < 0:
        height, speed = -height, -speed
    if speed < 0 and height >= radius:
        t = (radius - height) / speed
        if 0 <= x * ux + y * uy <= size:
            times.append(t)
    for px, py in (start, end):
        x, y = cx - px, cy - py
        alpha, beta, gamma = vx * vx + vy * vy, x * vx + y * vy, x * x + y * y - radius * radius
        root = beta * beta - alpha * gamma
        if root >= 0 and beta < 0:
            times.append((-beta - root**0.5) / alpha)
    times = [t for t in times if t <= 1]
    return min(times) if times else None
