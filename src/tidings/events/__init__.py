"""Events: what operators want to know about a running program."""
