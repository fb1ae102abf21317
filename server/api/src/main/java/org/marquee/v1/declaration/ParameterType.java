package org.marquee.v1.declaration;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Parameter;
import org.marquee.listing.Bounds;
import org.marquee.listing.RecordId;
import org.marquee.listing.Timestamps;

/// What the value of a parameter may be (docs/api.md, "Requests"). A type reads values as they were
/// sent, and describes them.
///
/// @param <T> what a value is read as
public sealed interface ParameterType<T> {
  /// The id of a record.
  Text ID = new Text(RecordId.LENGTH);

  /// `true` or `false`.
  Form<Boolean> FLAG =
      new Form<>(
          new Schema.Flag(),
          "true or false",
          sent ->
              switch (sent.text()) {
                case "true" -> Optional.of(true);
                case "false" -> Optional.of(false);
                default -> Optional.empty();
              });

  /// A date and time with its offset. In it, `+` is the sign of the offset and not a space.
  Form<Instant> DATE_TIME =
      new Form<>(
          new Schema.DateTime(),
          "a date and time with offset, such as 2026-03-01T18:00:00Z or 2026-03-01T19:00+01:00",
          sent -> Timestamps.readBound(sent.textWithPlus()));

  /// A date of the calendar, `yyyy-mm-dd`.
  Form<LocalDate> CALENDAR_DATE =
      new Form<>(
          new Schema.CalendarDate(),
          "a date, such as 2026-03-01",
          sent -> Timestamps.readDate(sent.text()));

  /// Reads a value that is not empty.
  ///
  /// @return null where the value is not acceptable; `violations` then has the reason
  @Nullable T read(Parameter sent, Violations violations);

  /// What a value looks like.
  Schema<?> schema();

  /// A text of so many code points.
  record Text(Bounds length) implements ParameterType<String> {
    @Override
    public @Nullable String read(Parameter sent, Violations violations) {
      String text = sent.text();
      int length = text.codePointCount(0, text.length());
      if (length < length().least()) {
        violations.add(
            sent.name(), Reason.TOO_SHORT, "at least " + length().least() + " characters");
        return null;
      }
      if (length > length().most()) {
        violations.add(sent.name(), Reason.TOO_LONG, "at most " + length().most() + " characters");
        return null;
      }
      return text;
    }

    @Override
    public Schema<?> schema() {
      return new Schema.Text(length);
    }
  }

  /// A whole number in ASCII digits, without a sign.
  record Whole(Bounds range) implements ParameterType<Integer> {
    /// More than any bound, and few enough digits to go on counting.
    private static final int TOO_LARGE = 100_000_000;

    @Override
    public @Nullable Integer read(Parameter sent, Violations violations) {
      String text = sent.text();
      int number = 0;
      for (int at = 0; at < text.length(); at++) {
        char letter = text.charAt(at);
        if (letter < '0' || letter > '9') {
          violations.add(sent.name(), Reason.MALFORMED, "a whole number in digits");
          return null;
        }
        // However many digits follow, what is too large stays too large.
        number = Math.min(number * 10 + letter - '0', TOO_LARGE);
      }
      return isWithin(range, number, sent, violations) ? number : null;
    }

    @Override
    public Schema<?> schema() {
      return new Schema.Whole(range);
    }
  }

  /// A number as JSON writes it (RFC 8259, 6).
  record Decimal(Bounds range) implements ParameterType<Double> {
    private static final Pattern NUMBER =
        Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    @Override
    public @Nullable Double read(Parameter sent, Violations violations) {
      String text = sent.text();
      if (!NUMBER.matcher(text).matches()) {
        violations.add(sent.name(), Reason.MALFORMED, "a number, such as 51.5 or -0.12");
        return null;
      }
      // Adding zero makes one zero of the two, so that 0 and -0.0 are one filter to a cursor.
      double number = Double.parseDouble(text) + 0.0;
      return isWithin(range, number, sent, violations) ? number : null;
    }

    @Override
    public Schema<?> schema() {
      return new Schema.Decimal(range);
    }
  }

  private static boolean isWithin(
      Bounds range, double number, Parameter sent, Violations violations) {
    if (number < range.least()) {
      violations.add(sent.name(), Reason.TOO_SMALL, "at least " + range.least());
      return false;
    }
    if (number > range.most()) {
      violations.add(sent.name(), Reason.TOO_LARGE, "at most " + range.most());
      return false;
    }
    return true;
  }

  /// A value that is written in one form, or else malformed.
  ///
  /// @param expected the form, for the developer who sent another
  /// @param reader empty where the value has another form
  record Form<T>(
      Schema<?> schema, String expected, Function<Parameter, Optional<? extends T>> reader)
      implements ParameterType<T> {
    @Override
    public @Nullable T read(Parameter sent, Violations violations) {
      Optional<? extends T> value = reader.apply(sent);
      if (value.isEmpty()) {
        violations.add(sent.name(), Reason.MALFORMED, expected);
        return null;
      }
      return value.get();
    }
  }

  /// Values that are separated by single commas, in their order. One that is repeated counts once.
  ///
  /// @param name what the values are, for messages: `ids`
  /// @param most how many there may be
  record CommaSeparated<E>(String name, Element<E> element, int most)
      implements ParameterType<Set<E>> {
    /// One of the values.
    ///
    /// @param reader empty where there is no such value
    /// @param reason why that value is refused
    /// @param message for the developer
    public record Element<E>(
        Schema<String> schema,
        Function<String, Optional<? extends E>> reader,
        Reason reason,
        String message) {}

    /// Ids of records.
    ///
    /// @param most how many there may be
    public static CommaSeparated<String> ids(int most) {
      return new CommaSeparated<>(
          "ids",
          new Element<>(
              new Schema.Text(RecordId.LENGTH),
              id -> Optional.of(id).filter(RecordId.LENGTH::containsLengthOf),
              Reason.TOO_LONG,
              "each id at most " + RecordId.LENGTH.most() + " characters"),
          most);
    }

    @Override
    public @Nullable Set<E> read(Parameter sent, Violations violations) {
      Set<E> values = new LinkedHashSet<>();
      for (String text : sent.text().split(",", -1)) {
        if (text.isEmpty() || text.codePoints().anyMatch(Character::isWhitespace)) {
          violations.add(
              sent.name(), Reason.MALFORMED, name + " separated by single commas, without blanks");
          return null;
        }
        Optional<? extends E> value = element.reader().apply(text);
        if (value.isEmpty()) {
          violations.add(sent.name(), element.reason(), element.message());
          return null;
        }
        values.add(value.get());
      }
      if (values.size() > most) {
        violations.add(sent.name(), Reason.TOO_LONG, "at most " + most + " " + name);
        return null;
      }
      return Collections.unmodifiableSet(values);
    }

    @Override
    public Schema<?> schema() {
      return new Schema.CommaSeparated(element.schema());
    }
  }
}
