"""What the Discord service keeps between messages: settings, conversations, buttons, the question log, feedback.

Every module is a few functions over a `Store`. No table holds a Discord user's id: a person is known by the HMAC that
`UserKeys` makes of it.
"""
