"""How long calls may take, what they are told of, and what may send their requests."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from .errors import MarqueeError


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request of a call and what became of it, for logs and metrics.

    Attributes:
        target: path and query behind the base URL; never the key
        number: 1 for the first request of the call
        status: the HTTP status; None where no complete head of an answer came
        request_id: names the request in the operator's log; None where the answer has none
        took: seconds from the request to the end of the answer
        failure: None where the call has its value
        pause: seconds until the next attempt; None where this was the last
    """

    target: str
    number: int
    status: int | None
    request_id: str | None
    took: float
    failure: MarqueeError | None
    pause: float | None


@dataclass(frozen=True, slots=True)
class Request:
    """A GET for a transport of the caller's own; it ends after ``timeout`` seconds and follows no redirect."""

    url: str
    headers: Mapping[str, str]
    timeout: float

    def __repr__(self) -> str:
        return f"Request({self.url!r})"


@dataclass(frozen=True, slots=True)
class Response:
    """A complete answer, of any status; the body is decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a call: seconds for one complete answer, retries, and seconds for the call as a whole."""

    timeout: float = 10.0
    retries: int = 4
    call_timeout: float = math.inf

    def __post_init__(self) -> None:
        if not (self.timeout > 0 and self.call_timeout > 0 and self.retries >= 0):
            raise ValueError("timeout and call_timeout are above 0, retries not below")

    def but(self, timeout: float | None, retries: int | None, call_timeout: float | None) -> Limits:
        """These limits, but those that are given."""
        return Limits(
            self.timeout if timeout is None else timeout,
            self.retries if retries is None else retries,
            self.call_timeout if call_timeout is None else call_timeout,
        )
