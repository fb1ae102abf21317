package org.marquee.files.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.Rounds;

/// A checkpoint is read as it was written, or not at all.
@NullMarked
class CheckpointFileTest {
  private static final CheckpointStamp STAMP = new CheckpointStamp(3, "1.0", "home");

  @TempDir private Path folder;

  private CheckpointFile file(CheckpointStamp stamp) {
    return new CheckpointFile(folder.resolve("made/listings"), stamp);
  }

  private final Random random = new Random(7);

  /// Several frames.
  private Content content() {
    byte[] bytes = new byte[2_600_000];
    random.nextBytes(bytes);
    return new Content(
        List.of("Łódź", "", "x".repeat(70_000)),
        bytes,
        random.ints(300_000).toArray(),
        random.longs(9).toArray(),
        Instant.parse("2026-03-20T19:30:00.000001Z"));
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by hand
  private record Content(
      List<String> texts, byte[] bytes, int[] integers, long[] numbers, Instant time) {
    void write(CheckpointSink sink) throws IOException {
      sink.each(texts, sink::text);
      sink.memory(MemorySegment.ofArray(bytes));
      sink.integers(integers);
      sink.flag(true);
      sink.numbers(numbers);
      sink.textOrNull(null);
      sink.instant(time);
      sink.instantOrNull(null);
      sink.decimal(-0.1);
    }

    static Content read(CheckpointSource source) throws IOException, UnusableCheckpoint {
      try (Arena arena = Arena.ofConfined()) {
        List<String> texts = source.each(source::text);
        byte[] bytes =
            source.memory(arena::allocate).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        int[] integers = source.integers();
        assertThat(source.flag()).isTrue();
        long[] numbers = source.numbers();
        assertThat(source.textOrNull()).isNull();
        Instant time = source.instant();
        assertThat(source.instantOrNull()).isNull();
        assertThat(source.decimal()).isEqualTo(-0.1);
        return new Content(texts, bytes, integers, numbers, time);
      }
    }

    void check(Content other) {
      assertThat(other.texts).isEqualTo(texts);
      assertThat(other.time).isEqualTo(time);
      assertThat(Arrays.equals(other.bytes, bytes)).isTrue();
      assertThat(Arrays.equals(other.integers, integers)).isTrue();
      assertThat(Arrays.equals(other.numbers, numbers)).isTrue();
    }
  }

  @Test
  void what_is_written_is_read() throws IOException, UnusableCheckpoint {
    Content content = content();
    file(STAMP).write(content::write);
    content.check(file(STAMP).read(Content::read));
  }

  @Test
  void it_is_for_its_owner_only() throws IOException {
    file(STAMP).write(content()::write);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(STAMP).path())))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("made"))))
        .isEqualTo("rwx------");
  }

  @Test
  void a_file_that_is_damaged_anywhere_is_refused() throws IOException {
    Content content = content();
    file(STAMP).write(content::write);
    byte[] sound = Files.readAllBytes(file(STAMP).path());
    Random places = new Random(1);
    for (int round = 0; round < Rounds.of(60); round++) {
      Files.write(file(STAMP).path(), damaged(sound, round, places));
      assertThatThrownBy(() -> file(STAMP).read(Content::read))
          .as("round %d", round)
          .isInstanceOf(UnusableCheckpoint.class);
    }
  }

  /// At the beginning, at the end, at borders of frames, and anywhere.
  private static byte[] damaged(byte[] sound, int round, Random places) {
    int frame = CheckpointSink.FRAME + CheckpointSink.FRAME_HEADER;
    int border = CheckpointSink.HEADER + places.nextInt(3) * frame;
    int at =
        switch (round % 5) {
          case 0 -> places.nextInt(CheckpointSink.HEADER + 60);
          case 1 -> sound.length - 1 - places.nextInt(40);
          case 2 -> border + places.nextInt(16);
          default -> places.nextInt(sound.length);
        };
    byte[] damaged = sound.clone();
    switch (places.nextInt(6)) {
      case 0 -> damaged = Arrays.copyOf(sound, at); // cut
      case 1 -> damaged = Arrays.copyOf(sound, sound.length + 1 + places.nextInt(50)); // longer
      case 2 -> { // a frame is missing
        byte[] rest = Arrays.copyOfRange(sound, CheckpointSink.HEADER + frame, sound.length);
        damaged = Arrays.copyOf(sound, CheckpointSink.HEADER + rest.length);
        System.arraycopy(rest, 0, damaged, CheckpointSink.HEADER, rest.length);
      }
      case 3 -> { // another frame in its place
        System.arraycopy(
            sound, CheckpointSink.HEADER + frame, damaged, CheckpointSink.HEADER, frame);
      }
      case 4 -> damaged[at] ^= (byte) (1 << places.nextInt(8));
      default -> damaged[at] += (byte) (1 + places.nextInt(255));
    }
    return damaged;
  }

  @Test
  void a_file_of_something_else_is_refused_with_a_reason() throws IOException {
    file(STAMP).write(content()::write);
    refuse(new CheckpointStamp(4, "1.0", "home"), "its layout has version 3");
    refuse(new CheckpointStamp(3, "1.1", "home"), "another version of Marquee (1.0, and this");
    refuse(new CheckpointStamp(3, "1.0", "other"), "a copy of another database");
    Files.writeString(file(STAMP).path(), "{\"not\":\"a checkpoint\", \"at\": \"all\"}");
    refuse(STAMP, "not a checkpoint");
    Files.writeString(file(STAMP).path(), "");
    refuse(STAMP, "incomplete");
  }

  @Test
  void a_machine_with_another_byte_order_refuses_it() throws IOException {
    file(STAMP).write(content()::write);
    byte[] bytes = Files.readAllBytes(file(STAMP).path());
    byte[] order = Arrays.copyOfRange(bytes, Long.BYTES, Long.BYTES + Integer.BYTES);
    for (int at = 0; at < order.length; at++) {
      bytes[Long.BYTES + at] = order[order.length - 1 - at];
    }
    Files.write(file(STAMP).path(), bytes);
    refuse(STAMP, "another byte order");
  }

  private void refuse(CheckpointStamp stamp, String reason) {
    assertThatThrownBy(() -> file(stamp).read(Content::read))
        .isInstanceOf(UnusableCheckpoint.class)
        .hasMessageContaining(reason);
  }

  @Test
  void what_reads_more_than_was_written_is_refused() throws IOException {
    file(STAMP).write(sink -> sink.text("short"));
    refuse(STAMP, "it is damaged");
  }

  @Test
  void a_failure_leaves_the_file_of_before() throws IOException, UnusableCheckpoint {
    Content content = content();
    file(STAMP).write(content::write);
    assertThatThrownBy(() ->
            file(STAMP)
                .write(sink -> {
                  content().write(sink);
                  throw new IOException("No space left on device");
                }))
        .hasMessage("No space left on device");
    content.check(file(STAMP).read(Content::read));
    try (var files = Files.list(folder.resolve("made"))) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void what_a_kill_has_left_is_not_read_and_goes_with_the_next_file()
      throws IOException, UnusableCheckpoint {
    Path partial = folder.resolve("made/listings.partial");
    Files.createDirectories(folder.resolve("made"));
    Files.write(partial, new byte[5_000]);
    assertThatThrownBy(() -> file(STAMP).read(Content::read))
        .isInstanceOf(NoSuchFileException.class);
    Content content = content();
    file(STAMP).write(content::write);
    assertThat(partial).doesNotExist();
    content.check(file(STAMP).read(Content::read));
  }
}
