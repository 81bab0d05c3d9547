"""Texts that were lost to one word: a class, a heading, a cell, or the border of a section."""

import pytest

from tidings.extract.content.blocks import block_key, blocks_of
from tidings.extract.content.body import body_of
from tidings.read.pages.html import parse_html

TITLE = "A bridge for the town"
PARAGRAPHS = [
    f"Paragraph number {n} tells the reader, at some length, what the council decided that evening."
    for n in range(12)
]
COMMENT = (
    "<div><p>I have walked there every day for years, and nobody ever asked me about it.</p></div>"
)


BOX = "We are the paper of the town, and every morning we tell you what happened in it."


def _story(first: int = 0, end: int = 12) -> str:
    return "".join(f"<p>{text}</p>" for text in PARAGRAPHS[first:end])


def _lines(markup: str, repeated: frozenset[str] = frozenset()) -> list[str]:
    found = blocks_of(parse_html(f"<body>{markup}</body>", "https://news.example/a"))
    body = body_of(found, TITLE, {block_key(text) for text in repeated})
    return body.text(found).splitlines()


@pytest.mark.parametrize(
    "terms",
    [
        "category-commentary",
        "tag-us-china-relations",
        "category-newsletter",
        "tag-cookies",
        "series-sponsored-social-video",
    ],
)
@pytest.mark.parametrize("comments", [3, 60])
def test_a_post_is_not_judged_by_the_subjects_that_wordpress_prints(
    terms: str, comments: int
) -> None:
    classes = f"post-12 post type-post status-publish format-standard hentry {terms}"
    post = f"<div class='{classes}'><div class='inside'>{_story()}</div></div>"
    below = f"<div class=comments-area>{COMMENT * comments}</div>"
    assert _lines(f"<h1>{TITLE}</h1>{post}{below}") == PARAGRAPHS


@pytest.mark.parametrize(
    "name", ["category-comment", "tag-related-work", "node-newsletter", "node--type-commentary"]
)
def test_a_subject_is_not_a_role(name: str) -> None:
    post = f"<div class={name}>{_story()}</div><div>{COMMENT * 12}</div>"
    assert _lines(post)[:12] == PARAGRAPHS


def test_what_a_theme_says_of_a_post_counts() -> None:
    other = f"<div class='related post-13 post type-post hentry category-town'>{COMMENT}</div>"
    assert _lines(f"<main>{_story()}{other}</main>") == PARAGRAPHS
    tags = (
        "<div class=tag-list><p>All that we ever wrote, about bridges, roads and rivers.</p></div>"
    )
    assert _lines(f"<main>{_story()}{tags}{_story()}</main>") == PARAGRAPHS * 2


def test_what_contains_the_title_and_a_story_is_not_boilerplate() -> None:
    post = f"<div class=newsletter><h1>{TITLE}</h1>{_story()}</div>"
    assert _lines(f"{post}<div>{COMMENT * 12}</div>")[:12] == PARAGRAPHS


def test_comments_may_be_longer_than_all_the_rest() -> None:
    page = f"<h1>{TITLE}</h1><div>{_story(0, 6)}</div><div class=comments>{COMMENT * 60}</div>"
    assert _lines(page) == PARAGRAPHS[:6]


SECTIONS = [
    "<section>{}</section><section><h2>Next</h2>{}</section>",
    "<section class=part-one>{}</section><section class=part-two><h2>Next</h2>{}</section>",
    "<div>{}</div><div><h2>Next</h2>{}</div>",
    "<div class='article-body p1'>{}</div><div class='article-body p2'><h2>Next</h2>{}</div>",
    "<div><div class=b>{}</div></div><div><div class=b><h2>Next</h2>{}</div></div>",
]


@pytest.mark.parametrize("sections", SECTIONS)
def test_a_short_last_section_is_part_of_the_text(sections: str) -> None:
    markup = sections.format(_story(0, 10), _story(10, 12))
    expected = [*PARAGRAPHS[:10], "Next", *PARAGRAPHS[10:]]
    assert _lines(f"<main><h1>{TITLE}</h1>{markup}</main>") == expected


def test_a_box_below_that_looks_different_is_not_part_of_the_text() -> None:
    box = (
        "<div class=note><p>Ada Byron writes about bridges.</p><p>She lives in the town.</p></div>"
    )
    assert _lines(f"<main><div class=text>{_story()}</div>{box}</main>") == PARAGRAPHS


@pytest.mark.parametrize("word", ["Discussion", "Comment", "Diskussion", "Related", "评论"])
@pytest.mark.parametrize("frame", ["{}", "<section>{}</section>"])
def test_a_section_may_be_called_discussion(word: str, frame: str) -> None:
    parts = (
        _story(0, 6),
        f"<h2>{word}</h2>{_story(6, 12)}<ul><li>One point</li></ul>{_story(0, 1)}",
    )
    lines = _lines(f"<article><h1>{TITLE}</h1>{''.join(map(frame.format, parts))}</article>")
    assert lines == [*PARAGRAPHS[:6], word, *PARAGRAPHS[6:], "One point", PARAGRAPHS[0]]


def test_the_text_of_a_section_may_be_in_a_box_below_its_title() -> None:
    button = "<form class=btn_edit><div><button>Edit</button></div></form>"
    boxes = [f"<div class=level{n}>{_story(n, n + 6)}</div>{button}" for n in (0, 6)]
    page = f"<h1>{TITLE}</h1><h2>Report</h2>{boxes[0]}<h2 id=comment>Comment</h2>{boxes[1]}"
    assert _lines(f"<main>{page}</main>") == [*PARAGRAPHS[:6], "Comment", *PARAGRAPHS[6:]]


def test_comments_below_their_heading_are_not_the_text() -> None:
    for heading in ("<h2>Discussion</h2>", "<h2>Comments</h2>", "<h3>Comment (3)</h3>"):
        page = f"<article><h1>{TITLE}</h1>{_story()}{heading}{COMMENT * 3}</article>"
        assert _lines(page) == PARAGRAPHS


@pytest.mark.parametrize("word", ["Comment", "Comments", "Discussion", "Related"])
def test_a_cell_of_a_table_does_not_end_the_text(word: str) -> None:
    cells = f"<tr><th>Year</th><th>{word}</th></tr><tr><td>1987</td><td>Opened</td></tr>"
    page = f"<article><h1>{TITLE}</h1>{_story()}<table>{cells}</table>{_story()}</article>"
    assert _lines(page) == [*PARAGRAPHS, "Year", word, "1987", "Opened", *PARAGRAPHS]


def test_a_heading_is_not_judged_by_an_id_made_of_its_words() -> None:
    inside = "<h2 id=related-work>Related work</h2>", "<h2 class=wp id=h-the-cookie>The cookie</h2>"
    page = f"<article>{_story()}{inside[0]}{_story()}{inside[1]}{_story()}</article>"
    assert [line for line in _lines(page) if len(line) < 20] == ["Related work", "The cookie"]
    below = "<h2 id=comments>What you say</h2><p>Nobody has said anything so far, it seems.</p>"
    assert "What you say" not in _lines(f"<article>{_story()}{below}</article>")


def test_stories_may_share_the_titles_of_their_sections() -> None:
    page = f"<article>{_story(0, 6)}<h2>What happened</h2>{_story(6, 12)}</article>"
    repeated = frozenset({"What happened", BOX})
    assert _lines(page, repeated) == [*PARAGRAPHS[:6], "What happened", *PARAGRAPHS[6:]]
    page = page.replace("</h2>", f"</h2><p>{BOX}</p>")
    assert _lines(page, repeated) == PARAGRAPHS
