"""Pictures as files, with no display."""
