package org.marquee.site.programme;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmFact;
import org.marquee.listing.KnownFacts;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads answers of the interface, which this program wrote, as records (docs/api.md, "Records").
/// Lists are read one record after the other, and what is only counted is passed over.
final class AnswerReader {
  private AnswerReader() {}

  /// A page of a list.
  ///
  /// @param json the answer
  /// @param next the cursor of the next page; null where there is none
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record ListPage<T>(List<T> records, byte[] json, @Nullable String next) {
    ListPage {
      records = List.copyOf(records);
    }

    /// A page without records.
    static <T> ListPage<T> empty() {
      return new ListPage<>(List.of(), new byte[0], null);
    }

    /// The first record as the answer has it, shortened; null where there is none.
    @Nullable String first() {
      return records.isEmpty() ? null : AnswerExample.of(json);
    }
  }

  /// A page of a list.
  static <T> ListPage<T> list(byte[] json, Function<JsonParser, T> record) {
    List<T> records = List.of();
    String next = null;
    try (JsonParser in = JsonTree.parserOfOwn(json)) {
      for (String name = in.nextName(); name != null; name = in.nextName()) {
        in.nextToken();
        switch (name) {
          case "data" -> records = each(in, record);
          case "pagination" -> next = text(object(JsonTree.own(in)), "nextCursor");
          default -> in.skipChildren();
        }
      }
    }
    return new ListPage<>(records, json, next);
  }

  /// A single record.
  static <T> T one(byte[] json, Function<JsonParser, T> record) {
    return member(json, "data", record);
  }

  /// What sources say beside a single record.
  static @Nullable String besideOne(byte[] json) {
    return member(json, "details", in -> Optional.ofNullable(details(in))).orElse(null);
  }

  /// A list beside the records.
  static <T> List<T> listed(byte[] json, String name, Function<JsonParser, T> record) {
    return member(json, name, in -> each(in, record));
  }

  private static <T> T member(byte[] json, String name, Function<JsonParser, T> value) {
    try (JsonParser in = JsonTree.parserOfOwn(json)) {
      while (!name.equals(in.nextName())) {
        in.nextToken();
        in.skipChildren();
      }
      in.nextToken();
      return value.apply(in);
    }
  }

  static Film film(JsonParser in) {
    Map<String, @Nullable Object> json = object(JsonTree.own(in));
    KnownFacts facts = KnownFacts.NONE;
    for (FilmFact fact : FilmFact.values()) {
      facts = facts.with(fact, fact(json, fact));
    }
    return new Film(
        required(json, "id"), required(json, "title"), facts, List.of(), provenance(json));
  }

  private static @Nullable Object fact(Map<String, @Nullable Object> json, FilmFact fact) {
    Double number = number(json, fact.member());
    if (number != null) {
      return number.intValue();
    }
    String text = text(json, fact.member());
    return text != null && fact.form() instanceof FilmFact.Form.Day
        ? Timestamps.readDate(text).orElseThrow()
        : text;
  }

  static Cinema cinema(JsonParser in) {
    Map<String, @Nullable Object> json = object(JsonTree.own(in));
    Map<String, @Nullable Object> location = object(json.get("location"));
    return new Cinema(
        required(json, "id"),
        text(json, "chainId"),
        required(json, "name"),
        new Location(
            required(location, "countryCode"),
            required(location, "locality"),
            required(location, "postcode"),
            text(location, "address"),
            number(location, "latitude"),
            number(location, "longitude")),
        provenance(json));
  }

  static Chain chain(JsonParser in) {
    Map<String, @Nullable Object> json = object(JsonTree.own(in));
    return new Chain(
        required(json, "id"), required(json, "name"), text(json, "websiteUrl"), provenance(json));
  }

  static Showtime showtime(JsonParser in) {
    Map<String, @Nullable Object> json = object(JsonTree.own(in));
    Timestamps.Written start = Timestamps.read(required(json, "startsAt")).orElseThrow();
    return new Showtime(
        required(json, "id"),
        required(json, "filmId"),
        required(json, "cinemaId"),
        start.instant(),
        start.offsetMinutes(),
        text(json, "bookingUrl"),
        attributes(json.get("attributeIds")),
        text(json, "screenId"),
        text(json, "screenName"),
        provenance(json));
  }

  /// Details of a record as text; null where no source says more.
  static @Nullable String details(JsonParser in) {
    Map<String, @Nullable Object> details = object(JsonTree.own(in));
    return details.isEmpty() ? null : JsonTree.text(details);
  }

  /// The film with what stands beside it.
  static Film detailed(Film film, @Nullable String details) {
    return new Film(
        film.id(), film.title(), film.facts(), film.otherTitles(), film.provenance(), details);
  }

  /// The cinema with what stands beside it.
  static Cinema detailed(Cinema cinema, @Nullable String details) {
    return new Cinema(
        cinema.id(),
        cinema.chainId(),
        cinema.name(),
        cinema.location(),
        cinema.provenance(),
        details);
  }

  /// The showtimes with what stands beside them, in their order.
  static List<Showtime> detailed(List<Showtime> showtimes, JsonParser in) {
    List<Showtime> detailed = new ArrayList<>();
    for (Showtime each : showtimes) {
      in.nextToken();
      detailed.add(
          new Showtime(
              each.id(),
              each.filmId(),
              each.cinemaId(),
              each.startsAt(),
              each.offsetMinutes(),
              each.bookingUrl(),
              each.attributes(),
              each.screenId(),
              each.screenName(),
              each.provenance(),
              details(in)));
    }
    in.nextToken();
    return detailed;
  }

  private static Attributes attributes(@Nullable Object ids) {
    Attributes attributes = Attributes.NONE;
    if (ids instanceof List<?> list) {
      for (Object id : list) {
        attributes = attributes.with(Attribute.find((String) id).orElseThrow());
      }
    }
    return attributes;
  }

  private static Provenance provenance(Map<String, @Nullable Object> record) {
    Map<String, @Nullable Object> json = object(record.get("provenance"));
    return new Provenance(
        Timestamps.read(required(json, "observedAt")).orElseThrow().instant(),
        instant(json, "sourceUpdatedAt"),
        required(json, "provider"),
        required(json, "externalId"));
  }

  static Map<String, @Nullable Object> object(@Nullable Object json) {
    return Objects.requireNonNull(JsonTree.object(json));
  }

  static <T> List<T> each(JsonParser in, Function<JsonParser, T> record) {
    List<T> records = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      records.add(record.apply(in));
    }
    return records;
  }

  static String required(Map<String, @Nullable Object> json, String name) {
    return Objects.requireNonNull(text(json, name), name);
  }

  static @Nullable String text(Map<String, @Nullable Object> json, String name) {
    return (String) json.get(name);
  }

  static @Nullable Instant instant(Map<String, @Nullable Object> json, String name) {
    String text = text(json, name);
    return text == null ? null : Timestamps.read(text).orElseThrow().instant();
  }

  private static @Nullable Double number(Map<String, @Nullable Object> json, String name) {
    return json.get(name) instanceof JsonTree.Numeral(String digits)
        ? Double.valueOf(digits)
        : null;
  }
}
