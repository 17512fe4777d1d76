"""What the lessons of the first edition share. It goes when the last of them has been rewritten."""
