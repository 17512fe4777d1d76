"""The faces of the difference, one by one, without building it."""

from lessons.faces_of_the_difference.lesson import FacesOfTheDifference

__all__ = ["FacesOfTheDifference"]
