package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.marquee.listing.Showtime;
import org.marquee.store.sql.Sql;

/// The running times of the films of some showtimes: where no source gives the end of a showtime,
/// it is computed from them.
final class RunningTimes {
  private RunningTimes() {}

  /// In minutes, by the films' ids; films that have none are left out.
  static Map<String, Integer> of(Connection connection, Collection<Showtime> showtimes)
      throws SQLException {
    Map<String, Integer> minutes = new HashMap<>();
    Sql.of(
            "select id, duration_minutes from film"
                + " where not hidden and duration_minutes is not null and id = any(:ids)")
        .bind("ids", showtimes.stream().map(Showtime::filmId).distinct().toArray(String[]::new))
        .each(
            connection, rows -> minutes.put(rows.getString("id"), rows.getInt("duration_minutes")));
    return minutes;
  }
}
