"""The command line: verbs parse arguments, call the engine and print. Not the place for logic."""
