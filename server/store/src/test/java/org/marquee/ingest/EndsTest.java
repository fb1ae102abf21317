package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.ingest.ImportTest.REX;
import static org.marquee.ingest.ImportTest.SOLARIS;
import static org.marquee.ingest.ImportTest.T1;
import static org.marquee.ingest.ImportTest.T2;
import static org.marquee.ingest.ImportTest.cinema;
import static org.marquee.ingest.ImportTest.show;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.notice.Code;

/// How long after its start a showing ends.
@NullMarked
class EndsTest {
  private static final String[] SHOWS = {
    show("plain", "2026-07-01T19:30", ends("2026-07-01T21:45")),
    show("exact", "2026-07-01T19:30:00+01:00", ends("2026-07-01T20:00:00Z")),
    show("spring", "2026-03-28T23:30", ends("2026-03-29T02:30")),
    show("autumn", "2026-10-24T23:30", ends("2026-10-25T02:30")),
    show("skipped", "2026-03-29T01:30", ends("2026-03-29T02:10")),
    show("none", "2026-07-02T19:30")
  };
  private static final Map<String, Integer> MINUTES =
      Map.of("plain", 135, "exact", 90, "spring", 120, "autumn", 240);

  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  private static String ends(String at) {
    return ",\"details\":{\"endsAt\":\"" + at + "\"}";
  }

  private Map<String, Integer> minutes() throws SQLException {
    Map<String, Integer> minutes = new TreeMap<>();
    try (Connection connection = world.database().pool().getConnection();
        ResultSet rows =
            connection
                .createStatement()
                .executeQuery(
                    "select external_id, details ->> 'endsAt' from showtime where details is not null")) {
      while (rows.next()) {
        minutes.put(rows.getString(1), rows.getInt(2));
      }
    }
    return minutes;
  }

  private World.Run take(String at, String first, String last) {
    String[] lines = new String[SHOWS.length + 3];
    lines[0] = first;
    lines[1] = SOLARIS;
    System.arraycopy(SHOWS, 0, lines, 2, SHOWS.length);
    lines[lines.length - 1] = last;
    return world.full(at, lines);
  }

  @Test
  void a_local_end_counts_by_the_clock_of_its_cinema() throws SQLException {
    take(T1, REX, "");
    assertThat(minutes()).isEqualTo(MINUTES);
    assertThat(take(T2, REX, "").rowCounts().total().changed()).isZero();
  }

  @Test
  void an_end_that_a_clock_change_leaves_no_time_for_is_dropped_with_a_warning() {
    assertThat(take(T1, REX, "").count(Code.OPTIONAL_MEMBER_DROPPED)).isEqualTo(1);
    assertThat(take(T2, "", REX).count(Code.OPTIONAL_MEMBER_DROPPED)).isEqualTo(1);
  }

  @Test
  void so_it_does_where_the_cinema_comes_last() throws SQLException {
    take(T1, "", REX);
    assertThat(minutes()).isEqualTo(MINUTES);
  }

  @Test
  void so_it_does_where_the_cinema_waited_for_its_postcode() throws SQLException {
    take(T1, cinema("rex", "Rex", "").replace("\"timeZone\":\"Europe/London\",", ""), "");
    assertThat(minutes()).isEmpty();
    world.delta(T2, REX);
    assertThat(minutes()).isEqualTo(MINUTES);
  }
}
