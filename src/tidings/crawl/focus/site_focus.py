"""A focus: a topic and what the pages of one site have taught about it; bounded in size.

Two witnesses speak for a page: the topic's own words, weighed by how rare they are on the site,
and a classifier of all other words. Neither hears the other, so each can correct it. For a link
speak the same two (a headline is most of a title) and a second classifier of links.
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

_COMMON, _RARE = 0.9, 0.03  # pages that a small word, or any other, is expected on …
_EXPECTED = 5.0  # … as if so many had been seen
_IDLE = 0.5  # a topic's word on more pages than this tells less and less, on _COMMON nothing
_SCALE = math.log(20.0)  # a word on one page in twenty is as telling as any
_TITLE, _LEAD = 3, 60  # a hit in the title counts thrice; terms whose hits count twice
_SOFT = 2.0  # hits that make half of the evidence that any number could
_NO_WORD, _ALL_WORDS = -2.5, 6.0  # logits: nothing named, and what full evidence adds
_OPEN_INDEX, _OPEN = 0.5, -1.2  # a link to further links; one whose words say nothing
_SPEAKING = 3  # terms from which a link that does not name the topic speaks against itself
_NAMED, _UNNAMED = 0.55, 0.1  # evidence from which, and up to which, a page teaches scores
_CREDIT = 0.25  # what an article teaches about the link to the page it was found on
_SHOWN_WORDS = 3


@dataclass(frozen=True, slots=True)
class FocusJudgement:
    """How much a page is about the topic, and what it teaches."""

    relevance: float  # 0..1
    wanted: bool
    evidence: float  # 0..1, of the topic's own words
    score: float  # the classifier's, before it learned from the page
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
    links: int = 0  # links whose end was seen
    named: list[int] = field(default_factory=list)  # wanted ones, per word of the topic
    unwanted_named: list[int] = field(default_factory=list)  # and the others
    length: float = 0.0  # terms of an average article
    languages: Counter[str] = field(default_factory=Counter)
    page_model: Classifier = field(default_factory=lambda: Classifier.blank(PAGE_BUCKETS))
    link_model: Classifier = field(default_factory=lambda: Classifier.blank(LINK_BUCKETS))

    def __post_init__(self) -> None:
        self.named = self.named or [0] * len(self.topic.wanted)
        self.unwanted_named = self.unwanted_named or [0] * len(self.topic.wanted)

    @property
    def topic(self) -> FocusTopic:
        """The topic taken apart."""
        return focus_topic(self.words)

    @property
    def language(self) -> str:
        """The language of most of the site's articles."""
        return max(self.languages, key=self.languages.__getitem__, default=UNKNOWN)

    def judge(self, title: str, text: str, language: str, threshold: float) -> FocusJudgement:
        """Return how much a page is about the topic."""
        needle = topic_matcher(self.topic, language)
        head, body = analyse(title, language), analyse(text, language)
        hits = _weighted(needle, head, body)
        length = len(head) + len(body)
        evidence = self._evidence(hits, 0.5 + 0.5 * length / (self.length or length or 1))
        features, terms = page_features(head, body, needle.terms)
        score = self.page_model.score(features)
        learned = self.page_model.logit(score)
        forbidden = needle.forbids([*head, *body])
        relevance = 0.0 if forbidden else probability_of(_NO_WORD + _ALL_WORDS * evidence + learned)
        notes = (
            *self._named_notes(hits, forbidden),
            *self._learned_notes(features, terms, learned),
        )
        return FocusJudgement(
            relevance, relevance >= threshold, evidence, score, features,
            tuple(hit > 0 for hit in hits), length, language, notes,
        )  # fmt: skip

    def _evidence(self, hits: Sequence[float], size: float) -> float:
        """What the topic's own words say: each may be enough, and many hits say little more."""
        doubt = 1.0
        for operand, hit in enumerate(hits):
            if hit:
                doubt *= 1.0 - self._rarity(operand) * hit / (hit + _SOFT * size)
        return 1.0 - doubt

    def _rarity(self, operand: int) -> float:
        """How telling a word is, 0..1, by the share of the site's articles that have it.

        A crawl that goes well sees it in most of what it fetches, which must not speak against
        it: wanted articles count as if they were at most a quarter of all.
        """
        unwanted = self.pages - self.wanted
        weight = min(1.0, unwanted / (3 * self.wanted)) if self.wanted else 0.0
        expected = _EXPECTED * (_COMMON if self.topic.is_common(operand) else _RARE)
        named = self.unwanted_named[operand] + weight * self.named[operand]
        share = (named + expected) / (unwanted + weight * self.wanted + _EXPECTED)
        telling = 0.5 + 0.5 * min(1.0, -math.log(share) / _SCALE)
        return telling * min(1.0, max(0.0, (_COMMON - share) / (_COMMON - _IDLE)))

    def _named_notes(self, hits: Sequence[float], forbidden: bool) -> list[str]:
        named = [word for word, hit in zip(self.topic.wanted, hits, strict=True) if hit]
        said = [f"names {', '.join(named)}" if named else "names none of the topic's words"]
        return [*said, "has a word that is not wanted"] if forbidden else said

    def _learned_notes(self, features: Features, terms: Sequence[str], learned: float) -> list[str]:
        """The words that spoke loudest for what the classifier says."""
        if not learned:
            return []
        way = 1.0 if learned > 0 else -1.0
        model = self.page_model
        loud = sorted(
            ((way * value * model.lean(at), term)
             for (at, value), term in zip(features, terms, strict=True)), reverse=True,
        )[:_SHOWN_WORDS]  # fmt: skip
        words = ", ".join(term for loudness, term in loud if loudness > 0)
        return [f"learned words speak {'for' if learned > 0 else 'against'} it ({words})"]

    def odds(self, url: str, parent: str, prospect: LinkProspect) -> float:
        """Return how likely a link leads to, or towards, what is wanted."""
        language = self.language
        needle = topic_matcher(self.topic, language)
        words, address = link_terms(prospect.words, language), address_terms(url, language)
        if needle.forbids(words):
            return 0.0
        evidence = self._link_evidence(needle, words, address)
        if prospect.likely_index:
            prior = _OPEN_INDEX
        else:
            prior = _NO_WORD if len(words) + len(address) >= _SPEAKING else _OPEN
        learned = self.link_model.logit(self._link_score(url, parent, prospect, needle))
        return probability_of(prior + _ALL_WORDS * evidence + learned) * (1.0 - prospect.service)

    def names(self, url: str, words: str) -> bool:
        """Tell whether a link names the topic."""
        needle = topic_matcher(self.topic, self.language)
        terms = (*link_terms(words, self.language), *address_terms(url, self.language))
        return any(needle.hits(terms))

    def _link_evidence(
        self, needle: TopicMatcher, words: Sequence[str], address: Sequence[str]
    ) -> float:
        pairs = zip(needle.hits(words), needle.hits(address), strict=True)
        return self._evidence([_TITLE * max(said, spelled) for said, spelled in pairs], 1.0)

    def _link_score(
        self, url: str, parent: str, prospect: LinkProspect, needle: TopicMatcher
    ) -> float:
        clues = link_features(url, parent, prospect, self.language, needle.terms)
        words = link_word_features(prospect, self.language, needle.terms)
        return self.link_model.score(clues) + self.page_model.score(words)

    def learn_page(self, judgement: FocusJudgement) -> None:
        """Learn from an article that was judged: accepted or rejected, as sure as we were."""
        model = self.page_model
        if judgement.evidence >= _NAMED or judgement.evidence <= _UNNAMED:
            model.note(judgement.score, wanted=judgement.evidence >= _NAMED)
        model.learn(judgement.features, judgement.relevance)
        self.pages += 1
        self.wanted += judgement.wanted
        counts = self.named if judgement.wanted else self.unwanted_named
        self.length += (judgement.length - self.length) / self.pages
        for operand, is_named in enumerate(judgement.named[: len(self.named)]):
            counts[operand] += is_named
        self.languages[judgement.language] += 1

    def learn_link(
        self, url: str, parent: str, prospect: LinkProspect, value: float, *, own: bool = True
    ) -> None:
        """Learn what a link led to; not `own`: what the page behind it led to in its turn."""
        needle = topic_matcher(self.topic, self.language)
        clues = link_features(url, parent, prospect, self.language, needle.terms)
        if own:
            score = self._link_score(url, parent, prospect, needle)
            self.link_model.note(score, wanted=value >= 0.5)
            self.links += 1
        self.link_model.learn(clues, value, 1.0 if own else _CREDIT)


def _weighted(needle: TopicMatcher, head: Sequence[str], body: Sequence[str]) -> list[float]:
    """How often each word of the topic stands in a text; more in the title and at the start."""
    places = zip(needle.hits(head), needle.hits(body[:_LEAD]), needle.hits(body), strict=True)
    return [float(_TITLE * title + lead + all_hits) for title, lead, all_hits in places]
