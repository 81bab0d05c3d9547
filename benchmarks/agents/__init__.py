"""Agents that search generated webs for queries, next to other ways of crawling."""
