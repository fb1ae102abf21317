package org.marquee.feed.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedJson;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.notice.Code;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// A file that is one JSON value, held in memory whole: for formats of which a file is a day or a
/// venue, and refers to itself back and forth.
///
/// @param repeated a name that stands twice in one of its objects, of which the first counts; null:
///   none
public record JsonDocument(Value value, @Nullable String repeated) {
  /// The longest document, in characters, and how many tokens it may have: several times the
  /// largest real feed that is known, and however it is written, it fits into half the heap of an
  /// import.
  public static final int LONGEST = 1 << 24;

  private static final int MOST_TOKENS = 2_000_000;

  private static final JsonFactory JSON =
      FeedJson.PARSERS
          .rebuild()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(64)
                  .maxStringLength(1 << 20)
                  .maxNumberLength(1000)
                  .maxNameLength(1 << 16)
                  .maxDocumentLength(LONGEST)
                  .maxTokenCount(MOST_TOKENS)
                  .build())
          .build();

  /// Reads a file in any encoding that [FeedText] knows.
  ///
  /// @throws UnreadableFeed if it is not one whole JSON value, or too long
  /// @throws IOException if its bytes cannot be read
  public static JsonDocument read(FeedSource.Part part) throws IOException {
    try (Reader text = FeedText.of(part.open(), UTF_8)) {
      return read(text, part.name());
    } catch (CharacterCodingException _) {
      throw new UnreadableFeed(Code.FEED_NOT_TEXT, part.name());
    }
  }

  /// Reads the one value that `text` is.
  ///
  /// @throws UnreadableFeed if it is none, or too long; `name` is what the notice calls it
  /// @throws IOException if it cannot be read
  public static JsonDocument read(Reader text, String name) throws IOException {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      try {
        if (parser.nextToken() == null) {
          throw new UnreadableFeed(Code.FEED_EMPTY, name);
        }
        JsonDocument document = read(parser);
        if (parser.nextToken() != null) {
          throw new UnreadableFeed(name + " continues after its JSON document");
        }
        return document;
      } catch (JacksonIOException e) {
        throw e.getCause();
      } catch (JacksonException e) {
        throw JsonValues.unreadable(e, parser, text, name);
      }
    }
  }

  /// The JSON that a string within a document holds; null where it holds none.
  public static @Nullable JsonDocument ofString(String json) {
    try {
      return read(new StringReader(json), "");
    } catch (IOException _) {
      return null;
    }
  }

  private static JsonDocument read(JsonParser parser) {
    JsonValues values = new JsonValues();
    Value value = values.read(parser);
    return new JsonDocument(value, values.repeated());
  }
}
