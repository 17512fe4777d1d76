"""Bug: single precision, whose digits do not reach far from the origin."""

import numpy as np


def axes(shape):
    edges = np.roll(shape, -1, axis=0) - shape
    return np.stack([edges[:, 1], -edges[:, 0]], axis=1)


def overlap(a, b):
    a, b = np.array(a, dtype=np.float32), np.array(b, dtype=np.float32)
    for axis in np.concatenate([axes(a), axes(b)]):
        on_a, on_b = a @ axis, b @ axis
        if on_a.max() < on_b.min() or on_b.max() < on_a.min():
            return False
    return True
