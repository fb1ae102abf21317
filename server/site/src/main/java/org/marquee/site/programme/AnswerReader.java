package org.marquee.site.programme;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
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
          case "pagination" -> next = object(in).findText("nextCursor");
          default -> in.skipChildren();
        }
      }
    }
    return new ListPage<>(records, json, next);
  }

  /// A list beside the records; empty where there is none.
  static <T> List<T> listed(byte[] json, String name, Function<JsonParser, T> record) {
    try (JsonParser in = JsonTree.parserOfOwn(json)) {
      for (String each = in.nextName(); each != null; each = in.nextName()) {
        in.nextToken();
        if (each.equals(name)) {
          return each(in, record);
        }
        in.skipChildren();
      }
    }
    return List.of();
  }

  static <T> List<T> each(JsonParser in, Function<JsonParser, T> record) {
    List<T> records = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      records.add(record.apply(in));
    }
    return records;
  }

  /// The object that a parser is at.
  static ReadObject object(JsonParser in) {
    return ReadObject.of(JsonTree.own(in));
  }

  /// The record of a member, with another member as its `details`.
  static ReadObject record(ReadObject of, String name, String details) {
    return detailed(of.object(name), of.members().get(details));
  }

  /// The same for a list of records and a list of details in their order.
  static List<ReadObject> records(ReadObject of, String name, String details) {
    List<ReadObject> records = of.objects(name);
    if (of.members().get(details) instanceof List<?> list) {
      for (int at = 0; at < records.size(); at++) {
        detailed(records.get(at), list.get(at));
      }
    }
    return records;
  }

  private static ReadObject detailed(ReadObject record, @Nullable Object details) {
    record.members().put("details", details);
    return record;
  }

  static Film film(ReadObject json) {
    KnownFacts facts = KnownFacts.NONE;
    for (FilmFact fact : FilmFact.values()) {
      facts = facts.with(fact, fact(json, fact));
    }
    return new Film(
        json.text("id"), json.text("title"), facts, List.of(), provenance(json), details(json));
  }

  private static @Nullable Object fact(ReadObject json, FilmFact fact) {
    Double number = number(json, fact.member());
    if (number != null) {
      return number.intValue();
    }
    String text = json.findText(fact.member());
    return text != null && fact.form() instanceof FilmFact.Form.Day
        ? Timestamps.readDate(text).orElseThrow()
        : text;
  }

  static Cinema cinema(ReadObject json) {
    ReadObject location = json.object("location");
    return new Cinema(
        json.text("id"),
        json.findText("chainId"),
        json.text("name"),
        new Location(
            location.text("countryCode"),
            location.text("locality"),
            location.text("postcode"),
            location.findText("address"),
            number(location, "latitude"),
            number(location, "longitude")),
        provenance(json),
        details(json));
  }

  static Chain chain(ReadObject json) {
    return new Chain(
        json.text("id"), json.text("name"), json.findText("websiteUrl"), provenance(json));
  }

  static Showtime showtime(ReadObject json) {
    Timestamps.Written start = Timestamps.read(json.text("startsAt")).orElseThrow();
    return new Showtime(
        json.text("id"),
        json.text("filmId"),
        json.text("cinemaId"),
        start.instant(),
        start.offsetMinutes(),
        json.findText("bookingUrl"),
        attributes(json),
        json.findText("screenId"),
        json.findText("screenName"),
        provenance(json),
        details(json));
  }

  private static Attributes attributes(ReadObject json) {
    return Attributes.of(
        json.texts("attributeIds").stream().map(id -> Attribute.find(id).orElseThrow()).toList());
  }

  private static Provenance provenance(ReadObject record) {
    ReadObject json = record.object("provenance");
    return new Provenance(
        Timestamps.read(json.text("observedAt")).orElseThrow().instant(),
        instant(json, "sourceUpdatedAt"),
        json.text("provider"),
        json.text("externalId"));
  }

  /// Details of a record as text; null where no source says more.
  private static @Nullable String details(ReadObject record) {
    ReadObject details = record.find("details");
    return details == null || details.members().isEmpty() ? null : JsonTree.text(details.members());
  }

  static @Nullable Instant instant(ReadObject json, String name) {
    String text = json.findText(name);
    return text == null ? null : Timestamps.read(text).orElseThrow().instant();
  }

  static @Nullable Double number(ReadObject json, String name) {
    return json.members().get(name) instanceof JsonTree.Numeral(String digits)
        ? Double.valueOf(digits)
        : null;
  }
}
