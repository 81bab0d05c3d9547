"""From what people type to what the index is asked; no ranking here."""
