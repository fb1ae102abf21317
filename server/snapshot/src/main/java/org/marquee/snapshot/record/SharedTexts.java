package org.marquee.snapshot.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.page.SeenBefore;

/// Texts that many written showtimes have in common, each kept once and found by its place. One
/// thread adds texts; many read them.
///
/// Before each text stand four numbers of two bytes: its length, and what [TemplatedShowtime] notes
/// of it. A text is never removed or moved, so each snapshot goes on with the texts of the one
/// before. One that is made of all records anew begins with none.
final class SharedTexts {
  /// There is no such text.
  static final int NONE = -1;

  /// How many bytes stand before a text.
  static final int HEADER = 10;

  /// Longer texts are not shared.
  static final int LONGEST = 1024;

  /// Texts of showtimes that are gone stay; beyond this nothing is added.
  private static final int MOST_BYTES = 32 << 20;

  /// A snapshot is published after its texts were added, so its readers find them.
  private volatile byte[] bytes;

  private int length;

  /// By header and text. Filled when the first text is asked for.
  private final Map<String, Integer> places = new HashMap<>();

  /// Texts that were asked for once.
  private final SeenBefore asked = new SeenBefore();

  /// Has no texts.
  SharedTexts() {
    this(new byte[1024], 0);
  }

  private SharedTexts(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /// Writes itself to a checkpoint.
  void write(CheckpointSink sink) throws IOException {
    sink.bytes(copy());
  }

  private synchronized byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /// Reads what [#write] wrote.
  static SharedTexts read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    byte[] bytes = source.bytes();
    return new SharedTexts(bytes, bytes.length);
  }

  /// All texts with their headers.
  byte[] bytes() {
    return bytes;
  }

  /// The place of a text, which is added if it is new; [#NONE] where there is no room.
  ///
  /// @param entry header and text
  int of(byte[] entry) {
    Integer known = find(entry);
    return known == null ? add(entry) : known;
  }

  /// The place of a text that is asked for at least the second time; [#NONE] for others. What only
  /// one showtime has would take more memory here than in its record.
  int ofCommon(byte[] entry) {
    Integer known = find(entry);
    if (known != null) {
      return known;
    }
    return asked.note(Arrays.hashCode(entry)) ? add(entry) : NONE;
  }

  private @Nullable Integer find(byte[] entry) {
    if (places.isEmpty() && length > 0) {
      for (int at = 0; at < length; ) {
        int size = HEADER + TemplatedShowtime.header(bytes, at, 0);
        places.put(new String(bytes, at, size, ISO_8859_1), at);
        at += size;
      }
    }
    return places.get(new String(entry, ISO_8859_1));
  }

  private synchronized int add(byte[] entry) {
    int end = length + entry.length;
    if (entry.length > HEADER + LONGEST || end > MOST_BYTES) {
      return NONE;
    }
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length + bytes.length / 2, end));
    }
    int place = length;
    System.arraycopy(entry, 0, bytes, place, entry.length);
    length = end;
    places.put(new String(entry, ISO_8859_1), place);
    return place;
  }
}
