import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.methods.html_tokens import COMMENT, HtmlToken, lines_of, tokens_of, words_of

PIECES = st.sampled_from(
    ["<p>", "</p>", "<b", ">", "<", "</", "<!--", "-->", "<script>", "</script>", "<!", "<?", '="',
     '"', "'", "='", "=", "&", "&amp;", "&#65;", "&#", "word", " ", "\n", "中文", "<a href=x>"]
)  # fmt: skip
MARKUP = st.lists(PIECES, max_size=30).map("".join)


def _tags(html: str) -> list[str]:
    return [token.tag for token in tokens_of(html) if token.tag]


def test_a_page_becomes_tags_and_texts_in_order() -> None:
    assert tokens_of('<P class="x">One <b>two</B>') == [
        HtmlToken("p", ' class="x"'),
        HtmlToken("", "One "),
        HtmlToken("b", ""),
        HtmlToken("", "two"),
        HtmlToken("/b", ""),
    ]


def test_the_name_of_a_closing_tag_is_that_of_the_opening_one() -> None:
    assert [token.name for token in tokens_of("<p></p>")] == ["p", "p"]


@pytest.mark.parametrize("name", ["script", "style", "noscript", "textarea", "title", "iframe"])
def test_the_content_of_scripts_and_the_like_is_not_text(name: str) -> None:
    html = f"<{name} a=1>if (1 < 2) '<p>words</p>'</{name.upper()} >after"
    assert tokens_of(html) == [
        HtmlToken(name, ""),
        HtmlToken(f"/{name}", " "),
        HtmlToken("", "after"),
    ]


def test_a_tag_that_only_begins_like_a_script_is_another_tag() -> None:
    assert lines_of(tokens_of("<scripture>In the beginning</scripture>")) == "In the beginning"


@pytest.mark.parametrize(
    "comment",
    ["<!-- <p>x</p> -->", "<!-->", "<!--->", "<!---->", "<!-- a --!>", "<!DOCTYPE html>",
     "<?xml version='1.0'?>", "</ 3>", "<!-- -- -->"],
)  # fmt: skip
def test_comments_and_declarations_have_no_text(comment: str) -> None:
    assert tokens_of(f"a{comment}b") == [
        HtmlToken("", "a"),
        HtmlToken(COMMENT, ""),
        HtmlToken("", "b"),
    ]


@pytest.mark.parametrize(
    "open_end", ["<!-- x", "<script>x", "<p class='x' ", "<title>x", "</", "<?"]
)
def test_an_unclosed_construct_extends_to_the_end(open_end: str) -> None:
    first, rest = tokens_of(f"a{open_end}")
    assert first == HtmlToken("", "a")
    assert rest.tag


def test_a_bracket_within_quotes_does_not_end_a_tag() -> None:
    assert lines_of(tokens_of('<img alt="a > b"><img alt=\'"\'>text')) == "text"


@pytest.mark.parametrize("tag", ['<img alt="x"">', "<img title=it's>", "<img '>", "<img =>"])
def test_a_stray_quote_does_not_swallow_the_page(tag: str) -> None:
    assert lines_of(tokens_of(f"{tag}text")) == "text"


def test_a_lone_angle_bracket_is_text() -> None:
    assert tokens_of("1 < 2 <3 & 4 > 3") == [HtmlToken("", "1 < 2 <3 & 4 > 3")]


def test_entities_are_decoded_and_white_space_is_collapsed() -> None:
    assert tokens_of("K&ouml;ln&nbsp;\n &#8211; &#x4e2d;&lt;p&gt;") == [
        HtmlToken("", "Köln – 中<p>")
    ]


def test_an_entity_of_absurd_length_stays_as_it_is() -> None:
    monster = "&#" + "1" * 5000 + ";"
    assert tokens_of(monster) == [HtmlToken("", monster)]


def test_lines_end_at_blocks_and_breaks_but_not_at_inline_tags() -> None:
    html = "<div>One <b>and</b><!-- ad --><script>x</script> the same<br>two</div><p>three"
    assert lines_of(tokens_of(html)) == "One and the same\ntwo\nthree"


def test_words_are_counted_in_every_script() -> None:
    assert words_of("It's 42 words") == ["It", "s", "42", "words"]
    assert words_of("中国人abc民") == ["中国", "人", "abc", "民"]
    assert len(words_of("हिन्दी में समाचार")) == 3
    assert words_of("กำลังประชุม") == ["กำ", "ลัง", "ปร", "ะชุ", "ม"]
    assert words_of(" … ") == []


@given(MARKUP | st.text(max_size=200))
def test_any_string_has_tokens(html: str) -> None:
    for token in tokens_of(html):
        assert token.tag or token.text
        assert token.tag == token.tag.lower()
        assert "  " not in token.text or token.tag


@given(st.lists(st.text(alphabet="abc &;é中 ", min_size=1), max_size=8))
def test_no_text_between_tags_is_lost(texts: list[str]) -> None:
    html = "".join(f"<p>{text.replace('&', '&amp;')}</p>" for text in texts)
    wanted = [" ".join(text.split()) for text in texts]
    assert lines_of(tokens_of(html)).splitlines() == [text for text in wanted if text]


@given(MARKUP)
def test_the_first_tokens_do_not_depend_on_what_follows_a_whole_tag(html: str) -> None:
    before = tokens_of("<p>start</p>")
    assert tokens_of(f"<p>start</p><hr>{html}")[:3] == before


@pytest.mark.parametrize(
    "bomb",
    ["<", "<a ", "<a b=", '<a b="', "<a b='\"", "<!--", "<!-- --", "<script>", "<script ", "</",
     "<title><", "&", "&#", "&#1", "&a", "<a>", "<p>x", "=", "中", " ", "<!", "<a/", "--"],
)  # fmt: skip
def test_no_page_takes_quadratic_time(bomb: str) -> None:
    # A quadratic pattern would need hours for these; the suite's own time limit is the test.
    tokens = tokens_of(bomb * (1_000_000 // len(bomb)))
    assert 1 <= len(tokens) <= 200_000
    assert sum(len(words_of(token.text)) for token in tokens) <= 1_000_000


def test_readings_above_the_words_are_not_in_the_line() -> None:
    markup = "<p><ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>都は</p>"
    assert lines_of(tokens_of(markup)) == "東京都は"
    assert lines_of(tokens_of("<ruby>漢<rt>かん</ruby>字")) == "漢字"
