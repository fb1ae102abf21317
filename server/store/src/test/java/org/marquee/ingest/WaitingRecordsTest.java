package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.correction.Correction;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.store.decision.PostgresCorrections;

/// Held-back records that no record of a feed releases: they wait for nobody's own next feed.
@NullMarked
class WaitingRecordsTest extends JoinedFeeds {

  @Test
  void what_a_person_supplies_is_released_with_the_next_feed_of_anybody() {
    World.Run run =
        take(
            "alpha",
            "2026-03-20T06:00:00Z",
            film("f", "Alien", ""),
            cinema("c", "Roxy", REX).replace("\"timeZone\":\"Europe/London\",", ""),
            showtime("s", "f", "c", "2026-04-01T19:00"));
    assertThat(run.count(Code.HELD_BACK)).isEqualTo(1);
    String cinema = id(Kind.CINEMA, "alpha", "c");
    new PostgresCorrections(world.database())
        .apply(
            List.of(
                new Correction.Wanted(
                    0, Correction.ofField(cinema, "timeZone", "Europe/London", "we know"))),
            PostgresCorrections.Others.STAY,
            Effect.COMMIT);
    assertThat(shows()).isEmpty();
    World.Run other = take("beta", "2026-03-20T07:00:00Z", film("g", "Solaris", ""));
    assertThat(other.count(Code.RELEASED)).isEqualTo(1);
    assertThat(shows()).containsExactly("alpha s");
  }

  /// Two candidates complete nothing; the one that stays does.
  @Test
  void a_cinema_is_complete_when_another_one_leaves() {
    String first = cinema("r", "Roxy", REX);
    String second = cinema("q", "Roxy", REX.replace("1AA", "1AB"));
    take("beta", "2026-03-20T06:00:00Z", first, second);
    take(
        "alpha",
        "2026-03-20T07:00:00Z",
        film("f", "Alien", ""),
        cinema("c", "Roxy", "\"countryCode\":\"GB\",\"locality\":\"Elmet\""),
        showtime("s", "f", "c", "2026-04-01T19:00"));
    assertThat(cinemas()).hasSize(2);
    take("beta", "2026-03-20T08:00:00Z", first);
    take("gamma", "2026-03-20T09:00:00Z", film("g", "Solaris", ""));
    assertThat(of(id(Kind.CINEMA, "alpha", "c"), null)).hasSize(1);
  }
}
