"""Reads values and members that this version does not know with a generated client: new_values.py FILE"""

import json
import sys
from pathlib import Path

from openapi_client import Change, Coverage, ShowtimePage

answers = json.loads(Path(sys.argv[1]).read_text())
details = ShowtimePage.from_dict(answers["showtimes"]).details[0]
coverage, change = Coverage.from_dict(answers["coverage"]), Change.from_dict(answers["change"])
read = " ".join([details.availability.status, details.ends_at.basis, coverage.state, change.change, change.kind])
print(f"Python: {read}")
sys.exit(read != "returns_only guessed hazy split festival")
