"""Side by side with raw Playwright: ``python -m benchmarks`` measures, compares and writes ``benchmarks/RESULTS.md``."""
