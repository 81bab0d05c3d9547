"""The measures, each a pure function over two answers."""
