"""Run the command line: ``python -m refbrowser``."""

from refbrowser.adapters.cli import main

raise SystemExit(main())
