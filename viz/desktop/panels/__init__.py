"""The docked panels around the canvas, and the canvas itself: one function or class each."""
