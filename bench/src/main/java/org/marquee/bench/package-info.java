/// Measures Marquee's speed, memory and starts.
///
/// Owns the measuring and the results. Asks the product from outside, as a process that answers
/// over HTTP (`org.marquee.rig`); only [ImportBench] uses the server's classes, as its own commands
/// do. No part of what is released. Start reading at [Bench].
@NullMarked
package org.marquee.bench;

import org.jspecify.annotations.NullMarked;
