"""A vector on a vector: the shadow's signed length, and why the vector projected on must have length 1."""

from lessons.vector_projection.lesson import VectorProjection

__all__ = ["VectorProjection"]
