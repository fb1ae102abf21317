package org.marquee.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.marquee.compression.GzipEncoder;
import org.marquee.compression.GzipStart;

/// Bytes written one after another, without copies in between. For one thread.
///
/// Where the page is sent compressed, it may begin with what is compressed already.
public final class OutputBuffer {
  private byte[] bytes;
  private int length;
  private boolean compressed;
  private boolean detailed;
  private @Nullable GzipStart start;

  /// @param room how many bytes are expected; more are taken
  public OutputBuffer(int room) {
    bytes = new byte[room];
  }

  /// How many bytes have been written, after the [#start].
  public int length() {
    return length;
  }

  /// Writes one byte, as `,`.
  public OutputBuffer add(char ascii) {
    makeRoom(1);
    bytes[length++] = (byte) ascii;
    return this;
  }

  /// Writes all of `text`.
  public OutputBuffer add(byte[] text) {
    return add(text, 0, text.length);
  }

  /// Writes `text` from one index up to another.
  public OutputBuffer add(byte[] text, int from, int until) {
    int count = until - from;
    makeRoom(count);
    System.arraycopy(text, from, bytes, length, count);
    length += count;
    return this;
  }

  /// Writes `count` bytes of `memory` from `from` on.
  public OutputBuffer add(MemorySegment memory, long from, int count) {
    makeRoom(count);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, from, bytes, length, count);
    length += count;
    return this;
  }

  /// Writes text of one byte a letter.
  @SuppressWarnings("deprecation") // the one way to the bytes of a string without a copy between
  public OutputBuffer add(String latin) {
    makeRoom(latin.length());
    latin.getBytes(0, latin.length(), bytes, length);
    length += latin.length();
    return this;
  }

  /// Begins anew.
  public OutputBuffer clear() {
    length = 0;
    start = null;
    compressed = false;
    detailed = false;
    return this;
  }

  /// Notes that the details of records are wanted beside them.
  public OutputBuffer takeDetails() {
    detailed = true;
    return this;
  }

  /// Whether the details of records are wanted beside them.
  public boolean takesDetails() {
    return detailed;
  }

  /// Notes that the page is sent compressed: it may [#begin] with a start.
  public void takeStart() {
    compressed = true;
  }

  /// Whether the page may [#begin] with a start.
  public boolean takesStart() {
    return compressed;
  }

  /// What was written, compressed to [#begin] pages with; null where that would not be worth it.
  public @Nullable GzipStart packed() {
    return GzipEncoder.own().start(bytes, length);
  }

  /// Puts a text in the place of all that was written.
  public void begin(byte[] text) {
    length = 0;
    add(text);
  }

  /// Puts a start in the place of all that was written.
  public void begin(GzipStart begun) {
    start = begun;
    length = 0;
  }

  /// What the page begins with; what was written comes after it.
  public @Nullable GzipStart start() {
    return start;
  }

  /// The whole page compressed; null where nothing of it is compressed yet, or where a general
  /// compressor does much better.
  public byte @Nullable [] compressed() {
    return start == null ? null : GzipEncoder.own().finish(start, bytes, length);
  }

  /// How many bytes the whole page has.
  public int pageLength() {
    return start == null ? length : start.length() + length;
  }

  /// What was written, followed by anything; it changes with the next writing.
  public byte[] bytes() {
    return bytes;
  }

  /// What was written.
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /// What was written, for messages of tests.
  @Override
  public String toString() {
    return new String(bytes, 0, length, ISO_8859_1);
  }

  private void makeRoom(int more) {
    if (bytes.length - length < more) {
      grow(more);
    }
  }

  private void grow(int more) {
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
  }
}
