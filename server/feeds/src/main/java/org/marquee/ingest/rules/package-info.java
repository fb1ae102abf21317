/// The rules by which an import decides: what a feed covers, what was moved, what a record needs
/// before it is published. Those about feeds that list too little are in `ingest.guard`.
///
/// Each rule is a pure function of a few facts, with its numbers in one place. It never reads or
/// writes anything; `store.reconcile` finds the facts and writes what the rules decide. Start
/// reading at [FeedScope] and [MoveRule].
@NullMarked
package org.marquee.ingest.rules;

import org.jspecify.annotations.NullMarked;
