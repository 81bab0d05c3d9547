"""Whether estimates make jobs shorter, in simulated worlds and with real jobs."""
