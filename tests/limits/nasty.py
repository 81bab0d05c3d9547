"""Hostile pages: each a few megabytes of one bad idea, built on demand by name."""

import json
import random
from collections.abc import Callable

FIVE_MB = 5_000_000
PROSE = "The council met on Monday, and nobody was surprised by what it decided to do. "
PAGE = "<html><head><title>A page of some kind</title></head><body><h1>A page</h1>{}</body></html>"
NESTED = (
    "div span a b i p font table tr td ul li dl blockquote svg math template select option "
    "noscript button label form h1 section article figure center nobr object marquee ruby "
    "details x-unknown iframe textarea script style title frameset svg:a"
).split()


def full(piece: str, size: int = FIVE_MB) -> str:
    """Return the piece repeated up to a size."""
    return piece * (size // len(piece))


def _page(content: str) -> str:
    return PAGE.format(content)


def nested(tag: str, number: int = 100_000) -> str:
    """Return nested tags, never closed, with a text innermost."""
    name = "a href=/x" if tag == "a" else tag
    opening = "<svg><a>" if tag == "svg:a" else f"<{name}>"
    return _page(opening * number + f"<p>{PROSE}")


def _article(content: str) -> str:
    """The content inside an article, so that every part of the extractor sees it."""
    return _page(f"<article><p>{PROSE * 5}</p>{content}<p>{PROSE * 5}</p></article>")


def _numbered(template: str, number: int) -> str:
    return "".join(template.format(n) for n in range(number))


def _linked(value: object) -> str:
    script = f'<script type="application/ld+json">{json.dumps(value)}</script>'
    return f"<html><head>{script}</head><body><p>{PROSE * 9}</p></body></html>"


def _lines(line: str) -> str:
    """Short lines in the text, each of which is judged."""
    return _article(full(f"<p>{line}</p>", 3_000_000))


def _noise(seed: int) -> bytes:
    return random.Random(seed).randbytes(FIVE_MB)


def _headed(markup: str) -> str:
    return f"<html><head>{markup}</head><body><h1>A page</h1><p>{PROSE * 20}</p></body></html>"


def _meta(name: str, content: str) -> str:
    return _headed(f'<meta property="{name}" content="{content}">')


_DATES = "2024-2024/24.12 1 de 2 of 3rd Mar Mar, 4th 20 24:24:24 "
_NAMES = "by by von und et by Jane and and and, ;; | by @a@b.c.d.e "
_COOKIES = "cookie cookies accept newsletter email device consent "
_SEPARATORS = " - - | | :: _ _ » — "
_HINTS = "comment-comments-story-body--related--article-_-_-_text shar-e more-stor "

PAGES: dict[str, Callable[[], str | bytes]] = {
    "empty bytes": lambda: b"",
    "empty text": lambda: "",
    "only white space": lambda: " \n\t" * 1_600_000,
    "one byte": lambda: b"\xff",
    "five megabytes of text in one node": lambda: _page(full(PROSE)),
    "five megabytes of text without markup": lambda: full(PROSE),
    "one word of five megabytes": lambda: _page("a" * FIVE_MB),
    "one ideograph repeated": lambda: _page(full("報", FIVE_MB // 3)),
    "punctuation only": lambda: _article(f"<p>{full('.,;:!?-–—…()[]')}"),
    "dots in short paragraphs": lambda: _lines("................................ ."),
    "right-to-left marks": lambda: _article(f"<p>{full(chr(0x200F) + chr(0x202E), 2_500_000)}"),
    "joiners": lambda: _article(f"<p>{full(chr(0x200C) + chr(0x200D), 2_500_000)}"),
    "soft hyphens as references": lambda: _article(f"<p>{full('&shy;a&#8203;')}"),
    "numeric references": lambda: _article(f"<p>{full('&#128;&#x80;&#0;&#xd800;&#99999999;')}"),
    "broken references": lambda: _article(f"<p>{full('&amp&lt&notit;&#&#x;&')}"),
    "combining accents": lambda: _article(f"<p>e{full(chr(0x301) + chr(0x316), 2_500_000)}"),
    "double-encoded text": lambda: _article(f"<p>{full('Ã© â€™ Ã¨ Ð¡Ð°', 3_000_000)}"),
    "binary noise": lambda: _noise(1),
    "binary noise in a page": lambda: b"<html><body><p>" + _noise(2),
    "zeros": lambda: bytes(FIVE_MB),
    "zeros in a page": lambda: b"<html><body><p>some words" + bytes(FIVE_MB),
    "utf-16 without a mark": lambda: _page(full(PROSE, 2_400_000)).encode("utf-16-le"),
    "lone surrogates in a string": lambda: _article(f"<p>{full(chr(0xD800) + 'a', FIVE_MB)}"),
    "iso-2022-jp escapes": lambda: _page(full("\x1b$B\x1b(B", FIVE_MB)).encode("latin-1"),
    "undeclared legacy text": lambda: _page(full("Новости дня. ", FIVE_MB)).encode("cp1251"),
    "undeclared legacy text after a long word": lambda: (
        b"<p>" + "ж".encode("cp1251") * 9 + b"a" * 4_000_000 + "Новости".encode("cp1251")
    ),
    "utf-8 with stray bytes": lambda: (
        _page(full("café ", 4_000_000)).encode().replace(b"\xa9 \x63", b"\xa9 \x63\xe9", 100_000)
    ),
    "a million tiny tags": lambda: _page("<i></i>" * 700_000),
    "a million line breaks": lambda: _page("<br>" * 1_250_000),
    "a million line breaks with words": lambda: _page("a<br>" * 1_000_000),
    "a million opening brackets": lambda: "<" * FIVE_MB,
    "a million closing tags": lambda: _page("</p>" * 1_250_000),
    "a million empty comments": lambda: _page("<!---->" * 700_000),
    "unclosed comments": lambda: _page("<!--" * 1_250_000),
    "comments with words": lambda: _page("<!-- a -->b" * 450_000),
    "CDATA sections": lambda: _page("<svg>" + "<![CDATA[a]]>b" * 350_000),
    "unclosed CDATA": lambda: _page("<svg>" + "<![CDATA[" * 550_000),
    "processing instructions": lambda: _page("<?php x ?>" * 500_000),
    "a million attributes": lambda: _page("<p" + _numbered(" a{}", 700_000) + ">text"),
    "a million attributes with values": lambda: _page("<p" + _numbered(" a{}='b'", 400_000) + ">x"),
    "the same attribute again": lambda: _page("<p" + " a=b" * 1_200_000 + ">text"),
    "many tags with many attributes": lambda: _article(
        ("<p" + _numbered(" a{}=b", 390) + ">text</p>") * 1_300
    ),
    "an attribute of five megabytes": lambda: _page(f"<p title='{'x' * FIVE_MB}'>text"),
    "an unclosed attribute": lambda: _page(f"<p title='{full(PROSE)}"),
    "a huge class on each element": lambda: _article(
        f"<div class='{_HINTS * 20}'><p>{PROSE}</p></div>" * 3_000
    ),
    "different classes on each element": lambda: _article(
        _numbered("<div class='c{0} story-{0}-x'>words {0} here</div>", 80_000)
    ),
    "a class of hyphens": lambda: _article(
        f"<div class='{'article' + '-' * 180}'>a</div>" * 25_000
    ),
    "links only": lambda: _page(_numbered("<a href='/{0}'>a{0}</a>", 200_000)),
    "links as long as headlines": lambda: _page(
        _numbered("<li><a href='/story/{0}'>The council met on Monday again {0}</a>", 65_000)
    ),
    "links without an end": lambda: _page("<a href=/x>" * 450_000),
    "links in foreign content": lambda: _page("<svg>" + "<a href=/x>y" * 400_000),
    "headings": lambda: _page("<h1>The council</h1>" * 200_000),
    "headings that agree": lambda: PAGE.replace("A page of some kind", PROSE).format(
        _numbered(f"<h1>{PROSE[:60]} {{0}}</h1>", 60_000)
    ),
    "lists": lambda: _article("<ul><li>one<li>two</ul>" * 100_000),
    "one list": lambda: _article("<ul>" + "<li>The council met on Monday." * 150_000),
    "tables": lambda: _article("<table><tr><td>a<td>b</table>" * 100_000),
    "one table": lambda: _article("<table>" + "<tr><td>The council<td>met" * 100_000),
    "text in tables' wrong places": lambda: _page("<table>x" * 100_000),
    "figures": lambda: _article("<figure><img src=/a><figcaption>b</figcaption></figure>" * 80_000),
    "nested figures": lambda: _article(
        "<figure><img src=/a><figcaption>b</figcaption>" * 1_000 + f"<p>{PROSE * 9}</p>" * 1_000
    ),
    "nested lists": lambda: _article("<ul><li>The council met, again." * 20_000),
    "nested quotes with text": lambda: _article(f"<blockquote><p>{PROSE}</p>" * 1_400),
    "nested text, not deep enough to be flat": lambda: _page(f"<div>{PROSE}" * 1_490),
    "wide and deep": lambda: _page(("<div>" * 1_400 + PROSE + "</div>" * 1_400) * 300),
    "formatting and blocks": lambda: _page(_numbered("<b id={}>", 399) + "<div>x</div>" * 200_000),
    "unclosed formatting in paragraphs": lambda: _page(_numbered("<p><b id={}>text", 250_000)),
    "unclosed equal formatting": lambda: _page("<p><b><i>text" * 380_000),
    "unclosed fonts": lambda: _page("<font size=1><p>a" * 290_000),
    "unclosed everything": lambda: _page("<div><p><b><a href=x><i><table><tr><td>x" * 100_000),
    "misnested links": lambda: _page("<a href=x><div><a href=y><p>" * 100_000),
    "options": lambda: _page("<select>" + "<option>a" * 500_000),
    "templates": lambda: _page("<template><p>a</template>" * 200_000),
    "frames": lambda: "<frameset>" + "<frame src=/a>" * 350_000,
    "noscript texts": lambda: _page(f"<noscript><p>{PROSE}</noscript>" * 45_000),
    "plaintext": lambda: _page("<plaintext>" + full("<p>a")),
    "a title of five megabytes": lambda: f"<title>{full(PROSE)}</title><p>{PROSE * 20}",
    "a title of separators": lambda: f"<title>{full(_SEPARATORS)}</title><p>{PROSE * 20}",
    "an og:title of separators": lambda: _meta("og:title", full(_SEPARATORS)),
    "a heading of separators": lambda: _page(f"<h1>{full(_SEPARATORS)}</h1><p>{PROSE * 20}"),
    "a hundred thousand metas": lambda: _headed('<meta name="author" content="x">' * 150_000),
    "different metas": lambda: _headed(_numbered('<meta name="n{0}" content="{0}">', 150_000)),
    "article tags": lambda: _headed(
        _numbered('<meta property="article:tag" content="t{0}">', 99_000)
    ),
    "keywords": lambda: _meta("keywords", full("ab, cd, ")),
    "a description of five megabytes": lambda: _meta("description", full(PROSE)),
    "an author of five megabytes": lambda: _meta("author", full(_NAMES)),
    "an author of spaces": lambda: _meta("author", "by" + " " * FIVE_MB + "x"),
    "a date of five megabytes": lambda: _meta("article:published_time", full(_DATES)),
    "a robots meta of five megabytes": lambda: _meta("robots", full("noindex,")),
    "a site name of five megabytes": lambda: _meta("og:site_name", full("The Daily ")),
    "a language of five megabytes": lambda: f"<html lang='{'e' * FIVE_MB}'><p>{PROSE * 20}",
    "link tags": lambda: _headed('<link rel="canonical" href="/x">' * 150_000),
    "useless canonical links": lambda: _headed('<link rel="canonical" href="http://[">' * 125_000),
    "a base of five megabytes": lambda: _headed(f"<base href='/{'a/' * 2_400_000}'>"),
    "an image of five megabytes": lambda: _meta("og:image", "https://a.example/" + "a" * FIVE_MB),
    "a link of five megabytes": lambda: _page(f"<a href='/{'a' * FIVE_MB}'>x</a>"),
    "time tags": lambda: _article("<time>when</time>" * 250_000),
    "time tags with dates": lambda: _article("<time datetime='2024-13-45'>x</time>" * 120_000),
    "one date-like text": lambda: _article(f"<p class=date>{full(_DATES)}"),
    "date-like lines": lambda: _lines("12 de 13 of Mar, 20 24 2024- 1/2/ 3"),
    "digits in lines": lambda: _lines("1" * 70),
    "spaces and marks in lines": lambda: _lines("1 | 2 · 3 • 4" + " " * 60 + "| 5"),
    "date classes around everything": lambda: _page("<div class=date>" * 1_000 + full(PROSE)),
    "bylines": lambda: _article(f"<p class=byline>{_NAMES}</p>" * 60_000),
    "byline classes around everything": lambda: _page("<div class=author>" * 1_000 + full(PROSE)),
    "itemprops": lambda: _article("<i itemprop=author>x</i>" * 200_000),
    "cookie lines": lambda: _lines(_COOKIES * 5),
    "one cookie text": lambda: _article(f"<p>{full(_COOKIES)}"),
    "cookie paragraphs at the end": lambda: _page(
        f"<article><p>{PROSE * 9}</p>" + f"<p>{'cookies ' * 400}</p>" * 1_500 + "</article>"
    ),
    "commas in lines": lambda: _lines("," * 100),
    "phrases of error pages": lambda: _page("<p>" + "page not foun page_-_- not found " * 9),
    "a title of spaces in phrases": lambda: f"<title>page{' -_' * 90}not</title><p>{PROSE}",
    "form fields": lambda: _page("<input type=text>" * 290_000),
    "JSON-LD of five megabytes": lambda: _linked(
        {"@type": "NewsArticle", "articleBody": full(PROSE)}
    ),
    "JSON-LD just small enough": lambda: _linked(
        {"@type": "NewsArticle", "articleBody": full(PROSE, 990_000)}
    ),
    "a JSON-LD body of markup": lambda: _linked(
        {"@type": "NewsArticle", "articleBody": full("<" * 499 + ">&amp;", 990_000)}
    ),
    "many scripts of JSON-LD": lambda: (
        _linked({"@type": "NewsArticle", "headline": "x", "articleBody": full(PROSE, 160_000)}) * 30
    ),
    "many articles in JSON-LD": lambda: _linked(
        [{"@type": "NewsArticle", "headline": "a < b", "author": [{"name": "x"}] * 9}] * 9_000
    ),
    "deep JSON-LD": lambda: _headed(f'<script type="application/ld+json">{"[" * 400_000}</script>'),
    "deep objects in JSON-LD": lambda: _headed(
        '<script type="application/ld+json">' + '{"@graph":[' * 90_000 + "</script>"
    ),
    "JSON-LD of commas": lambda: _headed(
        f'<script type="application/ld+json">[1{"," * 400_000}{" ," * 250_000}]</script>'
    ),
    "JSON-LD of spaces and commas": lambda: _headed(
        f'<script type="application/ld+json">[1,{" " * 990_000}x]</script>'
    ),
    "numbers in JSON-LD": lambda: _headed(
        f'<script type="application/ld+json">{{"@type":"Article","name":{"9" * 900_000}}}</script>'
    ),
    "many small JSON-LD scripts": lambda: _headed(
        '<script type="application/ld+json">{}</script>' * 90_000
    ),
    "tags in keywords of JSON-LD": lambda: _linked(
        {"@type": "NewsArticle", "keywords": ["a," * 9_000] * 50, "datePublished": _DATES * 99}
    ),
    "scripts": lambda: _page(f"<script>{full('if (a<b) c();')}</script><p>{PROSE * 9}"),
    "many scripts": lambda: _page("<script>a</script>" * 250_000),
    "NULs between letters": lambda: _page(full("a\0b ")),
    "carriage returns": lambda: _page("\r" * FIVE_MB),
    "a doctype of five megabytes": lambda: f"<!DOCTYPE {'x' * FIVE_MB}><p>{PROSE}",
    "an XML declaration without an end": lambda: "<?xml " + "a " * 2_500_000,
    "a feed's comment": lambda: "<!--" + " -->" * 200 + " " * FIVE_MB,
    "meta declarations": lambda: b"<meta " * 400 + b"charset" + b" " * 900 + b"\xff" * FIVE_MB,
} | {f"nested {tag}": (lambda tag=tag: nested(tag)) for tag in NESTED}  # type: ignore[misc]
