"""Chats on many machines: Ray starts and places the hosts; leases with epochs keep every chat on one host at a time."""
