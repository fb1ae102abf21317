package org.marquee.access;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A plan that an organization can be on: how many requests a minute all its keys together may make
/// (docs/api.md, "Rate limits"). Plans are stored; an operator can add some and change their rates.
///
/// @param name 1 to 80 of `a-z`, `0-9`, `.`, `_` and `-`, as the command line and answers have it
/// @param requestsPerMinute the quota of a minute, at least 1, which may also be used in one burst;
///   empty where there is no limit
/// @param bulk whether it includes whole lists and bulk files
/// @param monthlyQuota requests of a calendar month of UTC, counted as the rate counts them; only
///   where there is a rate
public record Plan(
    String name, OptionalInt requestsPerMinute, boolean bulk, OptionalLong monthlyQuota) {
  /// The name of the plan of a grant that names none. It always exists.
  public static final String DEFAULT = "standard";

  /// The name of the plan of organizations without an active entitlement. It always exists.
  public static final String UNENTITLED = "trial";

  private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,80}");

  /// A plan without a monthly quota.
  public Plan(String name, OptionalInt requestsPerMinute, boolean bulk) {
    this(name, requestsPerMinute, bulk, OptionalLong.empty());
  }

  /// A plan that includes whole lists and bulk files.
  public Plan(String name, OptionalInt requestsPerMinute) {
    this(name, requestsPerMinute, true);
  }

  public Plan {
    if (!isName(name)) {
      throw new IllegalArgumentException("not a name of a plan: " + name);
    }
    if (requestsPerMinute.orElse(1) < 1) {
      throw new IllegalArgumentException("the rate of the plan " + name + " must be at least 1");
    }
    if (monthlyQuota.orElse(1) < 1) {
      throw new IllegalArgumentException("the quota of the plan " + name + " must be at least 1");
    }
    if (monthlyQuota.isPresent() && requestsPerMinute.isEmpty()) {
      throw new IllegalArgumentException("the plan " + name + " has a quota and no rate");
    }
  }

  /// Whether a plan may be called `text` (docs/command-line.md, "plan").
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }
}
