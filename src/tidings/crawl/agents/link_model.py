"""A logistic regression that learns online, from fixed weights that it may leave.

Each example is one step of a Kalman filter on the weights: it takes what its uncertainty allows, so
the first dozen pages already count, and no learning rate has to be found.
"""

import numpy as np
from numpy.typing import NDArray

from tidings.crawl.agents.visit_record import Floats

_MAX_LOGIT = 12.0
_FORGETTING = 0.9995  # of certainty per example: a run's neighbourhoods differ


class LinkModel:
    """Weights and how sure they are."""

    def __init__(self, weights: Floats, scales: Floats, doubt: float) -> None:
        self.weights: NDArray[np.float64] = np.array(weights, np.float64)
        deviation = doubt / np.asarray(scales, np.float64)
        self.covariance: NDArray[np.float64] = np.diag(deviation**2)

    def estimates(self, features: Floats) -> Floats:
        """Return the probability of each line."""
        weights: Floats = np.array(self.weights, np.float32)
        logits = np.clip(features @ weights, -_MAX_LOGIT, _MAX_LOGIT)
        found: Floats = 1.0 / (1.0 + np.exp(-logits))
        return found

    def learn(self, features: Floats, target: float) -> None:
        """Learn one example; the target is a probability."""
        x: NDArray[np.float64] = np.asarray(features, np.float64)
        logit = float(np.clip(x @ self.weights, -_MAX_LOGIT, _MAX_LOGIT))
        expected = 1.0 / (1.0 + np.exp(-logit))
        slope = max(1e-3, expected * (1.0 - expected))
        spread: NDArray[np.float64] = self.covariance @ x
        gain = spread / (1.0 / slope + float(x @ spread))
        self.covariance = (self.covariance - np.outer(gain, spread)) / _FORGETTING
        self.weights += gain * (target - expected) / slope
