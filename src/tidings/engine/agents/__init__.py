"""Query runs: agents that search the live web for one query."""
