#!/bin/sh
# Makes a native feed of what one provider has in an export, on standard output (docs/upgrading.md, "From before 0.1.0"):
#   export-to-feed.sh DIR PROVIDER > PROVIDER.ndjson
# Records keep the provider's external ids, and so their public ids. A film, a cinema or a chain that is published under another
# provider's name, and that a record here refers to, comes with its public id in place of an external one: it is linked again.
set -eu
cd "$1"
awk -v provider="$2" '
  # The JSON of a member; empty where there is none.
  function member(line, name) {
    if (!match(line, "\"" name "\":\"([^\"\\\\]|\\\\.)*\"")) return ""
    return substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
  }
  function external(id) { return id in own ? own[id] : id }
  # The line with one member in place of another.
  function replaced(line, name, by, value) {
    if (!match(line, "\"" name "\":\"([^\"\\\\]|\\\\.)*\"")) return line
    return substr(line, 1, RSTART - 1) "\"" by "\":" value substr(line, RSTART + RLENGTH)
  }
  function without(line, name) {
    return match(line, ",\"" name "\":\"([^\"\\\\]|\\\\.)*\"") ? substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH) : line
  }
  function native(type, line,   at) {
    at = index(line, ",\"provenance\":")
    since = member(substr(line, at), "sourceUpdatedAt")
    return replaced(substr(line, 1, at - 1), "id", "type\":\"" type "\",\"externalId", external(member(line, "id"))) \
      (since == "" ? "" : ",\"sourceUpdatedAt\":" since) "}"
  }
  function needs(id) { if (id != "") needed[id] = 1 }

  FILENAME == "manifest.json" {
    if ((made = member($0, "madeAt")) != "")
      print "{\"type\":\"feed\",\"version\":1,\"mode\":\"full\",\"observedAt\":" made "}"
    next
  }
  {
    id = member($0, "id")
    provenance = substr($0, index($0, ",\"provenance\":"))
    if (member(provenance, "provider") == "\"" provider "\"") own[id] = member(provenance, "externalId")
  }
  FILENAME != "showtimes.ndjson" { line[id] = $0; type[id] = substr(FILENAME, 1, index(FILENAME, "s.ndjson") - 1) }
  FILENAME == "showtimes.ndjson" && id in own {
    needs(film = member($0, "filmId"))
    needs(cinema = member($0, "cinemaId"))
    screen = member($0, "screenId")
    name = member($0, "screenName")
    text = replaced(replaced(without(native("showtime", $0), "screenId"), "filmId", "film", external(film)), "cinemaId", "cinema", external(cinema))
    text = replaced(text, "screenName", "screen", "{" (screen in own ? "\"externalId\":" own[screen] "," : "") "\"name\":" name "}")
    sub(/"attributeIds":/, "\"attributes\":", text)
    print text
  }
  END {
    for (id in line)
      if (type[id] == "screen" && id in own && line[id] ~ /"authoritative_inventory"/) {
        needs(cinema = member(line[id], "cinemaId"))
        text = without(without(native("screen", line[id]), "inventoryEvidence"), "lastSeenAt")
        print replaced(text, "cinemaId", "cinema", external(cinema))
      }
    for (id in line)
      if (type[id] == "film" && (id in own || id in needed)) print native("film", line[id])
    for (id in line)
      if (type[id] == "cinema" && id in own) {
        needs(chain = member(line[id], "chainId"))
        print replaced(native("cinema", line[id]), "chainId", "chain", external(chain))
      } else if (type[id] == "cinema" && id in needed)
        print without(native("cinema", line[id]), "chainId")
    for (id in line)
      if (type[id] == "chain" && (id in own || id in needed)) print native("chain", line[id])
  }
' manifest.json chains.ndjson cinemas.ndjson films.ndjson screens.ndjson showtimes.ndjson
