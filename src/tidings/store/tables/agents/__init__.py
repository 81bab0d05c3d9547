"""The tables of query runs: agents that search the live web."""
