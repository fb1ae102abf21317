package org.marquee.feed.member;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.feed.StandIn;
import org.marquee.feed.time.LocalTimes;
import org.marquee.listing.Bounds;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmFact;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Timestamps;
import org.marquee.listing.Uri;

/// The limits of the interface (docs/api.md, "Records"), one constant for each kind of member.
/// Lengths count code points.
public final class Limits {
  /// Text of any length, for what is only part of something longer.
  public static final Limit<String> TEXT =
      text("a string that is not empty", text -> !text.isEmpty());

  public static final Limit<String> EXTERNAL_ID = text(Provenance.EXTERNAL_ID_LENGTH);

  /// An external id that a feed may write as a number.
  public static final Limit<String> EXTERNAL_KEY =
      new Limit<>(
          "a string of 1 to 240 characters, or an integer",
          value ->
              value instanceof Value.Numeral(String digits, boolean whole) && whole
                  ? Provenance.EXTERNAL_ID_LENGTH.containsLengthOf(digits) ? digits : null
                  : EXTERNAL_ID.of(value));

  public static final Limit<String> CHAIN_NAME = text(Chain.NAME_LENGTH);
  public static final Limit<String> CINEMA_NAME = text(Cinema.NAME_LENGTH);
  public static final Limit<String> SCREEN_NAME = text(Screen.NAME_LENGTH);
  public static final Limit<String> TITLE = text(Film.TITLE_LENGTH);
  public static final Limit<String> CERTIFICATION = text(Film.CERTIFICATION_LENGTH);
  public static final Limit<String> LOCALITY = text(Location.LOCALITY_LENGTH);
  public static final Limit<String> POSTCODE = text(Location.POSTCODE_LENGTH);

  /// What stands in for a postcode that nobody knows.
  public static final Limit<String> MISSING_POSTCODE =
      text(
          "a text of 2 to 16 characters that is not blank",
          text ->
              POSTCODE.of(new Value.Text(text)) != null
                  && !text.isBlank()
                  && text.codePoints().noneMatch(Character::isISOControl));

  public static final Limit<String> ADDRESS = text(Location.ADDRESS_LENGTH);

  private static final Pattern WEB = Pattern.compile("(?i)https?://[^/?#]");

  /// An address that a page may link to. Another scheme could be a script.
  public static final Limit<String> URI =
      text(
          "an http or https address (RFC 3986) of up to "
              + ListedRecord.URI_LENGTH.most()
              + " characters",
          text ->
              ListedRecord.URI_LENGTH.contains(text.length())
                  && Uri.isUri(text)
                  && WEB.matcher(text).lookingAt());

