import re
from html import escape
from html.parser import HTMLParser

import pytest

from tidings.world.news.newspapers import PAPERS, Newspaper
from tidings.world.pages.paper_site import PaperPage, PaperSite
from tidings.world.pages.truth import PageTruth
from tidings.world.world import World

EVERY_PAPER = pytest.mark.parametrize("paper", PAPERS, ids=lambda p: p.key)


class Reader(HTMLParser):
    """Collects the visible text and the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.head: list[dict[str, str | None]] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        given = dict(attrs)
        if tag == "a":
            self.links.append(given.get("href") or "")
        if tag in ("meta", "link"):
            self.head.append(given)

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))


def read(page: PaperPage, charset: str) -> Reader:
    reader = Reader()
    reader.feed(page.content.decode(charset))
    return reader


def articles_of(world: World, paper: Newspaper) -> list[tuple[PaperSite, str, PageTruth]]:
    paper_site = world.paper_sites[world.address(paper)]
    paths = [article.path for article in paper_site.published.existing(world.now)]
    truths = [(path, world.truth(paper_site.origin + path)) for path in paths]
    return [(paper_site, path, truth) for path, truth in truths if truth]


@EVERY_PAPER
def test_the_page_matches_the_truth(world: World, paper: Newspaper) -> None:
    for paper_site, path, truth in articles_of(world, paper):
        page = paper_site.page(path, world.now)
        assert isinstance(page, PaperPage)
        seen = read(page, paper.charset).text
        for words in (truth.title, truth.standfirst, *truth.body.split("\n"), *truth.authors):
            assert re.sub(r"\s+", " ", words) in seen
        assert truth.published is not None


@EVERY_PAPER
def test_the_date_of_publication_can_be_found_in_the_page(world: World, paper: Newspaper) -> None:
    for paper_site, path, truth in articles_of(world, paper)[:5]:
        page = paper_site.page(path, world.now)
        assert isinstance(page, PaperPage)
        assert truth.published is not None
        local = truth.published.astimezone(paper.zone)
        html = page.content.decode(paper.charset)
        visible = read(page, paper.charset).text
        assert f"{local.year}" in visible
        assert f"{local:%H:%M}" in visible or f"{local:%Hh%M}" in visible
        machine = local.isoformat() in html
        assert machine == (paper.key not in ("anzeiger", "faro"))


@EVERY_PAPER
def test_a_page_is_as_large_as_real_pages(world: World, paper: Newspaper) -> None:
    for paper_site, path, _ in articles_of(world, paper):
        page = paper_site.page(path, world.now)
        assert isinstance(page, PaperPage)
        assert 25_000 < len(page.content) < 60_000


@EVERY_PAPER
def test_all_articles_can_be_reached_from_the_front_page(world: World, paper: Newspaper) -> None:
    paper_site = world.paper_sites[world.address(paper)]
    seen, queue = {"/"}, ["/"]
    while queue:
        page = paper_site.page(queue.pop(), world.now)
        if not isinstance(page, PaperPage) or not page.media_type.startswith("text/html"):
            continue
        for link in read(page, paper.charset).links:
            if link.startswith("/") and link not in seen:
                seen.add(link)
                queue.append(link)
    assert {article.path for article in paper_site.published.existing(world.now)} <= seen


@EVERY_PAPER
def test_every_link_inside_the_paper_leads_somewhere(world: World, paper: Newspaper) -> None:
    paper_site = world.paper_sites[world.address(paper)]
    links = set()
    for target in paper_site.targets(world.now):
        page = paper_site.page(target, world.now)
        assert isinstance(page, PaperPage)
        links |= {link for link in read(page, paper.charset).links if link.startswith("/")}
    for link in links:
        assert paper_site.page(link, world.now) is not None, link


def test_templates_share_nothing_that_marks_the_text(world: World) -> None:
    holders = []
    for paper in PAPERS:
        paper_site, path, truth = articles_of(world, paper)[0]
        page = paper_site.page(path, world.now)
        assert isinstance(page, PaperPage)
        html = page.content.decode(paper.charset)
        before = html.partition(escape(truth.body.partition("\n")[0]))[0]
        holders.append("".join(re.findall(r"<[^<>]*>", before)[-3:]))
    assert len(set(holders)) == len(PAPERS)


@EVERY_PAPER
def test_papers_with_feeds_announce_them(world: World, paper: Newspaper) -> None:
    page = world.paper_sites[world.address(paper)].page("/", world.now)
    assert isinstance(page, PaperPage)
    head = read(page, paper.charset).head
    announced = [link["href"] for link in head if link.get("rel") == "alternate"]
    assert announced == [path for _, path in paper.feeds]


def test_only_the_noindex_page_has_noindex(world: World) -> None:
    for paper_site in world.paper_sites.values():
        for target in paper_site.targets(world.now):
            truth = paper_site.truth(target, world.now)
            page = paper_site.page(target, world.now)
            assert isinstance(page, PaperPage)
            assert truth is not None
            assert (b"noindex" in page.content.lower()[:9000]) == truth.noindex


def test_gb18030_is_declared_by_header_in_articles_and_by_meta_elsewhere(world: World) -> None:
    paper = next(p for p in PAPERS if p.charset == "gb18030")
    paper_site, path, _ = articles_of(world, paper)[0]
    article, front = paper_site.page(path, world.now), paper_site.page("/", world.now)
    assert isinstance(article, PaperPage)
    assert isinstance(front, PaperPage)
    assert article.media_type == "text/html; charset=gb18030"
    assert b"charset" not in article.content
    assert front.media_type == "text/html"
    assert b'<meta charset="gb18030">' in front.content


def test_everything_generated_is_escaped(world: World) -> None:
    paper = next(p for p in PAPERS if p.key == "courier")
    quoted = [x for x in articles_of(world, paper) if '"' in x[2].title]
    assert quoted
    for paper_site, path, truth in quoted:
        page = paper_site.page(path, world.now)
        assert isinstance(page, PaperPage)
        assert f"<h1>{truth.title}</h1>" not in page.content.decode()
        assert "&quot;" in page.content.decode()
