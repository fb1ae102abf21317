package org.marquee.v1;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Parameter;
import org.marquee.listing.Timestamps;

/// The parameters of one request, read with all their faults collected, so that they are reported
/// at once (contract, "Requests").
final class Parameters {
  /// More are not told: a request of eight kilobytes would be answered with hundreds.
  private static final int MOST_VIOLATIONS = 100;

  /// More than any bound, and few enough digits to go on counting.
  private static final int TOO_LARGE = 100_000_000;

  /// The grammar of a JSON number (RFC 8259, 6).
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  /// As first given, with a usable value or without.
  private final Map<String, Parameter> given = new HashMap<>();

  /// Of these, known ones that were given again.
  private final Set<String> repeated = new HashSet<>();

  private final List<Violation> violations = new ArrayList<>();

  /// @param known the names that the operation has
  Parameters(List<Parameter> query, Set<String> known) {
    for (Parameter parameter : query) {
      String name = parameter.name();
      boolean first = given.putIfAbsent(name, parameter) == null;
      if (!known.contains(name)) {
        if (first) {
          refuse(shown(name), Reason.UNKNOWN, "this operation has no such parameter");
        }
      } else if (first) {
        if (parameter.raw().isEmpty()) {
          refuse(name, Reason.EMPTY, "give it a value, or leave it out");
        }
      } else if (repeated.add(name)) {
        refuse(name, Reason.REPEATED, "give it once");
      }
    }
  }

  /// An unknown name comes from the caller and may be of any length.
  private static String shown(String name) {
    return name.length() <= 80 ? name : name.substring(0, name.offsetByCodePoints(0, 40)) + "…";
  }

  void refuse(String parameter, Reason reason, String message) {
    if (violations.size() < MOST_VIOLATIONS) {
      violations.add(new Violation(parameter, reason, message));
    }
  }

  /// Whether no fault was found so far.
  boolean areSound() {
    return violations.isEmpty();
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  /// Whether the caller gave the parameter at all, be its value good or not.
  boolean isGiven(String name) {
    return given.containsKey(name);
  }

  /// What was given once, with a value.
  private @Nullable Parameter usable(String name) {
    Parameter parameter = given.get(name);
    return parameter == null || parameter.raw().isEmpty() || repeated.contains(name)
        ? null
        : parameter;
  }

  /// The value as text, or null where there is none that can be used.
  @Nullable String text(String name) {
    Parameter parameter = usable(name);
    return parameter == null ? null : parameter.text();
  }

  /// A text of `least` to `most` code points.
  @Nullable String text(String name, int least, int most) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    int length = text.codePointCount(0, text.length());
    if (length < least) {
      refuse(name, Reason.TOO_SHORT, "at least " + least + " characters");
      return null;
    }
    if (length > most) {
      refuse(name, Reason.TOO_LONG, "at most " + most + " characters");
      return null;
    }
    return text;
  }

  /// Notes that a parameter must be given.
  void require(String name) {
    if (!isGiven(name)) {
      refuse(name, Reason.REQUIRED, "this operation needs it");
    }
  }

  /// A whole number in digits, within bounds, or `otherwise` where it is not given.
  int whole(String name, int least, int most, int otherwise) {
    String text = text(name);
    if (text == null) {
      return otherwise;
    }
    int number = 0;
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (letter < '0' || letter > '9') {
        refuse(name, Reason.MALFORMED, "a whole number in digits");
        return otherwise;
      }
      // However many digits there are, what is too large stays so.
      number = Math.min(number * 10 + letter - '0', TOO_LARGE);
    }
    return within(name, number, least, most) ? number : otherwise;
  }

  /// A number within bounds, both of which belong to it; null where it is not given.
  @Nullable Double number(String name, int least, int most) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    if (!NUMBER.matcher(text).matches()) {
      refuse(name, Reason.MALFORMED, "a number, such as 51.5 or -0.12");
      return null;
    }
    // Adding zero makes one zero of the two, so that 0 and -0.0 are one filter to a cursor.
    double number = Double.parseDouble(text) + 0.0;
    return within(name, number, least, most) ? (Double) number : null;
  }

  private boolean within(String name, double number, int least, int most) {
    if (number < least) {
      refuse(name, Reason.TOO_SMALL, "at least " + least);
      return false;
    }
    if (number > most) {
      refuse(name, Reason.TOO_LARGE, "at most " + most);
      return false;
    }
    return true;
  }

  /// A date-time, in which `+` is the sign of an offset.
  Optional<Instant> dateTime(String name) {
    Parameter parameter = usable(name);
    if (parameter == null) {
      return Optional.empty();
    }
    Optional<Instant> bound = Timestamps.readBound(parameter.textWithPlus());
    if (bound.isEmpty()) {
      refuse(
          name,
          Reason.MALFORMED,
          "a date and time with offset, such as 2026-03-01T18:00:00Z or 2026-03-01T19:00+01:00");
    }
    return bound;
  }
}
