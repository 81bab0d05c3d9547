"""Back-off: how much slower a host is asked that limits its visitors, and when it is asked faster.

It only computes. The delay doubles with each burst of limited answers; pauses double while nothing
else comes. Good answers shrink the delay step by step: quickly down to the pace that was too fast,
then ever more rarely, so that a limit is tested less often each time it is met.
"""

from dataclasses import dataclass

NOT_YET = float("-inf")
_LEAST_DELAY = 0.02  # seconds that count as the delay of a host that is asked without any
_LONGEST_PAUSE = 3_600.0  # seconds; a ban of a day costs a site no more than 30 requests
_SHRINK = 0.8  # of the delay at each step
_MARGIN = 1.1  # times the delay that was too short: from there on, steps are rare
_FEW_ANSWERS = 2  # after a pause: then the pause, not the delay, is about what the host allows
_QUICK_ANSWERS = 4  # good answers before a step above that …
_SLOW_ANSWERS = 16  # … and below it, at first
_MOST_ANSWERS = 4_096


@dataclass(slots=True)
class BackOff:
    """What one host's answers have taught about its limit. Times are seconds, as in the pace."""

    longest_delay: float
    delay: float = 0.0  # learned, from start to start; 0: the host does not limit us
    refusals: int = 0  # limited answers since the last good one
    answers: int = 0  # good answers since the first limited one
    before: float = 0.0  # the delay before the last doubling
    _too_short: float = 0.0  # the delay at which the host last limited us
    _slowed_at: float = NOT_YET
    _good: int = 0  # answers since the last step
    _pause: float = 0.0  # the last one: a host with windows of time needs about as long again
    _answers_before: int = 0  # before the last doubling
    _needed: int = _SLOW_ANSWERS

    def note_limited(self, usual: float, sent: float, now: float) -> float:
        """Return how long to pause after a limited answer; 0.0 if it belongs to a known burst.

        `usual` is the host's delay without back-off, `sent` when the request started.
        """
        self._slowed_at = min(self._slowed_at, now)  # the clock may have been set back
        if sent <= self._slowed_at:
            return 0.0
        if self.refusals == 0:
            self.before, self._too_short = self.delay, max(self.delay, usual)
            slower = 2.0 * max(self._too_short, _LEAST_DELAY)
            if self.answers <= self._answers_before + _FEW_ANSWERS:
                slower = max(slower, self._pause / 2.0)
            self.delay = max(usual, min(slower, self.longest_delay))
            self._answers_before = self.answers
            self._needed = min(2 * self._needed, _MOST_ANSWERS)
        self.refusals += 1
        self._slowed_at, self._good = now, 0
        longer = 2.0 * self._pause if self.refusals > 1 else self._pause / 4.0
        self._pause = min(max(self.delay, longer), _LONGEST_PAUSE)
        return self._pause

    def note_good(self, usual: float, sent: float) -> None:
        """Count an answer that was not limited, and shrink the delay after enough of them."""
        if sent <= self._slowed_at:
            return
        self.answers += 1
        self.refusals = 0
        if not self.delay:
            return
        self._good += 1
        shorter = self.delay * _SHRINK
        is_safe = shorter > self._too_short * _MARGIN
        if self._good >= (_QUICK_ANSWERS if is_safe else self._needed):
            self._good, self.delay = 0, shorter if shorter > usual else 0.0
            self._too_short = min(self._too_short, shorter)
            self._pause /= 2.0

    def take_back(self, delay: float) -> None:
        """Return to an earlier delay: the answers were about one page, not about our pace."""
        self.delay, self.refusals, self._slowed_at = delay, 0, NOT_YET
        self._needed, self._pause = _SLOW_ANSWERS, 0.0

    @property
    def is_idle(self) -> bool:
        """Whether the host may be forgotten without harm."""
        return not self.delay and not self.refusals
