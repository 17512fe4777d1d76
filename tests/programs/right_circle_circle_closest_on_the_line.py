"""Both points lie on the line through the centres; B's comes first."""


def circle_circle_closest_points(center_a, radius_a, center_b, radius_b):
    (ax, ay), (bx, by) = center_a, center_b
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if length <= radius_a + radius_b:
        return None
    ux, uy = (bx - ax) / length, (by - ay) / length
    return (bx - radius_b * ux, by - radius_b * uy), (ax + radius_a * ux, ay + radius_a * uy)
