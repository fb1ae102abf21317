package org.marquee.store;

/// The database cannot be used; the message says why, for an operator.
public final class DatabaseUnreachable extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DatabaseUnreachable(String message, Throwable cause) {
    super(message, cause);
  }
}
