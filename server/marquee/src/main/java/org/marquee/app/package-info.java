/// The command line: a class for each command, and the options that commands share.
///
/// Wires imports and collecting by constructor calls; a serving node is wired in `node`. The only
/// package that may see all others. Start reading at [Main]; the rooms below it are `config`,
/// `doctor`, `home`, `log`, `report` and `terminal`.
@NullMarked
package org.marquee.app;

import org.jspecify.annotations.NullMarked;
