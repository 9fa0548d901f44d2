"""Moving, pressing and dragging with the mouse, and scrolling into view."""
