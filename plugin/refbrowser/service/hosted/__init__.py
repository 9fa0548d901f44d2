"""What a host of a cluster runs: a browser with the chats that the cluster's directory gave it."""
