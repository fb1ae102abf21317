"""Against a running service with the sample data (clients/verify); skipped without one."""

from __future__ import annotations

import asyncio
import itertools
import os
import unittest
from datetime import datetime, timedelta, timezone
from typing import Any

import marquee
from test_readme import run_example

URL = os.environ.get("MARQUEE_URL", "")
KEY = os.environ.get("MARQUEE_KEY", "")


@unittest.skipUnless(URL and KEY, "no MARQUEE_URL and MARQUEE_KEY")
class RunningServiceTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = marquee.Client(URL, KEY)
        self.addCleanup(self.client.close)

    def test_every_list_is_read_to_its_end(self) -> None:
        now = datetime.now(timezone.utc)
        cinemas = list(self.client.cinemas())
        lists: list[list[Any]] = [
            cinemas,
            list(self.client.films()),
            list(self.client.chains()),
            list(self.client.attributes()),
            list(self.client.screens(cinemas[0].id)),
            list(self.client.showtimes(now, now + timedelta(days=7))),
        ]
        for records in lists:
            self.assertGreater(len(records), 0)
            self.assertEqual(len(records), len({record.id for record in records}))
        self.assertGreater(len(lists[-1]), 100)

    def test_pages_of_any_size_are_the_same_walk(self) -> None:
        films = self.client.films()
        walked, cursor, more = [], None, True
        while more:
            page = films.page(cursor, 7)
            walked += page.items
            cursor, more = page.next_cursor, page.has_more
        self.assertEqual(list(films), walked)

    def test_an_answer_that_is_not_modified_is_the_same(self) -> None:
        first = next(iter(self.client.films()))
        self.assertEqual(first, self.client.film(first.id))
        self.assertEqual(first, self.client.film(first.id))

    def test_errors_have_types_and_request_ids(self) -> None:
        with self.assertRaises(marquee.NotFound) as missing:
            self.client.cinema("ci_nowhere")
        self.assertTrue(missing.exception.request_id)
        with self.assertRaises(marquee.BadRequest) as faulty:
            self.client.films().page(limit=0)
        self.assertEqual(["limit"], [v.parameter for v in faulty.exception.violations])
        with marquee.Client(URL, "mq_wrong") as stranger, self.assertRaises(marquee.Unauthorized):
            next(iter(stranger.films()))

    def test_the_example_of_the_readme(self) -> None:
        self.assertIn(" km\n", run_example(URL, KEY))

    def test_a_programme_names_films_of_the_lists(self) -> None:
        films = {film.id: film for film in self.client.films()}
        places = list(self.client.programme(postcode="SX11 1EY", days=2))
        self.assertGreater(len(places), 0)
        for place in places:
            self.assertEqual(2, len(place.days))
            for entry in itertools.chain.from_iterable(day.films for day in place.days):
                self.assertEqual(films[entry.film.id].title, entry.film.title)
                self.assertTrue(all(s.cinema_id == place.cinema.id for s in entry.showtimes))

    def test_a_follower_begins_with_all_records(self) -> None:
        copy: dict[str, marquee.Record] = {}
        for event in self.client.follow(kinds=["film", "cinema", "chain"]):
            match event:
                case marquee.Upserted(_, id_, record):
                    copy[id_] = record
                case marquee.Checkpoint(cursor):
                    break
        listed = [*self.client.films(), *self.client.cinemas(), *self.client.chains()]
        self.assertEqual({record.id for record in listed}, set(copy))
        self.assertEqual((), self.client.changes(cursor).items)

    def test_asyncio_reads_the_same(self) -> None:
        async def films() -> list[marquee.Film]:
            async with marquee.AsyncClient(URL, KEY) as client:
                return [film async for film in client.films()]

        self.assertEqual([f.id for f in self.client.films()], [f.id for f in asyncio.run(films())])


if __name__ == "__main__":
    unittest.main()
