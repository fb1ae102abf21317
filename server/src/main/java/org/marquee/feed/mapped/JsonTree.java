package org.marquee.feed.mapped;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.JsonValues;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Value;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// A JSON document, held in memory whole: paths may lead from anywhere to anywhere in it.
final class JsonTree {
  /// The longest document, in characters, and how many tokens it may have: several times the
  /// largest real feed that is known, and however it is written, it fits into half the heap of an
  /// import.
  static final int LONGEST = 1 << 24;

  private static final int MOST_TOKENS = 2_000_000;

  private static final JsonFactory JSON =
      JsonValues.JSON
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

  private JsonTree() {}

  /// Reads the one document that `text` is.
  ///
  /// @throws UnreadableFeed if it is none; `name` is what the notice calls it
  static Value read(Reader text, String name) throws IOException {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      try {
        if (parser.nextToken() == null) {
          throw unreadable(Code.FEED_EMPTY, name);
        }
        Value value = new JsonValues().read(parser);
        if (parser.nextToken() != null) {
          throw unreadable(
              Code.FEED_UNREADABLE, "there is more after the JSON document in " + name);
        }
        return value;
      } catch (JacksonIOException e) {
        throw e.getCause();
      } catch (JacksonException e) {
        // The parser does not always tell a document that is cut off from one that is wrong.
        boolean atEnd = parser.releaseBuffered(Writer.nullWriter()) <= 0 && text.read() < 0;
        throw unreadable(
            atEnd ? Code.FEED_CUT_OFF : Code.FEED_UNREADABLE, name + ", " + JsonValues.fault(e));
      }
    }
  }

  /// The JSON that a string within a document holds; null where it holds none.
  static @Nullable Value ofString(String json) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() == null) {
        return null;
      }
      Value value = new JsonValues().read(parser);
      return parser.nextToken() == null ? value : null;
    } catch (JacksonException _) {
      return null;
    }
  }

  private static UnreadableFeed unreadable(Code code, String detail) {
    return new UnreadableFeed(Notice.of(code, detail));
  }
}
