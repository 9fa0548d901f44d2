"""What goes over the network without a browser."""
