/// What all commands share: how one is run, prints and ends, and how it reads what is typed.
///
/// Knows no command, and never decides what one does. Start reading at [ConsoleCommand];
/// [StorageCommand] and [ListCommand] are made of it.
@NullMarked
package org.marquee.app.console;

import org.jspecify.annotations.NullMarked;
