package org.marquee.files.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Reads a checkpoint that [CheckpointSink] wrote, in the same order. Each frame is checked before
/// anything of it is read.
public final class CheckpointSource {
  private final FileChannel channel;
  private final long size;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(CheckpointSink.FRAME_HEADER + CheckpointSink.FRAME)
          .order(ByteOrder.nativeOrder());
  private final MemorySegment memory = MemorySegment.ofBuffer(buffer.duplicate().clear());
  private final CRC32C checksum = new CRC32C();

  /// Reads the header of a file.
  CheckpointSource(FileChannel channel) throws IOException, UnusableCheckpoint {
    this.channel = channel;
    size = channel.size();
    fill(CheckpointSink.HEADER);
    long magic = buffer.getLong();
    int order = buffer.getInt();
    int format = buffer.getInt();
    if (order == Integer.reverseBytes(CheckpointSink.ORDER_MARK)) {
      throw new UnusableCheckpoint("it was written on a machine with another byte order");
    }
    if (magic != CheckpointSink.MAGIC || order != CheckpointSink.ORDER_MARK) {
      throw new UnusableCheckpoint("it is not a checkpoint of Marquee");
    }
    if (format != CheckpointSink.FORMAT) {
      throw new UnusableCheckpoint(
          "its format has version %d, and this program writes %d"
              .formatted(format, CheckpointSink.FORMAT));
    }
  }

  private void fill(int bytes) throws IOException, UnusableCheckpoint {
    buffer.clear().limit(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new UnusableCheckpoint("it is incomplete");
      }
    }
    buffer.flip();
  }

  /// Reads a frame into the buffer and checks it.
  ///
  /// @return its length
  private int readFrame() throws IOException, UnusableCheckpoint {
    fill(CheckpointSink.FRAME_HEADER);
    checksum.update(buffer.duplicate().limit(Integer.BYTES));
    int length = buffer.getInt();
    int expected = buffer.getInt();
    if (length < 0 || length > CheckpointSink.FRAME) {
      throw damaged();
    }
    fill(length);
    checksum.update(buffer.duplicate());
    if ((int) checksum.getValue() != expected) {
      throw damaged();
    }
    return length;
  }

  private static UnusableCheckpoint damaged() {
    return new UnusableCheckpoint("it is damaged");
  }

  /// Checks that everything was read.
  void finish() throws IOException, UnusableCheckpoint {
    if (buffer.hasRemaining() || readFrame() != 0 || channel.position() != size) {
      throw damaged();
    }
  }

  private void need(int bytes) throws IOException, UnusableCheckpoint {
    if ((!buffer.hasRemaining() && readFrame() == 0) || buffer.remaining() < bytes) {
      throw damaged();
    }
  }

  /// Reads a number of 4 bytes.
  public int integer() throws IOException, UnusableCheckpoint {
    need(Integer.BYTES);
    return buffer.getInt();
  }

  /// Reads a number of 8 bytes.
  public long number() throws IOException, UnusableCheckpoint {
    need(Long.BYTES);
    return buffer.getLong();
  }

  /// Reads a number with a fraction.
  public double decimal() throws IOException, UnusableCheckpoint {
    return Double.longBitsToDouble(number());
  }

  /// Reads a yes or a no.
  public boolean flag() throws IOException, UnusableCheckpoint {
    need(1);
    return buffer.get() != 0;
  }

  /// Reads a text.
  public String text() throws IOException, UnusableCheckpoint {
    return new String(bytes(), UTF_8);
  }

  /// Reads a text that may be missing.
  public @Nullable String textOrNull() throws IOException, UnusableCheckpoint {
    return flag() ? text() : null;
  }

  /// Reads a point in time.
  public Instant instant() throws IOException, UnusableCheckpoint {
    long seconds = number();
    return Instant.ofEpochSecond(seconds, integer());
  }

  /// Reads a point in time that may be missing.
  public @Nullable Instant instantOrNull() throws IOException, UnusableCheckpoint {
    return flag() ? instant() : null;
  }

  /// Reads bytes.
  public byte[] bytes() throws IOException, UnusableCheckpoint {
    byte[] bytes = new byte[Math.toIntExact(length(1))];
    copyTo(MemorySegment.ofArray(bytes));
    return bytes;
  }

  /// Reads numbers.
  public int[] integers() throws IOException, UnusableCheckpoint {
    int[] numbers = new int[Math.toIntExact(length(Integer.BYTES))];
    copyTo(MemorySegment.ofArray(numbers));
    return numbers;
  }

  /// Reads numbers.
  public long[] numbers() throws IOException, UnusableCheckpoint {
    long[] numbers = new long[Math.toIntExact(length(Long.BYTES))];
    copyTo(MemorySegment.ofArray(numbers));
    return numbers;
  }

  /// Reads memory.
  ///
  /// @param allocate takes memory of so many bytes
  public MemorySegment memory(LongFunction<MemorySegment> allocate)
      throws IOException, UnusableCheckpoint {
    MemorySegment content = allocate.apply(length(1));
    copyTo(content);
    return content;
  }

  /// The file has at least so much left.
  private long length(int unit) throws IOException, UnusableCheckpoint {
    long bytes = number();
    if (bytes < 0 || bytes > size || bytes % unit != 0) {
      throw damaged();
    }
    return bytes / unit;
  }

  private void copyTo(MemorySegment content) throws IOException, UnusableCheckpoint {
    long at = 0;
    while (at < content.byteSize()) {
      need(1);
      int part = (int) Math.min(buffer.remaining(), content.byteSize() - at);
      MemorySegment.copy(memory, buffer.position(), content, at, part);
      buffer.position(buffer.position() + part);
      at += part;
    }
  }

  /// Reads a part of something.
  @FunctionalInterface
  public interface ValueReader<T extends @Nullable Object> {
    /// Reads one.
    T read() throws IOException, UnusableCheckpoint;
  }

  /// Reads each of some things.
  public <T> List<T> each(ValueReader<T> reading) throws IOException, UnusableCheckpoint {
    int count = integer();
    if (count < 0 || count > size) {
      throw damaged();
    }
    List<T> all = new ArrayList<>(count);
    for (int at = 0; at < count; at++) {
      all.add(reading.read());
    }
    return all;
  }
}
