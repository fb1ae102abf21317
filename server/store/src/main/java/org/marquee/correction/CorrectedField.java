package org.marquee.correction;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Limit;
import org.marquee.feed.Limits;
import org.marquee.feed.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Visible;

/// A field that can be corrected.
public enum CorrectedField {
  NAME(Kind.CINEMA, "name", Need.ALWAYS),
  /// Both coordinates: half of one position and half of another would be a third place.
  POSITION(Kind.CINEMA, "position", Need.OPTIONAL),
  ADDRESS(Kind.CINEMA, "address", Need.OPTIONAL),
  LOCALITY(Kind.CINEMA, "locality", Need.ALWAYS),
  POSTCODE(Kind.CINEMA, "postcode", Need.ALWAYS),
  COUNTRY_CODE(Kind.CINEMA, "countryCode", Need.ALWAYS),
  TIME_ZONE(Kind.CINEMA, "timeZone", Need.ALWAYS),
  TITLE(Kind.FILM, "title", Need.ALWAYS),
  EXT_CATALOG_A_ID(Kind.FILM, "extCatalogAId", Need.OPTIONAL),
  EXT_CATALOG_B_ID(Kind.FILM, "extCatalogBId", Need.OPTIONAL);

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,3}(\\.\\d{1,20})?");
  private static final Pattern PAIR = Pattern.compile("(\\S+?)(?:,\\s*|\\s+)(\\S+)");

  private static final Limit<String> POSITIONS = positions();

  private enum Need {
    ALWAYS,
    OPTIONAL
  }

  private final Kind kind;
  private final String word;
  private final Need need;

  CorrectedField(Kind kind, String word, Need need) {
    this.kind = kind;
    this.word = word;
    this.need = need;
  }

  /// The field's name, as the interface and feeds have it.
  public String word() {
    return word;
  }

  /// The field of a kind with a name.
  public static Optional<CorrectedField> find(Kind kind, String word) {
    return of(kind).filter(field -> field.word.equals(word)).findFirst();
  }

  /// The names of the fields of a kind, with commas between them; empty where it has none.
  public static String words(Kind kind) {
    return of(kind).map(CorrectedField::word).collect(joining(", "));
  }

  private static Stream<CorrectedField> of(Kind kind) {
    return Arrays.stream(values()).filter(field -> field.kind == kind);
  }

  /// Reads a value.
  ///
  /// @return null for an empty one: nothing is published
  /// @throws CorrectionRefused if it is outside the limits of the field
  public @Nullable String read(String text) {
    String value = text.strip();
    if (value.isEmpty() && need == Need.OPTIONAL) {
      return null;
    }
    String read =
        value.codePoints().allMatch(Visible::isVisible) && !value.isEmpty()
            ? limit().of(new Value.Text(value))
            : null;
    if (read == null) {
      throw new CorrectionRefused(
          List.of(
              value.isEmpty()
                  ? word + " must not be empty"
                  : "%s must be %s, not \"%s\"".formatted(word, limit().words(), value)));
    }
    return read;
  }

  private Limit<String> limit() {
    return switch (this) {
      case NAME -> Limits.CINEMA_NAME;
      case POSITION -> POSITIONS;
      case ADDRESS -> Limits.ADDRESS;
      case LOCALITY -> Limits.LOCALITY;
      case POSTCODE -> Limits.POSTCODE;
      case COUNTRY_CODE -> Limits.COUNTRY_CODE;
      case TIME_ZONE -> Limits.TIME_ZONE;
      case TITLE -> Limits.TITLE;
      case EXT_CATALOG_A_ID -> Limits.EXT_CATALOG_A_ID;
      case EXT_CATALOG_B_ID -> Limits.EXT_CATALOG_B_ID;
    };
  }

  private static Limit<String> positions() {
    return new Limit<>(
        "latitude and longitude in degrees, as 53.7997, -1.5492",
        value -> {
          Matcher pair = PAIR.matcher(value.shown());
          if (!pair.matches()) {
            return null;
          }
          Double latitude = degrees(pair.group(1), Limits.LATITUDE);
          Double longitude = degrees(pair.group(2), Limits.LONGITUDE);
          return latitude == null || longitude == null ? null : position(latitude, longitude);
        });
  }

  private static @Nullable Double degrees(String text, Limit<Double> limit) {
    return NUMBER.matcher(text).matches() ? limit.of(new Value.Numeral(text, false)) : null;
  }

  /// The text of a position, as [#read] gives it.
  public static String position(double latitude, double longitude) {
    return BigDecimal.valueOf(latitude).toPlainString()
        + ", "
        + BigDecimal.valueOf(longitude).toPlainString();
  }
}
