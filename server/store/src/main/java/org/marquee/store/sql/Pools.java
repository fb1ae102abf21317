package org.marquee.store.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.List;
import org.marquee.page.Pages;

/// The pools of connections of a [Database], which says what each is for.
record Pools(HikariDataSource readers, HikariDataSource reserve, HikariDataSource copies) {
  /// Readers wait so long for a connection before they fail.
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /// What the reserve is for may have to go through a long history.
  private static final Duration LONGEST_IN_RESERVE = Duration.ofSeconds(10);

  /// A connection that is silent for longer is dead, unless another time was set.
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);

  private static final int READERS = 16;
  private static final int RESERVED = 2;
  private static final int COPYING = 1;

  static Pools of(Connections connections) {
    HikariConfig copying = pooling(connections, "copies", COPYING, LongConnections.ROOM_TO_SORT);
    copying.setIdleTimeout(0); // never closed for being idle
    return new Pools(
        new HikariDataSource(reading(connections, "readers", READERS, Pages.LONGEST_READ)),
        new HikariDataSource(reading(connections, "reserve", RESERVED, LONGEST_IN_RESERVE)),
        new HikariDataSource(copying));
  }

  private static HikariConfig reading(
      Connections connections, String name, int most, Duration longest) {
    // The best plan depends on the cinema, the film and the window; planning takes a fraction of a
    // millisecond.
    HikariConfig config =
        pooling(
            connections,
            name,
            most,
            "set plan_cache_mode = force_custom_plan; set jit = off; set statement_timeout = "
                + longest.toMillis());
    config.addDataSourceProperty("socketTimeout", Long.toString(longest.toSeconds() + 1));
    return config;
  }

  private static HikariConfig pooling(
      Connections connections, String name, int most, String settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setDataSource(connections.forPool(config.getDataSourceProperties()));
    config.addDataSourceProperty("socketTimeout", Long.toString(LONGEST_SILENCE.toSeconds()));
    config.setConnectionInitSql(settings);
    config.setMaximumPoolSize(most);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(TIMEOUT.toMillis());
    config.setValidationTimeout(TIMEOUT.toMillis() / 4);
    config.setInitializationFailTimeout(-1);
    return config;
  }

  /// Drops the connections that are open, each when it is given back.
  void renew() {
    for (HikariDataSource each : List.of(readers, reserve, copies)) {
      each.getHikariPoolMXBean().softEvictConnections();
    }
  }

  void close() {
    readers.close();
    reserve.close();
    copies.close();
  }
}
