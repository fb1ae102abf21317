package org.marquee.v1.declaration;

/// A rule that is about more than the value of one parameter.
///
/// @param parameter the parameter that is named as faulty where the rule is broken
/// @param message for the developer who broke it
public record Rule(String parameter, Reason reason, String message) {
  public Violation violation() {
    return new Violation(parameter, reason, message);
  }
}
