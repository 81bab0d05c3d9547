"""A filled home, a server for it on a free port, and Chromium to read it with."""

import asyncio
import random
import shutil
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Page, Request, async_playwright, expect

from tidings.engine.library.library import Library
from tidings.engine.process.home import ensure_home
from tidings.engine.reading.annotator import Annotator
from tidings.engine.sources.source_list import add_source
from tidings.model.articles.article import Article
from tidings.read.url import article_id, domain_of
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.serve.app import create_app
from tidings.serve.http.server import RunningServer, bound_socket, serving
from tidings.settings.tree import ServeSettings, Settings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.annotations import annotations_of, keep_annotations
from tidings.store.tables.articles.articles import articles_after, keep_article
from tidings.store.tables.sources.sources import followed_sources, name_source

expect.set_options(timeout=30_000)  # a busy machine may be slow
_CHROMIUM = shutil.which("chromium")
_ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()


@dataclass(frozen=True)
class Paper:
    url: str
    name: str
    language: str
    sections: tuple[str, ...]
    headlines: tuple[str, ...]
    sentences: tuple[str, ...]
    comment: str
    joint: str = " "


HARBOUR = Paper(
    "https://www.harbourpost.example/",
    "The Harbour Post",
    "en",
    ("Politics", "Business", "Harbour"),
    (
        "Parliament votes to reopen the old ferry line after nine years of dispute",
        "Dockers and owners settle on a four-day week",
        "Minister resigns over the bridge that nobody wanted",
        "Bakery chain to close a third of its shops by winter",
        "New lighthouse keeper is the youngest in a century",
        "Storm warning lifted as the wind turns north",
        "City council sells its last coal barge to a museum",
        "Tax on plastic crates brings in twice what was hoped",
        "Rail strike called off at the last minute",
        "Fishing quota halved for the coming season",
    ),
    (
        "The vote came shortly before midnight, after a debate that had lasted eleven hours.",
        "Nobody in the harbour had expected the owners to give in so soon.",
        "“We have waited for this day longer than most of us care to remember,” the mayor said.",
        "According to the ministry, the first boats could sail as early as next spring.",
        "Opponents say that the costs were never put on the table.",
        "A report published in March had named three other ways, all of them cheaper.",
        "The union's members still have to agree, which is likely by the end of the month.",
        "On the quay, people gathered in spite of the rain.",
    ),
    "Analysis: ",
)
COURIER = Paper(
    "https://valleycourier.example/",
    "Valley Courier",
    "en",
    ("Science", "Sport", "Culture"),
    (
        "Telescope on the ridge finds a river of stars behind our own",
        "Goalkeeper scores in the ninetieth minute and keeps the cup in the valley",
        "Lost quartet heard again after two hundred years in a drawer",
        "Bees prefer the railway bank to the botanical garden, a census shows",
        "Rowers beat the record that had stood since 1968",
        "A library without silence opens its doors",
        "Glacier lost less ice than feared, survey finds",
        "Young pianist wins the prize she had twice refused",
        "Chess club to play the whole town at once",
        "Vaccine against valley fever passes its second trial",
    ),
    (
        "The finding rests on nine years of nights, most of them clouded.",
        "It was, by common consent, the loudest cheer the ground has heard.",
        "The pages had been kept between two maps and a receipt for candles.",
        "Researchers counted every hive within ten kilometres of the station.",
        "“You do not plan such a thing, you only stand in the right place,” she said afterwards.",
        "The data are free for everybody to look at.",
        "A second measurement, made from the southern slope, agrees with the first.",
        "There will be another performance on Sunday, and it is sold out already.",
    ),
    "Background: ",
)
ANZEIGER = Paper(
    "https://der-stadtanzeiger.example/",
    "Der Stadtanzeiger",
    "de",
    ("Wirtschaft", "Kultur", "Wissenschaft"),
    (
        "Oberverwaltungsgericht bestätigt Geschwindigkeitsbegrenzung auf der Umgehungsstraße",
        "Werft bekommt Auftrag für zwölf elektrische Fähren",
        "Museum zeigt zum ersten Mal alle Stadtansichten",
        "Forscher messen den leisesten Ort des Landes",
        "Bäckerhandwerk sucht Nachwuchs und findet ihn",
        "Straßenbahn fährt künftig auch nachts",
        "Haushalt beschlossen: mehr Geld für Schulen",
        "Hochwasser geht zurück, Deiche haben gehalten",
    ),
    (
        "Die Entscheidung fiel nach kurzer Beratung und ohne Gegenstimmen.",
        "Der Vorstand sprach von einem guten Tag für die Stadt und ihre Werft.",
        "Kritiker bemängeln, dass die Kosten nicht offengelegt worden seien.",
        "Nach Angaben der Verwaltung beginnen die Arbeiten noch in diesem Jahr.",
        "„Darauf haben wir lange gewartet“, sagte die Leiterin am Abend.",
        "Die Ausstellung ist bis zum Ende des Winters zu sehen.",
    ),
    "Kommentar: ",
)
CHENBAO = Paper(
    "https://binhaichenbao.example/",
    "滨海晨报",
    "zh",
    ("要闻", "科技", "文化"),
    (
        "滨海新区开通首条无人驾驶渡轮航线",
        "科学家在深海发现新的热泉生物群落",
        "百年老图书馆修缮完工重新开放",
        "今年粮食产量再创新高",
        "城市地铁三号线明年春天通车",
        "青年乐团首次赴海外演出",
        "台风转向北上沿海解除预警",
    ),
    (
        "据介绍，新航线全长十二公里，单程约需二十分钟。",
        "研究人员表示，这一发现有助于了解生命的起源。",
        "记者在现场看到，许多市民一早就来排队等候。",
        "有关部门负责人说，工程比原计划提前了两个月。",
        "专家认为，未来几年这一领域还将继续发展。",
        "预计到明年年底，全部设施将投入使用。",
    ),
    "评论：",
    "",
)
PAPERS = (HARBOUR, COURIER, ANZEIGER, CHENBAO)


