package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.LedgerUnavailable;

@NullMarked
class DatabaseClockTest {
  @Test
  void it_goes_on_while_the_database_cannot_be_reached() throws SQLException {
    Database database = MigratedDatabase.open(MigratedDatabase.create());
    DatabaseClock clock = new DatabaseClock(database);
    Instant before = clock.instant();
    database.close();
    assertThat(clock.instant()).isBetween(before, before.plusSeconds(600));
    assertThatThrownBy(new DatabaseClock(database)::instant).isInstanceOf(LedgerUnavailable.class);
  }
}
