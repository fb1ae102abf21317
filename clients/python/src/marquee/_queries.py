"""The operations of the interface as questions: path, parameters, and how to read the answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

from ._json import Json, all_beside, beside
from .events import Change, change_from_json
from .programme import CinemaCoverage, FilmProgramme, Programme
from .records import (
    Attribute,
    Chain,
    Cinema,
    Film,
    Freshness,
    Page,
    Screen,
    Showtime,
)
from .usage import Place, Usage

T = TypeVar("T")
Parameters = Mapping[str, "str | None"]
_DETAILED = ("/v1/showtimes", "/v1/films", "/v1/cinemas", "/v1/programme", "/v1/changes")


@dataclass(frozen=True, slots=True)
class ListQuery(Generic[T]):
    """A list: ``read`` makes a record of an element of ``data``."""

    path: str
    parameters: Parameters
    read: Callable[[Json], T]

    def at(self, cursor: str | None, limit: int | None = None) -> ListQuery[T]:
        """The same list from a cursor on."""
        more = {"cursor": cursor, "limit": _whole(limit)}
        return replace(self, parameters={**self.parameters, **more})

    def detailed(self) -> ListQuery[T]:
        """The same with details, where the records may have some."""
        if self.path not in _DETAILED:
            return self
        return replace(self, parameters={**self.parameters, "include": "details"})

    @property
    def target(self) -> str:
        given = {name: value for name, value in self.parameters.items() if value is not None}
        return self.path + ("?" + urlencode(given) if given else "")

    def page(self, body: Any) -> Page[T]:
        """Reads an answer."""
        pagination = body["pagination"]
        cursor, more = pagination["nextCursor"], pagination["hasMore"]
        if not (cursor is None or isinstance(cursor, str)) or not isinstance(more, bool):
            raise ValueError("a cursor is a text or null")
        items = tuple(map(self.read, all_beside(body["data"], body.get("details"))))
        # Who followed such a cursor would never end.
        since = self.parameters.get("since")
        if cursor is None and (more or since is not None):
            raise ValueError("a cursor is missing")
        if cursor is not None and cursor == self.parameters.get("cursor"):
            raise ValueError("a cursor that leads to itself")
        if (items or more) and since is not None and cursor == since:
            raise ValueError("a cursor that stays behind its changes")
        cinemas = tuple(map(CinemaCoverage.from_json, body.get("cinemas", ())))
        return Page(items, cursor, more, Freshness.from_json(body["freshness"]), cinemas)


@dataclass(frozen=True, slots=True)
class SingleQuery(Generic[T]):
    """One record."""

    target: str
    read: Callable[[Json], T]

    def record(self, body: Any) -> T:
        """Reads an answer."""
        return self.read(beside(body["data"], body.get("details")))

    def detailed(self) -> SingleQuery[T]:
        """The same with details, where the record may have some."""
        usage = self.target == "/v1/usage"
        return self if usage else replace(self, target=self.target + "?include=details")


def showtimes(
    starts_after: datetime,
    starts_before: datetime,
    cinema_id: str | None = None,
    film_id: str | None = None,
    attribute_ids: Iterable[str] = (),
) -> ListQuery[Showtime]:
    return ListQuery(
        "/v1/showtimes",
        {
            "startsAfter": _timestamp(starts_after),
            "startsBefore": _timestamp(starts_before),
            "cinemaId": cinema_id,
            "filmId": film_id,
            "attributeIds": _joined(attribute_ids),
        },
        Showtime.from_json,
    )


def attributes() -> ListQuery[Attribute]:
    return ListQuery("/v1/attributes", {}, Attribute.from_json)


def films(search: str | None = None) -> ListQuery[Film]:
    return ListQuery("/v1/films", {"search": search}, Film.from_json)


def places(search: str) -> ListQuery[Place]:
    return ListQuery("/v1/places", {"search": search}, Place.from_json)


def usage() -> SingleQuery[Usage]:
    return SingleQuery("/v1/usage", Usage.from_json)


def cinemas(
    search: str | None = None,
    chain_id: str | None = None,
    postcode: str | None = None,
    latitude: float | None = None,
    longitude: float | None = None,
    radius_km: float | None = None,
    place: str | None = None,
) -> ListQuery[Cinema]:
    return ListQuery(
        "/v1/cinemas",
        {
            "search": search,
            "chainId": chain_id,
            "postcode": postcode,
            "place": place,
            "latitude": _number(latitude),
            "longitude": _number(longitude),
            "radiusKm": _number(radius_km),
        },
        Cinema.from_json,
    )


def screens(cinema_id: str) -> ListQuery[Screen]:
    return ListQuery("/v1/screens", {"cinemaId": cinema_id}, Screen.from_json)


def chains() -> ListQuery[Chain]:
    return ListQuery("/v1/chains", {}, Chain.from_json)


def programme(
    cinema_ids: Iterable[str] = (),
    postcode: str | None = None,
    latitude: float | None = None,
    longitude: float | None = None,
    radius_km: float | None = None,
    film_id: str | None = None,
    chain_id: str | None = None,
    attribute_ids: Iterable[str] = (),
    date: date | None = None,
    days: int | None = None,
    from_now: bool = False,
    place: str | None = None,
) -> ListQuery[Programme]:
    return ListQuery(
        "/v1/programme",
        {
            "cinemaId": _joined(cinema_ids),
            "postcode": postcode,
            "place": place,
            "latitude": _number(latitude),
            "longitude": _number(longitude),
            "radiusKm": _number(radius_km),
            "filmId": film_id,
            "chainId": chain_id,
            "attributeIds": _joined(attribute_ids),
            "date": date.isoformat() if date is not None else None,
            "days": _whole(days),
            "from": "now" if from_now else None,
        },
        Programme.from_json,
    )


def by_film(query: ListQuery[Programme]) -> ListQuery[FilmProgramme]:
    return ListQuery(query.path, {**query.parameters, "by": "film"}, FilmProgramme.from_json)


def changes(
    since: str, kinds: Iterable[str] = (), limit: int | None = None, wait: int | None = None
) -> ListQuery[Change]:
    return ListQuery(
        "/v1/changes",
        {"since": since, "kinds": _joined(kinds), "limit": _whole(limit), "wait": _whole(wait)},
        change_from_json,
    )


def film(film_id: str) -> SingleQuery[Film]:
    return SingleQuery(_segment("/v1/films/", film_id), Film.from_json)


def cinema(cinema_id: str) -> SingleQuery[Cinema]:
    return SingleQuery(_segment("/v1/cinemas/", cinema_id), Cinema.from_json)


def _segment(path: str, record_id: str) -> str:
    if record_id in ("", ".", ".."):
        raise ValueError(f"not an id: {record_id!r}")
    return path + quote(record_id, safe="")


def _timestamp(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError(f"a time needs an offset, such as timezone.utc: {moment}")
    return moment.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def _number(value: float | None) -> str | None:
    if value is None:
        return None
    if not math.isfinite(value):
        raise ValueError(f"not a number: {value}")
    text = format(Decimal(repr(value)), "f")
    return text[:-2] if text.endswith(".0") else text


def _whole(value: int | None) -> str | None:
    return None if value is None else str(value)


def _joined(values: Iterable[str]) -> str | None:
    if isinstance(values, str):
        raise ValueError(f"several ids are a list, not a text: {values!r}")
    return ",".join(values) or None
