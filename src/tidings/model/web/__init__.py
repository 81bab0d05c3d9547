"""Requests, responses and what is parsed from them."""
