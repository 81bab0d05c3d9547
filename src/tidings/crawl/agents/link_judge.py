"""Estimates how likely links lead to finds: by fixed weights, or by weights that a run changes."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tidings.crawl.agents import link_features as names
from tidings.crawl.agents.link_features import FEATURES, features_of
from tidings.crawl.agents.link_model import LinkModel
from tidings.crawl.agents.link_pool import LinkPool, PooledLink
from tidings.crawl.agents.topic_model import packed_topic_model, unpack_topic_model
from tidings.crawl.agents.visit_record import Floats, VisitRecord
from tidings.crawl.agents.word_model import WordModel

Rows = NDArray[np.int64]


class LinkJudge(Protocol):
    """What the population asks of a policy."""

    def features(self, rows: Rows, pool: LinkPool, record: VisitRecord) -> Floats:
        """Return what the estimates depend on."""

    def estimates(self, features: Floats) -> Floats:
        """Return the estimate of each line of features."""

    def learn(
        self, link: PooledLink | None, words: list[int], relevance: float, value: float
    ) -> None:
        """Learn what a link, or a seed, led to: a page, and with its links a value."""

    def refresh(self, record: VisitRecord) -> None:
        """Bring what the record knows of pages up to date with what was learned."""

    def reasons(self, features: Floats, *, followed: bool) -> tuple[str, ...]:
        """Return what spoke for a link that was followed, or against one that was left."""

    def packed(self) -> bytes:
        """Return what was learned."""


_FIXED = {
    names.ONE: -4.5, names.TEXT: 5.0, names.NEAR: 1.5, names.PATH: 2.0, names.MEAN: 1.5,
    names.LINEAGE: 2.0, names.SIBLINGS: 1.5, names.TOPIC: 0.3, names.WORDS: 1.0,
    names.NEAR_WORDS: 0.8, names.MANY: 0.5, names.IS_KNOWN: -2.0,
}  # fmt: skip
_DOUBT = 0.2  # how far weights may move, in units of …
_SPREAD = {  # … how much features differ between links
    names.TEXT: 0.08, names.NEAR: 0.13, names.PATH: 0.05, names.PAGE: 0.18, names.PAGES: 0.19,
    names.MEAN: 0.14, names.LINEAGE: 0.17, names.SIBLINGS: 0.07, names.HOST: 0.07,
    names.TOPIC: 1.3, names.WORDS: 0.6, names.NEAR_WORDS: 0.65, names.GAP: 2.0,
    names.HEADLINE: 0.3, names.MANY: 0.1, names.HAS_DATE: 0.25, names.RECENT: 0.1,
    names.STAYS: 0.45, names.POPULAR: 0.45, names.IS_KNOWN: 0.3, names.BOTH: 0.05,
}  # fmt: skip

_REASONS = 3  # told of a link
_LEAST_EFFECT = 0.1  # on the logit, to be told


def fixed_weights() -> Floats:
    """Return the weights that every run begins with."""
    weights = np.zeros(FEATURES, np.float32)
    for place, weight in _FIXED.items():
        weights[place] = weight
    return weights


def spread() -> Floats:
    """Return how much each feature usually differs between links."""
    return np.array([_SPREAD.get(place, 1.0) for place in range(FEATURES)], np.float32)


class UnlearnedJudge:
    """Fixed weights."""

    def __init__(self) -> None:
        self.words = WordModel()
        self.model = LinkModel(fixed_weights(), spread(), _DOUBT)
        self._followed = np.zeros(FEATURES, np.float64)  # features of followed links together
        self._count = 0.0

    def features(self, rows: Rows, pool: LinkPool, record: VisitRecord) -> Floats:
        """Return what the estimates depend on."""
        return features_of(rows, pool, record, self.words)

    def estimates(self, features: Floats) -> Floats:
        """Return the estimate of each line of features."""
        return self.model.estimates(features)

    def learn(
        self, link: PooledLink | None, words: list[int], relevance: float, value: float
    ) -> None:
        """Learn nothing, except what followed links are like."""
        self._note(link)

    def _note(self, link: PooledLink | None) -> None:
        if link is not None:
            self._followed += link.features
            self._count += 1.0

    def refresh(self, record: VisitRecord) -> None:
        """Leave the record as it is."""

    def reasons(self, features: Floats, *, followed: bool) -> tuple[str, ...]:
        """Return what mattered most; for links that were left, next to those followed."""
        usual = np.zeros(FEATURES) if followed else self._followed / max(1.0, self._count)
        effects = self.model.weights * (features - usual)
        effects[names.ONE] = 0.0
        order = np.argsort(-effects if followed else effects, kind="stable")[:_REASONS]
        told = (
            names.REASONS[place][not followed]
            for place in order.tolist()
            if abs(effects[place]) >= _LEAST_EFFECT and bool(effects[place] > 0) is followed
        )
        return tuple(told)

    def packed(self) -> bytes:
        """Return nothing."""
        return b""


class LearnedJudge(UnlearnedJudge):
    """The same, changed by what fetched pages turn out to be."""

    def __init__(self, topic_model: bytes = b"") -> None:
        super().__init__()
        unpack_topic_model(topic_model, self.model, self.words)

    def learn(
        self, link: PooledLink | None, words: list[int], relevance: float, value: float
    ) -> None:
        """Learn which features and which words go with relevant pages."""
        self._note(link)
        self.words.learn(words, relevance)
        if link is not None:
            self.words.learn(link.words, relevance)
            self.model.learn(link.features, value)

    def refresh(self, record: VisitRecord) -> None:
        """Estimate again what pages are about."""
        record.topic[: record.pages] = self.words.scores(record.words[: record.pages])

    def packed(self) -> bytes:
        """Return the weights and the words."""
        return packed_topic_model(self.model, self.words)
