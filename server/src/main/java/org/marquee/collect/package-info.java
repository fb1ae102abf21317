/// Feeds fetched as their providers publish them, and what they were made of.
///
/// Owns `providers.yaml`, fetching, the schedule, and the raw input that is kept of each run
/// ([RawInputArchive]), from which runs are replayed and undone. Never speaks SQL and never knows a
/// format: its ports are [RunLog] and [FormatReaders]. Start reading at [Collector].
@NullMarked
package org.marquee.collect;

import org.jspecify.annotations.NullMarked;
