"""Rounded manifold: the five steps for rounded polygons, and the article's own beside them."""

from lessons.rounded_manifold.lesson import RoundedManifold

__all__ = ["RoundedManifold"]
