"""Pairs by hand: a routine for each pair of simple shapes, and the table that picks one.

A file a routine, named for the pair. All answer with one contact, the nearest or the deepest, and touching counts as
contact in every one of them.
"""
