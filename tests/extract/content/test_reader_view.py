from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.article import extract
from tidings.extract.content.blocks import blocks_of
from tidings.extract.content.body import body_of
from tidings.extract.content.reader_view import reader_html, text_html
from tidings.model.articles.article import Extraction
from tidings.read.pages.html import parse_html

P = "<p>The council decided that evening, after a long debate, what nobody had expected of it.</p>"


def _reader(inside: str) -> str:
    page = parse_html(
        f"<body><article>{P * 3}{inside}{P * 3}</article>", "https://news.example/a/b"
    )
    found = blocks_of(page)
    return reader_html(page, found, body_of(found))


def test_paragraphs_headings_lists_quotes_and_emphasis_stay() -> None:
    html = _reader(
        "<h2>Next</h2><ol><li>First <b>step</b></li><li>Second</li></ol>"
        "<blockquote><p>We will build it, come what may.</p></blockquote>"
    )
    assert "<h2>Next</h2><ol><li>First <b>step</b></li><li>Second</li></ol>" in html
    assert "<blockquote><p>We will build it, come what may.</p></blockquote>" in html
    assert html.startswith(P)


def test_links_become_absolute_and_only_web_links_stay() -> None:
    html = _reader(
        "<p>Read <a href='../c?utm_source=x'>the report, which is long</a>, not "
        "<a href='javascript:alert(1)'>this</a>, and think about it for a while.</p>"
    )
    assert 'href="https://news.example/c"' in html
    assert "javascript" not in html
    assert 'rel="nofollow noopener noreferrer"' in html


def test_nothing_active_stays() -> None:
    html = _reader(
        "<p onclick='x()' style='color:red' class='y'>Some words, <script>evil()</script> and more "
        "of them for good measure.<iframe src=//e.example></iframe><img src=x onerror=evil()></p>"
    )
    assert "Some words" in html
    for forbidden in ("onclick", "style", "class", "script", "iframe", "onerror", "evil"):
        assert forbidden not in html


def test_figures_have_their_caption_and_the_real_picture() -> None:
    html = _reader(
        "<figure><img src='data:image/gif;base64,x' data-src='/bridge.jpg' alt='A \"bridge\"'>"
        "<figcaption>The <i>bridge</i></figcaption></figure>"
    )
    assert '<img src="https://news.example/bridge.jpg" alt="A &quot;bridge&quot;">' in html
    assert "<figcaption>The bridge</figcaption>" in html


def test_the_widest_picture_of_a_set_is_shown() -> None:
    sizes = "/s.jpg 320w, /l.jpg 1280w, /print.jpg 9000w"
    for image in (
        f"<img data-srcset='{sizes}'>",
        f"<img src='data:image/gif;base64,x' srcset='{sizes}'>",
        f"<picture><source srcset='{sizes}'><img src='data:image/gif;base64,x'></picture>",
    ):
        assert '<img src="https://news.example/l.jpg" alt="">' in _reader(
            f"<figure>{image}</figure>"
        )


def test_pictures_within_paragraphs_are_real_and_not_tracking_pixels() -> None:
    html = _reader(
        "<p>Some words, <img data-src='/inline.jpg' src='data:image/gif;base64,x' class=lazy> and "
        "more of them.<img src='https://count.example/p.gif?id=7' width=1 height=1></p>"
    )
    assert '<img src="https://news.example/inline.jpg" alt="">' in html
    assert "count.example" not in html
    assert "data:" not in html


def test_embedded_posts_stay_quotes() -> None:
    html = _reader(
        "<blockquote class=twitter-tweet><p>The bridge is open, and it is beautiful.</p>"
        "&mdash; The Mayor <a href='https://social.example/1'>2 March</a></blockquote>"
    )
    assert "<blockquote><p>The bridge is open, and it is beautiful.</p><p>— The Mayor" in html


def test_a_small_table_stays_a_table() -> None:
    rows = "".join(f"<tr><td>Year {n}</td><td>{n} bridges</td></tr>" for n in range(4))
    html = _reader(f"<table>{rows}</table>")
    assert "<table><tbody><tr><td>Year 0</td>" in html


def test_plain_text_is_escaped() -> None:
    assert text_html("a < b\nc & d") == "<p>a &lt; b</p><p>c &amp; d</p>"


@given(st.text(max_size=200))
def test_any_content_is_safe(inside: str) -> None:
    html = _reader(f"<p>Words, and more words, and then: {inside}</p>").lower()
    assert "<script" not in html
    assert "<iframe" not in html


def test_pages_that_are_not_articles_have_no_reader_view() -> None:
    page = extract("<h1>News</h1>" + "<h2><a href=/a>Bridge will be built this year</a></h2>" * 20)
    assert isinstance(page, Extraction)
    assert page.html == ""


def test_readings_stay_above_the_words() -> None:
    ruby = "<ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>"
    page = "".join(
        f"<p>{ruby}都は、新しい橋を架けることを決めました。{n}年後に完成する予定です。</p>"
        for n in range(6)
    )
    assert ruby in _reader(f"<article>{page}</article>")
