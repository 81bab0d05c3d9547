"""The verb login: a link that signs its user in, for whoever may use this home's files."""

import argparse

from tidings.cli.exit_codes import Misuse
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, say
from tidings.engine.access.access import LINK_LIFETIME
from tidings.engine.access.home_access import opened_access
from tidings.engine.access.identity_checks import utc_now
from tidings.serve.http.login_link import front_page_in, login_link


def login(options: argparse.Namespace) -> int:
    """Print a fresh link."""
    settings = settings_of(options)
    if not settings.serve.port and not settings.serve.public_url:
        raise Misuse("serve.port is 0, so that only the running server knows its port: give --set "
                     "serve.port=PORT.")  # fmt: skip
    with opened_access(settings, create=True) as home:
        expires_at = utc_now() + LINK_LIFETIME
        key = home.access.one_time_link()
    link = login_link(front_page_in(settings.serve), key)
    if options.json:
        print_json({"link": link, "expires_at": expires_at})
    else:
        print(link)
    say("open it in a browser within ten minutes: it works once, and signs you in as the owner of "
        "this home")  # fmt: skip
    return 0
