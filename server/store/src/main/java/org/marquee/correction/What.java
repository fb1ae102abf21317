package org.marquee.correction;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Form;
import org.marquee.detail.Form.Outcome.Fit;
import org.marquee.detail.Form.Outcome.Unfit;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Value;
import org.marquee.listing.Kind;
import org.marquee.notice.Visible;

/// What can be corrected: fields, details beside the record, and what else a person may say of it.
public final class What {
  public static final What NAME = field("name", Limits.CINEMA_NAME, Kind.CINEMA);

  /// Both coordinates: half of one position and half of another would be a third place.
  public static final What POSITION =
      field(
          "position",
          new Limit<>("latitude and longitude in degrees, as 53.7997, -1.5492", What::position),
          Kind.CINEMA);

  public static final What LOCALITY = field("locality", Limits.LOCALITY, Kind.CINEMA);
  public static final What POSTCODE = field("postcode", Limits.POSTCODE, Kind.CINEMA);
  public static final What TITLE = field("title", Limits.TITLE, Kind.FILM);

  /// A column and a detail.
  public static final What TIME_ZONE =
      new What("timeZone", Limits.TIME_ZONE, Detail.TIME_ZONE, Set.of(Kind.CINEMA));

  /// The record is not published.
  public static final What HIDE = verb("hide", Kind.CINEMA, Kind.FILM, Kind.SHOWTIME);

  /// The film is none, and not published.
  public static final What NOT_A_FILM = verb("not-a-film", Kind.FILM);

  /// Another record is the same.
  public static final What MERGE = verb("merge", Kind.CINEMA, Kind.FILM);

  /// Other records differ from it.
  public static final What SPLIT = verb("split", Kind.CINEMA, Kind.FILM);

  private static final List<What> ALL =
      Stream.concat(
              Stream.of(
                  NAME,
                  POSITION,
                  field("address", Limits.ADDRESS, Kind.CINEMA),
                  LOCALITY,
                  POSTCODE,
                  field("countryCode", Limits.COUNTRY_CODE, Kind.CINEMA),
                  TIME_ZONE,
                  TITLE,
                  field("extCatalogAId", Limits.EXT_CATALOG_A_ID, Kind.FILM),
                  field("extCatalogBId", Limits.EXT_CATALOG_B_ID, Kind.FILM),
                  HIDE,
                  NOT_A_FILM,
                  MERGE,
                  SPLIT),
              Stream.of(Detail.values())
                  .filter(each -> each != Detail.TIME_ZONE)
                  .map(each -> new What(each.member(), null, each, Set.of(each.kind()))))
          .toList();

  /// The fields of records that may be empty.
  private static final Set<String> EMPTY =
      Set.of("position", "address", "extCatalogAId", "extCatalogBId");

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,3}(\\.\\d{1,20})?");
  private static final Pattern PAIR = Pattern.compile("(\\S+?)(?:,\\s*|\\s+)(\\S+)");

  private final String word;
  private final @Nullable Limit<String> limit;
  private final @Nullable Detail detail;
  private final Set<Kind> kinds;

  /// @param limit of a value; null for a detail, and where it is no field
  /// @param detail null where it is none
  private What(
      String word, @Nullable Limit<String> limit, @Nullable Detail detail, Set<Kind> kinds) {
    this.word = word;
    this.limit = limit;
    this.detail = detail;
    this.kinds = kinds;
  }

  private static What field(String word, Limit<String> limit, Kind kind) {
    return new What(word, limit, null, Set.of(kind));
  }

  private static What verb(String word, Kind... kinds) {
    return new What(word, null, null, Set.of(kinds));
  }

  /// The field, as the interface and feeds call it, or the command that says this.
  public String word() {
    return word;
  }

  /// The detail that it is; null where it is none.
  public @Nullable Detail detail() {
    return detail;
  }

  /// What is called by a word, of records of a kind.
  public static Optional<What> find(Kind kind, String word) {
    return ALL.stream().filter(what -> what.isOf(kind) && what.word.equals(word)).findFirst();
  }

  /// What the command of this name says.
  public static What ofVerb(String word) {
    return verbs().stream().filter(what -> what.word.equals(word)).findFirst().orElseThrow();
  }

  /// All but fields: what has a command of its own.
  static List<What> verbs() {
    return ALL.stream().filter(what -> !what.isField()).toList();
  }

  /// The fields of a kind, with commas between them.
  static String fields(Kind kind) {
    return ALL.stream()
        .filter(what -> what.isField() && what.isOf(kind))
        .map(What::word)
        .collect(joining(", "));
  }

  /// Whether it is a field.
  public boolean isField() {
    return limit != null || detail != null;
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
      if (limit == null || EMPTY.contains(word)) {
        return null;
      }
      throw new CorrectionRefused(word + " must not be empty");
    }
    if (limit != null) {
      String read = Visible.of(value).equals(value) ? limit.of(new Value.Text(value)) : null;
      if (read == null) {
        throw refused("", limit.words(), value);
      }
      return read;
    }
    Form form = Objects.requireNonNull(detail, word).form();
    return switch (form.readText(value)) {
      case Fit(Object good) when Visible.areLines(value) && isVisible(good) -> Form.text(good);
      case Fit _ -> throw refused("", "text without control characters", value);
      case Unfit(String where, String words) -> throw refused(where, words, value);
    };
  }

  /// Escapes of JSON hide characters that the typed text does not have.
  private static boolean isVisible(Object good) {
    return good.equals(Form.mapTexts("", good, (_, text) -> Visible.areLines(text) ? text : ""));
  }

  private CorrectionRefused refused(String where, String words, String value) {
    return new CorrectionRefused(
        "%s%s must be %s, not \"%s\"".formatted(word, where, words, value));
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
