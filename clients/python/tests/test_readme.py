"""The example of the README works as it stands there: against a recorded case, and against a running service."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from case_server import KEY, CaseServer

ROOT = Path(__file__).parents[1]
CASE = json.loads((ROOT.parent / "cases" / "record-programme.json").read_text())


def run_example(url: str, key: str) -> str:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    environment = {**os.environ, "MARQUEE_URL": url, "MARQUEE_KEY": key, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-W", "error", "-c", blocks[0]]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


class ReadmeTest(unittest.TestCase):
    def test_the_example_prints_tonight(self) -> None:
        exchange = CASE["exchanges"][0]
        query = {"latitude": "51.3886", "longitude": "1.3829", "radiusKm": "25", "from": "now"}
        server = CaseServer([{"request": {"path": "/v1/programme", "query": query}, "answer": exchange["answer"]}])
        try:
            printed = run_example(server.url, KEY)
        finally:
            server.close()
        self.assertEqual([], server.faults)
        self.assertEqual("The Gannet, 1.3 km\n   Solaris 18:50 00:30\n", printed)


if __name__ == "__main__":
    unittest.main()
