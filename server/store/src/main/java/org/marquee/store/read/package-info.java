/// Reads the published records, and what changed since a revision.
///
/// Implements the ports [org.marquee.page.Pages] and [org.marquee.listing.ChangeSource]. Never
/// writes. Start reading at [PostgresListings], which answers a request, and [PostgresChanges],
/// which feeds the snapshot.
@NullMarked
package org.marquee.store.read;

import org.jspecify.annotations.NullMarked;
