"""Every setting with its unit, its default and the reason for that value."""

from dataclasses import dataclass, field
from pathlib import Path

from tidings.model.articles.summary import SummaryMethod
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.search.dangling_policy import DanglingPolicy
from tidings.model.search.results import RankingModel
from tidings.settings.job_engine import JobEngine
from tidings.settings.log_choices import LogFormat, LogLevel
from tidings.settings.proxy_header import ProxyHeader


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How requests are sent: politeness, timeouts and size limits."""

    delay: float = 1.0  # seconds between two requests to one host; one per second is customary
    # Seconds between two requests to one registered domain, over all its hosts; `delay` caps it.
    domain_delay: float = 0.5
    address_delay: float = 0.1  # seconds between two requests to one IP address; sites may share it
    per_address: int = 8  # parallel requests to one IP address, a server that many sites may share
    per_host: int = 2  # parallel requests to one host; more would pile up on a slow one
    concurrency: int = 200  # parallel requests in all; an event loop slows down above some hundred
    connect_seconds: float = 10.0  # time limit for TCP and TLS; a slower host counts as down
    total_seconds: float = 60.0  # time limit for one request with its response, without redirects
    low_speed_bytes: int = 1024  # a download slower than this per `low_speed_seconds` is given up
    low_speed_seconds: float = 15.0  # the time over which `low_speed_bytes` must arrive
    max_body_bytes: int = 5 * 1024 * 1024  # of a page after inflation; real articles stay < 2 MiB
    max_sitemap_bytes: int = 20 * 1024 * 1024  # 50 000 entries, the protocol's limit, take 10 MiB
    max_document_bytes: int = 10 * 1024 * 1024  # of a PDF or office document; half is images
    max_header_bytes: int = 64 * 1024  # all headers; news sites send 8 KiB, browsers allow 256
    max_hops: int = 8  # redirects to follow; RFC 9309 requires at least five for robots.txt
    crawl_delay_cap: float = 30.0  # most seconds of Crawl-delay to obey; more makes news stale
    robots_max_bytes: int = 500 * 1024  # of a robots.txt to read; the minimum of RFC 9309, 2.5
    # Read /.well-known/tdmrep.json of hosts whose pages are kept, as often as robots.txt.
    tdmrep: bool = True
    robots_hours: float = 24.0  # hours to use a robots.txt; RFC 9309, 2.4 allows no more
    retry_after_cap_hours: float = 24.0  # most hours of Retry-After to obey; some ask for a year
    allow_private: tuple[str, ...] = ()  # private networks that may be fetched, e.g. 127.0.0.0/8
    credentials_file: str = ""  # logins for sources; empty: credentials.toml in the home
    bot_url: str = ""  # URL in the User-Agent; empty: `/bot` at serve.public_url, if that is set
    contact: str = ""  # mail or web address of who answers for the requests, in the User-Agent too
    # A proxy for all requests: http://, https://, socks5:// (we look names up) or socks5h:// (it
    # does) with host:port or user:password@host:port; "env": the one that the usual variables
    # (http_proxy, https_proxy, all_proxy, no_proxy) name. Empty: none, whatever these say. A
    # proxy dials in our place: see docs/crawling.md.
    proxy: str = field(default="", repr=False)
    ca_file: str = ""  # certificates (PEM) to trust in addition to the system's, e.g. a company's


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """What is followed, and how often it is fetched."""

    policy: RefreshPolicy = RefreshPolicy.OPTIMISED  # which pages are fetched again
    min_interval: float = 300.0  # least seconds between two visits; most publishers' lower bound
    max_interval: float = 43_200.0  # most seconds between two visits; idle sections may resume
    # Days between visits to pages 2, 3, … of a listing, unless the first page has overflowed.
    further_pages_days: float = 7.0
    # Mean visits per day to a feed, sitemap or index page: the cost of hourly polls, better spent.
    fetches_per_source_day: float = 24.0
    max_depth: int = 12  # links from the start page; sites need 4, archives go on without end
    max_url_length: int = 2_000  # characters; longer URLs are traps or trackers
    max_urls_per_site: int = 200_000  # URLs known of one site; entries of feeds may exceed it
    node: str = "1/1"  # which of how many nodes this is, e.g. 2/4; by default the only one
    exchange: str = ""  # the folder through which nodes exchange URLs
    exchange_urls: int = 500  # URLs in a batch; the receiver stores one batch per transaction
    exchange_seconds: float = 2.0  # most seconds that a URL waits for its batch to fill
    # Known links in memory, 8 bytes each, to avoid database reads. Enough for the menus and
    # teasers of about ten thousand sites.
    seen_places: int = 2_097_152
    max_attempts: int = 4  # attempts to fetch a page before it counts as failed
    # Seconds that a crawl until idle waits for a host that demands a pause, five times at most;
    # longer pauses are left for the next crawl. One minute is what most servers demand.
    idle_patience: float = 120.0
    # Seconds before the second attempt. Doubles after each one; for a start page or added feed it
    # grows to 5, 15, 60, 180, 360 and 720 times that, then a day: see docs/crawling.md.
    retry_seconds: float = 60.0
    lease_seconds: float = 864_000.0  # of a WebSub subscription; ten days, what most hubs grant
    push_patience: float = 4.0  # factor on the polling interval of a feed whose hub delivers
    dead_strikes: int = 6  # times in a row gone or unreadable until a list is dead; about 3 days
    dead_days: float = 21.0  # days of failures until a list or start page is dead; outages end
    rest_days: float = 30.0  # days between attempts at a dead list; some feeds come back
    stale_days: float = 180.0  # age of a list's newest item from which it may rest, see quiet_days
    quiet_days: float = 30.0  # days without a new URL after which a stale list rests
    max_feeds_per_site: int = 40  # the largest papers have 30 sections; others are tags, authors
    max_sitemaps_per_site: int = 2_000  # enough for one per day over five years
    max_foreign_links: int = 50  # links of one page that may be queued for other followed sites
    archive_only: bool = False  # follow every link and fill the archive, but extract nothing
    # On a site followed for a topic: relevance (0..1) from which a page is kept.
    focus_keep: float = 0.5
    # On a site followed for a topic: odds (0..1) from which a link is followed, one hit in ten.
    focus_follow: float = 0.1
    focus_learn: bool = True  # learn from the pages found; false: use the topic's own words only
    focus_explore: float = 0.05  # share of unpromising links that is followed anyway, to learn
    # Languages of the articles to keep, e.g. ["en", "de"]; empty: all. A source may have its own.
    languages: tuple[str, ...] = ()
    documents: bool = True  # fetch PDFs and office documents too, after all pages that are due
    recheck_share: float = 0.05  # share of requests for rechecks of recent articles; 0: none
    recheck_min_age: float = 900.0  # seconds between rechecks; before that, edits are unfinished
    recheck_half_life: float = 86_400.0  # seconds; most corrections come within a day
    recheck_max_age: float = 14 * 86_400.0  # seconds; older articles are too many and rarely change
    recheck_confirm: float = 600.0  # seconds before a missing article is requested once more


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """Where the rows of a home are: docs/databases.md says when to change that."""

    # postgresql://user@host:port/name with the parameters of libpq, such as sslmode=verify-full.
    # Empty: SQLite, in the file tidings.db of the home.
    url: str = field(default="", repr=False)
    # A file with the password, if it is neither in the URL nor in PGPASSWORD nor in ~/.pgpass.
    password_file: str = ""
    # Seconds to wait for a server that does not answer, before a crawl stops. A restart takes
    # seconds, a failover up to a minute.
    patience_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """How the archive and the database are kept, and where the files are."""

    # s3://bucket/prefix: archive, index and knowledge are kept there, and the home's folders are
    # a cache of them. Empty: in the home's folders only.
    url: str = ""
    endpoint: str = ""  # of an S3 server that is not Amazon's, e.g. https://s3.example:8333
    region: str = ""  # of the bucket; empty: what AWS_REGION says, else us-east-1
    # A file with two lines, the access key and the secret key. Empty: what the variables
    # AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say.
    secret_file: str = ""
    allow_http: bool = False  # let the endpoint be http://: keys are safe, pages are not hidden
    # Seconds to wait for a store that does not answer, before a crawl stops; see database.
    patience_seconds: float = 60.0
    # Of archive files in the home that are on the store too; the oldest are removed beyond that.
    cache_bytes: int = 10 * 1024 * 1024 * 1024
    # Most seconds until the search index is on the store. A machine that begins without one
    # catches up on what is newer; more often means more requests.
    index_seconds: float = 300.0
    warc_max_bytes: int = 256 * 1024 * 1024  # of one file; this size copies and sorts in seconds
    commit_seconds: float = 0.1  # most seconds that a result waits for others to commit with it
    batch: int = 200  # most results in one transaction
    ledger_days: float = 30.0  # days to keep the request log; complaints come within a month
    ledger_rows: int = 1_000_000  # most rows of the request log; about 200 MB
    visits_days: float = 90.0  # days to keep the visits that `why` shows; enough to see patterns
    visits_rows: int = 2_000_000  # most rows of visits; about 200 MB
    changes_days: float = 30.0  # days to keep the log of changes; a follower may rest that long
    changes_rows: int = 2_000_000  # most rows of the log of changes; about 400 MB


@dataclass(frozen=True, slots=True)
class ZoneWeights:
    """Weights of a term's occurrences, relative to one in the body."""

    title: float = 3.0  # in the title; the Penn engine's weight
    headings: float = 2.0  # in a heading; the Penn engine's weight
    capitals: float = 0.0  # added for a capitalised word; the Penn engine used up to 1


