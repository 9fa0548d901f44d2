"""``python -m refbrowser`` is the command line."""

from refbrowser.adapters.cli import main

raise SystemExit(main())
