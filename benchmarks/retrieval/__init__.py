"""What each part of retrieval is worth, and what other libraries find with the same passages and encoder."""
