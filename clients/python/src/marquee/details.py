"""Details of records, as immutable values. A member that no source gives is None or empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from ._json import Json, of_members, parse_timestamp


@dataclass(frozen=True, slots=True)
class ShowtimeAvailability:
    """Whether there are tickets: ``on_sale``, ``few_left``, ``sold_out``, or what v1 adds later."""

    status: str
    observed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ShowtimeEndsAt:
    """When it ends, with the offset of the start.

    ``basis`` is ``given`` by a source, ``running_time``, or what v1 adds later. A running time is
    without advertisements, so say "about".
    """

    at: datetime
    basis: str


@dataclass(frozen=True, slots=True)
class ShowtimeVersion:
    """In which language it is shown. Languages are tags of BCP 47."""

    spoken: tuple[str, ...] = ()
    subtitles: tuple[str, ...] = ()
    dubbed: bool | None = None
    original: bool | None = None


@dataclass(frozen=True, slots=True)
class ShowtimePrice:
    """What a ticket costs, or that it is free."""

    from_: Decimal | None = None
    to: Decimal | None = None
    currency: str | None = None
    free: bool | None = None


@dataclass(frozen=True, slots=True)
class ShowtimeDetails:
    """Further facts about a showtime. ``sources`` has the provider of each member."""

    availability: ShowtimeAvailability | None = None
    ends_at: ShowtimeEndsAt | None = None
    version: ShowtimeVersion | None = None
    formats: tuple[str, ...] = ()
    accessibility: tuple[str, ...] = ()
    price: ShowtimePrice | None = None
    sources: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def is_sold_out(self) -> bool:
        """Whether a source says that there are no tickets left."""
        return self.availability is not None and self.availability.status == "sold_out"

    @property
    def is_original(self) -> bool:
        """Whether a source says that the film is shown in its original language."""
        return self.version is not None and self.version.original is True

    @classmethod
    def from_json(cls, json: Json) -> ShowtimeDetails:
        return of_members(
            cls,
            json,
            availability=lambda it: of_members(ShowtimeAvailability, it, observed_at=parse_timestamp),
            ends_at=lambda it: of_members(ShowtimeEndsAt, it, at=parse_timestamp),
            version=lambda it: of_members(ShowtimeVersion, it),
            price=lambda it: of_members(ShowtimePrice, it, from_=_amount, to=_amount),
        )


@dataclass(frozen=True, slots=True)
class FilmTitle:
    """A title in one language, a tag of BCP 47."""

    language: str
    title: str


@dataclass(frozen=True, slots=True)
class FilmLink:
    """A page of a catalogue, such as ``imdb``."""

    type: str
    url: str


@dataclass(frozen=True, slots=True)
class FilmDetails:
    """Further facts about a film. ``sources`` has the provider of each member."""

    titles: tuple[FilmTitle, ...] = ()
    original_title: str | None = None
    directors: tuple[str, ...] = ()
    genres: tuple[str, ...] = ()
    links: tuple[FilmLink, ...] = ()
    synopsis: str | None = None
    sources: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def from_json(cls, json: Json) -> FilmDetails:
        return of_members(
            cls,
            json,
            titles=lambda it: of_members(FilmTitle, it),
            links=lambda it: of_members(FilmLink, it),
        )


@dataclass(frozen=True, slots=True)
class CinemaDetails:
    """Further facts about a cinema. ``sources`` has the provider of each member."""

    website_url: str | None = None
    telephone: str | None = None
    time_zone: str | None = None
    accessibility: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def from_json(cls, json: Json) -> CinemaDetails:
        return of_members(cls, json)


def _amount(number: float) -> Decimal:
    return Decimal(str(number))
