"""The golden record on other processors: numpy and its BLAS choose their kernels by the processor, and each rounds in
its own way, fused or not. What a tie decides must not depend on it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
_FLAGS = Path("/proc/cpuinfo")

# What is found beyond the least that numpy asks for: its own loops do without.
_FOUND = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])  # type: ignore[call-overload, index]

PROCESSORS = {  # name: what is set, and what this processor must have for it
    "Haswell": ({"OPENBLAS_CORETYPE": "Haswell"}, {"avx2", "fma"}),
    "SkylakeX": ({"OPENBLAS_CORETYPE": "SkylakeX"}, {"avx512f"}),
    "Zen": ({"OPENBLAS_CORETYPE": "Zen"}, {"avx2", "fma"}),
    "numpy's least": ({"NPY_DISABLE_CPU_FEATURES": " ".join(_FOUND)}, {"avx2"}),
}


def can_be(processor: str) -> bool:
    """Whether this machine can run as if it were that processor."""
    return _FLAGS.exists() and PROCESSORS[processor][1] <= set(_FLAGS.read_text().split())


def differences(processor: str, lessons: Sequence[str] = (), workers: int = 0) -> str:
    """What the golden record's test says on that processor, of these lessons (of all); empty for nothing."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", str(workers)]
    chosen = ["-k", " or ".join(f"[{lesson}]" for lesson in lessons)] if lessons else []
    test = str(ROOT / "tests" / "lessons" / "test_golden.py")
    env = {**os.environ, **PROCESSORS[processor][0]}
    done = subprocess.run([*command, *chosen, test], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"{done.stdout}{done.stderr}"
