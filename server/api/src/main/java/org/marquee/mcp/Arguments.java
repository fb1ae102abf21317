package org.marquee.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Parameter;
import org.marquee.json.JsonTree.Numeral;
import org.marquee.v1.declaration.Violation;

/// The arguments of a call, as texts. Models write numbers as strings and lists as one string: both
/// are taken. An argument that is null or an empty list is not given.
final class Arguments {
  /// Further faults are not listed.
  private static final int MOST_FAULTS = 20;

  /// An unknown name comes from the caller and may be of any length.
  private static final int LONGEST_NAME = 80;

  private final Map<String, String> given = new LinkedHashMap<>();
  private final List<String> faults = new ArrayList<>();

  /// The arguments at fault.
  private final Set<String> faulty = new HashSet<>();

  /// @param names the arguments that the tool takes
  /// @param lists those of them that may be arrays
  Arguments(Map<String, @Nullable Object> sent, Set<String> names, Set<String> lists) {
    sent.forEach((name, value) -> {
      if (!names.contains(name)) {
        refuse(shown(name), "unknown", "this tool takes " + String.join(", ", names));
      } else if (value instanceof List<?> items && lists.contains(name)) {
        list(name, items);
      } else if (value != null) {
        one(name, value);
      }
    });
  }

  private static String shown(String name) {
    return name.codePointCount(0, name.length()) <= LONGEST_NAME
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "…";
  }

  private void list(String name, List<?> items) {
    List<String> texts = new ArrayList<>();
    for (Object item : items) {
      String text = text(item);
      if (text == null || text.indexOf(',') >= 0) {
        refuse(name, "malformed", "each item is a string without commas");
        return;
      }
      texts.add(text);
    }
    if (!texts.isEmpty()) {
      put(name, String.join(",", texts));
    }
  }

  private void one(String name, Object value) {
    String text = text(value);
    if (text == null) {
      refuse(name, "malformed", "give it one value of the type in the schema");
    } else {
      put(name, text);
    }
  }

  private void put(String name, String text) {
    if (text.indexOf('\0') >= 0) {
      refuse(name, "malformed", "NUL is no character of it");
    } else {
      given.put(name, text);
    }
  }

  /// A string, or a number as it is written, without a fraction of zeros: `5.0` is the integer 5.
  private static @Nullable String text(@Nullable Object value) {
    return switch (value) {
      case String text -> text;
      case Numeral(String digits) -> digits.replaceFirst("^(-?[0-9]+)\\.0+$", "$1");
      case null, default -> null;
    };
  }

  /// Puts another value in the place of the one given.
  void replace(String name, String text) {
    given.put(name, text);
  }

  /// An argument; null where it is not given.
  @Nullable String get(String name) {
    return given.get(name);
  }

  /// A limit: a whole number from 1 on.
  ///
  /// @param usual where it is not given, or is no number
  int limit(String name, int most, int usual) {
    String text = given.get(name);
    if (text == null) {
      return usual;
    }
    if (!text.matches("[0-9]{1,6}")) {
      refuse(name, "malformed", "a whole number from 1 to " + most);
      return usual;
    }
    int limit = Integer.parseInt(text);
    if (limit < 1) {
      refuse(name, "too_small", "at least 1");
    } else if (limit > most) {
      refuse(name, "too_large", "at most " + most);
    }
    return Math.clamp(limit, 1, most);
  }

  /// Notes what an operation has against the arguments. An argument that is at fault already was
  /// not passed on, so the operation may take it for a missing one.
  void refuse(List<Violation> violations) {
    Set<String> known = Set.copyOf(faulty);
    for (Violation violation : violations) {
      if (!known.contains(violation.parameter())) {
        refuse(
            violation.parameter(),
            violation.reason().code(),
            violation.message().replace("pagination.", "")); // answers are shorter here
      }
    }
  }

  /// Notes that an argument that is needed is not there. One that is at fault already is there.
  void require(String name) {
    if (!faulty.contains(name)) {
      refuse(name, "required", "this tool needs it");
    }
  }

  /// The answer to arguments that only the data shows to be at fault.
  Tool.Result refusal(List<Violation> violations) {
    refuse(violations);
    return Objects.requireNonNull(refusal());
  }

  /// Notes what is wrong with an argument.
  ///
  /// @param right what would be right
  void refuse(String name, String reason, String right) {
    faulty.add(name);
    if (faults.size() < MOST_FAULTS) {
      faults.add(name + " (" + reason + "): " + right);
    }
  }

  /// Whether none is at fault.
  boolean isAcceptable() {
    return faults.isEmpty();
  }

  /// The answer to arguments that are not acceptable; null where none is at fault.
  Tool.@Nullable Result refusal() {
    return faults.isEmpty()
        ? null
        : new Tool.Result.Failure(
            "Nothing was looked up. Correct these arguments and call again:\n"
                + String.join("\n", faults));
  }

  /// The arguments as the parameters of a query.
  ///
  /// @param limit in place of the argument `limit`; 0 for none
  /// @param leftOut the name of one that is no parameter of the query; empty for none
  List<Parameter> query(int limit, String leftOut) {
    List<Parameter> query = new ArrayList<>();
    given.forEach((name, text) -> {
      if (!name.equals("limit") && !name.equals(leftOut)) {
        query.add(parameter(name, text));
      }
    });
    if (limit > 0) {
      query.add(parameter("limit", Integer.toString(limit)));
    }
    return query;
  }

  private static Parameter parameter(String name, String text) {
    return new Parameter(name, URLEncoder.encode(text, UTF_8).replace("+", "%20"));
  }
}
