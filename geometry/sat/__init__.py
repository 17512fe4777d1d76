"""Separating axes: projections on an axis, and the searches over axes.

A file a routine; import a routine's steps from its own module.
"""
