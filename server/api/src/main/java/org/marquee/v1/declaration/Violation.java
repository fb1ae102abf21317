package org.marquee.v1.declaration;

/// One fault of a request.
///
/// @param parameter its name, as it was sent
/// @param message for the developer who reads it: what is wrong, and what would be right
public record Violation(String parameter, Reason reason, String message) {
  /// The fault as the message of an error that has no other. It names the parameter once.
  public String sentence() {
    // An unknown name is the caller's, and may by chance be how our message begins.
    boolean named = reason != Reason.UNKNOWN && message.startsWith(parameter + " ");
    return named ? message : parameter + ": " + message;
  }
}
