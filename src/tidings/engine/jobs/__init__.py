"""Jobs: work on a whole home, cut into parts that any process can do."""