  private static final Set<String> COUNTRIES =
      Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2);

  public static final Limit<String> COUNTRY_CODE =
      text("a country code of ISO 3166-1 in two upper-case letters", COUNTRIES::contains);

  private static final Set<String> TIME_ZONES = ZoneId.getAvailableZoneIds();

  public static final Limit<String> TIME_ZONE =
      text("a name of the IANA time-zone database", TIME_ZONES::contains);

  public static final Limit<Integer> DURATION_MINUTES = whole(Film.DURATION_MINUTES);

  public static final Limit<Double> LATITUDE = degrees(Location.LATITUDE);
  public static final Limit<Double> LONGITUDE = degrees(Location.LONGITUDE);

  /// Years that stay within four digits whatever offset they are written with.
  private static final int FIRST_YEAR = 1;

  private static final int LAST_YEAR = 9998;
  private static final long FIRST_SECOND = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long END_SECOND = Instant.parse("9999-01-01T00:00:00Z").getEpochSecond();

  public static final Limit<Instant> TIMESTAMP =
      new Limit<>(
          "a date and time with its offset, as 2026-11-21T19:30:00Z, of the years 0001 to 9998",
          value -> exact(value).map(FeedStart.Exact::instant).orElse(null));

  public static final Limit<LocalDate> DATE =
      new Limit<>(
          "a date, as 2026-11-21",
          value ->
              written(value)
                  .flatMap(Timestamps::readDate)
                  .filter(date -> date.getYear() >= FIRST_YEAR)
                  .orElse(null));

  /// A date of a feed that writes the zero of its system where it has none, or a date with a time.
  public static final Limit<LocalDate> RELEASE_DATE =
      new Limit<>(
          "a date, as 2026-11-21, from 1902 on",
          value ->
              written(value)
                  .flatMap(text -> LocalTimes.date(text.split("[T ]", 2)[0]))
                  .filter(date -> !LocalTimes.isEmpty(date))
                  .orElse(null));

  /// A list of values.
  public static final Limit<List<Value>> LIST =
      new Limit<>("a list", value -> value instanceof Value.Items(List<Value> list) ? list : null);

  public static final Limit<FeedStart> START =
      new Limit<>(
          "a date and time, as 2026-11-21T19:30:00Z, or without offset as 2026-11-21T19:30, of the"
              + " years 0001 to 9998",
          value -> {
            Optional<FeedStart.Exact> exact = exact(value);
            return exact.isPresent() ? exact.get() : local(value).orElse(null);
          });

  /// An instant in milliseconds since 1970, as some systems count.
  public static final Limit<Instant> EPOCH_MILLISECONDS =
      new Limit<>(
          "an instant in milliseconds since 1970, of the years 0001 to 9998",
          value ->
              whole(value).map(Instant::ofEpochMilli).filter(Limits::isWithinYears).orElse(null));

  /// A running time in milliseconds, rounded to minutes.
  public static final Limit<Integer> DURATION_MILLISECONDS =
      new Limit<>(
          "a running time of up to %d minutes in milliseconds"
              .formatted(Film.DURATION_MINUTES.most()),
          value ->
              whole(value)
                  .filter(length -> length >= 0 && length <= Film.DURATION_MINUTES.most() * 60_000L)
                  .map(length -> Math.toIntExact((length + 30_000) / 60_000))
                  .orElse(null));

  public static final Limit<Boolean> FLAG =
      new Limit<>("true or false", value -> value instanceof Value.Flag(boolean set) ? set : null);

  public static final Limit<String> EXT_CATALOG_A_ID = ofText(FilmFact.EXT_CATALOG_A_ID);
  public static final Limit<String> EXT_CATALOG_B_ID = ofText(FilmFact.EXT_CATALOG_B_ID);

  private Limits() {}

  /// The limit of a fact.
  public static Limit<?> of(FilmFact fact) {
    return switch (fact.form()) {
      case FilmFact.Form.Whole(Bounds bounds) -> whole(bounds);
      case FilmFact.Form.Day() -> DATE;
      case FilmFact.Form.Words _, FilmFact.Form.Address _, FilmFact.Form.Code _ -> ofText(fact);
    };
  }

  /// The limit of a fact that is text.
  public static Limit<String> ofText(FilmFact fact) {
    return switch (fact.form()) {
      case FilmFact.Form.Words(Bounds length) -> text(length);
      case FilmFact.Form.Address() -> URI;
      case FilmFact.Form.Code(Pattern pattern, String words) ->
          text(words, pattern.asMatchPredicate());
      case FilmFact.Form.Whole _, FilmFact.Form.Day _ ->
          throw new IllegalArgumentException(fact.name());
    };
  }

  /// What is wrong with the `text` of an operator for places that lack a field, as it follows its
  /// name; null where nothing is.
  public static @Nullable String faultOf(StandIn field, String text) {
    Limit<String> limit =
        switch (field) {
          case COUNTRY -> COUNTRY_CODE;
          case LOCALITY -> LOCALITY;
          case POSTCODE -> MISSING_POSTCODE;
        };
    return text.isBlank() || limit.ofText(text) == null ? "must be " + limit.words() : null;
  }

  /// A string of `least` to `most` code points, without NUL, which PostgreSQL cannot store, and
  /// without lone surrogates, which UTF-8 cannot write.
  static Limit<String> text(Bounds length) {
    return text(
        "a string of " + length.least() + " to " + length.most() + " characters",
        length::containsLengthOf);
  }

  private static Limit<String> text(String words, Predicate<String> test) {
    return new Limit<>(
        words,
        value ->
            value instanceof Value.Text(String text) && isStorable(text) && test.test(text)
                ? text
                : null);
  }

  private static boolean isStorable(String text) {
    return text.codePoints()
        .noneMatch(letter -> letter == 0 || Character.getType(letter) == Character.SURROGATE);
  }

  private static Optional<Long> whole(Value value) {
    // 18 digits and a sign always fit.
    if (value instanceof Value.Numeral(String digits, boolean whole)
        && whole
        && digits.length() <= 19) {
      try {
        return Optional.of(Long.valueOf(digits));
      } catch (NumberFormatException _) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Limit<Integer> whole(Bounds bounds) {
    return new Limit<>(
        "an integer from %d to %d".formatted(bounds.least(), bounds.most()),
        value -> whole(value).filter(bounds::contains).map(Long::intValue).orElse(null));
  }

  private static Limit<Double> degrees(Bounds bounds) {
    return new Limit<>(
        "a number from " + bounds.least() + " to " + bounds.most(),
        value -> {
          if (!(value instanceof Value.Numeral(String digits, _))) {
            return null;
          }
          // Adding zero makes one zero of the two.
          double degrees = Double.parseDouble(digits) + 0.0;
          return bounds.contains(degrees) ? degrees : null;
        });
  }

  private static Optional<FeedStart.Exact> exact(Value value) {
    return written(value)
        .flatMap(Timestamps::read)
        .filter(it -> isWithinYears(it.instant()))
        .map(it -> new FeedStart.Exact(it.instant(), it.offsetMinutes()));
  }

  private static Optional<FeedStart.Local> local(Value value) {
    return written(value)
        .flatMap(Timestamps::readLocal)
        .filter(Limits::isWithinYears)
        .map(FeedStart.Local::new);
  }

  private static Optional<String> written(Value value) {
    return value instanceof Value.Text(String text) ? Optional.of(text) : Optional.empty();
  }

  private static boolean isWithinYears(Instant instant) {
    long second = instant.getEpochSecond();
    return second >= FIRST_SECOND && second < END_SECOND;
  }

  /// Whether a local time is within the years in every zone: none is a day away from UTC.
  private static boolean isWithinYears(LocalDateTime local) {
    return local.minusDays(1).getYear() >= FIRST_YEAR && local.plusDays(1).getYear() <= LAST_YEAR;
  }
}
