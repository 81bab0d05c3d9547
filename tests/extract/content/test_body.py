from tidings.extract.content.blocks import block_key, blocks_of
from tidings.extract.content.body import NO_BODY, body_of
from tidings.read.pages.html import parse_html

PARAGRAPHS = [
    f"Paragraph number {n} tells the reader, at some length, what the council decided that evening."
    for n in range(6)
]
STORY = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)


def _lines(markup: str) -> list[str]:
    found = blocks_of(parse_html(f"<body>{markup}</body>", "https://news.example/a"))
    return body_of(found).text(found).splitlines()


def test_the_paragraphs_are_the_text_and_the_rest_of_the_page_is_not() -> None:
    teasers = "".join(
        f'<li><a href="/{n}">Another headline, number {n}</a></li>' for n in range(30)
    )
    around = f"<ul>{teasers}</ul><footer>© us</footer>"
    assert _lines(f"<header><p>The Daily</p></header><div>{STORY}</div>{around}") == PARAGRAPHS


def test_comments_are_not_the_text_however_long() -> None:
    comments = "<p>I could not agree more with this, and I would like to add a few words.</p>" * 12
    page = f"<article>{STORY}</article><section class='comments'>{comments}</section>"
    assert _lines(page) == PARAGRAPHS


def test_the_text_ends_at_the_heading_of_comments_that_look_like_it() -> None:
    comment = "<p><b>A reader</b>: I could not agree more, and I would like to add a few words."
    related = '<h3>Related</h3><ul><li><a href="/1">Another headline</a></li></ul>'
    page = f"<h2>A bridge</h2>{STORY}{related}<h3>Comentarios</h3>{comment * 5}"
    assert _lines(page) == PARAGRAPHS


def test_a_misleading_class_on_the_wrapper_does_not_hide_the_text() -> None:
    assert _lines(f"<div class='has-sidebar popular'><div>{STORY}</div></div>") == PARAGRAPHS


def test_headings_and_lists_within_the_text_stay() -> None:
    inside = "<h2>What comes next</h2><ul><li>First</li><li>Then</li></ul>"
    lines = _lines(f"<article>{STORY}{inside}{STORY}</article>")
    assert lines[6:9] == ["What comes next", "First", "Then"]


def test_lines_that_point_elsewhere_are_left_out() -> None:
    page = f"<article>{STORY}<p>Read more: the other story</p><p>Advertisement</p>{STORY}</article>"
    assert _lines(page) == PARAGRAPHS * 2


def test_captions_are_not_the_text() -> None:
    caption = "<figcaption>The mayor, on Monday, at the town hall.</figcaption>"
    page = f"<article>{STORY}<figure><img src=x>{caption}</figure>{STORY}</article>"
    assert _lines(page) == PARAGRAPHS * 2


def test_a_heading_whose_text_is_left_out_goes_with_it() -> None:
    links = "".join(f'<p><a href="/{n}">Headline number {n} of many</a></p>' for n in range(5))
    assert "More" not in _lines(f"<article>{STORY}<h3>More</h3>{links}{STORY}</article>")


def test_text_before_the_main_heading_is_left_out() -> None:
    before = "<p>Our correspondents report from everywhere, every day.</p>"
    assert _lines(f"<article>{before}<h1>T</h1>{STORY}</article>") == PARAGRAPHS


LEAD = "The council has decided, after a long debate, to build the bridge that nobody asked for."


def test_a_first_paragraph_outside_the_container_is_found() -> None:
    lead = f"{LEAD} It is to be opened in spring, and it will cost more than all of the others."
    header = f"<header><h1>Bridge</h1><p class=lead>{lead}</p></header>"
    assert _lines(f"{header}<div class=article-body>{STORY}</div>") == [lead, *PARAGRAPHS]


def test_a_short_line_in_the_header_is_a_second_title() -> None:
    header = f"<header><h1>Bridge</h1><p class=lead>{LEAD}</p></header>"
    assert _lines(f"{header}<div class=article-body>{STORY}</div>") == PARAGRAPHS
    assert _lines(f"<article>{header}{STORY}</article>") == PARAGRAPHS


def test_a_short_line_that_opens_the_text_stays() -> None:
    assert _lines(f"<article><h1>Bridge</h1><p>{LEAD}</p>{STORY}</article>") == [LEAD, *PARAGRAPHS]


