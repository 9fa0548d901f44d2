"""Asking a person before a call goes on: the card, the ways in which it is shown, and what they answer."""
