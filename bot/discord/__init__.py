"""rulesbot on Discord: the only package that may import discord.py."""
