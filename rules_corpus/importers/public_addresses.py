"""Which addresses a download may connect to: those of the public internet."""

from __future__ import annotations

import ipaddress

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_EMBEDDING = (
    # (network, how many bits stand behind the IPv4 address that its addresses carry)
    (ipaddress.IPv6Network("::/96"), 0),
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),
    (ipaddress.IPv6Network("::ffff:0:0:0/96"), 0),
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),
    (ipaddress.IPv6Network("2002::/16"), 80),
)
"""IPv4 in IPv6: compatible, mapped, translated, NAT64 and 6to4. What they lead to is the address within."""

_NEVER = (
    # Not every Python knows that these are not public.
    ipaddress.IPv4Network("100.64.0.0/10"),
    ipaddress.IPv4Network("192.0.0.0/24"),
    ipaddress.IPv4Network("192.88.99.0/24"),
    ipaddress.IPv6Network("64:ff9b:1::/48"),
    ipaddress.IPv6Network("100::/64"),
    ipaddress.IPv6Network("2001::/23"),
    ipaddress.IPv6Network("3fff::/20"),
    ipaddress.IPv6Network("5f00::/16"),
    ipaddress.IPv6Network("fec0::/10"),
    # A cloud's metadata service that has a public address.
    ipaddress.IPv4Network("168.63.129.16/32"),
)


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet; False for what is no address at all.

    Loopback, private, link-local (with the clouds' metadata services), shared, reserved and multicast addresses are
    not, nor are IPv6 addresses that carry such an IPv4 address.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if getattr(parsed, "scope_id", None):
        return False
    within = _embedded(parsed)
    if within is not None:
        return _is_public(within)
    return _is_public(parsed)


def _embedded(address: _Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address carries, if it does."""
    for network, behind in _EMBEDDING:
        if address.version == network.version and address in network:
            return ipaddress.IPv4Address((int(address) >> behind) & 0xFFFFFFFF)
    return None


def _is_public(address: _Address) -> bool:
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not any(address.version == network.version and address in network for network in _NEVER)
    )
