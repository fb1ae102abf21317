package org.marquee.v1.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.message.Response;
import org.marquee.listing.Revision;
import org.marquee.v1.answer.KeptAnswers.Kept;
import org.marquee.v1.declaration.MediaType;

/// How long an answer is kept.
@NullMarked
class KeptAnswersTest {
  private static final Revision REVISION = new Revision(new UUID(0, 1), 7, new UUID(0, 2));
  private static final KeptAnswers.Key KEY =
      new KeptAnswers.Key("/v1/programme?cinemaId=ci_1", MediaType.JSON);

  private final KeptAnswers answers = new KeptAnswers(1 << 20);

  private boolean isKept(String now) {
    return answers.find(KEY, REVISION, InstantSource.fixed(Instant.parse(now))) != null;
  }

  private void keep(Instant expires) {
    answers.keep(
        KEY,
        new Kept(
            REVISION,
            new Tag("W/\"0\""),
            Response.of(200, MediaType.JSON.text(), new byte[2]),
            2,
            Instant.parse("2026-03-19T12:00:00Z"),
            expires));
  }

  @Test
  void an_answer_that_depends_on_the_clock_does_not_outlive_the_moment_of_its_change() {
    keep(Instant.parse("2026-03-20T05:00:00Z"));
    assertThat(isKept("2026-03-20T04:59:59.999999Z")).isTrue();
    assertThat(isKept("2026-03-20T05:00:00Z")).isFalse();
  }

  @Test
  void an_answer_that_depends_on_the_clock_is_gone_where_that_is_set_back() {
    keep(Instant.parse("2026-03-20T05:00:00Z"));
    assertThat(isKept("2026-03-19T12:00:00Z")).isTrue();
    assertThat(isKept("2026-03-19T04:30:00Z")).isFalse();
  }

  @Test
  void any_other_is_as_good_as_its_revision() {
    keep(Instant.MAX);
    assertThat(isKept("9999-12-31T23:59:59Z")).isTrue();
    assertThat(
            answers.find(
                KEY,
                new Revision(new UUID(0, 1), 8, new UUID(0, 3)),
                InstantSource.fixed(Instant.EPOCH)))
        .isNull();
  }
}