def test_line_breaks_make_paragraphs_on_old_pages() -> None:
    page = "<table><tr><td>" + "<br><br>".join(PARAGRAPHS) + "</td></tr></table>"
    assert _lines(page) == PARAGRAPHS


def test_a_page_without_prose_has_no_body() -> None:
    found = blocks_of(parse_html("<p>Hi</p><a href=x>link</a>", ""))
    assert body_of(found) == NO_BODY


def test_a_title_without_a_heading_tag_is_not_text() -> None:
    sentence = "The council met on Monday and spoke at length about the new bridge. "
    markup = (
        "<body><div><div>A bridge for the town By Ada | 2 March 2026</div>"
        f"{f'<p>{sentence * 3}</p>' * 5}</div></body>"
    )
    found = blocks_of(parse_html(markup, "https://a.example/x"))
    assert body_of(found, "The Paper: A bridge for the town").text(found).startswith("The council")


def test_comments_and_notices_below_the_text_are_not_text() -> None:
    sentence = "The council met on Monday and spoke at length about the new bridge. "
    comment = "<div>I have walked there every day for years, and nobody ever asked me.</div>"
    cookies = "<div>We store cookies on your device; accept them or change your settings.</div>"
    story = f"<p>{sentence * 3}</p>" * 5
    ends = (f"<div>Comments (3)</div>{comment * 3}", cookies)
    for end in ends:
        page = parse_html(f"<body><div>{story}{end}</div></body>", "https://a.example/x")
        found = blocks_of(page)
        assert body_of(found).text(found).strip().endswith("new bridge.")


def test_blocks_that_repeat_on_the_site_are_never_text() -> None:
    box = "We are the paper of the town, and every morning we tell you what happened in it."
    found = blocks_of(
        parse_html(
            f"<article><p>{box}</p>{STORY}<p>{box}</p>{STORY}</article>", "https://a.example/x"
        )
    )
    assert box in body_of(found).text(found)
    body = body_of(found, repeated={block_key(box)})
    assert body.text(found).splitlines() == PARAGRAPHS * 2
    assert body.all_prose < body_of(found).all_prose


def test_a_page_of_repeated_blocks_has_no_body() -> None:
    found = blocks_of(parse_html(f"<article>{STORY}</article>", "https://a.example/x"))
    assert body_of(found, repeated={block_key(text) for text in PARAGRAPHS}) == NO_BODY


def test_the_text_continues_below_a_box_of_related_stories() -> None:
    box = "<div><h4>Related</h4><p><a href=/1>Another headline of the day</a></p></div>"
    assert _lines(f"<article>{STORY}{box}{STORY}</article>") == PARAGRAPHS * 2


def test_a_caption_is_not_text_whatever_its_class_begins_with() -> None:
    caption = "<div class=article__media-caption>The mayor, on Monday, at the town hall.</div>"
    page = f"<div class=article__body>{STORY}{caption}{STORY}</div>"
    assert _lines(page) == PARAGRAPHS * 2


def test_a_heading_with_nothing_below_is_left_out() -> None:
    assert _lines(f"<article>{STORY}<h2>You may also like</h2></article>") == PARAGRAPHS


def test_paragraphs_between_boxes_of_links_are_text() -> None:
    links = "".join(f'<li><a href="/{n}">Headline number {n} of the day</a></li>' for n in range(5))
    boxed = f"<aside><ul>{links}</ul></aside>".join(
        f"<div><p>{line}</p></div>" for line in PARAGRAPHS
    )
    assert _lines(f"<main><div>{boxed}</div></main>") == PARAGRAPHS


def test_a_standfirst_needs_no_punctuation() -> None:
    lead = (
        "Police continue to search the debris after a fire that consumed the tower within an hour "
        "while those who lived in it wait in a school nearby to be told when they may return"
    )
    page = f"<div><h1>Fire</h1><p>{lead}</p></div><div class=article-body>{STORY}</div>"
    assert _lines(page) == [lead, *PARAGRAPHS]


