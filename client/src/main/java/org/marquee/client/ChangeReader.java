package org.marquee.client;

import java.time.Instant;

/// Reads pages of changes. Kinds and changes that v1 adds later are kept.
final class ChangeReader {
  private ChangeReader() {}

  /// Reads an element of a page of changes.
  static Change read(JsonObject json) {
    String kind = json.text("kind");
    String id = json.text("id");
    Instant at = json.instant("at");
    String change = json.text("change");
    return switch (change) {
      case "upserted" ->
          new Change.Upserted(kind, id, at, recordOf(kind, json.object("record", "details")));
      case "removed" -> new Change.Removed(kind, id, at);
      case "merged" -> new Change.Merged(kind, id, json.text("into"), at);
      default -> new Change.Other(change, kind, id, at);
    };
  }

  private static ListingRecord recordOf(String kind, JsonObject json) {
    return switch (kind) {
      case "showtime" -> Showtime.read(json);
      case "film" -> Film.read(json);
      case "cinema" -> Cinema.read(json);
      case "chain" -> Chain.read(json);
      case "screen" -> Screen.read(json);
      default -> new ListingRecord.Other(json.text("id"), json.members());
    };
  }
}
