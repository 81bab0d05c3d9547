"""Records of others' archives and collections: how they are written, and what became of them."""

from enum import StrEnum


class RecordFormat(StrEnum):
    """How the records of a file are written."""

    WARC = "warc"
    TREC_WEB = "trec-web"
    TREC_TEXT = "trec-text"
    JSONL = "jsonl"


class IngestOutcome(StrEnum):
    """What became of a page or text that was read."""

    NEW = "new articles"
    REVISED = "new revisions of known articles"
    SAME_WORDS = "newer copies of known articles, with the same words"
    TWIN = "the same article as at another address"
    NO_ARTICLE = "pages without an article"
    KNOWN = "known already, byte by byte"
    OLDER = "older than what is known of their address"
    TAKEN_DOWN = "deleted here, never to be kept again"