def article_of(paper: Paper, number: int, now: datetime, rng: random.Random) -> Article:
    headline = paper.headlines[number % len(paper.headlines)]
    if number >= len(paper.headlines):
        headline = f"{paper.comment}{headline}"
    section = paper.sections[number % len(paper.sections)]
    url = f"{paper.url}news/{number}-{rng.randrange(10**6)}"
    paragraphs = [paper.joint.join(rng.sample(paper.sentences, 4)) for _ in range(5)]
    inner = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs[:3])
    aside = f"<h2>{section}</h2><p><a href='{paper.url}archive'>{paragraphs[3]}</a></p>"
    seen = now - timedelta(minutes=rng.randrange(2, 4000))
    return Article(
        id=article_id(url),
        url=url,
        source=domain_of(url),
        title=headline,
        text="\n".join(paragraphs),
        html=inner + aside + f"<blockquote><p>{paragraphs[4]}</p></blockquote>",
        standfirst=paper.sentences[number % len(paper.sentences)] if number % 3 else "",
        published=seen - timedelta(minutes=1),
        modified=None,
        first_seen=seen,
        authors=("Ada Quill",) if number % 2 else (),
        language=paper.language,
        section=section,
        tags=(section, paper.name),
        image="https://images.example/a.jpg",
        publisher=paper.name,
        word_count=100,
    )


def fill(settings: Settings, now: datetime) -> None:
    """Follow the papers; store and index their articles."""
    home = ensure_home(settings)
    database = open_database(home.database, settings.store)
    rng = random.Random(7)
    annotator = Annotator()
    for paper in PAPERS:
        add_source(database, paper.url, now)
        for number in range(2 * len(paper.headlines)):
            article = article_of(paper, number, now, rng)
            database.write(partial(keep_article, article=article, now=now)).result()
            packed = annotator.of(article).packed
            keeping = partial(keep_annotations, article_id=article.id, revision=1, packed=packed)
            database.write(keeping).result()
    for site in followed_sources(database.read()):
        name = next(paper.name for paper in PAPERS if paper.url == site.url)
        database.write(partial(name_source, site=site.id, name=name)).result()
    index = Index.open(home.index, settings.search, writable=True)
    kept = articles_after(database.read(), 0, 1000)
    annotations = annotations_of(database.read(), [article.id for article in kept])
    index.add([entry_of(article, annotations=annotations[article.id]) for article in kept])
    index.commit()
    index.close()
    database.close()


@contextmanager
def served(settings: Settings, **more: Any) -> Iterator[str]:
    """Serve a home from a thread with its own event loop; yields the front page's URL."""
    library = Library.open(settings)
    app = create_app(library, settings.serve, **more)
    listener = bound_socket(settings.serve)
    up = threading.Event()
    servers: list[RunningServer] = []

    async def run() -> None:
        async with serving(app, listener) as server:
            servers.append(server)
            up.set()
            await server.ended()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    up.wait()
    try:
        yield servers[0].url
    finally:
        servers[0].stop()
        thread.join()
        library.close()


def _settings(home: Path) -> Settings:
    store, serve = StoreSettings(commit_seconds=0.0), ServeSettings(port=0)
    return Settings(home=home, store=store, serve=serve)


@pytest.fixture(scope="session")
def paper_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = _settings(tmp_path_factory.mktemp("home"))
    fill(settings, datetime.now(UTC))
    with served(settings) as url:
        yield url


@pytest.fixture
def empty_settings(tmp_path: Path) -> Settings:
    settings = _settings(tmp_path / "home")
    open_database(ensure_home(settings).database, settings.store).close()
    return settings


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    if _CHROMIUM is None:
        pytest.skip("chromium is not installed (apt-get install chromium)")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=_CHROMIUM, args=_ARGUMENTS)
        yield browser
        await browser.close()


class Reader:
    """A browser page that records every console message and every request."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[Request] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request))

    @property
    def hosts(self) -> set[str | None]:
        return {urlsplit(request.url).hostname for request in self.requests}

    async def width_of_content(self) -> int:
        width: int = await self.page.evaluate("document.documentElement.scrollWidth")
        return width


@pytest.fixture
def reader_of() -> type[Reader]:
    return Reader


@pytest.fixture
def serve_home() -> Callable[..., AbstractContextManager[str]]:
    return served


@pytest.fixture
def fill_home() -> Callable[[Settings, datetime], None]:
    return fill
