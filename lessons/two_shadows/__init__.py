"""Two shadows on an axis turned by hand, and the curve that says why only edge normals need testing."""

from lessons.two_shadows.lesson import TwoShadows

__all__ = ["TwoShadows"]
