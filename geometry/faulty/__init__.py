"""Wrong routines, as articles and engines have them, kept to be compared with the right ones. None is used to decide.

A module a subject; each names its source, and says what is wrong.
"""
