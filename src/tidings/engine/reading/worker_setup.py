"""The setup that a worker process receives when it starts."""

from dataclasses import dataclass, field
from pathlib import Path

from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.topic_learning import TopicLearner
from tidings.enrich.entities.spacy_entities import require_spacy
from tidings.settings.tree import CrawlSettings, EnrichSettings, SummarySettings


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """How to read pages and annotate articles."""

    crawl: CrawlSettings
    enrich: EnrichSettings = field(default_factory=EnrichSettings)
    summary: SummarySettings = field(default_factory=SummarySettings)
    corpus: Path | None = None
    topics: Path | None = None
    learns: bool = False  # topics from sections: one worker learns, the others read

    def __post_init__(self) -> None:
        # Checked before any worker starts: inside one it would fail a step of every article.
        if self.enrich.spacy_model:
            require_spacy(self.enrich.spacy_model)

    def annotator(self) -> Annotator | None:
        """Return an annotator, or None if articles are not to be annotated."""
        if not self.enrich.enabled or self.crawl.archive_only:
            return None
        topic_learner = TopicLearner(self.topics, learns=self.learns)
        spacy_model = self.enrich.spacy_model
        return Annotator.with_corpus(self.corpus, self.summary, spacy_model, topic_learner)
