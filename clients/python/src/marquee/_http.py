"""One GET after another over kept connections, for many threads."""

from __future__ import annotations

import http.client
import io
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from . import errors
from ._exchange import Exchange
from ._policy import Policy, Reply
from .calls import Request, Response

_MAX_IDLE = 8
_PIECE = 64 * 1024

T = TypeVar("T")


class Transport:
    """Sends the questions of one client. Safe for many threads."""

    def __init__(self, policy: Policy, tls: ssl.SSLContext | None, own: Callable[[Request], Response] | None) -> None:
        if own is not None and tls is not None:
            raise ValueError("a transport of your own has the tls itself")
        self.policy = policy
        self._own = own
        self.sleep: Callable[[float], None] = time.sleep
        self._tls = tls or (ssl.create_default_context() if policy.secure else None)
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def close(self) -> None:
        """Closes the connections that nobody uses."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def get(self, exchange: Exchange[T]) -> T:
        """What the exchange makes of the answer, after as many attempts as it takes."""
        while True:
            try:
                return exchange.result(self._send(exchange.attempt()))
            except errors.MarqueeError as failure:
                pause = exchange.pause(failure)
            self.sleep(pause)

    def _send(self, exchange: Exchange[Any]) -> Reply:
        deadline = time.monotonic() + exchange.seconds
        target, headers = exchange.target, exchange.headers
        try:
            if self._own is not None:
                return self.policy.reply(self._own(exchange.request))
            connection = self._kept_connection()
            if connection is not None:
                try:
                    return self._ask(connection, target, headers, deadline)
                except ConnectionError:
                    pass  # The service closed it meanwhile.
            return self._ask(self._new_connection(exchange.seconds), target, headers, deadline)
        except (socket.timeout, TimeoutError) as e:
            raise exchange.timed_out() from e
        except (OSError, http.client.HTTPException) as e:
            raise exchange.failed(e) from e

    def _ask(
        self,
        connection: http.client.HTTPConnection,
        target: str,
        headers: dict[str, str],
        deadline: float,
    ) -> Reply:
        try:
            # Otherwise each received byte would begin the timeout anew.
            connection.response_class = lambda sock, *args, **named: http.client.HTTPResponse(  # type: ignore
                _UntilDeadline(sock, deadline), *args, **named  # type: ignore
            )
            connection.request("GET", target, headers=headers)
            with connection.getresponse() as response:
                fields = {name.lower(): value for name, value in response.getheaders()}
                body = self.policy.body(fields, response.status)
                while piece := response.read(_PIECE):
                    body.add(piece)
                if response.length:
                    raise errors.ConnectionFailed("the connection closed within the answer")
            reply = Reply(response.status, fields, body.finish())
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._keep(connection)
        return reply

    def _new_connection(self, timeout: float) -> http.client.HTTPConnection:
        host, port = self.policy.host, self.policy.port
        if self._tls is not None:
            return http.client.HTTPSConnection(host, port, timeout=timeout, context=self._tls)
        return http.client.HTTPConnection(host, port, timeout=timeout)

    def _kept_connection(self) -> http.client.HTTPConnection | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection = self._idle.pop()
            # What can be read from an idle connection is its end.
            if connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]:
                return connection
            connection.close()

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < _MAX_IDLE:
                self._idle.append(connection)
                return
        connection.close()


class _UntilDeadline(io.RawIOBase):
    """A socket to read from until a moment."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._file = sock.makefile("rb", buffering=0)
        self._deadline = deadline

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._sock.settimeout(left)
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()
