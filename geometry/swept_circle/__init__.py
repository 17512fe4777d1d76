"""Moving circles and points, solved exactly: against a point, a circle, a segment.

All of them work in relative motion: only how A moves as seen from B matters, so B is held still. A motion is the
displacement over the whole interval, and a fraction of 1 is its end.
"""
