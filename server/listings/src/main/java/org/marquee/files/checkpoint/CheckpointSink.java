package org.marquee.files.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.Collection;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Writes a checkpoint. What is written is read back by the method of [CheckpointSource] with the
/// same name.
///
/// The file begins with [#MAGIC], a mark of the byte order, and the version of the format. Then
/// come frames: a length in bytes, a checksum of everything from the first frame up to the end of
/// this one but the checksums, and the content. A frame without content ends the file. Numbers are
/// in the byte order of the machine.
public final class CheckpointSink {
  static final long MAGIC = 0x4d41525155454531L; // MARQUEE1
  static final int ORDER_MARK = 0x01020304;
  static final int FORMAT = 1;
  static final int HEADER = Long.BYTES + 2 * Integer.BYTES;
  static final int FRAME_HEADER = 2 * Integer.BYTES;
  static final int FRAME = 1 << 20;

  /// After so many bytes the file is forced to the disk: what is left to the end holds up others
  /// who wait for the same disk.
  private static final long FORCED_BYTES = 32L << 20;

  private final FileChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(FRAME_HEADER + FRAME).order(ByteOrder.nativeOrder());
  private final MemorySegment memory = MemorySegment.ofBuffer(buffer.duplicate().clear());
  private final CRC32C checksum = new CRC32C();
  private long unforced;

  /// Writes the header of the file.
  CheckpointSink(FileChannel channel) throws IOException {
    this.channel = channel;
    buffer.putLong(MAGIC).putInt(ORDER_MARK).putInt(FORMAT).flip();
    writeBuffer();
    begin();
  }

  private void begin() {
    buffer.clear().position(FRAME_HEADER);
  }

  private void room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      writeFrame();
    }
  }

  private void writeFrame() throws IOException {
    int length = buffer.position() - FRAME_HEADER;
    buffer.flip();
    buffer.putInt(0, length);
    checksum.update(buffer.duplicate().limit(Integer.BYTES));
    checksum.update(buffer.duplicate().position(FRAME_HEADER));
    buffer.putInt(Integer.BYTES, (int) checksum.getValue());
    writeBuffer();
    begin();
  }

  private void writeBuffer() throws IOException {
    while (buffer.hasRemaining()) {
      unforced += channel.write(buffer);
    }
    if (unforced > FORCED_BYTES) {
      channel.force(false);
      unforced = 0;
    }
  }

  /// Ends the file. Nothing can be written after that.
  void finish() throws IOException {
    if (buffer.position() > FRAME_HEADER) {
      writeFrame();
    }
    writeFrame();
  }

  /// Writes a number of 4 bytes.
  public void integer(int number) throws IOException {
    room(Integer.BYTES);
    buffer.putInt(number);
  }

  /// Writes a number of 8 bytes.
  public void number(long number) throws IOException {
    room(Long.BYTES);
    buffer.putLong(number);
  }

  /// Writes a number with a fraction.
  public void decimal(double number) throws IOException {
    number(Double.doubleToRawLongBits(number));
  }

  /// Writes a yes or a no.
  public void flag(boolean flag) throws IOException {
    room(1);
    buffer.put((byte) (flag ? 1 : 0));
  }

  /// Writes a text.
  public void text(String text) throws IOException {
    bytes(text.getBytes(UTF_8));
  }

  /// Writes a text that may be missing.
  public void textOrNull(@Nullable String text) throws IOException {
    flag(text != null);
    if (text != null) {
      text(text);
    }
  }

  /// Writes a point in time.
  public void instant(Instant instant) throws IOException {
    number(instant.getEpochSecond());
    integer(instant.getNano());
  }

  /// Writes a point in time that may be missing.
  public void instantOrNull(@Nullable Instant instant) throws IOException {
    flag(instant != null);
    if (instant != null) {
      instant(instant);
    }
  }

  /// Writes bytes and how many they are.
  public void bytes(byte[] bytes) throws IOException {
    memory(MemorySegment.ofArray(bytes));
  }

  /// Writes numbers and how many they are.
  public void integers(int[] numbers) throws IOException {
    memory(MemorySegment.ofArray(numbers));
  }

  /// Writes numbers and how many they are.
  public void numbers(long[] numbers) throws IOException {
    memory(MemorySegment.ofArray(numbers));
  }

  /// Writes the content of memory and its size.
  public void memory(MemorySegment content) throws IOException {
    number(content.byteSize());
    long at = 0;
    while (at < content.byteSize()) {
      room(1);
      int part = (int) Math.min(buffer.remaining(), content.byteSize() - at);
      MemorySegment.copy(content, at, memory, buffer.position(), part);
      buffer.position(buffer.position() + part);
      at += part;
    }
  }

  /// Writes a part of something.
  @FunctionalInterface
  public interface ValueWriter<T> {
    /// Writes one.
    void write(T each) throws IOException;
  }

  /// Writes each of some things, and before them how many they are.
  public <T> void each(Collection<T> all, ValueWriter<T> writing) throws IOException {
    integer(all.size());
    for (T each : all) {
      writing.write(each);
    }
  }
}
