"""The client: one method for each operation of the interface."""

from __future__ import annotations

import copy
import ssl
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timezone
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from . import _queries as queries
from ._ahead import parse_saved
from ._exchange import Exchange
from ._follow import Follower
from ._http import Transport
from ._policy import Policy
from ._queries import ListQuery, SingleQuery
from .calls import Attempt, Limits, Request, Response
from .errors import CursorExpired
from .events import Change, FollowEvent, Upserted
from .paging import Paged
from .programme import FilmProgramme, Programme
from .records import Attribute, Chain, Cinema, Film, Page, Screen, Showtime
from .usage import Place, Usage

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .filters import ProgrammeFilters

T = TypeVar("T")


class Client:
    """Reads the listings of one service. Safe for many threads.

    Answers with a tag are kept in a small cache and asked for conditionally. Requests that were
    limited, or failed on the way, are repeated; a ``Retry-After`` is heeded. Redirects are not
    followed, so the key goes to the base URL only.

    Args:
        base_url: such as ``https://listings.example``, without ``/v1``
        key: the API key, ``mq_…``
        timeout: for one complete answer, in seconds
        retries: how often a failed request is repeated
        cache_bytes: how much of the answers is kept; 0: nothing
        max_body_bytes: the largest answer that is read
        tls: for an authority of your own
        call_timeout: for a call with all its attempts and pauses, in seconds: one record, or one page of
            a list; default: no limit. A follower waits for ever all the same
        user_agent: names your program in the operator's log, such as ``listings-site/1.2``
        on_attempt: hears each request when it is over; what it raises ends the call
        transport: what sends the requests, in place of the connections of this client. It follows no
            redirects; an OSError it raises is a ConnectionFailed, a TimeoutError is a TimedOut
    """

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float = 10.0,
        retries: int = 4,
        cache_bytes: int = 4 << 20,
        max_body_bytes: int = 32 << 20,
        tls: ssl.SSLContext | None = None,
        call_timeout: float | None = None,
        user_agent: str | None = None,
        on_attempt: Callable[[Attempt], None] | None = None,
        transport: Callable[[Request], Response] | None = None,
    ) -> None:
        policy = Policy(
            base_url,
            key,
            cache_bytes=cache_bytes,
            max_body_bytes=max_body_bytes,
            user_agent=user_agent,
            on_attempt=on_attempt,
        )
        self._limits = Limits().but(timeout, retries, call_timeout)
        self._transport = Transport(policy, tls, transport)
        self._details = False
        self._now = lambda: datetime.now(timezone.utc)

    def __repr__(self) -> str:
        return f"Client({self._transport.policy.base_url!r})"

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
        """Closes the idle connections."""
        self._transport.close()

    def with_limits(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        call_timeout: float | None = None,
    ) -> Client:
        """This client with other limits, such as for one call; those that are not given stay.

        It has the same connections and cache: closing one closes both.
        """
        other = copy.copy(self)
        other._limits = self._limits.but(timeout, retries, call_timeout)
        return other

    def with_details(self) -> Client:
        """This client, which also asks for the ``details`` of showtimes, films and cinemas.

        A follower then gets changes of details alone, too.
        """
        other = copy.copy(self)
        other._details = True
        return other

    def showtimes(
        self,
        starts_after: datetime,
        starts_before: datetime,
        *,
        cinema_id: str | None = None,
        film_id: str | None = None,
        attribute_ids: Iterable[str] = (),
    ) -> Paged[Showtime]:
        """Showtimes that start from ``starts_after`` on and before ``starts_before``, by start.

        Both times need an offset; the window has at most 31 days.
        """
        return self._list(
            queries.showtimes(starts_after, starts_before, cinema_id, film_id, attribute_ids)
        )

    def attributes(self) -> Paged[Attribute]:
        """All attributes that showtimes may have."""
        return self._list(queries.attributes())

    def films(self, search: str | None = None) -> Paged[Film]:
        """All films by title, or those with this text in any of their titles, also with a letter wrong; the best first."""
        return self._list(queries.films(search))

    def film(self, film_id: str) -> Film:
        """One film. Raises NotFound."""
        return self._one(queries.film(film_id))

    def cinemas(
        self,
        *,
        search: str | None = None,
        chain_id: str | None = None,
        postcode: str | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
        radius_km: float | None = None,
        place: str | None = None,
    ) -> Paged[Cinema]:
        """Cinemas by name, or around a centre the nearest first."""
        return self._list(
            queries.cinemas(search, chain_id, postcode, latitude, longitude, radius_km, place)
        )

    def cinema(self, cinema_id: str) -> Cinema:
        """One cinema. Raises NotFound."""
        return self._one(queries.cinema(cinema_id))

    def screens(self, cinema_id: str) -> Paged[Screen]:
        """The screens that were observed at a cinema."""
        return self._list(queries.screens(cinema_id))

    def chains(self) -> Paged[Chain]:
        """All chains, by name."""
        return self._list(queries.chains())

    def programme(self, **filters: Unpack[ProgrammeFilters]) -> Paged[Programme]:
        """What is on in the cinemas of a place, with films and showtimes.

        Exactly one place: ``cinema_ids``, a centre (``latitude`` with ``longitude``), ``postcode``, or ``place``: the
        id of one. With ``film_id`` it may be left out. ``radius_km``, ``chain_id`` and ``attribute_ids`` are further
        filters. ``date`` is by each cinema's own clock; without it, today there; ``days`` is how many from there.
        ``from_now`` leaves out showtimes that have begun, films without any left, and days on which nothing more comes.
        """
        return self._list(queries.programme(**filters))

    def programme_by_film(self, **filters: Unpack[ProgrammeFilters]) -> Paged[FilmProgramme]:
        """The films of a place, each with the cinemas that show it. ``cinemas`` of a page has their coverage."""
        return self._list(queries.by_film(queries.programme(**filters)))

    def places(self, search: str) -> Paged[Place]:
        """Towns, districts and postcodes with this name or beginning, of 2 characters or more; the best first."""
        return self._list(queries.places(search))

    def usage(self) -> Usage:
        """What the key is good for, and what it was used for. It takes nothing from the rate."""
        return self._one(queries.usage())

    def changes(
        self,
        since: str = "now",
        *,
        kinds: Iterable[str] = (),
        limit: int | None = None,
        wait: int | None = None,
    ) -> Page[Change]:
        """One page of what changed after the cursor ``since``; its ``next_cursor`` is always there.

        With ``wait`` the service waits so many seconds, up to 30, for something new. Raises
        CursorExpired.
        """
        return self._changes(queries.changes(parse_saved(since)[0], kinds, limit, wait), wait or 0)

    def follow(
        self, since: str | None = None, *, kinds: Iterable[str] = (), days: int | None = None
    ) -> Iterator[FollowEvent]:
        """Every change, for ever; at least each half minute a ``Checkpoint``.

        Without ``since``, and again when a cursor has expired, it yields a ``Reset``, all records of
        the lists as ``Upserted``, what changed while they were read, and a ``Checkpoint``. Outages
        are waited out; what waiting does not mend is raised.

        Args:
            since: the cursor of the last checkpoint of an earlier run
            kinds: some of showtime, film, cinema, chain, screen; default: all
            days: only showtimes of so many days ahead are read from the lists; default: all that are
                ahead. As time passes, those of the days that come are read. Changes are told of all.
        """
        follower = Follower(since, kinds, days, self._now)
        while True:
            if follower.reads_lists:
                if reset := follower.begin(self._changes(follower.now(), 0, patient=True)):
                    yield reset
                    yield from self._everything(follower)
                yield from self._showtimes(follower)
            wait = follower.wait
            try:
                page = self._changes(follower.next(wait), wait, patient=True)
            except CursorExpired as e:
                follower.refused(e)
                continue
            yield from follower.events(page, wait)
            if pause := follower.pause():
                self._transport.sleep(pause)

    def _everything(self, follower: Follower) -> Iterator[Upserted]:
        def upserted(kind: str, query: ListQuery[Any]) -> Iterator[Upserted]:
            for record in self._list(query, patient=True):
                yield Upserted(kind, record.id, record)

        if follower.wants("chain"):
            yield from upserted("chain", queries.chains())
        if follower.wants("film"):
            yield from upserted("film", queries.films())
        cinemas: list[str] = []
        if follower.wants("cinema") or follower.wants("screen"):
            for cinema in upserted("cinema", queries.cinemas()):
                cinemas.append(cinema.id)
                if follower.wants("cinema"):
                    yield cinema
        if follower.wants("screen"):
            for cinema_id in cinemas:
                yield from upserted("screen", queries.screens(cinema_id))

    def _showtimes(self, follower: Follower) -> Iterator[Upserted]:
        while follower.ahead.due:
            for record in self._list(follower.ahead.next(), patient=True):
                follower.ahead.found()
                yield Upserted("showtime", record.id, record)

    def _list(self, query: ListQuery[T], patient: bool = False) -> Paged[T]:
        query = query.detailed() if self._details else query
        return Paged(query, lambda q: self._get(q.target, q.page, patient=patient))

    def _changes(
        self, query: ListQuery[Change], wait: int, patient: bool = False
    ) -> Page[Change]:
        query = query.detailed() if self._details else query
        return self._get(
            query.target, query.page, cached=False, patient=patient, wait=wait
        )

    def _one(self, query: SingleQuery[T]) -> T:
        query = query.detailed() if self._details else query
        return self._get(query.target, query.record)

    def _get(self, target: str, read: Callable[[Any], T], **how: Any) -> T:
        exchange = Exchange(self._transport.policy, target, read, self._limits, **how)
        return self._transport.get(exchange)
