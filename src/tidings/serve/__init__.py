"""Serves pages and an API over HTTP; reads only through the engine's library."""
