"""Side by side with raw Playwright and with other tools for agents: ``python -m benchmarks`` measures, compares and writes ``benchmarks/RESULTS.md``."""
