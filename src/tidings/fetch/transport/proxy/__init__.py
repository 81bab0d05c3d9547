"""How proxies are spoken to, before they are only a connection."""
