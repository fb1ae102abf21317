package org.marquee.correction;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Visible;

/// What can be corrected: fields first, then what else a person may say of a record.
@SuppressWarnings("ImmutableEnumChecker") // limits have no state, and the kinds cannot be modified
public enum What {
  NAME("name", Limits.CINEMA_NAME, Kind.CINEMA),
  /// Both coordinates: half of one position and half of another would be a third place.
  POSITION(
      "position",
      new Limit<>("latitude and longitude in degrees, as 53.7997, -1.5492", What::position),
      Kind.CINEMA),
  ADDRESS("address", Limits.ADDRESS, Kind.CINEMA),
  LOCALITY("locality", Limits.LOCALITY, Kind.CINEMA),
  POSTCODE("postcode", Limits.POSTCODE, Kind.CINEMA),
  COUNTRY_CODE("countryCode", Limits.COUNTRY_CODE, Kind.CINEMA),
  TIME_ZONE("timeZone", Limits.TIME_ZONE, Kind.CINEMA),
  TITLE("title", Limits.TITLE, Kind.FILM),
  EXT_CATALOG_A_ID("extCatalogAId", Limits.EXT_CATALOG_A_ID, Kind.FILM),
  EXT_CATALOG_B_ID("extCatalogBId", Limits.EXT_CATALOG_B_ID, Kind.FILM),
  /// The record is not published.
  HIDE("hide", null, Kind.CINEMA, Kind.FILM, Kind.SHOWTIME),
  /// The film is none, and not published.
  NOT_A_FILM("not-a-film", null, Kind.FILM),
  /// Another record is the same.
  MERGE("merge", null, Kind.CINEMA, Kind.FILM),
  /// Other records differ from it.
  SPLIT("split", null, Kind.CINEMA, Kind.FILM);

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,3}(\\.\\d{1,20})?");
  private static final Pattern PAIR = Pattern.compile("(\\S+?)(?:,\\s*|\\s+)(\\S+)");

  private final String word;
  private final @Nullable Limit<String> limit;
  private final Set<Kind> kinds;

  /// @param limit of a value; null: it has none, and is no field
  What(String word, @Nullable Limit<String> limit, Kind... kinds) {
    this.word = word;
    this.limit = limit;
    this.kinds = Set.of(kinds);
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
    return limit != null;
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
    return kinds.contains(kind);
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
    Limit<String> allowed = Objects.requireNonNull(limit, word);
    String read = Visible.of(value).equals(value) ? allowed.of(new Value.Text(value)) : null;
    if (read == null) {
      throw new CorrectionRefused(
          "%s must be %s, not \"%s\"".formatted(word, allowed.words(), value));
    }
    return read;
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