@dataclass(frozen=True, slots=True)
class BlendWeights:
    """The most that each factor adds in the model `news`, as a share of a hit's relevance."""

    recency: float = 0.6  # for new articles; an old one of twice the relevance still wins
    links: float = 0.15  # for link ranks, which say little about single articles
    # For words in the title, in addition to zones.title. More lost 4% of MAP on abstracts.
    title: float = 0.05
    # For words close together. Twice as much lost 1% of MAP on long queries, won .5% on short ones.
    proximity: float = 0.05


@dataclass(frozen=True, slots=True)
class TrendSettings:
    """What counts as a trend."""

    hours: float = 24.0  # hours that count as recent; a day evens out publishing hours
    days: int = 14  # days before that define what is usual; each weekday counts twice
    half_life_days: float = 4.0  # of a day's weight in that; last week's news becomes usual
    min_sources: int = 3  # sources that must mention it; two may share an editorial office
    max_articles: int = 20_000  # newest articles to count on either side; takes about a second
    cache_seconds: float = 300.0  # seconds to reuse a result; trends change more slowly


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How the index is kept and searched."""

    commit_seconds: float = 1.0  # most seconds until a new article can be found
    # Memory of tantivy's writer during bulk indexing. It holds 40,000 articles, which need no
    # merge until there are eight times as many. Commits of a crawl use a few megabytes of it.
    heap_bytes: int = 128 * 1024 * 1024
    # Title weight for finding candidates, not for ranking them (see zones). With 1 and .3,
    # tantivy's first hundred hold the models' own first ten; with the Penn engine's 3 and 1.5
    # they hold only 7 to 9 of them.
    title_boost: float = 1.0
    lead_boost: float = 0.3  # weight of the lead for finding candidates; see title_boost
    model: RankingModel = RankingModel.NEWS  # of queries that name none; model/search/results.py
    depth: int = 100  # candidates to rank exactly; further ones keep tantivy's order
    answers: int = 512  # results cached for ten seconds, for repeated queries; about 5 KB each
    semantic: bool = False  # re-rank the first 50 by meaning: the extra `semantic`, +1% for 30 ms
    zones: ZoneWeights = field(default_factory=ZoneWeights)
    blend: BlendWeights = field(default_factory=BlendWeights)
    trends: TrendSettings = field(default_factory=TrendSettings)


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """How ranks are computed from links."""

    interval: float = 900.0  # seconds between two updates of the ranks during a crawl; 0: none
    share: float = 0.1  # share of one core that reading links from the archive may use
    per_page: int = 1_000  # links to count per page, from the top; more means a link farm
    nofollow: bool = False  # true: count nofollow, ugc and sponsored links as well
    damping: float = 0.85  # probability that a reader follows a link; the usual PageRank value
    # Where the rank of pages without links goes; `injection` is for comparison (the Penn engine).
    dangling: DanglingPolicy = DanglingPolicy.UNIFORM
    anchors: int = 3  # link texts to keep per article; the most frequent are enough
    anchor_targets: int = 4  # most pages of a domain that one text links to; "read more" has many


@dataclass(frozen=True, slots=True)
class SummarySettings:
    """How texts are summarised; all but the first two are for the method `aitimes`."""

    sentences: int = 3  # sentences of an article's summary; three are read at a glance
    method: SummaryMethod = SummaryMethod.BEST  # how sentences are chosen
    min_length: int = 1  # letters; only longer words count: one letter means nothing in any script
    length_power: float = 1.0  # exponent of a word's length; 1: twice as long weighs twice as much
    characteristic: int = 20  # words that count; a news text has about 20 characteristic ones
    title_boost: float = 2.0  # factor for a sentence that contains the whole title
    subtitle_boost: float = 1.2  # factor for a heading; it says what follows, but repeats it
    lead_boost: float = 1.5  # factor for a paragraph's first sentence, which the others explain


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """How the pipeline runs."""

    workers: int = 0  # processes for reading and extracting; 0: as many as keep the cores busy
    queue: int = 256  # pages that may wait between two stages; a full queue blocks the first
    stage_seconds: float = 20.0  # time limit for reading a page; a slower one is quarantined
    stage_attempts: int = 2  # attempts to read a page before it is quarantined
    # Seconds for one preview of a site; then it shows what it has. Somebody is waiting for it, and
    # at one request a second and host this is enough for the start page and its lists.
    preview_seconds: float = 15.0


@dataclass(frozen=True, slots=True)
class JobSettings:
    """How jobs are cut into parts, and where these run: docs/decisions/024-jobs.md."""

    engine: JobEngine = JobEngine.LOCAL  # local: processes of this machine; ray: a cluster
    # Seconds of work in a part. On a cluster, handing a part over takes about 30 ms, and a part
    # that is lost is done again.
    part_seconds: float = 2.0
    # Cut parts by how long records of their kind took before; false: by number.
    estimates: bool = True
    attributes: int = 1  # that tell how long a record takes; the thesis used the best one
    # Into how many categories each attribute divides records. With so many, one in nine of two
    # thousand hosts shares its own with another one; with 4096, one in three, and more parts take
    # unusually long (docs/decisions/025-tetea.md). Of numbers, 192 is the most.
    categories: int = 16_384
    # Move estimates from few records towards the mean, and leave chance out when the best attribute
    # is chosen; false: exactly as in the thesis.
    shrinkage: bool = True
    packing: bool = True  # make parts of about equal work, if there are few for each process
    longest_first: bool = True  # run the longest parts first, so that none is left at the end
    # Give a process that is free the next part; false: deal all parts out at the beginning.
    dynamic: bool = True
    # Run a part that takes much longer than expected in a second place: the first result counts.
    backups: bool = True
    # Hosts that a place of a bulk crawl asks at once: at a request a second each, their pages keep
    # a core busy.
    hosts_at_once: int = 64
    # Seconds for which a place of a bulk crawl leases a host; renewed four times as often. A host
    # whose place has died waits so long; a database that is away longer stops all requests.
    host_lease_seconds: float = 20.0


@dataclass(frozen=True, slots=True)
class IngestSettings:
    """What `tidings ingest` takes from archives and collections of others: docs/ingest.md."""

    # Bytes of one record, inflated. Pages are cut at fetch.max_body_bytes; this is above any page,
    # and stops videos and decompression bombs.
    max_record_bytes: int = 64 * 1024 * 1024
    # Bytes of one file that is fetched: files of Common Crawl's news have about 1 GB.
    max_download_bytes: int = 100 * 1024**3
    # Bytes that are asked for at a time. What came before an interruption stays.
    download_step_bytes: int = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """The Ray cluster that runs jobs, if `jobs.engine` is ray: docs/cluster.md."""

    address: str = ""  # HOST:PORT of the head; empty: the cluster that this home started or joined
    port: int = 6379  # on which the head listens; Ray's usual one
    # The secret that all nodes share. Empty: cluster-token in the home, made by `cluster up`.
    token_file: str = ""
    # Keeps the state of the head, redis://HOST:PORT, so that it can be restarted while jobs run.
    # Empty: a head that is lost ends the job, which `jobs resume` continues.
    redis: str = field(default="", repr=False)
    heartbeat_seconds: float = 5.0  # between two signs of life of a node; the thesis' value
    # Silence after which a node counts as lost, and its parts run elsewhere; the thesis' value.
    failure_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class EnrichSettings:
    """How articles are annotated."""

    enabled: bool = True  # false: articles are kept and searchable, but not annotated
    spacy_model: str = ""  # a spaCy pipeline that finds entities instead of our model; slower


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """How near-duplicates and stories are found."""

    window_days: float = 30.0  # age limit for comparisons; the same news appears within days
    correction_seconds: float = 60.0  # seconds between two passes that merge, split and move
    correction_passes: int = 4  # most passes in a row; each one checks what the last one changed


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """How agents search the live web for a query: docs/agents.md."""

    runs_at_once: int = 2  # others wait; somebody watches each, and they share the same cores
    # Days to keep the articles that a run found, unless their site is followed by then or somebody
    # has marked them. A month is what most news is searched for.
    keep_days: float = 30.0
    # Seconds without a sign of life after which an agent is asked whether it lives, and for which
    # its answer is waited for.
    silence_seconds: float = 10.0
    # Seconds after which an agent is replaced that still goes to the same page: as long as a
    # request may take (fetch.total_seconds), and some for redirects and robots.txt.
    step_seconds: float = 90.0
    # Processes of a cluster that make the visits of agents; 0: one for each core of its nodes.
    places: int = 0
    # Addresses of searches at other sites, e.g. "https://example.org/search?q={query}": seeds of
    # a run for which none are given.
    search_urls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Where the server listens."""

    host: str = "127.0.0.1"  # address to listen on; by default only this machine can connect
    port: int = 8000  # port to listen on
    token: str = field(default="", repr=False)  # counts as a token with the scope admin
    # Let everybody read, also if others than this machine can connect. Writing needs a login.
    open: bool = False
    session_days: float = 30.0  # after which somebody must sign in again, however active
    session_idle_days: float = 7.0  # without a request, after which a session ends
    public_url: str = ""  # the server's own URL as others see it
    # Show articles that were fetched with credentials in feeds, and to others than this machine.
    subscriptions: bool = False
    processes: int = 1  # of `tidings serve`; one is enough for few readers, each takes 150 MB
    # Origins, such as https://reader.example, whose pages may use the API from a browser, with a
    # token of their own. None by default: a page that is open somewhere could read the home.
    cors_origins: tuple[str, ...] = ()
    # Addresses and networks of proxies in front of the server. Only they may say for whom they ask.
    trusted_proxies: tuple[str, ...] = ()
    # Which headers these proxies set: x-forwarded (X-Forwarded-For, -Proto, -Host) or forwarded
    # (RFC 7239). The others are ignored: a client could have sent them.
    proxy_header: ProxyHeader = ProxyHeader.X_FORWARDED
    # Requests per minute of one token, user or address, as many at once; 0: no limit. A reader
    # opens a few pages a minute, a program that polls needs far fewer than ten a second.
    requests_per_minute: int = 600
    # The same for this machine, if no proxy is between: stops only what runs wild.
    local_requests_per_minute: int = 60_000
    # Wrong passwords and tokens per hour and address; people mistype, programs guess. 0: no limit.
    failed_sign_ins_per_hour: int = 20
    # Readers of the live stream in one process. Each holds a connection, of which systems often
    # allow 1024.
    stream_readers: int = 800
    # Seconds without an event after which a sign of life is sent: proxies often wait 30 or 60.
    stream_heartbeat_seconds: float = 15.0
    # Seconds after which a reader that takes nothing is disconnected; it comes back where it was.
    stream_stall_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class LogSettings:
    """What is logged on standard error."""

    # Least level that is logged; what is below warning is for operators, not for everyone.
    level: LogLevel = LogLevel.WARNING
    format: LogFormat = LogFormat.TEXT  # json: one object per line, for programs that collect logs


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings."""

    home: Path = Path("tidings-home")  # the folder with everything Tidings stores
    fetch: FetchSettings = field(default_factory=FetchSettings)
    crawl: CrawlSettings = field(default_factory=CrawlSettings)
    database: DatabaseSettings = field(default_factory=DatabaseSettings)
    store: StoreSettings = field(default_factory=StoreSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    links: LinkSettings = field(default_factory=LinkSettings)
    enrich: EnrichSettings = field(default_factory=EnrichSettings)
    summary: SummarySettings = field(default_factory=SummarySettings)
    group: GroupSettings = field(default_factory=GroupSettings)
    engine: EngineSettings = field(default_factory=EngineSettings)
    jobs: JobSettings = field(default_factory=JobSettings)
    cluster: ClusterSettings = field(default_factory=ClusterSettings)
    ingest: IngestSettings = field(default_factory=IngestSettings)
    agents: AgentSettings = field(default_factory=AgentSettings)
    serve: ServeSettings = field(default_factory=ServeSettings)
    log: LogSettings = field(default_factory=LogSettings)
    queries: tuple[tuple[str, str], ...] = ()  # saved queries by name, for `add --about @name`
