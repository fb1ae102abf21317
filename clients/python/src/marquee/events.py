"""What a follower of the changes is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from ._json import Json, beside, parse_timestamp
from .records import (
    Chain,
    Cinema,
    Film,
    Freshness,
    OtherRecord,
    Record,
    Screen,
    Showtime,
)

_KINDS: Mapping[str, Any] = {
    "showtime": Showtime,
    "film": Film,
    "cinema": Cinema,
    "chain": Chain,
    "screen": Screen,
}


@dataclass(frozen=True, slots=True)
class Upserted:
    """A record is new or has changed. ``at`` is None where the record was read from a list."""

    kind: str
    id: str
    record: Record
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Removed:
    """A record is gone. The follower may never have had it."""

    kind: str
    id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Merged:
    """A record became part of another: ``into`` is the id that stays."""

    kind: str
    id: str
    into: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OtherChange:
    """A change that this version does not know: ``change`` is its name."""

    change: str
    kind: str
    id: str
    at: datetime


Change: TypeAlias = "Upserted | Removed | Merged | OtherChange"


@dataclass(frozen=True, slots=True)
class Reset:
    """What was yielded before is void. All records follow as ``Upserted``, then a ``Checkpoint``."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Everything up to here was yielded. Keep ``cursor``: ``follow(cursor)`` goes on from here.
    It is the service's cursor and, behind a tilde, until when showtimes were read.

    ``caught_up`` is false where the service has more changes at hand.
    """

    cursor: str
    caught_up: bool
    freshness: Freshness


FollowEvent: TypeAlias = "Reset | Change | Checkpoint"


def change_from_json(json: Json) -> Change:
    """One element of a page of changes."""
    kind, id_, at = json["kind"], json["id"], parse_timestamp(json["at"])
    change = json["change"]
    if change == "upserted":
        record = beside(json["record"], json.get("details"))
        return Upserted(kind, id_, _KINDS.get(kind, OtherRecord).from_json(record), at)
    if change == "removed":
        return Removed(kind, id_, at)
    if change == "merged":
        return Merged(kind, id_, json["into"], at)
    return OtherChange(change, kind, id_, at)
