"""What a key is good for, and places, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from ._json import Json, of_members, parse_timestamp


@dataclass(frozen=True, slots=True)
class Place:
    """A town, a district or a postcode. ``cinemas`` is how many are within 25 km."""

    id: str
    name: str
    country_code: str
    latitude: float
    longitude: float
    cinemas: int

    @classmethod
    def from_json(cls, json: Json) -> Place:
        return of_members(cls, json)


@dataclass(frozen=True, slots=True)
class UsageRate:
    """So many requests in so many seconds, and those that are left."""

    limit: int
    window_seconds: int
    remaining: int


@dataclass(frozen=True, slots=True)
class UsageQuota:
    """So many requests in a month, and those that were made."""

    limit: int
    used: int
    renews_at: datetime


@dataclass(frozen=True, slots=True)
class UsageDay:
    """A day in UTC. ``requests`` are all, of which the next three are a part."""

    date: date
    requests: int
    not_modified: int
    refused: int
    errors: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Usage:
    """What the key of the client is good for, and what it was used for."""

    organization: str
    plan: str
    days: tuple[UsageDay, ...]
    rate: UsageRate | None = None
    quota: UsageQuota | None = None

    @classmethod
    def from_json(cls, json: Json) -> Usage:
        return of_members(
            cls,
            json,
            days=lambda it: of_members(UsageDay, it, date=date.fromisoformat),
            rate=lambda it: of_members(UsageRate, it),
            quota=lambda it: of_members(UsageQuota, it, renews_at=parse_timestamp),
        )
