"""rulesbot on Discord: the only package that imports discord.py."""
