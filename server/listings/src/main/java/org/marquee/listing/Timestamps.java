package org.marquee.listing;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads and writes the date-times of the interface (docs/api.md, "Timestamps" and "Date-times").
///
/// The grammar is `yyyy-mm-ddThh:mm[:ss[.f…]](Z|±hh:mm)` with an uppercase `T` and `Z`, a real
/// calendar date of the years 0000 to 9999, no leap second, no 24:00, offsets to 23:59. A reader of
/// our own: `java.time` takes more than that, but offsets to 18:00 only.
public final class Timestamps {
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern DATE_TIME =
      Pattern.compile(
          DATE
              + "T\\d{2}:\\d{2}(?::(?<second>\\d{2})(?:\\.(?<fraction>\\d+))?)?"
              + "(?<offset>Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?");
  private static final int DAY_SECONDS = 86_400;

  /// `yyyy-mm-ddThh:mm:ss.ffffff+hh:mm`
  private static final int LONGEST = 32;

  private Timestamps() {}

  /// What to do with digits finer than a microsecond, which no stored instant has.
  private enum Finer {
    CUT,
    ROUND_UP
  }

  /// The instant that `text` gives, digits beyond microseconds cut; empty where `text` is not of
  /// the grammar.
  public static Optional<Written> read(String text) {
    return read(text, Finer.CUT);
  }

  /// A bound of a window: digits beyond microseconds round it up, so that a half-open window holds
  /// what it says.
  public static Optional<Instant> readBound(String text) {
    return read(text, Finer.ROUND_UP).map(Written::instant);
  }

  /// A local time of a feed, `yyyy-mm-ddThh:mm[:ss]` (docs/feeds.md, "Times"); empty where `text`
  /// is not of that grammar.
  public static Optional<LocalDateTime> readLocal(String text) {
    Matcher parts = DATE_TIME.matcher(text);
    return parts.matches() && parts.group("fraction") == null && parts.group("offset") == null
        ? local(text, parts)
        : Optional.empty();
  }

  /// A date of the grammar `yyyy-mm-dd`; empty where `text` is not one, or no day of the calendar.
  public static Optional<LocalDate> readDate(String text) {
    try {
      return DATE.matcher(text).matches()
          ? Optional.of(LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)))
          : Optional.empty();
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// An instant and the offset that it was written with.
  ///
  /// @param offsetMinutes −1439 to 1439, east positive
  public record Written(Instant instant, int offsetMinutes) {}

  private static Optional<Written> read(String text, Finer finer) {
    Matcher parts = DATE_TIME.matcher(text);
    if (!parts.matches() || parts.group("offset") == null) {
      return Optional.empty();
    }
    int offset = offset(parts.group("offset"));
    long nanos = 1000L * micros(parts.group("fraction"), finer);
    return local(text, parts)
        .map(local ->
            new Written(
                Instant.ofEpochSecond(local.toEpochSecond(ZoneOffset.UTC) - offset * 60L, nanos),
                offset));
  }

  private static int micros(@Nullable String fraction, Finer finer) {
    if (fraction == null) {
      return 0;
    }
    int micros = number(fraction + "00000", 0, 6);
    boolean rest = fraction.length() > 6 && !fraction.substring(6).matches("0*");
    return rest && finer == Finer.ROUND_UP ? micros + 1 : micros;
  }

  private static int offset(String offset) {
    if (offset.equals("Z")) {
      return 0;
    }
    int minutes = number(offset, 1, 3) * 60 + number(offset, 4, 6);
    return offset.startsWith("+") ? minutes : -minutes;
  }

  private static Optional<LocalDateTime> local(String text, Matcher parts) {
    String second = parts.group("second");
    try {
      return Optional.of(
          LocalDateTime.of(
              number(text, 0, 4),
              number(text, 5, 7),
              number(text, 8, 10),
              number(text, 11, 13),
              number(text, 14, 16),
              second == null ? 0 : Integer.parseInt(second)));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  /// An instant in UTC: seconds always, a fraction only where it is not zero.
  public static String write(Instant instant) {
    return write(instant, 0);
  }

  /// An instant as the wall clock at `offsetMinutes` east of Greenwich shows it; a zero offset is
  /// written `Z`.
  @SuppressWarnings("deprecation") // the one way from bytes to a string without looking at each
  public static String write(Instant instant, int offsetMinutes) {
    long seconds = instant.getEpochSecond() + offsetMinutes * 60L;
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(seconds, DAY_SECONDS));
    int second = Math.floorMod(seconds, DAY_SECONDS);
    byte[] text = new byte[LONGEST];
    int at = two(date.getYear() / 100, text, 0);
    at = two(date.getYear() % 100, text, at);
    at = two(date.getMonthValue(), text, sign('-', text, at));
    at = two(date.getDayOfMonth(), text, sign('-', text, at));
    at = two(second / 3600, text, sign('T', text, at));
    at = two(second / 60 % 60, text, sign(':', text, at));
    at = two(second % 60, text, sign(':', text, at));
    at = fraction(instant.getNano() / 1000, text, at);
    if (offsetMinutes == 0) {
      at = sign('Z', text, at);
    } else {
      int offset = Math.abs(offsetMinutes);
      at = two(offset / 60, text, sign(offsetMinutes < 0 ? '-' : '+', text, at));
      at = two(offset % 60, text, sign(':', text, at));
    }
    return new String(text, 0, 0, at);
  }

  private static int fraction(int micros, byte[] text, int from) {
    if (micros == 0) {
      return from;
    }
    int at = sign('.', text, from);
    int left = micros;
    for (int place = 100_000; left > 0; place /= 10) {
      at = sign((char) ('0' + left / place), text, at);
      left %= place;
    }
    return at;
  }

  private static int two(int number, byte[] text, int at) {
    text[at] = (byte) ('0' + number / 10);
    text[at + 1] = (byte) ('0' + number % 10);
    return at + 2;
  }

  private static int sign(char ascii, byte[] text, int at) {
    text[at] = (byte) ascii;
    return at + 1;
  }
}
