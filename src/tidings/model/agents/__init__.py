"""The nouns of query runs: agents that search the live web for one query."""
