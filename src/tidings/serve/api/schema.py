"""Schemas of the API: they describe and check what json_shapes.py makes."""

from pydantic import BaseModel, Field

from tidings.serve.api.enrichment_schema import (
    EntityOut,
    KeyphraseOut,
    MembershipOut,
    ToneOut,
    TopicOut,
)


class RightsOut(BaseModel):
    """The publisher's requests; null where there is none."""

    search: bool | None
    ai_input: bool | None
    ai_train: bool | None
    tdm_reserved: bool | None
    tdm_policy: str | None
    noarchive: bool
    nosnippet: bool
    max_snippet: int | None
    unavailable_after: str | None


class ArticleOut(BaseModel):
    """The newest revision of an article."""

    id: str
    url: str
    source: str
    publisher: str
    title: str
    standfirst: str
    text: str = Field(description="paragraphs separated by newlines")
    html: str = Field(description="sanitised, for the reader view")
    authors: list[str]
    published: str | None
    modified: str | None
    first_seen: str
    language: str
    section: str
    tags: list[str]
    image: str | None
    word_count: int
    revision: int = Field(description="1 unless the text changed since we first saw it")
    gone_at: str | None = Field(description="when we found that its publisher deleted it")
    gone_status: int | None
    rights: RightsOut = Field(description="the publisher's requests when it was fetched")
    language_confidence: float
    summary: list[str] = Field(description="sentences of the text, in text order")
    keyphrases: list[KeyphraseOut]
    topics: list[TopicOut] = Field(description="most likely first")
    entities: list[EntityOut]
    tone: ToneOut | None = Field(description="null in unsupported languages")
    models: dict[str, str] = Field(description="annotation step -> model")
    failed: dict[str, str] = Field(description="failed annotation step -> reason")
    story: MembershipOut | None = Field(description="the story it belongs to, and why")


class RunOut(BaseModel):
    """Consecutive words with the same kind of change."""

    change: str = Field(description="kept, removed or added")
    text: str


class RevisionOut(BaseModel):
    """One revision: kept and added runs make the new text, kept and removed runs the old one."""

    revision: int = Field(description="number of the newer revision, from 2")
    seen_at: str
    words_added: int
    words_removed: int
    title: list[RunOut]
    text: list[RunOut]


class TombstoneOut(BaseModel):
    """A deletion by the publisher."""

    gone_at: str
    status: int | None
    detail: str
    back_at: str | None = Field(description="when it was available again")


class HistoryOut(BaseModel):
    """Revisions and deletions of an article, newest first."""

    id: str
    url: str
    title: str
    revision: int
    first_seen: str
    gone_at: str | None
    revisions: list[RevisionOut]
    tombstones: list[TombstoneOut]


class GapOut(BaseModel):
    """The time between two consecutive requests."""

    gate: str = Field(description="what the delay applies to: host, domain or address")
    name: str
    seconds: float
    due: float
    at: str
    held: bool


class RequestHourOut(BaseModel):
    """Requests in one hour."""

    hour: str
    requests: int


class LineOut(BaseModel):
    """One request, sent or withheld."""

    at: str
    host: str
    path: str
    address: str = Field(description="IP address")
    purpose: str
    status: int | None
    reason: str | None
    bytes: int
    seconds: float
    sent: bool = Field(description="false: withheld")


class LedgerOut(BaseModel):
    """Requests to servers, and whether all delays were kept."""

    requests: int
    first: str | None
    last: str | None
    by_hour: list[RequestHourOut]
    by_purpose: dict[str, int]
    by_status: dict[str, int]
    not_modified: float = Field(description="share of all requests")
    bytes: int
    seconds: float
    robots_refusals: int
    smallest_gaps: list[GapOut]
    delays_held: bool
    violations: int
    worst: GapOut | None
    lines: list[LineOut] = Field(description="newest first")


class SubscriptionOut(BaseModel):
    """A feed's subscription at a WebSub hub."""

    feed: str
    hub: str
    topic: str
    state: str = Field(description="wanted, asked, active, denied or ending")
    detail: str
    lease_ends: str | None
    last_delivery: str | None
    deliveries: int
    ignored: int
    missed: int = Field(description="how often polling found what was not delivered")


class LiveOut(BaseModel):
    """A feed, sitemap or index page that is visited repeatedly."""

    url: str
    role: str
    articles_per_day: float = Field(description="new articles expected to appear here first")
    interval: float = Field(description="seconds between the last visit and the next")
    freshness: float = Field(description="share of that time without unseen changes")
    expected_age: float = Field(description="how many seconds out of date by the next visit")
    decided_by: str = Field(description="what determines the next visit")


class SourceOut(BaseModel):
    """A followed site."""

    url: str
    domain: str
    name: str
    added: str
    about: str | None
    about_query: str | None
    judged: int
    wanted: int
    articles: int
    feeds: int
    sitemaps: int
    index_pages: int
    learned_from: int
    repeated_blocks: int
    resting: int
    synthetic: bool  # no feed or sitemap: followed through its index pages
    subscriptions: list[SubscriptionOut]
    articles_per_day: float = Field(description="expected, over all its live URLs")
    freshness: float | None = Field(description="mean over its live URLs")
    expected_age: float | None = Field(description="seconds; mean over its live URLs")
    live: list[LiveOut]
    next_visit: str | None
    host_rank: float | None = Field(description="log 10, by links of other hosts; -0.125: unlinked")
    domain_rank: float | None = Field(description="the same by links of other domains")


class VisitOut(BaseModel):
    """One request."""

    at: str
    status: int | None
    reason: str
    detail: str
    bytes: int
    seconds: float


class LinkedOut(BaseModel):
    """Links to a page from archived pages."""

    pages: int = Field(description="number of linking pages")
    domains: int = Field(description="number of other linking domains")
    page_rank: float = Field(description="log 10; -0.125: unlinked")
    percentile: float = Field(description="percentage of pages with a lower page rank")
    host_rank: float
    domain_rank: float
    anchors: list[str] = Field(description="most frequent informative link texts")


class ExplanationOut(BaseModel):
    """Everything known and decided about a URL."""

    url: str
    state: str
    kind: str | None
    reasons: list[str]
    role: str | None
    article: str | None
    indexed: bool
    status: int | None
    found_on: str | None
    target: str | None
    first_known: str | None
    last_visit: str | None
    next_visit: str | None
    archived: str | None
    visits: list[VisitOut]
    links: LinkedOut | None


class HealthOut(BaseModel):
    """Health and a few counts."""

    status: str
    articles: int
    indexed: int
    sites: int
    crawl: dict[str, object] | None = Field(
        description="counts of the crawl in this process, if any"
    )


class ItemOut(BaseModel):
    """An article in a list."""

    id: str
    url: str
    title: str
    source: str
    published: str | None
    language: str


class RelatedOut(ItemOut):
    """A related article."""

    score: float = Field(description="similarity from 0 to 1; newer articles gain a little")
    shared: list[str] = Field(description="shared words, most informative first")


class TrendOut(BaseModel):
    """A word or name that many sources suddenly write about."""

    words: str
    score: float = Field(description="how unusual the number of articles is")
    articles: int
    expected: float = Field(description="usual number of articles")
    sources: int
    examples: list[ItemOut]


class TrendsOut(BaseModel):
    """Trends, most unusual first; may be some minutes old."""

    hours: float = Field(description="length of the period, up to now")
    trends: list[TrendOut]


class CompletionOut(BaseModel):
    """A completion."""

    text: str = Field(description="starts with the typed text, apart from case and accents")
    articles: int = Field(description="number of titles that contain it")
