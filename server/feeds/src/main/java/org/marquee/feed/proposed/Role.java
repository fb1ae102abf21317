package org.marquee.feed.proposed;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.marquee.detail.Detail;
import org.marquee.feed.member.DetailMembers;
import org.marquee.feed.time.Zones;
import org.marquee.listing.Kind;

/// What a column may be in a mapping: by what its name means, if all its values fit.
@SuppressWarnings("ImmutableEnumChecker") // the lists and patterns cannot be modified
enum Role {
  TITLE(Kind.FILM, "title", "title, film title, film, film name, show title", ".*\\p{L}.*"),
  YEAR(Kind.FILM, "year", "year, film year, release year", "(18|19|20)\\d\\d"),
  ORIGINAL(Kind.FILM, "originalTitle", "original title, original", ".*\\p{L}.*"),
  LENGTH(Kind.FILM, "durationMinutes", "length, film length", "([2-9]\\d|[1-4]\\d\\d)( ?min)?"),
  DIRECTOR(Kind.FILM, "directors", "director, director name", ".*\\p{L}.*"),
  // A number that is no age is a rating of critics.
  RATING(Kind.FILM, "certification", "rating, film rating", "(?!\\d+[.,/]|\\d{3}|[3-9]\\d).{1,16}"),
  IMDB(Kind.FILM, "extCatalogBId", "imdb, imdb id", "tt\\d{7,9}"),
  SHOW_ID(Kind.SHOWTIME, "externalId", "show id, show number", ".{1,80}"),
  SCREEN(Kind.SHOWTIME, "screenName", "screen, screen name, screen number", ".{1,60}"),
  BOOKING(Kind.SHOWTIME, "bookingUrl", "booking url, booking, show url", "https?://.*"),
  LABELS(Kind.SHOWTIME, "labels", "", ".*"),
  CINEMA(Kind.CINEMA, "cinema", "cinema, cinema name, cinema title", ".*\\p{L}.*"),
  CINEMA_ID(Kind.CINEMA, "cinemaId", "cinema id, cinema number", ".*"),
  ZONE(Kind.CINEMA, "timeZone", "zone", ".*"),
  LATITUDE(Kind.CINEMA, "latitude", "lat", "-?\\d{1,2}[.]\\d{1,20}"),
  LONGITUDE(Kind.CINEMA, "longitude", "lon", "-?\\d{1,3}[.]\\d{1,20}"),
  STREET(Kind.CINEMA, "address", "street, cinema street", ".*\\p{L}.*"),
  COUNTRY(Kind.CINEMA, "countryCode", "country, country id", "[A-Z]{2}"),
  CITY(Kind.CINEMA, "locality", "city, city name, cinema city", "[^\\d]*\\p{L}[^\\d]*"),
  ZIP(Kind.CINEMA, "postcode", "zip, zip id, cinema zip", "(?=.{0,9}\\d)[A-Za-z0-9 -]{3,10}");

  /// What is no name: ids, formats and versions, numbered screens.
  private static final Pattern CODE =
      Pattern.compile(
          "(?i)\\S*\\d\\S*|(2d|3d|4dx|imax|dolby|atmos|screenx|35mm|70mm|ov|omu|omeu|df|vost|vostfr|vf|vo|vose|digital|[ /,+-])+|\\p{L}{3,12}[ .-]{1,2}(\\d{1,2}|[a-h])");

  private final Kind kind;

  /// The name that people answer by: that of the mapping's field.
  final String field;

  private final List<Set<String>> sure;
  private final Pattern values;

  /// @param names what the names of such columns mean, if nothing else
  /// @param values what all of them are like
  Role(Kind kind, String field, String names, String values) {
    this.kind = kind;
    this.field = field;
    this.sure = Stream.of(names.split(", ", -1)).map(name -> Set.of(name.split(" ", -1))).toList();
    this.values = Pattern.compile(values, Pattern.DOTALL);
  }

  /// What is asked where no column is sure; empty: nothing.
  String question() {
    return switch (this) {
      case TITLE -> "which column is the title?";
      case CINEMA -> "which column names the cinema? If the file is of one: cinema==NAME.";
      case COUNTRY -> "the code of the country, as countryCode=GB; without it cinemas wait";
      case CITY -> "the town, as locality==TOWN, or nothing; without it cinemas wait";
      case ZIP -> "the postcode, as postcode==CODE, or nothing; without it cinemas wait";
      default -> "";
    };
  }

  static List<Role> of(Kind kind) {
    return Stream.of(values()).filter(role -> role.kind == kind).toList();
  }

  /// The fields of the details of a kind, by the table of them, with what their columns are called.
  /// The first member of an object may be called as the whole.
  static Map<String, List<Set<String>>> details(Kind kind) {
    Map<String, List<Set<String>>> details = new LinkedHashMap<>();
    Stream<Detail> end = kind == Kind.SHOWTIME ? Stream.of(Detail.ENDS_AT) : Stream.empty();
    for (Detail detail : Stream.concat(end, DetailMembers.of(kind).stream()).toList()) {
      String name = "details." + detail.member();
      Set<String> whole = ColumnWords.of(detail.member());
      List<String> members = detail.form().members();
      if (members.isEmpty() && detail != Detail.LINKS) {
        details.put(name, List.of(whole));
      }
      for (String member : members) {
        Set<String> part = ColumnWords.of(member);
        details.put(
            name + "." + member,
            member.equals(members.getFirst()) ? List.of(whole, part) : List.of(part));
      }
    }
    return details;
  }

  boolean isSure(FileColumn column) {
    List<String> all = column.different();
    if (this == LABELS) {
      return column.means(Set.of("language", "format", "label", "sub"));
    }
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
