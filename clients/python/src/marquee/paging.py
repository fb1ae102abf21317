"""Lists that are read page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Generic, TypeVar

from ._queries import ListQuery
from .records import Page

T = TypeVar("T")


class Paged(Generic[T]):
    """A list of the service. Iterating over it asks for each page when its first record is wanted."""

    def __init__(self, query: ListQuery[T], ask: Callable[[ListQuery[T]], Page[T]]) -> None:
        self._query = query
        self._ask = ask

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page

    def pages(self) -> Iterator[Page[T]]:
        """All pages, each with its freshness."""
        cursor: str | None = None
        while True:
            page = self.page(cursor)
            yield page
            if not page.has_more:
                return
            cursor = page.next_cursor

    def page(self, cursor: str | None = None, limit: int | None = None) -> Page[T]:
        """One page: the first, or that of a cursor."""
        return self._ask(self._query.at(cursor, limit))


class AsyncPaged(Generic[T]):
    """As Paged, with asynchronous iterators."""

    def __init__(
        self, query: ListQuery[T], ask: Callable[[ListQuery[T]], Awaitable[Page[T]]]
    ) -> None:
        self._query = query
        self._ask = ask

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for record in page:
                yield record

    async def pages(self) -> AsyncIterator[Page[T]]:
        """All pages, each with its freshness."""
        cursor: str | None = None
        while True:
            page = await self.page(cursor)
            yield page
            if not page.has_more:
                return
            cursor = page.next_cursor

    async def page(self, cursor: str | None = None, limit: int | None = None) -> Page[T]:
        """One page: the first, or that of a cursor."""
        return await self._ask(self._query.at(cursor, limit))
