"""Hypothesis: the same 500 examples a property on every machine; SEPARATRIX_EXAMPLES asks for more, and new ones."""

from __future__ import annotations

import os

from hypothesis import settings

MORE = os.environ.get("SEPARATRIX_EXAMPLES")

# No deadline: the first example pays for imports, and a busy machine is no error of ours.
settings.register_profile("separatrix", max_examples=int(MORE or 500), derandomize=MORE is None, deadline=None)
settings.load_profile("separatrix")
