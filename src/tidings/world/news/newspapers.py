"""The papers of the world and how their sites are built; no articles."""

from dataclasses import dataclass, field
from datetime import timedelta, timezone

SECTIONS = ("region", "politics", "economy", "sport", "culture", "science")
SECTION_OF = {
    "flood": "region",
    "accident": "region",
    "court": "region",
    "election": "politics",
    "policy": "politics",
    "strike": "economy",
    "merger": "economy",
    "match": "sport",
    "festival": "culture",
    "discovery": "science",
}


@dataclass(frozen=True, slots=True)
class Paths:
    """Where a paper's pages are; {slug}, {id}, {section}, {tag} and {page} are filled in."""

    article: str
    section: str
    section_page: str
    tag: str
    archive: str = "/archive/{month}"
    notices: dict[str, str] = field(default_factory=dict)  # notice -> path

    def notice(self, key: str) -> str:
        """Return the path of a page that is not news."""
        return self.notices.get(key, f"/{key}")


@dataclass(frozen=True, slots=True, eq=False)
class Newspaper:
    """One fictional newspaper."""

    key: str
    number: int  # its address is the base address plus this
    name: str
    language: str
    template: str
    paths: Paths
    sections: tuple[str, ...]  # as written in paths, in the order of SECTIONS
    offset: int = 0  # hours from UTC
    charset: str = "utf-8"
    feeds: tuple[tuple[str, str], ...] = ()  # (format, path)
    section_feed: str = ""  # path of a section's own RSS feed
    news_sitemap: str = ""
    archive_sitemap: str = ""
    hub: str = ""  # where its feeds name the hub: in the feed ("link") or over HTTP ("header")
    standfirst: bool = True
    validators: tuple[str, ...] = ("etag", "modified")  # the validators its server supports
    links: tuple[str, ...] = ()  # additional paths in the footer of every page
    signal: str = ""  # its Content-Signal in robots.txt
    mining: bool = True  # False: its tdmrep.json reserves text and data mining
    x_robots: str = ""  # the X-Robots-Tag of its articles
    copies: tuple[str, ...] = ()  # papers whose text it copies
    staff: tuple[str, ...] = ()

    @property
    def zone(self) -> timezone:
        """The time zone of its dates."""
        return timezone(timedelta(hours=self.offset))

    def section_path(self, section: str, page: int = 1) -> str:
        """Return the path of a section's page."""
        name = self.sections[SECTIONS.index(section)]
        pattern = self.paths.section if page == 1 else self.paths.section_page
        return pattern.format(section=name, page=page)


