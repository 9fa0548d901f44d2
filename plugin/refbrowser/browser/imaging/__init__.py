"""Screenshots, annotated screenshots, the screencast, favicons."""
