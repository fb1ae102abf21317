/// The guard against broken sources: which feeds are refused as a whole since they are old or
/// shrunk, and which cinemas keep their programme (docs/decisions/0050).
///
/// Pure functions of a few facts, with their numbers in one place; `store.reconcile` finds the
/// facts and writes what they decide. Start reading at [WholeFeedRules] and [CinemaGuardRule].
@NullMarked
package org.marquee.ingest.guard;

import org.jspecify.annotations.NullMarked;
