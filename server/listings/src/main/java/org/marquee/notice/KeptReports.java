package org.marquee.notice;

import java.util.Optional;

/// Reports of checks that somebody wants to show to others, kept for a week.
public interface KeptReports {
  /// Keeps a report.
  ///
  /// @param id that nobody can guess
  /// @param page its content, in HTML
  /// @throws org.marquee.listing.ListingsUnavailable if the database cannot be used, as the other
  void keep(String id, byte[] page);

  /// A report, unless it is too old.
  Optional<byte[]> find(String id);
}
