"""A process like a worker: annotates articles and prints its memory.

Reads a JSON list of title, text and language from its standard input. It imports nothing that a
worker does not.
"""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import tidings.engine.reading.worker  # noqa: F401 - loaded in every worker
from tidings.engine.process.gc_tuning import tune_gc
from tidings.engine.reading.annotator import Annotator
from tidings.model.articles.article import Article

_NOW = datetime(2026, 3, 1, tzinfo=UTC)


def resident(what: str) -> float:
    """Return the megabytes of this process: VmRSS now, VmHWM at its peak."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{what}:")[2].split()[0]) / 1024


def main() -> None:
    """Annotate everything, and print the memory."""
    tune_gc()
    started = resident("VmRSS")
    understanding = Annotator()
    for number, (title, text, language) in enumerate(json.load(sys.stdin)):
        article = Article(
            id=f"{number:016x}", url=f"https://paper.example/{number}", source="paper.example",
            title=title, text=text, html="", standfirst="", published=_NOW, modified=None,
            first_seen=_NOW, authors=(), language=language, section="", tags=(), image=None,
            publisher="", word_count=0,
        )  # fmt: skip
        understanding.of(article)
    print(json.dumps({"started": started, "peak": resident("VmHWM")}))


if __name__ == "__main__":
    main()
