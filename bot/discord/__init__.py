"""rulesbot on Discord. Only this package imports discord.py."""
