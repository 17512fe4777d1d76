"""The window: the only package that knows pyglet and Dear ImGui."""
