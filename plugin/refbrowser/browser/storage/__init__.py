"""The cookies and stored entries of a chat's sites."""
