package org.marquee.app.doctor;

import org.jspecify.annotations.Nullable;

/// What a check found.
///
/// @param check its name
/// @param next the command of the next step, or what to do; null where all is well
record Finding(String check, Verdict verdict, String what, @Nullable String next) {
  /// How a check ended.
  public enum Verdict {
    OK,
    WARNING,
    FAULT
  }

  /// Nothing to do.
  public static Finding ok(String check, String what) {
    return new Finding(check, Verdict.OK, what, null);
  }

  /// Something that should be seen to.
  public static Finding warning(String check, String what, String next) {
    return new Finding(check, Verdict.WARNING, what, next);
  }

  /// Something that keeps the service from its work, or will.
  public static Finding fault(String check, String what, String next) {
    return new Finding(check, Verdict.FAULT, what, next);
  }
}
