/// The home of an installation: its folder, and its database, embedded or the operator's own.
///
/// Opens them for commands and nodes; never decides what is done with them. Start reading at
/// [Home], the options that every command has; it opens a [Storage].
@NullMarked
package org.marquee.app.home;

import org.jspecify.annotations.NullMarked;
