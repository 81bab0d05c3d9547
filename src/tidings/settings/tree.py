"""Every setting with its default and why it is that number."""

from dataclasses import dataclass, field
from pathlib import Path

from tidings.model.articles.summary import SummaryMethod
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.search.dangling_policy import DanglingPolicy
from tidings.model.search.results import RankingModel


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How we behave towards servers."""

    delay: float = 1.0  # seconds between two requests to one host; one a second is common courtesy
    domain_delay: float = 0.5  # the same over all hosts of a registered domain; never above delay
    address_delay: float = 0.1  # the same at one IP address, which many sites may share
    per_address: int = 8  # requests under way at one address: a shared server is not ours alone
    per_host: int = 2  # requests under way at one host: a slow one must not gather more
    concurrency: int = 200  # requests under way in all; a loop is at its best below a few hundred
    connect_seconds: float = 10.0  # TCP and TLS; slower hosts are down for our purpose
    total_seconds: float = 60.0  # one exchange without redirects
    low_speed_bytes: int = 1024  # fewer bytes than this …
    low_speed_seconds: float = 15.0  # … in so many seconds is a drip, not a download
    max_body_bytes: int = 5 * 1024 * 1024  # after inflation; real article pages stay below 2 MiB
    max_sitemap_bytes: int = 20 * 1024 * 1024  # 50 000 entries, the protocol's most, take 10
    max_document_bytes: int = 10 * 1024 * 1024  # of a PDF or office document; half are pictures
    max_header_bytes: int = 64 * 1024  # all headers together; browsers allow 256 KiB, news needs 8
    max_hops: int = 8  # RFC 9309 wants at least five for robots.txt
    crawl_delay_cap: float = 30.0  # robots may ask for more, but then nothing would ever be fresh
    robots_max_bytes: int = 500 * 1024  # RFC 9309, 2.5
    tdmrep: bool = True  # ask hosts whose pages we keep for /.well-known/tdmrep.json, as often
    robots_hours: float = 24.0  # RFC 9309, 2.4: not to be used longer
    retry_after_cap_hours: float = 24.0  # a server that asks for a year gets a day
    allow_private: tuple[str, ...] = ()  # networks the guard lets through, e.g. 127.0.0.0/8
    bot_url: str = ""  # shown in the User-Agent; /bot at serve.public_url if that is set


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """What is followed, and how often."""

    policy: RefreshPolicy = RefreshPolicy.OPTIMISED  # what is fetched a second time
    min_interval: float = 300.0  # seconds; NewsFeed's and most publishers' lower bound
    max_interval: float = 43_200.0  # 12 hours: even a dead section may wake up
    further_pages_days: float = 7.0  # pages 2, 3, … of a listing, unless the first has overflowed
    fetches_per_source_day: float = 24.0  # over all live URLs: an hourly poll's cost, better spent
    max_depth: int = 12  # links from the start page; real sites need 4, archives page on for ever
    max_url_length: int = 2_000  # longer ones are traps or trackers
    max_urls_per_site: int = 200_000  # the site's share; what its feeds list joins beyond it
    node: str = "1/1"  # which of how many nodes this is, e.g. 2/4; alone unless you say so
    exchange: str = ""  # the folder through which nodes hand each other URLs
    exchange_urls: int = 500  # URLs in a batch: one file, one transaction at the other end
    exchange_seconds: float = 2.0  # the longest a URL waits for company in its batch
    seen_places: int = 2_097_152  # links known without asking the database, 8 bytes each: the menus
    # and teasers of some ten thousand sites
    max_attempts: int = 4  # tries at a page before it counts as failed
    retry_seconds: float = 60.0  # before the second try; doubles after each
    lease_seconds: float = 864_000.0  # of a WebSub subscription: ten days, what most hubs give
    push_patience: float = 4.0  # a feed whose hub delivers is polled so many times less often
    dead_strikes: int = 6  # so often gone or unreadable in a row, over some three days: dead
    dead_days: float = 21.0  # failing in any way for so long: dead; outages end within weeks
    rest_days: float = 30.0  # a dead one is tried again so rarely: feeds do come back
    stale_days: float = 180.0  # the newest item is so old …
    quiet_days: float = 30.0  # … and nothing new came for so long: then a list rests
    max_feeds_per_site: int = 40  # the largest papers have 30 sections; beyond are tags and authors
    max_sitemaps_per_site: int = 2_000  # five years of daily ones
    max_foreign_links: int = 50  # links of one page that may join other followed sites
    archive_only: bool = False  # follow every link and fill the archive, but extract nothing
    focus_keep: float = 0.5  # relevance from which a page is kept, on a site followed for a topic
    focus_follow: float = 0.1  # odds from which a link is followed there: one good one in ten
    focus_learn: bool = True  # false: by the topic's own words alone
    focus_explore: float = 0.05  # share of the others that is followed all the same, to learn
    documents: bool = True  # fetch PDFs and office documents too, after all pages that are due
    recheck_share: float = 0.05  # of all requests may look again at young articles; 0: never
    recheck_min_age: float = 900.0  # seconds between two looks; sooner an edit is hardly finished
    recheck_half_life: float = 86_400.0  # seconds; most corrections come within a day
    recheck_max_age: float = 14 * 86_400.0  # older ones are history, and a bottomless pit
    recheck_confirm: float = 600.0  # seconds until a missing article is asked for once more


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """How things are kept."""

    warc_max_bytes: int = 256 * 1024 * 1024  # a file that still copies and re-sorts in seconds
    commit_seconds: float = 0.1  # the longest an outcome waits for company in its transaction
    batch: int = 200  # outcomes in one transaction
    ledger_days: float = 30.0  # requests are remembered so long: a month answers most complaints …
    ledger_rows: int = 1_000_000  # … and at most so many: some 200 MB
    visits_days: float = (
        90.0  # what came of visits, as `why` tells it: a season shows every habit …
    )
    visits_rows: int = 2_000_000  # … and at most so many: some 200 MB


@dataclass(frozen=True, slots=True)
class ZoneWeights:
    """What an occurrence of a term counts beside one in the body."""

    title: float = 3.0  # the Penn engine's weights
    headings: float = 2.0
    capitals: float = 0.0  # its weight of capitalised words, 1 at most


@dataclass(frozen=True, slots=True)
class BlendWeights:
    """By how much at most, as a share of its relevance, a hit of the model `news` gains."""

    recency: float = 0.6  # doubled relevance still beats the newest article
    links: float = 0.15  # ranks say little about single articles
    title: float = 0.05  # on top of its weight in the relevance; more lost 4% of MAP on abstracts
    proximity: float = (
        0.05  # of long queries it lost 1% of MAP with twice that, of short ones it won .5%
    )


@dataclass(frozen=True, slots=True)
class TrendSettings:
    """What counts as trending."""

    hours: float = 24.0  # the newest so many: a day evens out when papers publish
    days: int = 14  # before them that say what is usual: two weeks have every weekday twice …
    half_life_days: float = 4.0  # … and last week's craze has become usual by now
    min_sources: int = 3  # two may be one newsroom
    max_articles: int = 20_000  # looked at on either side, the newest ones: a second of work
    cache_seconds: float = 300.0  # an answer holds so long: nothing trends faster


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How the index is kept."""

    commit_seconds: float = 1.0  # articles become visible at most so late
    # Of tantivy's writer when many articles come at once: 40,000 of them, which need no merging
    # until there are eight times as many. The commits of a crawl take a few megabytes of it.
    heap_bytes: int = 128 * 1024 * 1024
    # How candidates are found, not how they are ranked (see zones): with these, tantivy's first
    # hundred hold the models' own first ten, with the Penn engine's 3 and 1.5 but 7 or 9 of them.
    title_boost: float = 1.0
    lead_boost: float = 0.3
    model: RankingModel = (
        RankingModel.NEWS
    )  # the ranking of those who name none; see model/search/results.py
    depth: int = 100  # candidates that are ranked exactly; those behind keep tantivy's order
    answers: int = 512  # kept for ten seconds, for readers who ask the same; some 5 KB each
    semantic: bool = False  # re-rank the first 50 by meaning: the extra `semantic`, +1% for 30 ms
    zones: ZoneWeights = field(default_factory=ZoneWeights)
    blend: BlendWeights = field(default_factory=BlendWeights)
    trends: TrendSettings = field(default_factory=TrendSettings)


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """How links make ranks."""

    interval: float = 900.0  # seconds between two refreshes of the ranks in a crawl; 0: none
    share: float = 0.1  # of one core that reading the archive for links may take meanwhile
    per_page: int = 1_000  # links of a page that count, from its top; beyond are link farms
    nofollow: bool = False  # true: count nofollow, ugc and sponsored links as well
    damping: float = 0.85  # how often a reader follows a link instead of going anywhere
    dangling: DanglingPolicy = (
        DanglingPolicy.UNIFORM
    )  # injection: as the Penn engine did, to compare with
    anchors: int = 3  # texts of links kept for an article: the most frequent say all
    anchor_targets: int = 4  # pages of a domain that a text may lead to: "read more" leads to many


