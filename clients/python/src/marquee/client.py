"""The client: one method for each operation of the interface."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta, timezone
from types import TracebackType
from typing import Any, TypeVar

from ._transport import Transport
from .errors import CursorExpired
from .records import (
    Attribute,
    Chain,
    Change,
    Cinema,
    CinemaProgramme,
    Film,
    Freshness,
    Page,
    Screen,
    Showtime,
)

_VERSION = "0.1.0"
_LARGEST_PAGE = 100
_LONGEST_WAIT = 30
_WINDOW = timedelta(days=31)

T = TypeVar("T")


class Client:
    """Reads the listings of one service.

    Lists are read page by page as they are iterated over. Answers with a tag are kept in a small
    cache and asked for conditionally. Requests that were limited, or failed on the way, are repeated.
    Safe for many threads.

    Args:
        base_url: such as ``https://listings.example``
        key: the API key, ``mq_…``
        timeout: for one answer, in seconds
        retries: how often a failed request is repeated
        cache_bytes: how much of the answers is kept; 0: nothing
    """

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float = 10.0,
        retries: int = 4,
        cache_bytes: int = 4 << 20,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._transport = Transport(
            base_url,
            key,
            timeout=timeout,
            retries=retries,
            cache_bytes=cache_bytes,
            user_agent=f"marquee-python/{_VERSION}",
            tls=tls,
        )
        self._timeout = timeout

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    # Lists

    def showtimes(
        self,
        starts_after: datetime,
        starts_before: datetime,
        *,
        cinema_id: str | None = None,
        film_id: str | None = None,
        attribute_ids: Iterable[str] = (),
    ) -> Iterator[Showtime]:
        """Showtimes that start from ``starts_after`` on and before ``starts_before``, by start.

        Both times need an offset; the window has at most 31 days.
        """
        return self._all(
            "/v1/showtimes",
            Showtime.from_json,
            {
                "startsAfter": _timestamp(starts_after),
                "startsBefore": _timestamp(starts_before),
                "cinemaId": cinema_id,
                "filmId": film_id,
                "attributeIds": ",".join(attribute_ids) or None,
            },
        )

    def attributes(self) -> Iterator[Attribute]:
        """All attributes that showtimes may have."""
        return self._all("/v1/attributes", Attribute.from_json, {})

    def films(self) -> Iterator[Film]:
        """All films, by title."""
        return self._all("/v1/films", Film.from_json, {})

    def film(self, film_id: str) -> Film:
        """One film. Raises NotFound."""
        return Film.from_json(self._one("/v1/films/", film_id))

    def cinemas(
        self,
        *,
        search: str | None = None,
        chain_id: str | None = None,
        postcode: str | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
        radius_km: float | None = None,
    ) -> Iterator[Cinema]:
        """Cinemas by name, or around a centre the nearest first."""
        return self._all(
            "/v1/cinemas",
            Cinema.from_json,
            {
                "search": search,
                "chainId": chain_id,
                "postcode": postcode,
                "latitude": _number(latitude),
                "longitude": _number(longitude),
                "radiusKm": _number(radius_km),
            },
        )

    def cinema(self, cinema_id: str) -> Cinema:
        """One cinema. Raises NotFound."""
        return Cinema.from_json(self._one("/v1/cinemas/", cinema_id))

    def screens(self, cinema_id: str) -> Iterator[Screen]:
        """The screens that were observed at a cinema."""
        return self._all("/v1/screens", Screen.from_json, {"cinemaId": cinema_id})

    def chains(self) -> Iterator[Chain]:
        """All chains, by name."""
        return self._all("/v1/chains", Chain.from_json, {})

    def page(
        self, path: str, read: Callable[[Mapping[str, Any]], T], parameters: Mapping[str, str | None]
    ) -> Page[T]:
        """One page of any list."""
        body = self._transport.get(path, _given(parameters)).body
        return _page(body, read)

    # The programme

    def programme(
        self,
        *,
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
    ) -> Iterator[CinemaProgramme]:
        """What is on in the cinemas of a place, with films and showtimes.

        Exactly one place: cinemas, a centre or a postcode. With a film it may be left out.
        """
        return self._all(
            "/v1/programme",
            CinemaProgramme.from_json,
            {
                "cinemaId": ",".join(cinema_ids) or None,
                "postcode": postcode,
                "latitude": _number(latitude),
                "longitude": _number(longitude),
                "radiusKm": _number(radius_km),
                "filmId": film_id,
                "chainId": chain_id,
                "attributeIds": ",".join(attribute_ids) or None,
                "date": date.isoformat() if date is not None else None,
                "days": str(days) if days is not None else None,
            },
            limit=50,
        )

    # Changes

    def changes(
        self,
        since: str = "now",
        *,
        kinds: Iterable[str] = (),
        wait: int = 0,
        limit: int = 1000,
    ) -> Page[Change]:
        """One page of what changed after the cursor ``since``.

        ``next_cursor`` is always there. With ``wait`` the service waits so many seconds, up to 30,
        for something new. Raises CursorExpired.
        """
        body = self._transport.get(
            "/v1/changes",
            _given(
                {
                    "since": since,
                    "kinds": ",".join(kinds) or None,
                    "wait": str(wait) if wait else None,
                    "limit": str(limit),
                }
            ),
            cached=False,
            timeout=self._timeout + wait,
        ).body
        return _page(body, Change.from_json)

    def follow(
        self,
        since: str | None = None,
        *,
        kinds: Iterable[str] = (),
        days: int = 31,
        on_cursor: Callable[[str], None] | None = None,
    ) -> Iterator[Change]:
        """Every change, for ever. A connection that breaks is resumed.

        Without ``since``, and again after a cursor has expired, it begins with a change called
        ``started_over`` and all records of the lists as ``upserted``: showtimes from now on for so
        many days. Whoever keeps a copy empties it then.

        Args:
            since: the last cursor of an earlier run
            on_cursor: is called with each new cursor once the changes before it were taken
        """
        wanted = tuple(kinds)
        cursor = since
        while True:
            if cursor is None:
                cursor = _cursor(self.changes("now", kinds=wanted, limit=1))
                yield Change("started_over", "", "")
                yield from self._everything(wanted, days)
                if on_cursor is not None:
                    on_cursor(cursor)
            try:
                page = self.changes(cursor, kinds=wanted, wait=_LONGEST_WAIT)
            except CursorExpired:
                cursor = None
                continue
            yield from page
            cursor = _cursor(page)
            if on_cursor is not None:
                on_cursor(cursor)

    def _everything(self, kinds: tuple[str, ...], days: int) -> Iterator[Change]:
        def upserted(kind: str, records: Iterable[Any]) -> Iterator[Change]:
            for record in records:
                yield Change("upserted", kind, record.id, None, record)

        def wants(kind: str) -> bool:
            return not kinds or kind in kinds

        if wants("chain"):
            yield from upserted("chain", self.chains())
        if wants("film"):
            yield from upserted("film", self.films())
        if wants("cinema") or wants("screen"):
            cinemas = list(self.cinemas())
            if wants("cinema"):
                yield from upserted("cinema", cinemas)
            if wants("screen"):
                for cinema in cinemas:
                    yield from upserted("screen", self.screens(cinema.id))
        if wants("showtime"):
            start = datetime.now(timezone.utc).replace(microsecond=0)
            end = start + timedelta(days=days)
            while start < end:
                until = min(start + _WINDOW, end)
                yield from upserted("showtime", self.showtimes(start, until))
                start = until

    def _one(self, path: str, record_id: str) -> Mapping[str, Any]:
        body = self._transport.get(path + _segment(record_id), {}).body
        data: Mapping[str, Any] = body["data"]
        return data

    def _all(
        self,
        path: str,
        read: Callable[[Mapping[str, Any]], T],
        parameters: Mapping[str, str | None],
        limit: int = _LARGEST_PAGE,
    ) -> Iterator[T]:
        asked = dict(parameters)
        asked["limit"] = str(limit)
        while True:
            page = self.page(path, read, asked)
            yield from page
            if not page.has_more or page.next_cursor is None:
                return
            asked["cursor"] = page.next_cursor


def _page(body: Mapping[str, Any], read: Callable[[Mapping[str, Any]], T]) -> Page[T]:
    pagination = body["pagination"]
    return Page(
        tuple(map(read, body["data"])),
        pagination["nextCursor"],
        pagination["hasMore"],
        Freshness.from_json(body["freshness"]),
    )


def _cursor(page: Page[Change]) -> str:
    if page.next_cursor is None:
        raise ValueError("a page of changes has no cursor")
    return page.next_cursor


def _given(parameters: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in parameters.items() if value is not None}


def _timestamp(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError(f"a time needs an offset, such as timezone.utc: {moment}")
    return moment.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def _number(value: float | None) -> str | None:
    if value is None:
        return None
    return format(value, "f").rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _segment(record_id: str) -> str:
    from urllib.parse import quote

    if not record_id:
        raise ValueError("an id is not empty")
    return quote(record_id, safe="")
