"""The filters of the programme, for checkers of types."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import TypedDict


class ProgrammeFilters(TypedDict, total=False):
    """As ``Client.programme`` describes them."""

    cinema_ids: Iterable[str]
    postcode: str | None
    place: str | None
    latitude: float | None
    longitude: float | None
    radius_km: float | None
    film_id: str | None
    chain_id: str | None
    attribute_ids: Iterable[str]
    date: datetime.date | None
    days: int | None
    from_now: bool
