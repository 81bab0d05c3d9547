"""Places of a cluster where agents of query runs make their visits."""
