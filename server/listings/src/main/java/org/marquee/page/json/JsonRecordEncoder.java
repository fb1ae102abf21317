package org.marquee.page.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attribute;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Location;
import org.marquee.listing.Place;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.ByteArrayBuilder;

/// Writes records with the fields of the interface (docs/api.md, "Records"). What is absent is left
/// out. Classes that keep written records need to know where the observation stands in them: it
/// moves with every import.
public final class JsonRecordEncoder {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonRecordEncoder() {}

  /// A record as it is sent.
  ///
  /// @param text of the whole record, one JSON object
  /// @param from where the observation begins
  /// @param updated where the part with the time of the source's update begins; `until` where there
  ///   is none
  /// @param until where the observation ends
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  public record Written(byte[] text, int from, int updated, int until) {}

  /// Where in a written showtime its values begin; [#NOWHERE] for what it does not have.
  ///
  /// @param start of the local start
  /// @param afterAddress where its booking address ends, if it has one
  public record MarkedShowtime(
      Written written,
      int id,
      int film,
      int cinema,
      int start,
      int address,
      int afterAddress,
      int screen,
      int externalId) {
    /// The place of a value that is not there.
    public static final int NOWHERE = -1;
  }

  /// A record of any kind, as it is sent.
  public static Written write(ListedRecord record) {
    return switch (record) {
      case Showtime showtime -> write(showtime);
      case Film film -> write(film);
      case Cinema cinema -> write(cinema);
      case Chain chain -> write(chain);
      case Screen screen -> write(screen);
    };
  }

  /// Attributes have no provenance, and never change.
  public static byte[] write(Attribute attribute) {
    try (Draft draft = new Draft()) {
      JsonGenerator json = draft.json;
      json.writeStartObject();
      json.writeStringProperty("id", attribute.id());
      json.writeStringProperty("kind", attribute.type().word());
      json.writeStringProperty("name", attribute.title());
      json.writeStringProperty("description", attribute.description());
      json.writeEndObject();
      return draft.text();
    }
  }

  /// Places have no provenance either: they are made of those of cinemas.
  public static byte[] write(Place place) {
    try (Draft draft = new Draft()) {
      JsonGenerator json = draft.json;
      json.writeStartObject();
      json.writeStringProperty("id", place.id());
      json.writeStringProperty("name", place.name());
      json.writeStringProperty("countryCode", place.countryCode());
      json.writeNumberProperty("latitude", place.latitude());
      json.writeNumberProperty("longitude", place.longitude());
      json.writeNumberProperty("cinemas", place.cinemas());
      json.writeEndObject();
      return draft.text();
    }
  }

  /// A showtime, as it is sent.
  public static Written write(Showtime showtime) {
    return mark(showtime).written();
  }

  /// A showtime, as it is sent, and where its values stand.
  public static MarkedShowtime mark(Showtime showtime) {
    try (Draft draft = new Draft()) {
      draft.json.writeStartObject();
      int id = draft.mark("id", showtime.id());
      int film = draft.mark("filmId", showtime.filmId());
      int cinema = draft.mark("cinemaId", showtime.cinemaId());
      int start =
          draft.mark("startsAt", Timestamps.write(showtime.startsAt(), showtime.offsetMinutes()));
      int address = draft.mark("bookingUrl", showtime.bookingUrl());
      int afterAddress = draft.length() - 1;
      attributeIds(draft.json, showtime.attributes().list());
      int screen = draft.mark("screenId", showtime.screenId());
      optional(draft.json, "screenName", showtime.screenName());
      Written written = draft.end(showtime.provenance());
      return new MarkedShowtime(
          written, id, film, cinema, start, address, afterAddress, screen, draft.externalId);
    }
  }

  private static void attributeIds(JsonGenerator json, List<Attribute> attributes) {
    json.writeArrayPropertyStart("attributeIds");
    for (Attribute attribute : attributes) {
      json.writeString(attribute.id());
    }
    json.writeEndArray();
  }

