/// The invented region that the demo shows: its cinemas, its films and three weeks of programme.
///
/// Owns the tables under `sample/` in the resources, one week of programme among them, and moves
/// their dates. Never reads the clock and never stores anything: it writes a feed, which is
/// imported like any other. Start reading at [SampleRegion].
@NullMarked
package org.marquee.sample;

import org.jspecify.annotations.NullMarked;
