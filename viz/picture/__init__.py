"""From a recorded picture to pixels: view, framing, labels, theme, patterns, layout. No window is needed."""
