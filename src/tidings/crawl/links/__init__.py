"""Which links of a page join the frontier, with which priority, and why the others do not."""
