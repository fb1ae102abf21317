package org.marquee.access;

/// What is stored of organizations and keys cannot be reached now; trying again later may help.
public sealed class AccessUnavailable extends RuntimeException permits AccessUnusable {
  private static final long serialVersionUID = 1;

  public AccessUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
