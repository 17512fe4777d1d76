"""What a window remembers and changes: the place in a trace, scenes to undo, what can be dragged and edited."""
