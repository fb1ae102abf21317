package org.marquee.site.operator;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.explanation.Explanation;

/// Where the operator's page has what it shows from. Methods may block, and throw
/// [org.marquee.listing.ListingsUnavailable] where the database cannot be read.
public interface OperationsSource {
  /// The state now; without a database that of the node alone.
  OperationsState state();

  /// Every organization, by name.
  List<OperationsState.Customer> customers();

  /// Why a record is as it is; empty if none has or had this id.
  ///
  /// @param day of a cinema; null: today
  Optional<Explanation> explain(String id, @Nullable LocalDate day);

  /// The report of a run as a page; empty where this node has none.
  Optional<byte[]> report(String run);
}
