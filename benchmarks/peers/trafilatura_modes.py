"""trafilatura in its four modes, with its metadata, as contenders."""

from datetime import date
from functools import partial

import trafilatura

from tidings.evaluate.pages.extractor import Extractor, ExtractorAnswer


def _answer(
    body: bytes, url: str | None, fast: bool = False, precise: bool = False, greedy: bool = False
) -> ExtractorAnswer:
    found = trafilatura.bare_extraction(
        body, url=url, with_metadata=True, fast=fast, favor_precision=precise, favor_recall=greedy
    )
    if found is None or isinstance(found, dict):
        return ExtractorAnswer(failure="trafilatura found nothing")
    names = (name.strip() for name in (found.author or "").split(";"))
    return ExtractorAnswer(
        text=found.text or "",
        title=found.title or "",
        day=date.fromisoformat(found.date) if found.date else None,
        authors=tuple(filter(None, names)),
    )


MODES = [
    Extractor("default", _answer),
    Extractor("fast", partial(_answer, fast=True)),
    Extractor("precision", partial(_answer, precise=True)),
    Extractor("recall", partial(_answer, greedy=True)),
]
