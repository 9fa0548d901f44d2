"""From a JSON call to its answer: chats, validation, dispatch and batches."""
