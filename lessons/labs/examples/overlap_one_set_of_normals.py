"""An `overlap` with one bug."""


def overlap(a, b):
    """Whether two convex shapes overlap: no edge of A separates them."""
    for i in range(len(a)):
        (x1, y1), (x2, y2) = a[i - 1], a[i]
        n = (y2 - y1, x1 - x2)
        in_a = [x * n[0] + y * n[1] for x, y in a]
        in_b = [x * n[0] + y * n[1] for x, y in b]
        if max(in_a) < min(in_b) or max(in_b) < min(in_a):
            return False
    return True
