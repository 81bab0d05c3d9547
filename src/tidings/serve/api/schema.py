"""What the API promises, for its description and as a check of what json_shapes.py makes."""

from pydantic import BaseModel, Field

from tidings.serve.api.enrichment_schema import (
    EntityOut,
    KeyphraseOut,
    MembershipOut,
    ToneOut,
    TopicOut,
)


class RightsOut(BaseModel):
    """What a publisher asked for; null where nothing was said."""

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
    """An article in full, in its newest revision."""

    id: str
    url: str
    source: str
    publisher: str
    title: str
    standfirst: str
    text: str = Field(description="paragraphs separated by newlines")
    html: str = Field(description="the reader's view, sanitised")
    authors: list[str]
    published: str | None
    modified: str | None
    first_seen: str
    language: str
    section: str
    tags: list[str]
    image: str | None
    word_count: int
    revision: int = Field(description="1 unless its words have changed since we first saw it")
    gone_at: str | None = Field(description="when it was found deleted by its publisher")
    gone_status: int | None
    rights: RightsOut = Field(description="what its publisher asked for when it was fetched")
    language_confidence: float
    summary: list[str] = Field(description="sentences of the text, in its order")
    keyphrases: list[KeyphraseOut]
    topics: list[TopicOut] = Field(description="the likeliest first")
    entities: list[EntityOut]
    tone: ToneOut | None = Field(description="null in languages for which there is none")
    models: dict[str, str] = Field(description="which model made which of these")
    failed: dict[str, str] = Field(description="which of these could not be made, and why")
    story: MembershipOut | None = Field(description="the story it belongs to, and why")


class RunOut(BaseModel):
    """Words in a row that share their fate."""

    change: str = Field(description="kept, removed or added")
    text: str


class RevisionOut(BaseModel):
    """One step: the runs kept and added join to its wording, kept and removed to the one before."""

    revision: int = Field(description="of the newer wording, from 2")
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
    back_at: str | None = Field(description="when it was found again")


class HistoryOut(BaseModel):
    """What became of an article, the newest first."""

    id: str
    url: str
    title: str
    revision: int
    first_seen: str
    gone_at: str | None
    revisions: list[RevisionOut]
    tombstones: list[TombstoneOut]


class GapOut(BaseModel):
    """Two starts in a row."""

    gate: str = Field(description="host, domain or address")
    name: str
    seconds: float
    due: float
    at: str
    held: bool


class RequestHourOut(BaseModel):
    """The requests of an hour."""

    hour: str
    requests: int


class LineOut(BaseModel):
    """One request, or one that was kept back."""

    at: str
    host: str
    path: str
    address: str = Field(description="the IP address that was dialled")
    purpose: str
    status: int | None
    reason: str | None
    bytes: int
    seconds: float
    sent: bool = Field(description="false: it never left the machine")


class LedgerOut(BaseModel):
    """How servers were asked, and whether all delays were held."""

    requests: int
    first: str | None
    last: str | None
    by_hour: list[RequestHourOut]
    by_purpose: dict[str, int]
    by_status: dict[str, int]
    not_modified: float = Field(description="share of the requests")
    bytes: int
    seconds: float
    robots_refusals: int
    smallest_gaps: list[GapOut]
    delays_held: bool
    violations: int
    worst: GapOut | None
    lines: list[LineOut] = Field(description="the newest first")


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
    missed: int = Field(description="times that a poll found what no delivery had brought")


class LiveOut(BaseModel):
    """A feed, sitemap or index page that is visited again and again."""

    url: str
    role: str
    articles_per_day: float = Field(description="new ones that we expect to find here first")
    interval: float = Field(description="seconds between the last visit and the next")
    freshness: float = Field(description="share of that time in which nothing unseen stands there")
    expected_age: float = Field(description="seconds it will be out of date by the next visit")
    decided_by: str = Field(description="what decided when the next visit is")


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
    synthetic: bool  # neither feed nor sitemap: followed through its index pages
    subscriptions: list[SubscriptionOut]
    articles_per_day: float = Field(description="expected, over all its live URLs")
    freshness: float | None = Field(description="mean over its live URLs")
    expected_age: float | None = Field(description="seconds; mean over its live URLs")
    live: list[LiveOut]
    next_visit: str | None
    host_rank: float | None = Field(description="log 10, by other hosts' links; -0.125: unlinked")
    domain_rank: float | None = Field(description="the same by other domains' links")


class VisitOut(BaseModel):
    """One request that was made."""

    at: str
    status: int | None
    reason: str
    detail: str
    bytes: int
    seconds: float


class LinkedOut(BaseModel):
    """What the archive's links say about a page."""

    pages: int = Field(description="that link to it")
    domains: int = Field(description="other than its own, from which they do")
    page_rank: float = Field(description="log 10; -0.125: unlinked")
    percentile: float = Field(description="the share of pages with a lower page rank, 0 to 100")
    host_rank: float
    domain_rank: float
    anchors: list[str] = Field(description="the most frequent telling texts on links to it")


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
    """Whether readers can be served, with a few counts."""

    status: str
    articles: int
    indexed: int
    sites: int
    crawl: dict[str, object] | None = Field(description="counts of a crawl under way in here")


class ItemOut(BaseModel):
    """An article in a list."""

    id: str
    url: str
    title: str
    source: str
    published: str | None
    language: str


class RelatedOut(ItemOut):
    """An article that another one is related to."""

    score: float = Field(description="likeness of the two, from 0 to 1; younger ones gain a little")
    shared: list[str] = Field(description="words that both have, the most telling first")


class TrendOut(BaseModel):
    """A word or name that many sources suddenly write about."""

    words: str
    score: float = Field(description="how unusual the number of articles is")
    articles: int
    expected: float = Field(description="so many would have been usual")
    sources: int
    examples: list[ItemOut]


class TrendsOut(BaseModel):
    """What is trending, the most unusual first; may be some minutes old."""

    hours: float = Field(description="the newest so many are looked at")
    trends: list[TrendOut]


class CompletionOut(BaseModel):
    """What may be about to be typed."""

    text: str = Field(description="begins with what was typed, but for case and accents")
    articles: int = Field(description="titles that have it")
