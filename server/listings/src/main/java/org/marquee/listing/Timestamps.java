package org.marquee.listing;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// Reads and writes the date-times of the interface (docs/api.md, "Timestamps" and "Date-times").
///
/// The grammar is `yyyy-mm-ddThh:mm[:ss[.f…]](Z|±hh:mm)` with an uppercase `T` and `Z`, a real
/// calendar date of the years 0000 to 9999, no leap second, no 24:00, offsets to 23:59. A reader of
/// our own: `java.time` takes more than that, offsets to 18:00 only, and several times as long.
public final class Timestamps {
  private static final int DATE_LENGTH = 10;
  private static final int SHORTEST_TIME = 16;
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
    int length = text.length();
    if (length != SHORTEST_TIME && length != SHORTEST_TIME + 3) {
      return Optional.empty();
    }
    return localTime(text, length == SHORTEST_TIME ? 0 : second(text));
  }

  /// A date of the grammar `yyyy-mm-dd`; empty where `text` is not one, or no day of the calendar.
  public static Optional<LocalDate> readDate(String text) {
    return text.length() == DATE_LENGTH ? date(text) : Optional.empty();
  }

  /// An instant and the offset that it was written with.
  ///
  /// @param offsetMinutes −1439 to 1439, east positive
  public record Written(Instant instant, int offsetMinutes) {}

  private static Optional<Written> read(String text, Finer finer) {
    int length = text.length();
    if (length < SHORTEST_TIME + 1) {
      return Optional.empty();
    }
    int at = SHORTEST_TIME;
    int second = 0;
    long micros = 0;
    if (text.charAt(at) == ':') {
      second = second(text);
      at += 3;
      if (second < 0 || at >= length) {
        return Optional.empty();
      }
      if (text.charAt(at) == '.') {
        int end = at + 1;
        boolean rest = false;
        while (end < length && isDigit(text.charAt(end))) {
          int place = end - at;
          if (place <= 6) {
            micros = micros * 10 + (text.charAt(end) - '0');
          } else {
            rest |= text.charAt(end) != '0';
          }
          end++;
        }
        int digits = end - at - 1;
        if (digits == 0) {
          return Optional.empty();
        }
        for (int place = digits; place < 6; place++) {
          micros *= 10;
        }
        if (rest && finer == Finer.ROUND_UP) {
          micros++;
        }
        at = end;
      }
    }
    int offset = offset(text, at);
    if (offset == NO_OFFSET) {
      return Optional.empty();
    }
    long fraction = micros;
    return localTime(text, second)
        .map(local ->
            new Written(
                Instant.ofEpochSecond(
                    local.toEpochSecond(ZoneOffset.UTC) - offset * 60L, fraction * 1000),
                offset));
  }

  private static Optional<LocalDateTime> localTime(String text, int second) {
    if (text.charAt(10) != 'T' || text.charAt(13) != ':') {
      return Optional.empty();
    }
    int hour = twoDigits(text, 11);
    int minute = twoDigits(text, 14);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0) {
      return Optional.empty();
    }
    return date(text).map(date -> date.atTime(hour, minute, second));
  }

  private static Optional<LocalDate> date(String text) {
    int century = twoDigits(text, 0);
    int year = twoDigits(text, 2);
    int month = twoDigits(text, 5);
    int day = twoDigits(text, 8);
    if (century < 0
        || year < 0
        || month < 0
        || day < 0
        || text.charAt(4) != '-'
        || text.charAt(7) != '-') {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.of(century * 100 + year, month, day));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// The seconds of `…:ss`, or −1.
  private static int second(String text) {
    if (text.length() < SHORTEST_TIME + 3 || text.charAt(SHORTEST_TIME) != ':') {
      return -1;
    }
    int second = twoDigits(text, SHORTEST_TIME + 1);
    return second > 59 ? -1 : second;
  }

  private static final int NO_OFFSET = Integer.MIN_VALUE;

  /// The offset in minutes that ends `text` from `at` on, or [#NO_OFFSET].
  private static int offset(String text, int at) {
    int left = text.length() - at;
    if (left == 1) {
      return text.charAt(at) == 'Z' ? 0 : NO_OFFSET;
    }
    if (left != 6 || text.charAt(at + 3) != ':') {
      return NO_OFFSET;
    }
    char sign = text.charAt(at);
    int hours = twoDigits(text, at + 1);
    int minutes = twoDigits(text, at + 4);
    if ((sign != '+' && sign != '-') || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) {
      return NO_OFFSET;
    }
    int offset = hours * 60 + minutes;
    return sign == '+' ? offset : -offset;
  }

  private static int twoDigits(String text, int at) {
    char tens = text.charAt(at);
    char ones = text.charAt(at + 1);
    return isDigit(tens) && isDigit(ones) ? (tens - '0') * 10 + ones - '0' : -1;
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
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
