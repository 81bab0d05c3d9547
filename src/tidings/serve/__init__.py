"""The serving room: pages and an API over HTTP; it reads through the engine's library only."""
