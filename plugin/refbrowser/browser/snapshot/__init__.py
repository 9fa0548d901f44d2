"""Reading a page into typed refs and markdown."""
