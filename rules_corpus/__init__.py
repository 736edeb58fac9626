"""The rules as data: texts, editions, lexicon and the database that keeps them."""
