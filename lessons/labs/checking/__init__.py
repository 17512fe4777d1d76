"""A user's routine is checked: run in a process of its own, judged, and told in one sentence a function."""
