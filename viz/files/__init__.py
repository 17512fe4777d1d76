"""Scenes as files and as short codes, outlines pasted from elsewhere, and what is kept between two starts."""
