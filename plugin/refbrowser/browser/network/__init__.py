"""Requests and WebSockets of a tab: recorded, exported as HAR, routed."""