def test_the_next_story_on_an_endless_page_is_left_out() -> None:
    other = "".join(f"<p>{line.replace('council', 'parliament')}</p>" for line in PARAGRAPHS * 3)
    page = (
        f"<main><article><h1>A bridge for the town</h1>{STORY}</article>"
        f"<article><h1>A law for the land</h1>{other}</article></main>"
    )
    found = blocks_of(parse_html(page, "https://a.example/x"))
    assert body_of(found, "A bridge for the town").text(found).splitlines() == PARAGRAPHS


def test_a_ticker_is_not_prose() -> None:
    ticker = "ATX3078.02-0.24%" * 25
    page = f"<div>{ticker}</div><div><h1>Bridge</h1>{STORY}</div>"
    assert _lines(page) == PARAGRAPHS


def test_a_class_on_most_paragraphs_is_ignored() -> None:
    story = "".join(f"<p class=promo>{line}</p>" for line in PARAGRAPHS)
    caption = "<figure><figcaption>The mayor, on Monday, at the town hall.</figcaption></figure>"
    assert _lines(f"<article>{story}{caption}{story}</article>") == PARAGRAPHS * 2


def test_paragraphs_behind_a_paywall_are_text() -> None:
    hidden = "".join(f'<p class=paywall aria-hidden="true">{line}</p>' for line in PARAGRAPHS)
    assert _lines(f"<article>{STORY}{hidden}</article>") == PARAGRAPHS * 2


def test_what_is_below_the_element_of_the_text_is_left_out() -> None:
    note = "<div><p>Ada Byron has written about bridges, roads and rivers since 1987.</p></div>"
    assert _lines(f"<main><div>{STORY * 3}</div>{note}</main>") == PARAGRAPHS * 3


def test_labels_among_paragraphs_are_left_out() -> None:
    label = "<div>Would you cross a bridge like this one, and why?</div>"
    page = f"<article><p>{PARAGRAPHS[0]}</p>{label}{STORY}{label}</article>"
    assert _lines(page) == [PARAGRAPHS[0], *PARAGRAPHS]


def test_requests_and_credits_at_the_ends_are_left_out() -> None:
    before = "<p>If you buy something through our links, we may earn a commission.</p>"
    after = (
        "<p>Reporting by Ada Byron; Editing by Grace Hopper</p>"
        "<p>Sign up for our newsletter, and get the news every morning.</p>"
    )
    assert _lines(f"<article>{before}{STORY}{after}</article>") == PARAGRAPHS


def test_a_byline_and_a_date_above_the_text_are_left_out() -> None:
    above = "<p>By Ada Byron and Grace Hopper</p><p>Published Monday, 2 March 2026, 4:29 AM EST</p>"
    assert _lines(f"<article>{above}{STORY}</article>") == PARAGRAPHS


def test_paragraphs_in_heading_tags_are_text() -> None:
    long = "".join(f"<h3>{line} {line}</h3>" for line in PARAGRAPHS)
    assert _lines(f"<article><p>{PARAGRAPHS[0]}</p>{long}</article>")[1:] == [
        f"{line} {line}" for line in PARAGRAPHS
    ]


def test_a_box_within_a_heading_is_a_heading() -> None:
    page = f"<article>{STORY}<h3><div>What comes next</div></h3>{STORY}</article>"
    assert "What comes next" in _lines(page)


LINKS = "".join(f'<li><a href="/{n}">Headline number {n} of the day</a></li>' for n in range(150))


def test_the_text_in_json_ld_outranks_a_longer_text() -> None:
    other = "".join(f"<p>Elsewhere, and long before: {line}</p>" for line in PARAGRAPHS * 2)
    page = f"<div>{other}</div><ul>{LINKS}</ul><div>{STORY}</div>"
    found = blocks_of(parse_html(page, "https://a.example/x"))
    assert "Elsewhere" in body_of(found).text(found)
    text = body_of(found, json_ld_text="\n".join(PARAGRAPHS)).text(found)
    assert text.splitlines() == PARAGRAPHS


def test_an_imprint_far_below_the_title_is_not_the_text() -> None:
    imprint = "".join(f"<div>Registered by the office: {line}</div>" for line in PARAGRAPHS)
    page = f"<div><h1>A bridge</h1>{STORY}</div><ul>{LINKS}</ul><div>{imprint}</div>"
    found = blocks_of(parse_html(page, "https://a.example/x"))
    assert "Registered" in body_of(found).text(found)
    assert body_of(found, "A bridge").text(found).splitlines() == PARAGRAPHS


