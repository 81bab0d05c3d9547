"""Pages that stand before a site instead of its own: bot checks and consent pages.

Both are recognised by what their makers put into headers, addresses and markup, never by a
missing text alone.
"""

import re
from collections.abc import Iterable
from typing import Final

_CHECKED_STATUSES: Final = frozenset({401, 403, 405, 429, 503})
_MAX_BYTES: Final = 256 * 1024  # a check is small; what is longer has a page's own text
_SNIFFED: Final = 64 * 1024
# Documented by their makers, or sent with every challenge that was looked at.
_CHECK_HEADERS: Final = {
    "cf-mitigated": ("challenge", "Cloudflare"),
    "x-vercel-mitigated": ("challenge", "Vercel"),
    "x-amzn-waf-action": ("", "AWS WAF"),
    "x-datadome": ("", "DataDome"),
    "x-dd-b": ("", "DataDome"),
    "x-px-block": ("", "HUMAN"),
}
_CHECK_SERVERS: Final = {
    "akamaighost": "Akamai",
    "datadome": "DataDome",
    "ddos-guard": "DDoS-Guard",
    "sucuri/cloudproxy": "Sucuri",
    "qrator": "Qrator",
}
_CHECK_MARKS: Final = (
    (rb"/cdn-cgi/challenge-platform/|_cf_chl_opt|cf-browser-verification", "Cloudflare"),
    (rb"captcha-delivery\.com|var\s+dd\s*=\s*\{", "DataDome"),
    (rb"errors\.edgesuite\.net|/_sec/cp_challenge/|bm-verify|sec-if-cpt-container", "Akamai"),
    (rb"_Incapsula_Resource", "Imperva"),
    (rb"px-captcha|_pxAppId", "HUMAN"),
    (rb"token\.awswaf\.com|awsWafCookieDomainList|AwsWafIntegration", "AWS WAF"),
    (rb"sucuri_cloudproxy_js", "Sucuri"),
    (rb"/\.ddos-guard/", "DDoS-Guard"),
    (rb"/\.within\.website/x/(?:cmd|xess)/", "Anubis"),
)
_CHECK: Final = re.compile(b"|".join(b"(" + marks + b")" for marks, _ in _CHECK_MARKS))
# Said by checks whose maker cannot be told.
_WORDS: Final = re.compile(
    rb"<title>\s*(?:Just a moment|Attention Required!|Access Denied|Checking your browser|"
    rb"DDoS-Guard|Security Check|Bot Verification|Making sure you|Are you a robot)"
    rb"|Checking (?:if the site connection is secure|your browser before)"
    rb"|You don(?:'|&#39;|&#8217;|\xe2\x80\x99)t have permission to access [^<]{1,300} on this "
    rb"|[Vv]erify(?:ing)? (?:that )?you are (?:a )?human",
)
_CONSENT: Final = re.compile(
    r"^https?://(?:[^/]*\.)?(?:consent|cookieconsent|privacygate|myprivacy|cookiewall)\.[^/]+/"
    r"|^https?://[^/]+(?:/[^?#]*)?/(?:collectconsent|consent|privacy-?(?:gate|wall)|"
    r"cookie-?(?:wall|consent)|dpg-consent)(?:[/?#.]|$)",
    re.IGNORECASE,
)


def bot_check_of_head(status: int, headers: Iterable[tuple[str, str]]) -> str:
    """Return whose bot check refused a request, by the head of the response; else nothing."""
    if status not in _CHECKED_STATUSES:
        return ""
    for name, value in headers:
        known = _CHECK_HEADERS.get(name)
        if known is not None and known[0] in value.lower():
            return known[1]
        if name == "server" and value.lower() in _CHECK_SERVERS:
            return _CHECK_SERVERS[value.lower()]
    return ""


def bot_check_in(body: bytes) -> str:
    """Return whose bot check a page is; "unknown" if it does not say so, nothing if it is none.

    Only for a page without an article: a page of any site may name these firms.
    """
    if len(body) > _MAX_BYTES:
        return ""
    head = body[:_SNIFFED]
    if (mark := _CHECK.search(head)) is not None and mark.lastindex is not None:
        return _CHECK_MARKS[mark.lastindex - 1][1]
    return "unknown" if _WORDS.search(head) else ""


def is_consent_page(requested: str, url: str) -> bool:
    """Return whether a request was led to a page that wants consent before it shows another."""
    return _CONSENT.match(url) is not None and _CONSENT.match(requested) is None
