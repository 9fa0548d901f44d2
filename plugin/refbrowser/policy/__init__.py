"""Rules for the URLs, files and CDP commands that a chat may use."""
