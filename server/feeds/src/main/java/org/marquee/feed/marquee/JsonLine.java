package org.marquee.feed.marquee;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedJson;
import org.marquee.feed.member.JsonValues;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
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

  static JsonLine read(byte[] bytes) {
    int fault = firstFault(bytes);
    if (fault >= 0) {
      // The parser minds less: what can be read before the fault is still worth knowing.
      return parse(bytes, fault).broken("it is not UTF-8 at byte " + (fault + 1));
    }
    return parse(bytes, bytes.length);
  }

  /// Where the first byte stands that is not UTF-8 (RFC 3629); -1 where there is none. The JSON
  /// parser lets overlong forms and encoded surrogates pass.
  static int firstFault(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    return UTF_8.newDecoder().decode(in, out, true).isError() ? in.position() : -1;
  }

  @Nullable String type() {
    return members.ask("type") instanceof Value.Text(String text) ? text : null;
  }

  JsonLine broken(String why) {
    return new JsonLine(members, why, false);
  }

  private static JsonLine parse(byte[] bytes, int length) {
    Members members = new Members();
    JsonValues values = new JsonValues();
    try (JsonParser parser =
        FeedJson.PARSERS.createParser(ObjectReadContext.empty(), bytes, 0, length)) {
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
