"""What refbrowser knows of Playwright beyond its public API."""
