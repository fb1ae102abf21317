"""The records of this client have the members that the contract of the running service lists."""

from __future__ import annotations

import dataclasses
import json
import typing
import unittest
import urllib.request
from typing import Any

import marquee
from test_cases import camel
from test_running import KEY, URL

RECORDS = (
    "Attribute",
    "Chain",
    "Cinema",
    "Coverage",
    "Film",
    "FilmShowtimes",
    "Freshness",
    "Location",
    "Programme",
    "ProgrammeDay",
    "Provenance",
    "Screen",
    "Showtime",
)


@unittest.skipUnless(URL and KEY, "no MARQUEE_URL and MARQUEE_KEY")
class ContractTest(unittest.TestCase):
    def test_records_have_the_members_of_the_contract(self) -> None:
        with urllib.request.urlopen(f"{URL}/openapi.json", timeout=10) as answer:
            schemas = json.load(answer)["components"]["schemas"]
        for name in RECORDS:
            with self.subTest(record=name):
                members = {camel(n): type(None) not in typing.get_args(t) for n, t in hints(name).items()}
                schema = schemas[name]
                required = {n: n in schema["required"] for n in schema["properties"]}
                self.assertEqual(required, members)


def hints(name: str) -> dict[str, Any]:
    record: Any = getattr(marquee, name)
    types = typing.get_type_hints(record)
    return {field.name: types[field.name] for field in dataclasses.fields(record)}


if __name__ == "__main__":
    unittest.main()
