"""What a worker process is told when it starts."""

from dataclasses import dataclass, field
from pathlib import Path

from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.topic_learning import TopicLearner
from tidings.enrich.entities.spacy_entities import require_spacy
from tidings.settings.tree import CrawlSettings, EnrichSettings, SummarySettings


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """How to read, and with what to understand."""

    crawl: CrawlSettings
    enrich: EnrichSettings = field(default_factory=EnrichSettings)
    summary: SummarySettings = field(default_factory=SummarySettings)
    corpus: Path | None = None
    topics: Path | None = None
    learns: bool = False  # what sections teach: one worker does, the others read it

    def __post_init__(self) -> None:
        # Before any worker starts: in one it would be a failed step of every article.
        if self.enrich.spacy_model:
            require_spacy(self.enrich.spacy_model)

    def annotator(self) -> Annotator | None:
        """Return what understands articles, unless nothing shall."""
        if not self.enrich.enabled or self.crawl.archive_only:
            return None
        school = TopicLearner(self.topics, learns=self.learns)
        spacy_model = self.enrich.spacy_model
        return Annotator.with_corpus(self.corpus, self.summary, spacy_model, school)
