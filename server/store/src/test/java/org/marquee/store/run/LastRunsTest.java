package org.marquee.store.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.ingest.World;
import org.marquee.store.sql.Sql;

@NullMarked
class LastRunsTest {
  private static final String RUN =
      """
      insert into run (id, provider, format, started_at, ended_at, outcome, report)
      values ('r', 'rex', 'marquee', now(), now(), 'applied', '{
        "files": [], "lines": {"showtime": {"read": 12, "withdrawn": 0, "refused": %d}}, "verdict": {"listed": 12},
        "notices": [
          {"code": "PROGRAMME_REFUSED", "severity": "WARNING", "count": 1, "examples": [{"place": "cinema b"}]},
          {"code": "MEMBER_INVALID", "severity": "ERROR", "count": 5, "examples": [{"place": "line 4"}]}]}')
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3 | MEMBER_INVALID: 3 of 12. The commonest reason, first at line 4
          0 | MEMBER_INVALID, first at line 4
          """)
  void showtimes_are_counted_where_some_were_refused(int refused, String why) throws SQLException {
    try (World world = World.fresh();
        Connection connection = world.database().pool().getConnection()) {
      Sql.of(RUN.replace("%d", String.valueOf(refused))).run(connection);
      LastRuns last = Objects.requireNonNull(LastRuns.of(connection).get("rex"));
      assertThat(last.failing()).extracting(each -> each.refusal()).containsExactly(why);
    }
  }
}
