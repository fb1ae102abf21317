"""The cases that all clients share (clients/cases), with both clients of this package."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
import traceback
import unittest
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import marquee
from case_server import KEY, CaseServer

CASES = Path(__file__).parents[2] / "cases"
PAUSES = 0.000_001  # what is lost when a pause is computed


class SyncSide:
    """Calls the client for threads."""

    def __init__(self, base_url: str, key: str, options: Mapping[str, Any]) -> None:
        self.pauses: list[float] = []
        self.client = marquee.Client(base_url, key, **options)
        self.client._transport.sleep = self.pauses.append

    def call(self, call: Mapping[str, Any], into: list[Any]) -> None:
        answer = question(limited(self.client, call), call)
        if call["operation"] in SINGLE or call.get("page"):
            into.append(answer)
        else:
            for item in itertools.islice(answer, call.get("take")):
                into.append(item)

    def close(self) -> None:
        self.client.close()


class AsyncSide:
    """Calls the client for asyncio."""

    def __init__(self, base_url: str, key: str, options: Mapping[str, Any]) -> None:
        self.pauses: list[float] = []
        self.loop = asyncio.new_event_loop()
        try:
            self.client = marquee.AsyncClient(base_url, key, **options)
        except ValueError:
            self.loop.close()
            raise

        async def pause(seconds: float) -> None:
            self.pauses.append(seconds)

        self.client._transport.sleep = pause

    def call(self, call: Mapping[str, Any], into: list[Any]) -> None:
        self.loop.run_until_complete(self._call(call, into))

    async def _call(self, call: Mapping[str, Any], into: list[Any]) -> None:
        answer = question(limited(self.client, call), call)
        if call["operation"] in SINGLE or call.get("page"):
            into.append(await answer)
            return
        left = call.get("take", 1_000_000)
        async for item in answer:
            into.append(item)
            left -= 1
            if left == 0:
                break

    def close(self) -> None:
        self.loop.run_until_complete(self.client.close())
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()


def limited(client: Any, call: Mapping[str, Any]) -> Any:
    """The client with the options of one call."""
    options = {snake(name): value for name, value in call.get("options", {}).items()}
    client = client.with_details() if options.pop("details", False) else client
    return client.with_limits(**options) if options else client


SINGLE = ("film", "cinema", "changes", "usage")


def question(client: Any, call: Mapping[str, Any]) -> Any:
    """What a method of the client returns for the arguments of a case."""
    arguments = {snake(name): value for name, value in call.get("arguments", {}).items()}
    for name in ("starts_after", "starts_before"):
        if name in arguments:
            arguments[name] = parse_time(arguments[name])
    if "date" in arguments:
        arguments["date"] = date.fromisoformat(arguments["date"])
    if "id" in arguments:
        arguments = {f"{call['operation']}_id": arguments["id"]}
    of_page = {n: arguments.pop(n) for n in ("cursor", "limit") if call.get("page") and n in arguments}
    found = getattr(client, snake(call["operation"]))(**arguments)
    return found.page(**of_page) if call.get("page") else found


class CasesTest(unittest.TestCase):
    def test_cases(self) -> None:
        files = sorted(CASES.glob("*.json"))
        self.assertGreater(len(files), 50)
        for file in files:
            for side in (SyncSide, AsyncSide):
                with self.subTest(case=file.stem, side=side.__name__):
                    self.run_case(json.loads(file.read_text()), side)

    def run_case(self, case: Mapping[str, Any], side_of: Any) -> None:
        server = CaseServer(case["exchanges"])
        options = {snake(name): value for name, value in case.get("options", {}).items()}
        base_url = case.get("baseUrl", server.url).replace("{server}", server.url)
        settings = {"baseUrl": base_url, "key": case.get("key", KEY)}
        if "notSet" in case:
            settings[case["notSet"]] = None
        side: Any = None
        attempts: list[marquee.Attempt] = []
        try:
            for call in case["calls"]:
                items: list[Any] = []
                failure: BaseException | None = None
                try:
                    if side is None:
                        side = side_of(
                            settings["baseUrl"], settings["key"], {**options, "on_attempt": attempts.append}
                        )
                        if "now" in case:
                            server.now = parse_time(case["now"])
                            side.client._now = lambda: server.now
                        self.assertNotIn(KEY, repr(side.client) + str(side.client))
                    side.call(call, items)
                except (marquee.MarqueeError, ValueError) as e:
                    failure = e
                self.check_failure(call.get("throws"), failure)
                if "yields" in call:
                    self.check(call["yields"], wire(items), "yields")
        finally:
            if side is not None:
                side.close()
            server.close()
        self.assertEqual([], server.faults)
        if "attempts" in case:
            self.check(case["attempts"], wire(attempts), "attempts")
        if "pauses" in case:
            self.assertEqual(len(case["pauses"]), len(side.pauses), side.pauses)
            for (least, most), pause in zip(case["pauses"], side.pauses):
                self.assertTrue(least - PAUSES <= pause <= most + PAUSES, side.pauses)

    def check_failure(self, expected: Mapping[str, Any] | None, failure: BaseException | None) -> None:
        if expected is None:
            if failure is not None:
                raise failure
            return
        text = "".join(traceback.format_exception(failure)) + repr(vars(failure))
        self.assertNotIn(KEY, text)
        name = type(failure).__name__
        self.assertEqual(expected["error"], "InvalidArgument" if name == "ValueError" else name, failure)
        for member, value in expected.items():
            if member == "messageHas":
                self.assertIn(value, str(failure))
            elif member != "error":
                self.assertEqual(value, wire(getattr(failure, snake(member))), member)

    def check(self, expected: Any, found: Any, where: str) -> None:
        """All that is expected is there; members that a case does not name are not compared."""
        if isinstance(expected, dict):
            self.assertIsInstance(found, dict, where)
            for name, value in expected.items():
                self.check(value, found.get(name), f"{where}.{name}")
        elif isinstance(expected, list):
            self.assertIsInstance(found, list, where)
            self.assertEqual(len(expected), len(found), f"{where}: {found}")
            for i, (wanted, item) in enumerate(zip(expected, found)):
                self.check(wanted, item, f"{where}[{i}]")
        else:
            self.assertEqual(expected, found, where)


def wire(value: Any) -> Any:
    """A value as the interface writes it."""
    if isinstance(value, marquee.OtherRecord):
        return dict(value.members)
    if dataclasses.is_dataclass(value):
        members = {camel(f.name): wire(getattr(value, f.name)) for f in dataclasses.fields(value)}
        name = type(value).__name__.lower()
        if name in ("upserted", "removed", "merged", "reset", "checkpoint"):
            members["change"] = name
        return members
    if isinstance(value, marquee.MarqueeError):
        return type(value).__name__
    if isinstance(value, datetime):
        text = value.isoformat(timespec="milliseconds" if value.microsecond else "seconds")
        return text.replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, (list, tuple)):
        return [wire(item) for item in value]
    return value


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def snake(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in name)


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


if __name__ == "__main__":
    unittest.main()
