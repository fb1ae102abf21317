package org.marquee.node;

/// A setting that cannot be used; the message names the environment variable and says what it
/// takes.
public final class InvalidSetting extends RuntimeException {
  private static final long serialVersionUID = 1;

  InvalidSetting(String message) {
    super(message);
  }
}
