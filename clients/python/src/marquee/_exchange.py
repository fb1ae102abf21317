"""What an answer means, and what is asked again: all but the reading and writing.

The transports of both clients use it, so that they behave the same.
"""

from __future__ import annotations

import json
import math
import random
import re
import time
from collections.abc import Callable
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeVar

from . import errors
from ._answers import Kept
from ._policy import Policy, Reply
from .calls import Attempt, Limits, Request

_REPEATED = (429, 502, 503, 504)
_FIRST_BACKOFF = 0.5
_LONGEST_BACKOFF = 30.0
_LONGEST_RETRY_AFTER = 60.0
# Anything else could not be sent back as it came.
_TAG = re.compile(r'(W/)?"[\x21\x23-\x7e]*"')
# What reading an answer of another shape raises.
_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError)

T = TypeVar("T")


class Exchange(Generic[T]):
    """One question and its attempts.

    A transport calls ``attempt`` and sends ``headers`` to ``target`` until ``result`` returns; on an
    error it asks ``pause`` how long to wait, which raises the error where asking again does not help.

    Args:
        target: the path and query behind the base URL
        read: makes a value of the JSON of the answer
        cached: whether the answer may be kept, and asked for conditionally
        patient: whether to go on after the last retry
        wait: seconds that the service may take beyond the timeout
    """

    def __init__(
        self,
        policy: Policy,
        target: str,
        read: Callable[[Any], T],
        limits: Limits,
        *,
        cached: bool = True,
        patient: bool = False,
        wait: float = 0,
    ) -> None:
        self._policy = policy
        self._read = read
        self._limits = limits
        self._cached = cached
        self._patient = patient
        self._wait = wait
        self._asked = time.monotonic()
        # A patient one is asked for ever.
        self._end = self._asked + (math.inf if patient else limits.call_timeout)
        self._attempts = 0
        self._told = target
        self.target = policy.prefix + target
        self.seconds = 0.0
        self._kept = policy.cache.find(self.target) if cached else None
        self.headers = policy.headers(self._kept)

    def attempt(self) -> Exchange[T]:
        """Begins an attempt, which may take ``seconds``."""
        self._attempts += 1
        self._asked = time.monotonic()
        self.seconds = max(0.001, min(self._limits.timeout + self._wait, self._end - self._asked))
        return self

    @property
    def request(self) -> Request:
        """The attempt for a transport of the caller's own."""
        return self._policy.request(self.target, self.headers, self.seconds)

    def timed_out(self) -> errors.TimedOut:
        timeout = self._limits.timeout + self._wait
        within = timeout if self.seconds == timeout else self._limits.call_timeout
        return errors.TimedOut(f"{self._policy.base_url} gave no complete answer within {within:g} s")

    def failed(self, error: BaseException) -> errors.ConnectionFailed:
        return errors.ConnectionFailed(f"no answer from {self._policy.base_url}: {error or type(error).__name__}")

    def result(self, reply: Reply) -> T:
        """The value of a successful answer. Raises a MarqueeError for any other."""
        value = self._result(reply)
        self._tell(reply.status, self._request_id(reply), None, None)
        return value

    def _result(self, reply: Reply) -> T:
        if reply.status == 304 and self._kept is not None:
            return self._value(reply, self._kept.body)
        if reply.status != 200:
            raise self._error(reply)
        value = self._value(reply, reply.body)
        etag = reply.headers.get("etag", "")
        if self._cached and _TAG.fullmatch(etag) and "no-store" not in reply.headers.get("cache-control", "").lower():
            self._policy.cache.keep(self.target, Kept(etag, reply.body))
        return value

    def pause(self, failure: errors.MarqueeError) -> float:
        """Seconds to wait before the next attempt. Raises ``failure`` if there is none."""
        pause = self._pause(failure)
        if pause is not None and pause >= self._end - time.monotonic():
            pause = None
        if isinstance(failure, (errors.ApiError, errors.UnexpectedAnswer)):
            self._tell(failure.status, failure.request_id, failure, pause)
        else:
            self._tell(None, None, failure, pause)
        if pause is None:
            raise failure
        return pause

    def _pause(self, failure: errors.MarqueeError) -> float | None:
        repeated = isinstance(failure, errors.ConnectionFailed) or (
            isinstance(failure, errors.ApiError) and failure.status in _REPEATED
        )
        if not repeated or (self._attempts > self._limits.retries and not self._patient):
            return None
        after = failure.retry_after if isinstance(failure, errors.ApiError) else None
        if after is None:
            longest = min(_LONGEST_BACKOFF, _FIRST_BACKOFF * 2.0 ** min(self._attempts - 1, 16))
            return random.uniform(longest / 2, longest)
        # Never less than the service says, and not at the same moment as everybody else.
        return None if after > _LONGEST_RETRY_AFTER else after + random.uniform(0, 1)

    def _tell(
        self, status: int | None, request_id: str | None, failure: errors.MarqueeError | None, pause: float | None
    ) -> None:
        took = time.monotonic() - self._asked
        self._policy.on_attempt(Attempt(self._told, self._attempts, status, request_id, took, failure, pause))

    def _error(self, reply: Reply) -> errors.MarqueeError:
        if 300 <= reply.status < 400 and reply.status != 304:
            to = self._policy.shown(reply.headers.get("location", "nowhere"))
            return self._unexpected(f"a redirect to {to}, which is not followed", reply)
        if reply.status < 400:
            return self._unexpected("no data", reply)
        try:
            body = json.loads(self._policy.without_key(reply.body.decode()))
        except (ValueError, RecursionError):
            body = None
        error = errors.api_error(reply.status, body, self._request_id(reply), _retry_after(reply))
        return error or self._unexpected("no error of a Marquee service", reply)

    def _value(self, reply: Reply, body: bytes) -> T:
        try:
            json_value = json.loads(body.decode())
        except (ValueError, RecursionError):
            kind = self._policy.shown(reply.headers.get("content-type", "no type"))
            raise self._unexpected(f"a body that is not JSON ({kind})", reply) from None
        try:
            return self._read(json_value)
        except _MALFORMED as e:
            what = self._policy.shown(f"{type(e).__name__}: {e}")
            raise self._unexpected(f"JSON of another shape ({what})", reply) from None

    def _unexpected(self, what: str, reply: Reply) -> errors.UnexpectedAnswer:
        """The error for an answer that is not of the interface."""
        path = self.target.partition("?")[0]
        return errors.UnexpectedAnswer(
            f"GET {path} was answered with status {reply.status} and {what};"
            f" check the base URL {self._policy.base_url}",
            reply.status,
            self._request_id(reply),
        )

    def _request_id(self, reply: Reply) -> str | None:
        named = reply.headers.get("x-request-id")
        return self._policy.shown(named) if named else None


def _retry_after(reply: Reply) -> float | None:
    value = reply.headers.get("retry-after", "")
    if re.fullmatch(r"[0-9]+", value):
        return float(value[:12])
    try:
        until = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    try:
        now = parsedate_to_datetime(reply.headers.get("date", ""))
    except (TypeError, ValueError):
        now = datetime.now(timezone.utc)
    if until.tzinfo is None or now.tzinfo is None:
        return None
    return max(0.0, (until - now).total_seconds())
