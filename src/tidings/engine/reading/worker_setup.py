"""The setup that a worker process receives when it starts."""

from dataclasses import dataclass, field
from pathlib import Path

from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.reading.annotator import Annotator
from tidings.enrich.entities.spacy_entities import require_spacy
from tidings.settings.tree import CrawlSettings, EnrichSettings, SummarySettings


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """How to read pages and annotate articles."""

    crawl: CrawlSettings
    enrich: EnrichSettings = field(default_factory=EnrichSettings)
    summary: SummarySettings = field(default_factory=SummarySettings)
    knowledge: Path = Path("/nowhere")  # the folder of its versions; tasks say which

    def __post_init__(self) -> None:
        # Checked before any worker starts: inside one it would fail a step of every article.
        if self.enrich.spacy_model:
            require_spacy(self.enrich.spacy_model)

    @property
    def annotates(self) -> bool:
        """Whether articles are to be annotated."""
        return self.enrich.enabled and not self.crawl.archive_only


class Annotators:
    """The annotator for each version of knowledge; it holds the last one, which is big."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._files = KnowledgeFiles(setup.knowledge)
        self._version = 0
        self._annotator = Annotator(None, setup.summary, setup.enrich.spacy_model)

    def at(self, version: int) -> Annotator | None:
        """Return the annotator with a version of knowledge; None if nothing is annotated."""
        setup = self._setup
        if not setup.annotates:
            return None
        if version != self._version:
            known = self._files.at(version)
            self._annotator = Annotator(known, setup.summary, setup.enrich.spacy_model)
            self._version = version
        return self._annotator
