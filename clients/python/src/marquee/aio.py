"""The same client for asyncio."""

from __future__ import annotations

import copy
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import datetime, timezone
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from . import _queries as queries
from ._ahead import parse_saved
from ._aio_http import AsyncTransport
from ._exchange import Exchange
from ._follow import Follower
from ._policy import Policy
from ._queries import ListQuery, SingleQuery
from .calls import Attempt, Limits, Request, Response
from .errors import CursorExpired
from .events import Change, FollowEvent, Upserted
from .paging import AsyncPaged
from .programme import FilmProgramme, Programme
from .records import Attribute, Chain, Cinema, Film, Page, Screen, Showtime
from .usage import Place, Usage

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .filters import ProgrammeFilters

T = TypeVar("T")


class AsyncClient:
    """As Client, with coroutines and asynchronous iterators; takes the same arguments.

    For the tasks of one event loop. A task that is cancelled closes its connection.
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
        transport: Callable[[Request], Awaitable[Response]] | None = None,
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
        self._transport = AsyncTransport(policy, tls, transport)
        self._details = False
        self._now = lambda: datetime.now(timezone.utc)

    def __repr__(self) -> str:
        return f"AsyncClient({self._transport.policy.base_url!r})"

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the idle connections."""
        self._transport.close()

    def with_limits(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        call_timeout: float | None = None,
    ) -> AsyncClient:
        """As in Client."""
        other = copy.copy(self)
        other._limits = self._limits.but(timeout, retries, call_timeout)
        return other

    def with_details(self) -> AsyncClient:
        """As in Client."""
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
    ) -> AsyncPaged[Showtime]:
        """As in Client."""
        return self._list(
            queries.showtimes(starts_after, starts_before, cinema_id, film_id, attribute_ids)
        )

    def attributes(self) -> AsyncPaged[Attribute]:
        """All attributes that showtimes may have."""
        return self._list(queries.attributes())

    def films(self, search: str | None = None) -> AsyncPaged[Film]:
        """As in Client."""
        return self._list(queries.films(search))

    async def film(self, film_id: str) -> Film:
        """One film. Raises NotFound."""
        return await self._one(queries.film(film_id))

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
    ) -> AsyncPaged[Cinema]:
        """Cinemas by name, or around a centre the nearest first."""
        return self._list(
            queries.cinemas(search, chain_id, postcode, latitude, longitude, radius_km, place)
        )

    async def cinema(self, cinema_id: str) -> Cinema:
        """One cinema. Raises NotFound."""
        return await self._one(queries.cinema(cinema_id))

    def screens(self, cinema_id: str) -> AsyncPaged[Screen]:
        """The screens that were observed at a cinema."""
        return self._list(queries.screens(cinema_id))

    def chains(self) -> AsyncPaged[Chain]:
        """All chains, by name."""
        return self._list(queries.chains())

    def programme(self, **filters: Unpack[ProgrammeFilters]) -> AsyncPaged[Programme]:
        """As in Client."""
        return self._list(queries.programme(**filters))

    def programme_by_film(self, **filters: Unpack[ProgrammeFilters]) -> AsyncPaged[FilmProgramme]:
        """As in Client."""
        return self._list(queries.by_film(queries.programme(**filters)))

    def places(self, search: str) -> AsyncPaged[Place]:
        """As in Client."""
        return self._list(queries.places(search))

    async def usage(self) -> Usage:
        """As in Client."""
        return await self._one(queries.usage())

    async def changes(
        self,
        since: str = "now",
        *,
        kinds: Iterable[str] = (),
        limit: int | None = None,
        wait: int | None = None,
    ) -> Page[Change]:
        """As in Client."""
        return await self._changes(queries.changes(parse_saved(since)[0], kinds, limit, wait), wait or 0)

    async def follow(
        self, since: str | None = None, *, kinds: Iterable[str] = (), days: int | None = None
    ) -> AsyncIterator[FollowEvent]:
        """As in Client."""
        follower = Follower(since, kinds, days, self._now)
        while True:
            if follower.reads_lists:
                if reset := follower.begin(await self._changes(follower.now(), 0, patient=True)):
                    yield reset
                    async for listed in self._everything(follower):
                        yield listed
                async for showtime in self._showtimes(follower):
                    yield showtime
            wait = follower.wait
            try:
                page = await self._changes(follower.next(wait), wait, patient=True)
            except CursorExpired as e:
                follower.refused(e)
                continue
            for event in follower.events(page, wait):
                yield event
            if pause := follower.pause():
                await self._transport.sleep(pause)

    async def _everything(self, follower: Follower) -> AsyncIterator[Upserted]:
        async def upserted(kind: str, query: ListQuery[Any]) -> AsyncIterator[Upserted]:
            async for record in self._list(query, patient=True):
                yield Upserted(kind, record.id, record)

        if follower.wants("chain"):
            async for event in upserted("chain", queries.chains()):
                yield event
        if follower.wants("film"):
            async for event in upserted("film", queries.films()):
                yield event
        cinemas: list[str] = []
        if follower.wants("cinema") or follower.wants("screen"):
            async for cinema in upserted("cinema", queries.cinemas()):
                cinemas.append(cinema.id)
                if follower.wants("cinema"):
                    yield cinema
        if follower.wants("screen"):
            for cinema_id in cinemas:
                async for event in upserted("screen", queries.screens(cinema_id)):
                    yield event

    async def _showtimes(self, follower: Follower) -> AsyncIterator[Upserted]:
        while follower.ahead.due:
            async for record in self._list(follower.ahead.next(), patient=True):
                follower.ahead.found()
                yield Upserted("showtime", record.id, record)

    def _list(self, query: ListQuery[T], patient: bool = False) -> AsyncPaged[T]:
        query = query.detailed() if self._details else query
        return AsyncPaged(query, lambda q: self._get(q.target, q.page, patient=patient))

    async def _changes(
        self, query: ListQuery[Change], wait: int, patient: bool = False
    ) -> Page[Change]:
        query = query.detailed() if self._details else query
        return await self._get(
            query.target, query.page, cached=False, patient=patient, wait=wait
        )

    async def _one(self, query: SingleQuery[T]) -> T:
        query = query.detailed() if self._details else query
        return await self._get(query.target, query.record)

    async def _get(self, target: str, read: Callable[[Any], T], **how: Any) -> T:
        exchange = Exchange(self._transport.policy, target, read, self._limits, **how)
        return await self._transport.get(exchange)
