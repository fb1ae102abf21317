package org.marquee.page;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Freshness;
import org.marquee.listing.Position;
import org.marquee.listing.Revision;

/// The facts about a page besides its records, which are in an [OutputBuffer].
///
/// @param revision the state of the data that it was made from
/// @param next where the next page begins: the position of this page's last record; null on the
///   last page
/// @param expires when the answer to the same question may be another one, though the revision is
///   the same
public record PageInfo(
    Revision revision, @Nullable Position next, Freshness freshness, Instant expires) {
  /// A page that stays as it is as long as the revision does.
  public PageInfo(Revision revision, @Nullable Position next, Freshness freshness) {
    this(revision, next, freshness, Instant.MAX);
  }
}
