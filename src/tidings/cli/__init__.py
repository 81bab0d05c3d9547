"""The command line: verbs parse arguments, call the engine and print. No logic."""
