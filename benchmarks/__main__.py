"""All benchmarks in their order: `make bench`."""

from benchmarks import extraction, kinds, pipeline, stages

if __name__ == "__main__":
    pipeline.main()
    stages.main()
    extraction.main()
    kinds.main()
