"""What the tests share: a local web server with two origins, and larger pages for it to serve."""
