/// Reconciles one feed with what is stored, in one transaction.
///
/// A feed is staged in temporary tables; the phases of [Reconciliation] then compare whole tables
/// and write only rows that differ. The SQL here finds and writes; the rules are in
/// [org.marquee.matching] and [org.marquee.ingest]. Start reading at [Reconciliation].
@NullMarked
package org.marquee.store.reconcile;

import org.jspecify.annotations.NullMarked;
