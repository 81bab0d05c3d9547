"""The table of sites: which program makes each, and what serves it."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cms.sites.dokuwiki_site import DokuWikiSite
from tests.cms.sites.hugo_site import HugoSite
from tests.cms.sites.jekyll_site import JekyllSite
from tests.cms.sites.nikola_site import NikolaSite
from tests.cms.sites.pelican_site import PelicanSite
from tests.cms.sites.site import Site
from tests.cms.sites.wordpress_site import WordPressSite
from tests.servers.static_server import static_server
from tests.servers.web_servers import WebServer, apache, nginx, php_fpm

SECONDS = 600  # for the database, the site, two crawls and everything else on a busy machine


@dataclass(frozen=True, slots=True)
class SiteCase:
    """One site: `needs` are the programs and folders without which it is skipped."""

    name: str
    make: Callable[..., Site]
    server: WebServer = static_server
    needs: tuple[str, ...] = ()
    needs_database: bool = False
    dated: bool = True

    @property
    def missing(self) -> list[str]:
        """Return what this machine lacks."""
        return [need for need in self.needs if not (shutil.which(need) or Path(need).exists())]

    def parameter(self, slow: bool = False) -> Any:
        """Return this case for pytest; what Debian packages bring is always slow."""
        marks = [pytest.mark.timeout(SECONDS)]
        if slow or self.needs:
            marks.append(pytest.mark.slow)
        return pytest.param(self, id=self.name, marks=marks)


def _wordpress(name: str, theme: str, permalinks: str, server: WebServer, program: str) -> SiteCase:
    folder = f"/usr/share/wordpress/wp-content/themes/{theme}"
    needs = (folder, "php", php_fpm(), "mariadbd", "mariadb-install-db", program)
    make = partial(WordPressSite, theme=theme, permalinks=permalinks)
    return SiteCase(name, make, server, needs, needs_database=True)


CASES = (
    SiteCase("pelican", PelicanSite),
    SiteCase("pelican-simple", partial(PelicanSite, theme="simple")),
    SiteCase("nikola", NikolaSite),
    SiteCase("hugo", HugoSite, nginx, ("hugo", "nginx")),
    SiteCase("jekyll", JekyllSite, apache, ("jekyll", "apache2")),
    _wordpress("wordpress-plain", "twentytwentytwo", "", apache, "apache2"),
    _wordpress("wordpress-number", "twentytwentythree", "/archives/%post_id%", nginx, "nginx"),
    _wordpress(
        "wordpress-day", "twentytwentyone", "/%year%/%monthnum%/%day%/%postname%/", apache,
        "apache2",
    ),
    SiteCase(
        "dokuwiki", DokuWikiSite, nginx, ("/usr/share/dokuwiki", "php", php_fpm(), "nginx"),
        dated=False,  # a wiki says when a page was last changed, which is the day of this test
    ),
)  # fmt: skip
