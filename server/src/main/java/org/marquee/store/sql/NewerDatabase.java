package org.marquee.store.sql;

/// A newer program has changed the tables so that this one would not understand them.
public final class NewerDatabase extends DatabaseUnreachable {
  private static final long serialVersionUID = 1;

  NewerDatabase(String message) {
    super(message, null);
  }
}
