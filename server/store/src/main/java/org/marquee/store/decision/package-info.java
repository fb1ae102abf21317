/// What people decide about records, as it is stored: corrections, which records are one, what is
/// to be looked at.
///
/// Never links records: [org.marquee.store.reconcile] does, by what is decided here. Start reading
/// at [PostgresCorrections].
@NullMarked
package org.marquee.store.decision;

import org.jspecify.annotations.NullMarked;
