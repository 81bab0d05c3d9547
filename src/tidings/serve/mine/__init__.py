"""Query runs over HTTP: agents that search the live web."""
