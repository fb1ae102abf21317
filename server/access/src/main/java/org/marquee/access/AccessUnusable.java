package org.marquee.access;

/// The database answers, but not with our organizations and keys: tables lack, may not be read, or
/// are being restored.
public final class AccessUnusable extends AccessUnavailable {
  private static final long serialVersionUID = 1;

  public AccessUnusable(String message, Throwable cause) {
    super(message, cause);
  }
}
