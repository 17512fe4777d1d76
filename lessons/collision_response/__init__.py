"""Collision response: pushing shapes apart, by halves, against a fixed one, and in a pile."""

from lessons.collision_response.lesson import CollisionResponse

__all__ = ["CollisionResponse"]
