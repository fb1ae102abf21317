package org.marquee.snapshot.record;

/// The machine has no memory outside the heap for more records.
public final class NoRoom extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// From what the machine says.
  public NoRoom(OutOfMemoryError cause) {
    super("there is no memory outside the heap for more records: " + cause.getMessage(), cause);
  }
}
