"""What may go wrong for a person: every such failure is one `Message`, put into words at the edge."""

from __future__ import annotations

from bot.answering.answer import Message


class UserError(Exception):
    """Bad input or a missing piece; the message says what, and the command line exits with 2."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message
