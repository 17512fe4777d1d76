"""Edge clipping: the incident edge, cut to what lies in front of the reference edge, gives the contact points."""

from lessons.edge_clipping.lesson import EdgeClipping

__all__ = ["EdgeClipping"]
