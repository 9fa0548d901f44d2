"""Chats: how they start, what they own, how they end."""
