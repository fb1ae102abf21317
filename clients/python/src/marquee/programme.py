"""What is on: cinemas with days, films and showtimes, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from ._json import Json, all_beside, beside, optional_timestamp
from .records import Cinema, Film, Showtime


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
            Film.from_json(beside(json["film"], json.get("filmDetails"))), _showtimes(json)
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
            _cinema(json),
            json["timeZone"],
            tuple(map(ProgrammeDay.from_json, json["days"])),
            json.get("distanceKm"),
        )


@dataclass(frozen=True, slots=True)
class DayShowtimes:
    """The showtimes of a film in one cinema from 05:00 of ``date`` to 05:00 of the next day."""

    date: date
    showtimes: tuple[Showtime, ...]

    @classmethod
    def from_json(cls, json: Json) -> DayShowtimes:
        return cls(date.fromisoformat(json["date"]), _showtimes(json))


@dataclass(frozen=True, slots=True)
class CinemaShowtimes:
    """A cinema with the days on which it shows a film."""

    cinema: Cinema
    time_zone: str
    days: tuple[DayShowtimes, ...]
    distance_km: float | None = None

    @classmethod
    def from_json(cls, json: Json) -> CinemaShowtimes:
        days = tuple(map(DayShowtimes.from_json, json["days"]))
        return cls(_cinema(json), json["timeZone"], days, json.get("distanceKm"))


@dataclass(frozen=True, slots=True)
class FilmProgramme:
    """A film with the cinemas of a place that show it, the nearest first."""

    film: Film
    cinemas: tuple[CinemaShowtimes, ...]

    @classmethod
    def from_json(cls, json: Json) -> FilmProgramme:
        film = Film.from_json(beside(json["film"], json.get("filmDetails")))
        return cls(film, tuple(map(CinemaShowtimes.from_json, json["cinemas"])))


@dataclass(frozen=True, slots=True)
class DayCoverage:
    """Whether the programme of a day is known."""

    date: date
    coverage: Coverage

    @classmethod
    def from_json(cls, json: Json) -> DayCoverage:
        return cls(date.fromisoformat(json["date"]), Coverage.from_json(json["coverage"]))


@dataclass(frozen=True, slots=True)
class CinemaCoverage:
    """A cinema of a place with how far its programme is known, also where it shows nothing."""

    cinema: Cinema
    time_zone: str
    days: tuple[DayCoverage, ...]
    distance_km: float | None = None

    @classmethod
    def from_json(cls, json: Json) -> CinemaCoverage:
        days = tuple(map(DayCoverage.from_json, json["days"]))
        return cls(_cinema(json), json["timeZone"], days, json.get("distanceKm"))


def _cinema(json: Json) -> Cinema:
    return Cinema.from_json(beside(json["cinema"], json.get("cinemaDetails")))


def _showtimes(json: Json) -> tuple[Showtime, ...]:
    return tuple(map(Showtime.from_json, all_beside(json["showtimes"], json.get("showtimeDetails"))))
