"""Questions to one shape: the nearest point, the first hit of a ray or a moving circle, what contains what."""
