"""Finding, installing and starting a Chromium, and the processes that it consists of."""
