"""Every way to look for a contact, on one motion."""

from lessons.all_methods.lesson import AllMethods

__all__ = ["AllMethods"]
