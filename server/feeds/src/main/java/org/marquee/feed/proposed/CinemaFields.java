package org.marquee.feed.proposed;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The place of a cinema: from columns of its own, or out of one address.
record CinemaFields(Proposer decided, RecordDraft cinema) {
  /// How addresses end, with the patterns of a mapping for postcode and town.
  private enum Ending {
    AMERICAN(",\\s*([^,]+),\\s*[A-Z]{2}\\s+\\d{5}", "\\b[A-Z]{2}\\s+(\\d{5})\\b"),
    AUSTRALIAN(
        ",\\s*([^,]+),?\\s+(?:VIC|NSW|QLD|ACT|SA|WA|TAS|NT)\\s+\\d{4}",
        "\\b(?:VIC|NSW|QLD|ACT|SA|WA|TAS|NT)\\s+(\\d{4})\\b"),
    BRITISH(
        "([^,]+?),?\\s+[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2}\\b",
        "\\b([A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2})\\b"),
    DUTCH("\\b\\d{4} ?[A-Z]{2}\\s+([^,]+)", "\\b(\\d{4} ?[A-Z]{2})\\b"),
    CONTINENTAL("\\b\\d{4,5}\\s+(\\p{Lu}[^,()]+)", "\\b(\\d{4,5})\\s+\\p{Lu}");

    final String town;
    final String code;

    Ending(String town, String code) {
      this.town = town;
      this.code = code;
    }
  }

  static boolean areCodes(FileColumn countries) {
    return countries.different().stream().allMatch(text -> text.matches("[A-Z]{2}"));
  }

  static boolean isGeoJson(FileColumn column) {
    return column.place().toString().matches(".+coordinates(\\[\\])+");
  }

  /// The column that towns and postcodes are taken out of, where they have none of their own; null
  /// where no such column ends in a known way.
  static @Nullable FileColumn inAddress(Proposer decided) {
    FileColumn street = decided.column(Role.STREET);
    FileColumn column = street == null ? decided.column(Role.CINEMA) : street;
    return column != null && ending(column) != null ? column : null;
  }

  /// Puts what places the cinema into its record.
  void write() {
    cinema.putPath("chain", cinema.seen(Role.CHAIN));
    cinema.putPath("timeZone", cinema.seen(Role.ZONE));
    cinema.put("countryCode", country());
    FileColumn street = inAddress(decided);
    Ending ending = street == null ? null : ending(street);
    if (street == null || ending == null) {
      Stream.of(Role.CITY, Role.ZIP, Role.STREET).forEach(role -> put(role, null));
    } else {
      put(Role.CITY, cinema.with(street, "match", ending.town));
      put(Role.ZIP, cinema.with(street, "match", ending.code));
      boolean named = street.equals(decided.column(Role.CINEMA));
      if (decided.said.stated(Role.STREET.field) == null) {
        String match = named ? "^[^,]+,\\s*([^,]+)," : "^([^,]+)";
        cinema.put(Role.STREET.field, cinema.with(street, "match", match));
      } else {
        put(Role.STREET, null);
      }
    }
    if (cinema.seen(Role.LATITUDE) != null && cinema.seen(Role.LONGITUDE) != null) {
      put(Role.LATITUDE, null);
      put(Role.LONGITUDE, null);
    } else if (decided.table.columns().stream().anyMatch(CinemaFields::isGeoJson)) {
      cinema.put("latitude", corner(1));
      cinema.put("longitude", corner(0));
    }
  }

  /// What a person stated, a column of its own, or else a part of another.
  private void put(Role role, @Nullable Object other) {
    String stated = decided.said.text(role.field);
    FileColumn column = cinema.seen(role);
    cinema.put(
        role.field,
        stated != null
            ? RecordDraft.constant(stated)
            : column == null ? other : cinema.path(column));
  }

  private @Nullable Object country() {
    FileColumn column = cinema.seen(Role.COUNTRY);
    if (column != null) {
      return areCodes(column)
          ? cinema.path(column)
          : cinema.with(column, "table", "countries", "others", "dropped");
    }
    String country = decided.zone.country();
    return country.isEmpty() ? null : RecordDraft.constant(country);
  }

  private static @Nullable Ending ending(FileColumn street) {
    return Stream.of(Ending.values())
        .filter(ending -> {
          Pattern town = Pattern.compile(ending.town);
          return street.share(text -> text.length() < 300 && town.matcher(text).find()) > 0.6;
        })
        .findFirst()
        .orElse(null);
  }

  /// Of a building its first corner: a point, a line, an area, an area of several parts.
  private static Object corner(int axis) {
    return Map.of(
        "first",
        Stream.of("[0][0][0]", "[0][0]", "[0]", "")
            .map(deep -> "geometry.coordinates" + deep + "[" + axis + "]")
            .toList());
  }
}
