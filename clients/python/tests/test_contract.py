"""The records of this client have the members that the contract of the running service lists."""

from __future__ import annotations

import dataclasses
import json
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
    "CinemaCoverage",
    "CinemaDetails",
    "CinemaShowtimes",
    "Coverage",
    "DayCoverage",
    "DayShowtimes",
    "Film",
    "FilmDetails",
    "FilmLink",
    "FilmProgramme",
    "FilmShowtimes",
    "FilmTitle",
    "Freshness",
    "Location",
    "Place",
    "Programme",
    "ProgrammeDay",
    "Provenance",
    "Screen",
    "Showtime",
    "ShowtimeAvailability",
    "ShowtimeDetails",
    "ShowtimeEndsAt",
    "ShowtimePrice",
    "ShowtimeVersion",
    "Usage",
    "UsageDay",
    "UsageQuota",
    "UsageRate",
)
# The contract names a type of items as the list.
ITEMS = {"FilmLink": "FilmLinks", "FilmTitle": "FilmTitles"}


@unittest.skipUnless(URL and KEY, "no MARQUEE_URL and MARQUEE_KEY")
class ContractTest(unittest.TestCase):
    def test_records_have_the_members_of_the_contract(self) -> None:
        with urllib.request.urlopen(f"{URL}/openapi.json", timeout=10) as answer:
            schemas = json.load(answer)["components"]["schemas"]
        for name in RECORDS:
            with self.subTest(record=name):
                schema = schemas[ITEMS.get(name, name)]
                required = {n: n in schema.get("required", ()) for n in schema["properties"]}
                # What stands beside a record is a part of it here.
                beside = {n for n in required if n.endswith("Details")}
                members = {n: always for n, always in fields(name).items() if n != "details"}
                self.assertEqual({n: r for n, r in required.items() if n not in beside}, members)


def fields(name: str) -> dict[str, bool]:
    """The members of a record, and which of them are always there: those without a default."""
    record: Any = getattr(marquee, name)
    missing = dataclasses.MISSING
    return {
        camel(field.name): field.default is missing and field.default_factory is missing
        for field in dataclasses.fields(record)
    }


if __name__ == "__main__":
    unittest.main()
