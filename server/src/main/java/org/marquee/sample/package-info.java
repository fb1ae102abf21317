/// The invented region that the demo shows: its cinemas, its films and three weeks of programme.
///
/// Owns the catalogue (the tables under `sample/` in the resources) and the rules of its cinemas'
/// programmes. Never reads the clock and never stores anything: it writes a feed, which is imported
/// like any other. Start reading at [SampleRegion].
@NullMarked
package org.marquee.sample;

import org.jspecify.annotations.NullMarked;
