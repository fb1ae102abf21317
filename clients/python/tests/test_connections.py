"""What the cases cannot show: connections that are kept, many threads, and tasks that are cancelled."""

from __future__ import annotations

import asyncio
import concurrent.futures
import http.client
import socket
import threading
import unittest
from urllib.parse import urlsplit

import marquee

KEY = "mq_0123456789abcdefghijklmnopqrstuvABCDEF"
ANSWER = (
    b'{"data":[],"pagination":{"nextCursor":null,"hasMore":false},'
    b'"freshness":{"observedAt":"2026-11-22T04:10:00Z"}}'
)
CHUNKED = b"".join(b"%x\r\n%s\r\n" % (1, ANSWER[i : i + 1]) for i in range(len(ANSWER))) + b"0\r\n\r\n"


class KeptServer:
    """Keeps connections open; closes each after so many answers, without a word."""

    def __init__(self, answers: int, chunked: bool = False, silent: bool = False) -> None:
        self._answers = answers
        self._chunked = chunked
        self._silent = silent
        self.connections = 0
        self.gone = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            for _ in range(self._answers):
                head = b""
                while b"\r\n\r\n" not in head:
                    piece = connection.recv(65536)
                    if not piece:
                        self.gone.set()
                        return
                    head += piece
                if self._silent:
                    continue
                length = b"Transfer-Encoding: chunked" if self._chunked else b"Content-Length: %d" % len(ANSWER)
                connection.sendall(b"HTTP/1.1 200 OK\r\n" + length + b"\r\n\r\n" + (CHUNKED if self._chunked else ANSWER))

    def __enter__(self) -> KeptServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()


class ConnectionsTest(unittest.TestCase):
    def test_a_connection_is_used_again(self) -> None:
        for chunked in (False, True):
            with KeptServer(100, chunked) as server, marquee.Client(server.url, KEY) as client:
                for _ in range(10):
                    self.assertEqual([], list(client.films()))
                self.assertEqual(1, server.connections)

    def test_a_connection_that_was_closed_meanwhile_is_no_failure(self) -> None:
        with KeptServer(1) as server, marquee.Client(server.url, KEY, retries=0) as client:
            for _ in range(10):
                self.assertEqual([], list(client.films()))

    def test_threads_share_a_client(self) -> None:
        with KeptServer(100) as server, marquee.Client(server.url, KEY, retries=0) as client:
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                found = list(pool.map(lambda _: list(client.films()), range(80)))
            self.assertEqual([[]] * 80, found)

    def test_tasks_share_a_client(self) -> None:
        async def ask(server: KeptServer) -> None:
            async with marquee.AsyncClient(server.url, KEY, retries=0) as client:
                for _ in range(3):
                    pages = await asyncio.gather(*(client.films().page() for _ in range(20)))
                    self.assertEqual([()] * 20, [page.items for page in pages])

        for server in (KeptServer(100, chunked=True), KeptServer(1)):
            with server:
                asyncio.run(ask(server))

    def test_a_task_that_is_cancelled_closes_its_connection(self) -> None:
        async def ask(server: KeptServer) -> None:
            async with marquee.AsyncClient(server.url, KEY) as client:
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(client.changes("c1", wait=30), 0.1)

        with KeptServer(1, silent=True) as server:
            server._answers = 2
            asyncio.run(ask(server))
            self.assertTrue(server.gone.wait(10))

    def test_a_transport_of_ones_own_sends_the_requests(self) -> None:
        sent: list[marquee.Request] = []

        def send(request: marquee.Request) -> marquee.Response:
            sent.append(request)
            address = urlsplit(request.url)
            connection = http.client.HTTPConnection(address.netloc, timeout=request.timeout)
            try:
                connection.request("GET", address.path, headers=dict(request.headers))
                answer = connection.getresponse()
                return marquee.Response(answer.status, dict(answer.getheaders()), answer.read())
            finally:
                connection.close()

        async def send_later(request: marquee.Request) -> marquee.Response:
            return await asyncio.to_thread(send, request)

        async def ask(url: str) -> list[marquee.Film]:
            async with marquee.AsyncClient(url, KEY, transport=send_later, user_agent="site/1") as client:
                return [film async for film in client.films()]

        with KeptServer(1) as server:
            with marquee.Client(server.url, KEY, transport=send, timeout=3, user_agent="site/1") as client:
                self.assertEqual([], list(client.films()))
            self.assertEqual([], asyncio.run(ask(server.url)))
            self.assertEqual([f"{server.url}/v1/films"] * 2, [request.url for request in sent])
            self.assertEqual([3, 10], [request.timeout for request in sent])
            self.assertTrue(all(request.headers["User-Agent"].endswith(" site/1") for request in sent))
            self.assertNotIn(KEY, repr(sent))

    def test_what_a_transport_of_ones_own_raises_is_asked_again(self) -> None:
        failures: list[Exception] = [ConnectionResetError("gone"), TimeoutError()]
        told: list[marquee.Attempt] = []

        def send(request: marquee.Request) -> marquee.Response:
            if failures:
                raise failures.pop(0)
            return marquee.Response(200, {"Content-Type": "application/json"}, b" " * 2000)

        with marquee.Client(
            "http://a.example", KEY, transport=send, max_body_bytes=1000, on_attempt=told.append
        ) as client:
            client._transport.sleep = lambda seconds: None
            with self.assertRaisesRegex(marquee.UnexpectedAnswer, "more than 1000 bytes"):
                client.film("fi_1")
        self.assertEqual(
            ["ConnectionFailed", "TimedOut", "UnexpectedAnswer"], [type(attempt.failure).__name__ for attempt in told]
        )

    def test_limits_of_one_call_leave_the_client_as_it_is(self) -> None:
        with KeptServer(100) as server, marquee.Client(server.url, KEY) as client:
            list(client.with_limits(retries=0, timeout=2).films())
            list(client.films())
            self.assertEqual(1, server.connections)
            self.assertEqual((10.0, 4), (client._limits.timeout, client._limits.retries))
        with self.assertRaises(ValueError):
            client.with_limits(timeout=0)

    def test_nobody_listens(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        with marquee.Client(url, KEY, retries=0) as client, self.assertRaises(marquee.ConnectionFailed):
            client.film("fi_1")


if __name__ == "__main__":
    unittest.main()
