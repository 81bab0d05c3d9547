"""Which format the records of a file have, by their first bytes."""

from typing import Final

from tidings.model.articles.ingestion import RecordFormat

HEAD_BYTES: Final = 64 * 1024


def format_of(head: bytes) -> RecordFormat | None:
    """Return the format that the first bytes of a file show, inflated; None for any other."""
    if head.startswith(b"WARC/"):
        return RecordFormat.WARC
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return RecordFormat.JSONL
    lower = head.lower()
    if b"<doc>" not in lower and b"<doc " not in lower:
        return None
    first = lower.partition(b"</doc>")[0]
    if b"<dochdr>" in first:
        return RecordFormat.TREC_WEB
    return RecordFormat.TREC_TEXT if b"<docno>" in first or b"<doc id" in first else None
