"""The links of a page with their words as terms."""

from tidings.crawl.agents.seen_links import MAX_LINKS, FoundLink, seen_links


def test_words_are_read_as_terms_of_the_query_language() -> None:
    (link,) = seen_links(
        [FoundLink("https://a.example/floods-2026/norwich.html", "Floods  rise", "in the city")],
        "en",
    )
    assert link.anchor == ("flood", "rise")
    assert "citi" in link.around
    assert link.address[:2] == ("flood", "norwich")
    assert link.words == "Floods rise"


def test_each_url_is_given_once_with_its_longest_text() -> None:
    url = "https://a.example/1"
    found = seen_links([FoundLink(url, "more"), FoundLink(url, "Floods in Norwich")], "en")
    assert [link.words for link in found] == ["Floods in Norwich"]


def test_a_page_has_at_most_so_many_links() -> None:
    found = seen_links((FoundLink(f"https://a.example/{n}") for n in range(2 * MAX_LINKS)), "en")
    assert len(found) == MAX_LINKS
