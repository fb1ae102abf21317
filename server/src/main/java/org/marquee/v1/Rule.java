package org.marquee.v1;

/// A rule that is about more than the value of one parameter.
///
/// @param parameter the parameter that is named as faulty where the rule is broken
/// @param message for the developer who broke it
public record Rule(String parameter, Reason reason, String message) {
  Violation violation() {
    return new Violation(parameter, reason, message);
  }
}
