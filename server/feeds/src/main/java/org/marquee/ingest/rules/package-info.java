/// The rules by which an import decides: which feeds are refused as a whole, which cinemas keep
/// their programme, what was moved, what a record needs before it is published.
///
/// Each rule is a pure function of a few facts, with its numbers in one place. It never reads or
/// writes anything; `store.reconcile` finds the facts and writes what the rules decide. Start
/// reading at [WholeFeedRules] and [CinemaGuardRule].
@NullMarked
package org.marquee.ingest.rules;

import org.jspecify.annotations.NullMarked;
