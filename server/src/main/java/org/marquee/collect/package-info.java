/// Collects feeds on schedule, and imports archived runs again.
///
/// Owns `providers.yaml`, the schedule, replay and undo. Downloads through [org.marquee.fetch] and
/// archives through [org.marquee.archive]. Never speaks SQL and never knows a format. Start reading
/// at [Collector], then [CollectScheduler] and [ReplayAndUndo].
@NullMarked
package org.marquee.collect;

import org.jspecify.annotations.NullMarked;
