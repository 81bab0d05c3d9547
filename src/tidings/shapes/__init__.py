"""How things look as JSON, the same over HTTP, from `--json` and in exports."""
