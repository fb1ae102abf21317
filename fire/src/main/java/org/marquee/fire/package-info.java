/// Breaks what the service depends on, and counts what its callers see.
///
/// Owns the faults, the load, and the table of results. Asks the product from outside, as programs
/// that an operator starts and callers ask over HTTP (`org.marquee.rig`). Of the server's classes
/// it uses those of its tests that make inputs for [Fuzz], and the one that deletes folders. No
/// part of what is released. Start reading at [Fire]; a new fault is a class beside
/// [RollingRestart].
@NullMarked
package org.marquee.fire;

import org.jspecify.annotations.NullMarked;
