"""What is on: cinemas with days, films and showtimes, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from .records import Cinema, Film, Json, Showtime, optional_timestamp


@dataclass(frozen=True, slots=True)
class Coverage:
    """Whether a day's programme is known.

    ``state`` is ``complete``, ``partial`` or ``unknown``: nothing is on only where it is ``complete``
    and there are no films. ``reason`` says why it is not complete.
    """

    state: str
    observed_at: datetime | None = None
    reason: str | None = None
    until: datetime | None = None
    since: datetime | None = None

    @classmethod
    def from_json(cls, json: Json) -> Coverage:
        return cls(
            json["state"],
            optional_timestamp(json, "observedAt"),
            json.get("reason"),
            optional_timestamp(json, "until"),
            optional_timestamp(json, "since"),
        )


@dataclass(frozen=True, slots=True)
class FilmShowtimes:
    """A film with its showtimes of one day in one cinema."""

    film: Film
    showtimes: tuple[Showtime, ...]

    @classmethod
    def from_json(cls, json: Json) -> FilmShowtimes:
        return cls(
            Film.from_json(json["film"]), tuple(map(Showtime.from_json, json["showtimes"]))
        )


@dataclass(frozen=True, slots=True)
class ProgrammeDay:
    """What one cinema shows from 05:00 of ``date`` to 05:00 of the next day."""

    date: date
    coverage: Coverage
    films: tuple[FilmShowtimes, ...]

    @classmethod
    def from_json(cls, json: Json) -> ProgrammeDay:
        return cls(
            date.fromisoformat(json["date"]),
            Coverage.from_json(json["coverage"]),
            tuple(map(FilmShowtimes.from_json, json["films"])),
        )


@dataclass(frozen=True, slots=True)
class Programme:
    """A cinema with what it shows.

    ``time_zone`` is of the IANA database, or an offset such as ``+01:00`` where nobody names one.
    ``distance_km`` is there where the request has a centre.
    """

    cinema: Cinema
    time_zone: str
    days: tuple[ProgrammeDay, ...]
    distance_km: float | None = None

    @classmethod
    def from_json(cls, json: Json) -> Programme:
        return cls(
            Cinema.from_json(json["cinema"]),
            json["timeZone"],
            tuple(map(ProgrammeDay.from_json, json["days"])),
            json.get("distanceKm"),
        )
