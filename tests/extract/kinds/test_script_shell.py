import json

import pytest

from tidings.extract.article import extract
from tidings.model.articles.article import Extraction
from tidings.model.web.page import PageKind

SCRIPT = '<script type="module" src="/assets/index-4f2a.js"></script>'
REACT = f"""<!doctype html><html lang="en"><head><title>The Paper</title>{SCRIPT}</head><body>
<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>
</body></html>"""
VUE = f"""<!doctype html><html><head><title>The Paper</title></head><body><noscript><strong>We're
sorry but paper doesn't work properly without JavaScript enabled. Please enable it to continue.
</strong></noscript><div id="app"></div>{SCRIPT}</body></html>"""
NEXT = f"""<!doctype html><html><head><title>The Paper</title></head><body><div id="__next"></div>
<footer>© 2026 The Paper</footer>{SCRIPT}
<script id="__NEXT_DATA__" type="application/json">{{"props":{{}}}}</script></body></html>"""
ANGULAR = f"<html><head><base href='/'></head><body><app-root></app-root>{SCRIPT}</body></html>"
GERMAN = f"""<html><body><p>Bitte aktivieren Sie JavaScript, um diese Seite zu sehen.</p>{SCRIPT}
</body></html>"""
TEXT = "The council met on Tuesday evening to decide about the old bridge over the river. " * 12


def extracted(page: str) -> Extraction:
    found = extract(page, "https://paper.example/2026/11/bridge-to-be-mended")
    assert isinstance(found, Extraction)
    return found


@pytest.mark.parametrize("page", [REACT, VUE, NEXT, ANGULAR, GERMAN])
def test_a_shell_needs_javascript_and_is_no_article(page: str) -> None:
    found = extracted(page)
    assert found.needs_script
    assert found.kind is PageKind.VALUELESS
    assert found.verdict.reasons == ("it shows nothing without JavaScript",)


def test_a_shell_with_its_text_in_json_ld_is_used() -> None:
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": "Bridge to be mended",
        "datePublished": "2026-11-02T08:00:00Z",
        "articleBody": TEXT,
    }
    page = REACT.replace(
        "</head>", f'<script type="application/ld+json">{json.dumps(data)}</script></head>'
    )
    found = extracted(page)
    assert not found.needs_script
    assert found.text == TEXT.strip() or found.text.startswith(TEXT[:200])


@pytest.mark.parametrize(
    "page",
    [
        "<html><body><div id='root'></div></body></html>",
        f"<html><body><noscript>Enable JavaScript</noscript><p>{TEXT}</p>{SCRIPT}</body></html>",
        "<html><body><div id='root'></div>"
        + "".join(f"<p><a href='/{n}'>Story number {n}</a></p>" for n in range(9))
        + f"{SCRIPT}</body></html>",
        f"<html><body><p>A photograph of the bridge.</p>{SCRIPT}</body></html>",
    ],
)
def test_a_page_with_text_or_links_or_without_script_needs_none(page: str) -> None:
    assert not extracted(page).needs_script
