/// Collects feeds on schedule, and imports archived runs again.
///
/// Owns `providers.yaml`, the schedule, replay and undo. Downloads through [org.marquee.fetch] and
/// archives through [org.marquee.archive]. Never uses SQL and depends on no format. Start reading
/// at [Collector], then [CollectScheduler] and [ReplayAndUndo].
@NullMarked
package org.marquee.collect;

import org.jspecify.annotations.NullMarked;