def test_a_teaser_below_the_title_is_the_standfirst() -> None:
    lead = f"{LEAD} It is to be opened in spring, and it will cost more than all of the others."
    page = f"<h1>Bridge</h1><div class=teaser-text><p>{lead}</p></div><div>{STORY}</div>"
    assert _lines(page) == [lead, *PARAGRAPHS]


def test_a_few_words_are_text_even_if_all_prose_around_them_repeats() -> None:
    box = "We are the paper of the town, and every morning we tell you what happened in it."
    words = ["You should not say that.", "Then I will not."]
    lines = "".join(f"<p>{line}</p>" for line in (box, *words, box))
    found = blocks_of(parse_html(f"<article>{lines}</article>", "https://a.example/x"))
    body = body_of(found, repeated={block_key(box)})
    assert body.text(found).splitlines() == words
    assert body.prose == 0.0


def test_the_rows_of_a_table_are_not_judged_by_their_class() -> None:
    rows = "".join(f"<tr class=player-{n}><td>{n}</td><td>Ada</td></tr>" for n in range(3))
    lines = _lines(f"<article>{STORY}<table>{rows}</table>{STORY}</article>")
    assert lines[6:12] == ["0", "Ada", "1", "Ada", "2", "Ada"]


def test_the_longer_posts_below_the_one_with_the_title_are_not_the_text() -> None:
    post = f"<article><h1>A bridge</h1>{STORY}</article>"
    others = (
        f"<article>{'<p>Another post, with as much to tell as the first had.</p>' * 60}</article>"
    )
    found = blocks_of(parse_html(post + others, "https://a.example/x"))
    assert body_of(found, "A bridge").text(found).splitlines() == PARAGRAPHS


def test_links_shorter_than_a_headline_and_printed_addresses_are_text() -> None:
    source, address = "[The Paper]", "https://a.example/the-whole-report-of-the-council.pdf"
    lines = (
        f"<p>[<a href=/s>The Paper</a>]</p><p><a href=/r>{address}</a></p>"
        "<p><a href=/o>What the council has to say about the other bridge</a></p>"
    )
    assert _lines(f"<article>{STORY}{lines}{STORY}</article>")[6:-6] == [source, address]


def test_the_text_ends_at_a_paywall_notice() -> None:
    notice = (
        "<div><p>この記事は会員限定です。登録すると、すべての記事が読み放題になります。</p>"
        "<p>紙の新聞を定期購読されている方は、無料で登録することができます。</p></div>"
    )
    assert len(_lines(f"<article>{STORY}{notice.replace('会員限定', '昨日の続き')}</article>")) == 8
    assert _lines(f"<article>{STORY}{notice}</article>") == PARAGRAPHS
    hidden = f"<div><p>This article is for subscribers only.</p></div>{STORY * 2}"
    assert _lines(f"<article><p>{LEAD}</p>{hidden}</article>")[-6:] == PARAGRAPHS


def test_a_pull_quote_is_left_out() -> None:
    quote = f"<blockquote>“{PARAGRAPHS[1][:-1]}”</blockquote><blockquote>“{LEAD}”</blockquote>"
    lines = _lines(f"<article>{STORY}{quote}{STORY}</article>")
    assert lines[6:-6] == [f"“{LEAD}”"]


def test_a_subheading_marked_only_by_its_class_stays() -> None:
    inside = "<div class=story_subheadline>What comes next</div><div class=x>Share</div>"
    assert _lines(f"<article>{STORY}{inside}{STORY}</article>")[6:-6] == ["What comes next"]


def test_a_caption_between_paragraphs_is_not_the_text() -> None:
    caption = "<p>The old bridge, as it stood in spring. Photo: Ada Lovelace</p>"
    assert _lines(f"<article>{STORY}{caption}{STORY}</article>") == PARAGRAPHS * 2


def test_linked_names_in_a_table_are_text() -> None:
    table = "<table><tr><td><a href=/a>Ada</a></td><td>12</td></tr></table>"
    assert _lines(f"<article>{STORY}{table}{STORY}</article>")[6:-6] == ["Ada", "12"]
