"""Side by side with the other tools that show a page to a model; each file but a few is one of them."""
