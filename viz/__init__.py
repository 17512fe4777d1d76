"""The app: a pure half that knows no window, and `viz.desktop`, which shows it."""
