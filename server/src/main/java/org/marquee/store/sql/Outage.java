package org.marquee.store.sql;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ListingsUnavailable;

/// Tells a database that cannot be used now from a statement of ours that is wrong: the first
/// passes, the second is a fault to be found in the log.
public final class Outage {
  /// The classes of SQLSTATE (PostgreSQL manual, appendix A) that speak of the statement: not
  /// supported, cardinality, data, constraint, transaction state, syntax or name.
  private static final Set<String> OURS = Set.of("0A", "21", "22", "23", "25", "42");

  private Outage() {}

  /// The message for readers.
  public static RuntimeException whileReading(SQLException failure) {
    return is(failure)
        ? new ListingsUnavailable("the database cannot be read: " + failure.getMessage(), failure)
        : new IllegalStateException("a statement of ours is wrong", failure);
  }

  public static boolean is(SQLException failure) {
    @Nullable String state = failure.getSQLState();
    return state == null || state.length() < 2 || !OURS.contains(state.substring(0, 2));
  }
}
