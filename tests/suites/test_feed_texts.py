"""Titles and summaries: HTML, XHTML, text and mixtures, wherever the words are."""

import base64

import pytest
from tests.suites.feed_documents import XHTML, atom, item_in, rss

BASE64 = base64.b64encode(b"<p>Some words</p>").decode()


@pytest.mark.parametrize(
    ("summary", "words"),
    [
        # Text: what looks like tags is meant.
        ('<summary type="text">A &lt;b&gt; c &amp; d</summary>', "A <b> c & d"),
        ('<summary type="text/plain"><![CDATA[A <b> c]]></summary>', "A <b> c"),
        ("<summary>A &lt;S&gt; c</summary>", "A <S> c"),
        ("<summary>A &lt;b&gt;c&lt;/b&gt;</summary>", "A <b>c</b>"),
        # HTML, escaped or as CDATA.
        ('<summary type="html">A &lt;b&gt;c&lt;/b&gt; &amp;amp; d</summary>', "A c & d"),
        ('<summary type="html"><![CDATA[<code>p&lt;S&gt; v</code>]]></summary>', "p<S> v"),
        ('<summary type="TEXT/HTML">&lt;i&gt;A</summary>', "A"),
        # XHTML: its text is text already.
        (f'<summary type="xhtml"><div {XHTML}>p&lt;S&gt; &amp;amp;</div></summary>', "p<S> &amp;"),
        (f'<summary type="xhtml"><div {XHTML}><p>A</p><p>b</p></div></summary>', "A b"),
        ('<summary type="xhtml">&lt;p&gt;A&lt;/p&gt;</summary>', "A"),
        ('<summary type="xhtml">A</summary>', "A"),
        (f'<content type="application/xhtml+xml"><p {XHTML}>p&lt;S&gt;</p></content>', "p<S>"),
        # Declared wrongly.
        (f'<summary type="html"><div {XHTML}>A <b>c</b></div></summary>', "A c"),
        ('<summary type="text">A <b>c</b></summary>', "A c"),
        # Atom 0.3.
        ('<summary mode="escaped" type="text/html">&lt;b&gt;A&lt;/b&gt;</summary>', "A"),
        ('<content mode="xml" type="text/html"><p>A &lt;b&gt; c</p></content>', "A <b> c"),
        (f'<content mode="base64" type="text/html">{BASE64}</content>', "Some words"),
        ('<content mode="base64">&#233;</content>', ""),
        # Not words.
        (f'<content type="image/png">{BASE64}</content>', ""),
        ('<content type="application/pdf" src="a.pdf"/>', ""),
    ],
)
def test_atom_texts_are_read_as_their_type_says(summary: str, words: str) -> None:
    assert item_in(atom(summary)).summary == words


@pytest.mark.parametrize(
    "markup",
    [
        "<script>bad()</script>Words",
        "<SCRIPT type='x'>if (a < b) bad()</SCRIPT >Words",
        "<style>p { color: red }</style>Words",
        "<!-- hidden <b> -->Words<!-- never closed",
        "<!DOCTYPE html>Words",
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0//EN" "http://w3.example/loose.dtd">Words',
        '<?xml version="1.0" encoding="utf-8"?>Words',
        "<![if !mso]>Words<![endif]>",
        "<![CDATA[Words]]>",
        "<html><head><title>Hidden</title></head><body>Words</body></html>",
        "<iframe src='x'>hidden</iframe>Words",
        "<img alt='hidden > visible'>Words",
        "<p onclick=\"a('b') > c\">Words</p>",
        "Words<img src='cut off",
    ],
)
def test_what_is_not_text_stays_out_of_summaries(markup: str) -> None:
    escaped = markup.replace("&", "&amp;").replace("<", "&lt;")
    assert item_in(rss(f"<description>{escaped}</description>")).summary.startswith("Words")
    assert "idden" not in item_in(rss(f"<description>{escaped}</description>")).summary


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ("<p>First</p><p>second</p>", "First second"),
        ("<dl><dt>A</dt><dd>b</dd></dl><table><tr><th>c</th><td>d</td></tr></table>", "A b c d"),
        ("<script>bad()</script><p>Words</p><style>p {}</style>", "Words"),
        ("A &lt;S&gt; <b>c</b>", "A <S> c"),
        ("<![CDATA[<p>A</p>]]><br/><![CDATA[<p>b</p>]]>", "A b"),
        ("AT&amp;amp;T &amp;#8217; &amp;nbsp;x", "AT&T ’ x"),
        ("A<br/>b", "A b"),
        ("<b>A</b>b", "Ab"),
    ],
)
def test_markup_in_rss_is_read_naked_and_escaped(description: str, words: str) -> None:
    assert item_in(rss(f"<description>{description}</description>")).summary == words


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("How &lt;canvas&gt; works", "How <canvas> works"),
        ("Map&lt;Key&gt; is slow", "Map<Key> is slow"),
        ("&lt;/example&gt;", "</example>"),
        ("Why &lt;b&gt; is bold", "Why <b> is bold"),
        ("1 &lt; 2 &gt; 1", "1 < 2 > 1"),
        ("A &lt;b&gt;c&lt;/b&gt; d", "A c d"),
        ("A&lt;br&gt;b", "A b"),
        ("&amp;#39;A&amp;#39; &amp;amp; b", "'A' & b"),
        ("<![CDATA[Jenny&#8217;s <i>Letter</i>]]>", "Jenny’s Letter"),
        ("\n\t Two\n lines \n", "Two lines"),
        ("&#931; &#xDF; &#XDF; &Eacute;", "Σ ß ß É"),
        ("A <b>c</b>", "A c"),
        ("Breaking: <![CDATA[Fish & <i>Chips</i>]]> &amp;c.", "Breaking: Fish & Chips &c."),
        ("<![CDATA[x ]]]]><![CDATA[> y]]>", "x ]]> y"),
    ],
)
def test_titles_are_text_unless_they_are_clearly_html(title: str, words: str) -> None:
    assert item_in(rss(f"<title>{title}</title>")).title == words


