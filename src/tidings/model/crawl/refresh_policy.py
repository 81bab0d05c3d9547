"""Refresh policies: which pages are fetched again."""

from enum import StrEnum


class RefreshPolicy(StrEnum):
    """Our own policy and the one it is compared with."""

    OPTIMISED = "optimised"  # only pages where new articles appear: index pages, feeds, sitemaps
    TRADITIONAL = "traditional"  # every page, repeatedly