@dataclass(frozen=True, slots=True)
class SummarySettings:
    """How texts are summarised; all but the first two are for the method `aitimes`."""

    sentences: int = 3  # of an article's summary: what a reader takes in at a glance
    method: SummaryMethod = SummaryMethod.BEST
    min_length: int = 1  # letters; words must have more: one letter says nothing in any script
    length_power: float = 1.0  # how much longer words count: twice as long, twice as telling
    characteristic: int = 20  # words that count; a news text has about so many of its own
    title_boost: float = 2.0  # of a sentence that says all that the title says
    subtitle_boost: float = 1.2  # of a heading in the text: it says what follows, but says it twice
    lead_boost: float = 1.5  # of a paragraph's first sentence, which the others explain


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """How the pipeline runs."""

    workers: int = 0  # processes for reading and extracting; 0 = as many as keep the cores busy
    queue: int = 256  # pages between two stages; full means wait
    stage_seconds: float = 20.0  # a page that takes longer to read is quarantined
    stage_attempts: int = 2  # tries at reading a page before it is quarantined


@dataclass(frozen=True, slots=True)
class EnrichSettings:
    """What is understood of articles."""

    enabled: bool = True  # false: articles are kept and searched, and nothing is made of them
    spacy_model: str = ""  # a spaCy pipeline that names entities instead of our model; slower


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """How articles find their near-duplicates and stories."""

    window_days: float = 30.0  # what is older is compared with no more: news is told within days
    correction_seconds: float = 60.0  # between two passes that merge, split and move
    correction_passes: int = 4  # at most in a row: each looks again at what the last one changed


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Where we are heard."""

    host: str = "127.0.0.1"  # nobody else's business unless you say so
    port: int = 8000
    token: str = ""  # needed for writes when bound to anything but loopback
    public_url: str = ""  # our own address as others see it
    processes: int = 1  # of `tidings serve`; a paper has few readers, and each takes some 150 MB


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole tree."""

    home: Path = Path("tidings-home")
    fetch: FetchSettings = field(default_factory=FetchSettings)
    crawl: CrawlSettings = field(default_factory=CrawlSettings)
    store: StoreSettings = field(default_factory=StoreSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    links: LinkSettings = field(default_factory=LinkSettings)
    enrich: EnrichSettings = field(default_factory=EnrichSettings)
    summary: SummarySettings = field(default_factory=SummarySettings)
    group: GroupSettings = field(default_factory=GroupSettings)
    engine: EngineSettings = field(default_factory=EngineSettings)
    serve: ServeSettings = field(default_factory=ServeSettings)
    queries: tuple[tuple[str, str], ...] = ()  # saved ones by name, for `add --about @name`
