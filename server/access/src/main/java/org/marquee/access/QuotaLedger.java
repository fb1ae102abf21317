package org.marquee.access;

import java.time.LocalDate;
import java.util.Map;

/// What organizations have spent of their monthly quotas, on all nodes together. May block; throws
/// [AccessUnavailable] when what is stored cannot be reached.
@FunctionalInterface
public interface QuotaLedger {
  /// Adds requests to a month, all of them or none, and once however often it is repeated.
  ///
  /// @param number higher than that of the addition before; the same if that one is repeated, since
  ///   it may not have been stored
  /// @param month its first day
  /// @param requests by organization; 0 asks only
  /// @return all requests of the month that nodes have added, by the same organizations
  Map<String, Long> spend(long number, LocalDate month, Map<String, Long> requests);
}
