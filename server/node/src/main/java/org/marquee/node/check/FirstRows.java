package org.marquee.node.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The first rows of a file: as much as a form carries back.
///
/// @param isCut whether there are more
record FirstRows(String text, boolean isCut) {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int LONGEST = 1 << 18;

  /// Deeper lists are not cut.
  private static final int DEEPEST = 64;

  /// Whole lines, or a document of JSON with the first elements of its list; empty where the file
  /// is not of this encoding.
  static Optional<FirstRows> of(FeedSource.Part part, Charset charset) throws IOException {
    char[] letters = new char[LONGEST + 1];
    int length = 0;
    try (BufferedReader text = FeedText.of(part.open(), charset)) {
      for (int read = 0; read >= 0 && length < letters.length; length += Math.max(0, read)) {
        read = text.read(letters, length, letters.length - length);
      }
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
    String all = new String(letters, 0, length);
    return Optional.of(new FirstRows(length <= LONGEST ? all : cut(all), length > LONGEST));
  }

  private static String cut(String text) {
    boolean isTree = text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
    return (isTree ? document(text) : Optional.<String>empty())
        .orElse(text.substring(0, text.lastIndexOf('\n') + 1));
  }

  /// The text up to the last whole object in a list, and all that is open closed; empty where there
  /// is none, or where the first document ends.
  private static Optional<String> document(String text) {
    Deque<String> open = new ArrayDeque<>();
    int end = 0;
    String closing = "";
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
      do {
        JsonToken token = json.nextToken();
        switch (token) {
          case START_OBJECT -> open.push("}");
          case START_ARRAY -> open.push("]");
          case END_OBJECT, END_ARRAY -> open.pop();
          case null, default -> {}
        }
        if (token == JsonToken.END_OBJECT && "]".equals(open.peek()) && open.size() < DEEPEST) {
          end = (int) json.currentLocation().getCharOffset();
          closing = String.join("", open);
        }
      } while (!open.isEmpty());
      return Optional.empty();
    } catch (JacksonException _) {
      // The text ends within the document.
      return end == 0 ? Optional.empty() : Optional.of(text.substring(0, end) + closing);
    }
  }
}
