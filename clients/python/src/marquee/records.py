"""The records of the interface, as immutable values.

Members that a record does not have are ``None``. Members that this version does not know are ignored,
so a service that adds some does not break a program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from ._json import Json, optional_details, optional_timestamp, parse_timestamp
from .details import CinemaDetails, FilmDetails, ShowtimeDetails

if TYPE_CHECKING:
    from .programme import CinemaCoverage

@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a record comes from, and when it was last confirmed."""

    observed_at: datetime
    provider: str
    external_id: str
    source_updated_at: datetime | None = None

    @classmethod
    def from_json(cls, json: Json) -> Provenance:
        return cls(
            parse_timestamp(json["observedAt"]),
            json["provider"],
            json["externalId"],
            optional_timestamp(json, "sourceUpdatedAt"),
        )


@dataclass(frozen=True, slots=True)
class Freshness:
    """How fresh an answer is: as its oldest record."""

    observed_at: datetime
    source_updated_at: datetime | None = None

    @classmethod
    def from_json(cls, json: Json) -> Freshness:
        return cls(
            parse_timestamp(json["observedAt"]), optional_timestamp(json, "sourceUpdatedAt")
        )


@dataclass(frozen=True, slots=True)
class Showtime:
    """A film at a time in a cinema. ``starts_at`` has the cinema's offset: its wall clock."""

    id: str
    film_id: str
    cinema_id: str
    starts_at: datetime
    attribute_ids: tuple[str, ...]
    provenance: Provenance
    booking_url: str | None = None
    screen_id: str | None = None
    screen_name: str | None = None
    details: ShowtimeDetails | None = None

    @classmethod
    def from_json(cls, json: Json) -> Showtime:
        return cls(
            json["id"],
            json["filmId"],
            json["cinemaId"],
            parse_timestamp(json["startsAt"]),
            tuple(json["attributeIds"]),
            Provenance.from_json(json["provenance"]),
            json.get("bookingUrl"),
            json.get("screenId"),
            json.get("screenName"),
            optional_details(ShowtimeDetails, json),
        )


@dataclass(frozen=True, slots=True)
class Attribute:
    """What may be special about a showtime, such as ``imax``."""

    id: str
    kind: str
    name: str
    description: str | None = None

    @classmethod
    def from_json(cls, json: Json) -> Attribute:
        return cls(json["id"], json["kind"], json["name"], json.get("description"))


@dataclass(frozen=True, slots=True)
class Film:
    """A film."""

    id: str
    title: str
    provenance: Provenance
    duration_minutes: int | None = None
    certification: str | None = None
    poster_url: str | None = None
    release_date: date | None = None
    ext_catalog_a_id: str | None = None
    ext_catalog_b_id: str | None = None
    details: FilmDetails | None = None

    @classmethod
    def from_json(cls, json: Json) -> Film:
        return cls(
            json["id"],
            json["title"],
            Provenance.from_json(json["provenance"]),
            json.get("durationMinutes"),
            json.get("certification"),
            json.get("posterUrl"),
            None if json.get("releaseDate") is None else date.fromisoformat(json["releaseDate"]),
            json.get("extCatalogAId"),
            json.get("extCatalogBId"),
            optional_details(FilmDetails, json),
        )


@dataclass(frozen=True, slots=True)
class Location:
    """Where a cinema is. Coordinates are in degrees (WGS 84)."""

    country_code: str
    locality: str
    postcode: str
    address: str | None = None
    latitude: float | None = None
    longitude: float | None = None

    @classmethod
    def from_json(cls, json: Json) -> Location:
        return cls(
            json["countryCode"],
            json["locality"],
            json["postcode"],
            json.get("address"),
            json.get("latitude"),
            json.get("longitude"),
        )


@dataclass(frozen=True, slots=True)
class Cinema:
    """A cinema."""

    id: str
    name: str
    location: Location
    provenance: Provenance
    chain_id: str | None = None
    details: CinemaDetails | None = None

    @classmethod
    def from_json(cls, json: Json) -> Cinema:
        return cls(
            json["id"],
            json["name"],
            Location.from_json(json["location"]),
            Provenance.from_json(json["provenance"]),
            json.get("chainId"),
            optional_details(CinemaDetails, json),
        )


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of cinemas."""

    id: str
    name: str
    provenance: Provenance
    website_url: str | None = None

    @classmethod
    def from_json(cls, json: Json) -> Chain:
        return cls(
            json["id"], json["name"], Provenance.from_json(json["provenance"]), json.get("websiteUrl")
        )


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen that an inventory lists or a schedule mentions."""

    id: str
    cinema_id: str
    name: str
    inventory_evidence: str
    last_seen_at: datetime
    provenance: Provenance

    @classmethod
    def from_json(cls, json: Json) -> Screen:
        return cls(
            json["id"],
            json["cinemaId"],
            json["name"],
            json["inventoryEvidence"],
            parse_timestamp(json["lastSeenAt"]),
            Provenance.from_json(json["provenance"]),
        )


@dataclass(frozen=True, slots=True)
class OtherRecord:
    """A record of a kind that this version does not know, with its members as in JSON."""

    id: str
    members: Mapping[str, Any]

    @classmethod
    def from_json(cls, json: Json) -> OtherRecord:
        return cls(json["id"], json)


Record: TypeAlias = "Showtime | Film | Cinema | Chain | Screen | OtherRecord"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list. ``next_cursor`` is None on the last one; a page of changes always has one.

    In the programme by film ``cinemas`` has each cinema of the place.
    """

    items: tuple[T, ...]
    next_cursor: str | None
    has_more: bool
    freshness: Freshness
    cinemas: tuple[CinemaCoverage, ...] = ()

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)
