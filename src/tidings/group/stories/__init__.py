"""Which articles are about the same event, decided as they arrive and corrected later."""
