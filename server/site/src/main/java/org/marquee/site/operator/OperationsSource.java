package org.marquee.site.operator;

import java.util.List;
import java.util.Optional;

/// Where the operator's page has what it shows from. Methods may block, and throw
/// [org.marquee.listing.ListingsUnavailable] where the database cannot be read.
public interface OperationsSource {
  /// The state now; without a database that of the node alone.
  OperationsState state();

  /// Every organization, by name.
  List<OperationsState.Customer> customers();

  /// The report of a run as a page; empty where this node has none.
  Optional<byte[]> report(String run);
}
