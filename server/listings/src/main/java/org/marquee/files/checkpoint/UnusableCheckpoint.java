package org.marquee.files.checkpoint;

/// A file that must not be used: it is damaged, or was written by or for something else. The
/// message says why, for an operator.
public final class UnusableCheckpoint extends Exception {
  private static final long serialVersionUID = 1;

  /// @param message completes the sentence "the file is not used: …"
  public UnusableCheckpoint(String message) {
    super(message);
  }

  /// A checkpoint that cannot be used, and why.
  public UnusableCheckpoint(String message, Throwable cause) {
    super(message, cause);
  }
}
