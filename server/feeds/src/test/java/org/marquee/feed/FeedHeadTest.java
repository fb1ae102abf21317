package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class FeedHeadTest {
  private @TempDir Path folder = Path.of("");

  private FeedHead head(byte[] bytes) throws IOException {
    return FeedHead.of(new FilePart(Files.write(folder.resolve("feed.json"), bytes)));
  }

  private FeedHead head(String text) throws IOException {
    return head(text.getBytes(UTF_8));
  }

  @Test
  void the_outline_names_every_member_once_by_its_path() throws IOException {
    assertThat(
            head("""
            {"a":[{"b":1,"c":{"d":[[2,{"e":3}],4]}},{"b":5,"f":[]}],"g":{},"h":null}
            """)
                .outline())
        .containsExactly(
            "$",
            "a",
            "a[]",
            "a[].b",
            "a[].c",
            "a[].c.d",
            "a[].c.d[]",
            "a[].c.d[][]",
            "a[].c.d[][].e",
            "a[].f",
            "a[].f[]",
            "g",
            "h");
    assertThat(head(" [ {\"x\":[{\"y\":1}]}, {\"z\":1} ]").outline())
        .containsExactly("$", "[]", "[].x", "[].x[]", "[].x[].y", "[].z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":[{\"b\":1,\"c", "{\"a\":[{\"b\":1}}", "{\"a\":[{\"b\":1}]}}}]"})
  void what_was_seen_before_a_fault_stands(String text) throws IOException {
    assertThat(head(text).shows("a[].b")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "BEGIN:VCALENDAR", "7", "id;name", "\"a\""})
  void what_is_no_object_and_no_list_has_no_outline(String text) throws IOException {
    assertThat(head(text).outline()).isEmpty();
  }

  @Test
  void hostile_nesting_and_a_million_names_are_borne() throws IOException {
    assertThat(head("[".repeat(60_000)).outline()).hasSizeLessThan(100);
    StringBuilder names = new StringBuilder("{");
    for (int i = 0; i < 9_000; i++) {
      names.append("\"").append(i).append("\":{},");
    }
    assertThat(head(names.toString()).outline()).hasSizeLessThan(5000);
  }

  @Test
  void text_in_utf_16_is_told_by_its_mark_or_its_zeros() throws IOException {
    assertThat(head("{\"ä\":1}".getBytes(UTF_16)).text()).isEqualTo("{\"ä\":1}");
    assertThat(head("{\"ä\":1}".getBytes(UTF_16LE)).shows("ä")).isTrue();
    assertThat(head("\uFEFF{\"ä\":1}").shows("ä")).isTrue();
  }

  @Test
  void no_more_than_the_beginning_is_shown() throws IOException {
    assertThat(head("x".repeat(FeedHead.LONGEST)).isWhole()).isFalse();
    assertThat(head("x".repeat(FeedHead.LONGEST + 1)).text()).hasSize(FeedHead.LONGEST);
    assertThat(head("x").isWhole()).isTrue();
  }

  @Test
  void of_a_compressed_file_that_is_cut_off_what_can_be_unpacked_is_shown() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      for (int i = 0; i < 3000; i++) {
        gzip.write(("{\"number\":" + Integer.toHexString(i * 7919) + "}\n").getBytes(UTF_8));
      }
    }
    byte[] bytes = packed.toByteArray();
    FeedHead head = head(Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(head.text()).startsWith("{\"number\":0}");
    assertThat(head.isWhole()).isFalse();
    Arrays.fill(bytes, 10, 40, (byte) 0xff);
    assertThatThrownBy(() -> head(bytes)).isInstanceOf(UnreadableFeed.class);
  }
}
