"""The low-speed limit: computes when a body that sends nothing more counts as too slow."""

from collections import deque


class LowSpeedLimit:
    """Tracks arrivals; `deadline` is when fewer than `min_bytes` came within `seconds`."""

    def __init__(self, start: float, min_bytes: int, seconds: float) -> None:
        self._min_bytes = min_bytes
        self._seconds = seconds
        self._arrivals: deque[tuple[float, int]] = deque()
        self._recent = 0
        self.deadline = start + seconds

    def add(self, count: int, now: float) -> None:
        """Record that `count` bytes arrived, which may move the deadline."""
        self._arrivals.append((now, count))
        self._recent += count
        # Keep only the latest arrivals that add up to min_bytes: when the oldest of them leaves
        # the window, the window holds too little.
        while self._recent - self._arrivals[0][1] >= self._min_bytes:
            self._recent -= self._arrivals.popleft()[1]
        if self._recent >= self._min_bytes:
            self.deadline = max(self.deadline, self._arrivals[0][0] + self._seconds)
