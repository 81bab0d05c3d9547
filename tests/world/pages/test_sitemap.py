from datetime import datetime, timedelta
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

from tidings.world.news.newspapers import PAPERS, Newspaper
from tidings.world.pages.paper_site import PaperPage
from tidings.world.world import World

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
NEWS = "{http://www.google.com/schemas/sitemap-news/0.9}"


def text(world: World, paper: Newspaper, path: str) -> str:
    page = world.paper_sites[world.address(paper)].page(path, world.now)
    assert isinstance(page, PaperPage)
    return page.content.decode()


def robots(world: World, paper: Newspaper) -> RobotFileParser:
    parser = RobotFileParser()
    parser.parse(text(world, paper, "/robots.txt").splitlines())
    return parser


def test_robots_txt_disallows_the_search_and_the_private_folder(world: World) -> None:
    for paper in PAPERS:
        rules = robots(world, paper)
        for truth in world.pages():
            if truth.paper == paper.key:
                assert rules.can_fetch("tidings", truth.url) == truth.allowed
        assert not rules.can_fetch("NastyBot", world.origin(paper) + "/")


def test_a_crawl_delay_can_be_set() -> None:
    world = World(history=1, crawl_delay=2)
    assert str(robots(world, PAPERS[0]).crawl_delay("tidings")) == "2"
    assert robots(World(history=1), PAPERS[0]).crawl_delay("tidings") is None


def test_only_two_papers_name_sitemaps(world: World) -> None:
    named = {paper.key: robots(world, paper).site_maps() or [] for paper in PAPERS}
    assert {key for key, maps in named.items() if maps} == {"dispatch", "quotidien"}


def test_the_news_sitemap_has_the_articles_of_two_days(world: World) -> None:
    paper = next(p for p in PAPERS if p.news_sitemap)
    root = ElementTree.fromstring(text(world, paper, paper.news_sitemap))
    listed = {
        u.findtext(f"{SITEMAP}loc"): (
            u.findtext(f"{NEWS}news/{NEWS}title"),
            datetime.fromisoformat(u.findtext(f"{NEWS}news/{NEWS}publication_date") or ""),
        )
        for u in root
    }
    young = world.now - timedelta(days=2)
    own = [t for t in world.articles() if t.paper == paper.key]
    recent = [t for t in own if t.published and t.published >= young]
    assert recent
    assert listed == {t.url: (t.title, t.published) for t in recent}


def test_the_archive_sitemaps_have_every_article(world: World) -> None:
    paper = next(p for p in PAPERS if p.archive_sitemap)
    index = ElementTree.fromstring(text(world, paper, paper.archive_sitemap))
    listed: set[str] = set()
    for entry in index:
        path = (entry.findtext(f"{SITEMAP}loc") or "").removeprefix(world.origin(paper))
        month = ElementTree.fromstring(text(world, paper, path))
        listed |= {u.findtext(f"{SITEMAP}loc") or "" for u in month}
    assert listed == {t.url for t in world.articles() if t.paper == paper.key}
