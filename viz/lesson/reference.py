"""What stands beside the lessons, for the window and the command line: the glossary."""

from __future__ import annotations

from dataclasses import dataclass

from viz.lesson.glossary import Glossary


@dataclass(frozen=True)
class Reference:
    glossary: Glossary


NO_REFERENCE = Reference(Glossary(()))
