package org.marquee.snapshot.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Attributes;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;
import org.marquee.page.json.WrittenDetails;

@NullMarked
class SharedDetailsTest {
  private static Showtime showtime(String document) {
    Provenance provenance = new Provenance(Instant.EPOCH, null, "rex", "1");
    return new Showtime(
        "st_1",
        "fi_1",
        "ci_1",
        Instant.EPOCH,
        0,
        null,
        Attributes.NONE,
        null,
        null,
        provenance,
        document);
  }

  private static SharedDetails.Draft draft(SharedDetails last) {
    return new SharedDetails.Draft(last, 4);
  }

  @Test
  void showtimes_share_what_differs_by_the_end_alone_and_what_none_has_is_dropped() {
    SharedDetails.Draft draft = draft(SharedDetails.EMPTY);
    int one = draft.note(showtime("{\"endsAt\": 90, \"formats\": [\"3d\"]}"));
    int other = draft.note(showtime("{\"formats\": [\"3d\"], \"endsAt\": 91}"));
    SharedDetails both = draft.finish();
    assertThat(both.count()).isEqualTo(1);
    assertThat(both.of(one)).isSameAs(both.of(other));
    assertThat(SharedDetails.minutes(other)).isEqualTo(91);

    SharedDetails.Draft next = draft(both);
    next.drop(one);
    assertThat(next.finish().count()).isEqualTo(1);
    next.drop(other);
    assertThat(next.finish().count()).isZero();
    assertThat(both.of(one)).as("readers of the last snapshot").isNotNull();
  }

  @Test
  void details_without_room_are_left_out_and_counted_until_there_is_room() {
    SharedDetails.Draft draft = draft(SharedDetails.EMPTY);
    int first = draft.note(showtime("{\"formats\": [\"a\"]}"));
    draft.note(showtime("{\"formats\": [\"b\"]}"));
    int third = draft.note(showtime("{\"endsAt\": 9, \"formats\": [\"c\"]}"));
    SharedDetails full = draft.finish();
    assertThat(full.leftOut()).isEqualTo(1);
    assertThat(full.of(third)).isSameAs(WrittenDetails.NONE);
    assertThat(SharedDetails.minutes(third)).isZero();

    SharedDetails.Draft next = draft(full);
    next.drop(first);
    next.drop(third);
    SharedDetails.Draft last = draft(next.finish());
    int again = last.note(showtime("{\"formats\": [\"c\"]}"));
    SharedDetails roomy = last.finish();
    assertThat(roomy.leftOut()).isZero();
    assertThat(new String(roomy.of(again).others(), java.nio.charset.StandardCharsets.UTF_8))
        .contains("\"c\"");
  }
}
