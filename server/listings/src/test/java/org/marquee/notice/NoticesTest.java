package org.marquee.notice;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class NoticesTest {
  @Test
  void all_are_counted_and_the_first_fifty_kept_but_of_labels_all() {
    Notices notices = new Notices();
    for (int line = 1; line <= 60; line++) {
      notices.add(new Notice(Code.LABEL_UNKNOWN, "line " + line, "label " + line, ""));
      notices.add(new Notice(Code.MEMBER_MISSING, "line " + line, "", ""));
    }
    Notices.Group missing = notices.groups().getFirst();
    assertThat(missing.code()).as("the gravest").isEqualTo(Code.MEMBER_MISSING);
    assertThat(missing.count()).isEqualTo(60);
    assertThat(missing.examples()).hasSize(50);
    assertThat(missing.examples().getFirst().place()).isEqualTo("line 1");
    Notices.Group labels = notices.groups().getLast();
    assertThat(labels.count()).isEqualTo(60);
    assertThat(labels.examples()).hasSize(60);
    assertThat(labels.firstExamples()).hasSize(50);
  }
}
