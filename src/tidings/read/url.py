"""URLs: the canonical form, the host, the registered domain and the id of a page."""

import re
from functools import lru_cache
from hashlib import blake2b
from ipaddress import ip_address

import can_ada
from pydomainextractor import DomainExtractor

# Parameters that say where the reader came from, never which page it is.
_TRACKERS = frozenset(
    "fbclid gclid gclsrc dclid msclkid yclid twclid igshid mc_cid mc_eid _ga _gl cmpid ncid ocid "
    "ito at_medium at_campaign xtor wt_mc wt_zmc ref_src ref_url guccounter guce_referrer "
    "guce_referrer_sig __twitter_impression share_id smid smtyp spm".split()
)
_TRACKER_PREFIXES = ("utm_", "pk_", "mtm_", "hsa_", "at_custom")

_FEED_SCHEME = re.compile(r"feed:(?://)?(?=https?://)|feed:(?=//)", re.IGNORECASE)
_MAX_CACHED_LENGTH = 400  # characters; longer addresses rarely recur and would fill the cache

# Upper-case escapes of letters, digits and `-._~`, which mean the same as the character itself.
_UNRESERVED = "2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]"
_UNRESERVED_ESCAPE = re.compile(f"%(?:{_UNRESERVED})")
_OTHER_SPELLING = re.compile(f"%(?:[a-f]|[0-9A-F][a-f]|{_UNRESERVED})")
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-F]{2})")

_suffixes = DomainExtractor()


def canonical(href: str, base: str | None = None) -> str | None:
    """Return the absolute, canonical http(s) URL of `href` resolved against `base`, or None."""
    if not is_common(href):
        return _canonical(href, base)
    if href[0] != "/":
        return _cached_canonical(href, None)  # the same on every page
    return _cached_canonical(href, root_of(base)) if base else None


def without_feed_scheme(href: str) -> str:
    """Return the address without the `feed:` scheme that feed readers once used."""
    return _FEED_SCHEME.sub("", href, count=1)


def is_common(href: str) -> bool:
    """Return whether an address is the same on every page of a site, as in menus."""
    return href.startswith(("/", "http://", "https://")) and len(href) <= _MAX_CACHED_LENGTH


def _canonical(href: str, base: str | None) -> str | None:
    url = _parse(href, base)
    if url is None or url.protocol not in ("http:", "https:") or not url.hostname:
        return None
    # Setters of the parser cost more than all that follows.
    address = str(url.href).partition("#")[0]
    if "%" in address:
        address = one_spelling(address)
    return _without_trackers(address) if "?" in address else address


def one_spelling(url: str) -> str:
    """Return the address with its escapes spelled in the one way of RFC 3986, 6.2.2.

    Their digits are in upper case, and none stands for an unreserved character. Browsers leave
    them as they are, so that one page would have many addresses. Next to a `%` that is no escape
    nothing is decoded: it might become one.
    """
    if not _OTHER_SPELLING.search(url):
        return url  # nearly always: parsers encode in upper case
    url = _ESCAPES.sub(_in_upper_case, url)
    return url if _STRAY_PERCENT.search(url) else _UNRESERVED_ESCAPE.sub(_decoded, url)


def _in_upper_case(escapes: re.Match[str]) -> str:
    return escapes[0].upper()


def _decoded(escape: re.Match[str]) -> str:
    return chr(int(escape[0][1:], 16))


_cached_canonical = lru_cache(maxsize=50_000)(_canonical)  # menus repeat on every page of a site


@lru_cache(maxsize=1024)
def root_of(base: str) -> str:
    """Return the part of a base that root-relative addresses are resolved against."""
    start = base.find("://") + 3
    end = base.find("/", start)
    return base[: end + 1] if 3 <= start < end else base


def _parse(href: str, base: str | None) -> can_ada.URL | None:
    """Parse by the WHATWG rules; `URL + href` resolves the address."""
    try:
        return _base(base) + href if base else can_ada.parse(href)
    except (ValueError, TypeError):  # TypeError: lone surrogates cannot be encoded
        return None


@lru_cache(maxsize=1024)
def _base(base: str) -> can_ada.URL:
    return can_ada.parse(base)


def _without_trackers(url: str) -> str:
    path, _, query = url.partition("?")
    kept = [pair for pair in query.split("&") if pair and not _is_tracker(pair)]
    return f"{path}?{'&'.join(kept)}" if kept else path


def _is_tracker(pair: str) -> bool:
    name = pair.partition("=")[0].lower()
    return name in _TRACKERS or name.startswith(_TRACKER_PREFIXES)


def scheme_of(href: str, base: str | None = None) -> str | None:
    """Return the scheme that `href` resolves to, without the colon, or None if it is not a URL."""
    url = _parse(href, base)
    return str(url.protocol).removesuffix(":") if url is not None else None


def host_of(url: str) -> str:
    """Return host[:port] in lower case; without the default port."""
    parts = url.split("/", 3)
    authority = parts[2] if len(parts) > 2 and parts[0].endswith(":") and not parts[1] else ""
    if "?" in authority or "#" in authority:  # only in non-canonical URLs
        authority = authority.partition("?")[0].partition("#")[0]
    return authority.rpartition("@")[2].lower()


def path_of(url: str) -> str:
    """Return the path and query of an absolute URL, at least a slash."""
    rest = url.partition("://")[2]
    path = rest[rest.find("/") :] if "/" in rest else "/"
    return path.partition("#")[0]


def has_credentials(url: str) -> bool:
    """Return whether the URL carries a user name or password."""
    return "@" in url.partition("://")[2].partition("/")[0]


def domain_of(url: str) -> str:
    """Return the registered domain, or host:port for IP literals and single-label hosts."""
    return _domain(host_of(url))


@lru_cache(maxsize=65_536)
def _domain(host: str) -> str:
    name = host if host.startswith("[") else host.partition(":")[0]
    if "." not in name or _is_ip(name):
        return host
    try:
        parts = _suffixes.extract(name.rstrip("."))
    except ValueError:  # not a valid host name: it will not resolve either
        return name
    if not parts["suffix"]:  # an unlisted top-level domain counts as a public suffix
        return ".".join(name.split(".")[-2:])
    return f"{parts['domain']}.{parts['suffix']}" if parts["domain"] else name


def _is_ip(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def url_id(url: str) -> int:
    """Return the signed 64-bit hash that identifies a canonical URL in the database."""
    return int.from_bytes(blake2b(url.encode(), digest_size=8).digest(), "big", signed=True)


def article_id(url: str) -> str:
    """Return the 16 hex digits of an article's public id."""
    return f"{url_id(url) & 0xFFFF_FFFF_FFFF_FFFF:016x}"
