"""Is checked by pyright, never run: what callers see of the types."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone

import marquee


def listed(client: marquee.Client) -> list[datetime]:
    noon = datetime(2026, 11, 22, 12, tzinfo=timezone.utc)
    return [showtime.starts_at for showtime in client.showtimes(noon, noon, cinema_id="ci_1")]


def told(event: marquee.FollowEvent) -> str | None:
    match event:
        case marquee.Upserted(record=marquee.Film(title=title)):
            return title
        case marquee.Merged(_, _, into):
            return into
        case marquee.Checkpoint(cursor):
            return cursor
        case _:
            return None


async def awaited(client: marquee.AsyncClient) -> float | None:
    film: marquee.Film = await client.film("fi_1")
    async for place in client.programme(film_id=film.id):
        return place.distance_km
    return None


def limited(send: Callable[[marquee.Request], marquee.Response]) -> marquee.Film:
    def log(attempt: marquee.Attempt) -> None:
        print(attempt.target, attempt.status, attempt.took)

    client = marquee.Client("http://a.example", "mq_1", call_timeout=5, user_agent="site/1", on_attempt=log, transport=send)
    return client.with_limits(timeout=2, retries=0).film("fi_1")
