/// Collects feeds on schedule, and imports archived runs again: a replay, and an undo.
///
/// Owns the schedule's thread and what is fetched for a feed; `providers.yaml` says what there is
/// to fetch. Downloads through [org.marquee.fetch] and archives through [org.marquee.archive].
/// Never uses SQL, and never says what an undo changes: `store.reconcile.undo` does. Depends on no
/// format. Start reading at [Collector], then [CollectScheduler].
@NullMarked
package org.marquee.collect;

import org.jspecify.annotations.NullMarked;
