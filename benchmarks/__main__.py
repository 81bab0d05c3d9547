"""All benchmarks in their order: `make bench`."""

from benchmarks import (
    crawl,
    extraction,
    focus,
    kinds,
    pagerank,
    pipeline,
    refresh,
    retrieval,
    schedule,
    search,
    stages,
)

if __name__ == "__main__":
    pipeline.main()
    stages.main()
    extraction.main()
    kinds.main()
    crawl.main()
    refresh.main()
    focus.main()
    pagerank.main([])
    schedule.main(["--sources", "1000", "--days", "365"])
    retrieval.main()
    search.main([])
