package org.marquee.page;

import java.util.function.Function;
import org.marquee.listing.Revision;

/// Where pages come from: memory, or the database.
public interface PageSource {
  /// The newest state that can be read now.
  Revision revision();

  /// What `reading` finds where all of its calls see the same state.
  ///
  /// @throws org.marquee.listing.ListingsUnavailable if there is none, or it cannot be reached
  <T> T inOneState(Function<Pages, T> reading);
}
