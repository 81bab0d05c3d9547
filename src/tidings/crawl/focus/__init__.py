"""Focused crawling: how much pages and links are about a site's topic."""
