package org.marquee.access.usage;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What was used, of all nodes together. Implemented by the store. Implementations may block; every
/// method throws [org.marquee.access.AccessUnavailable] when what is stored cannot be reached.
public interface UsageLedger extends UsageDays {
  /// By what usage is summed up, besides the organization.
  enum By {
    ORGANIZATION,
    DAY,
    KEY,
    OPERATION;

    /// As on the command line.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A sum.
  ///
  /// @param parts for each [By] the day in UTC as `2026-10-31`, the id of the key, or the
  ///   operation; empty for all
  record Sum(String organization, List<String> parts, UsageCounts counts) {
    public Sum {
      parts = List.copyOf(parts);
    }

    /// The first part.
    public String part() {
      return parts.getFirst();
    }
  }

  /// Adds to what is stored: all of it or nothing, and once however often it is repeated.
  ///
  /// @param number higher than that of the addition before; the same if that one is repeated, since
  ///   it may not have been stored
  void add(long number, Collection<UsageRow> rows);

  /// Sums up the hours that begin in a period, by organization and parts.
  ///
  /// @param organization null: all
  /// @param until the hour that begins then is not part of it
  List<Sum> sum(@Nullable String organization, Instant from, Instant until, By... by);
}
