package org.marquee.detail;

import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Bounds;

/// The values that a detail may have. A value is what JSON has: a text, a
/// [org.marquee.json.JsonTree.Numeral], a boolean, a list, or a map with sorted names.
public sealed interface Form {
  /// Free text, in code points.
  record Text(Bounds length) implements Form {
    /// A line, as names and titles are.
    Text() {
      this(new Bounds(1, 240));
    }
  }

  /// A web address, http or https.
  record Address() implements Form {}

  /// A word of an open list: small letters, digits and hyphens.
  record Tag() implements Form {}

  /// One of some words. There may be more of them one day.
  record OneOf(List<String> choices) implements Form {}

  /// A language tag (BCP 47).
  record Language() implements Form {}

  /// Yes or no.
  record Flag() implements Form {}

  /// A whole number of minutes after the start of the showtime.
  record Minutes() implements Form {
    public static final Bounds BOUNDS = new Bounds(1, 1440);
  }

  /// A timestamp with an offset (RFC 3339). It is read and not kept: when a source says something
  /// is its observation.
  record Moment() implements Form {}

  /// A name of the IANA time-zone database.
  record Zone() implements Form {}

  /// A range of prices in one currency (ISO 4217), or that it costs nothing.
  record Price() implements Form {}

  /// A list, of one to twenty items.
  record Some(Form item) implements Form {}

  /// An object. Members that it does not have are passed over.
  record Group(List<Part> parts) implements Form {}

  /// A member of an object.
  record Part(String name, Form form, boolean isNeeded) {
    static Part of(String name, Form form) {
      return new Part(name, form, false);
    }

    static Part needed(String name, Form form) {
      return new Part(name, form, true);
    }
  }

  /// What became of a value.
  sealed interface Outcome {
    /// It is within its limits.
    ///
    /// @param value as it is stored
    record Fit(Object value) implements Outcome {}

    /// It is not.
    ///
    /// @param where the member within the value, as `.spoken`; empty for the value itself
    /// @param words what it must be, as it follows "must be"
    record Unfit(String where, String words) implements Outcome {}
  }

  /// Reads a value of a feed or of a correction.
  ///
  /// @param value null is refused
  default Outcome read(@Nullable Object value) {
    return Values.read(this, value);
  }

  /// Reads a value as a person types it: a text as it is, a list of texts with commas between them,
  /// anything else as JSON.
  default Outcome readText(String text) {
    return Values.read(this, TypedValue.of(this, text));
  }

  /// A value as [#readText] reads it.
  static String text(Object value) {
    return TypedValue.text(value);
  }

  /// A value with other texts.
  ///
  /// @param member the name of the value
  /// @param change the new text, by the member where it stands (`name.member`) and the text
  static Object mapTexts(String member, Object value, BinaryOperator<String> change) {
    return Values.mapTexts(member, value, change);
  }

  /// The value of a text that [#text] wrote.
  default @Nullable Object ofText(String text) {
    return readText(text) instanceof Outcome.Fit(Object value) ? value : null;
  }

  /// The names of the members that an object of this form has; empty if it is none.
  default List<String> members() {
    return switch (this) {
      case Group(List<Part> parts) -> parts.stream().map(Part::name).toList();
      case Price _ -> List.of("from", "to", "currency", "free");
      default -> List.of();
    };
  }

  /// The form of such a member; null where it is a price's own.
  default @Nullable Form member(String name) {
    return this instanceof Group(List<Part> parts)
        ? parts.stream()
            .filter(part -> part.name().equals(name))
            .map(Part::form)
            .findFirst()
            .orElse(null)
        : null;
  }

  /// What it must be, as it follows "must be".
  default String words() {
    return Values.words(this);
  }
}
