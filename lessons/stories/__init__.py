"""How one algorithm is told wherever it is met: on its own, or stepped into from another lesson."""
