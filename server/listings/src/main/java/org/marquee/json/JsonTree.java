package org.marquee.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Timestamps;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/// JSON as maps, lists, strings, booleans, numbers and null; what is written may also hold
/// [JsonObject]s and instants.
public final class JsonTree {
  /// Deeper than any message nests.
  private static final int DEEPEST = 32;

  /// A repeated name is refused: it is unclear which of the two values is meant.
  public static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // The names are the caller's, and may be any.
          .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .build();

  /// For what this program wrote: nothing has to be checked, and names are few.
  private static final JsonFactory OWN = new JsonFactory();

  private JsonTree() {}

  /// A number as it was sent.
  public record Numeral(String digits) {
    /// Whether it is an integer, written as one.
    public boolean isWhole() {
      return digits.chars().allMatch(letter -> letter == '-' || (letter >= '0' && letter <= '9'));
    }
  }

  /// Bytes that are not one JSON value in UTF-8.
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(Throwable cause) {
      super(cause);
    }

    Malformed(String message) {
      super(message);
    }
  }

  /// Reads the one value that is there.
  ///
  /// @throws Malformed if it is no JSON in UTF-8, or more than one value
  public static @Nullable Object read(byte[] json) throws Malformed {
    try (JsonParser parser =
        JSON.createParser(
            ObjectReadContext.empty(),
            UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString())) {
      if (parser.nextToken() == null) {
        throw new Malformed("nothing");
      }
      Object value = own(parser);
      if (parser.nextToken() != null) {
        throw new Malformed("more than one value");
      }
      return value;
    } catch (CharacterCodingException | JacksonException e) {
      throw new Malformed(e);
    }
  }

  /// Reads what this program wrote.
  public static @Nullable Object own(String json) {
    return own(json.getBytes(UTF_8));
  }

  /// Reads what this program wrote, in UTF-8.
  public static @Nullable Object own(byte[] json) {
    try (JsonParser parser = OWN.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      return own(parser);
    }
  }

  /// The value that a parser is at.
  private static @Nullable Object own(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
          parser.nextToken();
          members.put(name, own(parser));
        }
        yield members;
      }
      case START_ARRAY -> {
        List<@Nullable Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(own(parser));
        }
        yield items;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(parser.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalStateException("no value begins with " + parser.currentToken());
    };
  }

  /// The members of an object that was read; null where the value is something else.
  @SuppressWarnings("unchecked") // names are strings
  public static @Nullable Map<String, @Nullable Object> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : null;
  }

  /// Writes a value.
  public static void write(@Nullable Object value, JsonGenerator json) {
    switch (value) {
      case null -> json.writeNull();
      case JsonObject object -> write(object.members(), json);
      case Map<?, ?> members -> {
        json.writeStartObject();
        members.forEach((name, member) -> {
          json.writeName(String.valueOf(name));
          write(member, json);
        });
        json.writeEndObject();
      }
      case List<?> items -> {
        json.writeStartArray();
        items.forEach(item -> write(item, json));
        json.writeEndArray();
      }
      case String text -> json.writeString(text);
      case Boolean flag -> json.writeBoolean(flag);
      case Instant time -> json.writeString(Timestamps.write(time));
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case Numeral(String digits) -> json.writeRawValue(digits);
      case Written(String text) -> json.writeRawValue(text);
      default -> throw new IllegalArgumentException("not a value of JSON: " + value);
    }
  }

  /// JSON that is written already.
  public record Written(String text) {}

  /// A value as one line of text.
  public static String text(@Nullable Object value) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      write(value, json);
    }
    return out.toString();
  }
}
