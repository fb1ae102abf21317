/// The command line, and the wiring of everything by constructor calls.
///
/// Owns configuration, commands and what they print. The only package that sees all others. Start
/// reading at [Main]; [Service] is the wiring of a serving node.
@NullMarked
package org.marquee.app;

import org.jspecify.annotations.NullMarked;
