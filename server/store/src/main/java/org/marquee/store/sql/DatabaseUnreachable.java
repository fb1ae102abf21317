package org.marquee.store.sql;

import org.jspecify.annotations.Nullable;

/// The database cannot be used; the message says why, for an operator.
public sealed class DatabaseUnreachable extends RuntimeException permits RefusedDatabase {
  private static final long serialVersionUID = 1;

  public DatabaseUnreachable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
