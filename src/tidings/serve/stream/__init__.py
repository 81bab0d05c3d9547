"""The live stream over HTTP."""
