"""The same client for asyncio.

The requests run in threads, since the standard library has no HTTP for asyncio.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from types import TracebackType
from typing import Any, TypeVar

from .client import Client
from .records import (
    Attribute,
    Chain,
    Change,
    Cinema,
    CinemaProgramme,
    Film,
    Page,
    Screen,
    Showtime,
)

T = TypeVar("T")
_END: Any = object()


class AsyncClient:
    """As [Client][marquee.Client], with asynchronous iterators; takes the same arguments."""

    def __init__(self, base_url: str, key: str, **options: Any) -> None:
        self._client = Client(base_url, key, **options)

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
        """Closes the connections."""
        await asyncio.to_thread(self._client.close)

    def showtimes(self, *args: Any, **filters: Any) -> AsyncIterator[Showtime]:
        return _iterate(lambda: self._client.showtimes(*args, **filters))

    def attributes(self) -> AsyncIterator[Attribute]:
        return _iterate(self._client.attributes)

    def films(self) -> AsyncIterator[Film]:
        return _iterate(self._client.films)

    async def film(self, film_id: str) -> Film:
        return await asyncio.to_thread(self._client.film, film_id)

    def cinemas(self, **filters: Any) -> AsyncIterator[Cinema]:
        return _iterate(lambda: self._client.cinemas(**filters))

    async def cinema(self, cinema_id: str) -> Cinema:
        return await asyncio.to_thread(self._client.cinema, cinema_id)

    def screens(self, cinema_id: str) -> AsyncIterator[Screen]:
        return _iterate(lambda: self._client.screens(cinema_id))

    def chains(self) -> AsyncIterator[Chain]:
        return _iterate(self._client.chains)

    def programme(self, **filters: Any) -> AsyncIterator[CinemaProgramme]:
        return _iterate(lambda: self._client.programme(**filters))

    async def changes(self, since: str = "now", **filters: Any) -> Page[Change]:
        return await asyncio.to_thread(lambda: self._client.changes(since, **filters))

    def follow(self, since: str | None = None, **filters: Any) -> AsyncIterator[Change]:
        return _iterate(lambda: self._client.follow(since, **filters))


async def _iterate(iterator: Callable[[], Iterator[T]]) -> AsyncIterator[T]:
    items = iterator()
    while True:
        item = await asyncio.to_thread(next, items, _END)
        if item is _END:
            return
        yield item
