package org.marquee.feed.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.feed.member.Value;
import org.marquee.feed.member.Versions;
import org.marquee.listing.Attributes;
import org.marquee.title.Titles;
import org.marquee.title.label.Vocabulary;

/// Titles and labels made to take long or to exhaust the stack. Each takes milliseconds.
@NullMarked
class HostileTitlesTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "O. m. ", "\u200d", "a\u200d", " (2D)", " - a", " + a",
        "a: ", " /", "' ", "2D ", "subtitled ", "with a live ",
        "with new special ", "introduced by ", "q&a and ", " presents", "screening of ",
            "Met Opera Live ",
        "1, "
      })
  @Cases(
      """
      a. | 字 | 字幕 | 字幕 IMAX | ( | (1 | 【 | Part iii | ー
      """)
  void a_text_of_any_length_is_read_soon(String piece) {
    for (int length : List.of(300, 40_000)) {
      String text = piece.repeat(length / piece.length());
      for (String title : List.of(text, "The Met " + text + "x", "x " + text)) {
        assertTimeoutPreemptively(SOON, () -> read(title), () -> piece + " " + length);
      }
    }
  }

  private static void read(String text) {
    assertThat(Titles.clean(text).key()).isNotEmpty();
    assertThat(Versions.of(Attributes.NONE, List.of(new Value.Text(text)))).isNotNull();
    Vocabulary.BUILT_IN.attributes(text);
  }
}
