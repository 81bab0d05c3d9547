import pytest

from tidings.read.pages.barriers import bot_check_in, bot_check_of_head, is_consent_page

CLOUDFLARE = b"""<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title>
<meta name="robots" content="noindex,nofollow"></head><body><noscript>Enable JavaScript and cookies
to continue</noscript><script>(function(){window._cf_chl_opt={cvId:'3'};var a=
document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1';
})();</script></body></html>"""
AKAMAI = b"""<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>
You don't have permission to access "http&#58;&#47;&#47;news&#46;example&#47;" on this server.<P>
Reference&#32;&#35;18&#46;5f0<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18</BODY>
</HTML>"""
DATADOME = b"""<html lang="en"><head><title>news.example</title></head><body><p id="cmsg">Please
enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'AH',
'host':'geo.captcha-delivery.com'}</script></body></html>"""
OLD = b"<html><body>Checking your browser before accessing paper.example</body></html>"


@pytest.mark.parametrize(
    ("page", "maker"),
    [
        (CLOUDFLARE, "Cloudflare"),
        (DATADOME, "DataDome"),
        (AKAMAI, "unknown"),
        (OLD, "unknown"),
        (b"<html><title>Access to water denied</title><p>In the valley ...</html>", ""),
        (b"", ""),
    ],
)
def test_bot_checks_are_known_by_their_marks(page: bytes, maker: str) -> None:
    assert bot_check_in(page) == maker


def test_a_long_page_is_no_bot_check() -> None:
    assert bot_check_in(CLOUDFLARE + b" " * 300_000) == ""


@pytest.mark.parametrize(
    ("status", "header", "maker"),
    [
        (403, ("cf-mitigated", "challenge"), "Cloudflare"),
        (503, ("cf-mitigated", "challenge"), "Cloudflare"),
        (403, ("server", "AkamaiGHost"), "Akamai"),
        (403, ("x-datadome", "protected"), "DataDome"),
        (404, ("server", "AkamaiGHost"), ""),
        (403, ("server", "nginx"), ""),
        (403, ("server", "cloudflare"), ""),
    ],
)
def test_a_refusal_by_a_bot_check_is_known_by_its_head(
    status: int, header: tuple[str, str], maker: str
) -> None:
    assert bot_check_of_head(status, [("date", "today"), header]) == maker


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://consent.paper.example/collectConsent?session=3", True),
        ("https://myprivacy.publisher.example/consent?callback=x", True),
        ("https://paper.example/privacywall/?to=/", True),
        ("https://paper.example/news/consent-law-passes", False),
        ("https://paper.example/", False),
    ],
)
def test_a_consent_page_is_known_by_its_address(url: str, expected: bool) -> None:
    assert is_consent_page("https://paper.example/", url) is expected
    assert not is_consent_page(url, url)
