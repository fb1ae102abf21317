/// Reconciles one staged feed with what is stored, in one transaction.
///
/// [TempTable] has the temporary tables. The SQL here finds facts and writes results, whole tables
/// at a time; the rules are in [org.marquee.ingest.rules] and [org.marquee.matching]. Start reading
/// at [Reconciliation].
@NullMarked
package org.marquee.store.reconcile;

import org.jspecify.annotations.NullMarked;
