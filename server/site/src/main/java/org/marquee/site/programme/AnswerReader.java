package org.marquee.site.programme;

import java.time.Instant;
import java.util.List;
import java.util.Map;
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

/// Reads answers of the interface, which this program wrote, as records (docs/api.md, "Records").
final class AnswerReader {
  private AnswerReader() {}

  /// A page of a list.
  ///
  /// @param answer as a whole
  record ListPage<T>(List<T> records, ReadObject answer) {
    ListPage {
      records = List.copyOf(records);
    }

    /// A page without records.
    static <T> ListPage<T> empty() {
      return new ListPage<>(List.of(), new ReadObject(Map.of()));
    }

    /// The cursor of the next page; null where there is none.
    @Nullable String next() {
      ReadObject pagination = answer.find("pagination");
      return pagination == null ? null : pagination.findText("nextCursor");
    }

    /// The first record as the answer has it, shortened; null where there is none.
    @Nullable String first() {
      return records.isEmpty() ? null : AnswerExample.of(answer.objects("data").getFirst());
    }
  }

  /// A page of a list.
  static <T> ListPage<T> list(byte[] json, Function<ReadObject, T> record) {
    ReadObject answer = ReadObject.of(JsonTree.own(json));
    return new ListPage<>(answer.objects("data").stream().map(record).toList(), answer);
  }

  /// A record without details.
  static Film film(ReadObject json) {
    return film(json, null);
  }

  static Film film(ReadObject json, @Nullable ReadObject details) {
    KnownFacts facts = KnownFacts.NONE;
    for (FilmFact fact : FilmFact.values()) {
      facts = facts.with(fact, fact(json, fact));
    }
    return new Film(
        json.text("id"), json.text("title"), facts, List.of(), provenance(json), text(details));
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

  /// A record without details.
  static Cinema cinema(ReadObject json) {
    return cinema(json, null);
  }

  static Cinema cinema(ReadObject json, @Nullable ReadObject details) {
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
        text(details));
  }

  static Chain chain(ReadObject json) {
    return new Chain(
        json.text("id"), json.text("name"), json.findText("websiteUrl"), provenance(json));
  }

  static Showtime showtime(ReadObject json, @Nullable ReadObject details) {
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
        text(details));
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
  private static @Nullable String text(@Nullable ReadObject details) {
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
