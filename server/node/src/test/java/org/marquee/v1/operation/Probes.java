package org.marquee.v1.operation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.marquee.listing.Bounds;
import org.marquee.v1.cursor.Cursor;
import org.marquee.v1.declaration.ParameterType;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.Schema;

/// Values at the limits of a parameter's type, and beyond them.
///
/// @param accepted values within, at each limit
/// @param refused values just beyond, each with the reason for which it is refused
@NullMarked
record Probes(List<String> accepted, Map<String, Reason> refused) {
  static Probes of(ParameterType<?> type) {
    Map<String, Reason> refused = new LinkedHashMap<>();
    return switch (type) {
      case ParameterType.Text(Bounds length) -> {
        if (length.least() > 1) {
          refused.put("é".repeat(length.least() - 1), Reason.TOO_SHORT);
        }
        refused.put("🎬".repeat(length.most() + 1), Reason.TOO_LONG);
        yield new Probes(List.of("é".repeat(length.least()), "🎬".repeat(length.most())), refused);
      }
      case ParameterType.Whole(Bounds range) -> {
        refused.put(
            Integer.toString(range.least() - 1),
            range.least() > 0 ? Reason.TOO_SMALL : Reason.MALFORMED);
        refused.put(Integer.toString(range.most() + 1), Reason.TOO_LARGE);
        refused.put("9".repeat(40), Reason.TOO_LARGE);
        refused.put("1.0", Reason.MALFORMED);
        yield new Probes(
            List.of(Integer.toString(range.least()), Integer.toString(range.most())), refused);
      }
      case ParameterType.Decimal(Bounds range) -> {
        refused.put(range.least() - 1e-9 + "", Reason.TOO_SMALL);
        refused.put(range.most() + 1e-9 + "", Reason.TOO_LARGE);
        refused.put("north", Reason.MALFORMED);
        yield new Probes(List.of(range.least() + ".0", range.most() + "e0"), refused);
      }
      case ParameterType.Form<?> form -> ofForm(form.schema());
      case ParameterType.CommaSeparated<?> list -> ofList(list);
    };
  }

  private static Probes ofForm(Schema<?> schema) {
    return switch (schema) {
      case Schema.Flag() -> malformed(List.of("true", "false"), "yes", "TRUE", "1");
      case Schema.DateTime() -> malformed(List.of(), "2027-01-15", "2027-02-29T00:00Z");
      case Schema.CalendarDate() ->
          malformed(
              List.of("0000-01-01", "2028-02-29", "9999-12-31"),
              "2027-02-29",
              "2027-1-15",
              "2027-01-15T00:00Z");
      default -> malformed(List.of(), "A".repeat(86), "NOW", "A".repeat(Cursor.LONGEST));
    };
  }

  private static Probes ofList(ParameterType.CommaSeparated<?> list) {
    Map<String, Reason> refused = new LinkedHashMap<>();
    List<String> known =
        switch (list.element().schema()) {
          case Schema.OneOf(List<String> values) -> {
            refused.put(values.getFirst() + ",house", Reason.UNKNOWN_VALUE);
            yield values;
          }
          default -> {
            List<String> ids =
                Stream.iterate(0, at -> at + 1).limit(list.most()).map(at -> "ci_" + at).toList();
            refused.put(String.join(",", ids) + ",ci_more", Reason.TOO_LONG);
            refused.put("x".repeat(161), Reason.TOO_LONG);
            yield ids;
          }
        };
    String all = String.join(",", known);
    refused.put(all + ",", Reason.MALFORMED);
    refused.put(",", Reason.MALFORMED);
    refused.put(all + ",," + known.getFirst(), Reason.MALFORMED);
    refused.put(" " + all, Reason.MALFORMED);
    return new Probes(List.of(all, all + "," + known.getFirst()), refused);
  }

  private static Probes malformed(List<String> accepted, String... refused) {
    Map<String, Reason> malformed = new LinkedHashMap<>();
    for (String each : refused) {
      malformed.put(each, Reason.MALFORMED);
    }
    return new Probes(accepted, malformed);
  }
}
