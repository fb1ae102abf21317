package org.marquee.correction;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.Limit;
import org.marquee.feed.Limits;
import org.marquee.feed.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Visible;

/// What can be corrected: fields first, then what else a person may say of a record.
public enum What {
  NAME("name"),
  /// Both coordinates: half of one position and half of another would be a third place.
  POSITION("position"),
  ADDRESS("address"),
  LOCALITY("locality"),
  POSTCODE("postcode"),
  COUNTRY_CODE("countryCode"),
  TIME_ZONE("timeZone"),
  TITLE("title"),
  EXT_CATALOG_A_ID("extCatalogAId"),
  EXT_CATALOG_B_ID("extCatalogBId"),
  /// The record is not published.
  HIDE("hide"),
  /// The film is none, and not published.
  NOT_A_FILM("not-a-film"),
  /// Another record is the same.
  MERGE("merge"),
  /// Other records differ from it.
  SPLIT("split");

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,3}(\\.\\d{1,20})?");
  private static final Pattern PAIR = Pattern.compile("(\\S+?)(?:,\\s*|\\s+)(\\S+)");
  private static final Limit<String> POSITIONS =
      new Limit<>("latitude and longitude in degrees, as 53.7997, -1.5492", What::position);

  private final String word;

  What(String word) {
    this.word = word;
  }

  /// The field, as the interface and feeds call it, or the command that says this.
  public String word() {
    return word;
  }

  /// What is called by a word.
  public static Optional<What> find(String word) {
    return Arrays.stream(values()).filter(what -> what.word.equals(word)).findFirst();
  }

  /// The fields of a kind, with commas between them.
  static String fields(Kind kind) {
    return Arrays.stream(values())
        .filter(what -> what.isField() && what.isOf(kind))
        .map(What::word)
        .collect(joining(", "));
  }

  /// Whether it is a field.
  public boolean isField() {
    return compareTo(HIDE) < 0;
  }

  /// Whether it keeps a record from being published.
  public boolean isHiding() {
    return this == HIDE || this == NOT_A_FILM;
  }

  /// Whether it is about source records, and which of them are one.
  public boolean isLinking() {
    return this == MERGE || this == SPLIT;
  }

  /// Whether it can be said of records of a kind.
  boolean isOf(Kind kind) {
    return switch (this) {
      case NAME, POSITION, ADDRESS, LOCALITY, POSTCODE, COUNTRY_CODE, TIME_ZONE ->
          kind == Kind.CINEMA;
      case TITLE, EXT_CATALOG_A_ID, EXT_CATALOG_B_ID, NOT_A_FILM -> kind == Kind.FILM;
      case MERGE, SPLIT -> kind == Kind.CINEMA || kind == Kind.FILM;
      case HIDE -> kind == Kind.CINEMA || kind == Kind.FILM || kind == Kind.SHOWTIME;
    };
  }

  /// Reads a value of a field.
  ///
  /// @return null for an empty one: nothing is published
  /// @throws CorrectionRefused if it is outside the limits of the field
  @Nullable String read(String text) {
    String value = text.strip();
    if (value.isEmpty()) {
      return switch (this) {
        case POSITION, ADDRESS, EXT_CATALOG_A_ID, EXT_CATALOG_B_ID -> null;
        default -> throw new CorrectionRefused(word + " must not be empty");
      };
    }
    String read = Visible.of(value).equals(value) ? limit().of(new Value.Text(value)) : null;
    if (read == null) {
      throw new CorrectionRefused(
          "%s must be %s, not \"%s\"".formatted(word, limit().words(), value));
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
      case HIDE, NOT_A_FILM, MERGE, SPLIT -> throw new IllegalStateException(word);
    };
  }

  private static @Nullable String position(Value value) {
    Matcher pair = PAIR.matcher(value.shown());
    if (!pair.matches()) {
      return null;
    }
    String latitude = degrees(pair.group(1), Limits.LATITUDE);
    String longitude = degrees(pair.group(2), Limits.LONGITUDE);
    return latitude == null || longitude == null ? null : latitude + ", " + longitude;
  }

  private static @Nullable String degrees(String text, Limit<Double> limit) {
    Double degrees =
        NUMBER.matcher(text).matches() ? limit.of(new Value.Numeral(text, false)) : null;
    return degrees == null ? null : BigDecimal.valueOf(degrees).toPlainString();
  }
}
