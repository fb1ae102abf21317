"""How a follower of the changes goes on, without the asking: both clients use it."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone

from . import _queries as queries
from ._queries import ListQuery
from .errors import BadRequest, CursorExpired
from .events import Change, Checkpoint, FollowEvent, Reset
from .records import Page, Showtime

_LONGEST_WAIT = 30
_LARGEST_PAGE = 1000
# A service that does not wait, as one that stops, must not be asked in a tight loop.
_SHORTEST_ROUND = 1.0
# The longest window of showtimes that the service answers.
_WINDOW = timedelta(days=31)


class Follower:
    """The state of one ``follow()``: the cursor, and whether the records were just read from the lists."""

    def __init__(self, since: str | None, kinds: Iterable[str], days: int) -> None:
        self._cursor = since
        self._since = since
        self._kinds = tuple(kinds)
        self._days = days
        self._reset = False
        self._asked = 0.0
        self._hurried = False

    @property
    def starts_over(self) -> bool:
        return self._cursor is None

    def now(self) -> ListQuery[Change]:
        """Asks for a cursor from which on nothing is missed, before the first list is read."""
        return queries.changes("now", self._kinds, limit=1)

    def begin(self, page: Page[Change]) -> Reset:
        self._cursor = page.next_cursor
        self._reset = True
        return Reset()

    def wants(self, kind: str) -> bool:
        return not self._kinds or kind in self._kinds

    def showtimes(self) -> Iterator[ListQuery[Showtime]]:
        """The showtimes from now on, in windows that the service answers."""
        start = datetime.now(timezone.utc).replace(microsecond=0)
        end = start + timedelta(days=self._days)
        while start < end:
            until = min(start + _WINDOW, end)
            yield queries.showtimes(start, until)
            start = until

    @property
    def wait(self) -> int:
        """Seconds that the next page of changes may take: what happened while the lists were read is there."""
        return 0 if self._reset else _LONGEST_WAIT

    def next(self) -> ListQuery[Change]:
        """The changes since the last page."""
        assert self._cursor is not None
        self._asked = time.monotonic()
        return queries.changes(self._cursor, self._kinds, _LARGEST_PAGE, self.wait or None)

    def refused(self, error: CursorExpired | BadRequest) -> None:
        """Starts over where the service does not know the cursor. Raises other errors, and this one where the
        cursor was fresh."""
        if self._reset or not self._unknown(error):
            raise error
        self._cursor = None

    def _unknown(self, error: CursorExpired | BadRequest) -> bool:
        # During an upgrade an older node may answer 400 to a cursor that a newer node gave. The same answer to
        # the caller's own cursor is left to the caller, who may have mistyped it.
        return isinstance(error, CursorExpired) or (
            self._cursor != self._since and any(v.parameter == "since" for v in error.violations)
        )

    def events(self, page: Page[Change]) -> Iterator[FollowEvent]:
        quick = time.monotonic() - self._asked < _SHORTEST_ROUND
        self._hurried = quick and not page.items and not page.has_more and not self._reset
        self._reset = False
        yield from page.items
        self._cursor = page.next_cursor
        assert page.next_cursor is not None
        yield Checkpoint(page.next_cursor, not page.has_more, page.freshness)

    def pause(self) -> float:
        """Seconds to wait before the next page."""
        return random.uniform(_SHORTEST_ROUND / 2, _SHORTEST_ROUND) if self._hurried else 0
