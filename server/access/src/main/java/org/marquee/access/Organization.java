package org.marquee.access;

/// One that reads the listings: it holds keys, and pays for them or not (docs/api.md, "Access").
///
/// @param name 1 to 80 ASCII letters, digits, `.`, `_`, `-`; compared exactly
public record Organization(String name, Standing standing) {
  private static final int LONGEST_NAME = 80;

  /// Whether an organization is let in at all, whatever it paid for.
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
    if (text.isEmpty() || text.length() > LONGEST_NAME) {
      return false;
    }
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (!Base62.isDigit(letter) && letter != '.' && letter != '_' && letter != '-') {
        return false;
      }
    }
    return true;
  }

  /// Whether it was suspended, and not resumed since.
  public boolean isSuspended() {
    return standing == Standing.SUSPENDED;
  }
}
