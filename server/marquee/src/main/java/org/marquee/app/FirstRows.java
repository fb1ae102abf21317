package org.marquee.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedText;

/// The first rows of a file: as much as a form carries back.
final class FirstRows {
  private static final int LONGEST = 1 << 18;

  /// Deeper lists are not cut.
  private static final int DEEPEST = 64;

  private FirstRows() {}

  /// Whole lines, or a document of JSON with the first elements of its list; empty where the file
  /// is not of this encoding.
  static Optional<String> of(FeedSource.Part part, Charset charset) throws IOException {
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
    return Optional.of(length <= LONGEST ? all : cut(all));
  }

  private static String cut(String text) {
    boolean isTree = text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
    return (isTree ? document(text) : Optional.<String>empty())
        .orElse(text.substring(0, text.lastIndexOf('\n') + 1));
  }

  /// The text up to the last object in a list that another one follows, and all that is open
  /// closed; empty where there is none, or where the first document ends.
  private static Optional<String> document(String text) {
    Deque<String> open = new ArrayDeque<>();
    int end = 0;
    String closing = "";
    char before = ' ';
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      switch (letter) {
        case '"' -> at = endOfString(text, at);
        case '{' -> open.push("}");
        case '[' -> open.push("]");
        case '}', ']' -> {
          open.poll();
          if (open.isEmpty()) {
            return Optional.empty();
          }
        }
        case ',' -> {
          if (before == '}' && "]".equals(open.peek()) && open.size() < DEEPEST) {
            end = at;
            closing = String.join("", open);
          }
        }
        default -> {}
      }
      before = Character.isWhitespace(letter) ? before : letter;
    }
    return end == 0 ? Optional.empty() : Optional.of(text.substring(0, end) + closing);
  }

  private static int endOfString(String text, int start) {
    int at = start + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at;
  }
}
