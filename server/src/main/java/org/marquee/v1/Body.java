package org.marquee.v1;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Freshness;
import org.marquee.listing.Location;
import org.marquee.listing.Page;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.ByteArrayBuilder;

/// Writes records and envelopes as the specification names them (sections 2 and 4.1). What is
/// absent is left out.
final class Body {
  private static final JsonFactory JSON = new JsonFactory();

  private Body() {}

  /// A list response.
  ///
  /// @param next the cursor of the next page; null on the last
  static <T> byte[] list(Page<T> page, @Nullable String next, BiConsumer<JsonGenerator, T> record) {
    ByteArrayBuilder bytes = new ByteArrayBuilder(16 * 1024);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("data");
      for (T each : page.records()) {
        record.accept(json, each);
      }
      json.writeEndArray();
      json.writeObjectPropertyStart("pagination");
      json.writeName("nextCursor");
      if (next == null) {
        json.writeNull();
      } else {
        json.writeString(next);
      }
      json.writeBooleanProperty("hasMore", next != null);
      json.writeEndObject();
      freshness(json, page.freshness());
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /// A single response.
  static <T> byte[] single(T one, Freshness freshness, BiConsumer<JsonGenerator, T> record) {
    ByteArrayBuilder bytes = new ByteArrayBuilder(1024);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      json.writeName("data");
      record.accept(json, one);
      freshness(json, freshness);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  static void showtime(JsonGenerator json, Showtime showtime) {
    json.writeStartObject();
    json.writeStringProperty("id", showtime.id());
    json.writeStringProperty("filmId", showtime.filmId());
    json.writeStringProperty("cinemaId", showtime.cinemaId());
    json.writeStringProperty(
        "startsAt", Timestamps.write(showtime.startsAt(), showtime.offsetMinutes()));
    optional(json, "bookingUrl", showtime.bookingUrl());
    attributeIds(json, showtime.attributes().list());
    optional(json, "screenId", showtime.screenId());
    optional(json, "screenName", showtime.screenName());
    provenance(json, showtime.provenance());
    json.writeEndObject();
  }

  private static void attributeIds(JsonGenerator json, List<Attribute> attributes) {
    json.writeArrayPropertyStart("attributeIds");
    for (Attribute attribute : attributes) {
      json.writeString(attribute.id());
    }
    json.writeEndArray();
  }

  static void attribute(JsonGenerator json, Attribute attribute) {
    json.writeStartObject();
    json.writeStringProperty("id", attribute.id());
    json.writeStringProperty("kind", attribute.type().word());
    json.writeStringProperty("name", attribute.title());
    json.writeStringProperty("description", attribute.description());
    json.writeEndObject();
  }

  static void film(JsonGenerator json, Film film) {
    json.writeStartObject();
    json.writeStringProperty("id", film.id());
    json.writeStringProperty("title", film.title());
    if (film.durationMinutes() != null) {
      json.writeNumberProperty("durationMinutes", film.durationMinutes());
    }
    optional(json, "certification", film.certification());
    optional(json, "posterUrl", film.posterUrl());
    optional(json, "releaseDate", film.releaseDate());
    optional(json, "extCatalogAId", film.extCatalogAId());
    optional(json, "extCatalogBId", film.extCatalogBId());
    provenance(json, film.provenance());
    json.writeEndObject();
  }

  static void cinema(JsonGenerator json, Cinema cinema) {
    json.writeStartObject();
    json.writeStringProperty("id", cinema.id());
    optional(json, "chainId", cinema.chainId());
    json.writeStringProperty("name", cinema.name());
    Location location = cinema.location();
    json.writeObjectPropertyStart("location");
    json.writeStringProperty("countryCode", location.countryCode());
    json.writeStringProperty("locality", location.locality());
    json.writeStringProperty("postcode", location.postcode());
    optional(json, "address", location.address());
    if (location.latitude() != null) {
      json.writeNumberProperty("latitude", location.latitude());
    }
    if (location.longitude() != null) {
      json.writeNumberProperty("longitude", location.longitude());
    }
    json.writeEndObject();
    provenance(json, cinema.provenance());
    json.writeEndObject();
  }

  static void chain(JsonGenerator json, Chain chain) {
    json.writeStartObject();
    json.writeStringProperty("id", chain.id());
    json.writeStringProperty("name", chain.name());
    optional(json, "websiteUrl", chain.websiteUrl());
    provenance(json, chain.provenance());
    json.writeEndObject();
  }

  static void screen(JsonGenerator json, Screen screen) {
    json.writeStartObject();
    json.writeStringProperty("id", screen.id());
    json.writeStringProperty("cinemaId", screen.cinemaId());
    json.writeStringProperty("name", screen.name());
    json.writeStringProperty("inventoryEvidence", screen.evidence().word());
    json.writeStringProperty("lastSeenAt", Timestamps.write(screen.lastSeenAt()));
    provenance(json, screen.provenance());
    json.writeEndObject();
  }

  private static void provenance(JsonGenerator json, Provenance provenance) {
    json.writeObjectPropertyStart("provenance");
    json.writeStringProperty("observedAt", Timestamps.write(provenance.observedAt()));
    if (provenance.sourceUpdatedAt() != null) {
      json.writeStringProperty("sourceUpdatedAt", Timestamps.write(provenance.sourceUpdatedAt()));
    }
    json.writeStringProperty("provider", provenance.provider());
    json.writeStringProperty("externalId", provenance.externalId());
    json.writeEndObject();
  }

  private static void freshness(JsonGenerator json, Freshness freshness) {
    json.writeObjectPropertyStart("freshness");
    json.writeStringProperty("observedAt", Timestamps.write(freshness.observedAt()));
    if (freshness.sourceUpdatedAt() != null) {
      json.writeStringProperty("sourceUpdatedAt", Timestamps.write(freshness.sourceUpdatedAt()));
    }
    json.writeEndObject();
  }

  private static void optional(JsonGenerator json, String name, @Nullable Object value) {
    if (value != null) {
      json.writeStringProperty(name, value.toString());
    }
  }
}
