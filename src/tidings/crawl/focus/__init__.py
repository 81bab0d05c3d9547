"""Focused crawling."""
