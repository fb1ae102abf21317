package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.notice.Code;

@NullMarked
class FilePartTest {
  private @TempDir Path folder = Path.of("");

  private String read(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("feed"), bytes);
    try (InputStream in = new FilePart(file).open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] zstd(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(bytes).setChecksum(true)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(first);
    bytes.writeBytes(second);
    return bytes.toByteArray();
  }

  @Test
  void a_compressed_file_unpacks_up_to_its_limit_and_no_further() throws IOException {
    String text = "0123456789".repeat(100_000);
    for (byte[] packed : List.of(gzip(text), zstd(text), manyMembers())) {
      Path file = Files.write(folder.resolve("feed"), packed);
      try (InputStream in = new FilePart(file, 1_000_000).open()) {
        assertThat(in.readAllBytes()).hasSize(1_000_000);
      }
      try (InputStream in = new FilePart(file, 999_999).open()) {
        assertThatThrownBy(in::readAllBytes)
            .isInstanceOf(UnreadableFeed.class)
            .hasMessageContaining("FEED_TOO_LARGE")
            .hasMessageContaining("more than 999999 bytes when unpacked");
      }
      try (InputStream in = new FilePart(file, 999_999).open()) {
        assertThatThrownBy(() -> in.skip(2_000_000)).isInstanceOf(UnreadableFeed.class);
      }
    }
  }

  private static byte[] manyMembers() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] member = gzip("0123456789".repeat(100));
    for (int count = 0; count < 1000; count++) {
      all.writeBytes(member);
    }
    return all.toByteArray();
  }

  @Test
  void a_file_that_is_not_compressed_has_no_limit() throws IOException {
    Path file = Files.writeString(folder.resolve("feed"), "a".repeat(1000));
    try (InputStream in = new FilePart(file, 10).open()) {
      assertThat(in.readAllBytes()).hasSize(1000);
    }
  }

  @Test
  void plain_files_are_read_as_they_are() throws IOException {
    assertThat(read("plain".getBytes(UTF_8))).isEqualTo("plain");
    assertThat(read(new byte[0])).isEmpty();
    assertThat(read(new byte[] {0x1f})).hasSize(1);
  }

  @Test
  void gzip_is_known_by_its_first_bytes() throws IOException {
    assertThat(read(gzip("packed"))).isEqualTo("packed");
    assertThat(read(gzip(""))).isEmpty();
  }

  @Test
  void several_members_are_one_stream() throws IOException {
    assertThat(read(joined(gzip("one, "), gzip("two")))).isEqualTo("one, two");
  }

  @Test
  void gzip_that_is_cut_anywhere_is_reported() throws IOException {
    byte[] one = gzip("one, ");
    byte[] whole = joined(one, gzip("and two"));
    for (int length = 2; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (length == one.length) {
        assertThat(read(cut)).isEqualTo("one, ");
      } else {
        assertThatThrownBy(() -> read(cut))
            .as("cut after %d bytes", length)
            .isInstanceOfSatisfying(
                UnreadableFeed.class,
                e -> assertThat(e.notice().code()).isIn(Code.FEED_CUT_OFF, Code.FEED_UNREADABLE));
      }
    }
    assertThatThrownBy(() -> read(Arrays.copyOf(whole, whole.length - 3)))
        .hasMessageStartingWith("FEED_CUT_OFF");
  }

  @Test
  void damaged_gzip_is_reported() throws IOException {
    byte[] damaged = gzip("something that is long enough to be damaged");
    damaged[20] ^= 0x55;
    assertThatThrownBy(() -> read(damaged)).hasMessageStartingWith("FEED_UNREADABLE");
  }

  @Test
  void zstd_is_known_by_its_first_bytes() throws IOException {
    assertThat(read(zstd("packed"))).isEqualTo("packed");
    assertThat(read(zstd(""))).isEmpty();
    assertThat(read(joined(zstd("one, "), zstd("two")))).isEqualTo("one, two");
    byte[] skippable = {0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7};
    assertThat(read(joined(skippable, zstd("three")))).isEqualTo("three");
  }

  @Test
  void zstd_that_is_cut_anywhere_is_reported() throws IOException {
    byte[] one = zstd("one, ");
    byte[] whole = joined(one, zstd("and two"));
    for (int length = 4; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (length == one.length) {
        assertThat(read(cut)).isEqualTo("one, ");
      } else {
        assertThatThrownBy(() -> read(cut))
            .as("cut after %d bytes", length)
            .hasMessageStartingWith("FEED_CUT_OFF");
      }
    }
  }

  @Test
  void damaged_zstd_is_reported() throws IOException {
    byte[] damaged = zstd("something that is long enough to be damaged");
    damaged[20] ^= 0x55;
    assertThatThrownBy(() -> read(damaged)).hasMessageStartingWith("FEED_UNREADABLE");
  }

  @Test
  void a_missing_file_is_no_fault_of_the_feed() {
    assertThatThrownBy(() -> new FilePart(folder.resolve("missing")).open())
        .isInstanceOf(NoSuchFileException.class);
  }
}
