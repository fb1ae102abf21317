/// What goes: what a feed no longer lists, and what it withdraws or cancels; and what a cinema
/// keeps all the same.
///
/// Decides nothing: the rules are in [org.marquee.ingest.guard]. Start reading at
/// [UnlistedRecords].
@NullMarked
package org.marquee.store.reconcile.withdraw;

import org.jspecify.annotations.NullMarked;
