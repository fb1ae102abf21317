package org.marquee.conformance;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A record that must be published: its line in the feed, and when it was observed.
///
/// @param line as in the feed; invented for a screen that only showtimes mention
/// @param sourceUpdated what the feed's header said
/// @param screen the screen of a showtime
record Listed(
    Called key,
    JsonNode line,
    Instant observedAt,
    @Nullable Instant sourceUpdated,
    @Nullable String zone,
    @Nullable Called screen,
    @Nullable String screenName,
    boolean inventory) {
  /// Kept, because every question needs the starts of all showtimes.
  private static final Map<Start, Instant> STARTS = new ConcurrentHashMap<>();

  /// The external id of a record.
  ///
  /// @param cinema external id of a screen's cinema; empty for the other kinds
  record Called(String kind, String provider, String cinema, String externalId) {
    static Called of(String kind, String provider, String externalId) {
      return new Called(kind, provider, "", externalId);
    }

    Called sibling(String otherKind, String externalId) {
      return of(otherKind, provider, externalId);
    }
  }

  /// Equal records have one key; comparing the trees of two lines takes long.
  @Override
  public int hashCode() {
    return key.hashCode();
  }

  Listed seen(Instant at, @Nullable Instant headerSays) {
    return new Listed(key, line, at, headerSays, zone, screen, screenName, inventory);
  }

  @Nullable Instant updatedAt() {
    JsonNode own = line.get("sourceUpdatedAt");
    return own == null
        ? sourceUpdated
        : OffsetDateTime.parse(own.asString()).toInstant().truncatedTo(ChronoUnit.MICROS);
  }

  String text(String member) {
    return line.get(member).asString();
  }

  String name() {
    return text(key.kind().equals("film") ? "title" : "name");
  }

  Called film() {
    return key.sibling("film", text("film"));
  }

  Called cinema() {
    return key.sibling("cinema", text("cinema"));
  }

  @Nullable Called chain() {
    return line.has("chain") ? key.sibling("chain", text("chain")) : null;
  }

  String location(String member) {
    return line.get("location").get(member).asString();
  }

  @Nullable Double degrees(String member) {
    JsonNode found = line.get("location").get(member);
    return found == null ? null : (Double) found.doubleValue();
  }

  Instant start() {
    return STARTS.computeIfAbsent(new Start(text("startsAt"), zone), Start::read);
  }

  /// A start as the feed has it, and the zone that it is read with where it is a local time.
  private record Start(String text, @Nullable String zone) {
    Instant read() {
      Instant exact =
          text.matches(".*(Z|[+-]\\d\\d:\\d\\d)")
              ? OffsetDateTime.parse(text).toInstant()
              : ZonedDateTime.ofLocal(
                      LocalDateTime.parse(text), ZoneId.of(String.valueOf(zone)), null)
                  .toInstant();
      return exact.truncatedTo(ChronoUnit.MICROS);
    }
  }

  private ZoneOffset offset() {
    return zone == null
        ? OffsetDateTime.parse(text("startsAt")).getOffset()
        : wholeMinutes(ZoneId.of(zone).getRules().getOffset(start()));
  }

  /// Before 1972 clocks had seconds of their own, which no date-time can say.
  private static ZoneOffset wholeMinutes(ZoneOffset offset) {
    return ZoneOffset.ofTotalSeconds(Math.floorDiv(offset.getTotalSeconds(), 60) * 60);
  }

  Set<String> attributes() {
    Set<String> all = new TreeSet<>();
    for (JsonNode each : line.path("attributes")) {
      if (Region.ATTRIBUTES.contains(each.asString())) {
        all.add(each.asString());
      }
    }
    return all;
  }

  /// The record as the interface has to write it.
  JsonNode json(Map<Called, String> ids) {
    ObjectNode json = Feed.JSON.createObjectNode();
    json.put("id", ids.get(key));
    switch (key.kind()) {
      case "chain" -> copy(json, "name", "websiteUrl");
      case "film" ->
          copy(
              json,
              "title",
              "durationMinutes",
              "certification",
              "posterUrl",
              "releaseDate",
              "extCatalogAId",
              "extCatalogBId");
      case "cinema" -> {
        if (chain() != null) {
          json.put("chainId", ids.get(chain()));
        }
        copy(json, "name", "location");
      }
      case "screen" -> {
        json.put("cinemaId", ids.get(key.sibling("cinema", key.cinema())));
        copy(json, "name");
        json.put("inventoryEvidence", inventory ? "authoritative_inventory" : "schedule_observed");
        json.put("lastSeenAt", Reckoning.written(observedAt));
      }
      default -> showtime(json, ids);
    }
    ObjectNode provenance = json.putObject("provenance");
    provenance.put("observedAt", Reckoning.written(observedAt));
    Instant updatedAt = updatedAt();
    if (updatedAt != null) {
      provenance.put("sourceUpdatedAt", Reckoning.written(updatedAt));
    }
    provenance.put("provider", key.provider()).put("externalId", key.externalId());
    return json;
  }

  private void showtime(ObjectNode json, Map<Called, String> ids) {
    json.put("filmId", ids.get(film())).put("cinemaId", ids.get(cinema()));
    json.put("startsAt", Reckoning.written(start(), offset()));
    copy(json, "bookingUrl");
    ArrayNode attributes = json.putArray("attributeIds");
    Region.ATTRIBUTES.stream().filter(attributes()::contains).forEach(attributes::add);
    if (screen != null) {
      json.put("screenId", ids.get(screen)).put("screenName", screenName);
    }
  }

  private void copy(ObjectNode json, String... members) {
    for (String member : members) {
      JsonNode value = line.get(member);
      if (value != null) {
        json.set(member, value);
      }
    }
  }
}
