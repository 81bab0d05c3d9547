from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.content.blocks import blocks_of
from tidings.extract.methods.dom_cleaner import dom_text
from tidings.read.pages.html import parse_html

PARAGRAPHS = [
    f"Paragraph {n} tells, at some length, what the council decided that evening; nobody had "
    "expected it, and the mayor, who had left before the vote, heard of it on the radio."
    for n in range(6)
]
STORY = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)


def _lines(markup: str) -> list[str]:
    return dom_text(blocks_of(parse_html(f"<body>{markup}</body>", ""))).splitlines()


def test_the_innermost_element_around_the_paragraphs_is_the_article() -> None:
    assert _lines(f"<div>Menu<div>Date<div>{STORY}</div></div></div>More") == PARAGRAPHS


def test_wrapped_paragraphs_count_for_the_element_around_them() -> None:
    wrapped = "".join(f"<div><p>{text}</p></div>" for text in PARAGRAPHS)
    assert _lines(f"<div>Menu</div><section>{wrapped}</section><div>More</div>") == PARAGRAPHS


def test_the_first_of_two_such_elements_is_chosen() -> None:
    other = "".join(f"<p>{text.upper()}</p>" for text in PARAGRAPHS)
    assert _lines(f"<div>{STORY}</div><div>{other}</div>") == PARAGRAPHS


def test_everything_in_the_element_is_kept() -> None:
    lines = _lines(f"<div><h2>What came next</h2>{STORY}</div>")
    assert lines == ["What came next", *PARAGRAPHS]


def test_paragraphs_of_links_are_not_promising() -> None:
    teasers = "".join(f'<p><a href="/x">{text}</a></p>' for text in PARAGRAPHS)
    assert _lines(f"<div>{teasers}</div><div>{STORY}</div>") == PARAGRAPHS


def test_paragraphs_full_of_markup_are_not_promising() -> None:
    names = "".join(f"<b>{letter}</b>" for letter in "abcdefghij" * 20)
    assert _lines(f"<div>{f'<p>{names}</p>' * 9}</div><div>{STORY}</div>") == PARAGRAPHS


def test_short_paragraphs_are_not_promising() -> None:
    assert _lines(f"<div>{'<p>A few words.</p>' * 99}</div><div>{STORY}</div>") == PARAGRAPHS


def test_without_paragraphs_the_first_cell_with_enough_text_is_chosen() -> None:
    text = "<br><br>".join(PARAGRAPHS)
    page = f"<table><tr><td>Menu</td><td>{text}</td><td>{text.upper()}</td></tr></table>"
    assert _lines(page) == PARAGRAPHS


def test_a_short_article_of_one_paragraph_is_found_in_its_division() -> None:
    news = " ".join(PARAGRAPHS[:2])
    assert _lines(f"<div>Menu</div><div><p>{news}</p></div>") == [news]


def test_short_chinese_paragraphs_are_promising() -> None:
    text = "市议会当晚经过长时间的辩论，作出了谁也没有料到的决定，市长在广播里听到了这个消息。" * 2
    assert _lines(f"<div>新闻</div><div>{f'<p>{text}</p>' * 6}</div>") == [text] * 6


def test_a_page_without_promising_text_has_no_text() -> None:
    for markup in ("", "<p>Hello.</p>", "<div>Log in</div>", "<ul><li>a<li>b</ul>", "<td>x"):
        assert _lines(markup) == []


@given(st.text(max_size=300) | st.lists(st.sampled_from(
    ["<div>", "</div>", "<p>", "<td>", "<table>", "<tr>", "<a href=x>", PARAGRAPHS[0], "<frameset>"]
), max_size=40).map("".join))  # fmt: skip
def test_any_page_gives_only_its_own_lines(html: str) -> None:
    found = blocks_of(parse_html(html, ""))
    everything = [block.text for block in found.blocks]
    assert set(dom_text(found).splitlines()) <= set("\n".join(everything).splitlines())
