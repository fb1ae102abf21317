package org.marquee.feed.marquee;

import org.jspecify.annotations.Nullable;
import org.marquee.feed.JsonValues;
import org.marquee.feed.Members;
import org.marquee.feed.Value;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// One line as JSON.
///
/// @param members what could be read of its object, even if the rest is broken
/// @param fault why the line as a whole cannot be read; null if it can
/// @param whole whether it is at least JSON from its first to its last byte, and not the beginning
///   of some
record JsonLine(Members members, @Nullable String fault, boolean whole) {

  static JsonLine read(byte[] bytes, int from, int to) {
    int fault = Utf8.firstFault(bytes, from, to);
    if (fault >= 0) {
      // The parser minds less: what can be read before the fault is still worth knowing.
      return parse(bytes, from, fault).broken("it is not UTF-8 at byte " + (fault - from + 1));
    }
    return parse(bytes, from, to);
  }

  @Nullable String type() {
    return members.ask("type") instanceof Value.Text(String text) ? text : null;
  }

  JsonLine broken(String why) {
    return new JsonLine(members, why, false);
  }

  private static JsonLine parse(byte[] bytes, int from, int to) {
    Members members = new Members();
    JsonValues values = new JsonValues();
    try (JsonParser parser =
        JsonValues.JSON.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.START_OBJECT) {
        values.fill(members, parser);
      } else if (first != null) {
        values.read(parser);
      }
      if (parser.nextToken() != null) {
        return new JsonLine(members, "it continues after its first JSON value", false);
      }
      if (first != JsonToken.START_OBJECT) {
        return new JsonLine(members, "it is not a JSON object", true);
      }
    } catch (JacksonException e) {
      return new JsonLine(members, JsonValues.fault(e), false);
    }
    String repeated = values.repeated();
    return new JsonLine(
        members, repeated == null ? null : '"' + repeated + "\" occurs twice in one object", true);
  }
}
