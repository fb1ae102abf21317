package org.marquee.feed.proposed;

import java.util.Set;

/// What a column may be in a mapping, and how its name says so. [RoleFit] looks at its values.
///
/// A rule is what a name means, with how sure that makes: `film title` of 100. What else a name
/// says makes it less sure.
enum Role {
  START(
      "startsAt",
      "show film",
      "start=100, start time=100, date time=98, show time=98, show date=96, show date time=98, "
          + "start date=96, date=88, time=86, show=80, stamp=45, business date=60, business=55"),
  TITLE(
      "title",
      "film show",
      "film title=100, title=100, film name=98, film=95, show title=78, show name=70, name=45, "
          + "show=50"),
  ORIGINAL_TITLE(
      "originalTitle", "film", "original title=100, original=90, film original title=100"),
  FILM_ID("film", "film", "film id=100, film number=80"),
  CINEMA("cinema", "cinema", "cinema name=100, cinema=97, cinema title=90"),
  CINEMA_ID("cinemaId", "cinema", "cinema id=100, cinema number=85"),
  CHAIN("chain", "chain cinema", "chain=100, chain name=100"),
  SCREEN(
      "screenName",
      "screen cinema",
      "screen name=100, screen=97, screen title=90, screen number=85, cinema name=65, cinema=65"),
  SCREEN_ID("screenId", "screen cinema", "screen id=100, cinema id=70"),
  SHOW_ID("externalId", "show", "show id=100, id=90, show number=75, number=60"),
  BOOKING("bookingUrl", "show film", "booking url=100, booking=95, show url=80, url=55"),
  YEAR("year", "film show", "year=100, release year=95"),
  LENGTH("durationMinutes", "film show", "length=100, film length=100"),
  RATING("certification", "film show", "rating=100, rating name=100, rating title=95"),
  DIRECTOR("directors", "film show", "director=100, director name=100"),
  POSTER("posterUrl", "film show", "poster=100, poster url=100"),
  RELEASE("releaseDate", "film show", "release date=100, release=95"),
  TMDB("extCatalogAId", "film show", "tmdb=100, tmdb id=100"),
  IMDB("extCatalogBId", "film show", "imdb=100, imdb id=100"),
  ZONE("timeZone", "cinema show", "zone=100"),
  COUNTRY("countryCode", "cinema show", "country=100, country id=100, country name=95"),
  CITY("locality", "cinema show", "city=100, city name=100, cinema city=100"),
  ZIP("postcode", "cinema show", "zip=100, zip id=100, cinema zip=100, city=75"),
  STREET("address", "cinema show", "street=100, cinema street=98, street name=95"),
  LATITUDE("latitude", "cinema show", "lat=100"),
  LONGITUDE("longitude", "cinema show", "lon=100");

  /// The name that people correct it by: that of the mapping's field.
  final String field;

  private final String entities;
  private final String rules;

  Role(String field, String entities, String rules) {
    this.field = field;
    this.entities = entities;
    this.rules = rules;
  }

  /// How sure the name of a column makes it to be this, from 0 to 100, if its values fit.
  int sureness(FileColumn column) {
    int sure = byName(column.name());
    return sure > 0 && fits(column) ? sure : 0;
  }

  boolean fits(FileColumn column) {
    return RoleFit.test(this, column);
  }

  private int byName(ColumnName name) {
    if (name.entity() != null && !Set.of(entities.split(" ", -1)).contains(name.entity())) {
      return 0;
    }
    int best = 0;
    for (String rule : rules.split(", ", -1)) {
      String[] parts = rule.split("=", -1);
      Set<String> wanted = Set.of(parts[0].split(" ", -1));
      if (name.all().containsAll(wanted)
          && (name.own().isEmpty() || name.own().stream().anyMatch(wanted::contains))) {
        int more =
            name.own().stream().filter(word -> !wanted.contains(word)).mapToInt(Role::cost).sum();
        best = Math.max(best, Integer.parseInt(parts[1]) - more);
      }
    }
    return best;
  }

  /// What another word costs: a known one says that it is something else.
  private static int cost(String word) {
    return word.equals(ColumnWords.UNKNOWN) || ColumnWords.ENTITIES.contains(word) ? 15 : 40;
  }
}
