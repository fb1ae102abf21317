package org.marquee.site;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Coverage;
import org.marquee.listing.Film;
import org.marquee.listing.Location;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;
import org.marquee.listing.Timestamps;

/// Reads answers of the interface, which this program wrote, as records (docs/api.md, "Records").
final class AnswerReader {
  private AnswerReader() {}

  /// A page of a list.
  ///
  /// @param first the first record as the answer has it; null where there is none
  /// @param next the cursor of the next page; null where there is none
  record ListPage<T>(
      List<T> records, @Nullable Map<String, @Nullable Object> first, @Nullable String next) {
    ListPage {
      records = List.copyOf(records);
    }
  }

  /// A page of a list.
  static <T> ListPage<T> list(byte[] json, Function<Map<String, @Nullable Object>, T> record) {
    Map<String, @Nullable Object> answer = answer(json);
    Map<String, @Nullable Object> pagination = object(answer.get("pagination"));
    return new ListPage<>(
        each(answer.get("data"), record),
        answer.get("data") instanceof List<?> list && !list.isEmpty()
            ? JsonTree.object(list.getFirst())
            : null,
        text(pagination, "nextCursor"));
  }

  /// A single record.
  static <T> T one(byte[] json, Function<Map<String, @Nullable Object>, T> record) {
    return record.apply(object(answer(json).get("data")));
  }

  private static Map<String, @Nullable Object> answer(byte[] json) {
    return object(JsonTree.own(json));
  }

  static ProgrammeEntry programme(Map<String, @Nullable Object> json) {
    return new ProgrammeEntry(
        cinema(object(json.get("cinema"))),
        ZoneId.of(required(json, "timeZone")),
        number(json, "distanceKm"),
        each(json.get("days"), AnswerReader::day));
  }

  private static ProgrammeEntry.Day day(Map<String, @Nullable Object> json) {
    return new ProgrammeEntry.Day(
        LocalDate.parse(required(json, "date")),
        coverage(object(json.get("coverage"))),
        each(
            json.get("films"),
            showing ->
                new ProgrammeEntry.Showing(
                    film(object(showing.get("film"))),
                    each(showing.get("showtimes"), AnswerReader::showtime))));
  }

  private static Coverage coverage(Map<String, @Nullable Object> json) {
    String reason = text(json, "reason");
    return new Coverage(
        Coverage.State.valueOf(required(json, "state").toUpperCase(Locale.ROOT)),
        reason == null ? null : Coverage.Reason.valueOf(reason.toUpperCase(Locale.ROOT)),
        instant(json, "since"),
        instant(json, "until"),
        instant(json, "observedAt"));
  }

  static Film film(Map<String, @Nullable Object> json) {
    Double minutes = number(json, "durationMinutes");
    String released = text(json, "releaseDate");
    return new Film(
        required(json, "id"),
        required(json, "title"),
        minutes == null ? null : minutes.intValue(),
        text(json, "certification"),
        text(json, "posterUrl"),
        released == null ? null : LocalDate.parse(released),
        text(json, "extCatalogAId"),
        text(json, "extCatalogBId"),
        provenance(json));
  }

  static Cinema cinema(Map<String, @Nullable Object> json) {
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

  static Chain chain(Map<String, @Nullable Object> json) {
    return new Chain(
        required(json, "id"), required(json, "name"), text(json, "websiteUrl"), provenance(json));
  }

  static Showtime showtime(Map<String, @Nullable Object> json) {
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

  private static Map<String, @Nullable Object> object(@Nullable Object json) {
    return Objects.requireNonNull(JsonTree.object(json));
  }

  private static <T> List<T> each(
      @Nullable Object json, Function<Map<String, @Nullable Object>, T> record) {
    List<T> records = new ArrayList<>();
    if (json instanceof List<?> list) {
      for (Object each : list) {
        records.add(record.apply(object(each)));
      }
    }
    return records;
  }

  private static String required(Map<String, @Nullable Object> json, String name) {
    return Objects.requireNonNull(text(json, name), name);
  }

  private static @Nullable String text(Map<String, @Nullable Object> json, String name) {
    return (String) json.get(name);
  }

  private static @Nullable Instant instant(Map<String, @Nullable Object> json, String name) {
    String text = text(json, name);
    return text == null ? null : Timestamps.read(text).orElseThrow().instant();
  }

  private static @Nullable Double number(Map<String, @Nullable Object> json, String name) {
    return json.get(name) instanceof JsonTree.Numeral(String digits)
        ? Double.valueOf(digits)
        : null;
  }
}
