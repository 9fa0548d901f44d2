"""Facts in, verdict out: which addresses and files a chat may touch. No I/O."""
