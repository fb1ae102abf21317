package org.marquee.feed.schemaorg;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.member.Limit;
import org.marquee.feed.member.Limits;
import org.marquee.feed.member.Value;
import org.marquee.listing.Film;

/// How films and cinemas are described in schema.org, and what our limits make of it.
final class Facts {
  /// `PT1H54M`, also without the `P`, and a number of minutes.
  private static final Pattern DURATION =
      Pattern.compile(
          "(?i)P?(?:0+Y)?(?:0+M)?(?:([0-9]{1,3})D)?"
              + "T?(?:([0-9]{1,4})H)?(?:([0-9]{1,5})M(?:in)?)?(?:([0-9]{1,6})(?:\\.[0-9]+)?S)?");

  private static final Pattern MINUTES =
      Pattern.compile("(?i)([0-9]{1,4}) ?(m|min|mins|minutes)?\\.?");

  static final Limit<Integer> RUNNING_TIME =
      new Limit<>(
          "a duration of ISO 8601 of 1 to %d minutes, as PT1H54M"
              .formatted(Film.DURATION_MINUTES.most()),
          value -> value instanceof Value.Text(String text) ? minutes(text.strip()) : null);

  /// A date, or the date of a timestamp; a year alone is none.
  static final Limit<LocalDate> DATE =
      new Limit<>(
          "a date, as 2026-11-21",
          value ->
              value instanceof Value.Text(String text)
                  ? Limits.DATE.ofText(
                      text.length() > 10 && (text.charAt(10) | ' ') == 't'
                          ? text.substring(0, 10)
                          : text)
                  : null);

  /// What degrees may have of characters, and of digits behind the point.
  private static final int DEGREES_LENGTH = 40;

  static final Limit<Double> LATITUDE = degrees(Limits.LATITUDE);
  static final Limit<Double> LONGITUDE = degrees(Limits.LONGITUDE);

  private static final Pattern YEAR = Pattern.compile("((?:18|19|20)[0-9]{2})(?:-.*)?");

  /// The address of a film in each catalogue of films (docs/api.md, "Film").
  static final Pattern CATALOG_A =
      Pattern.compile("(?i)https?://(?:www\\.)?themoviedb\\.org/movie/([1-9][0-9]*)(?:[-/?#].*)?");

  static final Pattern CATALOG_B =
      Pattern.compile("(?i)https?://(?:www\\.|m\\.)?imdb\\.com/title/(tt[0-9]{7,10})(?:[/?#].*)?");

  private Facts() {}

  private static @Nullable Integer minutes(String text) {
    Matcher plain = MINUTES.matcher(text);
    if (plain.matches()) {
      return within(Duration.ofMinutes(number(plain, 1)));
    }
    Matcher written = DURATION.matcher(text);
    if (!written.matches()) {
      return null;
    }
    return within(
        Duration.ofDays(number(written, 1))
            .plusHours(number(written, 2))
            .plusMinutes(number(written, 3))
            .plusSeconds(number(written, 4)));
  }

  /// Nothing lasts no time: a zero means unknown.
  private static @Nullable Integer within(Duration duration) {
    long minutes = (duration.toSeconds() + 30) / 60;
    return minutes < 1 || minutes > Film.DURATION_MINUTES.most() ? null : (int) minutes;
  }

  private static long number(Matcher written, int group) {
    @Nullable String digits = written.group(group);
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /// Degrees as a number or, as many pages have them, as a string.
  private static Limit<Double> degrees(Limit<Double> limit) {
    return new Limit<>(
        limit.words(),
        value -> {
          if (!(value instanceof Value.Text(String text)) || text.length() > DEGREES_LENGTH) {
            return null;
          }
          try {
            BigDecimal number = new BigDecimal(text.strip());
            // Written out, a number such as 1e999999999 would fill the memory.
            return Math.abs((long) number.scale()) > DEGREES_LENGTH
                ? null
                : limit.of(new Value.Numeral(number.toPlainString(), false));
          } catch (NumberFormatException _) {
            return null;
          }
        });
  }

  static @Nullable String year(Thing work) {
    return work.texts("datePublished", "dateCreated", "copyrightYear").stream()
        .flatMap(date -> found(YEAR, date))
        .findFirst()
        .orElse(null);
  }

  /// The numbers of the film in a catalogue, by the addresses that it has there.
  static Stream<String> idsInAddresses(Thing work, Pattern address) {
    return Stream.of("sameAs", "@id", "url", "identifier")
        .flatMap(property -> work.texts(property).stream())
        .flatMap(text -> found(address, text));
  }

  private static Stream<String> found(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.matches() ? Stream.of(found.group(1)) : Stream.empty();
  }
}
