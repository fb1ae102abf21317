package org.marquee.feed.proposed;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.marquee.feed.time.Zones;

/// What a column may be in a mapping: by what its name means, if all its values fit.
@SuppressWarnings("ImmutableEnumChecker") // the lists and patterns cannot be modified
enum Role {
  START("startsAt", "start time date show", ".*"),
  TITLE("title", "title, film title, film, film name, show title", ".*\\p{L}.*"),
  CINEMA("cinema", "cinema, cinema name, cinema title", ".*\\p{L}.*"),
  CINEMA_ID("cinemaId", "cinema id, cinema number", ".*"),
  SCREEN("screenName", "screen, screen name, screen number", ".{1,60}"),
  SHOW_ID("externalId", "show id, show number", ".{1,80}"),
  BOOKING("bookingUrl", "booking url, booking, show url", "https?://.*"),
  YEAR("year", "year, film year, release year", "(18|19|20)\\d\\d"),
  ORIGINAL("originalTitle", "original title, original", ".*\\p{L}.*"),
  LENGTH("durationMinutes", "length, film length", "([2-9]\\d|[1-4]\\d\\d)( ?min)?"),
  DIRECTOR("directors", "director, director name", ".*\\p{L}.*"),
  RATING("certification", "rating, film rating", ".{1,16}"),
  IMDB("extCatalogBId", "imdb, imdb id", "tt\\d{7,9}"),
  ZONE("timeZone", "zone", ".*"),
  COUNTRY("countryCode", "country, country id", "[A-Z]{2}"),
  CITY("locality", "city, city name, cinema city", "[^\\d]*\\p{L}[^\\d]*"),
  ZIP("postcode", "zip, zip id, cinema zip", "(?=.{0,9}\\d)[A-Za-z0-9 -]{3,10}"),
  STREET("address", "street, cinema street", ".*\\p{L}.*"),
  LATITUDE("latitude", "lat", "-?\\d{1,2}[.]\\d{1,20}"),
  LONGITUDE("longitude", "lon", "-?\\d{1,3}[.]\\d{1,20}");

  static final List<Role> OF_SHOWING = List.of(SHOW_ID, SCREEN, BOOKING, YEAR);
  static final List<Role> OF_FILM = List.of(ORIGINAL, LENGTH, DIRECTOR, RATING, IMDB);
  static final List<Role> OF_PLACE = List.of(ZONE, LATITUDE, LONGITUDE, STREET, COUNTRY, CITY, ZIP);

  /// What is no name: ids, formats and versions, numbered screens.
  private static final Pattern CODE =
      Pattern.compile(
          "(?i)\\S*\\d\\S*|(2d|3d|4dx|imax|dolby|atmos|screenx|35mm|70mm|ov|omu|omeu|df|vost|vostfr|vf|vo|vose|digital|[ /,+-])+|\\p{L}{3,12}[ .-]{1,2}(\\d{1,2}|[a-h])");

  /// The name that people answer by: that of the mapping's field.
  final String field;

  private final List<Set<String>> sure;
  private final Pattern values;

  /// @param names what the names of such columns mean, if nothing else
  /// @param values what all of them are like
  Role(String field, String names, String values) {
    this.field = field;
    this.sure = Stream.of(names.split(", ", -1)).map(name -> Set.of(name.split(" ", -1))).toList();
    this.values = Pattern.compile(values, Pattern.DOTALL);
  }

  boolean isSure(FileColumn column) {
    List<String> all = column.different();
    boolean named =
        switch (this) {
          case TITLE -> all.stream().anyMatch(text -> !CODE.matcher(text).matches());
          case CINEMA -> all.stream().noneMatch(text -> CODE.matcher(text).matches());
          // The id of a showing is in one row.
          case SHOW_ID -> all.size() == column.values().size();
          default -> true;
        };
    return named && sure.contains(column.meanings()) && fits(column);
  }

  /// Whether a person may well answer that it is this column.
  boolean isLikely(FileColumn column) {
    return fits(column)
        && (column.hints(Set.of("place", "name"))
            || sure.stream().anyMatch(column::hints)
            || ((this == TITLE || this == CINEMA) && column.hints(Set.of(ColumnWords.UNKNOWN))));
  }

  private boolean fits(FileColumn column) {
    List<String> all = column.different();
    return switch (this) {
      // Some titles are numbers: "1917".
      case TITLE -> all.stream().anyMatch(this::isText);
      case ZONE -> all.stream().allMatch(text -> Zones.named(text).isPresent());
      default -> all.stream().allMatch(this::isText);
    };
  }

  private boolean isText(String text) {
    boolean address = this != BOOKING && text.startsWith("http");
    return text.length() <= 300 && !address && values.matcher(text).matches();
  }
}
