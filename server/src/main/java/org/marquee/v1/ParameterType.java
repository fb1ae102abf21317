package org.marquee.v1;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Parameter;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Bounds;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Timestamps;

/// What the value of a parameter may be (docs/api.md, "Requests"). A type reads values as they were
/// sent, and describes them.
///
/// @param <T> what a value is read as
public sealed interface ParameterType<T> {
  /// The id of a record.
  Text ID = new Text(RecordId.LENGTH);

  /// Reads a value that is not empty.
  ///
  /// @return null where the value is not acceptable; `violations` then says why
  @Nullable T read(Parameter sent, Violations violations);

  /// What a value looks like.
  Schema<?> schema();

  /// Why a value may be refused.
  Set<Reason> reasons();

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

    @Override
    public Set<Reason> reasons() {
      // What is shorter than one character is empty, which every parameter refuses.
      return length.least() > 1
          ? EnumSet.of(Reason.TOO_SHORT, Reason.TOO_LONG)
          : EnumSet.of(Reason.TOO_LONG);
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

    @Override
    public Set<Reason> reasons() {
      // What is below zero has a sign, which no whole number has.
      return range.least() > 0
          ? EnumSet.of(Reason.MALFORMED, Reason.TOO_SMALL, Reason.TOO_LARGE)
          : EnumSet.of(Reason.MALFORMED, Reason.TOO_LARGE);
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

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED, Reason.TOO_SMALL, Reason.TOO_LARGE);
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

  /// `true` or `false`.
  record Flag() implements ParameterType<Boolean> {
    @Override
    public @Nullable Boolean read(Parameter sent, Violations violations) {
      return switch (sent.text()) {
        case "true" -> true;
        case "false" -> false;
        default -> {
          violations.add(sent.name(), Reason.MALFORMED, "true or false");
          yield null;
        }
      };
    }

    @Override
    public Schema<?> schema() {
      return new Schema.Flag();
    }

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED);
    }
  }

  /// A date and time with its offset. In it, `+` is the sign of the offset and not a space.
  record DateTime() implements ParameterType<Instant> {
    @Override
    public @Nullable Instant read(Parameter sent, Violations violations) {
      Optional<Instant> instant = Timestamps.readBound(sent.textWithPlus());
      if (instant.isEmpty()) {
        violations.add(
            sent.name(),
            Reason.MALFORMED,
            "a date and time with offset, such as 2026-03-01T18:00:00Z or 2026-03-01T19:00+01:00");
        return null;
      }
      return instant.get();
    }

    @Override
    public Schema<?> schema() {
      return new Schema.DateTime();
    }

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED);
    }
  }

  /// A date of the calendar, `yyyy-mm-dd`.
  record CalendarDate() implements ParameterType<LocalDate> {
    @Override
    public @Nullable LocalDate read(Parameter sent, Violations violations) {
      Optional<LocalDate> date = Timestamps.readDate(sent.text());
      if (date.isEmpty()) {
        violations.add(sent.name(), Reason.MALFORMED, "a date, such as 2026-03-01");
        return null;
      }
      return date.get();
    }

    @Override
    public Schema<?> schema() {
      return new Schema.CalendarDate();
    }

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED);
    }
  }

  /// Ids of records, separated by single commas. An id that is repeated counts once.
  ///
  /// @param most how many there may be
  record Ids(int most) implements ParameterType<List<String>> {
    @Override
    public @Nullable List<String> read(Parameter sent, Violations violations) {
      Set<String> ids = new LinkedHashSet<>();
      for (String id : sent.text().split(",", -1)) {
        if (id.isEmpty() || id.codePoints().anyMatch(Character::isWhitespace)) {
          violations.add(
              sent.name(), Reason.MALFORMED, "ids separated by single commas, without blanks");
          return null;
        }
        if (!RecordId.LENGTH.containsLengthOf(id)) {
          violations.add(
              sent.name(),
              Reason.TOO_LONG,
              "each id at most " + RecordId.LENGTH.most() + " characters");
          return null;
        }
        ids.add(id);
      }
      if (ids.size() > most) {
        violations.add(sent.name(), Reason.TOO_LONG, "at most " + most + " ids");
        return null;
      }
      return List.copyOf(ids);
    }

    @Override
    public Schema<?> schema() {
      return new Schema.CommaSeparated(new Schema.Text(RecordId.LENGTH));
    }

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED, Reason.TOO_LONG);
    }
  }

  /// Ids of attributes, separated by single commas. An id that is repeated counts once.
  record AttributeIds() implements ParameterType<Attributes> {
    @Override
    public @Nullable Attributes read(Parameter sent, Violations violations) {
      Attributes attributes = Attributes.NONE;
      for (String id : sent.text().split(",", -1)) {
        Optional<Attribute> attribute = Attribute.find(id);
        if (attribute.isPresent()) {
          attributes = attributes.with(attribute.get());
        } else if (id.isEmpty() || id.codePoints().anyMatch(Character::isWhitespace)) {
          violations.add(
              sent.name(),
              Reason.MALFORMED,
              "attribute ids separated by single commas, without blanks");
          return null;
        } else {
          violations.add(
              sent.name(),
              Reason.UNKNOWN_VALUE,
              "no attribute has such an id; /v1/attributes lists them");
          return null;
        }
      }
      return attributes;
    }

    @Override
    public Schema<?> schema() {
      return new Schema.CommaSeparated(RecordTypes.ATTRIBUTE_ID);
    }

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED, Reason.UNKNOWN_VALUE);
    }
  }

  /// A cursor that an earlier page named.
  record PageCursor() implements ParameterType<Cursor> {
    @Override
    public @Nullable Cursor read(Parameter sent, Violations violations) {
      Optional<Cursor> cursor = Cursor.read(sent.text());
      if (cursor.isEmpty()) {
        violations.add(
            sent.name(),
            Reason.MALFORMED,
            "pass pagination.nextCursor of the page before, unchanged");
        return null;
      }
      return cursor.get();
    }

    @Override
    public Schema<?> schema() {
      return SharedTypes.CURSOR;
    }

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED);
    }
  }

  /// Kinds of records, separated by single commas. A kind that is repeated counts once.
  record Kinds() implements ParameterType<Set<Kind>> {
    private static final Map<String, Kind> BY_WORD =
        Arrays.stream(Kind.values()).collect(Collectors.toMap(Kind::word, kind -> kind));

    @Override
    public @Nullable Set<Kind> read(Parameter sent, Violations violations) {
      Set<Kind> kinds = EnumSet.noneOf(Kind.class);
      for (String word : sent.text().split(",", -1)) {
        Kind kind = BY_WORD.get(word);
        if (kind == null) {
          boolean malformed = word.isEmpty() || word.codePoints().anyMatch(Character::isWhitespace);
          violations.add(
              sent.name(),
              malformed ? Reason.MALFORMED : Reason.UNKNOWN_VALUE,
              malformed
                  ? "kinds separated by single commas, without blanks"
                  : "the kinds are showtime, film, cinema, chain and screen");
          return null;
        }
        kinds.add(kind);
      }
      return Collections.unmodifiableSet(kinds);
    }

    @Override
    public Schema<?> schema() {
      return new Schema.CommaSeparated(ChangeType.KIND);
    }

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED, Reason.UNKNOWN_VALUE);
    }
  }

  /// A cursor of the changes, or `now`.
  record Since() implements ParameterType<ChangeCursor> {
    @Override
    public @Nullable ChangeCursor read(Parameter sent, Violations violations) {
      Optional<ChangeCursor> cursor = ChangeCursor.read(sent.text());
      if (cursor.isEmpty()) {
        violations.add(
            sent.name(),
            Reason.MALFORMED,
            "pass pagination.nextCursor of the page before, unchanged, or now");
        return null;
      }
      return cursor.get();
    }

    @Override
    public Schema<?> schema() {
      return SharedTypes.CURSOR;
    }

    @Override
    public Set<Reason> reasons() {
      return EnumSet.of(Reason.MALFORMED);
    }
  }
}
