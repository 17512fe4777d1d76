"""How one algorithm is told, wherever it is met: in its own lesson, or stepped into from another one."""
