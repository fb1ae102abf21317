package org.marquee.access.usage;

import java.time.Instant;
import java.util.List;

/// What one key was used for, day by day. May block; throws [org.marquee.access.AccessUnavailable]
/// when what is stored cannot be reached.
@FunctionalInterface
public interface UsageDays {
  /// The sums of the days in UTC on which it was used, the earliest first.
  ///
  /// @param keyId empty where an external gateway names the organization
  List<UsageLedger.Sum> days(String organization, String keyId, Instant from, Instant until);
}
