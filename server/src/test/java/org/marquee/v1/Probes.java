package org.marquee.v1;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.marquee.listing.Attribute;
import org.marquee.listing.Bounds;

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
      case ParameterType.Flag() -> {
        refused.put("yes", Reason.MALFORMED);
        yield new Probes(List.of("true", "false"), refused);
      }
      case ParameterType.DateTime() -> {
        refused.put("2027-01-15", Reason.MALFORMED);
        refused.put("2027-02-29T00:00Z", Reason.MALFORMED);
        yield new Probes(List.of(), refused);
      }
      case ParameterType.CalendarDate() -> {
        refused.put("2027-02-29", Reason.MALFORMED);
        refused.put("2027-1-15", Reason.MALFORMED);
        refused.put("2027-01-15T00:00Z", Reason.MALFORMED);
        yield new Probes(List.of("0000-01-01", "2028-02-29", "9999-12-31"), refused);
      }
      case ParameterType.Ids(int most) -> {
        List<String> ids =
            Stream.iterate(0, at -> at + 1).limit(most).map(at -> "ci_" + at).toList();
        String all = String.join(",", ids);
        refused.put(all + ",ci_" + most, Reason.TOO_LONG);
        refused.put("x".repeat(161), Reason.TOO_LONG);
        refused.put("a,,b", Reason.MALFORMED);
        refused.put(",", Reason.MALFORMED);
        refused.put("a, b", Reason.MALFORMED);
        yield new Probes(List.of(all, all + ",ci_0", "x".repeat(160)), refused);
      }
      case ParameterType.AttributeIds() -> {
        refused.put("imax,3d", Reason.UNKNOWN_VALUE);
        refused.put("imax,", Reason.MALFORMED);
        yield new Probes(
            List.of(String.join(",", Attribute.ALL.stream().map(Attribute::id).toList())), refused);
      }
      case ParameterType.Kinds() -> {
        refused.put("film,house", Reason.UNKNOWN_VALUE);
        refused.put("film, showtime", Reason.MALFORMED);
        yield new Probes(List.of("showtime,film,cinema,chain,screen", "film,film"), refused);
      }
      case ParameterType.Since() -> {
        refused.put("A".repeat(86), Reason.MALFORMED);
        refused.put("NOW", Reason.MALFORMED);
        yield new Probes(List.of("now"), refused);
      }
      case ParameterType.PageCursor() -> {
        refused.put("A".repeat(Cursor.LONGEST), Reason.MALFORMED);
        yield new Probes(List.of(), refused);
      }
    };
  }
}
