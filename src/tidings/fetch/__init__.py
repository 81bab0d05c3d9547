"""Fetches one URL politely, safely and within limits. The only room that opens sockets."""
