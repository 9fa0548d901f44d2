"""The clipboard that the tabs of a chat share."""
