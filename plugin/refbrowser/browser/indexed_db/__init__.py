"""The IndexedDB of origins: which origins a chat has visited, and what they store there, read and written through pages of them."""
