"""Refresh policies: what is fetched a second time."""

from enum import StrEnum


class RefreshPolicy(StrEnum):
    """Our own way and the one it is compared with."""

    OPTIMISED = "optimised"  # only where new articles appear: index pages, feeds, sitemaps
    TRADITIONAL = "traditional"  # everything, again and again
