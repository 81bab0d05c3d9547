"""All benchmarks in their order: `make bench`."""

from benchmarks import extraction, focus, kinds, pipeline, schedule, stages

if __name__ == "__main__":
    pipeline.main()
    stages.main()
    extraction.main()
    kinds.main()
    focus.main()
    schedule.main(["--sources", "1000", "--days", "365"])
