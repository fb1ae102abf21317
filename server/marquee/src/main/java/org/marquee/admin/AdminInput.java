package org.marquee.admin;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Parameter;
import org.marquee.json.JsonTree;
import org.marquee.listing.Bounds;
import org.marquee.listing.Timestamps;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;
import org.marquee.v1.declaration.Violations;

/// What a request says, in its query or its body, checked by a declaration: every fault is found. A
/// member that is null counts as left out, unless its declaration allows null.
final class AdminInput {
  private static final int LONGEST_SHOWN = 80;

  private final Map<String, Object> values = new HashMap<>();
  private final Violations violations;

  private AdminInput(Map<String, @Nullable Object> sent, RecordType type, Violations violations) {
    this.violations = violations;
    for (Member member : type.members()) {
      Object value = sent.get(member.name());
      boolean isNull = value == null && sent.containsKey(member.name());
      if (value != null) {
        read(member.name(), member.schema(), value)
            .ifPresent(read -> values.put(member.name(), read));
      } else if (member.required() && !(isNull && member.schema() instanceof Schema.OrNull)) {
        violations.add(member.name(), Reason.REQUIRED, "this operation needs it");
      }
      sent.remove(member.name());
    }
    String known = type.members().stream().map(Member::name).collect(joining(", "));
    for (String name : sent.keySet()) {
      violations.add(
          name.substring(0, Math.min(LONGEST_SHOWN, name.length())),
          Reason.UNKNOWN,
          known.isEmpty() ? "this operation takes nothing here" : "this operation takes " + known);
    }
  }

  /// Reads a query.
  static AdminInput of(List<Parameter> query, RecordType type, Violations violations) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    for (Parameter each : query) {
      if (sent.put(each.name(), each.textWithPlus()) != null) {
        violations.add(each.name(), Reason.REPEATED, each.name() + " may be given only once");
      }
    }
    return new AdminInput(sent, type, violations);
  }

  /// Reads a body; an empty one is an object without members.
  static AdminInput of(byte[] body, RecordType type, Violations violations) {
    Map<String, @Nullable Object> sent = new LinkedHashMap<>();
    try {
      Map<String, @Nullable Object> object =
          body.length == 0 ? sent : JsonTree.object(JsonTree.read(body));
      if (object != null) {
        return new AdminInput(object, type, violations);
      }
    } catch (JsonTree.Malformed _) {
      // It is said below.
    }
    violations.add("body", Reason.MALFORMED, "one JSON object in UTF-8, with each name once");
    return new AdminInput(sent, new RecordType("", ""), violations);
  }

  private Optional<?> read(String name, Schema<?> schema, Object value) {
    return switch (schema) {
      case Schema.OrNull<?>(var inner) -> read(name, inner, value);
      case Schema.Whole(Bounds range) -> number(name, value, range.least(), range.most());
      case Schema.Count() -> number(name, value, 1, Long.MAX_VALUE);
      case Schema.Flag() ->
          value instanceof Boolean
              ? Optional.of(value)
              : refused(name, Reason.MALFORMED, "true or false");
      case Schema.OneOf(var words) ->
          words.contains(value)
              ? Optional.of(value)
              : refused(name, Reason.UNKNOWN_VALUE, "one of " + String.join(", ", words));
      case Schema.Text(Bounds length) ->
          value instanceof String text && length.containsLengthOf(text)
              ? Optional.of(text)
              : refused(name, Reason.MALFORMED, "a text of 1 to " + length.most() + " characters");
      case Schema.DateTime() -> {
        Optional<Instant> time =
            value instanceof String text ? Timestamps.readBound(text) : Optional.empty();
        yield time.isPresent()
            ? time
            : refused(
                name,
                Reason.MALFORMED,
                "a date and time with offset, such as 2026-03-01T18:00:00Z");
      }
      default -> throw new IllegalArgumentException("not in a request: " + schema);
    };
  }

  private Optional<?> number(String name, Object value, long least, long most) {
    if (!(value instanceof JsonTree.Numeral numeral) || !numeral.isWhole()) {
      return refused(name, Reason.MALFORMED, "a whole number");
    }
    try {
      long number = Long.parseLong(numeral.digits());
      if (number < least) {
        return refused(name, Reason.TOO_SMALL, "at least " + least);
      }
      if (number <= most) {
        return Optional.of(number);
      }
    } catch (NumberFormatException _) {
      // It has more digits than any number that is allowed.
    }
    return refused(name, Reason.TOO_LARGE, "at most " + most);
  }

  private Optional<?> refused(String name, Reason reason, String message) {
    violations.add(name, reason, message);
    return Optional.empty();
  }

  @Nullable String text(String name) {
    return (String) values.get(name);
  }

  @Nullable Boolean flag(String name) {
    return (Boolean) values.get(name);
  }

  @Nullable Long number(String name) {
    return (Long) values.get(name);
  }

  @Nullable Instant time(String name) {
    return (Instant) values.get(name);
  }
}
