"""A Discord of our own on 127.0.0.1: the REST interface and the gateway, for the real discord.py to talk to."""
