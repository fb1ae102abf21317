package org.marquee.retention;

/// A limit that cannot be read; the message names the environment variable and says what it takes.
public final class InvalidLimit extends RuntimeException {
  private static final long serialVersionUID = 1;

  InvalidLimit(String message) {
    super(message);
  }
}
