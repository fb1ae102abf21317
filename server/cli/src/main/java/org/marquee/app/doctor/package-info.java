/// Checks of an installation from outside: machine, files, ports, database, data. Never changes
/// anything.
///
/// Judges by the rules of those who warn while the service runs. Start reading at [Finding].
@NullMarked
package org.marquee.app.doctor;

import org.jspecify.annotations.NullMarked;
