import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.methods.html_tokens import lines_of, tokens_of
from tidings.extract.methods.keen_samples import closeness, sample_of
from tidings.extract.methods.keen_tags import (
    UNIVERSAL_TAGS,
    best_part,
    keen_part,
    learned_tags,
    parts_of,
)

SENTENCES = [
    f"Sentence {n} of the story says, at some length, what the council of ward {n} decided then."
    for n in range(12)
]
MENU = "<ul>" + "".join(f'<li><a href="/{n}">Section {n}</a></li>' for n in range(9)) + "</ul>"
TAGS = st.sampled_from(["p", "/p", "b", "/b", "li", "ul", "form", "h2", "br", "a href=x", "!-- --"])
PAGES = st.lists(st.tuples(TAGS, st.text(alphabet="ab   中&<", max_size=12)), max_size=30).map(
    lambda pairs: "".join(f"<{tag}>{text}" for tag, text in pairs)
)


def _story(between: str) -> str:
    paragraphs = between.join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    return f"<html>{MENU}<section>{paragraphs}</section><footer>Words of the footer</footer></html>"


def test_the_part_with_the_most_text_is_the_content() -> None:
    assert keen_part(_story("")).text.splitlines() == SENTENCES


def test_a_tag_that_is_not_keen_cuts_the_text() -> None:
    assert len(keen_part(_story("<h3></h3>")).text.splitlines()) == 1


def test_a_comment_cuts_the_text() -> None:
    assert keen_part("<p>One two</p><!-- x --><p>three</p>").text == "One two"


def test_a_tag_of_the_site_does_not_cut_the_text() -> None:
    found = keen_part(_story("<h3></h3>"), frozenset({"h3"}))
    assert found.text.splitlines() == SENTENCES


def test_line_breaks_divisions_and_paragraphs_end_a_line() -> None:
    assert keen_part("<div>a<br>b <i>c</i></div><p>d").text.splitlines() == ["a", "b c", "d"]


def test_text_is_measured_without_the_white_space_around_it() -> None:
    assert keen_part(f"<p> {' ' * 500} five5 </p><hr><p>sixsix</p>").part.score == 6


@pytest.mark.parametrize(
    ("characters", "links", "is_article"),
    [(100, 0, False), (101, 0, True), (101, 4, True), (101, 5, False), (9999, 5, False)],
)
def test_an_article_is_longer_than_n_and_has_fewer_links_than_t(
    characters: int, links: int, is_article: bool
) -> None:
    part = keen_part("x" * characters + "<a href=/>" * links).part
    assert (part.score, part.links) == (characters, links)
    assert part.is_article is is_article


def test_an_anchor_without_an_address_is_not_a_link() -> None:
    assert keen_part("<a name=top></a>text <A HREF='/'>more</a>").part.links == 1


def test_chinese_is_measured_in_characters() -> None:
    sentence = "市议会当晚经过长时间的辩论，作出了谁也没有料到的决定。"
    found = keen_part(f"<ul><li>新闻</li></ul><p>{sentence * 4}</p>")
    assert found.part.score == 4 * len(sentence)
    assert found.part.is_article


def test_a_page_without_text_has_an_empty_part() -> None:
    for html in ("", "<p></p>", "<!-- a -->", "<script>words</script>"):
        found = keen_part(html)
        assert (found.text, found.part.score, found.part.is_article) == ("", 0, False)


@given(PAGES, st.sets(st.sampled_from(["li", "ul", "h2", "form", "!"])))
def test_the_parts_contain_all_text_in_order_and_only_once(html: str, more: set[str]) -> None:
    tokens = tokens_of(html)
    keen = UNIVERSAL_TAGS | more
    parts = list(parts_of(tokens, keen))
    inside = [token for part in parts for token in tokens[part.first : part.end]]
    assert [token for token in inside if not token.tag] == [t for t in tokens if not t.tag]
    assert all(token.name in keen for token in inside if token.tag)
    assert best_part(parts).score == max(part.score for part in parts)


@given(PAGES)
def test_more_keen_tags_never_make_the_best_part_smaller(html: str) -> None:
    without, within = keen_part(html), keen_part(html, frozenset({"li", "h2"}))
    assert within.part.score >= without.part.score


def test_the_tags_inside_the_articles_of_a_site_are_learned() -> None:
    page = _story("<h3></h3>")
    tags = learned_tags([(page, "\n".join(SENTENCES))] * 2)
    assert tags == {"h3"}
    assert keen_part(page, tags).text.splitlines() == SENTENCES


def test_tags_that_come_in_pairs_are_learned_together() -> None:
    page = _story("<figure><figcaption></figcaption></figure>")
    assert learned_tags([(page, "\n".join(SENTENCES))]) == {"figure", "figcaption"}


def test_comments_inside_articles_are_learned_like_tags() -> None:
    page = _story("<!-- advertisement -->")
    tags = learned_tags([(page, "\n".join(SENTENCES))])
    assert keen_part(page, tags).text.splitlines() == SENTENCES


def test_a_tag_that_would_join_text_and_menu_is_not_learned() -> None:
    around = "<ul>" + f"<li><p>{'Menu words that nobody reads. ' * 40}</p></li>" * 9 + "</ul>"
    end = "The end of a long story it was."
    page = f"{around}<p>{' '.join(SENTENCES)}</p><li></li><p>{end}</p>"
    assert "li" not in learned_tags([(page, " ".join([*SENTENCES, end]))])


def test_nothing_is_learned_if_the_universal_tags_suffice() -> None:
    assert learned_tags([(_story(""), "\n".join(SENTENCES))] * 3) == frozenset()


@pytest.mark.parametrize(
    ("html", "text"),
    [("", ""), ("<p>a</p>", ""), ("", "some known text that is nowhere"), ("<h2>x</h2>", "x"),
     (_story("<h3></h3>"), "another story altogether, which this page does not tell at all")],
)  # fmt: skip
def test_nothing_is_learned_from_pages_without_the_known_text(html: str, text: str) -> None:
    assert learned_tags([(html, text)]) == frozenset()
    assert learned_tags([]) == frozenset()


def test_nothing_is_learned_from_a_page_of_absurd_length() -> None:
    page, text = _story("<h3></h3>"), "\n".join(SENTENCES)
    assert learned_tags([(page, text)])
    assert not learned_tags([(page + "<li>and so on" * 40_000, text)])


@given(st.lists(PAGES, min_size=1, max_size=3), st.integers(0, 20))
def test_learning_never_makes_the_samples_worse(pages: list[str], skipped: int) -> None:
    known = [lines_of(tokens_of(html)[skipped:]) for html in pages]
    tags = learned_tags(zip(pages, known, strict=True))
    offered = (
        sample_of(html, text, UNIVERSAL_TAGS) for html, text in zip(pages, known, strict=True)
    )
    samples = [sample for sample in offered if sample is not None]
    assert not tags & UNIVERSAL_TAGS
    assert not tags or closeness(samples, tags) > closeness(samples, frozenset())
