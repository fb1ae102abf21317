/// The accounting of usage: requests, bytes and errors of each organization and key, by operation
/// and hour.
///
/// Counts in memory; the port [UsageLedger] keeps the counts. Never decides who may ask. Start
/// reading at [UsageMeter].
@NullMarked
package org.marquee.access.usage;

import org.jspecify.annotations.NullMarked;
