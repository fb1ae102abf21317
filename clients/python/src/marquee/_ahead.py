"""How far ahead a follower has read showtimes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from . import _queries as queries
from ._queries import ListQuery
from .records import Showtime

# The longest window of showtimes that the service answers, and how many of them are a year.
_WINDOW = timedelta(days=31)
_YEAR = 12
_NEVER = datetime(1970, 1, 1, tzinfo=timezone.utc)
# Who follows from now on keeps no copy that could lack showtimes.
_ALL = datetime(9999, 12, 31, tzinfo=timezone.utc)


def parse_saved(text: str) -> tuple[str, datetime]:
    """What a checkpoint gave the caller to keep: a cursor of the service and, behind a tilde, until when showtimes
    were read. A later run cannot know that otherwise. No cursor of the service has a tilde."""
    parts = re.fullmatch(r"([^~]*)~([0-9]{1,12})", text)
    if parts is not None:
        return parts[1], min(_NEVER + timedelta(seconds=int(parts[2])), _ALL)
    return text, _ALL if text == "now" else _NEVER


class ShowtimesAhead:
    """How far ahead showtimes were read, and which window is next.

    The interface answers windows of at most 31 days, and no question tells that nothing lies beyond one. So a
    follower reads on until a year has no showtime. As time passes it reads what comes into that year, so nothing is
    missed for ever.

    Args:
        days: the bound that the caller gives, 0 for no showtimes at all; None for none
        until: all before it was read
    """

    def __init__(self, now: Callable[[], datetime], days: int | None, until: datetime) -> None:
        self._clock = now
        self._days = days
        self._until = until if days is None or days > 0 else _NEVER
        self._empty = _YEAR  # how many windows in a row had no showtime

    def start_over(self) -> None:
        """Nothing was read."""
        self._until = _NEVER

    @property
    def due(self) -> bool:
        """Whether a window is to be read before the next checkpoint."""
        return self._start() < self._bound() or (self._days is None and self._empty < _YEAR)

    def next(self) -> ListQuery[Showtime]:
        """The next window, if one is due. It counts as read."""
        start = self._start()
        end = start + _WINDOW
        self._until = end if self._days is None else min(end, self._bound())
        self._empty += 1
        return queries.showtimes(start, self._until)

    def found(self) -> None:
        """The last window has a showtime."""
        self._empty = 0

    def saved(self, cursor: str) -> str:
        """What the caller keeps."""
        return cursor if self._until == _NEVER else f"{cursor}~{int((self._until - _NEVER).total_seconds())}"

    def _start(self) -> datetime:
        return max(self._until, self._now())

    def _bound(self) -> datetime:
        if self._days is None:
            return self._now() + _WINDOW * _YEAR
        # It moves by whole days, so that a day has one window more, not each poll.
        midnight = self._now().replace(hour=0, minute=0, second=0)
        return midnight + timedelta(days=self._days + 1) if self._days > 0 else _NEVER

    def _now(self) -> datetime:
        return self._clock().astimezone(timezone.utc).replace(microsecond=0)
