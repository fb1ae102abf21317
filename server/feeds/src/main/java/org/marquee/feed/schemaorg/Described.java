package org.marquee.feed.schemaorg;

import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.member.Countries;
import org.marquee.feed.member.DirectorNames;
import org.marquee.feed.member.FeedLine;
import org.marquee.feed.member.Intake;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.feed.time.Zones;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;

/// Makes records of the cinemas and films that a feed describes.
final class Described {
  private static final Limit<String> COUNTRY =
      new Limit<>(
          "a country's name, or its code of ISO 3166-1",
          value -> value instanceof Value.Text(String text) ? Countries.code(text) : null);

  private Described() {}

  /// @param key null where the venue has neither id nor name; then it is refused
  /// @param alone whether nobody else may know its time zone, which then is that of its position
  static void cinema(
      Intake intake, Supplier<String> where, Venue venue, @Nullable String key, boolean alone) {
    Members members = new Members();
    add(members, "name", venue.name == null ? venue.text("name") : venue.name);
    Thing address = venue.thing("address");
    if (address != null) {
      add(members, "addressCountry", country(address));
      add(members, "addressLocality", address.text("addressLocality"));
      add(members, "postalCode", address.text("postalCode"));
      add(members, "streetAddress", address.text("streetAddress"));
    } else {
      add(members, "streetAddress", venue.text("address"));
    }
    Thing geo = venue.thing("geo");
    String latitude = geo == null ? venue.text("latitude") : geo.text("latitude");
    String longitude = geo == null ? venue.text("longitude") : geo.text("longitude");
    if (latitude != null && longitude != null) {
      add(members, "latitude", latitude);
      add(members, "longitude", longitude);
    }
    FeedLine entry = intake.next("MovieTheater", where, members);
    FeedRecord.Cinema cinema = cinema(entry, key, alone, WebDetails.cinema(venue));
    intake.settle(entry, Kind.CINEMA, key, null, cinema);
  }

  private static @Nullable String country(Thing address) {
    return address.things("addressCountry").stream()
        .flatMap(country -> Stream.ofNullable(country.text("identifier", "name", "alternateName")))
        .findFirst()
        .orElse(address.text("addressCountry"));
  }

  private static FeedRecord.@Nullable Cinema cinema(
      FeedLine entry, @Nullable String key, boolean alone, Members details) {
    String name = entry.required("name", Limits.CINEMA_NAME);
    Double latitude = entry.optional("latitude", Facts.LATITUDE);
    Double longitude = entry.optional("longitude", Facts.LONGITUDE);
    if (name == null || key == null) {
      return null;
    }
    return new FeedRecord.Cinema(
        key,
        name,
        null,
        latitude != null && longitude != null && alone
            ? Zones.at(latitude, longitude).map(ZoneId::getId).orElse(null)
            : null,
        entry.optional("addressCountry", COUNTRY),
        entry.optional("addressLocality", Limits.LOCALITY),
        entry.optional("postalCode", Limits.POSTCODE),
        entry.optional("streetAddress", Limits.ADDRESS),
        longitude == null ? null : latitude,
        latitude == null ? null : longitude,
        null,
        entry.details(Kind.CINEMA, details));
  }

  static void film(Intake intake, Supplier<String> where, WebFilms.Film film) {
    Members members = new Members();
    add(members, "name", film.title());
    String length = film.text("duration");
    if (length == null && film.lengths().size() == 1) {
      length = film.lengths().iterator().next();
    }
    add(members, "duration", length);
    add(members, "contentRating", rating(film));
    add(members, "image", poster(film));
    add(members, "datePublished", film.text("datePublished"));
    FeedLine entry = intake.next("Movie", where, members);
    String title = entry.awaited("name", Limits.TITLE);
    KnownFacts facts =
        KnownFacts.NONE
            .with(FilmFact.DURATION_MINUTES, entry.optional("duration", Facts.RUNNING_TIME))
            .with(FilmFact.CERTIFICATION, entry.optional("contentRating", Limits.CERTIFICATION))
            .with(FilmFact.POSTER_URL, entry.optional("image", Limits.URI))
            .with(FilmFact.RELEASE_DATE, entry.glance("datePublished", Facts.DATE))
            .with(
                FilmFact.EXT_CATALOG_A_ID, catalog(film, Limits.EXT_CATALOG_A_ID, Facts.CATALOG_A))
            .with(
                FilmFact.EXT_CATALOG_B_ID, catalog(film, Limits.EXT_CATALOG_B_ID, Facts.CATALOG_B));
    FeedRecord.Film record =
        new FeedRecord.Film(
            film.key(),
            title,
            facts,
            directors(film),
            entry.details(Kind.FILM, WebDetails.film(film)));
    intake.settle(entry, Kind.FILM, film.key(), null, record);
  }

  private static @Nullable String rating(WebFilms.Film film) {
    return film.works().stream()
        .flatMap(work -> work.things("contentRating").stream())
        .flatMap(rating -> Stream.ofNullable(rating.text("ratingValue", "name")))
        .findFirst()
        .orElse(film.text("contentRating"));
  }

  private static @Nullable String catalog(
      WebFilms.Film film, Limit<String> limit, Pattern address) {
    return film.works().stream()
        .flatMap(work -> Facts.idsInAddresses(work, address))
        .findFirst()
        .map(limit::ofText)
        .orElse(null);
  }

  private static List<String> directors(WebFilms.Film film) {
    return film.works().stream()
        .map(work -> work.texts("director", "directors"))
        .filter(names -> !names.isEmpty())
        .findFirst()
        .map(names ->
            DirectorNames.of(
                names.stream().map(name -> (Value) new Value.Text(Names.words(name))).toList()))
        .orElse(List.of());
  }

  private static @Nullable String poster(WebFilms.Film film) {
    return film.works().stream().flatMap(Described::posters).findFirst().orElse(null);
  }

  private static Stream<String> posters(Thing work) {
    return work.all("image", "thumbnailUrl").stream()
        .flatMap(image ->
            switch (image) {
              case Term.Literal(String text) -> Stream.of(text);
              case Thing thing -> Stream.ofNullable(thing.text("contentUrl", "url", "@id"));
            })
        .filter(address -> !address.isBlank())
        .map(address -> WebAddresses.full(address, work.origin.base()));
  }

  static void namelessFilm(Intake intake, Supplier<String> where) {
    FeedLine entry = intake.next("Movie", where, new Members());
    entry.required("name", Limits.TITLE);
    intake.settle(entry, Kind.FILM, null, null, null);
  }

  private static void add(Members members, String name, @Nullable String text) {
    if (text != null) {
      members.add(name, new Value.Text(Names.words(text)));
    }
  }
}
