/// Reconciles one staged feed with what is stored, in one transaction.
///
/// The rooms below are named by the steps of [Reconciliation], which has their order: a new step
/// has a class in one of them, and a line there. The SQL finds facts and writes results, whole
/// tables at a time; the rules are in [org.marquee.ingest.rules], [org.marquee.ingest.guard] and
/// [org.marquee.matching]. Start reading at [Reconciliation].
@NullMarked
package org.marquee.store.reconcile;

import org.jspecify.annotations.NullMarked;
