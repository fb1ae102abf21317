package org.marquee.access;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A plan that an organization can be on: how many requests a minute all its keys together may make
/// (docs/api.md, "Rate limits"). Plans are stored; an operator can add some and change their rates.
///
/// @param name 1 to 80 of `a-z`, `0-9`, `.`, `_` and `-`, as the command line and answers have it
/// @param rate empty where there is no limit
/// @param bulk whether it includes whole lists and bulk files
/// @param monthlyQuota requests of a calendar month of UTC, counted as the rate counts them; only
///   where there is a rate
public record Plan(String name, Optional<Rate> rate, boolean bulk, OptionalLong monthlyQuota) {
  /// The name of the plan of a grant that names none. It always exists.
  public static final String DEFAULT = "standard";

  /// The name of the plan of organizations without an active entitlement. It always exists.
  public static final String UNENTITLED = "trial";

  private static final Pattern NAME = Pattern.compile("[a-z0-9._-]{1,80}");

  /// A plan without a monthly quota that includes whole lists and bulk files.
  ///
  /// @param requestsPerMinute which may be made at once, too; empty where there is no limit
  public Plan(String name, OptionalInt requestsPerMinute) {
    this(name, rate(requestsPerMinute), true, OptionalLong.empty());
  }

  public Plan {
    if (!isName(name)) {
      throw new IllegalArgumentException("not a name of a plan: " + name);
    }
    if (monthlyQuota.orElse(1) < 1) {
      throw new IllegalArgumentException("the quota of the plan " + name + " must be at least 1");
    }
    if (monthlyQuota.isPresent() && rate.isEmpty()) {
      throw new IllegalArgumentException("the plan " + name + " has a quota and no rate");
    }
  }

  private static Optional<Rate> rate(OptionalInt requestsPerMinute) {
    return requestsPerMinute.isEmpty()
        ? Optional.empty()
        : Optional.of(Rate.of(requestsPerMinute.getAsInt()));
  }

  /// Whether a plan may be called `text` (docs/command-line.md, "plan").
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }
}
