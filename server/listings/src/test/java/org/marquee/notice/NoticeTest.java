package org.marquee.notice;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class NoticeTest {
  private static String read(String text) {
    return new Notice(Code.MEMBER_INVALID, "line 1", text, "").read();
  }

  @Test
  void a_reading_is_cut_between_code_points() {
    assertThat(read("🎬".repeat(160))).isEqualTo("🎬".repeat(160));
    assertThat(read("🎬".repeat(161))).isEqualTo("🎬".repeat(160) + "…");
  }

  @Test
  void what_cannot_be_stored_or_seen_is_replaced() {
    assertThat(read("a\u0000b\ud800c\udc00d\n")).isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffd");
  }

  @Test
  void a_sentence_goes_on_with_the_detail() {
    assertThat(Notice.of(Code.FEED_SHRUNK, "it would withdraw 80 of 100").sentence())
        .isEqualTo(
            "The feed would withdraw more than half of the upcoming showtimes: it would withdraw 80 of 100");
    assertThat(Notice.of(Code.FEED_EMPTY, "").sentence()).isEqualTo("The feed is empty.");
  }

  @Test
  void counts_are_exact_and_examples_few() {
    Notices notices = new Notices();
    for (int i = 0; i < 1000; i++) {
      notices.add(Notice.of(Code.HELD_BACK, ""));
    }
    assertThat(notices.groups().getFirst().count()).isEqualTo(1000);
    assertThat(notices.groups().getFirst().examples()).hasSize(Notices.EXAMPLES);
  }
}