  /// A film, as it is sent.
  public static Written write(Film film) {
    try (Draft draft = new Draft()) {
      JsonGenerator json = draft.json;
      json.writeStartObject();
      json.writeStringProperty("id", film.id());
      json.writeStringProperty("title", film.title());
      film.facts()
          .values()
          .forEach((fact, value) -> {
            if (value instanceof Integer number) {
              json.writeNumberProperty(fact.member(), number);
            } else {
              json.writeStringProperty(fact.member(), value.toString());
            }
          });
      return draft.end(film.provenance());
    }
  }

  /// A cinema, as it is sent.
  public static Written write(Cinema cinema) {
    try (Draft draft = new Draft()) {
      JsonGenerator json = draft.json;
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
      return draft.end(cinema.provenance());
    }
  }

  /// A chain, as it is sent.
  public static Written write(Chain chain) {
    try (Draft draft = new Draft()) {
      JsonGenerator json = draft.json;
      json.writeStartObject();
      json.writeStringProperty("id", chain.id());
      json.writeStringProperty("name", chain.name());
      optional(json, "websiteUrl", chain.websiteUrl());
      return draft.end(chain.provenance());
    }
  }

  /// A screen, as it is sent.
  public static Written write(Screen screen) {
    try (Draft draft = new Draft()) {
      JsonGenerator json = draft.json;
      json.writeStartObject();
      json.writeStringProperty("id", screen.id());
      json.writeStringProperty("cinemaId", screen.cinemaId());
      json.writeStringProperty("name", screen.name());
      json.writeStringProperty("inventoryEvidence", screen.evidence().word());
      json.writeName("lastSeenAt");
      draft.beginObservation();
      json.writeString(Timestamps.write(screen.lastSeenAt()));
      return draft.end(screen.provenance());
    }
  }

  private static void optional(JsonGenerator json, String name, @Nullable Object value) {
    if (value != null) {
      json.writeStringProperty(name, value.toString());
    }
  }

  /// What stands from [Written#from] to [Written#until] in a record of `kind` that was observed
  /// then.
  public static byte[] observation(
      Kind kind, Instant observedAt, @Nullable Instant sourceUpdatedAt) {
    String at = ":\"" + Timestamps.write(observedAt) + '"';
    StringBuilder text = new StringBuilder(at);
    if (kind == Kind.SCREEN) {
      text.append(",\"provenance\":{\"observedAt\"").append(at);
    }
    if (sourceUpdatedAt != null) {
      text.append(",\"sourceUpdatedAt\":\"").append(Timestamps.write(sourceUpdatedAt)).append('"');
    }
    return text.toString().getBytes(US_ASCII);
  }

  /// One record being written. The generator has what was written so far in its own buffer until it
  /// is flushed, so that is done wherever it matters how long the text is.
  private static final class Draft implements AutoCloseable {
    private static final int USUAL_LENGTH = 512;
    private static final int NOWHERE = MarkedShowtime.NOWHERE;

    private final ByteArrayBuilder bytes = new ByteArrayBuilder(USUAL_LENGTH);
    private final JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes);

    private int from = NOWHERE;
    private int externalId = NOWHERE;

    private int length() {
      json.flush();
      return bytes.size();
    }

    /// Writes a member if there is a value, and returns where the text of the value begins.
    int mark(String name, @Nullable String value) {
      if (value == null) {
        return NOWHERE;
      }
      json.writeName(name);
      int begin = length() + ":\"".length();
      json.writeString(value);
      return begin;
    }

    /// What is written next changes with each observation.
    void beginObservation() {
      from = length();
    }

    /// Writes the provenance, which is the last member of every record, and ends the record.
    Written end(Provenance provenance) {
      json.writeObjectPropertyStart("provenance");
      json.writeName("observedAt");
      if (from == NOWHERE) {
        beginObservation();
      }
      json.writeString(Timestamps.write(provenance.observedAt()));
      int updated = length();
      optional(
          json,
          "sourceUpdatedAt",
          provenance.sourceUpdatedAt() == null
              ? null
              : Timestamps.write(provenance.sourceUpdatedAt()));
      int until = length();
      json.writeStringProperty("provider", provenance.provider());
      externalId = mark("externalId", provenance.externalId());
      json.writeEndObject();
      json.writeEndObject();
      return new Written(text(), from, updated, until);
    }

    byte[] text() {
      json.flush();
      return bytes.toByteArray();
    }

    @Override
    public void close() {
      json.close();
    }
  }
}
