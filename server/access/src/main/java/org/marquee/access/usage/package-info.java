/// The accounting of usage: how many requests each organization and key made, by day.
///
/// Counts in memory; the port [UsageLedger] keeps the counts. Never decides who may ask. Start
/// reading at [UsageMeter].
@NullMarked
package org.marquee.access.usage;

import org.jspecify.annotations.NullMarked;
