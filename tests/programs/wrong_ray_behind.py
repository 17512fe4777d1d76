"""Bug: hits what lies behind the start too."""


def ray_cast(origin, direction, shape):
    (ox, oy), (dx, dy) = origin, direction
    size = (dx * dx + dy * dy) ** 0.5
    dx, dy = dx / size, dy / size
    cx, cy = shape[0]
    area = sum(
        (p[0] - cx) * (q[1] - cy) - (p[1] - cy) * (q[0] - cx)
        for p, q in zip(shape, shape[1:] + shape[:1], strict=True)
    )
    enter, leave = float("-inf"), float("inf")
    for p, q in zip(shape, shape[1:] + shape[:1], strict=True):
        nx, ny = q[1] - p[1], p[0] - q[0]
        if area < 0:
            nx, ny = -nx, -ny
        ahead = nx * (p[0] - ox) + ny * (p[1] - oy)
        speed = nx * dx + ny * dy
        if abs(speed) < 1e-12:
            if ahead < 0:
                return None
        elif speed < 0:
            enter = max(enter, ahead / speed)
        else:
            leave = min(leave, ahead / speed)
    return abs(enter) if enter <= leave else None
