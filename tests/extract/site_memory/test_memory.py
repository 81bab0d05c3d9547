from tidings.extract.article import extract_html_with_update
from tidings.extract.content.blocks import block_key
from tidings.extract.site_memory.memory import EMPTY_SITE_MEMORY, MemoryUpdate, SiteMemory
from tidings.model.web.page import PageKind
from tidings.read.pages.html import parse_html

BOX = "Stay with us: every morning we tell you in this letter what the town will speak about."
PARAGRAPHS = [
    f"On day {word} the council met and spoke at length about the new bridge over the river, "
    "which some of its members want to be wide and others want to be narrow."
    for word in ("one", "two", "three", "four", "five", "six")
]


def page(*extra: str) -> str:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
    return (
        "<html><head><title>A bridge for the town</title>"
        '<meta name="description" content="The council wants a bridge, but not the same one.">'
        '<meta property="og:type" content="article">'
        '<meta property="article:published_time" content="2026-01-02T08:00:00Z"></head><body>'
        f"<article><h1>A bridge for the town</h1>{extra[0] if extra else ''}{text}"
        f"{''.join(extra[1:])}</article></body></html>"
    )


def extracted(
    html: str, memory: SiteMemory = EMPTY_SITE_MEMORY, *, listed: bool = True
) -> tuple[str, MemoryUpdate]:
    parsed = parse_html(html, "https://paper.example/news/a-bridge-for-the-town")
    extraction, update = extract_html_with_update(parsed, listed=listed, memory=memory)
    return extraction.text, update()


def test_an_article_adds_its_blocks_paragraphs_and_address() -> None:
    _, update = extracted(page("", f"<p>{BOX}</p>"))
    assert update.kind is PageKind.ARTICLE
    assert update.template == "/news/{slug}"
    assert {block_key(text) for text in (BOX, *PARAGRAPHS)} <= set(update.blocks)
    assert {block_key(text) for text in PARAGRAPHS} <= set(update.body)


def test_a_page_that_is_not_an_article_adds_no_blocks() -> None:
    menu = "".join(f'<li><a href="/n/{n}">The story number {n} of the day</a></li>' * 3
                   for n in range(20))  # fmt: skip
    _, update = extracted(f"<html><title>News</title><ul>{menu}</ul></html>", listed=False)
    assert update.kind is PageKind.INDEX
    assert update.blocks == update.body == ()


def test_a_link_and_the_text_below_it_are_not_learned() -> None:
    teaser = "Nobody saw it coming, and yet the train was late on every single day of the year."
    box = f'<div><h3><a href="/n/1">The train that is always late</a></h3><p>{teaser}</p></div>'
    _, update = extracted(page("", box))
    assert block_key(teaser) not in update.blocks
    assert block_key("The train that is always late") not in update.blocks


def test_a_repeated_block_is_not_text() -> None:
    html = page("", f"<p>{BOX}</p>")
    assert BOX in extracted(html)[0]
    text, update = extracted(html, SiteMemory(9, frozenset({block_key(BOX)})))
    assert text.splitlines() == PARAGRAPHS
    assert block_key(BOX) in update.blocks  # it still counts, or it would be forgotten


def test_a_standfirst_shown_on_other_pages_is_text_on_its_own_page() -> None:
    standfirst = "The council wants a bridge, but not the same one."
    html = page(f"<p>{standfirst}</p>")
    assert standfirst in extracted(html, SiteMemory(9, frozenset({block_key(standfirst)})))[0]


def test_odds_are_those_of_the_template_or_of_its_general_form() -> None:
    memory = SiteMemory(
        templates={
            "/sport/{slug}": (7, 1, 0),
            "/tag/{slug}": (0, 2, 0),
            "/{word}/{slug}": (7, 3, 0),
        }
    )
    assert memory.template_odds("https://a.example/sport/a-late-goal-again") == (7, 1, 0)
    assert memory.template_odds("https://a.example/tag/long-and-winding-roads") == (7, 3, 0)
    assert memory.template_odds("https://a.example/12345678") == (0, 0, 0)
