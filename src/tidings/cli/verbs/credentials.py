"""The verbs credentials set, credentials list and credentials remove."""

import argparse
from pathlib import Path

from tidings.cli.command_issuing import issued
from tidings.cli.exit_codes import Misuse
from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.secret_input import read_secret
from tidings.engine.commands.command_values import RetrySource, SourceRetried
from tidings.engine.sources.source_credentials import (
    LoginChange,
    known_logins,
    remove_login,
    sources_of_login,
    store_login,
)


def put(options: argparse.Namespace) -> int:
    """Store a login."""
    stored = store_login(settings_of(options), options.name, _change(options))
    if options.json:
        print_json(stored)
    say(f"the credentials {stored.name} are stored: {', '.join(stored.kinds)}")
    _retry_sources(options, stored.name)
    return 0


def _retry_sources(options: argparse.Namespace, name: str) -> None:
    """Try again at once what failed without the new secret."""
    sources = sources_of_login(settings_of(options), name)
    if not sources:
        say(f"a source uses them after 'tidings sources set SOURCE credentials={name}'")
        return
    for result in issued(options, SourceRetried, *map(RetrySource, sources)):
        say(f"{result.due} URLs of {result.url} are due now")


def listed(options: argparse.Namespace) -> int:
    """List names and kinds."""
    logins = known_logins(settings_of(options))
    if options.json:
        print_json(logins)
        return 0
    print_table(
        ("name", "kinds", "also sent to"),
        ((each.name, ", ".join(each.kinds), ", ".join(each.hosts)) for each in logins),
    )
    return 0


def remove(options: argparse.Namespace) -> int:
    """Forget a login."""
    remove_login(settings_of(options), options.name)
    if options.json:
        print_json({"removed": options.name})
    say(f"the credentials {options.name} are forgotten")
    return 0


def _change(options: argparse.Namespace) -> LoginChange:
    """Return what the options and the secret that is read change about a login."""
    hosts = None if options.hosts is None else tuple(options.hosts)
    if options.user is not None:
        password = read_secret(f"Password of {options.user}: ")
        return LoginChange(user_and_password=(options.user, password), hosts=hosts)
    if options.token:
        return LoginChange(token=read_secret("Token: "), hosts=hosts)
    if options.cookies:
        return LoginChange(cookies=read_secret("Cookies (NAME=VALUE; …): "), hosts=hosts)
    if options.header is not None:
        return LoginChange(header=(options.header, read_secret(f"{options.header}: ")), hosts=hosts)
    if options.cookies_file is None and hosts is None:
        raise Misuse("Say what to store: --user, --token, --cookies, --cookies-file or --header.")
    file = None if options.cookies_file is None else Path(options.cookies_file)
    return LoginChange(cookies_file=file, hosts=hosts)