@pytest.mark.parametrize(
    "element",
    [
        "<description>Words</description>",
        "<description/><description>Words</description>",
        "<description>&lt;img src='a'/&gt;</description><content:encoded>Words</content:encoded>",
        "<dc:description>Words</dc:description>",
        "<dcterms:abstract>Words</dcterms:abstract>",
        "<summary>Words</summary>",
        "<content>Words</content>",
        "<content:encoded><![CDATA[<p>Words</p>]]></content:encoded>",
        "<encoded>&lt;p&gt;Words&lt;/p&gt;</encoded>",
        "<atom:summary>Words</atom:summary>",
        "<atom:content type='html'>Words</atom:content>",
        "<media:description>Words</media:description>",
        "<media:group><media:description type='plain'>Words</media:description></media:group>",
        "<itunes:subtitle>Other</itunes:subtitle><itunes:summary>Words</itunes:summary>",
        "<itunes:subtitle>Words</itunes:subtitle>",
        "<googleplay:description>Words</googleplay:description>",
        f"<body {XHTML}><p>Words</p></body>",
        "<fullitem>Words</fullitem>",
    ],
)
def test_the_summary_of_an_rss_item_is_found(element: str) -> None:
    assert item_in(rss(element)).summary == "Words"


@pytest.mark.parametrize(
    "element",
    [
        "<summary/><content>Words</content>",
        "<dc:description>Words</dc:description>",
        "<description>Words</description>",
        "<content:encoded>&lt;p&gt;Words&lt;/p&gt;</content:encoded>",
        "<media:group><media:description>Words</media:description></media:group>",
    ],
)
def test_the_summary_of_an_atom_entry_is_found(element: str) -> None:
    assert item_in(atom(element)).summary == "Words"


@pytest.mark.parametrize(
    "element",
    [
        "<title>Words</title><media:title>Other</media:title>",
        "<dc:title>Words</dc:title>",
        "<media:group><media:title>Words</media:title></media:group>",
        "<title/><itunes:title>Words</itunes:title>",
    ],
)
def test_the_title_of_an_item_is_found(element: str) -> None:
    assert item_in(rss(element)).title == "Words"


def test_elements_of_the_same_name_elsewhere_are_not_the_items() -> None:
    others = (
        "<s:title>Other</s:title><s:description>Other</s:description>"
        "<media:content url='a'><media:title>Other</media:title></media:content>"
        "<source url='http://o.example/'>Other</source><comments>http://o.example/</comments>"
    )
    body = rss(f"{others}<title>A</title><description>b</description>", root='xmlns:s="urn:s"')
    assert (item_in(body).title, item_in(body).summary) == ("A", "b")
    image = "<image><title>Other</title><link>http://o.example/</link></image>"
    assert item_in(rss("<title>A</title>", channel=image)).title == "A"
