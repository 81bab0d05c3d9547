import pytest

from tidings.extract.article import extract_html
from tidings.model.web.page import PageKind, PageVerdict
from tidings.read.pages.html import parse_html

SITE = "https://harbour.example"
PROSE = "The pilots of the harbour met on Friday and agreed to share the last tug until spring. "
HEADLINES = (
    "Pilots agree to share the last tug",
    "Ferry stops for the ice once more",
    "Lighthouse keeper retires after forty years",
    "Fish market opens a second hall",
)


def _verdict(markup: str, path: str = "/tag/ships.html", *, listed: bool = False) -> PageVerdict:
    return extract_html(parse_html(markup, SITE + path), listed=listed).verdict


def _text(paragraphs: int = 6) -> str:
    return "".join(f"<p>{PROSE * 3}</p>" for _ in range(paragraphs))


def _post(number: int, text: str, link: str = "", heading: str = "h2") -> str:
    href = link or f"/{HEADLINES[number].lower().replace(' ', '-')}.html"
    title = f'<a href="{href}" rel="bookmark">{HEADLINES[number]}</a>'
    return (
        f'<article class="hentry"><header><{heading} class="entry-title">{title}</{heading}>'
        f"</header><footer>Friday by Ada</footer>{text}</article>"
    )


def _page(body: str, title: str = "The Harbour Post - ships") -> str:
    menu = "<ul><li><a href='/category/town.html'>town</a></li></ul>"
    return f"<title>{title}</title><body><h1><a href='/'>The Harbour Post</a></h1>{menu}{body}"


def _newest_in_full(posts: int) -> str:
    teasers = "".join(_post(n, f"<p>{PROSE}</p>") for n in range(1, posts))
    return _page(_post(0, _text()) + teasers)


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("posts", [1, 2, 4])
def test_a_list_that_shows_its_newest_post_in_full_is_an_index(posts: int, listed: bool) -> None:
    verdict = _verdict(_newest_in_full(posts), listed=listed)
    assert verdict.kind is PageKind.INDEX
    assert verdict.reasons == ("its text belongs to a page that it links to",)


@pytest.mark.parametrize("listed", [False, True])
def test_a_list_of_whole_posts_below_its_own_name_is_an_index(listed: bool) -> None:
    posts = "".join(_post(n, _text(), heading="h1") for n in range(4))
    markup = _page(f"<h1>Posts about ships</h1>{posts}", "Posts about ships | Harbour Notes")
    assert _verdict(markup, "/categories/ships/", listed=listed).kind is PageKind.INDEX


def test_titles_of_a_list_need_no_names_if_there_are_several() -> None:
    posts = "".join(
        f"<div><h3><a href='/{n}'>{HEADLINES[n]}</a></h3>{_text()}</div>" for n in range(3)
    )
    assert _verdict(_page(posts)).kind is PageKind.INDEX


@pytest.mark.parametrize(
    "link", ["", ".", "#", "pilots.html", SITE + "/pilots.html?utm_source=feed", "/pilots.html#top"]
)
def test_an_article_whose_title_links_to_itself_stays_one(link: str) -> None:
    title = f"<h1 class='entry-title'><a href='{link}' rel='bookmark'>{HEADLINES[0]}</a></h1>"
    markup = _page(f"<article>{title}{_text()}</article>", f"{HEADLINES[0]} - The Harbour Post")
    assert _verdict(markup, "/pilots.html").kind is PageKind.ARTICLE


def test_an_article_with_teasers_below_it_stays_one() -> None:
    article = f"<article><h1>{HEADLINES[0]}</h1>{_text()}</article>"
    teasers = "".join(_post(n, f"<p>{PROSE}</p>") for n in range(1, 4))
    markup = _page(article + teasers, f"{HEADLINES[0]} - The Harbour Post")
    assert _verdict(markup, "/pilots-agree-to-share.html").kind is PageKind.ARTICLE


@pytest.mark.parametrize("box", ["/author/ada-brook", "/video/1234", "https://shop.example/tugs"])
def test_an_article_stays_one_below_the_linked_name_of_its_author_or_of_a_video(box: str) -> None:
    heading = f"<h4><a href='{box}'>The pilots in pictures</a></h4>"
    markup = f"<h1>{HEADLINES[0]}</h1><div>{heading}{_text()}</div>"
    page = _page(markup, f"{HEADLINES[0]} - The Harbour Post")
    assert _verdict(page, "/pilots-agree-to-share.html").kind is PageKind.ARTICLE


def test_a_forum_thread_is_not_a_list_because_names_above_its_posts_are_links() -> None:
    posts = "".join(
        f"<div class='message'><h4 class='name'><a href='/members/{name}'>{name}</a></h4>"
        f"{_text(3)}</div>"
        for name in ("ada", "Ben Okoro", "clara77")
    )
    markup = _page(f"<h1>{HEADLINES[0]}</h1>{posts}", f"{HEADLINES[0]} - Harbour boards")
    assert _verdict(markup, "/threads/pilots-agree.12/").kind is not PageKind.INDEX


def test_a_copy_for_printing_whose_title_links_to_the_article_is_not_a_list() -> None:
    title = f"<h1 class='entry-title'><a href='/pilots.html'>{HEADLINES[0]}</a></h1>"
    markup = _page(f"<article>{title}{_text()}</article>", f"{HEADLINES[0]} - The Harbour Post")
    assert _verdict(markup, "/print/1234").kind is PageKind.ARTICLE


def test_a_single_linked_box_does_not_borrow_a_text_with_headings_of_its_own() -> None:
    box = _post(1, f"<p>{PROSE}</p>")
    sections = "".join(f"<h2>Part {n}</h2>{_text(3)}" for n in range(4))
    markup = _page(f"<div>{box}{sections}</div>", f"{HEADLINES[0]} - The Harbour Post")
    assert _verdict(markup, "/pilots-agree-to-share.html").kind is PageKind.ARTICLE
