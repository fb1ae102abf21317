package org.marquee.compression;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;

@NullMarked
class GzipEncoderTest {
  private final GzipEncoder encoder = new GzipEncoder();
  private int declined;
  private final Random random = new Random(20261122);

  @Test
  void any_decoder_reads_what_looks_like_a_page() throws IOException {
    for (int round = 0; round < Rounds.of(150); round++) {
      check(page(random.nextInt(120)));
    }
    // Short ones, and those with titles in rare scripts.
    assertThat(declined).isLessThan(Rounds.of(75));
  }

  @Test
  void any_bytes_come_back_or_are_declined() throws IOException {
    for (int round = 0; round < Rounds.of(400); round++) {
      byte[] bytes = new byte[random.nextInt(3_000)];
      int symbols = 1 + random.nextInt(256);
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = (byte) random.nextInt(symbols);
      }
      check(bytes);
    }
  }

  @Test
  void repetitions_of_every_length_and_distance_come_back() throws IOException {
    for (int length = 4; length <= 600; length += 1 + length / 20) {
      for (int between : new int[] {0, 1, 3, 100, 255, 256, 257, 5_000, 32_700, 32_768, 33_000}) {
        byte[] text = new byte[length];
        random.nextBytes(text);
        byte[] bytes = new byte[2 * length + between + 40];
        Arrays.fill(bytes, (byte) ' ');
        System.arraycopy(text, 0, bytes, 0, length);
        System.arraycopy(text, 0, bytes, length + between, length);
        check(bytes);
      }
    }
  }

  /// RFC 1951 has no distance beyond 32,768.
  @Test
  void the_farthest_repetition_is_found_and_none_beyond() throws IOException {
    int[] sizes = new int[5];
    byte[] word = "Quartz-Vamp-Jinx".getBytes(US_ASCII);
    for (int more = 0; more < sizes.length; more++) {
      int distance = 32_766 + more;
      byte[] bytes = new byte[distance + word.length + 40];
      Arrays.fill(bytes, (byte) ' ');
      System.arraycopy(word, 0, bytes, 0, word.length);
      System.arraycopy(word, 0, bytes, distance, word.length);
      check(bytes);
      sizes[more] = requireNonNull(encoder.encode(bytes, bytes.length)).length;
    }
    assertThat(sizes[2]).as("at 32,768, against 32,769").isLessThan(sizes[3] - word.length / 3);
  }

  @Test
  void what_is_no_page_is_declined() {
    byte[] noise = new byte[10_000];
    random.nextBytes(noise);
    assertThat(encoder.encode(noise, noise.length)).isNull();
    assertThat(encoder.encode(noise, 0)).isNull();
  }

  @Test
  void texts_of_any_length_come_back() throws IOException {
    for (int length = 0; length < 300; length++) {
      check("a".repeat(length).getBytes(UTF_8));
    }
    check("ab".repeat(1 << 20).getBytes(UTF_8));
    check(page(5_000));
  }

  @Test
  void only_the_first_bytes_count() throws IOException {
    byte[] page = page(30);
    byte[] longer = Arrays.copyOf(page, page.length + 500);
    random.nextBytes(longer);
    System.arraycopy(page, 0, longer, 0, page.length);
    check(longer, page.length);
    assertThat(declined).isZero();
  }

  @Test
  void a_start_is_followed_by_any_rest() throws IOException {
    int starts = 0;
    for (int round = 0; round < Rounds.of(100); round++) {
      byte[] begin = page(1 + random.nextInt(60));
      GzipStart start = encoder.start(begin, begin.length);
      if (start == null) {
        continue;
      }
      starts++;
      for (int texts = 0; texts < 3; texts++) {
        byte[] rest =
            new byte[random.nextInt(5) == 0 ? random.nextInt(40_000) : random.nextInt(400)];
        int symbols = 1 + random.nextInt(256);
        for (int at = 0; at < rest.length; at++) {
          rest[at] = (byte) random.nextInt(symbols);
        }
        byte[] whole = Arrays.copyOf(begin, begin.length + rest.length);
        System.arraycopy(rest, 0, whole, begin.length, rest.length);
        try (var in =
            new GZIPInputStream(
                new ByteArrayInputStream(encoder.finish(start, rest, rest.length)))) {
          assertThat(in.readAllBytes()).isEqualTo(whole);
        }
        check(page(3));
      }
    }
    assertThat(starts).isGreaterThan(30);
  }

  private void check(byte[] bytes) throws IOException {
    check(bytes, bytes.length);
  }

  private void check(byte[] bytes, int length) throws IOException {
    byte[] packed = encoder.encode(bytes, length);
    if (packed == null) {
      declined++;
      return;
    }
    assertThat(packed.length).isLessThanOrEqualTo(length / 2);
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOf(bytes, length));
    }
  }

  private byte[] page(int records) {
    StringBuilder page = new StringBuilder("{\"data\":[");
    for (int at = 0; at < records; at++) {
      page.append(at == 0 ? "" : ",").append("{\"id\":\"st_").append(id(random));
      page.append("\",\"filmId\":\"fi_").append(id(random)).append("\",\"title\":\"");
      random
          .ints(random.nextInt(20), 0x20, random.nextInt(4) == 0 ? 0x2ffff : 0x7f)
          .filter(Character::isDefined)
          .filter(point -> point < 0xd800 || point > 0xdfff)
          .forEach(page::appendCodePoint);
      page.append("\",\"startsAt\":\"2026-11-").append(10 + random.nextInt(20)).append("T19:30Z\"");
      page.append(
          ",\"attributeIds\":[],\"screenName\":\"Screen 2\",\"provenance\":{\"observedAt\":");
      page.append("\"2026-11-22T04:10:00Z\",\"provider\":\"rex\",\"externalId\":\"")
          .append(at)
          .append("\"}}");
    }
    return page.append("],\"pagination\":{\"nextCursor\":null,\"hasMore\":false}}")
        .toString()
        .getBytes(UTF_8);
  }

  private static String id(RandomGenerator random) {
    StringBuilder id = new StringBuilder();
    for (int at = 0; at < 20; at++) {
      id.append(Character.forDigit(random.nextInt(36), 36));
    }
    return id.toString();
  }
}
