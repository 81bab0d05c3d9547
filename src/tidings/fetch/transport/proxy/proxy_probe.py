"""Tries whether a proxy can be reached, without asking it for anything."""

import socket
import ssl

from tidings.fetch.transport.failure_cause import connection_cause, lookup_cause
from tidings.fetch.transport.tls_cause import tls_cause
from tidings.fetch.transport.tls_context import tls_context
from tidings.settings.proxy_address import ProxyAddress


def proxy_problem(proxy: ProxyAddress, ca_file: str, seconds: float) -> str | None:
    """Return why a proxy cannot be reached, or None; raise SettingsWrong for a bad CA file."""
    try:
        with socket.create_connection((proxy.host, proxy.port), seconds) as sock:
            if proxy.scheme == "https":
                with tls_context(ca_file).wrap_socket(sock, server_hostname=proxy.host):
                    pass
    except ssl.SSLError as error:
        return tls_cause(error)
    except (socket.gaierror, UnicodeError) as error:
        return lookup_cause(error)
    except TimeoutError:
        return f"does not answer in {seconds:g} s"
    except OSError as error:
        return connection_cause(error)
    return None
