/// What Marquee's speed is measured with.
///
/// Owns the measuring and the tables of results; uses the server as its own commands do. No part of
/// what is released. Start reading at [ImportBench].
@NullMarked
package org.marquee.bench;

import org.jspecify.annotations.NullMarked;
