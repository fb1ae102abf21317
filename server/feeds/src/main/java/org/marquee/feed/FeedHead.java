package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// The beginning of a file of a feed, unpacked: readers recognise their format by it.
///
/// @param name what the operator calls the file
/// @param isWhole whether there is nothing beyond this beginning of up to [#LONGEST] bytes
/// @param text the beginning as text: UTF-16 or UTF-32 where a byte order mark or the zeros between
///   the letters indicate it, else UTF-8, with replacement characters for what is neither. Without
///   byte order mark
/// @param outline where the text is JSON, or begins as JSON does, the paths of what was seen in it,
///   such as `[].title` for the titles in a list of objects, or `films[].id`; else empty. The whole
///   is `$`. Only of the first of several documents, as in newline-delimited JSON
public record FeedHead(String name, boolean isWhole, String text, Set<String> outline) {
  /// How much is shown, in bytes.
  public static final int LONGEST = 1 << 16;

  /// Objects whose names are data, such as ids, must not fill the outline.
  private static final int MOST_PATHS = 4096;

  /// A stream that unpacks gives nothing of a step in which it finds its file cut off.
  private static final int STEP = 256;

  /// Reads the beginning of `part`. Of a compressed file that is cut off or damaged, what could be
  /// unpacked is shown: the fault is reported when the feed is read.
  ///
  /// @throws IOException if its bytes cannot be read; an [UnreadableFeed] if none can be unpacked
  public static FeedHead of(FeedSource.Part part) throws IOException {
    byte[] bytes = new byte[LONGEST];
    int length = 0;
    try (InputStream in = part.open()) {
      while (length < LONGEST) {
        int count = in.read(bytes, length, Math.min(STEP, LONGEST - length));
        if (count < 0) {
          return of(part.name(), Arrays.copyOf(bytes, length), true);
        }
        length += count;
      }
    } catch (UnreadableFeed e) {
      if (length == 0) {
        throw e;
      }
    }
    return of(part.name(), Arrays.copyOf(bytes, length), false);
  }

  private static FeedHead of(String name, byte[] bytes, boolean whole) {
    String text = new String(bytes, FeedText.charset(bytes, UTF_8));
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    return new FeedHead(name, whole, plain, outline(plain));
  }

  /// Whether all of `paths` were seen ([#outline]).
  public boolean shows(String... paths) {
    return outline.containsAll(List.of(paths));
  }

  private static Set<String> outline(String text) {
    String start = text.stripLeading();
    if (!start.startsWith("{") && !start.startsWith("[")) {
      return Set.of();
    }
    Set<String> seen = new LinkedHashSet<>(Set.of("$"));
    try (JsonParser parser = FeedJson.PARSERS.createParser(ObjectReadContext.empty(), start)) {
      parser.nextToken();
      walk(parser, "", seen);
    } catch (JacksonException _) {
      // The text was cut, or is not JSON after all: what was seen stands.
    }
    return seen;
  }

  /// Adds the paths in the value that `parser` stands on.
  private static void walk(JsonParser parser, String path, Set<String> seen) {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      String prefix = path.isEmpty() ? "" : path + ".";
      while (parser.nextToken() != JsonToken.END_OBJECT && seen.size() < MOST_PATHS) {
        String member = prefix + parser.currentName();
        seen.add(member);
        parser.nextToken();
        walk(parser, member, seen);
      }
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      seen.add(path + "[]");
      while (parser.nextToken() != JsonToken.END_ARRAY && seen.size() < MOST_PATHS) {
        walk(parser, path + "[]", seen);
      }
    }
  }
}
