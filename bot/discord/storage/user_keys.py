"""A Discord user's id as a key that nobody without the secret can turn back or make."""

from __future__ import annotations

import hashlib
import hmac

SHORTEST_SECRET = 32
"""Characters. User ids are few enough to try them all, so the secret alone keeps a key from being turned back."""


class WeakSecretError(ValueError):
    """The secret is too short to keep anything secret."""

    def __init__(self) -> None:
        super().__init__(f"the secret must have at least {SHORTEST_SECRET} characters")


class UserKeys:
    """Makes user keys under one secret. Under another one everybody is somebody new, and what was stored is found by
    nobody until its time is up."""

    def __init__(self, secret: str) -> None:
        """:raises WeakSecretError: the secret has fewer than `SHORTEST_SECRET` characters."""
        if len(secret) < SHORTEST_SECRET:
            raise WeakSecretError
        self._secret = secret.encode()

    def of(self, user_id: int) -> str:
        """The key of a user's id: 64 hexadecimal digits."""
        return hmac.new(self._secret, b"discord user %d" % user_id, hashlib.sha256).hexdigest()
