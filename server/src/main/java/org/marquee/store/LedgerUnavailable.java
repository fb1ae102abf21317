package org.marquee.store;

import java.sql.SQLException;

/// The database failed under an import, which has then changed nothing.
public final class LedgerUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  private LedgerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }

  static LedgerUnavailable because(SQLException cause) {
    return new LedgerUnavailable("the database failed: " + cause.getMessage(), cause);
  }
}
