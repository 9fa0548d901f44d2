"""Finding the element that a call names: by ref, selector or point."""
