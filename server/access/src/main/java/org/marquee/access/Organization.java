package org.marquee.access;

import java.util.regex.Pattern;

/// One that reads the listings: it holds keys, and pays for them or not (docs/api.md, "Access").
///
/// @param name 1 to 80 ASCII letters, digits, `.`, `_`, `-`; compared exactly
public record Organization(String name, Standing standing) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,80}");

  /// Whether its keys are good: those of a suspended organization are not, even with an active
  /// entitlement.
  public enum Standing {
    GOOD,
    SUSPENDED
  }

  public Organization {
    if (!isName(name)) {
      throw new IllegalArgumentException("not a name of an organization: " + name);
    }
  }

  /// Whether an organization may be called `text` (docs/command-line.md, "Values").
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /// Whether it was suspended, and not resumed since.
  public boolean isSuspended() {
    return standing == Standing.SUSPENDED;
  }
}
