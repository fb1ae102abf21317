package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The beginning of a file of a feed, unpacked: readers recognise their format by it.
public final class FeedHead {
  /// How much is shown, in bytes.
  public static final int LONGEST = 1 << 16;

  /// A stream that unpacks gives nothing of a step in which it finds its file cut off.
  private static final int STEP = 256;

  private final String name;
  private final byte[] bytes;
  private final boolean whole;
  private final String text;
  private final Set<String> outline;

  /// @param whole whether `bytes` are all of the file
  private FeedHead(String name, byte[] bytes, boolean whole) {
    this.name = name;
    this.bytes = bytes;
    this.whole = whole;
    this.text = decoded(bytes);
    this.outline = JsonOutline.of(text);
  }

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
          return new FeedHead(part.name(), Arrays.copyOf(bytes, length), true);
        }
        length += count;
      }
    } catch (UnreadableFeed e) {
      if (length == 0) {
        throw e;
      }
    }
    return new FeedHead(part.name(), Arrays.copyOf(bytes, length), false);
  }

  /// What the operator calls the file.
  public String name() {
    return name;
  }

  /// The first bytes, up to [#LONGEST].
  public byte[] bytes() {
    return bytes.clone();
  }

  /// Whether there is nothing beyond these bytes.
  public boolean isWhole() {
    return whole;
  }

  /// The bytes as text: UTF-16 or UTF-32 where a byte order mark or the zeros between the letters
  /// indicate it, else UTF-8, with replacement characters for what is neither. Without byte order
  /// mark.
  public String text() {
    return text;
  }

  /// Where the text is JSON, or begins as JSON does, the paths of what was seen in it, such as
  /// `[].title` for the titles in a list of objects, or `films[].id`; else empty. The whole is `$`.
  /// Only of the first of several documents, as in newline-delimited JSON.
  public Set<String> outline() {
    return outline;
  }

  /// Whether all of `paths` were seen ([#outline]).
  public boolean shows(String... paths) {
    return outline.containsAll(List.of(paths));
  }

  private static String decoded(byte[] bytes) {
    String text = new String(bytes, FeedText.charset(bytes, UTF_8));
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
