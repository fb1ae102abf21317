"""How a follower of the changes goes on, without the asking: both clients use it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from . import _queries as queries
from ._ahead import ShowtimesAhead, parse_saved
from ._queries import ListQuery
from .errors import CursorExpired
from .events import Change, Checkpoint, FollowEvent, Reset
from .records import Page

_LONGEST_WAIT = 30
_LARGEST_PAGE = 1000
# A service that does not wait, as one that stops, must not be asked in a tight loop.
_SHORTEST_ROUND = 1.0


class Follower:
    """The state of one ``follow()``: the cursor, and what was read from the lists."""

    def __init__(
        self, since: str | None, kinds: Iterable[str], days: int | None, now: Callable[[], datetime]
    ) -> None:
        self._kinds = tuple(kinds)
        cursor, until = parse_saved(since or "")
        self._cursor = None if since is None else cursor
        self.ahead = ShowtimesAhead(now, days if self.wants("showtime") else 0, until)
        self._fresh = False  # whether the cursor was made for a reset, and no change was read with it
        self._settling = False  # whether lists were read, and not yet all that changed meanwhile
        self._caught_up = False
        self._asked = 0.0
        self._hurried = False

    @property
    def reads_lists(self) -> bool:
        return self._cursor is None or (self._caught_up and not self._settling and self.ahead.due)

    def now(self) -> ListQuery[Change]:
        """Asks for a cursor before the first list is read, so that nothing is missed. All nodes show what it stands
        behind, so no list is older than the changes that were read."""
        return queries.changes("now", self._kinds, limit=1)

    def begin(self, page: Page[Change]) -> Reset | None:
        """The lists are read now: None where only showtimes are."""
        self._settling = True
        if self._cursor is not None:
            return None
        self._cursor = page.next_cursor
        self._fresh = True
        self.ahead.start_over()
        return Reset()

    def wants(self, kind: str) -> bool:
        return not self._kinds or kind in self._kinds

    @property
    def wait(self) -> int:
        """Seconds that the next page of changes may take: what happened while lists were read, or is to be known
        before, is there without waiting."""
        return 0 if self._settling or self.ahead.due else _LONGEST_WAIT

    def next(self, wait: int) -> ListQuery[Change]:
        """The changes since the last page."""
        assert self._cursor is not None
        self._asked = time.monotonic()
        return queries.changes(self._cursor, self._kinds, _LARGEST_PAGE, wait or None)

    def refused(self, error: CursorExpired) -> None:
        """Starts over, as the service does not know the cursor. Raises the error where the cursor was fresh."""
        if self._fresh:
            raise error
        self._cursor = None

    def events(self, page: Page[Change], waited: int) -> Iterator[FollowEvent]:
        quick = time.monotonic() - self._asked < _SHORTEST_ROUND
        self._caught_up = not page.has_more
        self._hurried = waited > 0 and quick and self._caught_up and not page.items
        self._fresh = False
        # What a list named may come with the last page only.
        self._settling = self._settling and page.has_more
        yield from page.items
        self._cursor = page.next_cursor
        assert page.next_cursor is not None
        if not self._settling and not self.ahead.due:
            yield Checkpoint(self.ahead.saved(page.next_cursor), self._caught_up, page.freshness)

    def pause(self) -> float:
        """Seconds to wait before the next page."""
        return random.uniform(_SHORTEST_ROUND / 2, _SHORTEST_ROUND) if self._hurried else 0
