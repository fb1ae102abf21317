/// The command line: commands, their options and what they print.
///
/// Opens the home and the database, and wires imports and collecting by constructor calls; a
/// serving node is wired in `node`. The only package that sees all others. Start reading at [Main].
@NullMarked
package org.marquee.app;

import org.jspecify.annotations.NullMarked;