PAPERS = (
    Newspaper(
        key="courier",
        number=1,
        name="The Harrow Courier",
        language="en",
        template="semantic",
        paths=Paths(
            article="/{date:%Y/%m/%d}/{slug}-{id}",
            section="/{section}",
            section_page="/{section}?page={page}",
            tag="/tag/{tag}",
        ),
        sections=("local", "politics", "business", "sport", "culture", "science"),
        feeds=(("rss", "/feed.rss"), ("atom", "/feed.atom")),
        section_feed="/{section}/feed.rss",
        hub="link",
        staff=(
            "Nora Ashdown",
            "Peter Calloway",
            "Imogen Frayne",
            "Rhys Tolland",
            "Dinah Marsh",
            "Owen Larkspur",
        ),
    ),
    Newspaper(
        key="dispatch",
        number=2,
        name="Meridian Dispatch",
        language="en",
        template="soup",
        paths=Paths(
            article="/news/{section}/{id}/{slug}",
            section="/section/{section}/",
            section_page="/section/{section}/page/{page}/",
            tag="/topics/{tag}",
            notices={"about": "/info/about", "contact": "/info/contact", "terms": "/info/terms"},
        ),
        sections=("regions", "politics", "money", "sport", "arts", "discovery"),
        offset=1,
        news_sitemap="/sitemap-news.xml",
        signal="search=yes, ai-train=no",
        validators=("etag",),
        standfirst=False,
        staff=("J. K. Farrow", "Moira Quell", "Tam Braddock", "Ursula Penn", "Dev Halloran"),
    ),
    Newspaper(
        key="anzeiger",
        number=3,
        name="Norderauer Anzeiger",
        language="de",
        template="table",
        paths=Paths(
            article="/artikel/{id}.html",
            section="/{section}.html",
            section_page="/{section}_{page}.html",
            tag="/stichwort/{tag}.html",
            archive="/archiv/{month}.html",
            notices={
                "about": "/wir.html",
                "contact": "/kontakt.html",
                "terms": "/impressum.html",
                "login": "/anmelden.html",
                "subscribe": "/abo.html",
                "sponsored": "/anzeige/matratzen.html",
                "noindex": "/druckausgabe.html",
                "search": "/suche",
            },
        ),
        sections=("lokales", "politik", "wirtschaft", "sport", "kultur", "wissen"),
        charset="windows-1252",
        validators=("modified",),
        feeds=(("rdf", "/index.rdf"),),
        hub="header",
        staff=(
            "Jürgen Halbach",
            "Silke Moorweg",
            "Dörte Kranich",
            "Matthias Öhlmann",
            "Renate Süß",
        ),
    ),
    Newspaper(
        key="quotidien",
        number=4,
        name="Le Quotidien de Valmont",
        language="fr",
        template="microdata",
        paths=Paths(
            article="/{section}/article/{date:%Y/%m/%d}/{slug}_{id}.html",
            section="/{section}/",
            section_page="/{section}/{page}.html",
            tag="/sujet/{tag}/",
            archive="/archives/{month}/",
            notices={
                "about": "/qui-sommes-nous",
                "terms": "/mentions-legales",
                "login": "/connexion",
                "subscribe": "/abonnement",
                "search": "/recherche",
            },
        ),
        sections=("regions", "politique", "economie", "sport", "culture", "sciences"),
        offset=1,
        feeds=(("json", "/flux.json"),),
        hub="link",
        archive_sitemap="/sitemap_index.xml",
        mining=False,
        staff=(
            "Élodie Brunet-Lasse",
            "Gaspard Toulmin",
            "Mireille Dancourt",
            "Rémi Castelnau",
            "Anaïs Voltier",
        ),
    ),
    Newspaper(
        key="wanbao",
        number=5,
        name="澜江晚报",
        language="zh",
        template="portal",
        paths=Paths(
            article="/{date:%Y-%m}/{date:%d}/content_{id}.htm",
            section="/news/{section}/",
            section_page="/news/{section}/index_{page}.htm",
            tag="/tag/{tag}.htm",
            archive="/dangan/{month}.htm",
            notices={"about": "/guanyu.htm", "terms": "/shengming.htm", "login": "/denglu.htm"},
        ),
        sections=("difang", "shizheng", "caijing", "tiyu", "wenhua", "keji"),
        offset=8,
        charset="gb18030",
        validators=(),
        feeds=(("rss", "/rss/news.xml"),),
        standfirst=False,
        staff=("李文远", "陈晓岚", "赵启明", "王若溪", "周海平", "孙雨桐"),
    ),
    Newspaper(
        key="post",
        number=6,
        name="Saltmarsh Post",
        language="en",
        template="blog",
        paths=Paths(
            article="/?p={id}",
            section="/category/{section}/",
            section_page="/category/{section}/page/{page}/",
            tag="/tagged/{tag}/",
            notices={"about": "/about-us/", "contact": "/contact-us/", "login": "/wp-login.php"},
        ),
        sections=("local", "politics", "business", "sports", "culture", "science"),
        feeds=(("full", "/feed/"),),
        copies=("courier", "dispatch"),
        staff=("Post Staff", "Wire Desk"),
    ),
    Newspaper(
        key="faro",
        number=7,
        name="El Faro de Miravela",
        language="es",
        template="plain",
        paths=Paths(
            article="/noticias/{slug}-{id}",
            section="/seccion/{section}",
            section_page="/seccion/{section}?pagina={page}",
            tag="/etiqueta/{tag}",
            archive="/hemeroteca/{month}",
            notices={
                "about": "/quienes-somos",
                "contact": "/contacto",
                "terms": "/aviso-legal",
                "login": "/acceso",
                "subscribe": "/suscripcion",
                "search": "/buscar",
            },
        ),
        validators=(),
        x_robots="max-snippet:80",
        sections=("provincia", "politica", "economia", "deportes", "cultura", "ciencia"),
        staff=("Íñigo Sotomar", "Carmen Valdeluz", "Joaquín Ribera", "Nieves Altamira"),
    ),
)

HUB_NUMBER = 50  # the hub's address is the base address plus this

# The hostile site looks like a paper with a few articles; hostile_site.py has its traps.
HOSTILE_PAPER = Newspaper(
    key="trap",
    number=56,
    name="The Trap",
    language="en",
    template="semantic",
    paths=Paths(
        article="/story/{id}",
        section="/{section}",
        section_page="/{section}?page={page}",
        tag="/tag/{tag}",
    ),
    sections=("local", "politics", "business", "sport", "culture", "science"),
    staff=("Ann Onymous",),
)

# The maze looks like a paper too; no page of it declares a canonical address.
MAZE_PAPER = Newspaper(
    key="maze",
    number=57,
    name="The Maze",
    language="en",
    template="soup",
    paths=Paths(
        article="/story/{slug}",
        section="/{section}",
        section_page="/{section}?page={page}",
        tag="/tag/{tag}",
    ),
    sections=("local", "politics", "business", "sport", "culture", "science"),
    staff=("Dee Dalus",),
)
