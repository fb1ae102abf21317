"""One GET after another over kept connections, with retries and a small cache of answers."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import socket
import ssl
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlencode, urlsplit

from . import errors

_LARGEST_BACKOFF = 30.0
_FIRST_BACKOFF = 0.5


@dataclass(frozen=True, slots=True)
class Answer:
    """A successful answer."""

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class _Kept:
    etag: str
    headers: Mapping[str, str]
    body: bytes


class _Cache:
    """The last answers with their tags, at most so many bytes of them. Safe for many threads."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, target: str) -> _Kept | None:
        with self._lock:
            kept = self._kept.get(target)
            if kept is not None:
                self._kept.move_to_end(target)
            return kept

    def keep(self, target: str, kept: _Kept) -> None:
        with self._lock:
            old = self._kept.pop(target, None)
            if old is not None:
                self._bytes -= len(old.body)
            if len(kept.body) > self._most:
                return
            self._kept[target] = kept
            self._bytes += len(kept.body)
            while self._bytes > self._most:
                _, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone.body)


class Transport:
    """Asks one service. Safe for many threads: each has a connection of its own."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float,
        retries: int,
        cache_bytes: int,
        user_agent: str,
        sleep: Callable[[float], None] = time.sleep,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not an address of a service: {base_url}")
        if parts.query or parts.fragment:
            raise ValueError(f"the address of a service has no query: {base_url}")
        self._parts: SplitResult = parts
        self._prefix = parts.path.rstrip("/")
        self._tls = tls or (ssl.create_default_context() if parts.scheme == "https" else None)
        self._timeout = timeout
        self._retries = retries
        self._cache = _Cache(cache_bytes)
        self._sleep = sleep
        self._threads = threading.local()
        self._open: set[http.client.HTTPConnection] = set()
        self._lock = threading.Lock()
        self._headers = {
            "Authorization": f"Bearer {key}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": user_agent,
        }

    def close(self) -> None:
        """Closes all connections. What is asked after that opens new ones."""
        with self._lock:
            connections, self._open = self._open, set()
        for connection in connections:
            connection.close()

    def get(
        self,
        path: str,
        parameters: Mapping[str, str],
        *,
        cached: bool = True,
        timeout: float | None = None,
    ) -> Answer:
        """Asks, and asks again where that may help.

        Raises:
            errors.ApiError: the service answered with an error
            errors.ConnectionFailed: it did not answer
        """
        target = self._prefix + path + ("?" + urlencode(parameters) if parameters else "")
        attempt = 0
        while True:
            failure: errors.MarqueeError
            wait: float | None = None
            try:
                status, headers, body = self._once(target, cached, timeout or self._timeout)
                if status < 400:
                    return Answer(status, headers, json.loads(body) if body else None)
                wait = _retry_after(headers)
                failure = errors.from_answer(status, _error_body(body), wait)
                if status not in (429, 502, 503, 504):
                    raise failure
            except (socket.timeout, TimeoutError) as e:
                failure = errors.TimedOut(f"no answer within {timeout or self._timeout} s: {e}")
                failure.__cause__ = e
            except (OSError, http.client.HTTPException) as e:
                failure = errors.ConnectionFailed(f"no connection to {self._parts.netloc}: {e}")
                failure.__cause__ = e
            if attempt >= self._retries:
                raise failure
            self._sleep(backoff(attempt, wait))
            attempt += 1

    def _once(
        self, target: str, cached: bool, timeout: float
    ) -> tuple[int, Mapping[str, str], bytes]:
        kept = self._cache.find(target) if cached else None
        headers = dict(self._headers)
        if kept is not None:
            headers["If-None-Match"] = kept.etag
        connection, is_new = self._connection(timeout)
        try:
            try:
                connection.request("GET", target, headers=headers)
                response = connection.getresponse()
            except (http.client.RemoteDisconnected, ConnectionError, BrokenPipeError):
                if is_new:
                    raise
                # A kept connection that the server closed meanwhile: ask once more on a new one.
                self._drop(connection)
                connection, _ = self._connection(timeout)
                connection.request("GET", target, headers=headers)
                response = connection.getresponse()
            raw = response.read()
        except BaseException:
            self._drop(connection)
            raise
        fields = {name.lower(): value for name, value in response.getheaders()}
        if response.will_close:
            self._drop(connection)
        if response.status == 304 and kept is not None:
            return 200, kept.headers, kept.body
        body = gzip.decompress(raw) if fields.get("content-encoding") == "gzip" else raw
        if cached and response.status == 200 and "etag" in fields:
            self._cache.keep(target, _Kept(fields["etag"], fields, body))
        return response.status, fields, body

    def _connection(self, timeout: float) -> tuple[http.client.HTTPConnection, bool]:
        connection: http.client.HTTPConnection | None = getattr(self._threads, "connection", None)
        if connection is not None and connection.sock is not None:
            connection.sock.settimeout(timeout)
            return connection, False
        host, port = self._parts.hostname or "", self._parts.port
        if self._tls is not None:
            connection = http.client.HTTPSConnection(host, port, timeout=timeout, context=self._tls)
        else:
            connection = http.client.HTTPConnection(host, port, timeout=timeout)
        self._threads.connection = connection
        with self._lock:
            self._open.add(connection)
        return connection, True

    def _drop(self, connection: http.client.HTTPConnection) -> None:
        connection.close()
        with self._lock:
            self._open.discard(connection)
        self._threads.connection = None


def backoff(attempt: int, retry_after: float | None) -> float:
    """How long to wait before the next attempt, in seconds, with jitter.

    The service's own word is a lower bound, so that a crowd does not come back at once.
    """
    if retry_after is not None:
        return min(retry_after, _LARGEST_BACKOFF * 4) + random.uniform(0, 1)
    return random.uniform(0, min(_LARGEST_BACKOFF, _FIRST_BACKOFF * 2.0**attempt))


def _retry_after(headers: Mapping[str, str]) -> float | None:
    value = headers.get("retry-after", "")
    return float(value) if value.isascii() and value.isdigit() else None


def _error_body(body: bytes) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None
