"""A focus: a topic, and what was learned about it from the pages of one site; bounded in size.

A page is judged by two independent signals: the topic's own words, weighted by how rare they are on
the site, and a classifier of all other words. As they are independent, each can correct the other.
A link is judged by the same two (a headline is most of a title) and by a classifier of links.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tidings.crawl.focus.classifier import Classifier, Features, probability_of
from tidings.crawl.focus.focus_features import (
    LINK_BUCKETS,
    PAGE_BUCKETS,
    address_terms,
    link_features,
    link_terms,
    link_word_features,
    page_features,
)
from tidings.crawl.focus.focus_topic import FocusTopic, TopicMatcher, focus_topic, topic_matcher
from tidings.model.crawl.link_prospect import LinkProspect
from tidings.text.language.detection import UNKNOWN
from tidings.text.terms.analysis import analyse

_COMMON, _RARE = 0.9, 0.03  # prior share of pages with a function word, and with any other …
_PRIOR_PAGES = 5.0  # … worth this many pages
_TOO_COMMON = 0.5  # on a larger share of pages a word says less and less, on _COMMON nothing
_SCALE = math.log(20.0)  # a word on one page in twenty has full weight
_TITLE_WEIGHT, _LEAD_TERMS = (
    3,
    60,
)  # a hit in the title counts three times, in these first terms twice
_HALF_HITS = 2.0  # hits that give half of the maximum evidence
_UNNAMED_LOGIT, _EVIDENCE_LOGIT = (
    -2.5,
    6.0,
)  # logits: no word of the topic, and what full evidence adds
_INDEX_LOGIT, _SHORT_LINK_LOGIT = (
    0.5,
    -1.2,
)  # logits: a link to further links, a link with too few words
_MIN_LINK_TERMS = 3  # terms from which it counts against a link that it does not name the topic
_MIN_NAMED, _MAX_UNNAMED = 0.55, 0.1  # calibrate scores only with evidence from here, or up to here
_INDIRECT_WEIGHT = 0.25  # weight of an article for the link to the page it was found on
_SHOWN_WORDS = 3


@dataclass(frozen=True, slots=True)
class FocusJudgement:
    """How much a page is about the topic, and what can be learned from it."""

    relevance: float  # 0..1
    wanted: bool
    evidence: float  # 0..1, from the topic's own words
    score: float  # of the classifier, before it learned from the page
    features: Features
    named: tuple[bool, ...]  # which of the topic's words it has
    length: int  # terms
    language: str
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Focus:
    """What is known about a topic on a site."""

    words: str  # the topic as typed
    pages: int = 0  # articles judged
    wanted: int = 0  # of them, kept
    links: int = 0  # links whose target was seen
    lessons: int = 0  # pages learned from, articles or not
    named: list[int] = field(default_factory=list)  # wanted articles with each topic word
    unwanted_named: list[int] = field(default_factory=list)  # unwanted articles with it
    length: float = 0.0  # terms of an average article
    languages: Counter[str] = field(default_factory=Counter)
    page_model: Classifier = field(default_factory=lambda: Classifier.blank(PAGE_BUCKETS))
    link_model: Classifier = field(default_factory=lambda: Classifier.blank(LINK_BUCKETS))

    def __post_init__(self) -> None:
        self.named = self.named or [0] * len(self.topic.wanted)
        self.unwanted_named = self.unwanted_named or [0] * len(self.topic.wanted)

    @property
    def topic(self) -> FocusTopic:
        """The parsed topic."""
        return focus_topic(self.words)

    @property
    def language(self) -> str:
        """The language of most of the site's articles."""
        return max(self.languages, key=self.languages.__getitem__, default=UNKNOWN)

    def judge(self, title: str, text: str, language: str, threshold: float) -> FocusJudgement:
        """Return how much a page is about the topic."""
        matcher = topic_matcher(self.topic, language)
        head, body = analyse(title, language), analyse(text, language)
        hits = _weighted_hits(matcher, head, body)
        length = len(head) + len(body)
        evidence = self._evidence(hits, 0.5 + 0.5 * length / (self.length or length or 1))
        features, terms = page_features(head, body, matcher.terms)
        score = self.page_model.score(features)
        learned = self.page_model.logit(score)
        forbidden = matcher.forbids([*head, *body])
        relevance = (
            0.0
            if forbidden
            else probability_of(_UNNAMED_LOGIT + _EVIDENCE_LOGIT * evidence + learned)
        )
        notes = (
            *self._named_notes(hits, forbidden),
            *self._learned_notes(features, terms, learned),
        )
        return FocusJudgement(
            relevance, relevance >= threshold, evidence, score, features,
            tuple(hit > 0 for hit in hits), length, language, notes,
        )  # fmt: skip

    def _evidence(self, hits: Sequence[float], size: float) -> float:
        """The evidence of the topic's words: one may be enough, and many hits add little."""
        doubt = 1.0
        for operand, hit in enumerate(hits):
            if hit:
                doubt *= 1.0 - self._word_weight(operand) * hit / (hit + _HALF_HITS * size)
        return 1.0 - doubt

    def _word_weight(self, operand: int) -> float:
        """The weight of a word, 0..1, by the share of the site's articles that have it.

        A good crawl finds the word in most articles, which must not lower its weight: wanted
        articles count as at most a quarter of all.
        """
        unwanted = self.pages - self.wanted
        weight = min(1.0, unwanted / (3 * self.wanted)) if self.wanted else 0.0
        expected = _PRIOR_PAGES * (_COMMON if self.topic.is_common(operand) else _RARE)
        named = self.unwanted_named[operand] + weight * self.named[operand]
        share = (named + expected) / (unwanted + weight * self.wanted + _PRIOR_PAGES)
        weight_of_rarity = 0.5 + 0.5 * min(1.0, -math.log(share) / _SCALE)
        return weight_of_rarity * min(1.0, max(0.0, (_COMMON - share) / (_COMMON - _TOO_COMMON)))

    def _named_notes(self, hits: Sequence[float], forbidden: bool) -> list[str]:
        named = [word for word, hit in zip(self.topic.wanted, hits, strict=True) if hit]
        notes = [f"contains {', '.join(named)}" if named else "contains none of the topic's words"]
        return [*notes, "contains an excluded word"] if forbidden else notes

    def _learned_notes(self, features: Features, terms: Sequence[str], learned: float) -> list[str]:
        """A note with the words that influenced the classifier most."""
        if not learned:
            return []
        sign = 1.0 if learned > 0 else -1.0
        model = self.page_model
        strongest = sorted(
            ((sign * value * model.log_odds(at), term)
             for (at, value), term in zip(features, terms, strict=True)), reverse=True,
        )[:_SHOWN_WORDS]  # fmt: skip
        words = ", ".join(term for strength, term in strongest if strength > 0)
        return [f"learned words count {'for' if learned > 0 else 'against'} it ({words})"]

    def link_probability(self, url: str, parent: str, prospect: LinkProspect) -> float:
        """Return the probability that a link leads to a wanted article, directly or not."""
        language = self.language
        matcher = topic_matcher(self.topic, language)
        words, address = link_terms(prospect.words, language), address_terms(url, language)
        if matcher.forbids(words):
            return 0.0
        evidence = self._link_evidence(matcher, words, address)
        if prospect.likely_index:
            prior = _INDEX_LOGIT
        else:
            prior = (
                _UNNAMED_LOGIT
                if len(words) + len(address) >= _MIN_LINK_TERMS
                else _SHORT_LINK_LOGIT
            )
        learned = self.link_model.logit(self._link_score(url, parent, prospect, matcher))
        return probability_of(prior + _EVIDENCE_LOGIT * evidence + learned) * (
            1.0 - prospect.service
        )

    def names(self, url: str, words: str) -> bool:
        """Return whether a link's text or URL contains a word of the topic."""
        matcher = topic_matcher(self.topic, self.language)
        terms = (*link_terms(words, self.language), *address_terms(url, self.language))
        return any(matcher.hits(terms))

    def _link_evidence(
        self, matcher: TopicMatcher, words: Sequence[str], address: Sequence[str]
    ) -> float:
        pairs = zip(matcher.hits(words), matcher.hits(address), strict=True)
        return self._evidence(
            [_TITLE_WEIGHT * max(in_text, in_url) for in_text, in_url in pairs], 1.0
        )

    def _link_score(
        self, url: str, parent: str, prospect: LinkProspect, matcher: TopicMatcher
    ) -> float:
        features = link_features(url, parent, prospect, self.language, matcher.terms)
        words = link_word_features(prospect, self.language, matcher.terms)
        return self.link_model.score(features) + self.page_model.score(words)

    def learn_page(self, judgement: FocusJudgement) -> None:
        """Learn from a judged article, with its relevance as the probability of being wanted."""
        model = self.page_model
        if judgement.evidence >= _MIN_NAMED or judgement.evidence <= _MAX_UNNAMED:
            model.note(judgement.score, wanted=judgement.evidence >= _MIN_NAMED)
        model.learn(judgement.features, judgement.relevance)
        self.pages += 1
        self.wanted += judgement.wanted
        counts = self.named if judgement.wanted else self.unwanted_named
        self.length += (judgement.length - self.length) / self.pages
        for operand, is_named in enumerate(judgement.named[: len(self.named)]):
            counts[operand] += is_named
        self.languages[judgement.language] += 1

    def learn_link(
        self, url: str, parent: str, prospect: LinkProspect, value: float, *, is_direct: bool = True
    ) -> None:
        """Learn what a link led to; not `is_direct`: what its target page linked to."""
        matcher = topic_matcher(self.topic, self.language)
        features = link_features(url, parent, prospect, self.language, matcher.terms)
        if is_direct:
            score = self._link_score(url, parent, prospect, matcher)
            self.link_model.note(score, wanted=value >= 0.5)
            self.links += 1
        self.link_model.learn(features, value, 1.0 if is_direct else _INDIRECT_WEIGHT)


def _weighted_hits(matcher: TopicMatcher, head: Sequence[str], body: Sequence[str]) -> list[float]:
    """Count the hits of each topic word; hits in the title and at the start count more."""
    places = zip(
        matcher.hits(head), matcher.hits(body[:_LEAD_TERMS]), matcher.hits(body), strict=True
    )
    return [float(_TITLE_WEIGHT * title + lead + all_hits) for title, lead, all_hits in places]
