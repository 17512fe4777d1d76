"""Bug: clips an ear without looking for vertices inside it."""


def triangulate(outline):
    def turn(i, j, k):
        (ax, ay), (bx, by), (cx, cy) = outline[i], outline[j], outline[k]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    left = list(range(len(outline)))
    if sum(turn(0, i, i + 1) for i in range(1, len(outline) - 1)) < 0:
        left.reverse()
    found = []
    while len(left) > 3:
        best = None
        for n in range(len(left)):
            i, j, k = left[n - 1], left[n], left[(n + 1) % len(left)]
            size = turn(i, j, k)
            if size < 0:
                continue
            if best is None or size > best[0]:
                best = (size, n, (i, j, k))
        if best is None:
            break
        found.append(best[2])
        del left[best[1]]
    found.append(tuple(left))
    return found
