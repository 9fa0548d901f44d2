"""What one call carries on its way to a page and back."""
